"""Reads any SVG file with svgelements; shapes, transforms and arcs become lines and curves.

Input: the path of a file. Output: its Outlines. Raises what svgelements raises. For drawings that
follow assets/README.md, svg_plain.py does the same in a tenth of the time.
"""

import math
from collections.abc import Iterator
from pathlib import Path

from svgelements import (
    SVG,
    Arc,
    Close,
    CubicBezier,
    Line,
    Move,
    QuadraticBezier,
    Shape,
)
from svgelements import Path as Element

from generator.pdf.svg_shape import SIDE, Outline, cubic, line, move, quadratic

_CURRENT_COLOR = "#010203"  # what svgelements puts for currentColor; not in the palette


def read(path: Path) -> list[Outline]:
    """The outlines of a drawing."""
    # Transforms are applied to each element later (_outline): while loading, svgelements applies
    # them twice to some shapes.
    drawing = SVG.parse(str(path), reify=False, width=SIDE, height=SIDE, color=_CURRENT_COLOR)
    return [_outline(Element(shape)) for shape in drawing.elements() if isinstance(shape, Shape)]


def _outline(element: Element) -> Outline:
    element.reify()
    is_line = len(element) == 2 and isinstance(element[1], Line)
    attributes = {
        name: "currentColor" if value == _CURRENT_COLOR else value
        for name, value in element.values.items()
        if isinstance(value, str)
    }
    return Outline(" ".join(_segments(element)), is_line, element.stroke_width, attributes)


def _segments(element: Element) -> Iterator[str]:
    for segment in element:
        match segment:
            case Move():
                yield move(segment.end)
            case Close():
                yield "h"
            case Line():
                yield line(segment.end)
            case CubicBezier():
                yield _cubic(segment)
            case QuadraticBezier():
                yield quadratic(segment.start, segment.control, segment.end)
            case Arc():
                # One curve for each quarter turn is off by 0.03% of the radius; svgelements takes
                # three.
                quarters = max(1, math.ceil(abs(segment.sweep) / (math.pi / 2) - 1e-6))
                yield " ".join(_cubic(curve) for curve in segment.as_cubic_curves(quarters))


def _cubic(curve: CubicBezier) -> str:
    return cubic(curve.control1, curve.control2, curve.end)
