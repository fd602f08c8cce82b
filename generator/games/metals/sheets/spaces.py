"""A space of the map: its ground, its picture, and in every corner a mark for its kind.

A figurine hides the picture, so the marks lie in the corners, which no figurine, marker or Metal
token covers. Kinds differ by the shape and the number of their marks, not only by colour.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot, sqrt
from typing import NamedTuple

from generator.core.paper import Box
from generator.games.metals.definition import Figures
from generator.games.metals.map import Facing, Space
from generator.layout import theme
from generator.layout.flow import Block
from generator.layout.page import MM_PER_POINT, Art, Group, Item, Line, Oval, Rect
from generator.layout.text import Style, line

HUE = "iris"
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


# Shares of a space's side.
DIRECTIONS_DIAMETER = 0.62  # of the disc with arrows
ARROWHEAD_LENGTH = 0.13
ATTACK_HEAD_LENGTH = 0.22  # of the solid head of an attack
VIEW_DASH = (0.13, 0.1)  # of a line of sight that meets no Metal
HALF_BAR_LENGTH = 0.22
BADGE_DIAMETER = 0.3

GAIN_SIZE = 0.65  # of the text of a gain, in points for each mm of a space
GAIN_HEIGHT_EM = 1.12  # of its label
CASING = 2.2  # the width of the white line below a line, as a multiple of the line's
# The strokes that fill the head of an attack, as shares of half its width.
ATTACK_HEAD_STROKES = tuple(number / 4 for number in range(-4, 5))

VECTORS: dict[Facing, tuple[int, int]] = {
    "north": (0, -1),
    "east": (1, 0),
    "south": (0, 1),
    "west": (-1, 0),
}
# A badge's strokes in a circle of diameter 1, as (x1, y1, x2, y2): a tick; an arrow up.
BADGE_STROKES: dict[str, tuple[tuple[float, float, float, float], ...]] = {
    "spared": ((0.26, 0.52, 0.43, 0.70), (0.43, 0.70, 0.75, 0.30)),
    "recovers": ((0.5, 0.78, 0.5, 0.26), (0.5, 0.24, 0.27, 0.48), (0.5, 0.24, 0.73, 0.48)),
}

Point = tuple[float, float]


class Pen(NamedTuple):
    """The colour and the weight, in points, of a line."""

    colour: str
    weight: float


def bold_pen(colour: str, tinted: bool) -> Pen:
    """The pen for the lines that matter in a figure; line art thins all lines, these less."""
    return Pen(colour, theme.LINES["bold"] * (1 if tinted else 2))


def point_along(start: Point, direction: tuple[int, int], length: float) -> Point:
    """The point at a distance in mm from another, in a direction."""
    return start[0] + direction[0] * length, start[1] + direction[1] * length


def arrow(start: Point, end: Point, head: float, pen: Pen) -> list[Item]:
    """A line, cased in white, with a head of that length in mm at its end; 0 for none."""
    casing = Pen("white", pen.weight * CASING)
    return [*_strokes(start, end, head, casing), *_strokes(start, end, head, pen)]


def open_view(start: Point, end: Point, cell: float, pen: Pen) -> list[Item]:
    """A line of sight along which there is no Metal: dashed, with an open head."""
    head = ARROWHEAD_LENGTH * cell
    view, *strokes = _strokes(start, end, head, pen)
    dash = tuple(share * cell for share in VIEW_DASH)
    casing = _strokes(start, end, head, Pen("white", pen.weight * CASING))
    return [*casing, view._replace(dash=dash), *strokes]


def bent_arrow(points: Sequence[Point], head: float, pen: Pen) -> list[Item]:
    """An arrow of horizontal and vertical legs through points, only its end cased in white."""
    *legs, last = pairwise(points)
    items: list[Item] = []
    for start, end in legs:
        # Half a line width longer, so that the corners are filled.
        items += _strokes(
            start, _point_toward(end, start, -pen.weight * MM_PER_POINT / 2), 0.0, pen
        )
    items += _strokes(*last, 0.0, pen)
    return items + arrow(_point_toward(last[1], last[0], 1.5 * head), last[1], head, pen)


def _point_toward(start: Point, end: Point, length: float) -> Point:
    """The point at a distance in mm from one point on the way to another."""
    (x1, y1), (x2, y2) = start, end
    share = length / hypot(x2 - x1, y2 - y1)
    return x1 + (x2 - x1) * share, y1 + (y2 - y1) * share


def attack_head(tip: Point, direction: tuple[int, int], cell: float, pen: Pen) -> list[Item]:
    """The solid head of an arrow, cased in white, for an attack."""
    length, half = ATTACK_HEAD_LENGTH * cell, ATTACK_HEAD_LENGTH * cell / 2
    x, y = point_along(tip, direction, -length)
    feet = [
        (x - direction[1] * half * share, y - direction[0] * half * share)
        for share in ATTACK_HEAD_STROKES
    ]
    casing = pen.weight * CASING
    white = [Line(*tip, *foot, "white", casing) for foot in (feet[0], feet[-1])]
    return [*white, *(Line(*tip, *foot, pen.colour, pen.weight) for foot in feet)]


def _strokes(start: Point, end: Point, head: float, pen: Pen) -> list[Line]:
    (x1, y1), (x2, y2) = start, end
    items = [Line(x1, y1, x2, y2, pen.colour, pen.weight)]
    if head:
        length = hypot(x2 - x1, y2 - y1)
        dx, dy = (x2 - x1) / length * head, (y2 - y1) / length * head
        # A little beyond the end, so that the two strokes meet in a point.
        tip = x2 + dx * 0.12, y2 + dy * 0.12
        for side in (1, -1):
            foot = x2 - dx + side * dy, y2 - dy - side * dx
            items.append(Line(*tip, *foot, pen.colour, pen.weight))
    return items


def bar(at: Point, direction: tuple[int, int], half: float, pen: Pen) -> list[Item]:
    """A bar across the end of a line, cased in white."""
    (x, y), (dx, dy) = at, direction
    ends = (x - dy * half, y - dx * half, x + dy * half, y + dx * half)
    white = Line(*ends, "white", pen.weight * CASING)
    return [white, Line(*ends, pen.colour, pen.weight * 1.2)]


def directions(centre: Point, side: float, facings: Sequence[Facing]) -> list[Item]:
    """A disc with an arrow for each direction that a Metal may face."""
    x, y = centre
    disc = Box(x - side / 2, y - side / 2, side, side)
    items: list[Item] = [Oval(disc, "white", "ink", theme.LINES["thin"])]
    thin = Pen("ink", theme.LINES["thin"] * 1.4)
    for facing in facings:
        direction = VECTORS[facing]
        start, tip = (
            point_along(centre, direction, side * 0.08),
            point_along(centre, direction, side * 0.4),
        )
        items += _strokes(start, tip, side * 0.16, thin)
    return items


def badge(kind: str, cell: float) -> Block:
    """A round mark: a tick for a Metal that is spared, an arrow up for one that recovers."""
    side = BADGE_DIAMETER * cell
    disc = Oval(Box(0, 0, side, side), "white", "forest", theme.LINES["frame"])
    strokes = (
        Line(x1 * side, y1 * side, x2 * side, y2 * side, "forest", 1.4)
        for x1, y1, x2, y2 in BADGE_STROKES[kind]
    )
    return Block((disc, *strokes), side, side)


def gain_label(points: int, cell: float) -> Block:
    style = Style(max(theme.FLOOR, GAIN_SIZE * cell), "bold")
    words = line(f"+{points}[points]", style)
    width, height = words.width + 0.3 * style.em, GAIN_HEIGHT_EM * style.em
    label = Rect(Box(0, 0, width, height), "cream", "ink", theme.LINES["thin"], 1.6)
    # The middle of the digits, 0.72 em high, in that of the label.
    top = height / 2 - style.em * (0.76 - 0.36)
    return Block((label, *words.items((width - words.width) / 2, top)), width, height)


# Blocks for a key, and for the room between figures


def directions_block(cell: float) -> Block:
    side = DIRECTIONS_DIAMETER * cell
    return Block(tuple(directions((side / 2, side / 2), side, tuple(VECTORS))), side, side)


def attack_block(cell: float, pen: Pen) -> Block:
    """The end of a line of sight at a Metal that is attacked."""
    middle, length = ATTACK_HEAD_LENGTH * cell / 2, 0.7 * cell
    back = length - ATTACK_HEAD_LENGTH * cell
    shaft = arrow((0, middle), (back, middle), 0.0, pen)
    head = attack_head((length, middle), (1, 0), cell, pen)
    return Block((*shaft, *head), length, 2 * middle)


def halted_block(cell: float, pen: Pen) -> Block:
    """The end of a line of sight before a Metal that is not attacked."""
    half = HALF_BAR_LENGTH * cell
    end = 0.7 * cell, half
    items = (*arrow((0, half), end, 0.0, pen), *bar(end, (1, 0), half, pen))
    return Block(items, end[0], 2 * half)


def free_block(cell: float, pen: Pen) -> Block:
    """The end of a line of sight along which there is no Metal."""
    half = ARROWHEAD_LENGTH * cell
    items = open_view((0, half), (0.68 * cell, half), cell, pen)
    return Block(tuple(items), 0.7 * cell, 2 * half)


def becomes_arrow(cell: float, tinted: bool, *, back: bool = False) -> Block:
    """An arrow from left to right, from before to after; with back, from right to left."""
    side, length = 2 * ARROWHEAD_LENGTH * cell, 0.5 * cell
    left, right = (0.3, side / 2), (length, side / 2)
    start, end = (right, left) if back else (left, right)
    items = _strokes(start, end, side / 2, bold_pen("slate", tinted))
    return Block(tuple(items), length + 0.3, side)
