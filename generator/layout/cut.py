"""Sheets of pieces to cut out: faces, bleed, crop marks, registration marks, backs.

A face is a group that is larger than the finished piece by its bleed on every side. The conventions
are those of printers and makers of print-and-play games: shared cut lines or gutters, 3 mm of
bleed, marks 3 mm long and 2 mm away.

By registration marks, a cutting machine finds its place. Those of Silhouette are as its Studio
prints them with the lengths below: a square at the top left and angles at the top right and bottom
left; for the Cameo 5 Alpha, four angles. The points of the angles are 10 mm from the edges of the
paper. Other machines get a plain frame. Sources: inkscape-silhouette, silhouette-card-maker.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, pairwise
from typing import NamedTuple

from generator.core.errors import CutError, PieceTooLargeError
from generator.core.paper import Box, Paper
from generator.core.settings import Settings
from generator.layout import foot, theme
from generator.layout import page as layout
from generator.layout.page import (
    MM_PER_POINT,
    Group,
    Item,
    Line,
    Oval,
    Page,
    PlacedPiece,
    Polygon,
    Rect,
)
from generator.layout.pieces import MARK_GAP, MARK_LENGTH, PieceFormat, PieceGrid, piece_grid

CORNER_LENGTH = layout.CUT_CLEARANCE  # of lines at the corners of a piece, clear of its frames
CORNER_GAP = 0.5  # between a piece and such lines in its bleed
BLANK_GAP = 0.25  # between what is printed of the bleed and such lines on its blank rim
CASING = 1.6  # points, the width of the white line below a cut line on colour
MARK_WEIGHT = 0.2 / MM_PER_POINT  # points; printers advise 0.15 to 0.25 mm
FOLD_DASH = (3.0, 2.0)  # mm
# Registration marks, in mm.
INSET = 10.0  # from the edges of the paper to the marks
LENGTH, THICKNESS = 5.0, 1.0  # of a square and of the arms of an angle
CLEARANCE = 2.0  # between a mark and what else is printed
SQUARES = {"silhouette": ("left top",)}
ANGLES = {
    "silhouette": ("right top", "left bottom"),
    "silhouette-4": ("left top", "right top", "left bottom", "right bottom"),
}


def face(name: str, piece: PieceFormat, compose: Callable[[Box], Iterable[Item]]) -> Group:
    """A face, composed in its cut box, in mm from its corner; it may fill the bleed around that."""
    rim = piece.rim
    whole = Box(0, 0, piece.w + 2 * rim, piece.h + 2 * rim)
    return Group(name, whole, tuple(compose(Box(rim, rim, piece.w, piece.h))), shared=True)


class PieceBlock(NamedTuple):
    """Faces (fewer than the grid holds on a last sheet); the colour under shared cuts, or ""."""

    grid: PieceGrid
    faces: Sequence[Group]
    ground: str = ""

    def items(self) -> Iterator[Item]:
        if self.ground:
            for top in dict.fromkeys(box.y for box in self.grid.boxes):
                row = Box.around([box for box in self.grid.boxes if box.y == top])
                yield Rect(row.inset(-self.grid.format.bleed), self.ground)
        rim = self.grid.format.rim
        for box, face_group in zip(self.grid.boxes, self.faces, strict=False):
            yield face_group.at(box.x - rim, box.y - rim)

    def pieces(self, is_back: bool = False) -> Iterator[PlacedPiece]:
        """The pieces of the block, in the order of their boxes."""
        piece, (_, faces, ground) = self.grid.format, self
        bleed = piece.bleed if ground else piece.rim - min(piece.blank, piece.rim)
        shape = piece.outline, piece.squares
        for box, group in zip(self.grid.boxes, faces, strict=False):
            yield PlacedPiece(group, box, bleed, ground, *shape, is_back, radius=piece.radius)

    @property
    def mirror_image(self) -> "PieceBlock":
        """The block after the paper is turned over like the page of a book."""
        boxes = tuple(box._replace(x=self.grid.paper.width - box.right) for box in self.grid.boxes)
        return self._replace(grid=self.grid._replace(boxes=boxes))


def with_fewest_sheets(lay_out: Callable[[Settings], list[Page]], settings: Settings) -> list[Page]:
    """The pages on upright paper with room for the marks; with a fold, also sideways, where that
    takes fewer sheets, or as many hold more. Raises PieceTooLargeError, CutError."""
    results, errors = [], []
    upright, sideways = settings.paper.portrait, settings.paper.landscape
    for paper in (upright, sideways) if settings.is_gutterfold else (upright,):
        try:
            results.append(lay_out(with_room(replace(settings, paper=paper))))
        except (PieceTooLargeError, CutError) as error:
            errors.append(error)
    if not results:
        raise errors[0]
    return min(results, key=lambda pages: (len(pages), -sum(len(page.cuts) for page in pages)))


def with_room(settings: Settings) -> Settings:
    """The settings of a cut sheet: the margins of its paper are as wide as registration marks need.
    Raises CutError where the paper's own margins reach into the marks."""
    if not foot.is_for_machine(settings):
        return settings
    paper, edges = settings.paper, settings.paper.real_sheet[:2] * 2
    blank = max(margin - edge for margin, edge in zip(paper.margins, edges, strict=True))
    if blank > INSET:
        raise CutError(
            f"--marks {settings.marks}: the marks lie {INSET:g} mm from the edges, where "
            f"{paper.name} leaves {blank:.1f} mm blank"
        )
    across = INSET + (CLEARANCE if settings.marks == "frame" else 0)
    along = INSET + CLEARANCE + (0 if settings.marks == "frame" else LENGTH)
    x, y, *_ = paper.real_sheet.inset(across, along)
    return replace(settings, paper=paper._replace(margins=(x, y, x, y)))


