"""Matrices of PDF, and boxes in mm.

A matrix maps (x, y) to (a x + c y + e, b x + d y + f), as in ISO 32000-1, 8.3.3.
"""

import math
from typing import NamedTuple

from generator.core.paper import Box


class Matrix(NamedTuple):
    """A transformation; without arguments, the identity."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def then(self, other: "Matrix") -> "Matrix":
        """The transformation that applies this matrix first and the other one second."""
        a, b, c, d, e, f = self
        p, q, r, s, t, u = other
        return Matrix(
            a * p + b * r, a * q + b * s,
            c * p + d * r, c * q + d * s,
            e * p + f * r + t, e * q + f * s + u,
        )  # fmt: skip

    def bounding_box(self, left: float, bottom: float, right: float, top: float) -> Box:
        """The upright box around a transformed rectangle."""
        a, b, c, d, e, f = self
        if b == c == 0:
            x1, x2, y1, y2 = a * left + e, a * right + e, d * bottom + f, d * top + f
            return Box(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))
        corners = [(x, y) for x in (left, right) for y in (bottom, top)]
        xs = [a * x + c * y + e for x, y in corners]
        ys = [b * x + d * y + f for x, y in corners]
        return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))

    @property
    def least_scale(self) -> float:
        """The smallest factor by which the matrix changes a length."""
        a, b, c, d, _, _ = self
        half = (a * a + b * b + c * c + d * d) / 2
        area = abs(a * d - b * c)
        largest = math.sqrt(half + math.sqrt(max(0.0, half * half - area * area)))
        return area / largest if largest else 0.0

    @property
    def height(self) -> float:
        """How high a unit square stands on its baseline; a slant does not make it higher."""
        a, b, c, d, _, _ = self
        width = math.hypot(a, b)
        return abs(a * d - b * c) / width if width else 0.0


def intersection(one: Box, other: Box) -> Box | None:
    """The common part of two boxes; None if they are apart."""
    left, top = max(one.x, other.x), max(one.y, other.y)
    right, bottom = min(one.right, other.right), min(one.bottom, other.bottom)
    return Box(left, top, right - left, bottom - top) if left <= right and top <= bottom else None
