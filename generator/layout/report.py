"""A report: title, paragraphs, charts and tables, one under the other on as many pages as it takes.

Input: a Report, made of plain values, and the paper. Output: portrait pages, each with the title
and its number at the foot. Charts and paragraphs stay whole, headings stay with what follows.
Tables break between rows, leave none of them alone and repeat their head. No page is nearly empty
if it can be helped.

    report = Report("Magnetmen", "1,000 games", (
        Heading("Points"),
        Paragraph("Bars are means; whiskers hold the true value 95 times in 100."),
        chart,                                  # any chart of layout/plot.py, as wide as the page
        Beside((one, another)),                 # charts beside each other
        Table(("Type", "Points"), (("**Baker**", "12.0"), ("Judge", "7.5")), "lr"),
    ))
    pages = report_pages(report, PAPERS["a4"])
"""

from collections.abc import Iterator, Sequence
from itertools import chain, zip_longest
from typing import NamedTuple

from generator.core.errors import TextOverflowError
from generator.core.paper import Box, Paper
from generator.layout import flow, plot, table, theme
from generator.layout.page import Art, Group, Item, Line, Page
from generator.layout.table import Cell, Column, Grid
from generator.layout.text import Style, fitted_line, line, wrap

EDGE = 14.0
HEAD = 21.0
FOOT = 8.0
LOGO = 16.0
BLOCK_GAP = 6.0
SIDE_GAP = 9.0  # between charts beside each other
HEADING_STYLE = Style(13.5, "title", "title")
TEXT_STYLE = Style(theme.SIZES["text"], leading=1.3)
CELL_STYLE = Style(9.0)
HEAD_STYLE = Style(theme.FLOOR, "bold", colour="slate")
FOOT_STYLE = Style(theme.FLOOR, colour="slate")
_ALIGNS = {"l": "left", "c": "centre", "r": "right"}
_CELL_GAP, _CELL_PAD = 3.0, 1.0
SPARSE = 0.25  # of the room of a page: what is less full looks lost
SAVED = 0.4  # and what is less full than that is saved
NARROW = 0.45  # of the gaps, where that saves a page
READABLE = 35.0  # mm, of a column of text that is wrapped
_SLACK = 0.3  # a bold space is wider than the one that lines are broken at


class Heading(NamedTuple):
    """A title inside the report."""

    text: str


class Paragraph(NamedTuple):
    """Text in the markup of layout/text.py."""

    markup: str


class Table(NamedTuple):
    """Titles of columns, and rows of as many cells. aligns has a letter for each column: l, c or
    r. Columns are as wide as what they hold; where that is too much, titles and the widest columns
    are wrapped."""

    titles: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    aligns: str


class Beside(NamedTuple):
    """Charts beside each other, so many to a row (0: all of them)."""

    charts: tuple[plot.Chart, ...]
    columns: int = 0


Block = Heading | Paragraph | Table | Beside | plot.Chart


class Report(NamedTuple):
    """What is told; hue is one of theme.HUES."""

    title: str
    subtitle: str
    blocks: tuple[Block, ...]
    hue: str = "lagoon"


class _Piece(NamedTuple):
    """What stays on one page: a row, the gap above it, whether what follows must be on the page
    too, and what is repeated above it where it begins a page."""

    row: flow.Block
    gap: float
    holds_next: bool = False
    repeat: flow.Block | None = None


_Parts = list[list[_Piece]]
"""What is on a page: pieces that must stay together, in lists."""


def report_pages(report: Report, paper: Paper) -> list[Page]:
    """All pages. Raises TextOverflowError for what does not fit its column or a page, and as plots
    do."""
    paper = paper.portrait.for_text
    area = paper.within(EDGE)
    dealt = _dealt(list(_all_pieces(report, area.w)), area.h - FOOT)
    return [
        Page(
            paper,
            (
                *([_head(report, area)] if number == 1 else []),
                *_stacked(on_page, area, HEAD if number == 1 else 0.0),
                _foot(report, area, number, len(dealt)),
            ),
            f"report {number}",
        )
        for number, on_page in enumerate(dealt, start=1)
    ]


