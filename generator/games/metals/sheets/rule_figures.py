"""Figures of the rules sheet: a part of a map at one moment, with what comes of it.

Input: an Example, the art of the emblems, the side of a space. Output: Blocks. All marks come from
the example, which asks the rules for them, so a figure cannot show a wrong one.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from generator.core.paper import Box
from generator.games.metals.examples import Example, Window
from generator.games.metals.factions import Assault
from generator.games.metals.map import FACINGS, Facing
from generator.games.metals.position import Metal
from generator.games.metals.rules import Sight
from generator.games.metals.sheets.marks import (
    BAR,
    DIRECTIONS,
    HEAD,
    WAY,
    Pen,
    along,
    arrow,
    badge,
    bar,
    directions,
    gain,
    path,
    pen,
    strike,
)
from generator.games.metals.sheets.spaces import HUE, TERRAIN, field
from generator.games.metals.sheets.tokens import PLAYERS, figurine
from generator.layout import theme
from generator.layout.flow import Block, column
from generator.layout.page import Art, Group, Item, Rect
from generator.layout.text import INLINE_ART_RISE, Style, line

# Shares of a space's side.
TERRAIN_SIDE = 0.6  # of the picture on an empty space
CORNER_SIDE = 0.27  # of the picture beside a Metal, small enough to leave its emblem free
METAL = 0.86  # of the marker below a figurine
FIGURINE = 0.88  # of a figurine, as a share of its marker
ABOVE = 0.26  # from a line of sight up to the middle of what the attack gains
POOL_GAP = 0.6  # between a pool and the map, with the way from one to the other in it
FIELD = 0.35  # mm from the edge of a space to its frame
RIM = 0.4  # mm from the edge of a space to a mark in its corner

Emblems = Mapping[str, str]
"""The art of each faction's emblem."""


