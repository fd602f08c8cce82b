"""The look of a piece on any scale; the pieces to cut out, and their backs. Patterns continue into
the bleed, so that lines meet even where a cut is inaccurate."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import islice, product
from math import sqrt
from typing import NamedTuple

from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.quads.definition import QuadsSet
from generator.games.quads.pieces import NEUTRALS, PLAYERS, Mark, Owner, Piece, Player, RotatedPiece
from generator.games.quads.roll import Quads
from generator.languages import load_language, localized
from generator.layout import cut, foot, theme
from generator.layout.page import MM_PER_POINT, Art, Group, Item, Line, Oval, Page, Rect
from generator.layout.pieces import PieceFormat, PieceGrid, piece_area, stack_grids
from generator.layout.text import Style, fitted_line, title_style

LINES_TO_A_SIDE = 10  # in the art (assets/README.md); the frame has the same spacing
LINE_WIDTH = 0.04  # as a share of the side
LINE_COLOUR = "ink"
HUE = "tile"
STRONG, LOOK = theme.hue_colour(HUE, "strong"), theme.LOOKS[HUE]
MARK_SIZE = 0.5  # the small triangle of line art, as a share of the side
DOT = 0.045  # the diameter of the dots that take its place, likewise
DIAMOND_DOTS = [(x, y) for x, y in product(range(-2, 2), repeat=2) if {x, y} - {-2, 1}]
BACK_CLEARANCE = 0.12  # of the thin lines of line art from the edge of a back, likewise
BACK_SIGN = 0.3  # the diamond in the middle of a back, likewise

STUD = 0.7  # the diamond in a corner of the frame, as a share of its width

GAP = 1.0  # of blank paper around a piece's bleed
HEAD_STYLE = title_style(theme.SIZES["title"], STRONG)
COUNT_STYLE = Style(theme.SIZES["text"], colour="slate")
HEAD_SIGN, HEAD_WIDTH = 11.0, 120.0  # the diamond before the title, the heading
HEAD_GAP = 2.0  # under it
HEAD = HEAD_SIGN + 1 + COUNT_STYLE.em + HEAD_GAP


class Solid(NamedTuple):
    """The look of a solid triangle."""

    colour: str
    line_art: bool = False
    filled: bool = False  # in line art: whether a small triangle is in it, or dots


def solid(owner: Owner, quads_set: QuadsSet, settings: Settings) -> Solid:
    """The look of an owner's solid triangles. Low ink avoids large dark areas: they are outlines
    with dots for light and a small dark triangle for dark."""
    if owner == "neutral":
        return Solid(LINE_COLOUR)
    return Solid(quads_set.owner(owner).colour, not settings.tinted, owner == "dark")


def spacing(side: float) -> float:
    """The distance between the lines on a piece of that side, in mm."""
    return side / LINES_TO_A_SIDE


def piece(rotated_piece: RotatedPiece, look: Solid, box: Box, rim: float = 0.0) -> Group:
    """A piece that fills a box. With a rim, as wide as the spacing of the lines, the patterns
    continue that far beyond the cut, and the box is that of the rim."""
    side, whole = box.w - 2 * rim, Box(0, 0, box.w, box.h)
    items: list[Item] = [
        Group(mark.name.lower(), whole, _triangle(mark, look, side, rim), 90 * number, shared=True)
        for number, mark in enumerate(rotated_piece.sides)
    ]
    corners = ((0, 0), (whole.w, 0), (whole.w, whole.h), (0, whole.h))
    for number, corner in enumerate(corners):  # seams tell solid triangles apart
        pair = rotated_piece.sides[number], rotated_piece.sides[number - 1]
        if pair == (Mark.SOLID, Mark.SOLID) and not look.line_art:
            items.append(Line(*corner, *whole.centre, "white", _pen(side)))
    return Group(rotated_piece.piece.key, box, tuple(items))


def edged_piece(rotated_piece: RotatedPiece, look: Solid, box: Box) -> tuple[Item, ...]:
    """A piece as figures show it, with a thin line around it."""
    return piece(rotated_piece, look, box), Rect(box, None, "grey", theme.LINES["hair"])


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


def _pen(side: float) -> float:
    """The weight of a line on a piece of that side, in points, scaled from one of 30 mm."""
    return max(theme.LINES["frame"] * side / 30, theme.LINES["hair"])


@lru_cache(maxsize=256)
def _triangle(mark: Mark, look: Solid, side: float, rim: float) -> tuple[Item, ...]:
    """The triangle of the upper side."""
    box = Box(rim, rim, side, side)
    if mark != Mark.SOLID:
        return _with_rim(mark, box, LINE_COLOUR)
    if not look.line_art:
        return _with_rim(mark, box, look.colour)
    middle, weight = box.centre[0], _pen(side)
    diagonals = tuple(Line(x, 0, middle, middle, LINE_COLOUR, weight) for x in (0, 2 * middle))
    small = MARK_SIZE * side
    if look.filled:
        mark_box = Box(middle - small / 2, rim, small, small)
        return (*diagonals, *_with_rim(mark, mark_box, LINE_COLOUR))
    rows = range(1, round(middle / spacing(side)))  # from the middle of the piece
    places = [(column, row) for row in rows for column in range(-row, row)]
    return (*diagonals, *_dots(box, places, spacing(side), DOT * side))


def _dots(box: Box, places: Iterable[tuple[int, int]], step: float, size: float) -> Iterator[Oval]:
    """Dots half a step and so many steps to the right and up from the middle of a box."""
    for column, row in places:
        x, y = box.centre[0] + (column + 0.5) * step, box.centre[1] - (row + 0.5) * step
        yield Oval(Box(x, y, 0, 0).inset(-size / 2), LINE_COLOUR)


def _with_rim(mark: Mark, box: Box, colour: str) -> tuple[Item, ...]:
    """A triangle that continues into the rim above its box, which is as high as the spacing of the
    lines: copies of the art that are moved by it along both diagonals match the art in the box."""
    rim = box.y
    shifts = ((0, 0), (-rim, -rim), (rim, -rim)) if rim else ((0, 0),)
    return tuple(Art(mark.art, box.moved(*shift), colour) for shift in shifts)


def solid_side(look: Solid, side: float) -> tuple[Item, ...]:
    """The solid triangle at the upper side of a piece, with that side as a line."""
    edge = Line(0, 0, side, 0, LINE_COLOUR, _pen(side))
    return (*_triangle(Mark.SOLID, look, side, 0.0), edge)


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
        return (*edges, *_dots(box, DIAMOND_DOTS, box.w / 6, 2 * DOT * box.w))
    lower = Box(x - small / 2, y, small, small)
    upper = Art(Mark.SOLID.art, lower.moved(0, -small), LINE_COLOUR, angle=180)
    return (*edges, Art(Mark.SOLID.art, lower, LINE_COLOUR), upper)


def stud(look: Solid, box: Box) -> tuple[Item, ...]:
    """A corner of the board's frame: a diamond on a dark ground, or in line art on a white one."""
    ground = Rect(box, "white" if look.line_art else STRONG, STRONG, theme.LINES["thin"])
    return (ground, *diamond(look, box.centred(STUD * box.w, STUD * box.w)))


