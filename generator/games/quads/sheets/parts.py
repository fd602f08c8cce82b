"""The look of a piece, on the board's scale or small in a figure.

Every side is the upper one turned, and one shared group, which is drawn once in a document.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from math import sqrt
from typing import NamedTuple

from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.quads.definition import QuadsSet
from generator.games.quads.pieces import Mark, Owner, Piece, Player, RotatedPiece
from generator.games.quads.roll import Quads
from generator.languages import Language, load_language, localized
from generator.layout import theme
from generator.layout.page import MM_PER_POINT, Art, Group, Item, Line, Oval, Rect

LINES_TO_A_SIDE = 10  # in the art (assets/README.md); the frame has the same spacing
LINE_WIDTH = 0.04  # as a share of the side
LINE_COLOUR = "ink"
HUE = "iris"
STRONG = theme.hue_colour(HUE, "strong")
FRAME_TINT = theme.hue_colour(HUE, "square")
MARK_SIZE = 0.5  # the small triangle of line art, as a share of the side
DOT = 0.045  # the diameter of the dots that take its place, likewise
DIAMOND_DOTS = [(x, y) for x, y in product(range(-2, 2), repeat=2) if {x, y} - {-2, 1}]
BACK_SIGN = 0.3  # the diamond in the middle of a back, likewise


class Solid(NamedTuple):
    """The look of a solid triangle: its colour; in line art, whether a small triangle is in it, or
    dots."""

    colour: str
    line_art: bool = False
    filled: bool = False


def solid(owner: Owner, quads_set: QuadsSet, settings: Settings) -> Solid:
    """The look of an owner's solid triangles. Low ink avoids large dark areas: they are outlines
    with dots for light and a small dark triangle for dark."""
    if owner == "neutral":
        return Solid(LINE_COLOUR)
    return Solid(quads_set.owner(owner).colour, not settings.tinted, owner == "dark")


def spacing(side: float) -> float:
    """The distance between the lines on a piece of that side, in mm."""
    return side / LINES_TO_A_SIDE


def piece(
    rotated_piece: RotatedPiece, look: Solid, x: float, y: float, side: float, rim: float = 0.0
) -> Group:
    """A piece with its corner at (x, y). With a rim, as wide as the spacing of the lines, the
    patterns continue that far beyond the cut, and the corner is that of the rim."""
    whole = Box(0, 0, side + 2 * rim, side + 2 * rim)
    triangles = tuple(
        Group(mark.name.lower(), whole, _triangle(mark, look, side, rim), 90 * number, shared=True)
        for number, mark in enumerate(rotated_piece.sides)
    )
    seams = () if look.line_art else tuple(_seams(rotated_piece, whole, side))
    return Group(rotated_piece.piece.key, whole.moved(x, y), (*triangles, *seams))


def outline(neutral: Piece, box: Box) -> Group:
    """A neutral piece that fills the box, as thin lines in place of bars."""
    side, pen = box.w, theme.LINES["thin"]
    items: list[Item] = [Rect(Box(0, 0, side, side), None, "slate", pen)]
    for number in range(LINES_TO_A_SIDE // 2):
        near = (number + 0.5) * spacing(side)
        far = side - near
        if neutral.sides[0] == Mark.PARALLEL:
            items.append(Rect(Box(near, near, far - near, far - near), None, "slate", pen))
            continue
        for x, y in product((0, side), repeat=2):  # around each corner
            corner = near if x == 0 else far, near if y == 0 else far
            items.append(Line(corner[0], y, *corner, "slate", pen))
            items.append(Line(x, corner[1], *corner, "slate", pen))
    return Group(neutral.key, box, tuple(items))


def _seams(rotated_piece: RotatedPiece, whole: Box, side: float) -> Iterator[Line]:
    """White lines between solid triangles, so that they can be told apart."""
    corners = ((0, 0), (whole.w, 0), (whole.w, whole.h), (0, whole.h))
    for number, corner in enumerate(corners):
        if rotated_piece.sides[number] == rotated_piece.sides[number - 1] == Mark.SOLID:
            yield Line(*corner, *whole.centre, "white", pen("frame", side))


def pen(name: str, side: float) -> float:
    """A weight of theme.LINES in points, scaled from a piece of 30 mm to one of that side."""
    return max(theme.LINES[name] * side / 30, theme.LINES["hair"])


@lru_cache(maxsize=256)
def _triangle(mark: Mark, look: Solid, side: float, rim: float) -> tuple[Item, ...]:
    """The triangle of the upper side."""
    box = Box(rim, rim, side, side)
    if mark != Mark.SOLID:
        return _with_rim(mark, box, LINE_COLOUR)
    if not look.line_art:
        return _with_rim(mark, box, look.colour)
    middle, weight = box.centre[0], pen("frame", side)
    diagonals = tuple(Line(x, 0, middle, middle, LINE_COLOUR, weight) for x in (0, 2 * middle))
    small = MARK_SIZE * side
    if look.filled:
        mark_box = Box(middle - small / 2, rim, small, small)
        return (*diagonals, *_with_rim(mark, mark_box, LINE_COLOUR))
    rows = range(1, round(middle / spacing(side)))  # from the middle of the piece
    places = [(column, row) for row in rows for column in range(-row, row)]
    return (*diagonals, *_dots(box.centre, places, spacing(side), DOT * side))


def _dots(
    middle: tuple[float, float], places: Iterable[tuple[int, int]], step: float, diameter: float
) -> Iterator[Oval]:
    """Dots half a step and so many steps to the right and up from the middle."""
    for column, row in places:
        x, y = middle[0] + (column + 0.5) * step, middle[1] - (row + 0.5) * step
        yield Oval(Box(x, y, 0, 0).inset(-diameter / 2), LINE_COLOUR)


def _with_rim(mark: Mark, box: Box, colour: str) -> tuple[Item, ...]:
    """A triangle that continues into the rim above its box.

    The pattern repeats at the spacing of the lines, which is the height of the rim. So copies of
    the art that are moved by it along both diagonals fill the rim, and match the art in the box.
    """
    rim = box.y
    shifts = ((0, 0), (-rim, -rim), (rim, -rim)) if rim else ((0, 0),)
    return tuple(Art(mark.art, box.moved(*shift), colour) for shift in shifts)


def solid_side(look: Solid, side: float) -> tuple[Item, ...]:
    """The solid triangle at the upper side of a piece, with that side as a line."""
    edge = Line(0, 0, side, 0, LINE_COLOUR, pen("frame", side))
    return (*_triangle(Mark.SOLID, look, side, 0.0), edge)


def bar(x: float, y: float, w: float, h: float) -> Rect:
    """A horizontal or vertical line of the pattern: filled like those of the art, because line art
    makes strokes thinner."""
    return Rect(Box(x, y, w, h), LINE_COLOUR)


def diamond(look: Solid, box: Box) -> tuple[Item, ...]:
    """Two solid triangles that meet, as a sign for an owner."""
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
    if not look.filled:
        return (*edges, *_dots(box.centre, DIAMOND_DOTS, box.w / 6, 2 * DOT * box.w))
    lower = Box(x - small / 2, y, small, small)
    halves = (
        Art(Mark.SOLID.art, lower, LINE_COLOUR),
        Art(Mark.SOLID.art, lower.moved(0, -small), LINE_COLOUR, angle=180),
    )
    return (*edges, *halves)


def back(owner: Owner, quads_set: QuadsSet, settings: Settings, box: Box) -> Iterator[Item]:
    """What a back shows but for its ground: a diamond, which looks the same however the piece is
    turned; a ring for neutral pieces."""
    sign = box.centred(BACK_SIGN * box.w, BACK_SIGN * box.w)
    if owner == "neutral":
        yield Oval(sign, None, LINE_COLOUR, theme.LINES["bold"])
        return
    look = solid(owner, quads_set, settings)
    yield from diamond(Solid("white") if settings.tinted else look, sign)


MARKED_KEYS = {
    "rules.setup.first": "rules.setup.first_marked",
    "rules.setup.lots": "rules.setup.lots_marked",
}
"""The sentences that replace others where the board says where the neutral pieces lie."""


def owner_name(quads: Quads, player: Player, language: Language) -> str:
    return localized(quads.quads_set.owner(player).name, language.code)


def rule(quads: Quads, settings: Settings, key: str) -> str:
    """A sentence about the game by its key, such as "rules.placing.turn", as markup; where the set
    has another rule, the sentence about that."""
    language = load_language(settings.language_code)
    return language.say(
        f"quads.{_key(key, quads.quads_set)}",
        light=owner_name(quads, "light", language),
        dark=owner_name(quads, "dark", language),
        count=quads.quads_set.hand_size,
    )


def _key(key: str, quads_set: QuadsSet) -> str:
    if key == "rules.frame.rule" and not quads_set.is_lost_for_light:
        return "rules.frame.only"
    return MARKED_KEYS.get(key, key) if quads_set.neutrals == "marked" else key


def slug(quads: Quads, settings: Settings, *subjects: str) -> str:
    """The line at the foot of a sheet: the game, the subjects of the sheet, the game ID."""
    game = load_language(settings.language_code).say("quads.name")
    return " · ".join((game, *subjects, str(quads.game_id)))
