"""Elliptical arcs as cubic curves.

Input: points as complex numbers, y downward; angles in radians, clockwise. Output: curves, each as
its two control points and its end.
"""

import math
from cmath import phase, rect
from collections.abc import Iterator
from typing import NamedTuple

_QUARTER = math.pi / 2
Curve = tuple[complex, complex, complex]


class Arc(NamedTuple):
    """A part of an ellipse that is a circle of radius 1 stretched along two half axes: it begins at
    an angle of the circle and sweeps over another one, to its end."""

    centre: complex
    one: complex
    other: complex
    angle: float
    sweep: float
    end: complex

    def curves(self) -> Iterator[Curve]:
        """One a quarter turn, which is off by 0.03% of the radius."""
        pieces = max(1, math.ceil(abs(self.sweep) / _QUARTER - 1e-6))
        step = self.sweep / pieces
        pull = math.sin(step) * (math.sqrt(4 + 3 * math.tan(step / 2) ** 2) - 1) / 3
        point, slope = self._at(self.angle)
        for piece in range(1, pieces + 1):
            first = point + pull * slope
            point, slope = self._at(self.angle + piece * step)
            if piece == pieces:
                point = self.end
            yield first, point - pull * slope, point

    def _at(self, angle: float) -> tuple[complex, complex]:
        """The point there, and which way the arc goes."""
        cos, sin = math.cos(angle), math.sin(angle)
        point = self.centre + (self.one * cos + self.other * sin)
        return point, self.other * cos - self.one * sin


def ellipse(centre: complex, rx: float, ry: float) -> Arc:
    """A whole one, from its right end on."""
    return Arc(centre, complex(rx), complex(0, ry), 0.0, math.tau, centre + rx)


def between(
    start: complex, rx: float, ry: float, turn: float, large: bool, clockwise: bool, end: complex
) -> Arc:
    """An arc by its ends, which differ, its radii and by how much the ellipse is turned, as paths
    have it (SVG 1.1, F.6)."""
    turned = rect(1, turn)
    half = (start - end) / 2 * turned.conjugate()
    x, y = half.real, half.imag
    if (excess := (x / rx) ** 2 + (y / ry) ** 2) > 1:  # too small to reach the end
        rx, ry = rx * math.sqrt(excess), ry * math.sqrt(excess)
    across, along = (rx * y) ** 2, (ry * x) ** 2
    share = math.sqrt(abs(((rx * ry) ** 2 - across - along) / (across + along)))
    share = -share if large == clockwise else share
    middle = complex(share * rx * y / ry, -share * ry * x / rx)
    begin, finish = (
        phase(complex((point - middle).real / rx, (point - middle).imag / ry))
        for point in (half, -half)
    )
    sweep = (finish - begin) % math.tau - (0 if clockwise else math.tau)
    centre = turned * middle + (start + end) / 2
    return Arc(centre, turned * rx, turned * complex(0, ry), begin, sweep, end)
