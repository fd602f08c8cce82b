"""Two boards of one seed side by side: what becomes of a board when its set changes.

Input: two loaded versions, a seed. Output: one landscape page; on each half a board, how many
squares each type has, and the legend. Squares, numbers and rows that the other board does not have
are marked.
"""

from collections.abc import Iterator
from typing import NamedTuple

from generator.authoring.diff import Loaded
from generator.core.errors import TextOverflowError
from generator.core.output import Output
from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.magnetmen.roll import Board, RolledType, roll
from generator.games.magnetmen.sheets import legend, parts
from generator.languages import Language, load_language
from generator.layout import theme
from generator.layout.page import Art, Group, Item, Line, Page, Rect
from generator.layout.text import Block, Style, fitted_line, line, wrap
from generator.pdf.document import Contents, Report, document, write

EDGE = 9.0
GUTTER = 9.0
HEAD = 13.0
HALF_HEAD = 11.0
GAP = 4.0
BAR = 1.2  # the mark of a legend row, and the room it takes with the gap behind it
BAR_ROOM = 3.0
COUNTS = 22.0  # the column of symbols and numbers beside a board
COUNT_ROW = 9.0
LEAST_BOARD = 70.0  # mm, the height of a board on which the portraits can be told
MARK = "red"
# Text size in points and portrait side in mm, from what looks best to what still may be printed.
FITS = ((9.5, 11.0), (9.0, 10.5), (9.0, 9.5), (8.5, 9.0), (8.0, 8.5), (8.0, 7.5))
SMALL = Style(theme.FLOOR, colour="slate")


class _Side(NamedTuple):
    """One of the two boards, and the other one."""

    title: str
    label: str
    board: Board
    other: Board


def printed(
    old: Loaded, new: Loaded, seed: str, size: str, settings: Settings, output: Output
) -> Report:
    """The page as a PDF. Raises RollError, TextOverflowError, ArtError, OSError."""
    players = max(new.definition.boards.players)
    boards = [roll(side.definition, size, players, seed) for side in (old, new)]
    made = page(boards[0], boards[1], (old.version.label, new.version.label), seed, settings)
    folders = (*new.definition.art_dirs, *old.definition.art_dirs)
    path = output.path(f"diff.{new.version.name}.{size}.{seed}{settings.file_suffix()}")
    title = f"Two boards of {new.version.name} {seed}"
    words = ["diff", old.version.label, new.version.label, "--sheet", seed, "--size", size]
    contents = Contents(title, {"command": words, "games": []}, art_dirs=folders)
    return write([document([made], contents, settings, path)])


def page(old: Board, new: Board, labels: tuple[str, str], seed: str, settings: Settings) -> Page:
    """Both boards. Raises TextOverflowError when a legend does not fit at 8 pt."""
    paper = settings.paper.landscape
    area = paper.within(EDGE)
    say = load_language(settings.language_code).say
    sides = (
        _Side(say("desk.diff.old"), labels[0], old, new),
        _Side(say("desk.diff.new"), labels[1], new, old),
    )
    width = (area.w - GUTTER) / 2
    foot = wrap(say("desk.diff.key"), area.w, SMALL)
    room = area.h - HEAD - HALF_HEAD - foot.height - GAP
    size, side, height = _fit(sides, width, room, load_language(settings.language_code))
    items: list[Item] = [_head(area, old, new, seed, settings)]
    for number, each in enumerate(sides):
        x = area.x + number * (width + GUTTER)
        box = Box(x, area.y + HEAD, width, HALF_HEAD + room)
        items += _half(each, box, height, (size, side), settings)
    middle = area.x + width + GUTTER / 2
    top, bottom = area.y + HEAD, area.bottom - foot.height - GAP
    items.append(Line(middle, top, middle, bottom, "steel", theme.LINES["thin"]))
    foot_box = Box(area.x, area.bottom - foot.height, area.w, foot.height)
    items.append(Group("footer", foot_box, foot.items(0, 0)))
    return Page(paper, tuple(items), f"diff {seed}")


def _fit(
    sides: tuple[_Side, _Side], width: float, room: float, language: Language
) -> tuple[float, float, float]:
    """Text size, portrait side, and what height they leave for a board."""
    for size, side in FITS:
        try:
            tables = [_table(each.board, width, size, side, language) for each in sides]
        except TextOverflowError:
            continue
        left = room - max(table.height for table in tables) - GAP
        if left >= LEAST_BOARD:
            return size, side, left
    longest = max((kind.sentence(language) for each in sides for kind in each.board.types), key=len)
    raise TextOverflowError("the legends of two boards do not fit one page at 8 pt", longest)


def _table(
    board: Board, width: float, size: float, side: float, language: Language
) -> legend.Table:
    rows = tuple(legend.entry(kind, language) for kind in board.types)
    return legend.table(rows, width - BAR_ROOM, size, side, board.hue, language)


