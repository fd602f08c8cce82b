"""A drawing that keeps to assets/README.md, read quickly.

Input: the path of an SVG file. Output: its Outlines, or None where anything stands in it that is
not of the few elements, attributes and spellings that our art is made of: svg_general.py reads all
else, with the same result for what both can read.
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

_ROOT = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 100 100"}
_WORDS = ("fill", "stroke", "stroke-linecap", "stroke-linejoin", "fill-rule")
_COMMON = {*_WORDS, "stroke-width", "transform", "id"}
_ATTRIBUTES = {
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
_TURNS = re.compile(rf"(?: *[a-z]+\({_NUMBERS}\))*")
_TURN = re.compile(r"([a-z]+)\(([^)]*)\)")
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "C": 6, "A": 7}


class _NotPlain(ValueError):
    """This is for the other reader."""


def read(path: Path) -> list[Outline] | None:
    """The outlines of a drawing, if it is a plain one. Raises OSError."""
    reader = _Reader()
    try:
        reader.parse(path.read_bytes())
    except (ValueError, ArithmeticError, expat.ExpatError):
        return None
    return reader.outlines


class _Transform(NamedTuple):
    """What keeps shapes similar: points as complex numbers are mirrored (x stays), multiplied,
    moved."""

    factor: complex = 1 + 0j
    mirrored: bool = False
    offset: complex = 0j

    def at(self, point: complex) -> complex:
        return self.factor * (point.conjugate() if self.mirrored else point) + self.offset

    def after(self, first: "_Transform") -> "_Transform":
        """This one of what another one made."""
        factor = first.factor.conjugate() if self.mirrored else first.factor
        mirrored = self.mirrored != first.mirrored
        return _Transform(self.factor * factor, mirrored, self.at(first.offset))


class _Reader:
    """Takes the elements as they come; what the groups around them say lies on a stack."""

    def __init__(self) -> None:
        self.outlines: list[Outline] = []
        self._around: list[dict[str, str] | None] = []  # None in what holds no elements

    def parse(self, content: bytes) -> None:
        parser = expat.ParserCreate()
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.StartDoctypeDeclHandler = _refuse  # there may be entities in it
        parser.Parse(content, True)

    def _start(self, name: str, given: dict[str, str]) -> None:
        values: dict[str, str] | None = None
        if not self._around:
            if name != "svg" or given != _ROOT:
                raise _NotPlain
            values = {}
        elif name != "title":
            drawn = _inherited(self._around[-1], name, given)
            if name == "g":
                values = drawn
            else:
                self.outlines.append(_outline(name, drawn))
        self._around.append(values)

    def _end(self, _: str) -> None:
        self._around.pop()


def _refuse(*_: object) -> None:
    raise _NotPlain


def _inherited(
    outer: Mapping[str, str] | None, name: str, given: Mapping[str, str]
) -> dict[str, str]:
    """The attributes that count for an element."""
    known = outer is not None and name in _ATTRIBUTES
    if not known or not given.keys() <= _COMMON | _ATTRIBUTES[name]:
        raise _NotPlain
    turns = f"{outer.get('transform', '')} {given.get('transform', '')}"
    return {**outer, **given, "transform": turns.strip()}


def _outline(name: str, values: dict[str, str]) -> Outline:
    transform = _transform(values["transform"])
    parts = list(_SHAPES[name](values, transform))
    straight = len(parts) == 2 and parts[1].endswith("l")
    pen = _number(values, "stroke-width", 1.0) * abs(transform.factor)
    return Outline(" ".join(parts), straight, pen, values)


def _number(values: Mapping[str, str], name: str, default: float = 0.0) -> float:
    if name not in values:
        return default
    (number,) = _numbers(values[name])
    return number


def _numbers(text: str) -> list[float]:
    """Raises ValueError for what is not spelled plainly."""
    if text.strip(" ,-.0123456789"):
        raise _NotPlain
    return [float(word) for word in text.replace(",", " ").split()]


def _transform(text: str) -> _Transform:
    """All transforms around a shape, the outermost first."""
    result = _Transform()
    if not _TURNS.fullmatch(text):
        raise _NotPlain
    for name, numbers in _TURN.findall(text):
        result = result.after(_one_transform(name, _numbers(numbers)))
    return result


def _one_transform(name: str, numbers: list[float]) -> _Transform:
    match name, numbers:
        case "translate", [x, y]:
            return _Transform(offset=complex(x, y))
        case "scale", [x]:
            return _Transform(complex(x))
        case "scale", [x, y] if abs(x) == abs(y):
            return _Transform(complex(x), x != y)
        case "rotate", [degrees]:
            return _turn(degrees)
        case "rotate", [degrees, x, y]:
            centre = complex(x, y)
            turned = _turn(degrees).after(_Transform(offset=-centre))
            return _Transform(offset=centre).after(turned)
    raise _NotPlain


def _turn(degrees: float) -> _Transform:
    angle = math.tau * degrees / 360
    return _Transform(complex(math.cos(angle), math.sin(angle)))


def _curved(part: Arc, transform: _Transform) -> str:
    at = transform.at
    return " ".join(cubic(at(one), at(two), at(end)) for one, two, end in part.curves())


def _path(values: Mapping[str, str], transform: _Transform) -> Iterator[str]:
    if not _PATH.fullmatch(values.get("d", "")):
        raise _NotPlain
    pen = first = 0j
    for command, text in _COMMAND.findall(values["d"]):
        numbers = _numbers(text)
        if command == "Z" and not numbers:
            yield "h"
            pen = first
            continue
        takes = _TAKES.get(command, 0)
        if not numbers or not takes or len(numbers) % takes:
            raise _NotPlain
        for start in range(0, len(numbers), takes):
            drawn, pen = _segment(command, numbers[start : start + takes], pen, transform)
            if command == "M":
                first, command = pen, "L"  # more pairs are lines
            yield drawn


def _segment(
    command: str, numbers: list[float], pen: complex, transform: _Transform
) -> tuple[str, complex]:
    """A part of a path, and where it ends."""
    at = transform.at
    match command, numbers:
        case "M", [x, y]:
            return move(at(end := complex(x, y))), end
        case "L", [x, y]:
            return line(at(end := complex(x, y))), end
        case "H", [x]:
            return line(at(end := complex(x, pen.imag))), end
        case "V", [y]:
            return line(at(end := complex(pen.real, y))), end
        case "Q", [a, b, x, y]:
            return quadratic(at(pen), at(complex(a, b)), at(end := complex(x, y))), end
        case "C", [a, b, c, d, x, y]:
            end = complex(x, y)
            return cubic(at(complex(a, b)), at(complex(c, d)), at(end)), end
        case "A", [rx, ry, degrees, large, sweep, x, y]:
            end = complex(x, y)
            if rx > 0 < ry and pen != end and {large, sweep} <= {0, 1}:
                turn = math.radians(degrees)
                part = arc.between(pen, rx, ry, turn, large == 1, sweep == 1, end)
                return _curved(part, transform), end
    raise _NotPlain


def _rect(values: Mapping[str, str], transform: _Transform) -> Iterator[str]:
    x, y, w, h, r = (_number(values, name) for name in ("x", "y", "width", "height", "rx"))
    if not (w > 0 < h and r >= 0):
        raise _NotPlain
    if r:
        yield from _rounded(x, y, w, h, min(r, w / 2), min(r, h / 2), transform)
    else:
        yield move(transform.at(complex(x, y)))
        for corner in (complex(x + w, y), complex(x + w, y + h), complex(x, y + h)):
            yield line(transform.at(corner))
    yield "h"


def _rounded(
    x: float, y: float, w: float, h: float, rx: float, ry: float, transform: _Transform
) -> Iterator[str]:
    """A side and a corner, four times, from the top left clockwise."""
    right, foot, quarter = x + w, y + h, math.pi / 2
    sides = (
        (complex(right - rx, y), complex(right - rx, y + ry), complex(right, y + ry)),
        (complex(right, foot - ry), complex(right - rx, foot - ry), complex(right - rx, foot)),
        (complex(x + rx, foot), complex(x + rx, foot - ry), complex(x, foot - ry)),
        (complex(x, y + ry), complex(x + rx, y + ry), complex(x + rx, y)),
    )
    yield move(transform.at(complex(x + rx, y)))
    for number, (end, centre, after) in enumerate(sides):
        yield line(transform.at(end))
        corner = Arc(centre, complex(rx), complex(0, ry), (number - 1) * quarter, quarter, after)
        yield _curved(corner, transform)


def _ellipse(values: Mapping[str, str], transform: _Transform) -> Iterator[str]:
    names = ("cx", "cy", "r", "r") if "r" in values else ("cx", "cy", "rx", "ry")
    x, y, rx, ry = (_number(values, name) for name in names)
    if not rx > 0 < ry:
        raise _NotPlain
    whole = arc.ellipse(complex(x, y), rx, ry)
    yield move(transform.at(whole.end))
    yield _curved(whole, transform)
    yield "h"


def _line(values: Mapping[str, str], transform: _Transform) -> Iterator[str]:
    x1, y1, x2, y2 = (_number(values, name) for name in ("x1", "y1", "x2", "y2"))
    yield move(transform.at(complex(x1, y1)))
    yield line(transform.at(complex(x2, y2)))


_SHAPES = {"path": _path, "rect": _rect, "circle": _ellipse, "ellipse": _ellipse, "line": _line}
