"""The outline of a shape: what the readers of SVG make of an element, before it is recoloured.

Input: points in the box of a drawing, y downward, as complex numbers or what has their parts too.
Output: path operators of a PDF, y upward.
"""

from collections.abc import Mapping
from typing import NamedTuple, Protocol, Self

from generator.pdf.numbers import number

SIDE = 100  # every piece is drawn in a box of 100 x 100 units


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
    """An element: its path as operators, whether that is a lone straight line, the width of its
    pen after transforms, and its attributes that are words (fill, stroke, caps and so on)."""

    path: str
    straight: bool
    pen: float
    words: Mapping[str, str]


def move(to: Point) -> str:
    return f"{_point(to)} m"


def line(to: Point) -> str:
    return f"{_point(to)} l"


def cubic(first: Point, second: Point, end: Point) -> str:
    return f"{_point(first)} {_point(second)} {_point(end)} c"


def quadratic(start: Point, middle: Point, end: Point) -> str:
    """A quadratic curve as the cubic that is the same curve."""
    return cubic(start + (middle - start) * (2 / 3), end + (middle - end) * (2 / 3), end)


def _point(at: Point) -> str:
    return f"{number(at.real)} {number(SIDE - at.imag)}"