class MapFigure:
    """Draws one example; spaces have sides of `cell` mm."""

    def __init__(self, example: Example, emblems: Emblems, cell: float, tinted: bool):
        self.example, self.position = example, example.position
        self.emblems, self.cell, self.tinted = emblems, cell, tinted
        self.width = example.window.columns * cell
        self.height = example.window.rows * cell

    def plain(self) -> Block:
        """The spaces and the Metals on them."""
        return self._part(())

    def actions(self) -> Block:
        """Where the active player may deploy or move to, and how a Metal may look there."""
        choices: dict[tuple[int, int], list[Facing]] = {}
        for action in self.example.actions:
            choices.setdefault((action.metal, action.space), []).append(action.facing)
        items: list[Item] = []
        for (metal, space), facings in choices.items():
            start = self.position.metals[metal].space
            if start is not None:
                items += self._arrow(start, space)
            items += directions(self.box(space).centre, DIRECTIONS * self.cell, facings)
        return self._part(items, bare={space for _, space in choices})

    def deployments(self, name: Block) -> Block:
        """The active player's pool with its name below, and its ways to the corners that are
        free: to those on the left from that side, to those on the right from below the map."""
        player, cell = self.position.active, self.cell
        pool = column([self.pool(player), name], 1.0, align="centre")
        lane, left = (pool.width + cell * gap for gap in (POOL_GAP / 2, POOL_GAP))
        top, below = (self.height - cell) / 2, self.height + cell * POOL_GAP / 2
        start = (pool.width + cell) / 2, self.height / 2
        reach = DIRECTIONS / 2 * cell + 0.5
        items: list[Item] = []
        for space in dict.fromkeys(action.space for action in self.example.actions):
            x, y = self.box(space).moved(left, 0).centre
            if x - left < self.width / 2:
                ways = [(lane, start[1]), (lane, y), (x - reach, y)]
            else:
                ways = [(lane, start[1]), (lane, below), (x, below), (x, y + reach)]
            items += path([start, *ways], HEAD * cell, self._pen(player))
        parts = self.actions().at(left, 0, "map"), pool.at(0, top, "pool")
        return Block((*parts, *items), left + self.width, below + 2 * RIM)

    def assaults(self) -> Block:
        """Who sees how far, who is hit, who is spared, and what that gains."""
        lines: list[Item] = []
        marks: list[Item] = []
        by = {assault.attacker: assault for assault in self.example.assaults}
        for attacker, sight in self.example.sights.items():
            lines += self._sight(attacker, sight, attacker in by)
        for attacker, assault in by.items():
            marks += self._attack(assault, self.example.sights[attacker])
        marks += [self._badge("spared", metal) for metal in self.example.unharmed]
        return self._part(marks, lines)

    def labelled_assaults(self, labels: Mapping[int, str], style: Style) -> Block:
        """The assaults, each with a label behind its attacker, outside of the map: none may look
        east, since there is no room on the left."""
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
        """What has become of a Metal: its space with it, or the pool it is in."""
        now = self.position.metals[metal]
        if now.space is None:
            return self.pool(now.player)
        column, row = self.position.map.place(now.space)
        only = replace(self.example, window=Window(column, row, 1, 1))
        return MapFigure(only, self.emblems, self.cell, self.tinted).plain()

    def rewards(self) -> Block:
        """What the Metals score, and which recover."""
        items: list[Item] = []
        for one in self.example.rewards:
            box = self._space_box(self.position.metals[one.metal])
            if one.points:
                items.append(gain(one.points, self.cell).at(box.x + RIM, box.y + RIM, "gain"))
            if one.recovered:
                items.append(self._badge("recovers", one.metal))
        return self._part(items)

    def pool(self, player: int) -> Block:
        """A player's pool: a tray with the Metals in it."""
        waiting = [one for one in self.position.metals if (one.player, one.space) == (player, None)]
        box = Box(0, 0, self.cell, max(1, len(waiting)) * self.cell)
        fill = theme.hue_colour(HUE, "pale") if self.tinted else None
        items: list[Item] = [
            Rect(box, fill, "slate", theme.LINES["thin"], 1.5, (1.2, 0.9)),
        ]
        for number, metal in enumerate(waiting):
            items += self._metal(metal, Box(0, number * self.cell, self.cell, self.cell))
        return Block(tuple(items), box.w, box.h)

    # What figures are made of.

    def _part(
        self, marks: Sequence[Item], lines: Sequence[Item] = (), bare: Collection[int] = ()
    ) -> Block:
        """The spaces, lines that pass below what is on them, marks on top; bare spaces are
        without their pictures."""
        spaces = self.example.window.spaces(self.position.map)
        items: list[Item] = [self._field(space) for space in spaces]
        items += lines
        for space in spaces:
            if space not in bare:
                items += self._on(space)
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
        return field(self._kind(space), self.box(space).inset(FIELD), self.tinted, 1.0)

    def _on(self, space: int) -> Iterator[Item]:
        """What lies or stands on a space."""
        box, kind = self.box(space), self._kind(space)
        index = self.position.at(space)
        if index is not None:
            yield from self._metal(self.position.metals[index], box)
            yield from self._below(kind, self.position.metals[index], box)
        elif kind in TERRAIN:
            yield _picture(kind, box)

    def _below(self, kind: str, metal: Metal, space: Box) -> Iterator[Item]:
        """A small picture of what a Metal stands on, in a corner that is not its front."""
        if kind not in TERRAIN or kind == "corner":
            return
        side = CORNER_SIDE * self.cell
        left = space.right - side - RIM if metal.facing == "west" else space.x + RIM
        box = Box(left, space.bottom - side - RIM, side, side)
        yield Rect(box.inset(-0.2), "white", None, 0, 0.8)
        yield Art(TERRAIN[kind][0], box)

    def _metal(self, metal: Metal, space: Box) -> tuple[Item, ...]:
        assert metal.faction is not None  # examples have a faction for every Metal
        side = METAL * self.cell
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
        """From the edge of a Metal to the sign for all directions on the space beside it."""
        (x1, y1), (x2, y2) = self.box(start).centre, self.box(end).centre
        way = round((x2 - x1) / self.cell), round((y2 - y1) / self.cell)
        near = along((x1, y1), way, METAL / 2 * self.cell)
        far = along((x2, y2), way, -DIRECTIONS / 2 * self.cell - 0.5)
        return arrow(near, far, HEAD * self.cell, self._pen(self.position.active))

    def _sight(self, attacker: int, sight: Sight, attacks: bool) -> list[Item]:
        """A line to what a Metal sees: up to one that it attacks, to a bar before one that it
        does not, an arrow to the edge where nobody is in the way."""
        if not sight.spaces:
            return []
        looking = self.position.metals[attacker]
        way, drawn = WAY[looking.facing], self._pen(looking.player)
        middle, reach = self._space_box(looking).centre, len(sight.spaces)
        start = along(middle, way, METAL * FIGURINE / 2 * self.cell)
        if sight.metal is None:
            edge = along(middle, way, (reach + 0.44) * self.cell)
            return arrow(start, edge, HEAD * self.cell, drawn)
        end = along(middle, way, (reach - 0.5) * self.cell)
        items = arrow(start, end, 0.0, drawn)
        return items if attacks else items + bar(end, way, BAR * self.cell, drawn)

    def _attack(self, assault: Assault, sight: Sight) -> list[Item]:
        """A solid arrowhead on the figurine that is attacked; what that gains above the line of
        sight, if it is long enough."""
        hitting = self.position.metals[assault.attacker]
        way, reach = WAY[hitting.facing], len(sight.spaces)
        start = self._space_box(hitting).centre
        tip = along(start, way, (reach - METAL * FIGURINE / 2 + 0.02) * self.cell)
        items = strike(tip, way, self.cell, self._pen(hitting.player))
        if assault.gain and reach > 1:
            label = gain(assault.gain, self.cell)
            x, y = along(start, way, reach / 2 * self.cell)
            top = y - ABOVE * self.cell - label.height / 2
            items.append(label.at(x - label.width / 2, top, "gain"))
        return items

    def _pen(self, player: int) -> Pen:
        return pen(PLAYERS[player].colour, self.tinted)


def _picture(kind: str, space: Box) -> Art:
    side = TERRAIN_SIDE * space.w
    return Art(TERRAIN[kind][0], space.centred(side, side))


def space_part(kind: str, side: float, tinted: bool) -> Block:
    """An empty space with a picture."""
    box = Box(0, 0, side, side)
    return Block((field(kind, box.inset(FIELD), tinted, 1.0), _picture(kind, box)), side, side)


@lru_cache(maxsize=256)
def _figurine(emblem: str, side: float, damaged: bool) -> tuple[Item, ...]:
    return tuple(figurine(emblem, Box(0, 0, side, side), damaged))


def metal_on_marker(
    emblem: str, player: int, facing: Facing, damaged: bool, box: Box
) -> tuple[Item, ...]:
    """A Metal on the marker of its owner, the front where it faces."""
    side = round(box.w * FIGURINE, 3)
    turn = 90 * FACINGS.index(facing)
    items = _figurine(emblem, side, damaged)
    return (
        Art(f"metals/tokens/marker_{PLAYERS[player].key}", box),
        Group(f"facing {facing}", box.centred(side, side), items, turn, True),
    )
