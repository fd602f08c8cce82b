"""A fast reader of drawings that follow assets/README.md.

Input: the path of an SVG file. Output: its Outlines, or None if the file has anything but the few
elements, attributes and spellings of our art. svg_general.py reads all other files, with the same
result for what both can read.
"""

import math
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple
from xml.parsers import expat

from generator.pdf import arc
from generator.pdf.arc import Arc
from generator.pdf.svg_shape import Outline, cubic, line, move, quadratic

_ROOT_ATTRIBUTES = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 100 100"}
_COMMON_ATTRIBUTES = {
    "fill", "stroke", "stroke-linecap", "stroke-linejoin", "fill-rule", "stroke-width",
    "transform", "id",
}  # fmt: skip
_ATTRIBUTES: dict[str, set[str]] = {
    "path": {"d"},
    "rect": {"x", "y", "width", "height", "rx"},
    "circle": {"cx", "cy", "r"},
    "ellipse": {"cx", "cy", "rx", "ry"},
    "line": {"x1", "y1", "x2", "y2"},
    "g": set(),
}
_NUMBERS = r"[-0-9., ]*"
_PATH = re.compile(f"(?:[MLHVCQAZ]{_NUMBERS})+")
_COMMAND = re.compile(f"([A-Z])({_NUMBERS})")
_TRANSFORMS = re.compile(rf"(?: *[a-z]+\({_NUMBERS}\))*")
_TRANSFORM = re.compile(r"([a-z]+)\(([^)]*)\)")
_NUMBER_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "C": 6, "A": 7}


class _NotPlainError(ValueError):
    """The drawing is for the general reader."""


def read(path: Path) -> list[Outline] | None:
    """The outlines of a plain drawing; None for any other. Raises OSError."""
    reader = _Reader()
    try:
        reader.parse(path.read_bytes())
    except (ValueError, ArithmeticError, expat.ExpatError):
        return None
    return reader.outlines


class _Transform(NamedTuple):
    """A transformation that keeps shapes similar. Points, as complex numbers, are mirrored (x
    stays), multiplied by `factor`, and moved by `offset`."""

    factor: complex = 1 + 0j
    mirrored: bool = False
    offset: complex = 0j

    def apply(self, point: complex) -> complex:
        return self.factor * (point.conjugate() if self.mirrored else point) + self.offset

    def after(self, first: "_Transform") -> "_Transform":
        """The transformation that applies `first`, then this one."""
        factor = first.factor.conjugate() if self.mirrored else first.factor
        mirrored = self.mirrored != first.mirrored
        return _Transform(self.factor * factor, mirrored, self.apply(first.offset))


class _Reader:
    """Reads the elements in order, with a stack of the attributes of the groups around them."""

    def __init__(self) -> None:
        self.outlines: list[Outline] = []
        # The attributes of the open elements; None in an element that must have no child.
        self._open: list[dict[str, str] | None] = []

    def parse(self, content: bytes) -> None:
        parser = expat.ParserCreate()
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.StartDoctypeDeclHandler = _refuse  # it may define entities
        parser.Parse(content, True)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        group: dict[str, str] | None = None
        if not self._open:
            if name != "svg" or attributes != _ROOT_ATTRIBUTES:
                raise _NotPlainError
            group = {}
        elif name != "title":
            effective = _effective(self._open[-1], name, attributes)
            if name == "g":
                group = effective
            else:
                self.outlines.append(_outline(name, effective))
        self._open.append(group)

    def _end(self, _: str) -> None:
        self._open.pop()


def _refuse(*_: object) -> None:
    raise _NotPlainError


def _effective(
    group: Mapping[str, str] | None, name: str, attributes: Mapping[str, str]
) -> dict[str, str]:
    """The attributes of an element with those of the group around it."""
    if group is None or name not in _ATTRIBUTES:
        raise _NotPlainError
    if not attributes.keys() <= _COMMON_ATTRIBUTES | _ATTRIBUTES[name]:
        raise _NotPlainError
    transform = f"{group.get('transform', '')} {attributes.get('transform', '')}"
    return {**group, **attributes, "transform": transform.strip()}


def _outline(name: str, values: dict[str, str]) -> Outline:
    transform = _transform(values["transform"])
    parts = list(_SHAPES[name](values, transform))
    is_line = len(parts) == 2 and parts[1].endswith("l")
    stroke_width = _number(values, "stroke-width", 1.0) * abs(transform.factor)
    return Outline(" ".join(parts), is_line, stroke_width, values)


def _number(values: Mapping[str, str], name: str, default: float = 0.0) -> float:
    if name not in values:
        return default
    (number,) = _numbers(values[name])
    return number


def _numbers(text: str) -> list[float]:
    """The numbers of a text. Raises ValueError for spellings with exponents, units or signs (+)."""
    if text.strip(" ,-.0123456789"):
        raise _NotPlainError
    return [float(word) for word in text.replace(",", " ").split()]


def _transform(text: str) -> _Transform:
    """The product of all transforms around a shape, the outermost first."""
    result = _Transform()
    if not _TRANSFORMS.fullmatch(text):
        raise _NotPlainError
    for name, numbers in _TRANSFORM.findall(text):
        result = result.after(_single_transform(name, _numbers(numbers)))
    return result