def _head(area: Box, old: Board, new: Board, seed: str, settings: Settings) -> Group:
    """The seed, the sets; how much differs."""
    say = load_language(settings.language_code).say
    strong = theme.hue_colour(new.hue, "strong")
    style = Style(18, "title", "title", colour=strong)
    title = fitted_line(say("desk.diff.title", seed=seed), area.w / 2, style)
    differing, same_shape = differing_squares(new, old)
    squares = (
        say("desk.diff.squares", count=len(differing)) if same_shape else say("desk.diff.shapes")
    )
    powers = len({kind.piece.key for kind in (*_changed(new, old), *_changed(old, new))})
    differences = f"{squares}, {say('desk.diff.powers', count=powers)}"
    text = " · ".join((differences, *new.subtitle(load_language(settings.language_code))))
    note = fitted_line(text, area.w - title.width - 6, Style(10, colour="slate"))
    baseline = title.style.em * 0.76
    items = (
        *title.items(0, 0),
        *note.items(area.w - note.width, baseline - note.style.em * 0.76),
    )
    return Group("head", Box(area.x, area.y, area.w, HEAD), items)


def differing_squares(board: Board, other: Board) -> tuple[tuple[int, ...], bool]:
    """The squares with another type than on the other board; whether both are of one shape."""
    if (board.size.columns, board.size.rows) != (other.size.columns, other.size.rows):
        return (), False
    keys = [[side.types[kind].piece.key for kind in side.squares] for side in (board, other)]
    return tuple(n for n, pair in enumerate(zip(*keys, strict=True)) if pair[0] != pair[1]), True


def _changed(board: Board, other: Board) -> list[RolledType]:
    """The types that the other board has not, or with another power."""
    there = {kind.piece.key: kind.power for kind in other.types}
    return [kind for kind in board.types if there.get(kind.piece.key) != kind.power]


def _half(
    side: _Side, box: Box, height: float, fit: tuple[float, float], settings: Settings
) -> Iterator[Item]:
    strong = theme.hue_colour(side.board.hue, "strong")
    title = line(side.title, Style(13, "title", "title", colour=strong))
    label = _shortened(side.label, box.w - title.width - 3)
    level = title.style.em * 0.76 - label.style.em * 0.76
    words = (*title.items(0, 0), *label.items(title.width + 3, level))
    yield Group(f"head {side.title}", Box(box.x, box.y, box.w, HALF_HEAD), words)
    top = box.y + HALF_HEAD
    yield from _board(side, Box(box.x, top, box.w, height), settings)
    table = _table(side.board, box.w, *fit, load_language(settings.language_code))
    y = top + height + GAP
    rows = table.items(box.x + BAR_ROOM, y, box.bottom - y, legend.ROW_GAP)
    yield from rows
    yield from _bars(side, rows, box.x, MARK if settings.tinted else "ink")


def _shortened(text: str, width: float) -> Block:
    """The end of a path that is too long for a line: it tells more than the beginning."""
    for start in range(len(text)):
        shown = text if not start else f"…{text[start:]}"
        block = line(shown, SMALL)
        if block.width <= width:
            return block
    return line("", SMALL)


def _bars(side: _Side, rows: tuple[Item, ...], x: float, colour: str) -> Iterator[Item]:
    """A bar before each legend row that the other board does not have."""
    changed = _changed(side.board, side.other)
    groups = [item for item in rows if isinstance(item, Group) and item.name == "legend row"]
    for kind, group in zip(side.board.types, groups, strict=True):
        if kind in changed:
            yield Rect(Box(x, group.box.y, BAR, group.box.h), colour, None, 0, BAR / 2)


def _board(side: _Side, box: Box, settings: Settings) -> Iterator[Item]:
    """The grid as large as fits, and beside it how many squares each type has."""
    board = side.board
    columns, rows = board.size.columns, board.size.rows
    cell = min(box.h / rows, (box.w - COUNTS - GAP) / columns)
    grid = Box(box.x, box.y, cell * columns, cell * rows)
    yield from parts.grid(grid, columns, (cell, cell), board.hue, settings.tinted, board.arts)
    # Low ink thins lines to a third, and these must stand out among them.
    weight = theme.LINES["bold"] * (1 if settings.tinted else 3)
    for square in differing_squares(board, side.other)[0]:
        row, column = divmod(square, columns)
        there = Box(grid.x + column * cell, grid.y + row * cell, cell, cell)
        yield Rect(there.inset(0.5), None, MARK, weight, 0.8)
    yield from _counts(side, Box(grid.right + GAP, box.y, box.right - grid.right - GAP, box.h))


def _counts(side: _Side, box: Box) -> Iterator[Item]:
    """Symbols with numbers, those that differ bold."""
    there = {kind.piece.key: kind.count for kind in side.other.types}
    step = min(COUNT_ROW, box.h / len(side.board.types))
    for number, kind in enumerate(side.board.types):
        y, symbol = box.y + number * step, step * 0.8
        font = "text" if there.get(kind.piece.key) == kind.count else "bold"
        words = line(f"× {kind.count}", Style(11, font, font))
        yield Art(parts.symbol(kind.art), Box(box.x, y, symbol, symbol))
        yield from words.items(box.x + symbol + 1.5, y + symbol / 2 - words.height / 2)
