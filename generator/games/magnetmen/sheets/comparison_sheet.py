"""Two boards of one seed side by side: how a change of a set changes a board.

Input: the two boards, labels of the two versions, the seed. Output: one landscape page. Each half
has a board, the number of squares of each type, and the legend. Squares, numbers and rows that the
other board does not have are marked.
"""

from collections.abc import Iterator
from typing import NamedTuple

from generator.core.errors import TextOverflowError
from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.magnetmen.roll import Board, RolledType
from generator.games.magnetmen.sheets import legend, parts
from generator.games.magnetmen.sheets.legend import LegendSize
from generator.languages import Language, load_language
from generator.layout import flow, theme
from generator.layout.page import Art, Group, Item, Line, Page, Rect
from generator.layout.text import Style, TextBlock, fitted_line, line, wrap

EDGE = 9.0  # mm, as all lengths here
GUTTER = 9.0
HEAD = 13.0
HALF_HEAD = 11.0
GAP = 4.0
BAR_WIDTH = 1.2  # of the mark beside a legend row
BAR_ROOM = 3.0  # the width of that mark and the gap beside it
COUNTS_WIDTH = 22.0  # of the column of symbols and numbers beside a board
MAX_COUNT_ROW = 9.0
MIN_BOARD_HEIGHT = 70.0  # portraits cannot be recognized on smaller boards
MARK = "red"
LEGEND_SIZES = (
    LegendSize(9.5, 11.0),
    LegendSize(9.0, 10.5),
    LegendSize(9.0, 9.5),
    LegendSize(8.5, 9.0),
    LegendSize(8.0, 8.5),
    LegendSize(8.0, 7.5),
)
SMALL = Style(theme.FLOOR, colour="slate")


class _Side(NamedTuple):
    """One of the two boards, and the other one, with which it is compared."""

    title: str
    label: str
    board: Board
    other: Board


class _Fit(NamedTuple):
    """The size of the legends and the height of a board, in mm, at which both halves fit."""

    legend_size: LegendSize
    board_height: float


def page(old: Board, new: Board, labels: tuple[str, str], seed: str, settings: Settings) -> Page:
    """The page with both boards. Raises TextOverflowError if a legend does not fit at 8 pt."""
    paper = settings.paper.landscape
    area = paper.within(EDGE)
    language = load_language(settings.language_code)
    say = language.say
    sides = (
        _Side(say("authoring.diff.old"), labels[0], old, new),
        _Side(say("authoring.diff.new"), labels[1], new, old),
    )
    width = (area.w - GUTTER) / 2
    foot = wrap(say("authoring.diff.key"), area.w, SMALL)
    room = area.h - HEAD - HALF_HEAD - foot.height - GAP
    fit = _fit(sides, width, room, language)
    items: list[Item] = [_head(area, old, new, seed, settings)]
    for number, side in enumerate(sides):
        x = area.x + number * (width + GUTTER)
        box = Box(x, area.y + HEAD, width, HALF_HEAD + room)
        items += _half(side, box, fit, settings)
    middle = area.x + width + GUTTER / 2
    top, bottom = area.y + HEAD, area.bottom - foot.height - GAP
    items.append(Line(middle, top, middle, bottom, "steel", theme.LINES["thin"]))
    foot_box = Box(area.x, area.bottom - foot.height, area.w, foot.height)
    items.append(Group("footer", foot_box, foot.items(0, 0)))
    return Page(paper, tuple(items), f"diff {seed}")


def _fit(sides: tuple[_Side, _Side], width: float, room: float, language: Language) -> _Fit:
    """The largest of LEGEND_SIZES that leaves enough of the room, in mm, for both boards."""

    def layout(size: LegendSize) -> _Fit:
        legends = [_legend(side.board, width, size, language) for side in sides]
        board_height = room - max(legend.height for legend in legends) - GAP
        if board_height < MIN_BOARD_HEIGHT:
            raise TextOverflowError(f"a board would be {board_height:.0f} mm high")
        return _Fit(size, board_height)

    try:
        return flow.largest_that_fits(LEGEND_SIZES, layout)
    except TextOverflowError as error:
        sentences = (kind.sentence(language) for side in sides for kind in side.board.types)
        message = "the legends of two boards do not fit one page at 8 pt"
        raise TextOverflowError(message, max(sentences, key=len)) from error


def _legend(board: Board, width: float, size: LegendSize, language: Language) -> legend.Legend:
    entries = legend.entries(board, language)
    return legend.lay_out(entries, width - BAR_ROOM, size, board.hue, language)


