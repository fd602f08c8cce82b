"""Positions of pieces on sheets of paper: formats of pieces, and grids of their cut boxes.

cut.py lays out faces on them.
"""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.core.errors import CutError, PieceTooLargeError
from generator.core.paper import Box, Paper
from generator.core.settings import Settings
from generator.layout import foot
from generator.layout.page import CutPath, Group, cut_path

BLEED = 3.0
MARK_LENGTH = 3.0  # of a crop mark
MARK_GAP = 2.0  # between the bleed and a mark
FOOT_CLEARANCE = 5.0  # between cuts and the box of instructions


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


class PieceGrid(NamedTuple):
    """The positions of pieces on a sheet of paper: their cut boxes, row by row."""

    paper: Paper
    format: PieceFormat
    boxes: tuple[Box, ...]

    @property
    def block(self) -> Box:
        """The box around all pieces, without bleed."""
        return Box.around(self.boxes)

    @property
    def rows(self) -> list[Box]:
        """The box around each row; the last may be shorter."""
        tops = dict.fromkeys(box.y for box in self.boxes)
        return [Box.around([box for box in self.boxes if box.y == top]) for top in tops]


def piece_grid(
    settings: Settings, piece: PieceFormat, count: int, instructions: Group | None = None
) -> PieceGrid:
    """A grid for as many pieces as fit on the paper, at most count, centred above the foot; left of
    the fold, if there is one. Raises PieceTooLargeError.
    """
    area = piece_area(settings, instructions)
    room = area._replace(h=area.h - _distance(piece, instructions))
    columns, rows = _fit(room, piece)
    if columns * rows == 0:
        raise _too_large(settings, piece)
    _check_gap(settings, room, piece, count)
    boxes = list(_boxes(area, piece, columns, rows, count))
    rise = max(0.0, boxes[-1].bottom + piece.margin - room.bottom)
    return PieceGrid(settings.paper, piece, tuple(box.moved(0, -rise) for box in boxes))


def stack_grids(
    settings: Settings,
    requests: Sequence[tuple[PieceFormat, int]],
    instructions: Group | None = None,
) -> list[list[PieceGrid]]:
    """Grids for several formats, each with a number of pieces, one below the other, in order.

    A grid that does not fit continues on the next sheet. A short last row of pieces with gutters
    is a grid of its own, so that no crop mark lies where there is no piece. Raises
    PieceTooLargeError.
    """
    area = piece_area(settings, instructions)
    sheets: list[list[PieceGrid]] = []
    used_height = area.h
    for piece, count in requests:
        _check_gap(settings, area, piece, count)
        columns = _columns(area, piece, count)
        while count > 0:
            room = area.h - used_height - piece.head - 2 * piece.margin
            room -= _distance(piece, instructions)
            rows = int((room + piece.gutter + 0.01) // (piece.h + piece.gutter))
            if rows < 1 or columns < 1:
                if columns < 1 or used_height == 0:
                    raise _too_large(settings, piece)
                sheets.append([])
                used_height = 0.0
                continue
            now = min(count, rows * columns)
            if not piece.shared_cuts and now > columns:
                now -= now % columns
            block = PieceGrid(settings.paper, piece, tuple(_boxes(area, piece, columns, rows, now)))
            sheets[-1].append(block)
            used_height += _height(block)
            count -= now
            if piece.head:
                piece = piece._replace(head=0.0)
    return [_distribute(sheet, area, _distance(sheet[-1].format, instructions)) for sheet in sheets]


def _distance(piece: PieceFormat, instructions: Group | None) -> float:
    """How far a block of pieces with its marks must stay away from the foot of its area, because
    instructions are below."""
    return max(0.0, FOOT_CLEARANCE - foot.GAP - piece.margin) if instructions else 0.0


def _columns(area: Box, piece: PieceFormat, count: int) -> int:
    """As many columns as fit; with gutters, only as many as make the rows even."""
    columns = min(_fit(area, piece)[0], count)
    if columns and not piece.shared_cuts:
        columns = -(-count // -(-count // columns))
    return columns


def _height(grid: PieceGrid) -> float:
    """The height of a grid with its heading, bleed and crop marks, in mm."""
    return grid.format.head + grid.block.h + 2 * grid.format.margin


def _distribute(sheet: Sequence[PieceGrid], area: Box, distance: float) -> list[PieceGrid]:
    """The grids of a sheet spread over its height, that far from the foot of the area at least."""
    free = area.h - math.fsum(map(_height, sheet))
    gap = min(free / (len(sheet) + 1), (free - distance) / len(sheet))
    result, y = [], area.y
    for grid in sheet:
        y += gap
        rise = y + grid.format.head + grid.format.margin - grid.block.y
        result.append(grid._replace(boxes=tuple(box.moved(0, rise) for box in grid.boxes)))
        y += _height(grid)
    return result


def _fit(area: Box, piece: PieceFormat) -> tuple[int, int]:
    room = area.inset(piece.margin)
    return (
        int((room.w + piece.gutter + 0.01) // (piece.w + piece.gutter)),
        int((room.h + piece.gutter + 0.01) // (piece.h + piece.gutter)),
    )


def piece_area(settings: Settings, instructions: Group | None = None) -> Box:
    """The area for grids with their marks, above the foot of the sheet and as far from the left
    edge as from the right, because backs are mirrored; of a sheet with a fold, the left half."""
    area = foot.halves(settings)[0] if settings.is_gutterfold else foot.area(settings.paper)
    foot_height = instructions.box.h + foot.GAP if instructions else 0.0
    return area._replace(h=area.h - foot_height)


def _too_large(settings: Settings, piece: PieceFormat) -> PieceTooLargeError:
    size = f"{piece.w:g} x {piece.h:g} mm"
    return PieceTooLargeError(f"a piece of {size} does not fit on {_place(settings)}")


def _place(settings: Settings) -> str:
    """What pieces lie on, in words."""
    paper = settings.paper.name
    return f"half of {paper} (--backs gutterfold)" if settings.is_gutterfold else paper


def _check_gap(settings: Settings, area: Box, piece: PieceFormat, count: int) -> None:
    """Raises CutError where only the gap keeps a second piece off a sheet."""
    columns, rows = _fit(area, piece)
    touching = _fit(area, piece._replace(gap=0.0))
    if count > 1 and columns * rows == 1 < touching[0] * touching[1]:
        size = f"{piece.w:g} x {piece.h:g} mm"
        raise CutError(
            f"--gap {piece.gap:g}: leaves room for one piece of {size} only on {_place(settings)}"
        )


def _boxes(area: Box, piece: PieceFormat, columns: int, rows: int, count: int) -> Iterator[Box]:
    """The boxes of as few even rows as hold the count, in the middle of the area."""
    rows = min(rows, -(-count // columns))
    columns = min(columns, -(-count // rows))
    step_x, step_y = piece.w + piece.gutter, piece.h + piece.gutter
    block = area.centred(columns * step_x - piece.gutter, rows * step_y - piece.gutter)
    for number in range(min(count, columns * rows)):
        row, column = divmod(number, columns)
        yield Box(block.x + column * step_x, block.y + row * step_y, piece.w, piece.h)
