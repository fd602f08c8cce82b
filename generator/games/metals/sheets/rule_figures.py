"""Figures of the rules sheet: a part of a map in some position, and what follows from it.

All marks come from the example, which asks the engine for them, so a figure cannot be wrong.
Lengths in capitals are shares of a space's side, unless they say mm.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from generator.core.paper import Box
from generator.games.metals.examples import Example, Metal, Place, Window
from generator.games.metals.map import FACINGS, VECTORS, Facing
from generator.games.metals.sheets.map_sheet import HUE, HUES, STRONG, field, mark, picture
from generator.games.metals.sheets.tokens import PLAYERS, figurine
from generator.layout import theme
from generator.layout.flow import Block, column
from generator.layout.page import MM_PER_POINT, Art, Group, Item, Line, Oval, Point, Rect
from generator.layout.text import INLINE_ART_RISE, Style, line

TERRAIN_SIDE = 0.6  # of the picture on an empty space
CORNER_SIDE = 0.27  # of the picture beside a Metal, small enough to leave its emblem free
MARKER_SIDE = 0.86  # of the marker below a figurine
FIGURINE_SIDE = 0.88  # of a figurine, as a share of its marker's
POOL_GAP = 0.6  # between a pool and the map, for the arrows from one to the other
DIRECTIONS_DIAMETER = 0.62  # of the disc with arrows
ARROWHEAD_LENGTH = 0.13
ATTACK_HEAD_LENGTH = 0.22  # of the solid head of an attack
VIEW_DASH = (0.13, 0.1)  # of a line of sight that meets no Metal
HALF_BAR_LENGTH = 0.22
BADGE_DIAMETER = 0.3
GAIN_RISE = 0.28  # from a line of sight up to the middle of the label with the gain
GAIN_SIZE = 0.65  # of the text of a gain, in points for each mm of a space
GAIN_HEIGHT_EM = 1.12  # of its label
FIELD_GAP = 0.35  # mm from the edge of a space to its frame
RIM = 0.4  # mm from the edge of a space to a mark in its corner
CASING = 2.2  # the width of the white line below a line, as a multiple of the line's
# The strokes that fill the head of an attack, as shares of half its width.
ATTACK_HEAD_STROKES = tuple(number / 4 for number in range(-4, 5))
# A badge's strokes in a circle of diameter 1, as (x1, y1, x2, y2): a tick; an arrow up.
BADGE_STROKES = {
    "spared": ((0.26, 0.52, 0.43, 0.70), (0.43, 0.70, 0.75, 0.30)),
    "recovers": ((0.5, 0.78, 0.5, 0.26), (0.5, 0.24, 0.27, 0.48), (0.5, 0.24, 0.73, 0.48)),
}


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


def _strokes(start: Point, end: Point, head: float, pen: Pen) -> list[Line]:
    (x1, y1), (x2, y2) = start, end
    items = [Line(x1, y1, x2, y2, *pen)]
    if head:
        length = hypot(x2 - x1, y2 - y1)
        dx, dy = (x2 - x1) / length * head, (y2 - y1) / length * head
        # A little beyond the end, so that the two strokes meet in a point.
        tip = x2 + dx * 0.12, y2 + dy * 0.12
        for side in (1, -1):
            foot = x2 - dx + side * dy, y2 - dy - side * dx
            items.append(Line(*tip, *foot, *pen))
    return items


def arrow(
    start: Point, end: Point, head: float, pen: Pen, dash: tuple[float, ...] = ()
) -> list[Item]:
    """A line, cased in white, with a head of that length in mm at its end; 0 for none."""
    casing = _strokes(start, end, head, Pen("white", pen.weight * CASING))
    shaft, *tip = _strokes(start, end, head, pen)
    return [*casing, shaft._replace(dash=dash), *tip]


def open_view(start: Point, end: Point, cell: float, pen: Pen) -> list[Item]:
    """A line of sight along which there is no Metal: dashed, with an open head."""
    dash = tuple(share * cell for share in VIEW_DASH)
    return arrow(start, end, ARROWHEAD_LENGTH * cell, pen, dash)


def bar(at: Point, direction: tuple[int, int], cell: float, pen: Pen) -> list[Item]:
    """A bar across the end of a line, cased in white."""
    (x, y), dx, dy = at, *(part * HALF_BAR_LENGTH * cell for part in direction)
    ends = (x - dy, y - dx, x + dy, y + dx)
    white = Line(*ends, "white", pen.weight * CASING)
    return [white, Line(*ends, pen.colour, pen.weight * 1.2)]


def attack_head(tip: Point, direction: tuple[int, int], cell: float, pen: Pen) -> list[Item]:
    """The solid head of an arrow, cased in white, for an attack."""
    length = ATTACK_HEAD_LENGTH * cell
    x, y = point_along(tip, direction, -length)
    feet = [
        (x - direction[1] * length / 2 * share, y - direction[0] * length / 2 * share)
        for share in ATTACK_HEAD_STROKES
    ]
    white = [Line(*tip, *foot, "white", pen.weight * CASING) for foot in (feet[0], feet[-1])]
    return [*white, *(Line(*tip, *foot, *pen) for foot in feet)]


def bent_arrow(points: Sequence[Point], head: float, pen: Pen) -> list[Item]:
    """An arrow of horizontal and vertical legs through points, only its end cased in white."""
    *legs, last = pairwise(points)
    items: list[Item] = []
    for start, end in legs:
        # Half a line width longer, so that the corners are filled.
        end = _point_toward(end, start, -pen.weight * MM_PER_POINT / 2)
        items += _strokes(start, end, 0.0, pen)
    items += _strokes(*last, 0.0, pen)
    return items + arrow(_point_toward(last[1], last[0], 1.5 * head), last[1], head, pen)


def _point_toward(start: Point, end: Point, length: float) -> Point:
    """The point at a distance in mm from one point on the way to another."""
    share = length / hypot(end[0] - start[0], end[1] - start[1])
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def directions(centre: Point, side: float, facings: Sequence[Facing] = FACINGS) -> list[Item]:
    """A disc with an arrow for each direction that a Metal may face."""
    disc, thin = Box(*centre, 0, 0).inset(-side / 2), theme.LINES["thin"]
    items: list[Item] = [Oval(disc, "white", "ink", thin)]
    for facing in facings:
        start, tip = (point_along(centre, VECTORS[facing], side * share) for share in (0.08, 0.4))
        items += _strokes(start, tip, side * 0.16, Pen("ink", thin * 1.4))
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


def sight_sign(kind: str, cell: float, pen: Pen) -> Block:
    """The end of a line of sight, for a key: at a Metal that is attacked ("hit") or not ("bar"), or
    where there is no Metal ("nobody")."""
    half = {"hit": ATTACK_HEAD_LENGTH / 2, "bar": HALF_BAR_LENGTH, "nobody": ARROWHEAD_LENGTH}[kind]
    half, length, right = half * cell, 0.7 * cell, (1, 0)
    if kind == "nobody":
        items = open_view((0, half), (0.68 * cell, half), cell, pen)
    elif kind == "bar":
        items = arrow((0, half), (length, half), 0.0, pen) + bar((length, half), right, cell, pen)
    else:
        back = length - ATTACK_HEAD_LENGTH * cell
        items = arrow((0, half), (back, half), 0.0, pen)
        items += attack_head((length, half), right, cell, pen)
    return Block(tuple(items), length, 2 * half)


def becomes_arrow(cell: float, tinted: bool, *, back: bool = False) -> Block:
    """An arrow from left to right, from before to after; with back, from right to left."""
    side, length = 2 * ARROWHEAD_LENGTH * cell, 0.5 * cell
    left, right = (0.3, side / 2), (length, side / 2)
    start, end = (right, left) if back else (left, right)
    items = _strokes(start, end, side / 2, bold_pen("slate", tinted))
    return Block(tuple(items), length + 0.3, side)


def space_block(kind: str, side: float, tinted: bool) -> Block:
    """An empty space with a picture."""
    box = Box(0, 0, side, side)
    return Block((field(kind, box.inset(FIELD_GAP), tinted, 1.0), _picture(kind, box)), side, side)


def _picture(kind: str, space: Box) -> Art:
    return Art(picture(kind), space.centred(TERRAIN_SIDE * space.w, TERRAIN_SIDE * space.w))


def metal_on_marker(
    emblem: str, player: int, facing: Facing, damaged: bool, box: Box
) -> tuple[Item, ...]:
    """A Metal on its owner's marker, turned to face that way."""
    side, turn = round(box.w * FIGURINE_SIDE, 3), 90 * FACINGS.index(facing)
    items = figurine(emblem, Box(0, 0, side, side), damaged)
    return (
        Art(f"metals/tokens/marker_{PLAYERS[player].key}", box),
        Group(f"facing {facing}", box.centred(side, side), items, turn, True),
    )


