"""SVG art as the operators of a PDF form, recoloured for an ink mode.

Input: a file that follows assets/README.md (plain shapes in a 100 x 100 box, palette colours).
Output: content operators that draw it in a box of 100 x 100 units, y upward. Raises ArtError
with the file and what is wrong. svg_plain.py reads files that follow all those rules,
svg_general.py any others.
"""

import math
from functools import lru_cache
from pathlib import Path

from generator.core.errors import ArtError
from generator.core.resources import file_signature
from generator.layout import theme
from generator.pdf import svg_plain
from generator.pdf.numbers import number
from generator.pdf.svg_shape import SIDE, Outline

_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}


def operators(path: Path, mode: str, colour: str, side: float, fine: bool = False) -> str:
    """The drawing as PDF operators.

    `colour` is the palette name that replaces currentColor, `side` the size in mm at which the
    drawing is printed. With `fine`, outlines get the finest pens.
    """
    parts = []
    outline_use = "fine" if fine else "outline"
    for shape in shapes(path):
        fill = _paint(shape.fill, "fill", mode, colour)
        stroke = _paint(shape.stroke, outline_use, mode, colour) if shape.line else None
        if fill or stroke:
            pen = theme.art_pen(shape.line, side / SIDE, mode, fine)
            parts.append(_shape_operators(shape, fill, stroke, pen))
    return "\n".join(parts)


class _Shape:
    """One element: its path as operators, its colours by name, and the attributes of its line."""

    __slots__ = ("cap", "even_odd", "fill", "join", "line", "path", "stroke")

    def __init__(self, outline: Outline, file: Path):
        attributes = outline.attributes
        self.path = outline.path
        # A line has no inside: SVG's default fill, black, is not meant.
        self.fill = "" if outline.is_line else _colour_name(attributes.get("fill", "black"), file)
        self.stroke = _colour_name(attributes.get("stroke", "none"), file)
        self.line = outline.stroke_width if self.stroke else 0
        self.cap = _CAPS[attributes.get("stroke-linecap", "butt")]
        self.join = _JOINS[attributes.get("stroke-linejoin", "miter")]
        self.even_odd = attributes.get("fill-rule") == "evenodd"


def shapes(path: Path) -> tuple[_Shape, ...]:
    """The elements of a drawing, read again only when its file changes. Raises ArtError."""
    try:
        return _shapes(path, file_signature(path))
    except OSError as error:
        raise _unreadable(path, error) from None


@lru_cache(maxsize=1024)
def _shapes(path: Path, _: tuple[int, ...]) -> tuple[_Shape, ...]:
    try:
        return tuple(_Shape(outline, path) for outline in _outlines(path))
    except ArtError:
        raise
    except (OSError, ValueError, SyntaxError, KeyError, IndexError, TypeError) as error:
        raise _unreadable(path, error) from None


def _outlines(path: Path) -> list[Outline]:
    outlines = svg_plain.read(path)
    if outlines is None:
        from generator.pdf import (
            svg_general,  # imported here: it is slow to import, and rarely needed
        )

        outlines = svg_general.read(path)
    return outlines


def _unreadable(path: Path, error: Exception) -> ArtError:
    return ArtError(f"{path}: not an SVG file that can be read: {error}")


def _colour_name(value: str, path: Path) -> str:
    """The palette name of a colour in the file; "" for none. "currentColor" stays as it is."""
    if value == "currentColor":
        return value
    value = value.strip().lower()
    if value == "none":
        return ""
    try:
        return theme.NAMES_BY_HEX[value]
    except KeyError:
        raise ArtError(f"{path}: {value} is not a colour of the palette in theme.py") from None


def _paint(name: str, use: str, mode: str, colour: str) -> theme.RGB | None:
    if not name:
        return None
    return theme.ink_colour(colour if name == "currentColor" else name, use, mode)


def _shape_operators(
    shape: _Shape, fill: theme.RGB | None, stroke: theme.RGB | None, pen: float
) -> str:
    state, paint = "", "f*" if shape.even_odd else "f"
    if fill:
        state += " ".join(f"{part:.3g}" for part in fill) + " rg "
    if stroke:
        paint = ("B*" if shape.even_odd else "B") if fill else "S"
        state += " ".join(f"{part:.3g}" for part in stroke) + " RG "
        state += f"{_width(pen)} w {shape.cap} J {shape.join} j "
    return f"{state}{shape.path} {paint}"


def _width(pen: float) -> str:
    """The width of a pen with two decimals, rounded up so that no minimum is undercut."""
    return number(math.ceil(pen * 100 - 1e-6) / 100)
