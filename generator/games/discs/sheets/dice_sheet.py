"""The dice: two nets of cubes, to be cut out, folded and glued."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.discs.roll import DiscGame, faces
from generator.games.discs.sheets.discs_sheet import STRONG, face_art, ground, slug
from generator.languages import load_language
from generator.layout import cut, foot, theme
from generator.layout.page import Item, Line, Page, Point, Polygon, Rect
from generator.layout.piece_grid import BLEED, PieceFormat
from generator.layout.text import title_style, wrap

Segment = tuple[Point, Point]

TAB_SHARE = 0.26  # the depth of a tab, as a share of the edge
_TAB_START = BLEED  # from the corner to a tab; the neighbour's bleed lies between
_TAPER = 0.1  # by which a tab's outer edge is shorter at each end, as a share of the edge
# (column, row) of every square: a column of four, and the two at its sides.
_CROSS = ((1, 0), (1, 1), (1, 2), (1, 3), (0, 1), (2, 1))
_SIDES = (4, 5)
# The sides come first, because the column covers the part of their bleed that lies on it.
PAINTING_ORDER = (*_SIDES, 0, 1, 2, 3)


class Tab(NamedTuple):
    """A tab on an edge of a square: its fold line, and the cut lines from corner to corner of the
    edge."""

    edge: Segment
    fold: Segment
    cuts: tuple[Segment, ...]


class Net(NamedTuple):
    """The net, w mm wide and h mm high.

    grounds are the areas that the colours of the squares cover: with bleed, also onto tabs, so that
    an inaccurate fold shows no white. free are the edges that are cut, joints those between two
    squares, which are folded.
    """

    w: float
    h: float
    squares: tuple[Box, ...]
    grounds: tuple[Box, ...]
    free: tuple[Segment, ...]
    joints: tuple[Segment, ...]
    tabs: tuple[Tab, ...]

    @property
    def cuts(self) -> tuple[Segment, ...]:
        return (*self.free, *(cut for tab in self.tabs for cut in tab.cuts))

    @property
    def folds(self) -> tuple[Segment, ...]:
        return (*self.joints, *(tab.fold for tab in self.tabs))

    @property
    def outline(self) -> tuple[Point, ...]:
        """The corners of the net, clockwise: all lines to cut as one closed path."""

        def rounded(point: Point) -> Point:  # so that ends that meet are equal
            return round(point[0], 6), round(point[1], 6)

        ends = {rounded(start): end for start, end in self.cuts}
        corners = [self.cuts[0][0]]
        while len(corners) < len(ends):
            corners.append(ends[rounded(corners[-1])])
        return tuple(corners)


def net(edge: float) -> Net:
    """The net of a cube with that edge. Its lower end and its sides have the tabs."""
    depth = TAB_SHARE * edge
    squares = tuple(Box(depth + column * edge, row * edge, edge, edge) for column, row in _CROSS)
    grounds: list[Box] = []
    free: list[Segment] = []
    joints: list[Segment] = []
    tabs: list[Tab] = []
    for number, (column, row) in enumerate(_CROSS):
        square = area = squares[number]
        for (dx, dy), segment in _edges(square).items():
            if (column + dx, row + dy) in _CROSS:
                if dy > 0 or number in _SIDES:  # each once
                    joints.append(segment)
                continue
            area = Box.around((area, square.moved(dx * BLEED, dy * BLEED)))
            if dy > 0 or number in _SIDES:
                tabs.append(_tab(segment, depth))
            else:
                free.append(segment)
        grounds.append(area)
    w, h = 3 * edge + 2 * depth, 4 * edge + depth
    return Net(w, h, squares, tuple(grounds), tuple(free), tuple(joints), tuple(tabs))


def _edges(box: Box) -> dict[tuple[int, int], Segment]:
    """The edges of a square by the step to the neighbour. They run clockwise: the square is on
    their right (y points down)."""
    corners = (box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)
    top_left, top_right, bottom_right, bottom_left = corners
    return {
        (0, -1): (top_left, top_right),
        (0, 1): (bottom_right, bottom_left),
        (-1, 0): (bottom_left, top_left),
        (1, 0): (top_right, bottom_right),
    }


def _tab(edge: Segment, depth: float) -> Tab:
    """A tab on the outside of an edge, which is horizontal or vertical."""
    (x1, y1), (x2, y2) = edge
    length = abs(x2 - x1) + abs(y2 - y1)
    right, down = (x2 - x1) / length, (y2 - y1) / length

    def point(along: float, out: float) -> Point:
        return x1 + along * right + out * down, y1 + along * down - out * right

    taper = _TAB_START + _TAPER * length
    start, end = point(_TAB_START, 0), point(length - _TAB_START, 0)
    near, far = point(taper, depth), point(length - taper, depth)
    return Tab(edge, (start, end), tuple(pairwise((edge[0], start, near, far, end, edge[1]))))


_DASH = (1.6, 1.2)  # mm
_NAME_GAP = 3.5  # between a die's name and the net with its bleed


def pages(game: DiscGame, settings: Settings) -> list[Page]:
    """Both dice, side by side where they fit. Raises PieceTooLargeError, TextOverflowError."""
    return cut.with_fewest_sheets(partial(_sheets, game), replace(settings, backs="none"))


def _sheets(game: DiscGame, settings: Settings) -> list[Page]:
    shape, say = net(game.disc_set.die), load_language(settings.language_code).say
    outline = Polygon(shape.outline)
    form = PieceFormat(shape.w, shape.h, outline=outline, gap=settings.gap, squares=shape.squares)
    nets = [
        cut.face(f"die of {section}", form, partial(_die, section, shape, game, settings))
        for section in ("colours", "shapes")
    ]
    notes = (
        say("sheet.making.paper.one", weight=foot.DIE_WEIGHT),
        foot.cutting_note(settings, "nets"),
        say("discs.dice.fold"),
        say("discs.dice.stuff"),
    )
    instructions, names = foot.instructions(notes, settings), ("dice", "")
    return [
        page._replace(folds=tuple(fold for net in page.pieces for fold in _folds(shape, net.box)))
        for page in cut.sheets(form, nets, [], slug(game, settings), settings, names, instructions)
    ]


def _folds(shape: Net, trim: Box) -> Iterator[Line]:
    for segment in shape.folds:
        yield _line(segment, trim, theme.LINES["cut"], _DASH)


def _line(segment: Segment, trim: Box, weight: float, dash: tuple[float, ...] = ()) -> Line:
    (x1, y1), (x2, y2) = segment
    return Line(trim.x + x1, trim.y + y1, trim.x + x2, trim.y + y2, "ink", weight, dash)


def _die(section: str, shape: Net, game: DiscGame, settings: Settings, trim: Box) -> Iterator[Item]:
    die_faces = faces(tuple(getattr(game.disc_set, section)))
    for number in PAINTING_ORDER:
        colour = ground(section, die_faces[number], game.disc_set, settings)
        yield Rect(shape.grounds[number].moved(trim.x, trim.y), colour)
    for face, square in zip(die_faces, shape.squares, strict=True):
        yield face_art(section, face, square.moved(trim.x, trim.y))
    for segment in shape.cuts if cut.shows_lines(settings) else ():
        yield _line(segment, trim, cut.line_weight(settings))
    yield from _folds(shape, trim)
    # The name of the die, in a corner that the cross leaves free.
    column, side = shape.squares[3], shape.squares[4]
    name = load_language(settings.language_code).say(f"discs.dice.{section}")
    style = title_style(theme.SIZES["text"], STRONG)
    text = wrap(name, column.x - BLEED - _NAME_GAP, style)
    yield from text.items(trim.x, trim.y + side.bottom + side.x + _NAME_GAP)
