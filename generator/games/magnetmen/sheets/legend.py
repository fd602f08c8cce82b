"""The legend: one row per type with portrait, symbol to draw, name and power.

Input: the types of a board (or of a set) and a language. Output: a Legend, which knows its height
and can be placed; on a board it ends with notes on terms that the powers take for granted. Rows
are cached by their content, so that a run of boards wraps and draws each of them once; they take
their hue from the group around them.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from generator.core.errors import TextOverflowError
from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.magnetmen.roll import Board, RolledType
from generator.games.magnetmen.sheets import parts
from generator.languages import Language, load_language
from generator.layout import flow, theme
from generator.layout.flow import Block
from generator.layout.page import CURRENT, Art, Item, Line, Rect
from generator.layout.text import Style, fitted_line, line, wrap

MIN_ROW_GAP = 1.6
GOOD_ROW_GAP = 1.9  # which keeps names clear of the rule above them
RULE_RISE = 0.4  # of a rule between rows, because the lines of a text have blank below them
COLUMN_GAP = 2.0
NAME_GAP = 0.5  # between a name and its power
HEAD_GAP = 1.6
SYMBOL_SHARE = 0.56  # the symbol's side, as a share of the portrait's
HEAD_STYLE = Style(9.0, "bold", colour="charcoal")
NAME_EXTRA = 1.5  # points, by which a name is larger than its power
# The terms that have a note, in this order, where at least that many types mention them.
NOTED_TERMS = {"adjacent": 1, "same_as": 2, "destroyed_icon": 1}


class LegendSize(NamedTuple):
    """The size of the text in points, the side of a portrait in mm."""

    text: float
    portrait: float


class Entry(NamedTuple):
    """The content of a legend row; power is markup."""

    art: str
    name: str
    power: str


class Legend(NamedTuple):
    """Rows under a header line, all of one width; below them the notes, if there are any."""

    head: Block
    rows: tuple[Block, ...]
    width: float
    hue: str
    notes: Block | None = None

    @property
    def height(self) -> float:
        """The height in mm with the smallest gaps between the rows."""
        return _height(self.head, [row.height for row in self._all_rows])

    @property
    def good_height(self) -> float:
        """The height in mm with gaps of GOOD_ROW_GAP."""
        return self.height + (GOOD_ROW_GAP - MIN_ROW_GAP) * (len(self._all_rows) - 1)

    @property
    def _all_rows(self) -> tuple[Block, ...]:
        return (*self.rows, self.notes) if self.notes else self.rows

    def items(self, x: float, y: float, room: float, max_gap: float) -> tuple[Item, ...]:
        """The legend as groups, spread over that height as far as max_gap allows."""
        rows, rule, strong = self._all_rows, self._colour("tray"), self._colour("strong")
        gap = min(max_gap, MIN_ROW_GAP + max(0.0, room - self.height) / max(1, len(rows) - 1))
        result: list[Item] = [self.head.at(x, y, shared=True)]
        y += self.head.height + HEAD_GAP
        for number, row in enumerate(rows):
            if number:
                level = y - gap / 2 - RULE_RISE
                result.append(Line(x, level, x + self.width, level, rule, theme.LINES["thin"]))
            result.append(row.at(x, y, shared=True, colour=strong))
            y += row.height + gap
        return tuple(result)

    def _colour(self, strength: str) -> str:
        return theme.hue_colour(self.hue, strength)


class LegendOverflowError(TextOverflowError):
    """The legend of a board is higher than its room at the smallest size. `text` is that of its
    highest row."""

    def __init__(self, board: Board, settings: Settings, legend: Legend, room: float, size: float):
        scale = settings.paper.for_text.scale
        kinds = zip(board.types, legend.rows, strict=True)
        by_height = sorted(kinds, key=lambda pair: -pair[1].height)
        heights = ", ".join(f"{kind.piece.key} {row.height * scale:.0f}" for kind, row in by_height)
        self.over = (legend.height - room) * scale
        words = f"the legend of {board.game_id} is {self.over:.1f} mm too high at {size * scale:g} "
        highest = by_height[0][0]
        super().__init__(
            f"{words}pt; its rows in mm: {heights}",
            highest.sentence(load_language(settings.language_code)),
            _advice(board, highest),
        )
        self.summary = f"too high: a legend of {', '.join(kind.piece.key for kind, _ in by_height)}"


def _advice(board: Board, highest: RolledType) -> str:
    """What makes a legend lower: less to say of the type with its highest row, or fewer types."""
    parts = len(list(highest.power.primitives()))
    say_less = "shorten this text, " if not parts else "drop a part of this power, " * (parts > 1)
    alone = len(board.sets) == 1 and board.sets[0].alone is not None
    fewer = "fewer 'alone.types'" if alone else "fewer 'types' in boards.yaml"
    return f"{say_less}shorten the name, or have {fewer}"


def entry(kind: RolledType, language: Language) -> Entry:
    """The content of a rolled type's row."""
    return Entry(kind.art, kind.piece.printed_name(language.code), kind.sentence(language))


