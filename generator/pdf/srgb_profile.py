"""The sRGB colour profile, which defines the colours of the document.

Output: an ICC profile (ICC.1:2004-10, version 4.2, the one that PDF 1.7 names), always the same
bytes: a profile from a colour library depends on its version and on the clock.
"""

import struct
from functools import cache

# XYZ of the white and the primaries of IEC 61966-2-1, adapted from D65 to D50, the white of ICC
# profiles, by Bradford's matrix (ICC.1, Annex E.3).
_WHITE = (0.9642, 1.0, 0.8249)
_RED = (0.43604, 0.22248, 0.01392)
_GREEN = (0.38511, 0.71691, 0.09707)
_BLUE = (0.14305, 0.06061, 0.71391)
_ADAPTATION = (
    1.04788, 0.02292, -0.05022,
    0.02959, 0.99048, -0.01707,
    -0.00925, 0.01508, 0.75168,
)  # fmt: skip
# The values g, a, b, c, d of the curve (a x + b) ^ g from d upward, c x below.
_CURVE = (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)
_HEADER_SIZE = 128  # bytes
_TAG_SIZE = 12  # bytes of an entry in the table of tags
_DATE = (2000, 1, 1, 0, 0, 0)


@cache
def srgb() -> bytes:
    """The profile, in less than 600 bytes."""
    curve = struct.pack(">4s4xHxx", b"para", 3) + _numbers(_CURVE)
    tags = {
        b"desc": _text("sRGB IEC61966-2.1"),
        b"cprt": _text("No copyright, use freely"),
        b"wtpt": _xyz(_WHITE),
        b"chad": struct.pack(">4s4x", b"sf32") + _numbers(_ADAPTATION),
        b"rXYZ": _xyz(_RED),
        b"gXYZ": _xyz(_GREEN),
        b"bXYZ": _xyz(_BLUE),
        b"rTRC": curve,
        b"gTRC": curve,
        b"bTRC": curve,
    }
    table, body = _tag_table(tags)
    size = _HEADER_SIZE + len(table) + len(body)
    return _header(size) + table + body


def _header(size: int) -> bytes:
    """The header of a display profile from RGB to XYZ for perceptual rendering, without a maker and
    a device."""
    start = struct.pack(">I4xI4s4s4s6H", size, 0x04200000, b"mntr", b"RGB ", b"XYZ ", *_DATE)
    return (start + b"acsp" + bytes(28) + _numbers(_WHITE)).ljust(_HEADER_SIZE, b"\0")


def _tag_table(tags: dict[bytes, bytes]) -> tuple[bytes, bytes]:
    """The table of tags, and their data. Equal data is stored once, at a multiple of 4 bytes."""
    start = _HEADER_SIZE + 4 + _TAG_SIZE * len(tags)
    body, offsets = b"", dict[bytes, int]()
    table = struct.pack(">I", len(tags))
    for name, data in tags.items():
        if data not in offsets:
            offsets[data] = start + len(body)
            body += data + bytes(-len(data) % 4)
        table += struct.pack(">4sII", name, offsets[data], len(data))
    return table, body


def _numbers(values: tuple[float, ...]) -> bytes:
    """Signed fixed-point numbers with 16 bits before and 16 after the point."""
    return struct.pack(f">{len(values)}i", *(round(value * 65536) for value in values))


def _xyz(values: tuple[float, ...]) -> bytes:
    return struct.pack(">4s4x", b"XYZ ") + _numbers(values)


def _text(text: str) -> bytes:
    """A text in American English, the one language that a profile must have."""
    encoded = text.encode("utf-16-be")
    return struct.pack(">4s4xII2s2sII", b"mluc", 1, 12, b"en", b"US", len(encoded), 28) + encoded
