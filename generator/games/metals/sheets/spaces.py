"""A space of the map: its ground, its picture, and in every corner a mark for its kind.

A figurine hides the picture, so the marks lie in the corners, which no figurine, marker or Metal
token covers. Kinds differ by the shape and the number of their marks, not only by colour.
"""

from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from generator.core.paper import Box
from generator.games.metals.definition import Figures
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

# The hue of the ground of each kind that has a picture and marks.
HUES = {
    "point_1": "honey",
    "point_2": "apricot",
    "forest": "leaf",
    "city": "sky",
    "corner": "lagoon",
}


def picture(kind: str) -> str:
    """The art of a kind of space."""
    return f"metals/terrain/{kind}"


def mark(kind: str) -> str:
    """The art of the mark of a kind; on a space for 2 points it comes twice."""
    return f"metals/marks/{'star' if kind.startswith('point') else kind}"


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
def tile(kind: str, side: float, sizes: Pieces, tinted: bool) -> tuple[Item, ...]:
    """A space of that side as the player nearer to it sees it, from (0, 0): its ground, the circle
    that a figurine stands on, its picture. In the near corners are marks, and half a turn away
    those for the other player; the marks of corners are arrows, which point inward."""
    box, diameter, hair = Box(0, 0, side, side), sizes.pad(side), theme.LINES["hair"]
    ground, pad = field(kind, box, tinted, RADIUS), box.centred(diameter, diameter)
    if kind not in HUES:
        return (ground, Oval(pad, None, "silver", hair)) if tinted else (ground,)
    fill = theme.hue_colour(HUES[kind], "pale") if tinted else None
    circle = Oval(pad, fill, theme.hue_colour(HUES[kind], "strong"), hair)
    art = Art(picture(kind), box.centred(ART_SHARE * diameter, ART_SHARE * diameter))
    middle, count = side / 2, 2 if kind == "point_2" else 1
    near = tuple(
        Art(mark(kind), Box(x, middle + y, 0, 0).inset(-radius), angle=angle * (kind == "corner"))
        for dx, y, radius in _mark_places(count, middle - MARK_EDGE, sizes)
        for x, angle in ((middle + dx, 135.0), (middle - dx, 225.0))
    )
    return (ground, circle, art, *near, Group("marks", box, near, 180))


def field(kind: str, box: Box, tinted: bool, radius: float) -> Rect:
    """The ground of a space: its tint and its frame, with corners of that radius."""
    hue = HUES.get(kind)
    if hue is None:
        fill, stroke = ("white", "steel") if tinted else (None, "grey")
        return Rect(box, fill, stroke, theme.LINES["hair"], radius)
    fill = theme.hue_colour(hue, "tray") if tinted else None
    return Rect(box, fill, theme.hue_colour(hue, "strong"), theme.LINES["frame"], radius)


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
