"""Figures of the rules sheet: a part of a map in some position, and what follows from it.

All marks come from the example, which asks the rules for them, so a figure cannot be wrong.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from generator.core.paper import Box
from generator.games.metals.examples import Example, Window
from generator.games.metals.factions import Assault
from generator.games.metals.map import FACINGS, Facing
from generator.games.metals.rules import Metal, Sight
from generator.games.metals.sheets.spaces import (
    ARROWHEAD_LENGTH,
    DIRECTIONS_DIAMETER,
    HALF_BAR_LENGTH,
    HUE,
    MARKS,
    TERRAIN,
    VECTORS,
    Pen,
    arrow,
    attack_head,
    badge,
    bar,
    bent_arrow,
    bold_pen,
    directions,
    field,
    gain_label,
    open_view,
    point_along,
)
from generator.games.metals.sheets.tokens import PLAYERS, figurine
from generator.layout import theme
from generator.layout.flow import Block, column
from generator.layout.page import Art, Group, Item, Rect
from generator.layout.text import INLINE_ART_RISE, Style, line

# Shares of a space's side.
TERRAIN_SIDE = 0.6  # of the picture on an empty space
CORNER_SIDE = 0.27  # of the picture beside a Metal, small enough to leave its emblem free
MARKER_SIDE = 0.86  # of the marker below a figurine
GAIN_RISE = 0.28  # from a line of sight up to the middle of the label with the gain
POOL_GAP = 0.6  # between a pool and the map, for the arrows from one to the other

FIGURINE_SIDE = 0.88  # of a figurine, as a share of its marker's
FIELD_GAP = 0.35  # mm from the edge of a space to its frame
RIM = 0.4  # mm from the edge of a space to a mark in its corner

Emblems = Mapping[str, str]
"""The art of each faction's emblem."""


