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
    """A part of an ellipse. The ellipse is a circle of radius 1 stretched along two semi-axes. The
    arc begins at an angle of the circle and sweeps over another angle to its end."""

    centre: complex
    first_axis: complex
    second_axis: complex
    angle: float
    sweep: float
    end: complex

    def curves(self) -> Iterator[Curve]:
        """One curve for each quarter turn, which is off by up to 0.2% of the radius."""
        pieces = max(1, math.ceil(abs(self.sweep) / _QUARTER - 1e-6))
        step = self.sweep / pieces
        reach = math.sin(step) * (math.sqrt(4 + 3 * math.tan(step / 2) ** 2) - 1) / 3
        point, tangent = self._at(self.angle)
        for piece in range(1, pieces + 1):
            first_control = point + reach * tangent
            point, tangent = self._at(self.angle + piece * step)
            if piece == pieces:
                point = self.end
            yield first_control, point - reach * tangent, point

    def _at(self, angle: float) -> tuple[complex, complex]:
        """The point at an angle, and the tangent there."""
        cos, sin = math.cos(angle), math.sin(angle)
        point = self.centre + (self.first_axis * cos + self.second_axis * sin)
        return point, self.second_axis * cos - self.first_axis * sin


def ellipse(centre: complex, rx: float, ry: float) -> Arc:
    """A whole ellipse, starting at its right end."""
    return Arc(centre, complex(rx), complex(0, ry), 0.0, math.tau, centre + rx)


def between(
    start: complex,
    rx: float,
    ry: float,
    rotation: float,
    large: bool,
    clockwise: bool,
    end: complex,
) -> Arc:
    """The arc between two different points, as SVG paths describe it (SVG 1.1, F.6): by the radii
    of the ellipse, its rotation, and which of the four possible arcs it is."""
    direction = rect(1, rotation)
    half = (start - end) / 2 * direction.conjugate()
    x, y = half.real, half.imag
    if (excess := (x / rx) ** 2 + (y / ry) ** 2) > 1:  # the ellipse is too small to reach the end
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
    centre = direction * middle + (start + end) / 2
    return Arc(centre, direction * rx, direction * complex(0, ry), begin, sweep, end)
