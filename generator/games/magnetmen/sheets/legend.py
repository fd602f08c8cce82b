"""The legend: one row per type with portrait, symbol to draw, name and power.

Input: the types of a board (or of a set) and a language. Output: a table that knows its height
and can be placed; on a board it ends with notes on terms that the powers take for granted. Rows
are cached by what they show, so that a run of boards wraps and draws each of them once; their hue
is that of the group around them.
"""

from functools import lru_cache
from typing import NamedTuple

from generator.core.errors import TextOverflowError
from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.magnetmen.roll import Board, RolledType
from generator.games.magnetmen.sheets import parts
from generator.languages import Language, load_language
from generator.layout import theme
from generator.layout.page import CURRENT, Art, Group, Item, Line, Rect
from generator.layout.text import Style, fitted_line, line, wrap

ROW_GAP = 1.6  # at least, between rows
COLUMN_GAP = 2.0
SYMBOL_SHARE = 0.56  # the symbol's side, of the portrait's
HEAD_STYLE = Style(9.0, "bold", colour="charcoal")
HEAD_GAP = 1.6
TERMS = {"adjacent": 1, "same_as": 2, "destroyed_icon": 1}  # with a note, for so many types or more


class Entry(NamedTuple):
    """What a legend row shows."""

    art: str
    name: str
    power: str  # markup


class Row(NamedTuple):
    """A row as items from its own top left corner."""

    items: tuple[Item, ...]
    height: float


class Table(NamedTuple):
    """Rows under a header line, all of one width; below them the notes, if there are any."""

    head: Row
    rows: tuple[Row, ...]
    width: float
    hue: str
    notes: Row | None = None

    @property
    def height(self) -> float:
        """With the rows as close together as they may be."""
        return _height(self.head, [row.height for row in self._all])

    @property
    def _all(self) -> tuple[Row, ...]:
        return (*self.rows, self.notes) if self.notes else self.rows

    def items(self, x: float, y: float, room: float, max_gap: float) -> tuple[Item, ...]:
        """The table as groups, spread over that height as far as max_gap allows."""
        gaps = max(1, len(self._all) - 1)
        gap = min(max_gap, ROW_GAP + max(0.0, room - self.height) / gaps)
        rule, strong = (theme.hue_colour(self.hue, strength) for strength in ("tray", "strong"))
        head = Box(x, y, self.width, self.head.height)
        result: list[Item] = [Group("legend head", head, self.head.items, shared=True)]
        y += self.head.height + HEAD_GAP
        for number, row in enumerate(self._all):
            if number:
                middle = y - gap / 2
                result.append(Line(x, middle, x + self.width, middle, rule, theme.LINES["thin"]))
            box = Box(x, y, self.width, row.height)
            name = "notes" if row is self.notes else "legend row"
            result.append(Group(name, box, row.items, 0, True, strong))
            y += row.height + gap
        return tuple(result)


class LegendOverflowError(TextOverflowError):
    """The legend of a board is higher than the sheet has room for at the least size. `text` is that
    of its highest row."""

    def __init__(self, board: Board, settings: Settings, table: "Table", room: float, size: float):
        scale = settings.paper.for_text.scale
        kinds = zip(board.types, table.rows, strict=True)
        ranked = sorted(kinds, key=lambda pair: -pair[1].height)
        heights = ", ".join(f"{kind.piece.key} {row.height * scale:.0f}" for kind, row in ranked)
        self.over = (table.height - room) * scale
        words = f"the legend of {board.game_id} is {self.over:.1f} mm too high at {size * scale:g} "
        highest = ranked[0][0]
        super().__init__(
            f"{words}pt; its rows in mm: {heights}",
            highest.sentence(load_language(settings.language_code)),
            _advice(board, highest),
        )
        self.summary = f"too high: a legend of {', '.join(kind.piece.key for kind, _ in ranked)}"


def _advice(board: Board, highest: RolledType) -> str:
    """What makes a legend lower: less to say of the type with its highest row, or fewer types."""
    parts = len(list(highest.power.primitives()))
    say_less = "shorten this text, " if not parts else "drop a part of this power, " * (parts > 1)
    alone = len(board.sets) == 1 and board.sets[0].alone is not None
    fewer = "fewer 'alone.types'" if alone else "fewer 'types' in boards.yaml"
    return f"{say_less}shorten the name, or have {fewer}"