class MapFigure:
    """The figures of one example; a space has sides of `cell` mm."""

    def __init__(self, example: Example, emblems: Emblems, cell: float, tinted: bool):
        self.example, self.position = example, example.position
        self.emblems, self.cell, self.tinted = emblems, cell, tinted
        self.width = example.window.columns * cell
        self.height = example.window.rows * cell

    def plain(self) -> Block:
        """The spaces and the Metals on them."""
        return self._block(())

    def actions(self) -> Block:
        """Where the active player may deploy or move to, and where a Metal may face there."""
        choices: dict[tuple[int, int], list[Facing]] = {}
        for action in self.example.actions:
            choices.setdefault((action.metal, action.space), []).append(action.facing)
        items: list[Item] = []
        for (metal, space), facings in choices.items():
            start = self.position.metals[metal].space
            if start is not None:
                items += self._arrow(start, space)
            items += directions(self.box(space).centre, DIRECTIONS_DIAMETER * self.cell, facings)
        return self._block(items, bare={space for _, space in choices})

    def deployments(self, name: Block) -> Block:
        """The active player's pool with its name below, and arrows to the free corners: to those
        on the left from the left, to those on the right from below the map."""
        player, cell = self.position.active, self.cell
        pool = column([self.pool(player), name], 1.0, align="centre")
        lane, left = (pool.width + cell * gap for gap in (POOL_GAP / 2, POOL_GAP))
        top, below = (self.height - cell) / 2, self.height + cell * POOL_GAP / 2
        start = (pool.width + cell) / 2, self.height / 2
        reach = DIRECTIONS_DIAMETER / 2 * cell + 0.5
        items: list[Item] = []
        for space in dict.fromkeys(action.space for action in self.example.actions):
            x, y = self.box(space).moved(left, 0).centre
            if x - left < self.width / 2:
                points = [(lane, start[1]), (lane, y), (x - reach, y)]
            else:
                points = [(lane, start[1]), (lane, below), (x, below), (x, y + reach)]
            items += bent_arrow([start, *points], ARROWHEAD_LENGTH * cell, self._pen_of(player))
        parts = self.actions().at(left, 0, "map"), pool.at(0, top, "pool")
        return Block((*parts, *items), left + self.width, below + 2 * RIM)

    def assaults(self) -> Block:
        """How far Metals see, which of them are hit or spared, and what attacks gain."""
        lines: list[Item] = []
        marks: list[Item] = []
        assaults = {assault.attacker: assault for assault in self.example.assaults}
        for attacker, sight in self.example.sights.items():
            lines += self._sight(attacker, sight, attacker in assaults)
        for attacker, assault in assaults.items():
            marks += self._attack(assault, self.example.sights[attacker])
        marks += [self._badge("spared", metal) for metal in self.example.spared_metals]
        return self._block(marks, lines)

    def labelled_assaults(self, labels: Mapping[int, str], style: Style) -> Block:
        """The assaults, each with a label behind its attacker, outside the map. No attacker may
        face east, because there is no room on the left."""
        assaults = self.assaults()
        blocks = {attacker: line(text, style) for attacker, text in labels.items()}
        rim = style.em * 1.4
        items: list[Item] = [assaults.at(0, rim, "map")]
        for attacker, block in blocks.items():
            metal = self.position.metals[attacker]
            x, y = self._space_box(metal).centre
            half = self.cell / 2
            places = {
                "south": (x - block.width / 2, INLINE_ART_RISE * style.em),
                "north": (x - block.width / 2, rim + assaults.height + rim - block.height),
                "west": (x + half + 1.5, rim + y - block.height / 2),
            }
            items += block.items(*places[metal.facing])
        right = max(item.box.right for item in items)
        return Block(tuple(items), right, assaults.height + 2 * rim)

    def outcome(self, metal: int) -> Block:
        """A Metal after an assault: on its space, or in its owner's pool."""
        now = self.position.metals[metal]
        if now.space is None:
            return self.pool(now.player)
        column, row = self.position.map.place(now.space)
        only = replace(self.example, window=Window(column, row, 1, 1))
        return MapFigure(only, self.emblems, self.cell, self.tinted).plain()

    def rewards(self) -> Block:
        """The points that Metals score, and badges on those that recover."""
        items: list[Item] = []
        for reward in self.example.rewards:
            box = self._space_box(self.position.metals[reward.metal])
            if reward.points:
                label = gain_label(reward.points, self.cell)
                items.append(label.at(box.x + RIM, box.y + RIM, "gain"))
            if reward.recovered:
                items.append(self._badge("recovers", reward.metal))
        return self._block(items)

    def pool(self, player: int) -> Block:
        """A player's pool: a tray with the Metals in it."""
        waiting = [
            metal
            for metal in self.position.metals
            if metal.player == player and metal.space is None
        ]
        box = Box(0, 0, self.cell, max(1, len(waiting)) * self.cell)
        fill = theme.hue_colour(HUE, "pale") if self.tinted else None
        items: list[Item] = [Rect(box, fill, "slate", theme.LINES["thin"], 1.5, (1.2, 0.9))]
        for number, metal in enumerate(waiting):
            items += self._metal(metal, Box(0, number * self.cell, self.cell, self.cell))
        return Block(tuple(items), box.w, box.h)

    def _block(
        self, marks: Sequence[Item], lines: Sequence[Item] = (), bare: Collection[int] = ()
    ) -> Block:
        """The spaces, lines below what stands on them, marks on top; bare spaces lack what lies
        or stands on them."""
        spaces = self.example.window.spaces(self.position.map)
        items: list[Item] = [self._field(space) for space in spaces]
        items += lines
        for space in spaces:
            if space not in bare:
                items += self._on_space(space)
        outline = Box(0, 0, self.width, self.height)
        strong = theme.hue_colour(HUE, "strong")
        items.append(Rect(outline, None, strong, theme.LINES["frame"], 1.2))
        return Block((*items, *marks), self.width, self.height)

    def box(self, space: int) -> Box:
        """Where a space lies in the figure."""
        column, row = self.position.map.place(space)
        window, side = self.example.window, self.cell
        return Box((column - window.column) * side, (row - window.row) * side, side, side)

    def _space_box(self, metal: Metal) -> Box:
        """Where the space of a Metal on the map lies in the figure."""
        assert metal.space is not None
        return self.box(metal.space)

    def _kind(self, space: int) -> str:
        game_map = self.position.map
        return "corner" if game_map.is_corner(space) else game_map.spaces[space]

    def _field(self, space: int) -> Rect:
        return field(self._kind(space), self.box(space).inset(FIELD_GAP), self.tinted, 1.0)

    def _on_space(self, space: int) -> Iterator[Item]:
        """What lies or stands on a space."""
        box, kind = self.box(space), self._kind(space)
        index = self.position.at(space)
        if index is not None:
            yield from self._metal(self.position.metals[index], box)
            yield from self._terrain_below(kind, self.position.metals[index], box)
        elif kind in TERRAIN:
            yield _picture(kind, box)

    def _terrain_below(self, kind: str, metal: Metal, space: Box) -> Iterator[Item]:
        """A small picture of the terrain below a Metal, in a corner away from its front; of a
        corner space, whose picture would be too fine, its mark, as it points there on the map."""
        if kind not in TERRAIN:
            return
        side, on_the_right = CORNER_SIDE * self.cell, metal.facing == "west"
        left = space.right - side - RIM if on_the_right else space.x + RIM
        box = Box(left, space.bottom - side - RIM, side, side)
        yield Rect(box.inset(-0.2), "white", None, 0, 0.8)
        if kind == "corner":
            yield Art(MARKS[kind][0], box, angle=135.0 if on_the_right else 225.0)
        else:
            yield Art(TERRAIN[kind][0], box)

    def _metal(self, metal: Metal, space: Box) -> tuple[Item, ...]:
        assert metal.faction is not None  # examples have a faction for every Metal
        side = MARKER_SIDE * self.cell
        return metal_on_marker(
            self.emblems[metal.faction],
            metal.player,
            metal.facing,
            metal.damaged,
            space.centred(side, side),
        )

    def _badge(self, kind: str, metal: int) -> Group:
        box, mark = self._space_box(self.position.metals[metal]), badge(kind, self.cell)
        return mark.at(box.right - mark.width - RIM, box.y + RIM, kind)

    def _arrow(self, start: int, end: int) -> list[Item]:
        """An arrow from the edge of a Metal to the disc of directions on the space beside it."""
        (x1, y1), (x2, y2) = self.box(start).centre, self.box(end).centre
        direction = round((x2 - x1) / self.cell), round((y2 - y1) / self.cell)
        near = point_along((x1, y1), direction, MARKER_SIDE / 2 * self.cell)
        far = point_along((x2, y2), direction, -DIRECTIONS_DIAMETER / 2 * self.cell - 0.5)
        return arrow(near, far, ARROWHEAD_LENGTH * self.cell, self._pen_of(self.position.active))

    def _sight(self, attacker: int, sight: Sight, attacks: bool) -> list[Item]:
        """The line of sight of a Metal: up to a Metal that it attacks, to a bar before one that it
        does not attack, or dashed to the edge of the map if no Metal is in the way."""
        if not sight.spaces:
            return []
        metal = self.position.metals[attacker]
        direction, pen = VECTORS[metal.facing], self._pen_of(metal.player)
        middle, reach = self._space_box(metal).centre, len(sight.spaces)
        start = point_along(middle, direction, MARKER_SIDE * FIGURINE_SIDE / 2 * self.cell)
        if sight.metal is None:
            edge = point_along(middle, direction, (reach + 0.44) * self.cell)
            return open_view(start, edge, self.cell, pen)
        end = point_along(middle, direction, (reach - 0.5) * self.cell)
        items = arrow(start, end, 0.0, pen)
        return items if attacks else items + bar(end, direction, HALF_BAR_LENGTH * self.cell, pen)

    def _attack(self, assault: Assault, sight: Sight) -> list[Item]:
        """A solid arrowhead on the figurine that is attacked; the gain above the line of sight, if
        that is long enough."""
        attacker = self.position.metals[assault.attacker]
        direction, reach = VECTORS[attacker.facing], len(sight.spaces)
        start = self._space_box(attacker).centre
        tip = point_along(
            start, direction, (reach - MARKER_SIDE * FIGURINE_SIDE / 2 + 0.02) * self.cell
        )
        items = attack_head(tip, direction, self.cell, self._pen_of(attacker.player))
        if assault.gain and reach > 1:
            label = gain_label(assault.gain, self.cell)
            x, y = point_along(start, direction, reach / 2 * self.cell)
            top = y - GAIN_RISE * self.cell - label.height / 2
            items.append(label.at(x - label.width / 2, top, "gain"))
        return items

    def _pen_of(self, player: int) -> Pen:
        return bold_pen(PLAYERS[player].colour, self.tinted)


def _picture(kind: str, space: Box) -> Art:
    side = TERRAIN_SIDE * space.w
    return Art(TERRAIN[kind][0], space.centred(side, side))


def space_block(kind: str, side: float, tinted: bool) -> Block:
    """An empty space with a picture."""
    box = Box(0, 0, side, side)
    return Block((field(kind, box.inset(FIELD_GAP), tinted, 1.0), _picture(kind, box)), side, side)


@lru_cache(maxsize=256)
def _figurine(emblem: str, side: float, damaged: bool) -> tuple[Item, ...]:
    return tuple(figurine(emblem, Box(0, 0, side, side), damaged))


def metal_on_marker(
    emblem: str, player: int, facing: Facing, damaged: bool, box: Box
) -> tuple[Item, ...]:
    """A Metal on its owner's marker, turned to face that way."""
    side = round(box.w * FIGURINE_SIDE, 3)
    turn = 90 * FACINGS.index(facing)
    items = _figurine(emblem, side, damaged)
    return (
        Art(f"metals/tokens/marker_{PLAYERS[player].key}", box),
        Group(f"facing {facing}", box.centred(side, side), items, turn, True),
    )