def back_sign(owner: Owner, quads_set: QuadsSet, settings: Settings, box: Box) -> Iterator[Item]:
    """What a back shows but for its ground: a diamond, which looks the same however the piece is
    turned; a ring for neutral pieces."""
    sign = box.centred(BACK_SIGN * box.w, BACK_SIGN * box.w)
    if owner == "neutral":
        yield Oval(sign, None, LINE_COLOUR, theme.LINES["bold"])
        return
    look = solid(owner, quads_set, settings)
    yield from diamond(Solid("white") if settings.tinted else look, sign)


def back_ground(
    owner: Player, quads_set: QuadsSet, settings: Settings, box: Box, rim: float = 0.0
) -> Iterator[Item]:
    """The lines of pieces that run from all sides of a back, on the owner's colour, as far into the
    rim as it is wide; thin lines, clear of the cut, in low ink."""
    if not settings.tinted:
        yield outline(NEUTRALS[1], box.inset(rim + BACK_CLEARANCE * (box.w - 2 * rim)))
        return
    yield Rect(box, quads_set.owner(owner).colour)
    yield Art(f"{LOOK.art}pattern", box, theme.hue_colour(HUE, "pale"))


def owner_name(quads: Quads, player: Player, settings: Settings) -> str:
    return localized(quads.quads_set.owner(player).name, settings.language_code)


