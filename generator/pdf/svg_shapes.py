"""The outlines of SVG shapes.

Input: an element, and its values with what it inherits. Output: a Shape, whose outline can be
measured and written as operators of PDF. Points are complex numbers, y downward, in the box of 0 to
SIDE.
"""

import cmath
import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property

from generator.pdf import arc
from generator.pdf.arc import Arc
from generator.pdf.svg_elements import Element
from generator.pdf.svg_path import Segment, arc_segment
from generator.pdf.svg_values import IDENTITY, Values

_CLOSE: Segment = ("h", ())
SIDE = 100  # units: every drawing has a box of 100 x 100
# In numbers with two decimals: the sign of a zero, and zeros at the end.
_SUPERFLUOUS = re.compile(r"-(?=0\.00\b)|\.00\b|(?<=\.[0-9])0\b")


class Shape:
    """A shape with what it inherits. Transforms are applied to `segments` and `stroke_width`.
    Raises ValueError or ArithmeticError for numbers that are too large."""

    def __init__(self, element: Element, values: Values):
        self.element, self.values = element, values
        self.segments: Sequence[Segment] = [*_OUTLINES[element.name](values)]
        self.stroke_width = values.numbers.get("stroke-width", 1.0)
        if (transform := values.transform) is not IDENTITY:
            apply = transform.apply
            self.segments = [(name, tuple(map(apply, points))) for name, points in self.segments]
            self.stroke_width *= transform.scale
        if not cmath.isfinite(sum([sum(points) for _, points in self.segments])):
            raise ArithmeticError("numbers that are too large")

    @property
    def is_line(self) -> bool:
        """Whether the shape is a single straight line, which has no inside."""
        return len(self.segments) == 2 and self.segments[1][0] == "l"

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
    yield _CLOSE


def _rounded(x: float, y: float, w: float, h: float, rx: float, ry: float) -> Iterator[Segment]:
    """A rectangle with rounded corners: a side and a corner, four times, clockwise from the top
    left."""
    left, top, right, bottom = x + rx, y + ry, x + w - rx, y + h - ry
    centres = complex(right, top), complex(right, bottom), complex(left, bottom), complex(left, top)
    radii = complex(0, -ry), complex(rx), complex(0, ry), complex(-rx)
    yield "m", (centres[-1] + radii[0],)
    for index, centre in enumerate(centres):
        end, quarter = centre + radii[(index + 1) % 4], math.pi / 2
        yield "l", (centre + radii[index],)
        yield arc_segment(Arc(centre, radii[1], radii[2], (index - 1) * quarter, quarter, end))


def _ellipse(values: Values) -> Iterator[Segment]:
    get = values.numbers.get
    radius = get("r", 0.0)
    rx, ry = get("rx", radius), get("ry", radius)
    if rx and ry:
        ellipse = arc.ellipse(complex(get("cx", 0.0), get("cy", 0.0)), rx, ry)
        yield "m", (ellipse.end,)
        yield arc_segment(ellipse)
        yield _CLOSE


def _line(values: Values) -> Iterator[Segment]:
    x1, y1, x2, y2 = (values.numbers.get(name, 0.0) for name in ("x1", "y1", "x2", "y2"))
    return _open_polygon((complex(x1, y1), complex(x2, y2)))


def _open_polygon(points: Sequence[complex]) -> Iterator[Segment]:
    return (("l" if index else "m", (point,)) for index, point in enumerate(points))


_OUTLINES: dict[str, Callable[[Values], Iterable[Segment]]] = {
    "path": lambda values: values.path,
    "rect": _rect,
    "circle": _ellipse,
    "ellipse": _ellipse,
    "line": _line,
    "polyline": lambda values: values.path,
    "polygon": lambda values: (*values.path, _CLOSE) if values.path else (),
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


def _turning_points(
    start: complex, first: complex, second: complex, end: complex
) -> Iterator[complex]:
    """Where a cubic curve runs straight down or straight across."""
    # A third of its derivative at t is a * t**2 + b * t + c.
    a, b, c = end - start + 3 * (first - second), 2 * (start - 2 * first + second), first - start
    for t in (*_roots(a.real, b.real, c.real), *_roots(a.imag, b.imag, c.imag)):
        if 0 < t < 1:
            yield start + t * (3 * c + t * (1.5 * b + t * a))


def _roots(a: float, b: float, c: float) -> Iterator[float]:
    """The real roots of a polynomial of degree 2 or less."""
    if (discriminant := b * b - 4 * a * c) >= 0:
        q = -(b + math.copysign(math.sqrt(discriminant), b)) / 2  # no cancellation
        if a:
            yield q / a
        if q:
            yield c / q