def entry(kind, language: Language) -> Entry:
    """The row of a rolled type: its art, its name, the text of its power."""
    return Entry(kind.art, kind.piece.printed_name(language.code), kind.sentence(language))


def entries(board: Board, language: Language) -> tuple[Entry, ...]:
    """The rows of a board."""
    return tuple([entry(kind, language) for kind in board.types])


def notes(board: Board, language: Language) -> str:
    """Notes on the terms that stand in the powers of a board, each once, as markup."""
    by_term: dict[str, tuple[str, ...]] = {}
    for kind in board.types:
        for term in kind.terms:
            by_term[term] = (*by_term.get(term, ()), kind.piece.printed_name(language.code))
    return _noted(tuple(by_term.items()), language) if by_term else ""


@lru_cache(maxsize=2048)
def _noted(terms: tuple[tuple[str, tuple[str, ...]], ...], language: Language) -> str:
    by_term = dict(terms)
    say = language.say
    return " ".join(
        say(f"magnetmen.legend.notes.{term}", names=", ".join(by_term[term]))
        for term in TERMS
        if len(by_term.get(term, ())) >= TERMS[term]
    )


def table(
    entries: tuple[Entry, ...],
    width: float,
    size: float,
    side: float,
    hue: str,
    language: Language,
    notes: str = "",
) -> Table:
    """The legend at a text size in points and a portrait side in mm; notes are markup.

    Raises TextOverflowError when a word or a name is wider than its column.
    """  # fmt: skip
    rows = tuple([_row(shown, width, size, side) for shown in entries])
    below = _text_row(notes, width, size) if notes else None
    return Table(_head(width, side, language), rows, width, hue, below)


def least_height(rows: int, width: float, side: float, language: Language) -> float:
    """What a table of so many rows takes at least, in mm: no row is lower than its portrait."""
    return _height(_head(width, side, language), [side] * rows)


def _height(head: Row, rows: list[float]) -> float:
    return head.height + HEAD_GAP + sum(rows) + ROW_GAP * (len(rows) - 1)


def _columns(width: float, side: float) -> tuple[float, float, float, float]:
    """Left edges of symbol and text, the symbol's side, the width of the text."""
    symbol = side * SYMBOL_SHARE
    text = side + COLUMN_GAP + symbol + COLUMN_GAP
    return side + COLUMN_GAP, text, symbol, width - text


@lru_cache(maxsize=64)
def _head(width: float, side: float, language: Language) -> Row:
    """Column titles: over the symbol what to do with it, over the text what it is."""
    symbol_x, text_x, symbol, _ = _columns(width, side)
    draw = line(language.say("magnetmen.legend.draw"), HEAD_STYLE)
    power = line(language.say("magnetmen.legend.power"), HEAD_STYLE)
    left = min(symbol_x + (symbol - draw.width) / 2, text_x - COLUMN_GAP - draw.width)
    return Row((*draw.items(left, 0), *power.items(text_x, 0)), draw.height)


@lru_cache(maxsize=2048)
def _row(shown: Entry, width: float, size: float, side: float) -> Row:
    symbol_x, text_x, symbol, text_w = _columns(width, side)
    name = fitted_line(shown.name, text_w, Style(size + 1.5, "title", "title", colour=CURRENT))
    power = wrap(shown.power, text_w, Style(size, fitted=size < theme.SIZES["text"]))
    text_h = name.height + 0.5 + power.height
    height = max(side, text_h)
    top = (height - text_h) / 2
    middle = height / 2
    frame = Box(symbol_x, middle - symbol / 2, symbol, symbol)
    return Row(
        (
            Art(parts.portrait(shown.art), Box(0, middle - side / 2, side, side), fine=True),
            Rect(frame, "white", CURRENT, theme.LINES["hair"], 1.0),
            Art(parts.symbol(shown.art), frame.inset(symbol * 0.1), "ink"),
            *name.items(text_x, top),
            *power.items(text_x, top + name.height + 0.5),
        ),
        height,
    )


@lru_cache(maxsize=2048)
def _text_row(markup: str, width: float, size: float) -> Row:
    """A paragraph as wide as the table."""
    block = wrap(markup, width, Style(size, fitted=size < theme.SIZES["text"]))
    return Row(block.items(0, 0), block.height)
