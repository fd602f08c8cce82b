"""The look of the game: lettered logo, magnets at corners, lines of force, the cover's scene."""

import cmath
import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise, product

from generator.core.paper import Box
from generator.layout import page, theme
from generator.layout.booklet import Picture
from generator.layout.flow import Block
from generator.layout.page import Art, Item, Line

HUE = "magnet"  # of sheets that belong to no single board
LOOK = theme.LOOKS[HUE]
# The logo: its letters, how wide each is as a share of its height, with the gap behind it.
LETTERS = (
    *(("letter_m", 1.04), ("letter_a", 0.92), ("letter_g", 0.95), ("magnet", 0.94)),
    *(("letter_e", 0.71), ("letter_t", 0.83), ("letter_m", 1.06), ("letter_e", 0.73)),
    ("magnet", 1.0),
)
MAGNET = 0.19  # how thick the magnets at corners are, as a share of their side
POLES = "red", "blue"  # the colours of the two magnets, and of those at corners, in turn
ASPECT = math.fsum(width for _, width in LETTERS)
# Of the lines of force: by how many degrees their ends differ in potential (at 135 a line runs
# along an edge, at 180 along a diagonal), the steps of each, the end left to the pole, as a power.
ANGLES, STEPS, REACH = (139, 145, 152, 160, 170), 14, 3.4


@lru_cache(maxsize=256)
def logo(width: float, height: float, hue: str, tinted: bool) -> Block:
    """The name of the game, at most so wide and high; line art keeps its plain letters solid."""
    plain = theme.hue_colour(hue, "strong") if tinted else "ink"
    side = min(height, width / ASPECT)
    items, x, poles = list[Item](), 0.0, iter(POLES)
    for name, share in LETTERS:
        colour = next(poles) if name == "magnet" else plain
        items.append(Art(f"{LOOK.art}{name}", Box(x * side, 0, side, side), colour))
        x += share
    return Block(tuple(items), x * side, side, "logo")


def corners(box: Box, side: float, opposite: bool = False) -> tuple[Art, ...]:
    """Magnets bent around the corners of a box, from inside it, or just around two of them."""
    places = product((box.x, box.right - side), (box.y, box.bottom - side))
    turned = zip((0, 270, 90, 180), places, (0, 1, 1, 0), strict=True)
    return tuple(
        Art(f"{LOOK.art}corner", Box(x, y, side, side), POLES[pole], angle)
        for angle, (x, y), pole in turned
        if not (pole and opposite)
    )


@lru_cache(maxsize=64)
def force(width: float, height: float, weight: float) -> tuple[Line, ...]:
    """The lines of force between four poles at the corners of a box, of which neighbours attract.

    Around poles of a unit charge at 1 and -1, and of the opposite one at i and -i, a line of force
    has all points z where (z*z - 1) / (z*z + 1) has one angle; solved for z, with a growing size of
    that number, it runs from pole to pole.
    """
    lines: list[Line] = []
    for degrees, turn in product(ANGLES, range(4)):
        sizes = (math.exp(REACH * (2 * step / STEPS - 1)) for step in range(STEPS + 1))
        values = (cmath.rect(size, math.radians(degrees)) for size in sizes)
        unit = (1j**turn * (1 + 1j) * cmath.sqrt((1 + w) / (1 - w)) for w in values)
        # Rounded, because sines differ in their last bits between machines.
        points = [
            (round(width * (1 + z.real) / 2, 2), round(height * (1 + z.imag) / 2, 2)) for z in unit
        ]
        lines += (Line(*one, *other, page.CURRENT, weight) for one, other in pairwise(points))
    return tuple(lines)


# Where figures are in the scene of the cover, as shares of its side: left, top, side, their angle.
PLACES = (
    *((0.155, 0.115, 0.25, 0), (0.39, 0.175, 0.23, -6), (0.0, 0.44, 0.21, -24)),
    *((0.41, 0.575, 0.18, 0), (0.0, 0.71, 0.26, 0), (0.74, 0.71, 0.26, 0)),
    *((0.595, 0.115, 0.25, 0), (0.80, 0.44, 0.2, 20), (0.41, 0.0, 0.17, 12)),
)


def scene(arts: Sequence[str]) -> tuple[Picture]:
    """For covers: a giant magnet, which figures climb, hang on and fly to."""

    def picture(box: Box) -> list[Item]:
        items: list[Item] = [Art(f"{LOOK.art}pattern", box, "shadow"), Art(f"{LOOK.art}scene", box)]
        for art, (x, y, side, angle) in zip(arts, PLACES, strict=False):
            place = Box(box.x + x * box.w, box.y + y * box.w, side * box.w, side * box.w)
            items.append(Art(art, place, angle=angle))
        return items

    return (picture,)