def _head(area: Box, old: Board, new: Board, seed: str, settings: Settings) -> Group:
    """The seed, the sets, and the number of differences."""
    language = load_language(settings.language_code)
    say = language.say
    strong = theme.hue_colour(new.hue, "strong")
    style = Style(18, "title", "title", colour=strong)
    title = fitted_line(say("authoring.diff.title", seed=seed), area.w / 2, style)
    differing, same_shape = differing_squares(new, old)
    squares = (
        say("authoring.diff.squares", count=len(differing))
        if same_shape
        else say("authoring.diff.shapes")
    )
    powers = len(
        {kind.piece.key for kind in (*_types_only_on(new, old), *_types_only_on(old, new))}
    )
    differences = f"{squares}, {say('authoring.diff.powers', count=powers)}"
    text = " · ".join((differences, *new.subtitle(language)))
    note = fitted_line(text, area.w - title.width - 6, Style(10, colour="slate"))
    baseline = title.style.em * 0.76
    items = (
        *title.items(0, 0),
        *note.items(area.w - note.width, baseline - note.style.em * 0.76),
    )
    return Group("head", Box(area.x, area.y, area.w, HEAD), items)


def differing_squares(board: Board, other: Board) -> tuple[tuple[int, ...], bool]:
    """The squares whose types differ, and whether both boards have the same shape.

    The squares of boards of different shapes are not compared.
    """
    if (board.size.columns, board.size.rows) != (other.size.columns, other.size.rows):
        return (), False
    keys = [[side.types[kind].piece.key for kind in side.squares] for side in (board, other)]
    return tuple(n for n, pair in enumerate(zip(*keys, strict=True)) if pair[0] != pair[1]), True


def _types_only_on(board: Board, other: Board) -> list[RolledType]:
    """The types of a board that the other one lacks or has with another power."""
    powers = {kind.piece.key: kind.power for kind in other.types}
    return [kind for kind in board.types if powers.get(kind.piece.key) != kind.power]


def _half(side: _Side, box: Box, fit: _Fit, settings: Settings) -> Iterator[Item]:
    language = load_language(settings.language_code)
    strong = theme.hue_colour(side.board.hue, "strong")
    title = line(side.title, Style(13, "title", "title", colour=strong))
    label = _end_of_text(side.label, box.w - title.width - 3)
    level = title.style.em * 0.76 - label.style.em * 0.76
    words = (*title.items(0, 0), *label.items(title.width + 3, level))
    yield Group(f"head {side.title}", Box(box.x, box.y, box.w, HALF_HEAD), words)
    top = box.y + HALF_HEAD
    yield from _board(side, Box(box.x, top, box.w, fit.board_height), settings)
    table = _legend(side.board, box.w, fit.legend_size, language)
    y = top + fit.board_height + GAP
    rows = table.items(box.x + BAR_ROOM, y, box.bottom - y, legend.MIN_ROW_GAP)
    yield from rows
    yield from _bars(side, rows, box.x, MARK if settings.tinted else "ink")


def _end_of_text(text: str, width: float) -> TextBlock:
    """A line with as much of the end of a text as fits: the end of a path says more than its
    start."""
    for start in range(len(text)):
        block = line(f"…{text[start:]}" if start else text, SMALL)
        if block.width <= width:
            return block
    return line("", SMALL)


def _bars(side: _Side, rows: tuple[Item, ...], x: float, colour: str) -> Iterator[Item]:
    """A bar beside each legend row that the other board does not have."""
    types = _types_only_on(side.board, side.other)
    groups = [item for item in rows if isinstance(item, Group) and item.name == "legend row"]
    for kind, group in zip(side.board.types, groups, strict=True):
        if kind in types:
            yield Rect(Box(x, group.box.y, BAR_WIDTH, group.box.h), colour, None, 0, BAR_WIDTH / 2)


def _board(side: _Side, box: Box, settings: Settings) -> Iterator[Item]:
    """The grid, as large as fits, with the number of squares of each type beside it."""
    board = side.board
    columns, rows = board.size.columns, board.size.rows
    cell = min(box.h / rows, (box.w - COUNTS_WIDTH - GAP) / columns)
    grid = Box(box.x, box.y, cell * columns, cell * rows)
    yield from parts.grid(grid, columns, (cell, cell), board.hue, settings.tinted, board.arts)
    # Low ink thins lines to a third; the marks must stand out among them.
    weight = theme.LINES["bold"] * (1 if settings.tinted else 3)
    for square in differing_squares(board, side.other)[0]:
        row, column = divmod(square, columns)
        place = Box(grid.x + column * cell, grid.y + row * cell, cell, cell)
        yield Rect(place.inset(0.5), None, MARK, weight, 0.8)
    yield from _counts(side, Box(grid.right + GAP, box.y, box.right - grid.right - GAP, box.h))


def _counts(side: _Side, box: Box) -> Iterator[Item]:
    """Symbols with numbers, in bold if they differ from those of the other board."""
    other_counts = {kind.piece.key: kind.count for kind in side.other.types}
    step = min(MAX_COUNT_ROW, box.h / len(side.board.types))
    for number, kind in enumerate(side.board.types):
        y, symbol = box.y + number * step, step * 0.8
        font = "text" if other_counts.get(kind.piece.key) == kind.count else "bold"
        words = line(f"× {kind.count}", Style(11, font, font))
        yield Art(parts.symbol(kind.art), Box(box.x, y, symbol, symbol))
        yield from words.items(box.x + symbol + 1.5, y + symbol / 2 - words.height / 2)
