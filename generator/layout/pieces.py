"""Pieces to cut out: their formats, their places on paper, and which there are on pages."""

import math
import re
from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from generator.core.errors import CutError, PieceTooLargeError
from generator.core.paper import Box, Paper
from generator.core.settings import Settings
from generator.layout import foot
from generator.layout.page import CutPath, Group, Page, PlacedPiece, cut_path

BLEED = 3.0
MARK_LENGTH = 3.0  # of a crop mark
MARK_GAP = 2.0  # between the bleed and a mark
FOOT_CLEARANCE = 5.0  # between cuts and the box of instructions
# Finished sizes of cards in mm, upright, as print services name them (thegamecrafter.com).
CARD_SIZES = {
    "poker": (63.5, 88.9),
    "bridge": (57.15, 88.9),
    "tarot": (69.85, 120.65),
    "mini": (44.45, 63.5),
}
MIN_SCALE, MAX_SCALE = 0.85, 1.25  # smaller texts are hard to read, larger pictures look coarse
MAX_BORDER = 0.12  # of the width or height of a card, what may be left when a piece is fitted to it


class PieceFormat(NamedTuple):
    """A kind of piece: its finished size, its bleed, the height of a heading above a block, in mm.

    Pieces with bleed lie two bleeds apart, or the gap if it is wider. With shared_cuts they touch
    unless there is a gap: one ground colour lies under all of them and bleeds around the block.
    Pieces with an outline are cut along it, such as a circle; it counts from the piece's corner.
    The outermost `blank` mm of the bleed are left white. squares are those of a PlacedPiece.
    Without with_crop_marks, a sheet shows the cuts otherwise and needs no room for crop marks.
    The corners of a rectangle may be rounded to a radius.
    """

    w: float
    h: float
    bleed: float = BLEED
    shared_cuts: bool = False
    outline: CutPath | None = None
    head: float = 0.0
    gap: float = 0.0
    blank: float = 0.0
    squares: tuple[Box, ...] = ()
    with_crop_marks: bool = True
    radius: float = 0.0

    @property
    def gutter(self) -> float:
        return max(self.gap, 0.0 if self.shared_cuts else 2 * self.bleed)

    @property
    def has_crop_marks(self) -> bool:
        """Whether crop marks show the cuts, because colour bleeds over them."""
        return self.with_crop_marks and self.bleed > 0 and self.outline is None

    def cut_path(self, box: Box) -> CutPath:
        """The path that the piece in a box is cut along."""
        return cut_path(box, self.outline, self.radius)

    @property
    def margin(self) -> float:
        """The width of the bleed and crop marks around a block, in mm."""
        return self.bleed + (MARK_GAP + MARK_LENGTH if self.has_crop_marks else 0)

    @property
    def rim(self) -> float:
        """How far a face reaches beyond the cut, in mm."""
        return 0.0 if self.shared_cuts else self.bleed

    def fit(self, area: Box) -> tuple[int, int]:
        """How many columns and rows fit on an area, with the marks around them."""
        room, gutter = area.inset(self.margin), self.gutter
        columns = int((room.w + gutter + 0.01) // (self.w + gutter))
        rows = int((room.h + gutter + 0.01) // (self.h + gutter))
        return max(0, columns), max(0, rows)


class PieceGrid(NamedTuple):
    """The places of pieces on a sheet of paper: their cut boxes, row by row."""

    paper: Paper
    format: PieceFormat
    boxes: tuple[Box, ...]

    @property
    def block(self) -> Box:
        """The box around all pieces, without bleed."""
        return Box.around(self.boxes)

    @property
    def height(self) -> float:
        """The height with the heading, bleed and crop marks, in mm."""
        return self.format.head + self.block.h + 2 * self.format.margin

    def lowered(self, distance: float) -> "PieceGrid":
        return self._replace(boxes=tuple(box.moved(0, distance) for box in self.boxes))


def piece_grid(
    settings: Settings, piece: PieceFormat, count: int, instructions: Group | None = None
) -> PieceGrid:
    """A grid for as many pieces as fit on the paper, at most count, centred above the foot; left of
    the fold, if there is one. Raises PieceTooLargeError, CutError."""
    area = piece_area(settings, instructions)
    room = area._replace(h=area.h - _distance(piece, instructions))
    _check_room(settings, room, piece, count)
    grid = PieceGrid(settings.paper, piece, _boxes(area, piece, *piece.fit(room), count))
    return grid.lowered(min(0.0, room.bottom - piece.margin - grid.boxes[-1].bottom))


def stack_grids(
    settings: Settings,
    requests: Sequence[tuple[PieceFormat, int]],
    instructions: Group | None = None,
) -> list[list[PieceGrid]]:
    """Grids for several formats, each with a number of pieces, one below the other, spread over the
    height of as many sheets as it takes. A short last row of pieces with gutters is a grid of its
    own, so that no crop mark lies where there is no piece. Raises PieceTooLargeError, CutError."""
    area = piece_area(settings, instructions)
    sheets: list[list[PieceGrid]] = []
    free = 0.0
    for piece, count in requests:
        distance = _distance(piece, instructions)
        _check_room(settings, area._replace(h=area.h - piece.head - distance), piece, count)
        columns = min(piece.fit(area)[0], count)
        if not piece.shared_cuts:  # only as many as make the rows even
            columns = -(-count // -(-count // columns))
        while count > 0:
            rows = piece.fit(area._replace(h=free - piece.head - distance))[1]
            if rows < 1:
                sheets.append([])
                free = area.h
                continue
            now = min(count, rows * columns)
            if not piece.shared_cuts and now > columns:
                now -= now % columns
            grid = PieceGrid(settings.paper, piece, _boxes(area, piece, columns, rows, now))
            sheets[-1].append(grid)
            free -= grid.height
            count -= now
            piece = piece._replace(head=0.0) if piece.head else piece
    for sheet in sheets:
        free = area.h - math.fsum(grid.height for grid in sheet)
        below = free - _distance(sheet[-1].format, instructions)
        gap, y = min(free / (len(sheet) + 1), below / len(sheet)), area.y
        for number, grid in enumerate(sheet):
            y += gap
            top = y + grid.format.head + grid.format.margin
            sheet[number] = grid.lowered(top - grid.block.y)
            y += grid.height
    return sheets


def piece_area(settings: Settings, instructions: Group | None = None) -> Box:
    """The area for grids with their marks, above the foot, as far from the left edge as from the
    right, because backs are mirrored; of a sheet with a fold, the left half."""
    area = foot.halves(settings)[0] if settings.is_gutterfold else foot.area(settings.paper)
    return area._replace(h=area.h - (instructions.box.h + foot.GAP if instructions else 0.0))


def _distance(piece: PieceFormat, instructions: Group | None) -> float:
    """How far a block of pieces with its marks must stay away from instructions below it."""
    return max(0.0, FOOT_CLEARANCE - foot.GAP - piece.margin) if instructions else 0.0


def _check_room(settings: Settings, room: Box, piece: PieceFormat, count: int) -> None:
    """Raises PieceTooLargeError, or CutError where only the gap keeps a second one off a sheet."""
    size, place = f"{piece.w:g} x {piece.h:g} mm", settings.paper.name
    if settings.is_gutterfold:
        place = f"half of {place} (--backs gutterfold)"
    fitting = math.prod(piece.fit(room))
    if fitting == 0:
        raise PieceTooLargeError(f"a piece of {size} does not fit on {place}")
    if count > 1 and fitting == 1 < math.prod(piece._replace(gap=0.0).fit(room)):
        raise CutError(f"--gap {piece.gap:g}: leaves room for one piece of {size} only on {place}")


def _boxes(area: Box, piece: PieceFormat, columns: int, rows: int, count: int) -> tuple[Box, ...]:
    """The boxes of as few even rows as hold the count, in the middle of the area."""
    rows = min(rows, -(-count // columns))
    columns = min(columns, -(-count // rows))
    step_x, step_y = piece.w + piece.gutter, piece.h + piece.gutter
    block = area.centred(columns * step_x - piece.gutter, rows * step_y - piece.gutter)
    places = (divmod(number, columns) for number in range(min(count, columns * rows)))
    return tuple(
        Box(block.x + column * step_x, block.y + row * step_y, piece.w, piece.h)
        for row, column in places
    )


class Piece(NamedTuple):
    """The name of its page, its number there among different pieces, from 1; its faces at a place
    where they are printed; how many copies are printed."""

    sheet: str
    number: int
    front: PlacedPiece
    back: PlacedPiece | None
    copies: int

    @property
    def name(self) -> str:
        return self.front.face.name

    @property
    def stem(self) -> str:
        """A name for its files, which sorts: its sheet, its number there, its name."""
        words = f"{self.sheet} {self.number:03} {self.name}".lower()
        return re.sub("[^a-z0-9]+", "-", words).strip("-")


def different_pieces(pages: Sequence[Page]) -> list[Piece]:
    """Each different piece of the pages, in the order of its first place."""
    pieces: dict[object, Piece] = {}
    numbers: dict[str, int] = {}
    for page, next_page in zip_longest(pages, pages[1:]):
        fronts = [piece for piece in page.pieces if not piece.is_back]
        beyond_a_fold = [piece for piece in page.pieces if piece.is_back]
        behind = [piece for piece in next_page.pieces if piece.is_back] if next_page else []
        backs = beyond_a_fold or behind or [None] * len(fronts)
        for front, back in zip(fronts, backs, strict=False):
            key = page.name, look(front), look(back) if back else None
            if key not in pieces:
                numbers[page.name] = numbers.get(page.name, 0) + 1
                pieces[key] = Piece(page.name, numbers[page.name], front, back, 0)
            pieces[key] = pieces[key]._replace(copies=pieces[key].copies + 1)
    return list(pieces.values())


def look(piece: PlacedPiece) -> object:
    """What two faces that look alike have in common, wherever they lie."""
    size = round(piece.box.w, 6), round(piece.box.h, 6)
    return piece.face.items, size, piece.bleed, piece.ground


def scale_to_fit(piece: PlacedPiece, width: float, height: float) -> float | None:
    """How many times larger a piece fits a card; None if it has not about its size and shape."""
    scale = min(width / piece.box.w, height / piece.box.h)
    filled = scale * min(piece.box.w / width, piece.box.h / height)
    is_near = MIN_SCALE <= scale <= MAX_SCALE and filled >= 1 - MAX_BORDER
    return scale if is_near and not piece.outline else None