class MapFigure:
    """The figures of one example; a space has sides of `cell` mm. emblems holds the art of each
    faction's emblem."""

    def __init__(self, example: Example, emblems: Mapping[str, str], cell: float, tinted: bool):
        self.example, self.metals = example, example.metals
        self.emblems, self.cell, self.tinted = emblems, cell, tinted
        self.width = example.window.columns * cell
        self.height = example.window.rows * cell

    def plain(
        self, marks: Sequence[Item] = (), lines: Sequence[Item] = (), bare: Collection[Place] = ()
    ) -> Block:
        """The spaces and the Metals on them, lines below what stands on spaces, marks on top; bare
        spaces lack what lies or stands on them."""
        window = self.example.window
        rows, columns = (range(window[i], window[i] + window[i + 2]) for i in (1, 0))
        places = [(column, row) for row in rows for column in columns]
        items: list[Item] = [
            field(self._kind(place), self.box(place).inset(FIELD_GAP), self.tinted, 1.0)
            for place in places
        ]
        items += lines
        for place in places:
            if place not in bare:
                items += self._on_space(place)
        outline = Box(0, 0, self.width, self.height)
        items.append(Rect(outline, None, STRONG, theme.LINES["frame"], 1.2))
        return Block((*items, *marks), self.width, self.height)

    def actions(self) -> Block:
        """Where the active player may deploy or move to, and where a Metal may face there."""
        choices: dict[tuple[int, Place], list[Facing]] = {}
        for metal, place, facing in self.example.actions:
            choices.setdefault((metal, place), []).append(facing)
        side, items = DIRECTIONS_DIAMETER * self.cell, list[Item]()
        for (metal, place), facings in choices.items():
            if start := self.metals[metal].place:
                # From the edge of the Metal to the disc on the space beside it.
                direction = place[0] - start[0], place[1] - start[1]
                near = point_along(self.box(start).centre, direction, MARKER_SIDE / 2 * self.cell)
                far = point_along(self.box(place).centre, direction, -side / 2 - 0.5)
                items += arrow(
                    near, far, ARROWHEAD_LENGTH * self.cell, self._pen(self.example.active)
                )
            items += directions(self.box(place).centre, side, facings)
        return self.plain(items, bare={place for _, place in choices})

    def deployments(self, name: Block) -> Block:
        """The active player's pool with its name below, and arrows to the free corners: to those
        on the left from the left, to those on the right from below the map."""
        player, cell = self.example.active, self.cell
        pool = column([self.pool(player), name], 1.0, align="centre")
        lane, left = (pool.width + cell * gap for gap in (POOL_GAP / 2, POOL_GAP))
        top, below = (self.height - cell) / 2, self.height + cell * POOL_GAP / 2
        start = (pool.width + cell) / 2, self.height / 2
        reach = DIRECTIONS_DIAMETER / 2 * cell + 0.5
        pen, items = self._pen(player), list[Item]()
        for place in dict.fromkeys(place for _, place, _ in self.example.actions):
            x, y = self.box(place).moved(left, 0).centre
            if x - left < self.width / 2:
                points = [(lane, start[1]), (lane, y), (x - reach, y)]
            else:
                points = [(lane, start[1]), (lane, below), (x, below), (x, y + reach)]
            items += bent_arrow([start, *points], ARROWHEAD_LENGTH * cell, pen)
        parts = self.actions().at(left, 0, "map"), pool.at(0, top, "pool")
        return Block((*parts, *items), left + self.width, below + 2 * RIM)

    def assaults(self) -> Block:
        """How far Metals see, which of them are hit or spared, and what attacks gain.

        The line of sight of a Metal ends in a solid arrowhead on a Metal that it attacks, with the
        gain above it if it is long enough; at a bar before one that it does not attack; or dashed
        at the edge of the map if no Metal is in the way.
        """
        lines, marks, cell = list[Item](), list[Item](), self.cell
        rim = MARKER_SIDE * FIGURINE_SIDE / 2
        for number, sight in self.example.sights.items():
            metal, reach = self.metals[number], sight.reach
            pen, direction = self._pen(metal.player), VECTORS[metal.facing]
            along = partial(point_along, self.box(metal.place).centre, direction)
            start, end = along(rim * cell), along((reach - 0.5) * cell)
            if reach and sight.metal is None:
                lines += open_view(start, along((reach + 0.44) * cell), cell, pen)
            elif reach:
                lines += arrow(start, end, 0.0, pen)
                lines += [] if sight.attacks else bar(end, direction, cell, pen)
            if sight.attacks:
                marks += attack_head(along((reach - rim + 0.02) * cell), direction, cell, pen)
            if sight.gain and reach > 1:
                label, (x, y) = gain_label(sight.gain, cell), along(reach / 2 * cell)
                top = y - GAIN_RISE * cell - label.height / 2
                marks.append(label.at(x - label.width / 2, top, "gain"))
        marks += [self._badge("spared", metal) for metal in self.example.spared_metals]
        return self.plain(marks, lines)

    def labelled_assaults(self, labels: Mapping[int, str], style: Style) -> Block:
        """The assaults, each with a label behind its attacker, outside the map. No attacker may
        face east, because there is no room on the left."""
        assaults, rim, half = self.assaults(), style.em * 1.4, self.cell / 2
        items: list[Item] = [assaults.at(0, rim, "map")]
        for attacker, text in labels.items():
            block = line(text, style)
            x, y = self.box(self.metals[attacker].place).centre
            places = {
                "south": (x - block.width / 2, INLINE_ART_RISE * style.em),
                "north": (x - block.width / 2, rim + assaults.height + rim - block.height),
                "west": (x + half + 1.5, rim + y - block.height / 2),
            }
            items += block.items(*places[self.metals[attacker].facing])
        right = max(item.box.right for item in items)
        return Block(tuple(items), right, assaults.height + 2 * rim)

    def outcome(self, metal: int) -> Block:
        """A Metal after an assault: on its space, or in its owner's pool."""
        now = self.metals[metal]
        if now.place is None:
            return self.pool(now.player)
        only = replace(self.example, window=Window(*now.place, 1, 1))
        return MapFigure(only, self.emblems, self.cell, self.tinted).plain()

    def rewards(self) -> Block:
        """The points that Metals score, and badges on those that recover."""
        items: list[Item] = []
        for metal, (points, recovers) in self.example.rewards.items():
            if points:
                box = self.box(self.metals[metal].place)
                items.append(gain_label(points, self.cell).at(box.x + RIM, box.y + RIM, "gain"))
            if recovers:
                items.append(self._badge("recovers", metal))
        return self.plain(items)

    def pool(self, player: int) -> Block:
        """A player's pool: a tray with the Metals in it."""
        metals = self.metals.values()
        waiting = [metal for metal in metals if metal.player == player and metal.place is None]
        cell, box = self.cell, Box(0, 0, self.cell, max(1, len(waiting)) * self.cell)
        fill = theme.hue_colour(HUE, "pale") if self.tinted else None
        items: list[Item] = [Rect(box, fill, "slate", theme.LINES["thin"], 1.5, (1.2, 0.9))]
        for number, metal in enumerate(waiting):
            items += self._metal(metal, Box(0, number * cell, cell, cell))
        return Block(tuple(items), box.w, box.h)

    def box(self, place: Place | None) -> Box:
        """Where a space on the map lies in the figure."""
        assert place, "the Metal is on the map"
        window, side = self.example.window, self.cell
        return Box((place[0] - window.column) * side, (place[1] - window.row) * side, side, side)

    def _kind(self, place: Place) -> str:
        return self.example.map.ground(self.example.map.index(*place))

    def _on_space(self, place: Place) -> Iterator[Item]:
        """The picture of a space; or the Metal on it, and a small picture of what is below, in a
        corner away from its front. That of a corner space would be too fine: so its mark, as it
        points there on the map."""
        space, kind = self.box(place), self._kind(place)
        metal = next((metal for metal in self.metals.values() if metal.place == place), None)
        if metal:
            yield from self._metal(metal, space)
        if kind not in HUES:
            return
        if not metal:
            yield _picture(kind, space)
            return
        side, on_the_right = CORNER_SIDE * self.cell, metal.facing == "west"
        left = space.right - side - RIM if on_the_right else space.x + RIM
        box = Box(left, space.bottom - side - RIM, side, side)
        yield Rect(box.inset(-0.2), "white", None, 0, 0.8)
        if kind == "corner":
            yield Art(mark(kind), box, angle=135.0 if on_the_right else 225.0)
        else:
            yield Art(picture(kind), box)

    def _metal(self, metal: Metal, space: Box) -> tuple[Item, ...]:
        box = space.centred(MARKER_SIDE * self.cell, MARKER_SIDE * self.cell)
        emblem = self.emblems[metal.faction]
        return metal_on_marker(emblem, metal.player, metal.facing, metal.damaged, box)

    def _badge(self, kind: str, metal: int) -> Group:
        box, disc = self.box(self.metals[metal].place), badge(kind, self.cell)
        return disc.at(box.right - disc.width - RIM, box.y + RIM, kind)

    def _pen(self, player: int) -> Pen:
        return bold_pen(PLAYERS[player].colour, self.tinted)
