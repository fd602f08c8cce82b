"""Figures of the rules sheet: a part of a map at one moment, with what comes of it.

Input: an Example, the art of the emblems, the side of a space. Output: Parts. All marks come from
the example, which asks the rules for them, so a figure cannot show a wrong one.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from generator import theme
from generator.games.metals.examples import Example, Window
from generator.games.metals.factions import Assault
from generator.games.metals.map import FACINGS, Facing
from generator.games.metals.position import Metal
from generator.games.metals.rules import Sight
from generator.games.metals.sheets.blocks import RISE, Part
from generator.games.metals.sheets.map import HUE, TERRAIN, field
from generator.games.metals.sheets.marks import (
    BADGE,
    BAR,
    BURST,
    COMPASS,
    HEAD,
    WAY,
    Pen,
    Point,
    along,
    arrow,
    badge,
    bar,
    burst,
    compass,
    gain,
    pen,
)
from generator.games.metals.sheets.tokens import PLAYERS, figurine
from generator.layout.page import Art, Box, Group, Item, Rect
from generator.layout.text import Style, line

# Shares of a space's side.
TERRAIN_SIDE = 0.6  # of the picture on an empty space
CORNER_SIDE = 0.32  # of the picture beside a Metal
METAL = 0.9  # of the marker below a figurine
FIGURINE = 0.88  # of a figurine, as a share of its marker
GAIN_AT = 0.2  # from the edge of a space to the middle of what it scores

Emblems = Mapping[str, str]
"""The art of each faction's emblem."""


