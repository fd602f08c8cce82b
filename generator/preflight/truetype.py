"""Which codes of an embedded TrueType program have a glyph of their own.

Input: the font program. Output: a Program: how many glyphs it has, and its character maps (OpenType
specification, cmap). Glyph 0 is .notdef, the box or gap that stands for a missing one.
"""

import struct
from typing import NamedTuple

_SYMBOLS = (0xF000, 0xF100, 0xF200)  # where a symbol font keeps its codes

_MOST = 0x10000  # codes in a table of two bytes a code


class Program(NamedTuple):
    """glyphs: how many; maps: by platform and encoding, character code to glyph."""

    glyphs: int
    maps: dict[tuple[int, int], dict[int, int]]

    def lacks(self, code: int, character: str | None) -> bool:
        """Whether a simple font's code leads to .notdef by every way a reader may take."""
        if not self.maps:
            return False  # its glyphs are found by name
        wanted = {(1, 0): [code], (3, 0): [code, *(start + code for start in _SYMBOLS)]}
        points = [ord(character)] if character and len(character) == 1 else []
        return not any(
            glyphs.get(each) for kind, glyphs in self.maps.items()
            for each in wanted.get(kind, points)
        )  # fmt: skip


def program(data: bytes) -> Program:
    """Read the tables. Raises struct.error or ValueError for a broken program."""
    (count,) = struct.unpack_from(">H", data, 4)
    tables = {}
    for number in range(count):
        name, _, offset, _ = struct.unpack_from(">4sIII", data, 12 + 16 * number)
        tables[name] = offset
    if b"maxp" not in tables:
        raise ValueError("a font program without the table maxp")
    (glyphs,) = struct.unpack_from(">H", data, tables[b"maxp"] + 4)
    return Program(glyphs, _maps(data, tables[b"cmap"]) if b"cmap" in tables else {})


def _maps(data: bytes, start: int) -> dict[tuple[int, int], dict[int, int]]:
    _, count = struct.unpack_from(">HH", data, start)
    result = {}
    for number in range(count):
        platform, encoding, offset = struct.unpack_from(">HHI", data, start + 4 + 8 * number)
        (kind,) = struct.unpack_from(">H", data, start + offset)
        if kind in _READERS:
            result[platform, encoding] = _READERS[kind](data, start + offset)
    return result


def _bytes_map(data: bytes, at: int) -> dict[int, int]:
    return dict(enumerate(struct.unpack_from(">256B", data, at + 6)))


def _segments_map(data: bytes, at: int) -> dict[int, int]:
    (double,) = struct.unpack_from(">H", data, at + 6)
    count = double // 2
    ends = struct.unpack_from(f">{count}H", data, at + 14)
    starts = struct.unpack_from(f">{count}H", data, at + 16 + double)
    deltas = struct.unpack_from(f">{count}H", data, at + 16 + 2 * double)
    base = at + 16 + 3 * double
    offsets = struct.unpack_from(f">{count}H", data, base)
    result = {}
    for index, (low, high) in enumerate(zip(starts, ends, strict=True)):
        if len(result) > _MOST or low > high:
            raise ValueError("a character map that maps codes again and again")
        for code in range(low, min(high, 0xFFFE) + 1):
            glyph = code
            if offsets[index]:
                place = base + 2 * index + offsets[index] + 2 * (code - low)
                (glyph,) = struct.unpack_from(">H", data, place)
            result[code] = (glyph + deltas[index]) % 0x10000 if glyph or not offsets[index] else 0
    return result


def _trimmed_map(data: bytes, at: int) -> dict[int, int]:
    first, count = struct.unpack_from(">HH", data, at + 6)
    return dict(enumerate(struct.unpack_from(f">{count}H", data, at + 10), first))


def _groups_map(data: bytes, at: int) -> dict[int, int]:
    (count,) = struct.unpack_from(">I", data, at + 12)
    result: dict[int, int] = {}
    for number in range(count):
        low, high, glyph = struct.unpack_from(">III", data, at + 16 + 12 * number)
        if high - low > _MOST or len(result) > 0x110000:
            raise ValueError("a character map past Unicode")
        result |= {code: glyph + code - low for code in range(low, high + 1)}
    return result


_READERS = {0: _bytes_map, 4: _segments_map, 6: _trimmed_map, 12: _groups_map}