def _all_pieces(report: Report, width: float) -> Iterator[_Piece]:
    """The pieces of all blocks. Paragraphs under a heading go with what they are about, and
    whatever follows a heading stands near it."""
    heading = opened = False
    for block, following in zip_longest(report.blocks, report.blocks[1:]):
        opened = isinstance(block, Heading) or (opened and isinstance(block, Paragraph))
        introduces = opened and following is not None and not isinstance(following, Heading)
        for piece in _pieces(block, width, report.hue):
            near = min(piece.gap, BLOCK_GAP / 2) if heading else piece.gap
            yield piece._replace(gap=near, holds_next=piece.holds_next or introduces)
            heading = False
        heading = isinstance(block, Heading)


def _pieces(block: Block, width: float, hue: str) -> Iterator[_Piece]:
    match block:
        case Heading(text):
            colour = theme.hue_colour(hue, "strong")
            shown = wrap(text, width, HEADING_STYLE._replace(colour=colour))
            yield _Piece(
                flow.Block(shown.items(0, 0), width, shown.height), BLOCK_GAP + 2, holds_next=True
            )
        case Paragraph(markup):
            shown = wrap(markup, width, TEXT_STYLE)
            yield _Piece(flow.Block(shown.items(0, 0), width, shown.height), BLOCK_GAP / 2)
        case Table():
            yield from _table(block, width, hue)
        case Beside(charts, columns):
            each_row = columns or len(charts)
            for first in range(0, len(charts), each_row):
                row = _beside(charts[first : first + each_row], each_row, width)
                yield _Piece(row, BLOCK_GAP)
        case chart:
            yield _Piece(_beside([chart], 1, width), BLOCK_GAP)


def _beside(charts: Sequence[plot.Chart], columns: int, width: float) -> flow.Block:
    """Charts in columns of one width, their plots beginning at one height."""
    wide = (width - (columns - 1) * SIDE_GAP) / columns
    head = max(plot.head_height(chart, wide) for chart in charts)
    heights = [plot.height(chart, wide, head) for chart in charts]
    items = tuple(
        plot.placed(chart, Box(number * (wide + SIDE_GAP), 0, wide, height), head)
        for number, (chart, height) in enumerate(zip(charts, heights, strict=True))
    )
    return flow.Block(items, width, max(heights))


def _table(block: Table, width: float, hue: str) -> Iterator[_Piece]:
    grid = Grid(_columns(block, width), CELL_STYLE, HEAD_STYLE, _CELL_GAP, _CELL_PAD)
    top = table.head(grid)
    yield _Piece(top, BLOCK_GAP, holds_next=True)
    rule, weight = theme.hue_colour(hue, "tray"), theme.LINES["thin"]
    last = len(block.rows) - 1
    for number, cells in enumerate(block.rows):
        row = table.row(grid, cells)
        above = Line(0, 0, width, 0, rule, weight)
        whole = flow.Block((above, *row.content), width, row.height)
        yield _Piece(whole, 0.0, holds_next=number in (0, last - 1), repeat=top)


def _columns(block: Table, width: float) -> tuple[Column, ...]:
    """Columns as wide as their widest cell; what room is left goes between them."""
    titles = [_wide(title, HEAD_STYLE) for title in block.titles]
    columns = zip(*block.rows, strict=True)
    cells = [max(_wide(cell, CELL_STYLE) for cell in column) for column in columns]
    widths = list(map(max, titles, cells))
    room = width - _CELL_GAP * (len(widths) - 1)
    if sum(widths) > room:
        titles = [max(_wide(word, HEAD_STYLE) for word in title.split()) for title in block.titles]
        widths = list(map(max, titles, cells))
    left = room - sum(widths)
    widths = [each + left / len(widths) for each in widths] if left > 0 else _narrowed(widths, room)
    return tuple(
        Column(wide, title, _ALIGNS[align])
        for wide, title, align in zip(widths, block.titles, block.aligns, strict=True)
    )


def _narrowed(widths: Sequence[float], room: float) -> list[float]:
    """The widths, with the widest narrower, so that all have room: one alone as long as it can be
    read, else several alike."""
    order = sorted(range(len(widths)), key=widths.__getitem__, reverse=True)
    for count in range(1, len(order) + 1):
        others = [widths[at] for at in order[count:]]
        most = (room - sum(others)) / count
        if most >= min([READABLE, *others[:1]]):
            break
    return [most if at in order[:count] else each for at, each in enumerate(widths)]


def _wide(cell: Cell, style: Style) -> float:
    if isinstance(cell, str):
        return line(cell, style).width + _SLACK if cell else 0.0
    return cell.side if cell else 0.0