class Figure:
    """Draws one example; spaces have sides of `cell` mm."""

    def __init__(self, example: Example, emblems: Emblems, cell: float, tinted: bool):
        self.example, self.position = example, example.position
        self.emblems, self.cell, self.tinted = emblems, cell, tinted
        self.width = example.window.columns * cell
        self.height = example.window.rows * cell

    def plain(self) -> Part:
        """The spaces and the Metals on them."""
        return self._part(())

    def actions(self) -> Part:
        """Where the active player may deploy or move to, and how a Metal may look there."""
        choices: dict[tuple[int, int], list[Facing]] = {}
        for action in self.example.actions:
            choices.setdefault((action.metal, action.space), []).append(action.facing)
        items: list[Item] = []
        for (metal, space), facings in choices.items():
            start = self.position.metals[metal].space
            if start is not None:
                items += self._arrow(start, space)
            items += compass(self.box(space).centre, COMPASS * self.cell, facings)
        return self._part(items)

    def assaults(self) -> Part:
        """Who sees how far, who is hit, who is spared, and what that gains."""
        items: list[Item] = []
        by = {assault.attacker: assault for assault in self.example.assaults}
        for attacker, sight in self.example.sights.items():
            items += self._sight(attacker, sight, by.get(attacker))
        for metal in self.example.spared:
            items += self._badge("spared", metal)
        return self._part(items)

    def named(self, labels: Mapping[int, str], style: Style) -> Part:
        """The assaults, each with a label behind its attacker, outside of the map: none may look
        east, since there is no room on the left."""
        shown = self.assaults()
        blocks = {attacker: line(text, style) for attacker, text in labels.items()}
        rim = style.em * 1.4
        items: list[Item] = [shown.at("map", 0, rim)]
        for attacker, block in blocks.items():
            metal = self.position.metals[attacker]
            x, y = self.box(metal.space).centre
            half = self.cell / 2
            places = {
                "south": (x - block.width / 2, RISE * style.em),
                "north": (x - block.width / 2, rim + shown.height + rim - block.height),
                "west": (x + half + 1.5, rim + y - block.height / 2),
            }
            items += block.items(*places[metal.facing])
        right = max(item.box.right for item in items)
        return Part(tuple(items), right, shown.height + 2 * rim)

    def outcome(self, metal: int) -> Part:
        """What has become of a Metal: its space with it, or the pool it is in."""
        now = self.position.metals[metal]
        if now.space is None:
            return self.pool(now.player)
        column, row = self.position.map.place(now.space)
        only = replace(self.example, window=Window(column, row, 1, 1))
        return Figure(only, self.emblems, self.cell, self.tinted).plain()

    def occupied(self) -> Part:
        """What the Metals score, and which recover."""
        items: list[Item] = []
        for one in self.example.occupied:
            box = self.box(self.position.metals[one.metal].space)
            if one.points:
                items += gain(one.points, (box.centre[0], box.y + GAIN_AT * self.cell), self.cell)
            if one.recovered:
                items += self._badge("recovers", one.metal)
        return self._part(items)

    def pool(self, player: int) -> Part:
        """A player's pool: a tray with the Metals in it."""
        waiting = [one for one in self.position.metals if (one.player, one.space) == (player, None)]
        box = Box(0, 0, self.cell, max(1, len(waiting)) * self.cell)
        fill = theme.hue_colour(HUE, "pale") if self.tinted else None
        items: list[Item] = [
            Rect(box, fill, "slate", theme.LINES["thin"], 1.5, (1.2, 0.9)),
        ]
        for number, metal in enumerate(waiting):
            items += self._metal(metal, Box(0, number * self.cell, self.cell, self.cell))
        return Part(tuple(items), box.w, box.h)

    # What figures are made of.

    def _part(self, marks: Sequence[Item]) -> Part:
        spaces = self.example.window.spaces(self.position.map)
        items: list[Item] = []
        for space in spaces:
            items += self._space(space)
        outline = Box(0, 0, self.width, self.height)
        strong = theme.hue_colour(HUE, "strong")
        items.append(Rect(outline, None, strong, theme.LINES["frame"], 1.2))
        return Part((*items, *marks), self.width, self.height)

    def box(self, space: int) -> Box:
        """Where a space lies in the figure."""
        column, row = self.position.map.place(space)
        window, side = self.example.window, self.cell
        return Box((column - window.column) * side, (row - window.row) * side, side, side)

    def _space(self, space: int) -> Iterator[Item]:
        box, shown = self.box(space), self.position.map
        kind = "corner" if shown.is_corner(space) else shown.spaces[space]
        yield field(kind, box.inset(0.35), self.tinted, 1.0)
        index = self.position.at(space)
        if index is not None:
            yield from self._metal(self.position.metals[index], box)
            yield from self._below(kind, self.position.metals[index], box)
        elif kind in TERRAIN:
            side = TERRAIN_SIDE * self.cell
            yield Art(TERRAIN[kind][0], box.centred(side, side))

    def _below(self, kind: str, metal: Metal, space: Box) -> Iterator[Item]:
        """A small picture of what a Metal stands on, in a corner that is not its front."""
        if kind not in TERRAIN or kind == "corner":
            return
        side = CORNER_SIDE * self.cell
        left = space.right - side - 0.6 if metal.facing == "west" else space.x + 0.6
        box = Box(left, space.bottom - side - 0.6, side, side)
        yield Rect(box.inset(-0.3), "white", None, 0, 0.8)
        yield Art(TERRAIN[kind][0], box)

    def _metal(self, metal: Metal, space: Box) -> tuple[Item, ...]:
        side = METAL * self.cell
        return metal_on_marker(
            self.emblems[metal.faction],
            metal.player,
            metal.facing,
            metal.damaged,
            space.centred(side, side),
        )

    def _badge(self, kind: str, metal: int) -> list[Item]:
        box = self.box(self.position.metals[metal].space)
        return badge(kind, box.right - BADGE * self.cell - 0.4, box.y + 0.4, self.cell)

    def _arrow(self, start: int, end: int) -> list[Item]:
        """From the edge of a Metal to the compass on the space beside it."""
        (x1, y1), (x2, y2) = self.box(start).centre, self.box(end).centre
        way = round((x2 - x1) / self.cell), round((y2 - y1) / self.cell)
        near = along((x1, y1), way, METAL / 2 * self.cell)
        far = along((x2, y2), way, -COMPASS / 2 * self.cell - 0.5)
        return arrow(near, far, HEAD * self.cell, self._pen(self.position.active))

    def _sight(self, attacker: int, sight: Sight, assault: Assault | None) -> list[Item]:
        """A line to what a Metal sees: a burst where it hits, a bar before one it does not
        attack, an arrow where nobody is in the way."""
        if not sight.spaces:
            return []
        looking = self.position.metals[attacker]
        way, drawn = WAY[looking.facing], self._pen(looking.player)
        middle, reach = self.box(looking.space).centre, len(sight.spaces)
        start = along(middle, way, METAL * FIGURINE / 2 * self.cell)
        if sight.metal is None:
            edge = along(middle, way, (reach + 0.44) * self.cell)
            return arrow(start, edge, HEAD * self.cell, drawn)
        end = along(middle, way, (reach - 0.5) * self.cell)
        items = arrow(start, end, 0.0, drawn)
        if assault is None:
            return items + bar(end, way, BAR * self.cell, drawn)
        items.append(burst(end, self.cell))
        if assault.gain and reach > 1:
            before = along(end, way, -BURST / 2 * self.cell)
            items += gain(assault.gain, _between(start, before), self.cell)
        return items

    def _pen(self, player: int) -> Pen:
        return pen(PLAYERS[player].colour, self.tinted)


def _between(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


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