def registration_marks(paper: Paper, settings: Settings) -> tuple[Rect, ...]:
    """In black, which machines see best; of a gutterfold, which is cut folded, on its left half."""
    sheet = paper.real_sheet
    width = sheet.w / 2 if settings.is_gutterfold else sheet.w
    area = sheet._replace(w=width).inset(INSET)
    if settings.marks == "frame":
        pen = theme.LINES["frame"]
        return (Rect(area.inset(pen * MM_PER_POINT / 2), None, "black", pen),)
    boxes = [(at, LENGTH, LENGTH) for at in SQUARES.get(settings.marks, ())]
    for at in ANGLES.get(settings.marks, ()):
        boxes += (at, LENGTH, THICKNESS), (at, THICKNESS, LENGTH)
    lefts = (area.x if "left" in at else area.right - w for at, w, _ in boxes)
    tops = (area.y if "top" in at else area.bottom - h for at, _, h in boxes)
    places = zip(lefts, tops, boxes, strict=True)
    return tuple(Rect(Box(x, y, w, h), "black") for x, y, (_, w, h) in places)


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
    """Pages of pieces of a format, so many on a sheet or (0) as fit. Raises PieceTooLargeError."""
    capacity = capacity or len(piece_grid(settings, piece, len(fronts), instructions).boxes)
    starts, pages = range(0, len(fronts), capacity), list[Page]()
    for number, start in enumerate(starts, 1):
        on_sheet = slice(start, start + capacity)
        words = foot.numbered_slug(slug, number, len(starts))
        grid = piece_grid(settings, piece, len(fronts[on_sheet]), instructions)
        front, back = (PieceBlock(grid, faces[on_sheet]) for faces in (fronts, backs))
        of_sheet = [front], [back], words, settings, names
        pages += sheet(*of_sheet, instructions)
    return pages


def sheet(
    fronts: Sequence[PieceBlock],
    backs: Sequence[PieceBlock],
    slug: str,
    settings: Settings,
    names: tuple[str, str],
    instructions: Group | None = None,
) -> list[Page]:
    """The pages of a sheet of pieces: one each for fronts and backs, in places that correspond, one
    for both, or one for fronts. names are those of the pages."""
    paper, items = fronts[0].grid.paper, list[Item]()
    for block in fronts:
        items += block.items()
        items += _guides(block, settings)
    marks = registration_marks(paper, settings)
    items += (*([instructions] if instructions else []), *marks)
    items.append(foot.slug(paper, slug, settings))
    x, y, *_ = paper.real_sheet.inset(INSET)
    margins = paper._replace(margins=(x, y, x, y)) if marks else paper
    placed = tuple(piece for block in fronts for piece in block.pieces())
    outlines = tuple(Polygon.of_box(mark.box) for mark in marks)
    page = Page(margins, tuple(items), names[0], placed, outlines)
    if settings.backs == "none":
        return [page]
    mirrored = [block.mirror_image for block in backs]
    back_items = [item for block in mirrored for item in block.items()]
    pieces = tuple(piece for block in mirrored for piece in block.pieces(is_back=True))
    if settings.is_gutterfold:
        # Whoever folds the right half behind turns it over like the page of a book. So backs are
        # upright and their places mirrored, as on paper that is turned about its long edge.
        area = page.paper.area
        ends = paper.fold, area.y, paper.fold, area.bottom
        fold = Line(*ends, "ink", theme.LINES["cut"], FOLD_DASH)
        items += (*back_items, fold)
        return [page._replace(items=tuple(items), pieces=page.pieces + pieces, folds=(fold,))]
    # Mirrored left to right, and upside down where the printer turns paper about its short edge.
    shown, turn = (*back_items, foot.back_slug(paper, slug, settings)), 0
    if settings.flip == "short" or any(settings.back_offset):
        turn = 0 if settings.flip == "long" else 180
        whole = Box(0, 0, paper.width, paper.height).moved(*settings.back_offset)
        boxes = (layout.box_in_parent(piece.box, whole, turn) for piece in pieces)
        pieces = tuple(
            piece._replace(box=box, turn=turn) for piece, box in zip(pieces, boxes, strict=True)
        )
        shown = (Group("back", whole, shown, turn),)
    return [page, Page(margins, shown, names[1], pieces)]


