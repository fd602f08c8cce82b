"""The outlines of SVG shapes.

Input: the name of a shape, and its values with what it inherits. Output: a Shape, whose transforms
are applied. Raises ValueError or ArithmeticError for numbers that are too large. Points are complex
numbers, y downward, in the box of 0 to SIDE.
"""

import cmath
import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from generator.pdf import arc
from generator.pdf.arc import Arc
from generator.pdf.svg_elements import Element
from generator.pdf.svg_path import Segment, arc_segment
from generator.pdf.svg_values import IDENTITY, Values

SIDE = 100  # units: every drawing has a box of 100 x 100
# In numbers with two decimals: the sign of a zero, and zeros at the end.
_SUPERFLUOUS = re.compile(r"-(?=0\.00\b)|\.00\b|(?<=\.[0-9])0\b")


@dataclass(frozen=True, eq=False)
class Shape:
    """A shape with what it inherits. Transforms are applied to `segments` and `stroke_width`."""

    element: Element
    values: Values
    segments: Sequence[Segment]
    stroke_width: float

    @property
    def is_line(self) -> bool:
        """Whether the shape is a single straight line, which has no inside."""
        return [operator for operator, _ in self.segments] == ["m", "l"]

    @cached_property
    def path_operators(self) -> str:
        """The outline as operators of PDF, y upward, with two decimals."""
        pattern = " ".join([_pattern(operator, len(points)) for operator, points in self.segments])
        coordinates: list[float] = []
        for _, points in self.segments:
            for point in points:
                coordinates += point.real, SIDE - point.imag
        return _SUPERFLUOUS.sub("", pattern % tuple(coordinates))


@cache
def _pattern(operator: str, point_count: int) -> str:
    """What is formatted to a segment: "%.2f %.2f l"; an arc becomes several curves."""
    points_of_one = 3 if operator == "c" else point_count
    one = "%.2f " * (2 * points_of_one) + operator
    return " ".join([one] * (point_count // points_of_one)) if point_count else operator


def make_shape(element: Element, values: Values) -> Shape:
    """The shape of an element, from its values and what it inherits."""
    segments = [*_OUTLINES[element.name](values)]
    stroke_width = values.numbers.get("stroke-width", 1.0)
    if (transform := values.transform) is not IDENTITY:
        apply = transform.apply
        segments = [(operator, tuple(map(apply, points))) for operator, points in segments]
        stroke_width *= transform.scale
    if not cmath.isfinite(sum([sum(points) for _, points in segments])):
        raise ArithmeticError("numbers that are too large")
    return Shape(element, values, segments, stroke_width)


def _rect(values: Values) -> Iterator[Segment]:
    get = values.numbers.get
    x, y, w, h = (get(name, 0.0) for name in ("x", "y", "width", "height"))
    rx = get("rx", get("ry", 0.0))
    ry = get("ry", rx)
    if not w or not h:
        return  # nothing is drawn without a size (SVG 1.1, 9.2), nor is a circle without a radius
    if rx and ry:
        yield from _rounded(x, y, w, h, min(rx, w / 2), min(ry, h / 2))
    else:
        right, bottom = x + w, y + h
        corners = complex(x, y), complex(right, y), complex(right, bottom), complex(x, bottom)
        yield from _open_polygon(corners)
    yield ("h", ())


def _rounded(x: float, y: float, w: float, h: float, rx: float, ry: float) -> Iterator[Segment]:
    """A rectangle with rounded corners: a side and a corner, four times, clockwise from the top
    left."""
    right, bottom, quarter = x + w, y + h, math.pi / 2
    left_x, right_x, top_y, bottom_y = x + rx, right - rx, y + ry, bottom - ry
    corners = (  # end of the side before, centre, end of the corner
        (complex(right_x, y), complex(right_x, top_y), complex(right, top_y)),
        (complex(right, bottom_y), complex(right_x, bottom_y), complex(right_x, bottom)),
        (complex(left_x, bottom), complex(left_x, bottom_y), complex(x, bottom_y)),
        (complex(x, top_y), complex(left_x, top_y), complex(left_x, y)),
    )
    yield ("m", (complex(left_x, y),))
    for index, (start, centre, end) in enumerate(corners):
        yield "l", (start,)
        corner = Arc(centre, complex(rx), complex(0, ry), (index - 1) * quarter, quarter, end)
        yield arc_segment(corner)


def _ellipse(values: Values) -> Iterator[Segment]:
    get = values.numbers.get
    radius = get("r", 0.0)
    rx, ry = get("rx", radius), get("ry", radius)
    if rx and ry:
        ellipse = arc.ellipse(complex(get("cx", 0.0), get("cy", 0.0)), rx, ry)
        yield ("m", (ellipse.end,))
        yield arc_segment(ellipse)
        yield ("h", ())


def _line(values: Values) -> Iterator[Segment]:
    x1, y1, x2, y2 = (values.numbers.get(name, 0.0) for name in ("x1", "y1", "x2", "y2"))
    return _open_polygon((complex(x1, y1), complex(x2, y2)))


def _open_polygon(points: Sequence[complex]) -> Iterator[Segment]:
    return (("l" if index else "m", (point,)) for index, point in enumerate(points))


def _polygon(values: Values) -> Iterator[Segment]:
    yield from _open_polygon(values.points)
    if values.points:
        yield ("h", ())


_OUTLINES: dict[str, Callable[[Values], Iterable[Segment]]] = {
    "path": lambda values: values.path,
    "rect": _rect,
    "circle": _ellipse,
    "ellipse": _ellipse,
    "line": _line,
    "polyline": lambda values: _open_polygon(values.points),
    "polygon": _polygon,
}


def bounding_box(segments: Iterable[Segment]) -> tuple[complex, complex]:
    """The top left and the bottom right corner of the box around an outline that has points."""
    points = [*_outermost_points(segments)]
    xs, ys = [point.real for point in points], [point.imag for point in points]
    return complex(min(xs), min(ys)), complex(max(xs), max(ys))


def _outermost_points(segments: Iterable[Segment]) -> Iterator[complex]:
    """The ends of all segments, and where curves turn back in x or in y."""
    start = position = 0j
    for operator, points in segments:
        if operator == "c":
            for first, second, end in zip(points[::3], points[1::3], points[2::3], strict=True):
                yield from _turning_points(position, first, second, end)
                yield end
                position = end
        else:
            yield from points
            position = points[-1] if points else start
            start = position if operator == "m" else start


def _turning_points(*curve: complex) -> Iterator[complex]:
    """Where a cubic curve (start, two control points, end) runs straight down or across."""
    start, first, second, end = curve
    for coordinates in ([point.real for point in curve], [point.imag for point in curve]):
        for t in _roots_of_derivative(*coordinates):
            if 0 < t < 1:
                u = 1 - t
                yield u**3 * start + 3 * u * u * t * first + 3 * u * t * t * second + t**3 * end


def _roots_of_derivative(p0: float, p1: float, p2: float, p3: float) -> Iterator[float]:
    """The real t at which the derivative of a cubic Bezier polynomial is 0."""
    a, b, c = p3 - 3 * p2 + 3 * p1 - p0, 2 * (p2 - 2 * p1 + p0), p1 - p0
    if (discriminant := b * b - 4 * a * c) >= 0:
        q = -(b + math.copysign(math.sqrt(discriminant), b)) / 2  # no cancellation
        if a:
            yield q / a
        if q:
            yield c / q