def entries(board: Board, language: Language) -> tuple[Entry, ...]:
    """The content of a board's rows."""
    return tuple([entry(kind, language) for kind in board.types])


def notes(board: Board, language: Language) -> str:
    """Notes on the terms in the powers of a board, each once, as markup."""
    names: dict[str, tuple[str, ...]] = {}
    for kind in board.types:
        for term in kind.terms:
            names[term] = (*names.get(term, ()), kind.piece.printed_name(language.code))
    return _notes(tuple(names.items()), language) if names else ""


@lru_cache(maxsize=2048)
def _notes(names_by_term: tuple[tuple[str, tuple[str, ...]], ...], language: Language) -> str:
    names = dict(names_by_term)
    return " ".join(
        language.say(f"magnetmen.legend.notes.{term}", names=", ".join(names[term]))
        for term, min_types in NOTED_TERMS.items()
        if len(names.get(term, ())) >= min_types
    )


def lay_out(
    entries: tuple[Entry, ...],
    width: float,
    size: LegendSize,
    hue: str,
    language: Language,
    notes: str = "",
) -> Legend:
    """The legend in a width in mm; notes are markup.

    Raises TextOverflowError when a word or a name is wider than its column.
    """
    rows = tuple([_row(entry, width, size) for entry in entries])
    below = _notes_row(notes, width, size.text) if notes else None
    return Legend(_head(width, size.portrait, language), rows, width, hue, below)


def largest(
    entries: tuple[Entry, ...],
    width: float,
    room: float,
    sizes: Iterable[LegendSize],
    hue: str,
    language: Language,
    notes: str = "",
) -> Legend:
    """The legend at the largest of the sizes that fits a width and a height in mm.

    Raises TextOverflowError where none fits.
    """

    def layout(size: LegendSize) -> Legend:
        legend = lay_out(entries, width, size, hue, language, notes)
        if legend.height > room:
            raise TextOverflowError(f"a legend of {legend.height:.0f} mm exceeds {room:.0f} mm")
        return legend

    return flow.largest_that_fits(sizes, layout)


def min_height(rows: int, width: float, portrait: float, language: Language) -> float:
    """A height in mm that no legend of that many rows falls below: a row is as high as its
    portrait, or higher."""
    return _height(_head(width, portrait, language), [portrait] * rows)


def _height(head: Block, rows: Sequence[float]) -> float:
    return head.height + HEAD_GAP + sum(rows) + MIN_ROW_GAP * (len(rows) - 1)


class _Columns(NamedTuple):
    """The left edges of symbol and text, and the widths of both, in mm."""

    symbol_x: float
    symbol: float
    text_x: float
    text_width: float


def _columns(width: float, portrait: float) -> _Columns:
    symbol = portrait * SYMBOL_SHARE
    text_x = portrait + COLUMN_GAP + symbol + COLUMN_GAP
    return _Columns(portrait + COLUMN_GAP, symbol, text_x, width - text_x)


@lru_cache(maxsize=64)
def _head(width: float, portrait: float, language: Language) -> Block:
    """Column titles: what to draw over the symbols, what a type does over the texts."""
    columns = _columns(width, portrait)
    draw = line(language.say("magnetmen.legend.draw"), HEAD_STYLE)
    power = line(language.say("magnetmen.legend.power"), HEAD_STYLE)
    middle_x = columns.symbol_x + (columns.symbol - draw.width) / 2
    left = min(middle_x, columns.text_x - COLUMN_GAP - draw.width)
    items = (*draw.items(left, 0), *power.items(columns.text_x, 0))
    return Block(items, width, draw.height, "legend head")


@lru_cache(maxsize=2048)
def _row(entry: Entry, width: float, size: LegendSize) -> Block:
    portrait, columns = size.portrait, _columns(width, size.portrait)
    title = Style(size.text + NAME_EXTRA, "title", "title", colour=CURRENT)
    name = fitted_line(entry.name, columns.text_width, title)
    power = wrap(entry.power, columns.text_width, Style(size.text))
    text_height = name.height + NAME_GAP + power.height
    height = max(portrait, text_height)
    top, middle = (height - text_height) / 2, height / 2
    frame = Box(columns.symbol_x, middle - columns.symbol / 2, columns.symbol, columns.symbol)
    portrait_box = Box(0, middle - portrait / 2, portrait, portrait)
    items = (
        Art(parts.portrait(entry.art), portrait_box, fine=True),
        Rect(frame, "white", CURRENT, theme.LINES["hair"], 1.0),
        Art(parts.symbol(entry.art), frame.inset(columns.symbol * 0.1), "ink"),
        *name.items(columns.text_x, top),
        *power.items(columns.text_x, top + name.height + NAME_GAP),
    )
    return Block(items, width, height, "legend row")


@lru_cache(maxsize=2048)
def _notes_row(markup: str, width: float, size: float) -> Block:
    """The notes, as wide as the legend."""
    return flow.paragraphs([markup], width, Style(size), 0)._replace(name="notes")