def _guides(block: PieceBlock, settings: Settings) -> Iterator[Item]:
    """What shows the cuts of pieces without an outline, whose faces have their own line."""
    grid, piece = block.grid, block.grid.format
    if not shows_lines(settings):
        return
    weight = line_weight(settings)
    if piece.radius:
        for corner in chain.from_iterable(
            layout.rounded_corners(box, piece.radius) for box in grid.boxes
        ):
            for start, end in pairwise(corner):
                yield Line(*start, *end, "grey", weight)
    if settings.marks == "usual":
        if piece.shared_cuts:  # on coloured ground only white lines show
            colour = "white" if block.ground else "grey"
            yield from (line._replace(stroke=colour) for line in cut_lines(grid, weight))
        yield from crop_marks(grid)
    elif piece.outline is None:
        lines = cut_lines(grid, weight)
        if settings.marks == "corners":
            lines = tuple(part for line in lines for part in _at_corners(line, piece))
        dark = [line._replace(stroke="ink") for line in lines]
        yield from cased(dark) if piece.bleed else lines


def cased(lines: Sequence[Line | Oval]) -> Iterator[Line | Oval]:
    """Dark lines over wider white ones, which show them on colour."""
    yield from (line._replace(stroke="white", line=CASING) for line in lines)
    yield from lines


def shows_lines(settings: Settings) -> bool:
    """Whether lines to cut along are printed, and not only marks for machines, or nothing."""
    return settings.marks in ("usual", "corners", "lines")


def line_weight(settings: Settings) -> float:
    """The weight of a cut line in points, heavier for line art, which thins all lines."""
    return theme.LINES["cut"] / (1 if settings.tinted else theme.LINE_ART_LINE)


def _at_corners(line: Line, piece: PieceFormat) -> Iterator[Line]:
    """The ends of a cut line on white pieces. Beside colour, the lines beyond its ends, in the
    bleed, where they hide nothing that stays on a piece; beyond what is printed there, if a rim of
    the bleed, one of two pieces, is blank."""
    length = max(line.box.w, line.box.h)
    right, down = (line.x2 - line.x1) / length, (line.y2 - line.y1) / length

    def part(start: float, end: float) -> Line:
        """The line between these distances from its start, in mm."""
        x1, y1 = line.x1 + start * right, line.y1 + start * down
        x2, y2 = line.x1 + end * right, line.y1 + end * down
        return line._replace(x1=x1, y1=y1, x2=x2, y2=y2)

    if piece.shared_cuts or not piece.bleed:
        if length <= 2 * CORNER_LENGTH:
            yield line
            return
        near, far = 0.0, -CORNER_LENGTH
    elif piece.blank:
        near = piece.bleed - piece.blank + BLANK_GAP
        far = near + min(CORNER_LENGTH, 2 * (piece.blank - BLANK_GAP))
    else:
        near, far = CORNER_GAP, CORNER_GAP + CORNER_LENGTH
    yield part(-near, -far)
    yield part(length + min(near, far), length + max(near, far))


def crop_marks(grid: PieceGrid) -> Iterator[Line]:
    """Marks at both ends of every cut, outside the bleed; none where lines show the cuts."""
    piece = grid.format
    if not piece.has_crop_marks:
        return
    near, far = piece.bleed + MARK_GAP, piece.bleed + MARK_GAP + MARK_LENGTH
    columns: dict[float, list[Box]] = {}  # the pieces with an edge on each cut, by its position
    rows: dict[float, list[Box]] = {}
    for box in grid.boxes:
        for cuts, edges in ((columns, (box.x, box.right)), (rows, (box.y, box.bottom))):
            for edge in edges:
                cuts.setdefault(round(edge, 3), []).append(box)
    for x in sorted(columns):
        reach = Box.around(columns[x])
        yield Line(x, reach.y - far, x, reach.y - near, "ink", MARK_WEIGHT)
        yield Line(x, reach.bottom + near, x, reach.bottom + far, "ink", MARK_WEIGHT)
    for y in sorted(rows):
        reach = Box.around(rows[y])
        yield Line(reach.x - far, y, reach.x - near, y, "ink", MARK_WEIGHT)
        yield Line(reach.right + near, y, reach.right + far, y, "ink", MARK_WEIGHT)


def cut_lines(grid: PieceGrid, weight: float = theme.LINES["cut"]) -> tuple[Line, ...]:
    """The cut lines of pieces with shared cuts, without rounded corners."""
    edges: dict[tuple[float, float, float, float], None] = {}
    radius = grid.format.radius
    for box in grid.boxes:
        x, y, right, bottom = (round(edge, 3) for edge in (box.x, box.y, box.right, box.bottom))
        left, top, far, low = x + radius, y + radius, right - radius, bottom - radius
        sides = ((left, y, far, y), (x, top, x, low), (right, top, right, low))
        edges.update(dict.fromkeys((*sides, (left, bottom, far, bottom))))
    return tuple(Line(*edge, "grey", weight) for edge in edges)
