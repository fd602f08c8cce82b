"""How a piece looks, on the board's scale or small in a figure.

Input: a piece, its side in mm, what its solid triangles look like. Output: groups. All sides are
the upper one turned, and each is one shared group, drawn once in a document.
"""

from collections.abc import Iterator
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.quads.definition import QuadsSet
from generator.games.quads.pieces import Mark, Owner, RotatedPiece
from generator.layout import theme
from generator.layout.page import MM_PER_POINT, Art, Group, Item, Line, Rect

LINES_TO_A_SIDE = 10  # in the art (assets/README.md); the frame keeps the same distance
LINE_WIDTH = 0.04  # of the side
LINE_COLOUR = "ink"
HUE = "iris"
STRONG = theme.hue_colour(HUE, "strong")
FRAME_TINT = theme.hue_colour(HUE, "square")
MARK_SIZE = 0.5  # of the triangle, for the small one in line art


class Solid(NamedTuple):
    """A solid triangle: its colour; or, in line art, whether a small triangle fills it."""

    colour: str
    line_art: bool = False
    filled: bool = False


def solid(owner: Owner, quads_set: QuadsSet, settings: Settings) -> Solid:
    """How an owner's solid triangles look: in low ink an outline, empty for light and with a
    small dark triangle for dark, instead of large dark areas."""
    if owner == "neutral":
        return Solid(LINE_COLOUR)
    return Solid(quads_set.owner(owner).colour, not settings.tinted, owner == "dark")


def spacing(side: float) -> float:
    """The distance of the lines on a piece of that side."""
    return side / LINES_TO_A_SIDE


def piece(
    rotated_piece: RotatedPiece, look: Solid, x: float, y: float, side: float, rim: float = 0.0
) -> Group:
    """A piece, its corner at (x, y). With a rim, which is the lines' spacing, the patterns run
    on so far beyond the cut, and the corner is that of the rim."""
    whole = Box(0, 0, side + 2 * rim, side + 2 * rim)
    triangles = tuple(
        Group(mark.name.lower(), whole, _triangle(mark, look, side, rim), 90 * number, shared=True)
        for number, mark in enumerate(rotated_piece.sides)
    )
    seams = () if look.line_art else tuple(_seams(rotated_piece, whole, side))
    return Group(rotated_piece.piece.key, whole.moved(x, y), (*triangles, *seams))


def _seams(rotated_piece: RotatedPiece, whole: Box, side: float) -> Iterator[Line]:
    """Between two solid triangles a white line, so that each side is seen as one of its own."""
    corners = ((0, 0), (whole.w, 0), (whole.w, whole.h), (0, whole.h))
    for number, corner in enumerate(corners):
        if rotated_piece.sides[number] == rotated_piece.sides[number - 1] == Mark.SOLID:
            yield Line(*corner, *whole.centre, "white", pen("frame", side))


def pen(name: str, side: float) -> float:
    """A weight of theme.LINES for a piece of 30 mm, thinner on a smaller one."""
    return max(theme.LINES[name] * side / 30, theme.LINES["hair"])


@lru_cache(maxsize=256)
def _triangle(mark: Mark, look: Solid, side: float, rim: float) -> tuple[Item, ...]:
    """The upper side."""
    box = Box(rim, rim, side, side)
    if mark != Mark.SOLID:
        return _run_on(mark, box, LINE_COLOUR)
    if not look.line_art:
        return _run_on(mark, box, look.colour)
    middle, weight = box.centre[0], pen("frame", side)
    diagonals = tuple(Line(x, 0, middle, middle, LINE_COLOUR, weight) for x in (0, 2 * middle))
    small = MARK_SIZE * side
    mark_box = Box(middle - small / 2, rim, small, small)
    return (*diagonals, *(_run_on(mark, mark_box, LINE_COLOUR) if look.filled else ()))


def _run_on(mark: Mark, box: Box, colour: str) -> tuple[Item, ...]:
    """A triangle that runs on into the rim above its box. The pattern repeats with the lines'
    spacing, which is the height of the rim: so the art moved by that much along both diagonals
    fills the rim, and inside the box lies on itself."""
    rim = box.y
    shifts = ((0, 0), (-rim, -rim), (rim, -rim)) if rim else ((0, 0),)
    return tuple(Art(mark.art, box.moved(*shift), colour) for shift in shifts)


def bar(x: float, y: float, w: float, h: float) -> Rect:
    """A line of the pattern that lies straight: filled like those of the art, because line art
    has thinner strokes."""
    return Rect(Box(x, y, w, h), LINE_COLOUR)


def diamond(look: Solid, box: Box) -> tuple[Item, ...]:
    """Two solid sides that meet, as a sign for an owner."""
    x, y = box.centre
    if not look.line_art:
        reach, thick = box.w / 4, box.w / sqrt(2)  # a line as long as thick: a square on its tip
        ends = (x - reach, y - reach, x + reach, y + reach)
        return (Line(*ends, look.colour, thick / MM_PER_POINT),)
    tips = ((x, box.y), (box.right, y), (x, box.bottom), (box.x, y))
    edges = tuple(
        Line(*tip, *tips[number - 1], LINE_COLOUR, theme.LINES["frame"])
        for number, tip in enumerate(tips)
    )
    small = MARK_SIZE * box.w
    lower = Box(x - small / 2, y, small, small)
    halves = (
        Art(Mark.SOLID.art, lower, LINE_COLOUR),
        Art(Mark.SOLID.art, lower.moved(0, -small), LINE_COLOUR, angle=180),
    )
    return (*edges, *(halves if look.filled else ()))
