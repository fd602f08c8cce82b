"""Figures of the rules sheet: a part of a map at one moment, with what comes of it.

Input: an Example, the art of the emblems, the side of a space. Output: Parts. All marks come from
the example, which asks the rules for them, so a figure cannot show a wrong one.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from generator import theme
from generator.games.metals.examples import Example, Window
from generator.games.metals.factions import Assault
from generator.games.metals.map import FACINGS, Facing
from generator.games.metals.position import Metal
from generator.games.metals.rules import Sight
from generator.games.metals.sheets.blocks import Part
from generator.games.metals.sheets.map import HUE, TERRAIN, field
from generator.games.metals.sheets.tokens import DAMAGE, PLAYERS, figurine
from generator.layout.page import Art, Box, Group, Item, Line, Oval, Rect
from generator.layout.text import Style, line

# Shares of a space's side.
TERRAIN_SIDE = 0.6  # of the picture on an empty space
CORNER_SIDE = 0.32  # of the picture beside a Metal
METAL = 0.9  # of the marker below a figurine
FIGURINE = 0.88  # of a figurine, as a share of its marker
COMPASS = 0.62
BURST = 0.36
HEAD = 0.13  # of an arrow
BAR = 0.22  # half of a bar's length

BADGE = 3.6  # diameter of a round mark, in mm
GAIN = Style(8.5, "bold")
POOL_GAP = 2.4  # between map and pool, in mm
WAY: dict[Facing, tuple[int, int]] = {
    "north": (0, -1),
    "east": (1, 0),
    "south": (0, 1),
    "west": (-1, 0),
}
# A badge's strokes in a circle of diameter 1, as (x1, y1, x2, y2): a tick; an arrow up.
STROKES: dict[str, tuple[tuple[float, float, float, float], ...]] = {
    "spared": ((0.26, 0.52, 0.43, 0.70), (0.43, 0.70, 0.75, 0.30)),
    "recovers": ((0.5, 0.78, 0.5, 0.26), (0.5, 0.24, 0.27, 0.48), (0.5, 0.24, 0.73, 0.48)),
}

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
            items += compass(self._box(space).centre, COMPASS * self.cell, facings)
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
            x, y = self._box(metal.space).centre
            half = self.cell / 2
            places = {
                "south": (x - block.width / 2, 0.0),
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
            box = self._box(self.position.metals[one.metal].space)
            if one.points:
                items += gain(one.points, box.centre[0], box.y + 2.4)
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

    def _part(self, marks: Iterator[Item] | tuple[Item, ...] | list[Item]) -> Part:
        spaces = self.example.window.spaces(self.position.map)
        items: list[Item] = []
        for space in spaces:
            items += self._space(space)
        outline = Box(0, 0, self.width, self.height)
        strong = theme.hue_colour(HUE, "strong")
        items.append(Rect(outline, None, strong, theme.LINES["frame"], 1.2))
        return Part((*items, *marks), self.width, self.height)

    def _box(self, space: int) -> Box:
        column, row = self.position.map.place(space)
        window, side = self.example.window, self.cell
        return Box((column - window.column) * side, (row - window.row) * side, side, side)

    def _space(self, space: int) -> Iterator[Item]:
        box, shown = self._box(space), self.position.map
        kind = "corner" if shown.is_corner(space) else shown.spaces[space]
        yield field(kind, box.inset(0.35), self.tinted, 1.0)
        index = self.position.at(space)
        if index is None and kind in TERRAIN:
            side = TERRAIN_SIDE * self.cell
            yield Art(TERRAIN[kind][0], box.centred(side, side))
        if index is not None:
            yield from self._metal(self.position.metals[index], box)
            if kind in TERRAIN and kind != "corner":
                side = CORNER_SIDE * self.cell
                corner = Box(box.x + 0.6, box.bottom - side - 0.6, side, side)
                yield Rect(corner.inset(-0.3), "white", None, 0, 0.8)
                yield Art(TERRAIN[kind][0], corner)

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
        box = self._box(self.position.metals[metal].space)
        return badge(kind, box.right - BADGE - 0.4, box.y + 0.4)

    def _arrow(self, start: int, end: int) -> list[Item]:
        """From the edge of a Metal to the compass on the space beside it."""
        (x1, y1), (x2, y2) = self._box(start).centre, self._box(end).centre
        dx, dy = (x2 - x1) / self.cell, (y2 - y1) / self.cell
        near, far = METAL / 2 * self.cell, (1 - COMPASS / 2) * self.cell - 0.5
        return arrow(
            (x1 + dx * near, y1 + dy * near),
            (x1 + dx * far, y1 + dy * far),
            HEAD * self.cell,
            PLAYERS[self.position.active].colour,
        )

    def _sight(self, attacker: int, sight: Sight, assault: Assault | None) -> list[Item]:
        """A line to what a Metal sees: a burst where it hits, a bar before one it does not
        attack, an arrow where nobody is in the way."""
        if not sight.spaces:
            return []
        looking = self.position.metals[attacker]
        way, colour = WAY[looking.facing], PLAYERS[looking.player].colour
        middle, reach = self._box(looking.space).centre, len(sight.spaces)
        start = self._along(middle, way, METAL * FIGURINE / 2)
        if sight.metal is None:
            end = self._along(middle, way, reach + 0.44)
            return arrow(start, end, HEAD * self.cell, colour)
        end = self._along(middle, way, reach - 0.5)
        items = arrow(start, end, 0.0, colour)
        if assault is None:
            return items + _bar(end, way, BAR * self.cell, colour)
        side = BURST * self.cell
        items.append(Art(DAMAGE, Box(end[0] - side / 2, end[1] - side / 2, side, side)))
        if assault.gain and reach > 1:
            items += gain(assault.gain, *self._along(start, way, (reach - 1 - BURST / 2) / 2))
        return items

    def _along(
        self, start: tuple[float, float], way: tuple[int, int], spaces: float
    ) -> tuple[float, float]:
        """So many spaces from there."""
        return start[0] + way[0] * spaces * self.cell, start[1] + way[1] * spaces * self.cell


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


def compass(centre: tuple[float, float], side: float, facings: list[Facing]) -> list[Item]:
    """A disc with an arrow for each way a Metal may look."""
    x, y = centre
    disc = Box(x - side / 2, y - side / 2, side, side)
    items: list[Item] = [Oval(disc, "white", "ink", theme.LINES["thin"])]
    for facing in facings:
        dx, dy = WAY[facing]
        tip = x + dx * side * 0.4, y + dy * side * 0.4
        start = x + dx * side * 0.08, y + dy * side * 0.08
        items += _stroked(start, tip, side * 0.16, "ink", theme.LINES["thin"] * 1.4)
    return items


def badge(kind: str, x: float, y: float, side: float = BADGE) -> list[Item]:
    """A round mark: a tick for who is spared, an arrow up for who recovers."""
    disc = Oval(Box(x, y, side, side), "white", "forest", theme.LINES["frame"])
    strokes = (
        Line(x + x1 * side, y + y1 * side, x + x2 * side, y + y2 * side, "forest", 1.4)
        for x1, y1, x2, y2 in STROKES[kind]
    )
    return [disc, *strokes]


def badge_part(kind: str) -> Part:
    """A round mark by itself."""
    return Part(tuple(badge(kind, 0, 0)), BADGE, BADGE)


def burst_part(cell: float) -> Part:
    """A hit by itself."""
    side = BURST * cell
    return Part((Art(DAMAGE, Box(0, 0, side, side)),), side, side)


def halted_part(cell: float) -> Part:
    """The end of a line of sight before somebody who is not attacked."""
    half = BAR * cell
    end = 0.7 * cell, half
    items = arrow((0, half), end, 0.0, PLAYERS[1].colour)
    return Part((*items, *_bar(end, (1, 0), half, PLAYERS[1].colour)), end[0], 2 * half)


def becomes(cell: float) -> Part:
    """An arrow from before to after."""
    side, length = 2 * HEAD * cell, 0.5 * cell
    items = _stroked((0, side / 2), (length, side / 2), side / 2, "slate", theme.LINES["bold"])
    return Part(tuple(items), length + 0.3, side)


def gain(points: int, x: float, y: float) -> list[Item]:
    """Points that are got, on a label with its middle there."""
    words = line(f"+{points}[points]", GAIN)
    box = Box(x - words.width / 2 - 0.9, y - 2, words.width + 1.8, 4)
    top = y - GAIN.em * (0.76 - 0.36)
    return [
        Rect(box, "cream", "ink", theme.LINES["thin"], 1.6),
        *words.items(x - words.width / 2, top),
    ]


def arrow(
    start: tuple[float, float], end: tuple[float, float], head: float, colour: str
) -> list[Item]:
    """A strong line on a white one, with a head of that length at its end if any."""
    bold = theme.LINES["bold"]
    return [
        *_stroked(start, end, head, "white", bold * 2.2),
        *_stroked(start, end, head, colour, bold),
    ]


def _stroked(start, end, head: float, colour: str, weight: float) -> list[Line]:
    (x1, y1), (x2, y2) = start, end
    items = [Line(x1, y1, x2, y2, colour, weight)]
    if head:
        length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        dx, dy = (x2 - x1) / length * head, (y2 - y1) / length * head
        # A little beyond the tip, so that the two strokes meet in a point.
        tip = x2 + dx * 0.12, y2 + dy * 0.12
        items += [
            Line(*tip, x2 - dx + side * dy, y2 - dy - side * dx, colour, weight) for side in (1, -1)
        ]
    return items


def _bar(at, way: tuple[int, int], half: float, colour: str) -> list[Line]:
    """A bar across the end of a line."""
    (x, y), (dx, dy) = at, way
    ends = (x - dy * half, y - dx * half, x + dy * half, y + dx * half)
    bold = theme.LINES["bold"]
    return [Line(*ends, "white", bold * 2.2), Line(*ends, colour, bold * 1.2)]
