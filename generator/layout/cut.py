"""Sheets of pieces to cut out: faces, bleed, crop marks, backs.

A face is a group that is larger than the finished piece by its bleed on every side. The conventions
are those of printers and makers of print-and-play games: shared cut lines or gutters, 3 mm of
bleed, marks 3 mm long and 2 mm away. foot.py lays out the foot of a sheet.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, pairwise
from typing import NamedTuple

from generator.core.errors import CutError, PieceTooLargeError
from generator.core.paper import Box, Paper
from generator.core.settings import Settings
from generator.layout import foot, registration, theme
from generator.layout.page import (
    CUT_CLEARANCE,
    MM_PER_POINT,
    Group,
    Item,
    Line,
    Page,
    PlacedPiece,
    Polygon,
    Rect,
    box_in_parent,
    rounded_corners,
)
from generator.layout.piece_grid import (
    MARK_GAP,
    MARK_LENGTH,
    PieceFormat,
    PieceGrid,
    piece_grid,
)

CORNER_LENGTH = CUT_CLEARANCE  # of the lines at the corners of a piece, clear of frames on it
CORNER_GAP = 0.5  # between a piece and such lines in its bleed
BLANK_GAP = 0.25  # between what is printed of the bleed and such lines on its blank rim
CASING = 1.6  # points, the width of the white line below a cut line on colour
MARK_WEIGHT = 0.2 / MM_PER_POINT  # points; printers advise 0.15 to 0.25 mm
FOLD_DASH = (3.0, 2.0)  # mm


def face(name: str, piece: PieceFormat, compose: Callable[[Box], Iterable[Item]]) -> Group:
    """A face. compose takes the cut box, in mm from the corner of the face, and may fill the bleed
    around it."""
    rim = piece.rim
    whole = Box(0, 0, piece.w + 2 * rim, piece.h + 2 * rim)
    return Group(name, whole, tuple(compose(Box(rim, rim, piece.w, piece.h))), shared=True)


class PieceBlock(NamedTuple):
    """Faces and their grid; ground is the colour under pieces with shared cuts, "" for none."""

    grid: PieceGrid
    faces: Sequence[Group]
    ground: str = ""

    def items(self) -> Iterator[Item]:
        """The block as page items; the last sheet may have fewer faces than its grid holds."""
        if self.ground:
            bleed = self.grid.format.bleed
            for row in self.grid.rows:
                yield Rect(row.inset(-bleed), self.ground)
        rim = self.grid.format.rim
        for box, face_group in zip(self.grid.boxes, self.faces, strict=False):
            yield face_group.at(box.x - rim, box.y - rim)

    def pieces(self, is_back: bool = False) -> Iterator[PlacedPiece]:
        """The pieces of the block, in the order of their boxes."""
        piece = self.grid.format
        bleed = piece.bleed if self.ground else piece.rim - min(piece.blank, piece.rim)
        for box, face_group in zip(self.grid.boxes, self.faces, strict=False):
            yield PlacedPiece(
                face_group,
                box,
                bleed,
                self.ground,
                piece.outline,
                piece.squares,
                is_back,
                radius=piece.radius,
            )

    @property
    def mirror_image(self) -> "PieceBlock":
        """The block after the paper is turned over like the page of a book."""
        width = self.grid.paper.width
        boxes = tuple(Box(width - box.right, box.y, box.w, box.h) for box in self.grid.boxes)
        return self._replace(grid=self.grid._replace(boxes=boxes))


def with_fewest_sheets(layout: Callable[[Settings], list[Page]], settings: Settings) -> list[Page]:
    """The pages that a function lays out on upright paper with room for the marks. With a fold,
    paper also lies sideways: where fewer sheets will do, or as many hold more pieces.

    Raises PieceTooLargeError or CutError if pieces, gaps or marks fit neither way.
    """
    if not settings.is_gutterfold:
        return layout(_on(settings.paper.portrait, settings))
    results, errors = [], []
    for paper in (settings.paper.portrait, settings.paper.landscape):
        try:
            results.append(layout(_on(paper, settings)))
        except (PieceTooLargeError, CutError) as error:
            errors.append(error)
    if not results:
        raise errors[0]
    return min(results, key=lambda pages: (len(pages), -sum(len(page.cuts) for page in pages)))


def _on(paper: Paper, settings: Settings) -> Settings:
    return registration.with_room(replace(settings, paper=paper))


def sheet(
    front_blocks: Sequence[PieceBlock],
    back_blocks: Sequence[PieceBlock],
    slug: str,
    settings: Settings,
    names: tuple[str, str],
    *,
    first: bool = False,
    instructions: Group | None = None,
) -> list[Page]:
    """The pages of a sheet of pieces with backs, the blocks of which lie where those of the fronts
    do: a page each for fronts and backs, or one for both, or only one for the fronts. names are
    those of the pages. The first sheet says how to print on both sides."""
    front_name, back_name = names
    page = fronts(front_blocks, slug, settings, front_name, first=first, instructions=instructions)
    if settings.is_duplex:
        return [page, backs(back_blocks, slug, settings, back_name)]
    if settings.is_gutterfold:
        return [_with_fold(page, back_blocks)]
    return [page]


def sheets(
    piece: PieceFormat,
    fronts: Sequence[Group],
    backs: Sequence[Group],
    slug: str,
    settings: Settings,
    names: tuple[str, str],
    instructions: Group,
    capacity: int = 0,
) -> list[Page]:
    """The pages of pieces of one format, so many on a sheet; 0 for as many as fit. Raises
    PieceTooLargeError."""
    capacity = capacity or len(piece_grid(settings, piece, len(fronts), instructions).boxes)
    starts = range(0, len(fronts), capacity)
    pages = []
    for number, start in enumerate(starts, 1):
        on_sheet = slice(start, start + capacity)
        grid = piece_grid(settings, piece, len(fronts[on_sheet]), instructions)
        pages += sheet(
            [PieceBlock(grid, fronts[on_sheet])],
            [PieceBlock(grid, backs[on_sheet])],
            foot.numbered_slug(slug, number, len(starts)),
            settings,
            names,
            first=number == 1,
            instructions=instructions,
        )
    return pages


def _with_fold(page: Page, blocks: Sequence[PieceBlock]) -> Page:
    """A page of fronts with the backs of these blocks beyond a fold, in the middle of the paper.

    Whoever folds the right half behind turns it over like the page of a book. So backs are upright
    and their places mirrored, as on the back of paper that is turned about its long edge.
    """
    mirrored = [block.mirror_image for block in blocks]
    x, area = page.paper.fold, page.paper.area
    fold = Line(x, area.y, x, area.bottom, "ink", theme.LINES["cut"], FOLD_DASH)
    return page._replace(
        items=(*page.items, *(item for block in mirrored for item in block.items()), fold),
        pieces=page.pieces + tuple(back for block in mirrored for back in block.pieces(True)),
        folds=(fold,),
    )


def fronts(
    blocks: Sequence[PieceBlock],
    slug: str,
    settings: Settings,
    name: str,
    *,
    first: bool = False,
    instructions: Group | None = None,
) -> Page:
    """The page of the fronts, with crop marks or cut lines, instructions and a slug."""
    items: list[Item] = []
    for block in blocks:
        items += block.items()
        items += _guides(block, settings)
    paper = blocks[0].grid.paper
    pieces = tuple(piece for block in blocks for piece in block.pieces())
    marks = registration.marks(paper, settings)
    if instructions:
        items.append(instructions)
    return Page(
        registration.page_paper(paper, settings),
        (*items, *marks, foot.slug(paper, slug, settings, first)),
        name,
        pieces,
        tuple(Polygon.of_box(mark.box) for mark in marks),
    )


def backs(blocks: Sequence[PieceBlock], slug: str, settings: Settings, name: str) -> Page:
    """The page of the backs of several blocks.

    It mirrors the fronts left to right, and is upside down where the printer turns the paper about
    its short edge. The foot names the fronts.
    """
    paper = blocks[0].grid.paper
    mirrored = [block.mirror_image for block in blocks]
    block_items = (item for block in mirrored for item in block.items())
    items = (*block_items, foot.back_slug(paper, slug, settings))
    pieces = [piece for block in mirrored for piece in block.pieces(is_back=True)]
    turn = 0 if settings.flip == "long" else 180
    if not turn and not any(settings.back_offset):
        return Page(paper, items, name, tuple(pieces))
    whole = Box(0, 0, paper.width, paper.height).moved(*settings.back_offset)
    moved = tuple(
        piece._replace(box=box_in_parent(piece.box, whole, turn), turn=turn) for piece in pieces
    )
    return Page(paper, (Group("back", whole, items, turn),), name, moved)


def _guides(block: PieceBlock, settings: Settings) -> Iterator[Item]:
    """What shows the cuts of pieces without an outline, whose faces have their own line."""
    grid, piece = block.grid, block.grid.format
    if shows_lines(settings) and piece.radius:
        yield from corner_lines(grid, line_weight(settings))
    if settings.marks == "usual":
        if piece.shared_cuts and not block.ground:
            yield from cut_lines(grid, line_weight(settings))
        yield from crop_marks(grid)
    elif shows_lines(settings) and piece.outline is None:
        lines = cut_lines(grid, line_weight(settings))
        if settings.marks == "corners":
            is_white = piece.shared_cuts or not piece.bleed
            parts = (_ends(line) if is_white else _extensions(line, piece) for line in lines)
            lines = tuple(chain.from_iterable(parts))
        if piece.bleed:
            yield from (line._replace(stroke="white", line=CASING) for line in lines)
            lines = tuple(line._replace(stroke="ink") for line in lines)
        yield from lines


def shows_lines(settings: Settings) -> bool:
    """Whether lines to cut along are printed, and not only marks for machines, or nothing."""
    return settings.marks in ("usual", "corners", "lines")


def _ends(line: Line) -> Iterator[Line]:
    """The two ends of a cut line, at the corners of a piece; all of a short one."""
    length = max(line.box.w, line.box.h)
    if length <= 2 * CORNER_LENGTH:
        yield line
        return
    dx, dy = ((line.x2 - line.x1) / length, (line.y2 - line.y1) / length)
    right, down = dx * CORNER_LENGTH, dy * CORNER_LENGTH
    yield line._replace(x2=line.x1 + right, y2=line.y1 + down)
    yield line._replace(x1=line.x2 - right, y1=line.y2 - down)


def _extensions(line: Line, piece: PieceFormat) -> Iterator[Line]:
    """The lines beyond the two ends of a cut line, in the bleed of its piece, where they hide
    nothing that stays on it; beyond what is printed there, if a rim of the bleed is blank."""
    length = max(line.box.w, line.box.h)
    dx, dy = ((line.x2 - line.x1) / length, (line.y2 - line.y1) / length)
    near, far = CORNER_GAP, CORNER_GAP + CORNER_LENGTH
    if piece.blank:  # the rims of two pieces
        near = piece.bleed - piece.blank + BLANK_GAP
        far = near + min(CORNER_LENGTH, 2 * (piece.blank - BLANK_GAP))
    for x, y, way in ((line.x1, line.y1, -1), (line.x2, line.y2, 1)):
        start = (x + way * near * dx, y + way * near * dy)
        end = (x + way * far * dx, y + way * far * dy)
        yield Line(*start, *end, line.stroke, line.line)


def crop_marks(grid: PieceGrid) -> tuple[Line, ...]:
    """A mark outside the bleed at each end of every cut, next to the last piece that it cuts.

    There are none where lines show the cuts.
    """
    piece = grid.format
    if not piece.has_crop_marks:
        return ()
    near, far = piece.bleed + MARK_GAP, piece.bleed + MARK_GAP + MARK_LENGTH
    marks = []
    for x, boxes in _cuts(grid.boxes, lambda box: (box.x, box.right)):
        reach = Box.around(boxes)
        marks += [(x, reach.y - far, x, reach.y - near)]
        marks += [(x, reach.bottom + near, x, reach.bottom + far)]
    for y, boxes in _cuts(grid.boxes, lambda box: (box.y, box.bottom)):
        reach = Box.around(boxes)
        marks += [(reach.x - far, y, reach.x - near, y)]
        marks += [(reach.right + near, y, reach.right + far, y)]
    return tuple(Line(*mark, "ink", MARK_WEIGHT) for mark in marks)


def line_weight(settings: Settings) -> float:
    """The weight of a cut line in points, heavier for line art, which thins all lines."""
    return theme.LINES["cut"] / (1 if settings.tinted else theme.LINE_ART_LINE)


def cut_lines(grid: PieceGrid, weight: float = theme.LINES["cut"]) -> tuple[Line, ...]:
    """The cut lines of pieces with shared cuts, without rounded corners; empty positions have
    none."""
    edges: dict[tuple[float, float, float, float], None] = {}
    radius = grid.format.radius
    for box in grid.boxes:
        x, y, right, bottom = (round(edge, 3) for edge in (box.x, box.y, box.right, box.bottom))
        left, top, far, low = x + radius, y + radius, right - radius, bottom - radius
        sides = ((left, y, far, y), (x, top, x, low), (right, top, right, low))
        edges.update(dict.fromkeys((*sides, (left, bottom, far, bottom))))
    return tuple(Line(*edge, "grey", weight) for edge in edges)


def corner_lines(grid: PieceGrid, weight: float) -> Iterator[Line]:
    for box in grid.boxes:
        for corner in rounded_corners(box, grid.format.radius):
            for start, end in pairwise(corner):
                yield Line(*start, *end, "grey", weight)


def _cuts(
    boxes: Sequence[Box], edges: Callable[[Box], tuple[float, float]]
) -> list[tuple[float, list[Box]]]:
    """The position of each cut line, with the pieces that have an edge on it."""
    cuts: dict[float, list[Box]] = {}
    for box in boxes:
        for edge in edges(box):
            cuts.setdefault(round(edge, 3), []).append(box)
    return sorted(cuts.items())