def _single_transform(name: str, numbers: list[float]) -> _Transform:
    match name, numbers:
        case "translate", [x, y]:
            return _Transform(offset=complex(x, y))
        case "scale", [x]:
            return _Transform(complex(x))
        case "scale", [x, y] if abs(x) == abs(y):
            return _Transform(complex(x), x != y)
        case "rotate", [degrees]:
            return _rotation(degrees)
        case "rotate", [degrees, x, y]:
            centre = complex(x, y)
            rotated = _rotation(degrees).after(_Transform(offset=-centre))
            return _Transform(offset=centre).after(rotated)
    raise _NotPlainError


def _rotation(degrees: float) -> _Transform:
    angle = math.tau * degrees / 360
    return _Transform(complex(math.cos(angle), math.sin(angle)))


def _arc(part: Arc, transform: _Transform) -> str:
    """An arc as cubic curves."""
    at = transform.apply
    return " ".join(cubic(at(one), at(two), at(end)) for one, two, end in part.curves())


def _path(values: Mapping[str, str], transform: _Transform) -> Iterator[str]:
    if not _PATH.fullmatch(values.get("d", "")):
        raise _NotPlainError
    position = start_of_subpath = 0j
    for command, text in _COMMAND.findall(values["d"]):
        numbers = _numbers(text)
        if command == "Z" and not numbers:
            yield "h"
            position = start_of_subpath
            continue
        count = _NUMBER_COUNTS.get(command, 0)
        if not numbers or not count or len(numbers) % count:
            raise _NotPlainError
        for start in range(0, len(numbers), count):
            operands = numbers[start : start + count]
            segment, position = _segment(command, operands, position, transform)
            if command == "M":
                start_of_subpath, command = position, "L"  # further pairs are lines
            yield segment


def _segment(
    command: str, numbers: list[float], start: complex, transform: _Transform
) -> tuple[str, complex]:
    """A segment of a path from a point, and its end."""
    at = transform.apply
    match command, numbers:
        case "M", [x, y]:
            return move(at(end := complex(x, y))), end
        case "L", [x, y]:
            return line(at(end := complex(x, y))), end
        case "H", [x]:
            return line(at(end := complex(x, start.imag))), end
        case "V", [y]:
            return line(at(end := complex(start.real, y))), end
        case "Q", [a, b, x, y]:
            return quadratic(at(start), at(complex(a, b)), at(end := complex(x, y))), end
        case "C", [a, b, c, d, x, y]:
            end = complex(x, y)
            return cubic(at(complex(a, b)), at(complex(c, d)), at(end)), end
        case "A", [rx, ry, degrees, large, sweep, x, y]:
            end = complex(x, y)
            if rx > 0 < ry and start != end and {large, sweep} <= {0, 1}:
                angle = math.radians(degrees)
                part = arc.between(start, rx, ry, angle, large == 1, sweep == 1, end)
                return _arc(part, transform), end
    raise _NotPlainError


def _rect(values: Mapping[str, str], transform: _Transform) -> Iterator[str]:
    x, y, w, h, r = (_number(values, name) for name in ("x", "y", "width", "height", "rx"))
    if not (w > 0 < h and r >= 0):
        raise _NotPlainError
    if r:
        yield from _rounded(x, y, w, h, min(r, w / 2), min(r, h / 2), transform)
    else:
        yield move(transform.apply(complex(x, y)))
        for corner in (complex(x + w, y), complex(x + w, y + h), complex(x, y + h)):
            yield line(transform.apply(corner))
    yield "h"


def _rounded(
    x: float, y: float, w: float, h: float, rx: float, ry: float, transform: _Transform
) -> Iterator[str]:
    """A rectangle with rounded corners: a side and a corner, four times, clockwise from the top
    left."""
    right, bottom, quarter = x + w, y + h, math.pi / 2
    corners = (  # end of the side before, centre, end of the corner
        (complex(right - rx, y), complex(right - rx, y + ry), complex(right, y + ry)),
        (
            complex(right, bottom - ry),
            complex(right - rx, bottom - ry),
            complex(right - rx, bottom),
        ),
        (complex(x + rx, bottom), complex(x + rx, bottom - ry), complex(x, bottom - ry)),
        (complex(x, y + ry), complex(x + rx, y + ry), complex(x + rx, y)),
    )
    yield move(transform.apply(complex(x + rx, y)))
    for index, (start, centre, end) in enumerate(corners):
        yield line(transform.apply(start))
        corner = Arc(centre, complex(rx), complex(0, ry), (index - 1) * quarter, quarter, end)
        yield _arc(corner, transform)


def _ellipse(values: Mapping[str, str], transform: _Transform) -> Iterator[str]:
    names = ("cx", "cy", "r", "r") if "r" in values else ("cx", "cy", "rx", "ry")
    x, y, rx, ry = (_number(values, name) for name in names)
    if not rx > 0 < ry:
        raise _NotPlainError
    ellipse = arc.ellipse(complex(x, y), rx, ry)
    yield move(transform.apply(ellipse.end))
    yield _arc(ellipse, transform)
    yield "h"


def _line(values: Mapping[str, str], transform: _Transform) -> Iterator[str]:
    x1, y1, x2, y2 = (_number(values, name) for name in ("x1", "y1", "x2", "y2"))
    yield move(transform.apply(complex(x1, y1)))
    yield line(transform.apply(complex(x2, y2)))


_SHAPES = {"path": _path, "rect": _rect, "circle": _ellipse, "ellipse": _ellipse, "line": _line}
