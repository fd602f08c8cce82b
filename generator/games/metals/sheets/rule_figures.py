"""Figures of the rules sheet: a part of a map in some position, and what follows from it. Lengths
in capitals are shares of a space's side, unless they say mm."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import hypot
from typing import Literal, NamedTuple

from generator.core.paper import Box
from generator.games.metals.definition import emblem
from generator.games.metals.examples import Example, Metal, Place
from generator.games.metals.map import FACINGS, VECTORS, Facing
from generator.games.metals.sheets.map_sheet import HUE, HUES, STRONG, field, mark, picture
from generator.games.metals.sheets.tokens import LIVERIES, PLAYERS, figurine
from generator.layout import theme
from generator.layout.flow import TICK, Block, Strokes, drawn
from generator.layout.page import Art, Group, Item, Line, Oval, Point, Rect
from generator.layout.text import INLINE_ART_RISE, Style, line

# What is at the end of a line of sight: a Metal that is attacked, one that is not, none.
Sees = Literal["hit", "bar", "nobody"]

TERRAIN_SIDE = 0.6  # of the picture on an empty space
CORNER_SIDE = 0.27  # of the picture beside a Metal, small enough to leave its emblem free
MARKER_SIDE = 0.86  # of the marker below a figurine
FIGURINE_SIDE = 0.88  # of a figurine, as a share of its marker's
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
ARROW_UP: Strokes = ((0.5, 0.78, 0.5, 0.26), (0.5, 0.24, 0.27, 0.48), (0.5, 0.24, 0.73, 0.48))


class Pen(NamedTuple):
    """The colour and the weight, in points, of a line."""

    colour: str
    weight: float


def bold_pen(colour: str, tinted: bool) -> Pen:
    """The pen for the lines that matter in a figure; line art thins all lines, these less."""
    return Pen(colour, theme.LINES["bold"] * (1 if tinted else 2))


def point_along(start: Point, direction: tuple[int, int], length: float) -> Point:
    return start[0] + direction[0] * length, start[1] + direction[1] * length


def _strokes(start: Point, end: Point, head: float, pen: Pen) -> list[Line]:
    (x1, y1), (x2, y2) = start, end
    items = [Line(x1, y1, x2, y2, *pen)]
    if head:
        length = hypot(x2 - x1, y2 - y1)
        dx, dy = (x2 - x1) / length * head, (y2 - y1) / length * head
        # A little beyond the end, so that the two strokes meet in a point.
        tip = x2 + dx * 0.12, y2 + dy * 0.12
        items += [Line(*tip, x2 - dx + side * dy, y2 - dy - side * dx, *pen) for side in (1, -1)]
    return items


def arrow(
    start: Point, end: Point, head: float, pen: Pen, dash: tuple[float, ...] = ()
) -> list[Item]:
    """A line, cased in white, with a head of that length in mm at its end; 0 for none."""
    casing = _strokes(start, end, head, Pen("white", pen.weight * CASING))
    shaft, *tip = _strokes(start, end, head, pen)
    return [*casing, shaft._replace(dash=dash), *tip]


def line_of_sight(
    start: Point, facing: Facing, end: Point, sees: Sees, cell: float, pen: Pen
) -> list[Item]:
    """A line with a bar across its end, cased in white, before a Metal that is not attacked; dashed
    and with an open head where there is no Metal."""
    if sees == "nobody":
        dash = tuple(share * cell for share in VIEW_DASH)
        return arrow(start, end, ARROWHEAD_LENGTH * cell, pen, dash)
    items = arrow(start, end, 0.0, pen)
    if sees == "bar":
        (x, y), (dx, dy) = end, (part * HALF_BAR_LENGTH * cell for part in VECTORS[facing])
        ends = (x - dy, y - dx, x + dy, y + dx)
        items.append(Line(*ends, "white", pen.weight * CASING))
        items.append(Line(*ends, pen.colour, pen.weight * 1.2))
    return items


def attack_head(tip: Point, facing: Facing, cell: float, pen: Pen) -> list[Item]:
    """The solid head of an arrow, cased in white, for an attack."""
    (dx, dy), half = VECTORS[facing], ATTACK_HEAD_LENGTH * cell / 2
    x, y = point_along(tip, (dx, dy), -2 * half)
    feet = [(x - dy * half * share, y - dx * half * share) for share in ATTACK_HEAD_STROKES]
    white = [Line(*tip, *foot, "white", pen.weight * CASING) for foot in (feet[0], feet[-1])]
    return [*white, *(Line(*tip, *foot, *pen) for foot in feet)]


def directions(side: float) -> Block:
    """A disc with an arrow for each direction that a Metal may face."""
    disc, middle, thin = Box(0, 0, side, side), (side / 2, side / 2), theme.LINES["thin"]
    items: list[Item] = [Oval(disc, "white", "ink", thin)]
    for vector in VECTORS.values():
        start, tip = (point_along(middle, vector, side * share) for share in (0.08, 0.4))
        items += _strokes(start, tip, side * 0.16, Pen("ink", thin * 1.4))
    return Block(tuple(items), side, side)


def badge(kind: str, cell: float) -> Block:
    """A round mark: a tick for a Metal that is spared, an arrow up for one that recovers."""
    side = BADGE_DIAMETER * cell
    box = Box(0, 0, side, side)
    disc = Oval(box, "white", "forest", theme.LINES["frame"])
    sign = TICK if kind == "spared" else ARROW_UP
    return Block((disc, *drawn(sign, box, "forest", 1.4)), side, side)


def gain_label(points: int, cell: float) -> Block:
    style = Style(max(theme.FLOOR, GAIN_SIZE * cell), "bold")
    words = line(f"+{points}[points]", style)
    width, height = words.width + 0.3 * style.em, GAIN_HEIGHT_EM * style.em
    label = Rect(Box(0, 0, width, height), "cream", "ink", theme.LINES["thin"], 1.6)
    # The middle of the digits, 0.72 em high, in that of the label.
    top = height / 2 - style.em * (0.76 - 0.36)
    return Block((label, *words.items((width - words.width) / 2, top)), width, height)


def sight_sign(sees: Sees, cell: float, pen: Pen) -> Block:
    """The end of a line of sight, for a key."""
    hit = ATTACK_HEAD_LENGTH / 2, 0.7 - ATTACK_HEAD_LENGTH
    ends = {"hit": hit, "bar": (HALF_BAR_LENGTH, 0.7), "nobody": (ARROWHEAD_LENGTH, 0.68)}
    (half, end), length = (share * cell for share in ends[sees]), 0.7 * cell
    items = line_of_sight((0, half), "east", (end, half), sees, cell, pen)
    if sees == "hit":
        items += attack_head((length, half), "east", cell, pen)
    return Block(tuple(items), length, 2 * half)


def becomes_arrow(cell: float, tinted: bool) -> Block:
    """An arrow from left to right, from before to after."""
    middle, length = ARROWHEAD_LENGTH * cell, 0.5 * cell
    items = _strokes((0.3, middle), (length, middle), middle, bold_pen("slate", tinted))
    return Block(tuple(items), length + 0.3, 2 * middle)


def space_block(kind: str, side: float, tinted: bool) -> Block:
    box = Box(0, 0, side, side)
    art = Art(picture(kind), box.centred(TERRAIN_SIDE * side, TERRAIN_SIDE * side))
    return Block((field(kind, box.inset(FIELD_GAP), tinted, 1.0), art), side, side)


def metal_on_marker(metal: Metal, side: float) -> Block:
    box, inner = Box(0, 0, side, side), round(side * FIGURINE_SIDE, 3)
    marker = Art(f"metals/tokens/marker_{PLAYERS[metal.player]}", box)
    items = figurine(emblem(metal.faction), Box(0, 0, inner, inner), metal.damaged)
    turn, place = 90 * FACINGS.index(metal.facing), box.centred(inner, inner)
    return Block((marker, Group(f"facing {metal.facing}", place, items, turn, True)), side, side)


class MapFigure:
    """The figures of one example, whose spaces have sides of `cell` mm."""

    def __init__(self, example: Example, cell: float, tinted: bool):
        self.example, self.metals = example, example.metals
        self.cell, self.tinted = cell, tinted

    def plain(
        self, marks: Sequence[Item] = (), lines: Sequence[Item] = (), bare: Collection[Place] = ()
    ) -> Block:
        """The spaces and the Metals on them, lines below what stands on spaces, marks on top; bare
        spaces lack what lies or stands on them."""
        left, top, columns, rows = self.example.window
        places = [(left + i % columns, top + i // columns) for i in range(columns * rows)]
        boxes = [self.box(place).inset(FIELD_GAP) for place in places]
        kinds = map(self.example.ground, places)
        grounds = [field(*each, self.tinted, 1.0) for each in zip(kinds, boxes, strict=True)]
        above = [item for at in places if at not in bare for item in self._on_space(at)]
        outline = Box(0, 0, columns * self.cell, rows * self.cell)
        frame = Rect(outline, None, STRONG, theme.LINES["frame"], 1.2)
        return Block((*grounds, *lines, *above, frame, *marks), outline.w, outline.h)

    def actions(self) -> Block:
        """Where the active player may place Metals, facing any way."""
        disc, items = directions(DIRECTIONS_DIAMETER * self.cell), list[Item]()
        for metal, place in self.example.placements:
            space = self.box(place)
            if start := self.metals[metal].place:
                # From the edge of the Metal to the disc on the space beside it.
                step = place[0] - start[0], place[1] - start[1]
                near = point_along(self.box(start).centre, step, MARKER_SIDE / 2 * self.cell)
                far = point_along(space.centre, step, -disc.width / 2 - 0.5)
                pen = bold_pen(LIVERIES[PLAYERS[self.example.active]], self.tinted)
                items += arrow(near, far, ARROWHEAD_LENGTH * self.cell, pen)
            box = space.centred(disc.width, disc.height)
            items.append(disc.at(box.x, box.y, "directions"))
        return self.plain(items, bare={place for _, place in self.example.placements})

    def assaults(self) -> Block:
        """How far Metals see, which of them are hit or spared, and what attacks gain: above lines
        of sight that are long enough."""
        lines, marks, cell = list[Item](), list[Item](), self.cell
        rim = MARKER_SIDE * FIGURINE_SIDE / 2
        for number, sight in self.example.sights.items():
            metal, reach = self.metals[number], sight.reach
            pen, facing = bold_pen(LIVERIES[PLAYERS[metal.player]], self.tinted), metal.facing
            along = partial(point_along, self.box(metal.place).centre, VECTORS[facing])
            if reach:
                sees: Sees = "hit" if sight.side else "nobody" if sight.metal is None else "bar"
                end = along((reach + (0.44 if sees == "nobody" else -0.5)) * cell)
                lines += line_of_sight(along(rim * cell), facing, end, sees, cell, pen)
            if sight.side:
                marks += attack_head(along((reach - rim + 0.02) * cell), facing, cell, pen)
            if sight.gain and reach > 1:
                label, (x, y) = gain_label(sight.gain, cell), along(reach / 2 * cell)
                top = y - GAIN_RISE * cell - label.height / 2
                marks.append(label.at(x - label.width / 2, top, "gain"))
        attacked = {sight.metal for sight in self.example.sights.values() if sight.side}
        spared = (one for one in self.example.on_map(self.example.active) if one not in attacked)
        marks += [self._badge("spared", metal) for metal in spared]
        return self.plain(marks, lines)

    def labelled_assaults(self, labels: Mapping[int, str], style: Style) -> Block:
        """The assaults, each with a label behind its attacker, outside the map. No attacker may
        face east, because there is no room on the left."""
        assaults, rim = self.assaults(), style.em * 1.4
        items: list[Item] = [assaults.at(0, rim, "map")]
        for attacker, text in labels.items():
            block, metal = line(text, style), self.metals[attacker]
            x, y = self.box(metal.place).centre
            if metal.facing == "west":
                items += block.items(x + self.cell / 2 + 1.5, rim + y - block.height / 2)
            else:
                below = assaults.height + 2 * rim - block.height
                top = INLINE_ART_RISE * style.em if metal.facing == "south" else below
                items += block.items(x - block.width / 2, top)
        right = max(item.box.right for item in items)
        return Block(tuple(items), right, assaults.height + 2 * rim)

    def outcome(self, metal: int) -> Block:
        """A Metal after an assault: on its space, or in its owner's pool."""
        player, place, *_ = self.metals[metal]
        if place is None:
            return self.pool(player)
        only = replace(self.example, window=(*place, 1, 1))
        return MapFigure(only, self.cell, self.tinted).plain()

    def rewards(self) -> Block:
        items: list[Item] = []
        for metal, (points, recovers) in self.example.rewards.items():
            if points:
                box = self.box(self.metals[metal].place)
                items.append(gain_label(points, self.cell).at(box.x + RIM, box.y + RIM, "gain"))
            if recovers:
                items.append(self._badge("recovers", metal))
        return self.plain(items)

    def pool(self, player: int) -> Block:
        """A player's pool: a tray, with the Metal that waits there."""
        box = Box(0, 0, self.cell, self.cell)
        fill = theme.hue_colour(HUE, "pale") if self.tinted else None
        items: list[Item] = [Rect(box, fill, "slate", theme.LINES["thin"], 1.5, (1.2, 0.9))]
        waiting = (one for one in self.metals.values() if one.player == player and not one.place)
        items += [self._metal(metal, box) for metal in waiting]
        return Block(tuple(items), box.w, box.h)

    def box(self, place: Place | None) -> Box:
        """Where a space on the map lies in the figure."""
        assert place, "the Metal is on the map"
        (left, top, *_), side = self.example.window, self.cell
        return Box((place[0] - left) * side, (place[1] - top) * side, side, side)

    def _on_space(self, place: Place) -> Iterator[Item]:
        """The picture of a space; or the Metal on it, and a small picture of what is below, in a
        corner away from its front; of a corner space, for which that is too fine, the mark."""
        space, kind = self.box(place), self.example.ground(place)
        metal = next((metal for metal in self.metals.values() if metal.place == place), None)
        if metal:
            yield self._metal(metal, space)
        if metal and kind in HUES:
            side, on_the_right = CORNER_SIDE * self.cell, metal.facing == "west"
            left = space.right - side - RIM if on_the_right else space.x + RIM
            box = Box(left, space.bottom - side - RIM, side, side)
            yield Rect(box.inset(-0.2), "white", None, 0, 0.8)
            if kind == "corner":
                yield Art(mark(kind), box, angle=135.0 if on_the_right else 225.0)
            else:
                yield Art(picture(kind), box)
        elif kind in HUES:
            side = TERRAIN_SIDE * self.cell
            yield Art(picture(kind), space.centred(side, side))

    def _metal(self, metal: Metal, space: Box) -> Group:
        side = MARKER_SIDE * self.cell
        x, y, *_ = space.centred(side, side)
        return metal_on_marker(metal, side).at(x, y, "metal")

    def _badge(self, kind: str, metal: int) -> Group:
        box, disc = self.box(self.metals[metal].place), badge(kind, self.cell)
        return disc.at(box.right - disc.width - RIM, box.y + RIM, kind)
