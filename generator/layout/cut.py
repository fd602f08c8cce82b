"""Sheets of things to cut out: where the pieces lie, bleed, crop marks, duplex backs.

Input: the format of a piece, paper, faces. Output: pages. A face is a group that is larger than
the finished piece by its bleed on every side. Numbers are those of printers and of people who
print and play (shared cut lines or gutters, bleed 3 mm, marks 3 mm long and 2 mm away). What stands
at the foot of a sheet is in foot.py.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from generator.core.errors import PieceTooLargeError
from generator.core.paper import Box, Paper
from generator.core.settings import Settings
from generator.layout import foot, theme
from generator.layout.page import MM_PER_POINT, Group, Item, Line, Page, Rect

BLEED = 3.0
MARK = 3.0  # length of a crop mark
MARK_GAP = 2.0  # between the bleed and a mark
MARK_LINE = 0.2 / MM_PER_POINT  # 0.15 to 0.25 mm


class Format(NamedTuple):
    """A kind of piece: its finished size in mm, and how its neighbours lie.

    Pieces with a bleed stand apart by twice as much, unless they are joined: then they share
    their cut lines, one ground colour lies under all of them, and it bleeds around the block.
    Outlined pieces are cut along a line of their own, such as a circle. head is the height in mm
    that is kept free for a heading above a block of them.
    """

    w: float
    h: float
    bleed: float = BLEED
    joined: bool = False
    outlined: bool = False
    head: float = 0.0

    @property
    def gutter(self) -> float:
        return 0.0 if self.joined else 2 * self.bleed

    @property
    def marked(self) -> bool:
        """Whether crop marks show the cuts: where colour bleeds over them. Elsewhere lines do."""
        return self.bleed > 0 and not self.outlined

    @property
    def around(self) -> float:
        """The room that bleed and crop marks take around a block."""
        return self.bleed + (MARK_GAP + MARK if self.marked else 0)

    @property
    def rim(self) -> float:
        """How far a face reaches beyond the cut."""
        return 0.0 if self.joined else self.bleed


class Places(NamedTuple):
    """Where pieces lie on a sheet of paper: their cut boxes, row by row."""

    paper: Paper
    format: Format
    boxes: tuple[Box, ...]

    @property
    def block(self) -> Box:
        """The box around all of them, without bleed."""
        return _around(self.boxes)

    @property
    def rows(self) -> list[Box]:
        """The box around each row; the last may be shorter."""
        tops = dict.fromkeys(box.y for box in self.boxes)
        return [_around([box for box in self.boxes if box.y == top]) for top in tops]


def _around(boxes: Sequence[Box]) -> Box:
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
    return Box(x, y, right - x, bottom - y)


def places(paper: Paper, form: Format, count: int, making: Group | None = None) -> Places:
    """Places for as many pieces as fit on the paper, at most count, centred above what stands at
    its foot.

    Sheets stand upright, so that a printer's long edge is always at the side. Raises
    PieceTooLargeError.
    """
    paper = paper.portrait
    area = _area(paper, making)
    columns, rows = _fit(area, form)
    if columns * rows == 0:
        raise _too_large(paper, form)
    return Places(paper, form, tuple(_boxes(area, form, columns, rows, count)))


def stacked(
    paper: Paper, wanted: Sequence[tuple[Format, int]], making: Group | None = None
) -> list[list[Places]]:
    """Blocks of several formats one under the other on portrait sheets, in order; a block that
    does not fit goes on on the next sheet. A short last row of pieces that stand apart is a block
    of its own, so that no crop mark lies where there is no piece. Raises PieceTooLargeError."""
    paper = paper.portrait
    area = _area(paper, making)
    sheets: list[list[Places]] = []
    used = area.h
    for form, count in wanted:
        columns = _columns(area, form, count)
        while count > 0:
            room = area.h - used - form.head - 2 * form.around
            rows = int((room + form.gutter + 0.01) // (form.h + form.gutter))
            if rows < 1 or columns < 1:
                if columns < 1 or used == 0:
                    raise _too_large(paper, form)
                sheets.append([])
                used = 0.0
                continue
            now = min(count, rows * columns)
            if not form.joined and now > columns:
                now -= now % columns
            block = Places(paper, form, tuple(_boxes(area, form, columns, rows, now)))
            sheets[-1].append(block)
            used += _height(block)
            count -= now
            if form.head:
                form = form._replace(head=0.0)
    return [_spaced(sheet, area) for sheet in sheets]


def _columns(area: Box, form: Format, count: int) -> int:
    """As many as fit; of pieces that stand apart no more than their rows need to be even."""
    columns = min(_fit(area, form)[0], count)
    if columns and not form.joined:
        columns = -(-count // -(-count // columns))
    return columns


def _height(where: Places) -> float:
    """Of a block with its heading, bleed and crop marks."""
    return where.format.head + where.block.h + 2 * where.format.around


def _spaced(sheet: Sequence[Places], area: Box) -> list[Places]:
    """The blocks of a sheet spread over its height."""
    gap = (area.h - sum(map(_height, sheet))) / (len(sheet) + 1)
    result, y = [], area.y
    for where in sheet:
        y += gap
        rise = y + where.format.head + where.format.around - where.block.y
        result.append(where._replace(boxes=tuple(box.moved(0, rise) for box in where.boxes)))
        y += _height(where)
    return result


def _fit(area: Box, form: Format) -> tuple[int, int]:
    room = area.inset(form.around)
    return (
        int((room.w + form.gutter + 0.01) // (form.w + form.gutter)),
        int((room.h + form.gutter + 0.01) // (form.h + form.gutter)),
    )


def _area(paper: Paper, making: Group | None) -> Box:
    """Where blocks with their marks may lie: above the foot of the sheet; as far from the left
    edge as from the right, because backs are mirrored."""
    area = foot.area(paper)
    used = making.box.h + foot.GAP if making else 0.0
    return area._replace(h=area.h - used)


def _too_large(paper: Paper, form: Format) -> PieceTooLargeError:
    return PieceTooLargeError(f"a piece of {form.w:g} x {form.h:g} mm does not fit on {paper.name}")


def _boxes(area: Box, form: Format, columns: int, rows: int, count: int) -> Iterator[Box]:
    """As few rows as hold the count, filled evenly, in the middle of the area."""
    rows = min(rows, -(-count // columns))
    columns = min(columns, -(-count // rows))
    step_x, step_y = form.w + form.gutter, form.h + form.gutter
    block = area.centred(columns * step_x - form.gutter, rows * step_y - form.gutter)
    for number in range(min(count, columns * rows)):
        row, column = divmod(number, columns)
        yield Box(block.x + column * step_x, block.y + row * step_y, form.w, form.h)


def face(name: str, form: Format, compose: Callable[[Box], Iterable[Item]]) -> Group:
    """A face. compose gets the cut box as it lies inside the face, and may draw up to the
    bleed around it."""
    rim = form.rim
    whole = Box(0, 0, form.w + 2 * rim, form.h + 2 * rim)
    return Group(name, whole, tuple(compose(Box(rim, rim, form.w, form.h))), shared=True)


class PieceBlock(NamedTuple):
    """Faces at their places; ground is the colour under joined pieces, "" for paper."""

    where: Places
    faces: Sequence[Group]
    ground: str = ""

    def items(self) -> Iterator[Item]:
        """The block as page items; the last sheet may have fewer faces than places."""
        if self.ground:
            bleed = self.where.format.bleed
            for row in self.where.rows:
                yield Rect(row.inset(-bleed), self.ground)
        rim = self.where.format.rim
        for box, each in zip(self.where.boxes, self.faces, strict=False):
            yield each.at(box.x - rim, box.y - rim)

    @property
    def mirrored(self) -> "PieceBlock":
        """The block as it lies when the paper is turned over like the page of a book."""
        width = self.where.paper.width
        boxes = tuple(Box(width - box.right, box.y, box.w, box.h) for box in self.where.boxes)
        return self._replace(where=self.where._replace(boxes=boxes))


def front(
    where: Places,
    faces: Sequence[Group],
    slug: str,
    settings: Settings,
    name: str,
    ground: str = "",
    *,
    duplex: bool = False,
    making: Group | None = None,
) -> Page:
    """The page of the fronts, with crop marks or cut lines, the box that says how to make the
    pieces, and a slug that says what it is; where it is the first with a back, also how to print on
    both sides."""
    blocks = [PieceBlock(where, faces, ground)]
    return fronts(blocks, slug, settings, name, duplex=duplex, making=making)


def fronts(
    blocks: Sequence[PieceBlock],
    slug: str,
    settings: Settings,
    name: str,
    *,
    duplex: bool = False,
    making: Group | None = None,
) -> Page:
    """The page of the fronts of several blocks."""
    items: list[Item] = []
    for block in blocks:
        items += block.items()
        if block.where.format.joined and not block.ground:
            items += cut_lines(block.where, line_weight(settings))
        items += crop_marks(block.where)
    paper = blocks[0].where.paper
    boxes = (making,) if making else ()
    return Page(paper, (*items, *boxes, foot.slug(paper, slug, settings, duplex)), name)


def back(
    where: Places,
    faces: Sequence[Group],
    slug: str,
    settings: Settings,
    name: str,
    ground: str = "",
) -> Page:
    """The page of the backs, to be printed behind the fronts that have this slug."""
    return backs([PieceBlock(where, faces, ground)], slug, settings, name)


def backs(blocks: Sequence[PieceBlock], slug: str, settings: Settings, name: str) -> Page:
    """The page of the backs of several blocks: it mirrors the fronts left to right, and lies
    upside down where the printer turns the paper over the other way. At the foot it says whose
    back it is."""
    paper = blocks[0].where.paper
    blocks_items = (item for block in blocks for item in block.mirrored.items())
    items = (*blocks_items, foot.back_slug(paper, slug, settings))
    turn = 0 if settings.flip == "long" else 180
    if not turn and not any(settings.back_offset):
        return Page(paper, items, name)
    whole = Box(0, 0, paper.width, paper.height).moved(*settings.back_offset)
    return Page(paper, (Group("back", whole, items, turn),), name)


def crop_marks(where: Places) -> tuple[Line, ...]:
    """A mark outside the bleed at both ends of every cut line, next to the last piece that the
    line cuts; none where lines show the cuts."""
    form = where.format
    if not form.marked:
        return ()
    near, far = form.bleed + MARK_GAP, form.bleed + MARK_GAP + MARK
    marks = []
    for x, boxes in _cuts(where.boxes, lambda box: (box.x, box.right)):
        reach = _around(boxes)
        marks += [(x, reach.y - far, x, reach.y - near)]
        marks += [(x, reach.bottom + near, x, reach.bottom + far)]
    for y, boxes in _cuts(where.boxes, lambda box: (box.y, box.bottom)):
        reach = _around(boxes)
        marks += [(reach.x - far, y, reach.x - near, y)]
        marks += [(reach.right + near, y, reach.right + far, y)]
    return tuple(Line(*mark, "ink", MARK_LINE) for mark in marks)


def line_weight(settings: Settings) -> float:
    """Of a line to cut along, in points: as thick as printers advise in line art too."""
    return theme.LINES["cut"] / (1 if settings.tinted else theme.LINE_ART_LINE)


def cut_lines(where: Places, weight: float = theme.LINES["cut"]) -> tuple[Line, ...]:
    """The cut lines that joined pieces share, for scissors; none around places left empty."""
    edges: dict[tuple[float, float, float, float], None] = {}
    for box in where.boxes:
        x, y, right, bottom = (round(edge, 3) for edge in (box.x, box.y, box.right, box.bottom))
        sides = ((x, y, right, y), (x, y, x, bottom), (right, y, right, bottom))
        edges.update(dict.fromkeys((*sides, (x, bottom, right, bottom))))
    return tuple(Line(*edge, "grey", weight) for edge in edges)


def _cuts(
    boxes: Sequence[Box], edges: Callable[[Box], tuple[float, float]]
) -> list[tuple[float, list[Box]]]:
    """Each cut line once, with the pieces that have an edge on it."""
    cuts: dict[float, list[Box]] = {}
    for box in boxes:
        for edge in edges(box):
            cuts.setdefault(round(edge, 3), []).append(box)
    return sorted(cuts.items())


def numbered(slug: str, number: int, of: int) -> str:
    """A slug with the number of its sheet, where there are several alike."""
    return f"{slug} · {number}/{of}" if of > 1 else slug
