"""Matrices and extents, as content streams use them.

A matrix is (a, b, c, d, e, f) with x' = a x + c y + e and y' = b x + d y + f (ISO 32000-1, 8.3.3).
An extent is the box (left, low, right, high) around something, in whatever units.
"""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
# Beyond this a file is broken, and products of numbers would leave what floats can hold.
LARGEST = 1e12


class Extent(NamedTuple):
    """A box by its edges; empty when an edge lies beyond its opposite."""

    left: float
    low: float
    right: float
    high: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.high - self.low

    def grown(self, by: float) -> "Extent":
        return Extent(self.left - by, self.low - by, self.right + by, self.high + by)

    def within(self, other: "Extent", tolerance: float = 0.0) -> bool:
        return (
            self.left >= other.left - tolerance
            and self.low >= other.low - tolerance
            and self.right <= other.right + tolerance
            and self.high <= other.high + tolerance
        )

    def common(self, other: "Extent") -> "Extent | None":
        """What both have in common; None if they lie apart."""
        left, low = max(self.left, other.left), max(self.low, other.low)
        right, high = min(self.right, other.right), min(self.high, other.high)
        return Extent(left, low, right, high) if left <= right and low <= high else None


def around(extents: Sequence[Extent]) -> Extent | None:
    """The extent of all of them; None of none."""
    if not extents:
        return None
    lefts, lows, rights, highs = zip(*extents, strict=True)
    return Extent(min(lefts), min(lows), max(rights), max(highs))


def times(first: Matrix, then: Matrix) -> Matrix:
    """The matrix that does one after the other. Raises OverflowError for numbers past all use."""
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    product = (
        a * p + b * r, a * q + b * s,
        c * p + d * r, c * q + d * s,
        e * p + f * r + t, e * q + f * s + u,
    )  # fmt: skip
    if not all(-LARGEST < value < LARGEST for value in product):
        raise OverflowError("a matrix past all use")
    return product


def moved(matrix: Matrix, x: float, y: float) -> Point:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def placed(matrix: Matrix, extent: Extent) -> Extent:
    """The extent, upright again, of an extent that was moved by a matrix."""
    a, b, c, d, e, f = matrix
    left, low, right, high = extent
    if b == c == 0:
        x1, x2, y1, y2 = a * left + e, a * right + e, d * low + f, d * high + f
        return Extent(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))
    return points_extent([moved(matrix, x, y) for x in (left, right) for y in (low, high)])


def points_extent(points: Iterable[Point]) -> Extent:
    xs, ys = zip(*points, strict=True)
    return Extent(min(xs), min(ys), max(xs), max(ys))


def scales(matrix: Matrix) -> tuple[float, float]:
    """The smallest and the largest factor by which a matrix changes lengths."""
    a, b, c, d, _, _ = matrix
    half = (a * a + b * b + c * c + d * d) / 2
    area = abs(a * d - b * c)
    largest = math.sqrt(half + math.sqrt(max(0.0, half * half - area * area)))
    return (area / largest if largest else 0.0), largest


def height(matrix: Matrix) -> float:
    """How high a unit square stands on its baseline; a slant does not make it higher."""
    a, b, c, d, _, _ = matrix
    base = math.hypot(a, b)
    return abs(a * d - b * c) / base if base else 0.0


def curve_extent(curve: tuple[Point, Point, Point, Point]) -> Extent:
    """The extent of a cubic Bézier curve, not of its control points."""
    (left, right), (low, high) = (_spread(*values) for values in zip(*curve, strict=True))
    return Extent(left, low, right, high)


def _spread(p0: float, p1: float, p2: float, p3: float) -> tuple[float, float]:
    """The least and the greatest value of one coordinate along the curve."""
    low, high = min(p0, p3), max(p0, p3)
    if low <= min(p1, p2) and max(p1, p2) <= high:
        return low, high
    values = [p0, p3]
    for t in _turns(p1 - p0, p2 - p1, p3 - p2):
        if 0 < t < 1:
            s = 1 - t
            values.append(s * s * s * p0 + 3 * s * s * t * p1 + 3 * s * t * t * p2 + t * t * t * p3)
    return min(values), max(values)


def _turns(d0: float, d1: float, d2: float) -> list[float]:
    """Where d0 (1-t)^2 + 2 d1 (1-t) t + d2 t^2, the slope, is nought."""
    a, b, c = d0 - 2 * d1 + d2, 2 * (d1 - d0), d0
    if abs(a) < 1e-12:
        return [-c / b] if b else []
    root = b * b - 4 * a * c
    if root < 0:
        return []
    return [(-b + sign * math.sqrt(root)) / (2 * a) for sign in (-1, 1)]
