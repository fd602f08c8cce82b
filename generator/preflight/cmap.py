"""CMaps (ISO 32000-1, 9.7.5 and 9.10.3): codes to characters, or to the numbers of glyphs.

Input: the stream of a CMap. Output: how long codes are, and a mapping. Read with the tokenizer of
content streams, whose syntax CMaps share.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

import pikepdf

from generator.preflight.values import instructions

_MOST = 0x10000  # codes in a range; a longer one is a broken file


@dataclass(slots=True)
class CMap:
    """Lengths of codes in bytes, shortest first, with the ranges they are valid in; what each
    code stands for: bytes in UTF-16 for /ToUnicode, a number for an /Encoding."""

    ranges: list[tuple[int, int, int]] = field(default_factory=list)
    codes: dict[int, bytes | int] = field(default_factory=dict)

    def split(self, data: bytes) -> list[int]:
        """The codes of a string; bytes that fit no range are taken as one code each."""
        result, at = [], 0
        lengths = sorted({length for length, _, _ in self.ranges}) or [2]
        while at < len(data):
            length = self._length(data, at, lengths)
            result.append(int.from_bytes(data[at : at + length]))
            at += length
        return result

    def _length(self, data: bytes, at: int, lengths: list[int]) -> int:
        for length in lengths:
            code = int.from_bytes(data[at : at + length])
            if any(length == size and low <= code <= high for size, low, high in self.ranges):
                return length
        return lengths[0]


def cmap(stream: pikepdf.Stream) -> CMap:
    """Read a CMap. Raises PdfError, TypeError, ValueError for a broken one."""
    result = CMap()
    found, _ = instructions(stream)
    for operands, operator in found:
        match str(operator):
            case "endcodespacerange":
                for low, high in _groups(operands, 2):
                    result.ranges.append((len(bytes(low)), _code(low), _code(high)))
            case "endbfchar" | "endcidchar":
                for code, value in _groups(operands, 2):
                    result.codes[_code(code)] = _value(value)
            case "endbfrange" | "endcidrange":
                for low, high, value in _groups(operands, 3):
                    _add_range(result.codes, _code(low), _code(high), value)
    return result


def _groups(operands: Iterable, size: int):
    return zip(*[iter(operands)] * size, strict=False)


def _code(value) -> int:
    return int.from_bytes(bytes(value))


def _value(value) -> bytes | int:
    return int(value) if isinstance(value, int) else bytes(value)


def _add_range(codes: dict[int, bytes | int], low: int, high: int, value) -> None:
    if high - low > _MOST:
        raise ValueError(f"a range of {high - low} codes")
    if isinstance(value, pikepdf.Array):
        codes |= {low + n: bytes(each) for n, each in enumerate(value)}
        return
    start = _value(value)
    for code in range(low, high + 1):
        step = code - low
        codes[code] = start + step if isinstance(start, int) else _next(start, step)


def _next(start: bytes, step: int) -> bytes:
    """A range counts in the last byte pair."""
    return start[:-2] + ((int.from_bytes(start[-2:]) + step) % _MOST).to_bytes(2)