def slug(quads: Quads, settings: Settings, *subjects: str) -> str:
    """The line at the foot of a sheet: the game, the subjects of the sheet, the game ID."""
    game = load_language(settings.language_code).say("quads.name")
    return " · ".join((game, *subjects, str(quads.game_id)))


def pages(quads: Quads, settings: Settings) -> list[Page]:
    """Fronts and backs. A player's pieces begin on a new sheet unless all fit on one. Raises
    PieceTooLargeError, TextOverflowError."""
    return cut.with_fewest_sheets(partial(_pages, quads), settings)


def _pages(quads: Quads, settings: Settings) -> list[Page]:
    side, has_marks = quads.quads_set.piece, settings.marks in ("usual", "corners")
    rim, names = spacing(side), ("pieces", "pieces back")
    form = PieceFormat(side, side, rim + GAP, head=HEAD, gap=settings.gap, blank=GAP)
    form = form._replace(with_crop_marks=has_marks)
    notes = foot.card_notes(settings, "pieces", *foot.thicker_notes(settings))
    instructions = foot.instructions(notes, settings, HUE)

    def grids(players: Sequence[Player]) -> list[list[PieceGrid]]:
        counts = [(form, len(quads.starting_pieces(player))) for player in players]
        return stack_grids(settings, counts, instructions)

    def front(each: Piece) -> Group:
        shown, look = RotatedPiece(each, 0), solid(each.owner, quads.quads_set, settings)
        return cut.face(each.key, form, lambda trim: [piece(shown, look, trim.inset(-rim), rim)])

    everybody: tuple[Owner, ...] = (*PLAYERS, "neutral")
    backs = {
        owner: cut.face("back", form, partial(_back, owner, quads, settings)) for owner in everybody
    }

    groups = [PLAYERS] if len(grids(PLAYERS)) == 1 else [(player,) for player in PLAYERS]
    result: list[Page] = []
    for players in groups:
        owners, sheets = iter(players), grids(players)
        pieces = iter([each for player in players for each in quads.starting_pieces(player)])
        owner_names = [owner_name(quads, player, settings) for player in players]
        for number, sheet in enumerate(sheets, 1):
            blocks = []
            for grid in sheet:
                shown = [*islice(pieces, len(grid.boxes))]
                sides = [front(each) for each in shown], [backs[each.owner] for each in shown]
                blocks.append([cut.PieceBlock(grid, side) for side in sides])
            fronts, reverses = zip(*blocks, strict=True)
            text = foot.numbered_slug(slug(quads, settings, *owner_names), number, len(sheets))
            page, *others = cut.sheet(fronts, reverses, text, settings, names, instructions)
            headed = [grid for grid in sheet if grid.format.head]
            heads = [_head(quads, next(owners), settings, grid) for grid in headed]
            result += [page._replace(items=(*heads, *page.items)), *others]
    return result


def _head(quads: Quads, player: Player, settings: Settings, grid: PieceGrid) -> Group:
    """The owner of the pieces and their number, above their block."""
    left, width = HEAD_SIGN + 3, min(HEAD_WIDTH, piece_area(settings).right - grid.block.x)
    title = fitted_line(owner_name(quads, player, settings), width - left, HEAD_STYLE)
    say = load_language(settings.language_code).say
    words = say("quads.pieces.count", count=quads.quads_set.hand_size)
    items = (
        *diamond(solid(player, quads.quads_set, settings), Box(0, 0, HEAD_SIGN, HEAD_SIGN)),
        *title.items(left, (HEAD_SIGN - title.height) / 2),
        *fitted_line(words, width - left, COUNT_STYLE).items(left, HEAD_SIGN + 1),
    )
    top = grid.block.y - grid.format.margin - HEAD
    return Group("head", Box(grid.block.x, top, width, HEAD - HEAD_GAP), items)


def _back(owner: Owner, quads: Quads, settings: Settings, trim: Box) -> Iterator[Item]:
    """The owner's colour, which bleeds, as the pattern does, with the owner's sign; white for
    neutral pieces."""
    if owner != "neutral":
        ground, rim = trim.inset(GAP - trim.x), trim.x - GAP
        yield from back_ground(owner, quads.quads_set, settings, ground, rim)
    yield from back_sign(owner, quads.quads_set, settings, trim)
