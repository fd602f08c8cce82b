"""SVG art as the operators of a PDF form, recoloured for an ink mode.

Input: a file that follows assets/README.md (plain shapes in a 100 x 100 box, palette colours).
Output: content operators that draw it in a box of 100 x 100 units, y upward. Raises ArtError with
every place of the file that cannot be drawn.
"""

import math
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from generator.core.diagnostics import display_path
from generator.core.errors import ArtError
from generator.layout import theme
from generator.pdf.numbers import number
from generator.pdf.svg import SvgProblem, problem_at, read_drawing
from generator.pdf.svg_shapes import SIDE, Shape

_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}


def operators(path: Path, mode: str, colour: str, side: float, fine: bool = False) -> str:
    """The drawing as PDF operators.

    `colour` is the palette name that replaces currentColor, `side` the size in mm at which the
    drawing is printed. With `fine`, outlines get the finest pens. Line art then has contours of the
    usual pen, so that figures stand out at arm's length.
    """
    drawing = read_drawing(path)
    if drawing.problems:
        raise _art_error(path, drawing.problems)
    parts, contours = [], []  # contours lie below, so only their outer half shows
    for shape in drawing.shapes:
        fill, stroke = _paints(shape, path, mode, colour, fine)
        if not shape.segments or not (fill or stroke):
            continue
        pen = theme.art_pen(shape.stroke_width, side / SIDE, mode, fine)
        parts.append(_shape_operators(shape, fill, stroke, pen))
        if fine and mode == "low" and fill and stroke:
            pen = theme.art_pen(shape.stroke_width, side / SIDE, mode, fine=False)
            contours.append(_shape_operators(shape, "", stroke, pen))
    return "\n".join(contours + parts)


def _paints(shape: Shape, path: Path, mode: str, colour: str, fine: bool) -> tuple[str, str]:
    """The operands of the colours of a shape's inside and outline on paper; "" for none."""
    # A line has no inside: SVG's default fill, black, is not meant.
    fill_name = "" if shape.is_line else _colour_name(shape, "fill", "black", path)
    stroke_name = _colour_name(shape, "stroke", "none", path)
    fill = _paint(fill_name, "fill", mode, colour)
    if not shape.stroke_width:
        return fill, ""
    return fill, _paint(stroke_name, "fine" if fine else "outline", mode, colour)


def _art_error(path: Path, problems: Iterable[SvgProblem]) -> ArtError:
    file = display_path(path)
    return ArtError("\n".join(str(problem.diagnostic(file)) for problem in sorted(problems)))


def _colour_name(shape: Shape, attribute: str, default: str, path: Path) -> str:
    """The palette name of a shape's colour; "" for none. "currentColor" stays as it is."""
    value = shape.values.words.get(attribute, default)
    if value == "currentColor":
        return value
    value = value.strip().lower()
    if value == "none":
        return ""
    try:
        return theme.NAMES_BY_HEX[value]
    except KeyError:
        message = f"{value} is not a colour of the palette in theme.py"
        raise _art_error(path, [problem_at(shape.element, attribute, message)]) from None


@lru_cache(maxsize=1024)
def _paint(name: str, use: str, mode: str, colour: str) -> str:
    """The operands of a colour on paper; "" for none."""
    name = colour if name == "currentColor" else name
    rgb = theme.ink_colour(name, use, mode) if name else None
    return " ".join(f"{part:.3g}" for part in rgb) if rgb else ""


def _shape_operators(shape: Shape, fill: str, stroke: str, pen: float) -> str:
    words = shape.values.words
    rule = "*" if words.get("fill-rule") == "evenodd" else ""
    state, paint = "", f"f{rule}"
    if fill:
        state += f"{fill} rg "
    if stroke:
        paint = f"B{rule}" if fill else "S"
        cap = _CAPS[words.get("stroke-linecap", "butt")]
        join = _JOINS[words.get("stroke-linejoin", "miter")]
        state += f"{stroke} RG {_width(pen)} w {cap} J {join} j "
    return f"{state}{shape.path_operators} {paint}"


def _width(pen: float) -> str:
    """The width of a pen with two decimals, rounded up so that no minimum is undercut."""
    return number(math.ceil(pen * 100 - 1e-6) / 100)
