"""The outline of an SVG shape, before it is recoloured.

Input: points in the box of a drawing, y downward, as complex numbers or points like them. Output:
path operators of a PDF, y upward.
"""

from collections.abc import Mapping
from typing import NamedTuple, Protocol, Self

from generator.pdf.numbers import number

SIDE = 100  # units: every drawing has a box of 100 x 100


class Point(Protocol):
    """A complex number, or a point of svgelements."""

    @property
    def real(self) -> float: ...
    @property
    def imag(self) -> float: ...
    def __add__(self, other: Self) -> Self: ...
    def __sub__(self, other: Self) -> Self: ...
    def __mul__(self, other: float) -> Self: ...


class Outline(NamedTuple):
    """An element: its path as operators, whether the path is a single straight line, the width of
    the stroke after transforms, and the attributes that are words (fill, stroke, caps, joins)."""

    path: str
    is_line: bool
    stroke_width: float
    attributes: Mapping[str, str]


def move(to: Point) -> str:
    return f"{_point(to)} m"


def line(to: Point) -> str:
    return f"{_point(to)} l"


def cubic(first: Point, second: Point, end: Point) -> str:
    return f"{_point(first)} {_point(second)} {_point(end)} c"


def quadratic(start: Point, middle: Point, end: Point) -> str:
    """A quadratic curve, written as the equal cubic curve."""
    return cubic(start + (middle - start) * (2 / 3), end + (middle - end) * (2 / 3), end)


def _point(at: Point) -> str:
    return f"{number(at.real)} {number(SIDE - at.imag)}"
