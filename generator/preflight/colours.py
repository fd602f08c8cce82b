"""Colour spaces (ISO 32000-1, 8.6): which are fit for printing at home, what is white in them.

Input: a colour space as a PDF names it, and the resources it may be named in. Output: a Space.
Expected are greys and RGB, which an sRGB output intent gives a meaning: CMYK and spot colours come
out as a printer's driver guesses.
"""

import struct
from typing import NamedTuple

import pikepdf

from generator.preflight.marks import Fault

EXPECTED = "RGB or grey under an sRGB output intent"
_SHORT = {"/G": "/DeviceGray", "/RGB": "/DeviceRGB", "/CMYK": "/DeviceCMYK", "/I": "/Indexed"}
_DEPTH = 8  # spaces within spaces; more is a loop
# The primaries of sRGB, adapted to D50 as profiles have them (IEC 61966-2-1).
_SRGB = {
    b"rXYZ": (0.436, 0.222, 0.014),
    b"gXYZ": (0.385, 0.717, 0.097),
    b"bXYZ": (0.143, 0.061, 0.714),
}


class Space(NamedTuple):
    """A colour space: its name, the colour that leaves paper white, what is wrong with it."""

    name: str
    white: tuple[float, ...] | None = None
    fault: Fault | None = None

    def is_white(self, colour: tuple[float, ...]) -> bool:
        return colour == self.white


def _fault(what: str, severity="error") -> Fault:
    return Fault("colour", what, EXPECTED, severity)


GREY = Space("DeviceGray", (1.0,))
RGB = Space("DeviceRGB", (1.0, 1.0, 1.0))
CMYK = Space("DeviceCMYK", (0.0,) * 4, _fault("in device CMYK"))
_PLAIN = {
    "/DeviceGray": GREY,
    "/DeviceRGB": RGB,
    "/DeviceCMYK": CMYK,
    "/Pattern": Space("Pattern"),
    "/CalGray": Space("CalGray", (1.0,), _fault("in CalGray", "warning")),
    "/CalRGB": Space("CalRGB", (1.0,) * 3, _fault("in CalRGB", "warning")),
    "/Lab": Space("Lab", None, _fault("in Lab", "warning")),
}


def space(value, resources: pikepdf.Dictionary, depth: int = 0) -> Space:
    """The space of a /ColorSpace entry or the operand of cs. Raises ValueError if there is none."""
    if depth > _DEPTH:
        raise ValueError("colour spaces without end")
    family, parts = _family(value)
    if family in ("/Separation", "/DeviceN"):
        return _spot(family, parts)
    if family == "/ICCBased":
        return profiled(parts[1])
    if family == "/Indexed":
        base = space(parts[1], resources, depth + 1)
        return Space(f"Indexed {base.name}", None, base.fault)
    if family == "/Pattern" and len(parts) > 1:
        return space(parts[1], resources, depth + 1)
    if family in _PLAIN:
        return _PLAIN[family]
    named = resources.get("/ColorSpace", {})
    if isinstance(value, pikepdf.Name) and str(value) in named:
        return space(named[str(value)], resources, depth + 1)
    raise ValueError(f"no colour space {family}")


def _family(value) -> tuple[str, list]:
    parts = list(value) if isinstance(value, pikepdf.Array) else [value]
    family = str(parts[0])
    return _SHORT.get(family, family), parts


def _spot(family: str, parts: list) -> Space:
    names = [str(name)[1:] for name in (parts[1] if family == "/DeviceN" else [parts[1]])]
    white = (0.0,) * len(names)
    return Space("spot", white, _fault(f"in the spot colour {', '.join(names)}"))


def profiled(stream: pikepdf.Stream) -> Space:
    """The space of an ICC profile."""
    channels = int(stream.get("/N", 0))
    if channels == 4:
        return Space("ICC CMYK", (0.0,) * 4, _fault("in CMYK with an ICC profile"))
    white = (1.0,) * channels
    if channels == 1 or is_srgb(stream.read_bytes()):
        return Space("ICC", white)
    return Space(
        "ICC", white, _fault("in the colours of an ICC profile other than sRGB", "warning")
    )


def is_srgb(profile: bytes) -> bool:
    """Whether a profile has sRGB's primaries, whatever it calls itself."""
    if profile[16:20] != b"RGB " or len(profile) < 132:
        return False
    (count,) = struct.unpack_from(">I", profile, 128)
    found = {}
    for start in range(132, min(132 + 12 * count, len(profile) - 11), 12):
        name, offset, _ = struct.unpack_from(">4sII", profile, start)
        if name in _SRGB and offset + 20 <= len(profile):
            found[name] = [n / 65536 for n in struct.unpack_from(">3i", profile, offset + 8)]
    return all(
        name in found and all(abs(a - b) < 0.01 for a, b in zip(found[name], want, strict=True))
        for name, want in _SRGB.items()
    )
