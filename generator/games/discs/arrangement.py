"""The places of symbols on a disc: a ring in which all are tilted alike, so that no side is up."""

import math
from typing import NamedTuple

from generator.layout.page import CUT_CLEARANCE

MARK_SHARE = 0.365  # the side of a mark, as a share of the symbol's: see assets/README.md
MARK_DROP = 0.04  # how far the mark is below the middle of the symbol, as a share of its side
MARK_DISC = 0.92  # the diameter of the mark's white disc, as a share of the mark's side
MIN_MARK_MM = 3.0  # a smaller mark cannot be recognized

# By the number of symbols: the side of a symbol and its distance from the centre, as shares of the
# free radius; and its rotation at the top of the disc, in degrees clockwise. Found by a search: the
# largest with which every shipped shape fits its sector, 0.04 of the radius from its neighbours.
_RINGS = {
    1: (1.60, 0.09, 315),
    2: (0.98, 0.51, 270),
    3: (0.86, 0.55, 80),
    4: (0.80, 0.60, 315),
    5: (0.70, 0.65, 310),
}


class Spot(NamedTuple):
    """A place for a symbol: its middle, its side, its rotation in degrees clockwise."""

    x: float
    y: float
    side: float
    angle: int


def room(diameter: float) -> float:
    """The share of a disc's radius that is free for symbols; the diameter is in mm."""
    return 1 - CUT_CLEARANCE / (diameter / 2)


def spots(symbols: int, turn: int, room: float) -> tuple[Spot, ...]:
    """The places clockwise, the first one `turn` degrees from the top. `room` is the share of the
    radius that is free for symbols."""
    side, distance, tilt = _RINGS[symbols]
    ways = (turn + 360 * number / symbols for number in range(symbols))
    return tuple(
        Spot(*rotate(0, -distance * room, way), side * room, round(way + tilt) % 360)
        for way in ways
    )


def rotate(x: float, y: float, angle: float) -> tuple[float, float]:
    """A point rotated clockwise about the origin by an angle in degrees."""
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return x * c - y * s, x * s + y * c


def smallest_diameter(symbols: int) -> float:
    """The diameter, in mm, of the smallest disc with recognizable marks; rounded up to 0.1."""
    share = MARK_SHARE * MARK_DISC * _RINGS[symbols][0]
    return math.ceil(10 * 2 * (MIN_MARK_MM / share + CUT_CLEARANCE)) / 10
