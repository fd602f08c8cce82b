"""Marks on the figures of the rules sheet: arrows, bursts, badges, points.

Input: places and sizes in mm. Output: page items; what is to stand in a key is a Part.
"""

from collections.abc import Sequence
from typing import NamedTuple

from generator import theme
from generator.games.metals.map import Facing
from generator.games.metals.sheets.blocks import Part
from generator.games.metals.sheets.tokens import DAMAGE
from generator.layout.page import Art, Box, Item, Line, Oval, Rect
from generator.layout.text import Style, line

# Shares of a space's side.
COMPASS = 0.62
BURST = 0.36
HEAD = 0.13  # of an arrow
BAR = 0.22  # half of a bar's length
BADGE = 0.34  # diameter of a round mark
GAIN = 0.75  # size of the text of what is got, in points for each mm of a space
GAIN_HEIGHT = 1.36  # of its label, in em
CASING = 2.2  # the white below a line, as a multiple of its weight

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

Point = tuple[float, float]


class Pen(NamedTuple):
    """The colour and the weight, in points, of a line."""

    colour: str
    weight: float


def pen(colour: str, tinted: bool) -> Pen:
    """The pen of what a figure is about; line art thins all lines, this one less."""
    return Pen(colour, theme.LINES["bold"] * (1 if tinted else 2))


def along(start: Point, way: tuple[int, int], length: float) -> Point:
    """The point so far from another in a direction."""
    return start[0] + way[0] * length, start[1] + way[1] * length


def arrow(start: Point, end: Point, head: float, drawn: Pen) -> list[Item]:
    """A line on a white one, with a head of that length at its end if any."""
    casing = Pen("white", drawn.weight * CASING)
    return [*_strokes(start, end, head, casing), *_strokes(start, end, head, drawn)]


def _strokes(start: Point, end: Point, head: float, drawn: Pen) -> list[Line]:
    (x1, y1), (x2, y2) = start, end
    items = [Line(x1, y1, x2, y2, drawn.colour, drawn.weight)]
    if head:
        length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        dx, dy = (x2 - x1) / length * head, (y2 - y1) / length * head
        # A little beyond the tip, so that the two strokes meet in a point.
        tip = x2 + dx * 0.12, y2 + dy * 0.12
        for side in (1, -1):
            foot = x2 - dx + side * dy, y2 - dy - side * dx
            items.append(Line(*tip, *foot, drawn.colour, drawn.weight))
    return items


def bar(at: Point, way: tuple[int, int], half: float, drawn: Pen) -> list[Item]:
    """A bar across the end of a line."""
    (x, y), (dx, dy) = at, way
    ends = (x - dy * half, y - dx * half, x + dy * half, y + dx * half)
    white = Line(*ends, "white", drawn.weight * CASING)
    return [white, Line(*ends, drawn.colour, drawn.weight * 1.2)]


def burst(at: Point, cell: float) -> Art:
    """A hit."""
    side = BURST * cell
    return Art(DAMAGE, Box(at[0] - side / 2, at[1] - side / 2, side, side))


def compass(centre: Point, side: float, facings: Sequence[Facing]) -> list[Item]:
    """A disc with an arrow for each way a Metal may face."""
    x, y = centre
    disc = Box(x - side / 2, y - side / 2, side, side)
    items: list[Item] = [Oval(disc, "white", "ink", theme.LINES["thin"])]
    thin = Pen("ink", theme.LINES["thin"] * 1.4)
    for facing in facings:
        way = WAY[facing]
        start, tip = along(centre, way, side * 0.08), along(centre, way, side * 0.4)
        items += _strokes(start, tip, side * 0.16, thin)
    return items


def badge(kind: str, x: float, y: float, cell: float) -> list[Item]:
    """A round mark: a tick for who is spared, an arrow up for who recovers."""
    side = BADGE * cell
    disc = Oval(Box(x, y, side, side), "white", "forest", theme.LINES["frame"])
    strokes = (
        Line(x + x1 * side, y + y1 * side, x + x2 * side, y + y2 * side, "forest", 1.4)
        for x1, y1, x2, y2 in STROKES[kind]
    )
    return [disc, *strokes]


def gain(points: int, centre: Point, cell: float) -> list[Item]:
    """Points that are got, on a label."""
    x, y = centre
    style = Style(max(theme.FLOOR, GAIN * cell), "bold")
    words = line(f"+{points}[points]", style)
    width, height = words.width + 0.58 * style.em, GAIN_HEIGHT * style.em
    box = Box(x - width / 2, y - height / 2, width, height)
    top = y - style.em * (0.76 - 0.36)  # the middle of the digits, 0.72 em high, in that of the box
    return [
        Rect(box, "cream", "ink", theme.LINES["thin"], 1.6),
        *words.items(x - words.width / 2, top),
    ]


# For a key, and between figures


def badge_part(kind: str, cell: float) -> Part:
    side = BADGE * cell
    return Part(tuple(badge(kind, 0, 0, cell)), side, side)


def burst_part(cell: float) -> Part:
    side = BURST * cell
    return Part((burst((side / 2, side / 2), cell),), side, side)


def halted_part(cell: float, drawn: Pen) -> Part:
    """The end of a line of sight before somebody who is not attacked."""
    half = BAR * cell
    end = 0.7 * cell, half
    items = (*arrow((0, half), end, 0.0, drawn), *bar(end, (1, 0), half, drawn))
    return Part(items, end[0], 2 * half)


def becomes_part(cell: float, tinted: bool) -> Part:
    """An arrow from before to after."""
    side, length = 2 * HEAD * cell, 0.5 * cell
    items = _strokes((0, side / 2), (length, side / 2), side / 2, pen("slate", tinted))
    return Part(tuple(items), length + 0.3, side)
