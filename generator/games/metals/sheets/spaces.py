"""A space of the map: its ground, its picture, and in every corner a mark for its kind.

A figurine hides the picture, so the marks lie in the corners, which no figurine, marker or Metal
token covers. Kinds differ by the shape and the number of their marks, not only by colour.
"""

from collections.abc import Iterator
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from generator.core.paper import Box
from generator.games.metals.definition import Figures
from generator.games.metals.map import Space
from generator.layout import theme
from generator.layout.page import Art, Group, Item, Oval, Rect

HUE = "iris"
STRONG = theme.hue_colour(HUE, "strong")
RADIUS = 2.0  # of the corners of a space
MARK_EDGE = 0.5  # from the edge of a space to a mark
# Two stars of 3.2 mm in each corner are a little larger than the pips of a die, which players read
# across a table.
MIN_MARK_RADIUS = 1.6
PAD_SHARE = 0.885  # the circle that a figurine stands on, as a share of the side of a large space
ART_SHARE = 0.62  # the side of the picture, as a share of that circle's diameter
# Half the width that a tooth of the marker has beyond the circle of the round marker, as a share of
# the marker's size (assets/README.md).
TOOTH = 0.21

# The picture of a kind of space, and the hue of its ground.
TERRAIN: dict[str, tuple[str, str]] = {
    "point_1": ("metals/terrain/point_1", "honey"),
    "point_2": ("metals/terrain/point_2", "apricot"),
    "forest": ("metals/terrain/forest", "leaf"),
    "city": ("metals/terrain/city", "sky"),
    "corner": ("metals/terrain/corner", "lagoon"),
}
# The mark of a kind, and its number in each corner.
MARKS: dict[str, tuple[str, int]] = {
    "point_1": ("metals/marks/star", 1),
    "point_2": ("metals/marks/star", 2),
    "forest": ("metals/marks/forest", 1),
    "city": ("metals/marks/city", 1),
    "corner": ("metals/marks/corner", 1),
}


class Pieces(NamedTuple):
    """The sizes of the pieces that may lie on the middle of a space, in mm: the diameter of the
    widest base of a figurine, the width of the identification marker, the side of a Metal token."""

    base: float
    marker: float
    token: float

    @property
    def reach(self) -> float:
        """The distance that pieces reach from the middle of a space towards its corners."""
        return max(self.base / 2, self.marker / 2, self.token / sqrt(2))

    def pad(self, side: float) -> float:
        """The diameter of the circle for a figurine on a space of that side: it holds every base,
        and grows with the space."""
        return max(self.base, PAD_SHARE * side)


def pieces(figures: Figures) -> Pieces:
    counts = figures.tokens
    return Pieces(figures.figurine.base[1], counts.identification_size, counts.size)


@lru_cache(maxsize=64)
def tile(kind: Space | str, side: float, sizes: Pieces, tinted: bool) -> tuple[Item, ...]:
    """A space of that side as the player nearer to it sees it, from (0, 0)."""
    box = Box(0, 0, side, side)
    ground = field(kind, box, tinted, RADIUS)
    if kind not in TERRAIN and not tinted:
        return (ground,)
    pad = _pad(kind, box.centred(sizes.pad(side), sizes.pad(side)), tinted)
    if kind not in TERRAIN:
        return (ground, pad)
    picture = ART_SHARE * sizes.pad(side)
    art = Art(TERRAIN[kind][0], box.centred(picture, picture))
    return (ground, pad, art, *_marks(kind, side, sizes))


def field(kind: Space | str, box: Box, tinted: bool, radius: float) -> Rect:
    """The ground of a space: its tint and its frame, with corners of that radius."""
    art, hue = TERRAIN.get(kind, ("", HUE))
    fill = (theme.hue_colour(hue, "tray") if art else "white") if tinted else None
    stroke = theme.hue_colour(hue, "strong") if art else "steel" if tinted else "grey"
    return Rect(box, fill, stroke, theme.LINES["frame" if art else "hair"], radius)


def _pad(kind: Space | str, box: Box, tinted: bool) -> Oval:
    """The circle that a figurine stands on."""
    hue = TERRAIN.get(kind, ("", HUE))[1]
    if kind not in TERRAIN:
        return Oval(box, None, "silver", theme.LINES["hair"])
    fill = theme.hue_colour(hue, "pale") if tinted else None
    return Oval(box, fill, theme.hue_colour(hue, "strong"), theme.LINES["hair"])


def _marks(kind: str, side: float, sizes: Pieces) -> Iterator[Item]:
    """The marks in the near corners, and half a turn away those for the other player; the marks of
    corners are arrows, which point inward."""
    art, count = MARKS[kind]
    middle = side / 2
    near = tuple(
        Art(art, Box(x, middle + y, 0, 0).inset(-radius), angle=angle)
        for dx, y, radius in _mark_places(count, middle - MARK_EDGE, sizes)
        for x, angle in ((middle + dx, 135.0), (middle - dx, 225.0))
    )
    if kind != "corner":
        near = tuple(mark._replace(angle=0.0) for mark in near)
    yield from near
    yield Group("marks", Box(0, 0, side, side), near, 180)


def is_readable(side: float, sizes: Pieces) -> bool:
    """Whether players can tell the kind of a space of that side with any piece on it."""
    if side < sizes.marker:
        return False
    edge = side / 2 - MARK_EDGE
    return min(_mark_places(count, edge, sizes)[0][2] for count in (1, 2)) >= MIN_MARK_RADIUS


def _mark_places(count: int, edge: float, sizes: Pieces) -> list[tuple[float, float, float]]:
    """The marks of a corner: x and y from the middle of the space, and radius, in mm.

    They touch the lines at `edge` mm from the middle, and stay clear of pieces, of a marker's teeth
    and of the circle that touches those lines, so that the picture stays more conspicuous.
    """
    reach, tooth = max(sizes.reach, edge), TOOTH * sizes.marker
    if count == 1:
        # x + r = edge, and on the diagonal x * sqrt(2) - r = reach
        radius = min((edge * sqrt(2) - reach) / (1 + sqrt(2)), (edge - tooth) / 2)
        return [(edge - radius, edge - radius, radius)]
    # Two circles touch each other: x + r = edge, y = x - r * sqrt(2), and x² + y² =
    # (reach + r)², of which r is the smaller root.
    a, b, c = 2 * sqrt(2) + 3, 2 * (1 + sqrt(2)) * edge + 2 * edge + 2 * reach, 2 * edge**2
    radius = (b - sqrt(max(0.0, b * b - 4 * a * (c - reach**2)))) / (2 * a)
    radius = min(radius, (edge - tooth) / (2 + sqrt(2)))
    x = edge - radius
    y = x - sqrt(2) * radius
    return [(x, y, radius), (y, x, radius)]
