"""Sheets of things to cut out: where the pieces lie, bleed, crop marks, ruler, duplex backs.

Input: the format of a piece, paper, faces. Output: pages. A face is a group that is larger than
the finished piece by its bleed on every side. Numbers are those of printers and of people who
print and play (shared cut lines or gutters, bleed 3 mm, marks 3 mm long and 2 mm away).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from generator import theme
from generator.games.base import Settings
from generator.layout.page import (
    MM_PER_POINT,
    Box,
    Group,
    Item,
    Line,
    Page,
    Paper,
    Rect,
)
from generator.layout.text import Style, TextTooLong, broken, fitted_line, line

BLEED = 3.0
MARK = 3.0  # length of a crop mark
MARK_GAP = 2.0  # between the bleed and a mark
MARK_LINE = 0.2 / MM_PER_POINT  # 0.15 to 0.25 mm
SLUG = 10.0  # height of the lines under the pieces: ruler, advice, game ID
SLUG_LINE = 3.4
SLUG_GAP = 1.0
RULER = 100.0
INCH = 25.4
SLUG_STYLE = Style(theme.FLOOR, colour="slate")
DUPLEX_STYLE = Style(theme.FLOOR, "bold")
DUPLEX_TOP = 6.0  # under the ruler


class Format(NamedTuple):
    """A kind of piece: its finished size in mm, and how its neighbours lie.

    Pieces with a bleed stand apart by twice as much, unless they are joined: then they share
    their cut lines, one ground colour lies under all of them, and it bleeds around the block.
    Outlined pieces are cut along a line of their own, such as a circle.
    """

    w: float
    h: float
    bleed: float = BLEED
    joined: bool = False
    outlined: bool = False

    @property
    def gutter(self) -> float:
        return 0.0 if self.joined else 2 * self.bleed

    @property
    def around(self) -> float:
        """The room that bleed and crop marks take around a block."""
        return self.bleed + MARK_GAP + MARK

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


class DoesNotFit(ValueError):
    """A piece is larger than the paper."""


def places(paper: Paper, form: Format, count: int) -> Places:
    """Places for as many pieces as fit on the paper, at most count, centred above the slug.

    Sheets stand upright, so that a printer's long edge is always at the side. Raises DoesNotFit.
    """
    paper = paper.portrait
    columns, rows = _fit(paper, form)
    if columns * rows == 0:
        raise _too_large(paper, form)
    return Places(paper, form, tuple(_boxes(paper, form, columns, rows, count)))


def stacked(paper: Paper, wanted: Sequence[tuple[Format, int]]) -> list[list[Places]]:
    """Blocks of several formats one under the other on portrait sheets, in order; a block that
    does not fit goes on on the next sheet. Raises DoesNotFit."""
    paper = paper.portrait
    sheets: list[list[Places]] = []
    used = _area(paper).h
    for form, count in wanted:
        columns = min(_fit(paper, form)[0], count)
        while count > 0:
            room = _area(paper).h - used - 2 * form.around
            rows = int((room + form.gutter + 0.01) // (form.h + form.gutter))
            if rows < 1 or columns < 1:
                if columns < 1 or used == 0:
                    raise _too_large(paper, form)
                sheets.append([])
                used = 0.0
                continue
            now = min(count, rows * columns)
            block = Places(paper, form, tuple(_boxes(paper, form, columns, rows, now)))
            sheets[-1].append(block)
            used += block.block.h + 2 * form.around
            count -= now
    return [_spaced(sheet) for sheet in sheets]


def _spaced(sheet: Sequence[Places]) -> list[Places]:
    """The blocks of a sheet spread over its height."""
    area = _area(sheet[0].paper)
    heights = [where.block.h + 2 * where.format.around for where in sheet]
    gap = (area.h - sum(heights)) / (len(sheet) + 1)
    result, y = [], area.y
    for where, height in zip(sheet, heights, strict=True):
        y += gap
        rise = y + where.format.around - where.block.y
        result.append(where._replace(boxes=tuple(box.moved(0, rise) for box in where.boxes)))
        y += height
    return result


def _fit(paper: Paper, form: Format) -> tuple[int, int]:
    room = _area(paper).inset(form.around)
    return (
        int((room.w + form.gutter + 0.01) // (form.w + form.gutter)),
        int((room.h + form.gutter + 0.01) // (form.h + form.gutter)),
    )


def _area(paper: Paper) -> Box:
    """Where blocks with their marks may lie: inside the margins, above the slug; as far from the
    left edge as from the right, because backs are mirrored."""
    left, top, right, bottom = paper.margins
    side = max(left, right)
    height = paper.height - top - bottom - SLUG - SLUG_GAP
    return Box(side, top, paper.width - 2 * side, height)


def _too_large(paper: Paper, form: Format) -> DoesNotFit:
    return DoesNotFit(f"a piece of {form.w:g} x {form.h:g} mm does not fit on {paper.name}")


def _boxes(paper: Paper, form: Format, columns: int, rows: int, count: int) -> Iterator[Box]:
    """As few rows as hold the count, filled evenly, in the middle of the sheet."""
    rows = min(rows, -(-count // columns))
    columns = min(columns, -(-count // rows))
    step_x, step_y = form.w + form.gutter, form.h + form.gutter
    block = _area(paper).centred(columns * step_x - form.gutter, rows * step_y - form.gutter)
    for number in range(min(count, columns * rows)):
        row, column = divmod(number, columns)
        yield Box(block.x + column * step_x, block.y + row * step_y, form.w, form.h)


def face(name: str, form: Format, compose: Callable[[Box], Iterable[Item]]) -> Group:
    """A face. compose gets the cut box as it lies inside the face, and may draw up to the
    bleed around it."""
    rim = form.rim
    whole = Box(0, 0, form.w + 2 * rim, form.h + 2 * rim)
    return Group(name, whole, tuple(compose(Box(rim, rim, form.w, form.h))), shared=True)


class Block(NamedTuple):
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
    def mirrored(self) -> "Block":
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
) -> Page:
    """The page of the fronts, with crop marks, and a slug that says what it is; where it is the
    first with a back, also how to print on both sides."""
    return fronts([Block(where, faces, ground)], slug, settings, name, duplex=duplex)


def fronts(
    blocks: Sequence[Block], slug: str, settings: Settings, name: str, *, duplex: bool = False
) -> Page:
    """The page of the fronts of several blocks."""
    items: list[Item] = []
    for block in blocks:
        items += block.items()
        if block.where.format.joined and not block.ground:
            items += cut_lines(block.where)
        items += crop_marks(block.where)
    paper = blocks[0].where.paper
    return Page(paper, (*items, _slug(paper, slug, settings, duplex)), name)


def back(
    where: Places,
    faces: Sequence[Group],
    slug: str,
    settings: Settings,
    name: str,
    ground: str = "",
) -> Page:
    """The page of the backs, to be printed behind the fronts that have this slug."""
    return backs([Block(where, faces, ground)], slug, settings, name)


def backs(blocks: Sequence[Block], slug: str, settings: Settings, name: str) -> Page:
    """The page of the backs of several blocks: it mirrors the fronts left to right, and lies
    upside down where the printer turns the paper over the other way. At the foot it says whose
    back it is."""
    paper = blocks[0].where.paper
    blocks_items = (item for block in blocks for item in block.mirrored.items())
    items = (*blocks_items, _back_slug(paper, slug, settings))
    turn = 0 if settings.flip == "long" else 180
    if not turn and not any(settings.back_offset):
        return Page(paper, items, name)
    whole = Box(0, 0, paper.width, paper.height).moved(*settings.back_offset)
    return Page(paper, (Group("back", whole, items, turn),), name)


def crop_marks(where: Places) -> tuple[Line, ...]:
    """A mark outside the bleed at both ends of every cut line; outlined pieces have none."""
    if where.format.outlined:
        return ()
    near, far = where.format.bleed + MARK_GAP, where.format.bleed + MARK_GAP + MARK
    block = where.block
    marks = []
    for x in _cuts((box.x, box.right) for box in where.boxes):
        marks += [(x, block.y - far, x, block.y - near)]
        marks += [(x, block.bottom + near, x, block.bottom + far)]
    for y in _cuts((box.y, box.bottom) for box in where.boxes):
        marks += [(block.x - far, y, block.x - near, y)]
        marks += [(block.right + near, y, block.right + far, y)]
    return tuple(Line(*mark, "ink", MARK_LINE) for mark in marks)


def cut_lines(where: Places) -> tuple[Line, ...]:
    """The cut lines that joined pieces share, for scissors; none around places left empty."""
    edges: dict[tuple[float, ...], None] = {}
    for box in where.boxes:
        x, y, right, bottom = (round(edge, 3) for edge in (box.x, box.y, box.right, box.bottom))
        sides = ((x, y, right, y), (x, y, x, bottom), (right, y, right, bottom))
        edges.update(dict.fromkeys((*sides, (x, bottom, right, bottom))))
    return tuple(Line(*edge, "grey", theme.LINES["cut"]) for edge in edges)


def _cuts(pairs: Iterable[tuple[float, float]]) -> list[float]:
    """Each cut line once."""
    return sorted({round(cut, 3) for pair in pairs for cut in pair})


def numbered(slug: str, number: int, of: int) -> str:
    """A slug with the number of its sheet, where there are several alike."""
    return f"{slug} · {number}/{of}" if of > 1 else slug


def _slug_box(paper: Paper) -> Box:
    area = _area(paper)
    return Box(area.x, area.bottom + SLUG_GAP, area.w, SLUG)


def _slug(paper: Paper, text: str, settings: Settings, duplex: bool) -> Group:
    """The lines at the foot: a ruler to check the scale, how to print, what this is."""
    box = _slug_box(paper)
    left = RULER + 5
    advice = fitted_line(settings.language.say("sheet.scale"), box.w - left, SLUG_STYLE)
    items: list[Item] = [*ruler(paper.name == "letter"), *advice.items(left, 0)]
    rows = broken(text, box.w - left, SLUG_STYLE)
    if len(rows) > 2:
        raise TextTooLong(f"does not fit under the ruler: {text}")
    for number, row in enumerate(rows, 1):
        items += row.items(left, number * SLUG_LINE)
    if duplex:
        words = settings.language.say(f"sheet.duplex.{settings.flip}")
        items += fitted_line(words, RULER - INCH / 2, DUPLEX_STYLE).items(0, DUPLEX_TOP)
    return Group("slug", box, tuple(items))


def _back_slug(paper: Paper, slug: str, settings: Settings) -> Group:
    """Whose back a page is, in the middle of the foot, where no offset moves it off the paper."""
    box = _slug_box(paper)
    rows = broken(settings.language.say("sheet.back", front=slug), box.w * 0.8, SLUG_STYLE)
    items: list[Item] = []
    for number, row in enumerate(rows):
        items += row.items((box.w - row.width) / 2, number * SLUG_LINE)
    return Group("slug", box, tuple(items))


@lru_cache(maxsize=4)
def ruler(inches: bool) -> tuple[Item, ...]:
    """A line of 100 mm with a tick every 10 mm, from (0, 0) down to 7; below it inches."""
    weight = theme.LINES["cut"]
    y = 3.4
    items: list[Item] = [Line(0, y, RULER, y, "ink", weight)]
    for step in range(11):
        tick = 2.4 if step in (0, 5, 10) else 1.4
        items.append(Line(step * 10, y - tick, step * 10, y, "ink", weight))
    items += _label("100 mm", RULER - 1, y + 0.9)
    if inches:
        items.append(Line(RULER, y, 4 * INCH, y, "ink", weight))
        for step in range(5):
            items.append(Line(step * INCH, y, step * INCH, y + 1.4, "ink", weight))
        items += _label("4 in", 4 * INCH, y + 3.6)
    return tuple(items)


def _label(text: str, right: float, top: float) -> tuple[Item, ...]:
    block = line(text, SLUG_STYLE)
    return block.items(right - block.width, top)
