"""Colour spaces (ISO 32000-1, 8.6) that do not print as intended at home.

Input: a colour space of a PDF. Output: its fault, if it has one. Greys and RGB are expected: an
sRGB output intent gives them a meaning. CMYK and spot colours come out as a printer's driver
guesses.
"""

import struct
from typing import Any, NamedTuple

import pikepdf

from generator.core.diagnostics import Severity

_MAX_DEPTH = 8  # colour spaces inside colour spaces
# Abbreviations in inline images (8.9.7).
_ABBREVIATIONS = {"/CMYK": "/DeviceCMYK", "/I": "/Indexed"}
# The primaries of sRGB, adapted to D50 as profiles have them (IEC 61966-2-1).
_SRGB_PRIMARIES = {
    b"rXYZ": (0.436, 0.222, 0.014),
    b"gXYZ": (0.385, 0.717, 0.097),
    b"bXYZ": (0.143, 0.061, 0.714),
}
_ICC_HEADER_SIZE, _ICC_ENTRY_SIZE = 132, 12  # bytes; the header includes the count of entries


class ColourFault(NamedTuple):
    """What is wrong with colours of a space, as the end of a message."""

    message: str
    severity: Severity = "error"


_DEVICE_FAULTS = {
    "/DeviceCMYK": ColourFault("in device CMYK"),
    "/CalGray": ColourFault("in CalGray", "warning"),
    "/CalRGB": ColourFault("in CalRGB", "warning"),
    "/Lab": ColourFault("in Lab", "warning"),
}


# Any: the file may hold anything there. What does not fit raises one of BROKEN_VALUE.
def colour_fault(space: Any, depth: int = 0) -> ColourFault | None:
    """The fault of a colour space; None if it prints as intended."""
    if depth > _MAX_DEPTH:
        raise ValueError("colour spaces without end")
    parts = list(space) if isinstance(space, pikepdf.Array) else [space]
    family = _ABBREVIATIONS.get(str(parts[0]), str(parts[0]))
    match family:
        case "/Separation":
            return ColourFault(f"in the spot colour {str(parts[1])[1:]}")
        case "/DeviceN":
            names = ", ".join(str(name)[1:] for name in parts[1])
            return ColourFault(f"in the spot colour {names}")
        case "/ICCBased":
            return _profile_fault(parts[1])
        case "/Indexed" | "/Pattern" if len(parts) > 1:
            return colour_fault(parts[1], depth + 1)
    return _DEVICE_FAULTS.get(family)


def _profile_fault(stream: Any) -> ColourFault | None:
    """The fault of the colours of an ICC profile."""
    channels = int(stream.get("/N", 0))
    if channels == 4:
        return ColourFault("in CMYK with an ICC profile")
    if channels == 1 or is_srgb(stream.read_bytes()):
        return None
    return ColourFault("in the colours of an ICC profile other than sRGB", "warning")


def is_srgb(profile: bytes) -> bool:
    """Whether a profile has sRGB's primaries, whatever it calls itself."""
    if profile[16:20] != b"RGB " or len(profile) < _ICC_HEADER_SIZE:
        return False
    (count,) = struct.unpack_from(">I", profile, _ICC_HEADER_SIZE - 4)
    end = min(_ICC_HEADER_SIZE + _ICC_ENTRY_SIZE * count, len(profile) - _ICC_ENTRY_SIZE + 1)
    primaries: dict[bytes, list[float]] = {}
    for start in range(_ICC_HEADER_SIZE, end, _ICC_ENTRY_SIZE):
        name, offset, _ = struct.unpack_from(">4sII", profile, start)
        if name in _SRGB_PRIMARIES and offset + 20 <= len(profile):
            coordinates = struct.unpack_from(">3i", profile, offset + 8)
            primaries[name] = [value / 65536 for value in coordinates]
    return all(
        all(abs(a - b) < 0.01 for a, b in zip(primaries[name], expected, strict=True))
        if name in primaries else False
        for name, expected in _SRGB_PRIMARIES.items()
    )  # fmt: skip