def _dealt(pieces: Sequence[_Piece], room: float) -> list[list[_Piece]]:
    """The pieces on pages, with none that is nearly empty if that can be: narrower gaps may save
    the page, or the last one takes over more from the one before it."""
    pages = _filled(pieces, room)
    if len(pages) > 1 and min(map(_high, pages)) < room * SAVED:
        tight = _filled(pieces, room, NARROW)
        if len(tight) < len(pages):
            pages = tight
        if len(pages) > 1 and _high(pages[-1]) < room * SPARSE:
            pages[-2:] = _evened(pages[-2], pages[-1], room)
    first, *others = pages
    return [_spaced(first, room - HEAD), *(_spaced(page, room) for page in others)]


def _filled(pieces: Sequence[_Piece], room: float, narrow: float = 1.0) -> list[_Parts]:
    """The pieces on as few pages as they take with gaps so much narrower; the first page has its
    head besides."""
    pages: list[_Parts] = [[]]
    for together in _held(pieces):
        head = HEAD if len(pages) == 1 else 0.0
        if pages[-1] and head + _high([*pages[-1], together], narrow) > room:
            pages.append([])
            head = 0.0
        pages[-1].append(together)
        if head + _high(pages[-1], narrow) > room:
            raise TextOverflowError(f"a part of the report is higher than a page, {room:.0f} mm")
    return pages


def _evened(before: _Parts, last: _Parts, room: float) -> tuple[_Parts, _Parts]:
    """The last two pages, where neither is nearly empty; divided where a block begins rather than
    inside a table, and as late as can be."""
    least = room * SPARSE
    cuts = [
        at for at in range(len(before) - 1, 0, -1)
        if _high(before[:at]) >= least and least <= _high([*before[at:], *last]) <= room
    ]  # fmt: skip
    whole = [at for at in cuts if before[at][0].repeat is None]
    at = next(iter(whole or cuts), len(before))
    return before[:at], [*before[at:], *last]


def _joined(page: _Parts) -> list[_Piece]:
    """The pieces of a page."""
    return [*_begun(page[0]), *chain.from_iterable(page[1:])] if page else []


def _high(page: _Parts, narrow: float = 1.0) -> float:
    return sum(piece.gap * narrow + piece.row.height for piece in _joined(page))


def _spaced(page: _Parts, room: float) -> list[_Piece]:
    """The pieces of a page, their gaps as wide as they should be or as there is room for."""
    pieces = _joined(page)
    gaps = sum(piece.gap for piece in pieces)
    left = room - _high(page, 0.0)
    share = min(1.0, left / gaps) if gaps else 1.0
    return [piece._replace(gap=piece.gap * share) for piece in pieces]


def _held(pieces: Sequence[_Piece]) -> Iterator[list[_Piece]]:
    """Pieces that must be on one page."""
    together: list[_Piece] = []
    for piece in pieces:
        together.append(piece)
        if not piece.holds_next:
            yield together
            together = []
    if together:
        yield together


def _begun(together: list[_Piece]) -> list[_Piece]:
    """The same at the top of a page: no gap above, and a table's head once more."""
    first, *others = together
    if first.repeat is not None:
        return [_Piece(first.repeat, 0.0), *together]
    return [first._replace(gap=0.0), *others]


def _stacked(pieces: Sequence[_Piece], area: Box, top: float) -> Iterator[Group]:
    y = area.y + top
    for piece in pieces:
        y += piece.gap
        yield piece.row.at(area.x, y, "part")
        y += piece.row.height


def _head(report: Report, area: Box) -> Group:
    """Logo, title and a line below it."""
    left = LOGO + 3
    strong = theme.hue_colour(report.hue, "strong")
    title = fitted_line(report.title, area.w - left, Style(22, "title", "title", colour=strong))
    below = wrap(report.subtitle, area.w - left, Style(theme.SIZES["text"], colour="slate"))
    items: tuple[Item, ...] = (
        Art("shared/logo", Box(0, 0, LOGO, LOGO)),
        *title.items(left, 0.8),
        *below.items(left, 10.6),
    )
    return Group("head", Box(area.x, area.y, area.w, HEAD), items)


def _foot(report: Report, area: Box, number: int, count: int) -> Group:
    """Title and page number."""
    page = line(f"{number} / {count}", FOOT_STYLE)
    title = fitted_line(report.title, area.w - page.width - 5, FOOT_STYLE)
    y = FOOT - FOOT_STYLE.em
    items = (*title.items(0, y), *page.items(area.w - page.width, y))
    return Group("foot", Box(area.x, area.bottom - FOOT, area.w, FOOT), items)
