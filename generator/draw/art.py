"""SVG art to the operators of a PDF form, recoloured for an ink mode.

Input: a file that obeys assets/README.md (plain shapes in a 100 x 100 box, palette colours).
Output: content operators that draw it in a box of 100 x 100 units, y upward. Raises BadArt
with the file and what is wrong. svgelements does the reading: shapes, transforms and arcs all
come out as lines and cubic curves.
"""

import math
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from generator import theme
from generator.resources import stamp

SIDE = 100  # every piece is drawn in a box of 100 x 100 units
_CURRENT = "#010203"  # what svgelements puts for currentColor; no colour of the palette
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}


class BadArt(ValueError):
    """A file cannot serve as art."""


def operators(path: Path, mode: str, colour: str, side: float, fine: bool = False) -> str:
    """The drawing as PDF operators; colour is a name for what the file calls currentColor, side
    how large it is drawn, in mm; fine asks for the finest pens of line art."""
    parts = []
    outline = "line" if fine else "outline"
    for shape in shapes(path):
        fill = _paint(shape.fill, "fill", mode, colour)
        stroke = _paint(shape.stroke, outline, mode, colour) if shape.line else None
        if fill or stroke:
            pen = theme.art_pen(shape.line, side / SIDE, mode, fine)
            parts.append(_painted(shape, fill, stroke, pen))
    return "\n".join(parts)


class _Shape:
    """One element: its path as operators, its colours by name, how it is stroked."""

    __slots__ = ("cap", "even_odd", "fill", "join", "line", "path", "stroke")

    def __init__(self, element, path: Path):
        from svgelements import Line

        values = element.values
        self.path = " ".join(_segments(element))
        # A line has no inside: SVG's default fill, black, is not meant.
        straight = len(element) == 2 and isinstance(element[1], Line)
        self.fill = "" if straight else _colour_name(values.get("fill", "black"), path)
        self.stroke = _colour_name(values.get("stroke", "none"), path)
        self.line = element.stroke_width if self.stroke else 0
        self.cap = _CAPS[values.get("stroke-linecap", "butt")]
        self.join = _JOINS[values.get("stroke-linejoin", "miter")]
        self.even_odd = values.get("fill-rule") == "evenodd"


def shapes(path: Path) -> tuple[_Shape, ...]:
    """The elements of a drawing, read when its file is new. Raises BadArt."""
    try:
        return _shapes(path, stamp(path))
    except OSError as error:
        raise _unreadable(path, error) from None


@lru_cache(maxsize=1024)
def _shapes(path: Path, _: tuple[int, ...]) -> tuple[_Shape, ...]:
    # Imported here: documents without art do not pay for it.
    from svgelements import SVG, Shape
    from svgelements import Path as Outline

    result = []
    try:
        # reify=False on load and on each element afterwards: svgelements applies transforms
        # twice to some shapes otherwise.
        drawing = SVG.parse(str(path), reify=False, width=SIDE, height=SIDE, color=_CURRENT)
        for element in drawing.elements():
            if isinstance(element, Shape):
                outline = Outline(element)
                outline.reify()
                result.append(_Shape(outline, path))
    except BadArt:
        raise
    except (OSError, ValueError, SyntaxError, KeyError, IndexError, TypeError) as error:
        raise _unreadable(path, error) from None
    return tuple(result)


def _unreadable(path: Path, error: Exception) -> BadArt:
    return BadArt(f"{path}: not an SVG file that can be read: {error}")


def _colour_name(value: str, path: Path) -> str:
    """The palette name of an attribute's value; "" for none, "currentColor" for itself."""
    value = value.strip().lower()
    if value == "none":
        return ""
    if value == _CURRENT:
        return "currentColor"
    try:
        return theme.NAMES_BY_HEX[value]
    except KeyError:
        raise BadArt(f"{path}: {value} is not a colour of the palette in theme.py") from None


def _paint(name: str, use: str, mode: str, colour: str) -> theme.RGB | None:
    if not name:
        return None
    return theme.ink_colour(colour if name == "currentColor" else name, use, mode)


def _painted(shape: _Shape, fill: theme.RGB | None, stroke: theme.RGB | None, pen: float) -> str:
    state, paint = "", "f*" if shape.even_odd else "f"
    if fill:
        state += " ".join(f"{part:.3g}" for part in fill) + " rg "
    if stroke:
        paint = ("B*" if shape.even_odd else "B") if fill else "S"
        state += " ".join(f"{part:.3g}" for part in stroke) + " RG "
        state += f"{_width(pen)} w {shape.cap} J {shape.join} j "
    return f"{state}{shape.path} {paint}"


def _width(pen: float) -> str:
    """A pen with two decimals, rounded up: a floor must stay one."""
    return number(math.ceil(pen * 100 - 1e-6) / 100)


def _segments(outline) -> Iterator[str]:
    from svgelements import Arc, Close, CubicBezier, Line, Move, QuadraticBezier

    for segment in outline:
        match segment:
            case Move():
                yield f"{_point(segment.end)} m"
            case Close():
                yield "h"
            case Line():
                yield f"{_point(segment.end)} l"
            case CubicBezier():
                yield _curve(segment)
            case QuadraticBezier():
                yield _quadratic(segment)
            case Arc():
                # One curve a quarter turn is off by 0.03% of the radius; svgelements takes three.
                quarters = max(1, math.ceil(abs(segment.sweep) / (math.pi / 2) - 1e-6))
                yield " ".join(_curve(curve) for curve in segment.as_cubic_curves(quarters))


def _quadratic(segment) -> str:
    """A quadratic curve as the cubic that is the same curve."""
    start, middle, end = segment.start, segment.control, segment.end
    first = start + (middle - start) * (2 / 3)
    second = end + (middle - end) * (2 / 3)
    return f"{_point(first)} {_point(second)} {_point(end)} c"


def _curve(segment) -> str:
    return f"{_point(segment.control1)} {_point(segment.control2)} {_point(segment.end)} c"


def _point(point) -> str:
    return f"{number(point.x)} {number(SIDE - point.y)}"


def number(value: float) -> str:
    """A coordinate with two decimals and no more characters than it needs."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
