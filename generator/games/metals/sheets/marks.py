"""Marks on the figures of the rules sheet: arrows, badges, points.

Input: places and sizes in mm. Output: page items; what is to stand in a key is a Block.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from generator.core.paper import Box
from generator.games.metals.map import Facing
from generator.layout import theme
from generator.layout.flow import Block
from generator.layout.page import MM_PER_POINT, Item, Line, Oval, Rect
from generator.layout.text import Style, line

# Shares of a space's side.
DIRECTIONS = 0.62
HEAD = 0.13  # of an arrow
STRIKE = 0.22  # length of the solid head of an attack
BAR = 0.22  # half of a bar's length
BADGE = 0.3  # diameter of a round mark
GAIN = 0.65  # size of the text of what is got, in points for each mm of a space
GAIN_HEIGHT = 1.3  # of its label, in em
CASING = 2.2  # the white below a line, as a multiple of its weight
STRIKE_FAN = tuple(number / 4 for number in range(-4, 5))  # the strokes that fill that head

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


def path(points: Sequence[Point], head: float, drawn: Pen) -> list[Item]:
    """An arrow along level and upright lines, from corner to corner; only its end is on white."""
    *legs, last = pairwise(points)
    items: list[Item] = []
    for start, end in legs:
        # Half a line further, so that corners are filled.
        items += _strokes(start, _toward(end, start, -drawn.weight * MM_PER_POINT / 2), 0.0, drawn)
    items += _strokes(*last, 0.0, drawn)
    return items + arrow(_toward(last[1], last[0], 1.5 * head), last[1], head, drawn)


def _toward(start: Point, end: Point, length: float) -> Point:
    """The point so far from another on the way to a third."""
    (x1, y1), (x2, y2) = start, end
    share = length / hypot(x2 - x1, y2 - y1)
    return x1 + (x2 - x1) * share, y1 + (y2 - y1) * share


def strike(tip: Point, way: tuple[int, int], cell: float, drawn: Pen) -> list[Item]:
    """The solid head of an arrow, on a white one: an attack."""
    length, half = STRIKE * cell, STRIKE * cell / 2
    x, y = along(tip, way, -length)
    feet = [(x - way[1] * half * at, y - way[0] * half * at) for at in STRIKE_FAN]
    casing = drawn.weight * CASING
    white = [Line(*tip, *foot, "white", casing) for foot in (feet[0], feet[-1])]
    return [*white, *(Line(*tip, *foot, drawn.colour, drawn.weight) for foot in feet)]


def _strokes(start: Point, end: Point, head: float, drawn: Pen) -> list[Line]:
    (x1, y1), (x2, y2) = start, end
    items = [Line(x1, y1, x2, y2, drawn.colour, drawn.weight)]
    if head:
        length = hypot(x2 - x1, y2 - y1)
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


def directions(centre: Point, side: float, facings: Sequence[Facing]) -> list[Item]:
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


def badge(kind: str, cell: float) -> Block:
    """A round mark: a tick for who is spared, an arrow up for who recovers."""
    side = BADGE * cell
    disc = Oval(Box(0, 0, side, side), "white", "forest", theme.LINES["frame"])
    strokes = (
        Line(x1 * side, y1 * side, x2 * side, y2 * side, "forest", 1.4)
        for x1, y1, x2, y2 in STROKES[kind]
    )
    return Block((disc, *strokes), side, side)


def gain(points: int, cell: float) -> Block:
    """Points that are got, on a label."""
    style = Style(max(theme.FLOOR, GAIN * cell), "bold")
    words = line(f"+{points}[points]", style)
    width, height = words.width + 0.5 * style.em, GAIN_HEIGHT * style.em
    label = Rect(Box(0, 0, width, height), "cream", "ink", theme.LINES["thin"], 1.6)
    # The middle of the digits, 0.72 em high, in that of the label.
    top = height / 2 - style.em * (0.76 - 0.36)
    return Block((label, *words.items((width - words.width) / 2, top)), width, height)


# For a key, and between figures


def directions_part(cell: float) -> Block:
    side = DIRECTIONS * cell
    return Block(tuple(directions((side / 2, side / 2), side, tuple(WAY))), side, side)


def attack_part(cell: float, drawn: Pen) -> Block:
    """The end of a line of sight at somebody who is attacked."""
    middle, length = STRIKE * cell / 2, 0.7 * cell
    back = length - STRIKE * cell
    shaft = arrow((0, middle), (back, middle), 0.0, drawn)
    head = strike((length, middle), (1, 0), cell, drawn)
    return Block((*shaft, *head), length, 2 * middle)


def halted_part(cell: float, drawn: Pen) -> Block:
    """The end of a line of sight before somebody who is not attacked."""
    half = BAR * cell
    end = 0.7 * cell, half
    items = (*arrow((0, half), end, 0.0, drawn), *bar(end, (1, 0), half, drawn))
    return Block(items, end[0], 2 * half)


def free_part(cell: float, drawn: Pen) -> Block:
    """The end of a line of sight where there is nobody."""
    head = HEAD * cell
    return Block(tuple(arrow((0, head), (0.68 * cell, head), head, drawn)), 0.7 * cell, 2 * head)


def becomes_part(cell: float, tinted: bool, *, back: bool = False) -> Block:
    """An arrow from before to after, or from right to left."""
    side, length = 2 * HEAD * cell, 0.5 * cell
    left, right = (0.3, side / 2), (length, side / 2)
    start, end = (right, left) if back else (left, right)
    items = _strokes(start, end, side / 2, pen("slate", tinted))
    return Block(tuple(items), length + 0.3, side)
