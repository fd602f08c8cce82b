"""Where symbols lie on a disc: in a ring, tilted alike, so that a disc has no up and no down.

Input: how many symbols, the turn of the disc. Output: positions as shares of the disc's radius,
from its centre, y downward. Each symbol keeps to its own sector, whatever lies beside it.
"""

import math
from typing import NamedTuple

from generator.layout.page import CUT_CLEARANCE

MARK_SHARE = 0.365  # of a symbol's side is its mark, in the middle of the shape: assets/README.md
MARK_DROP = 0.04  # of the side: the mark is so far below the middle of the box
MARK_DISC = 0.92  # of the mark's box is its white disc
SMALLEST_MARK = 3.0  # mm; a smaller mark cannot be told


class _Ring(NamedTuple):
    """The side of a symbol and its distance from the centre, as shares of the room; its tilt:
    how far it is turned clockwise where it lies at the top."""

    side: float
    distance: float
    tilt: int


# By the number of symbols. Found by search: the largest side at which each of the shipped shapes,
# with its outline, fits its sector and keeps 0.04 of the room from its neighbours.
_RINGS = {
    1: _Ring(1.60, 0.09, 315),
    2: _Ring(0.98, 0.51, 270),
    3: _Ring(0.86, 0.55, 80),
    4: _Ring(0.80, 0.60, 315),
    5: _Ring(0.70, 0.65, 310),
}


class Spot(NamedTuple):
    """A place for a symbol: its middle, its side, by how many degrees it is turned clockwise."""

    x: float
    y: float
    side: float
    angle: int


def room(diameter: float) -> float:
    """What symbols have of the radius of a disc with that diameter in mm."""
    return 1 - CUT_CLEARANCE / (diameter / 2)


def spots(symbols: int, turn: int, room: float) -> tuple[Spot, ...]:
    """The places clockwise, the first one `turn` degrees from the top; room is the share of the
    radius that symbols have."""
    ring = _RINGS[symbols]
    result = []
    for number in range(symbols):
        around = turn + 360 * number / symbols
        x, y = turned(0, -ring.distance * room, around)
        result.append(Spot(x, y, ring.side * room, round(around + ring.tilt) % 360))
    return tuple(result)


def turned(x: float, y: float, angle: float) -> tuple[float, float]:
    """A point turned clockwise about the origin by an angle in degrees."""
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return x * c - y * s, x * s + y * c


def smallest_diameter(symbols: int) -> float:
    """The smallest disc, in mm, whose marks can be told; rounded up to a tenth."""
    share = MARK_SHARE * MARK_DISC * _RINGS[symbols].side
    return math.ceil(10 * 2 * (SMALLEST_MARK / share + CUT_CLEARANCE)) / 10
