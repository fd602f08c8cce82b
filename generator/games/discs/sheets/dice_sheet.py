"""The dice: two nets of cubes, to be cut out, folded and glued."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.discs.roll import DiscGame, faces
from generator.games.discs.sheets import parts
from generator.languages import load_language
from generator.layout import cut, foot, theme
from generator.layout.page import Item, Line, Page, Point, Polygon, Rect
from generator.layout.piece_grid import BLEED, PieceFormat, piece_grid
from generator.layout.text import Style, wrap

Segment = tuple[Point, Point]

TAB_SHARE = 0.26  # the depth of a tab, as a share of the edge
_TAB_START = BLEED  # from the corner to a tab; the neighbour's bleed lies between
_TAPER = 0.1  # by which a tab's outer edge is shorter at each end, as a share of the edge
_CROSS = ((1, 0), (1, 1), (1, 2), (1, 3), (0, 1), (2, 1))  # (column, row) of every square


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
    def painting_order(self) -> tuple[int, ...]:
        """The indices of squares in painting order: the two sides first, because the column covers
        the part of their bleed that lies on it."""
        return (4, 5, 0, 1, 2, 3)

    @property
    def cuts(self) -> tuple[Segment, ...]:
        return (*self.free, *(cut for tab in self.tabs for cut in tab.cuts))

    @property
    def outline(self) -> tuple[Point, ...]:
        """The corners of the net, clockwise: all lines to cut as one closed path."""
        ends = {_rounded(start): end for start, end in self.cuts}
        corners = [self.cuts[0][0]]
        while len(corners) < len(ends):
            corners.append(ends[_rounded(corners[-1])])
        return tuple(corners)

    @property
    def folds(self) -> tuple[Segment, ...]:
        return (*self.joints, *(tab.fold for tab in self.tabs))


def _rounded(point: Point) -> Point:
    """A point by which ends that meet are equal."""
    return round(point[0], 6), round(point[1], 6)


def net(edge: float) -> Net:
    """The net of a cube with that edge."""
    depth = TAB_SHARE * edge
    squares = tuple(Box(depth + column * edge, row * edge, edge, edge) for column, row in _CROSS)
    column, sides = squares[:4], squares[4:]
    joints = [_bottom(square) for square in column[:3]]
    joints += [_right(sides[0]), _left(sides[1])]
    tab_edges = [_bottom(column[3])]
    for side, outer in ((sides[0], _left), (sides[1], _right)):
        tab_edges += [_top(side), _bottom(side), outer(side)]
    free = [_top(column[0])]
    free += [edge_of(square) for square in (column[0], *column[2:]) for edge_of in (_left, _right)]
    left, right = sides
    grounds = (
        _expand(column[0], BLEED, BLEED, BLEED, 0),
        column[1],
        _expand(column[2], BLEED, 0, BLEED, 0),
        _expand(column[3], BLEED, 0, BLEED, BLEED),
        _expand(left, BLEED, BLEED, 0, BLEED),
        _expand(right, 0, BLEED, BLEED, BLEED),
    )
    return Net(
        3 * edge + 2 * depth,
        4 * edge + depth,
        squares,
        grounds,
        tuple(free),
        tuple(joints),
        tuple(_tab(tab_edge, depth) for tab_edge in tab_edges),
    )


def _expand(box: Box, left: float, above: float, right: float, below: float) -> Box:
    """A box that is larger by these lengths on its sides."""
    return Box(box.x - left, box.y - above, box.w + left + right, box.h + above + below)


# The edges of a square run clockwise: the square is on their right (y points down).


def _top(box: Box) -> Segment:
    return (box.x, box.y), (box.right, box.y)


def _right(box: Box) -> Segment:
    return (box.right, box.y), (box.right, box.bottom)


def _bottom(box: Box) -> Segment:
    return (box.right, box.bottom), (box.x, box.bottom)


def _left(box: Box) -> Segment:
    return (box.x, box.bottom), (box.x, box.y)


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
    shape = net(game.disc_set.die)
    outline = Polygon(shape.outline)
    piece = PieceFormat(shape.w, shape.h, outline=outline, gap=settings.gap, squares=shape.squares)
    nets = [
        cut.face(f"die of {section}", piece, partial(_die, section, shape, game, settings))
        for section in ("colours", "shapes")
    ]
    instructions = foot.instructions(_notes(settings), settings)
    capacity = len(piece_grid(settings, piece, len(nets), instructions).boxes)
    slug = parts.slug(game, settings)
    result = []
    for start in range(0, len(nets), capacity):
        fronts = nets[start : start + capacity]
        grid = piece_grid(settings, piece, len(fronts), instructions)
        page = cut.front(grid, fronts, slug, settings, "dice", instructions=instructions)
        folds = [
            _line(segment, box, theme.LINES["cut"], _DASH)
            for box in grid.boxes
            for segment in shape.folds
        ]
        result.append(page._replace(folds=tuple(folds)))
    return result


def _notes(settings: Settings) -> tuple[str, ...]:
    say = load_language(settings.language_code).say
    paper = say("sheet.making.paper.one", weight=foot.DIE_WEIGHT)
    cutting = foot.cutting_note(settings, "nets")
    return paper, cutting, say("discs.dice.fold"), say("discs.dice.stuff")


def _die(section: str, shape: Net, game: DiscGame, settings: Settings, trim: Box) -> Iterator[Item]:
    die_faces = faces(tuple(getattr(game.disc_set, section)))
    for number in shape.painting_order:
        colour = parts.ground(section, die_faces[number], game.disc_set, settings)
        yield Rect(shape.grounds[number].moved(trim.x, trim.y), colour)
    for face, square in zip(die_faces, shape.squares, strict=True):
        yield parts.face_art(section, face, square.moved(trim.x, trim.y))
    for segment in shape.cuts if cut.shows_lines(settings) else ():
        yield _line(segment, trim, cut.line_weight(settings))
    for segment in shape.folds:
        yield _line(segment, trim, theme.LINES["cut"], _DASH)
    yield from _name(section, shape, trim, settings)


def _line(segment: Segment, trim: Box, weight: float, dash: tuple[float, ...] = ()) -> Line:
    (x1, y1), (x2, y2) = segment
    return Line(trim.x + x1, trim.y + y1, trim.x + x2, trim.y + y2, "ink", weight, dash)


def _name(section: str, shape: Net, trim: Box, settings: Settings) -> Iterator[Item]:
    """The name of a die, in a corner that the cross leaves free."""
    column, side = shape.squares[3], shape.squares[4]
    tab = side.x
    top = trim.y + side.bottom + tab + _NAME_GAP
    room = column.x - BLEED - _NAME_GAP
    style = Style(theme.SIZES["text"], "title", "title", colour=parts.STRONG)
    yield from wrap(
        load_language(settings.language_code).say(f"discs.dice.{section}"), room, style
    ).items(trim.x, top)
