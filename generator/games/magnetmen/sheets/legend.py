"""The legend: a row for each type with portrait, symbol to draw, name and power; legend sheets.

Rows are cached by their content; they take their hue from the group around them. Legend sheets are
of whole sets: for players the common powers, for designers every variant.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from generator.core.errors import TextOverflowError
from generator.core.paper import Box, Paper
from generator.core.settings import Settings
from generator.games.magnetmen.definition import MagnetmenDefinition, MagnetmenSet, PieceType
from generator.games.magnetmen.roll import Board, RolledType
from generator.games.magnetmen.sheets import parts
from generator.languages import Language, load_language, localized
from generator.layout import flow, table, theme
from generator.layout.flow import Block
from generator.layout.page import CURRENT, Art, Group, Item, Line, Page, Rect
from generator.layout.table import Column, Grid, Picture
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


EDGE = 12.0
HEAD = 22.0
PLAYERS_SIZE = LegendSize(12.5, 24.0)
MAX_ROW_GAP = 5.5
HUES = ("lagoon", "grape", "coral", "leaf", "iris", "honey")  # of the sets, in turn
SYMBOL = 8.0
DESIGN_STYLE = Style(9.5)
FOOT_STYLE = Style(theme.FLOOR, colour="slate")
FOOT, FOOT_GAP = 18.0, 1.0


def pages(definition: MagnetmenDefinition, settings: Settings) -> list[Page]:
    """All tables. Raises TextOverflowError for a word wider than its column."""
    hues = [HUES[i % len(HUES)] for i in range(len(definition.sets))]
    result: list[Page] = []
    for game_set, hue in zip(definition.sets, hues, strict=True):
        result += _players_pages(game_set, hue, settings)
    for game_set, hue in zip(definition.sets, hues, strict=True):
        result += _designers_pages(definition, game_set, hue, settings)
    return result


def _area(paper: Paper) -> Box:
    return paper.within(EDGE)


def _table_head(area: Box, title: str, below: str, hue: str) -> Group:
    """The logo, the title, a line about the table."""
    strong = theme.hue_colour(hue, "strong")
    side = 16.0
    left = side + 3
    name = fitted_line(title, area.w - left, Style(22, "title", "title", colour=strong))
    note = wrap(below, area.w - left, Style(9.5, colour="slate"))
    items = (
        Art("shared/logo", Box(0, 0, side, side)),
        *name.items(left, 0.8),
        *note.items(left, 10.6),
    )
    return Group("head", Box(area.x, area.y, area.w, HEAD), items)


def _title(game_set: MagnetmenSet, settings: Settings) -> str:
    name = load_language(settings.language_code).say("magnetmen.name")
    return f"{name} · {localized(game_set.title, settings.language_code)}"


def _players_pages(game_set: MagnetmenSet, hue: str, settings: Settings) -> Iterator[Page]:
    paper = settings.paper.portrait.for_text
    area = _area(paper)
    room = area.h - HEAD
    heading = load_language(settings.language_code).say("magnetmen.tables.players")
    head = _table_head(area, _title(game_set, settings), heading, hue)
    pieces = list(game_set.pieces)
    while pieces:
        count = _how_many_fit(pieces, area.w, room, hue, settings)
        table = _players_table(pieces[:count], area.w, hue, settings)
        rows = table.items(area.x, area.y + HEAD, room, MAX_ROW_GAP)
        yield Page(paper, (head, *rows), f"legend {game_set.key} players")
        pieces = pieces[count:]


def _players_table(pieces: list[PieceType], width: float, hue: str, settings: Settings) -> Legend:
    entries = tuple(
        Entry(
            piece.art,
            piece.printed_name(settings.language_code),
            piece.common.sentence(piece, load_language(settings.language_code)),
        )
        for piece in pieces
    )
    return lay_out(entries, width, PLAYERS_SIZE, hue, load_language(settings.language_code))


def _how_many_fit(
    pieces: list[PieceType], width: float, room: float, hue: str, settings: Settings
) -> int:
    """How many of the types fit one page. Raises TextOverflowError if not even one does."""
    for count in range(len(pieces), 0, -1):
        if _players_table(pieces[:count], width, hue, settings).height <= room:
            return count
    power = pieces[0].common.sentence(pieces[0], load_language(settings.language_code))
    raise TextOverflowError(f"the power of {pieces[0].key} does not fit a page", power)


def _designers_pages(
    definition: MagnetmenDefinition, game_set: MagnetmenSet, hue: str, settings: Settings
) -> Iterator[Page]:
    paper = settings.paper.portrait.for_text
    area = _area(paper)
    grid = _grid(area.w, settings)
    top = table.head(grid)
    room = area.h - HEAD - top.height - FOOT
    rows: list[Block] = []
    for _, group in groupby(_variants(game_set, grid, settings), _first):
        rows += _together([row for _, row in group], area.w, room)
    rule = theme.hue_colour(hue, "tray")
    design = load_language(settings.language_code).say("magnetmen.tables.design")
    title = f"{_title(game_set, settings)} · {design}"
    head = _table_head(area, title, _board_note(definition, game_set, settings), hue)
    for rows_of_page in flow.paginate(rows, room):
        y = area.y + HEAD
        body = table.stack_with_rules(
            rows_of_page, area.x, y + top.height, area.w, rule, theme.LINES["thin"]
        )
        end = y + top.height + math.fsum(row.height for row in rows_of_page)
        foot = _foot(area, end + 4.0, game_set, settings)
        items = (head, top.at(area.x, y), *body, foot)
        yield Page(paper, items, f"legend {game_set.key} designers")


def _grid(width: float, settings: Settings) -> Grid:
    say = load_language(settings.language_code).say
    widths = (SYMBOL + 1, 26.0, 12.0, 8.5, 8.5, 12.0)
    gap = 3.0
    power_width = width - sum(widths) - gap * len(widths)
    title_keys = ("name", "frequency", "min", "max", "odds", "power")
    titles = ("", *(say(f"magnetmen.tables.{name}") for name in title_keys))
    aligns = ("left", "left", "right", "right", "right", "right", "left")
    columns = tuple(
        Column(width, title, align)
        for width, title, align in zip((*widths, power_width), titles, aligns, strict=True)
    )
    return Grid(columns, DESIGN_STYLE, Style(theme.FLOOR, colour="slate"), gap)


def _variants(
    game_set: MagnetmenSet, grid: Grid, settings: Settings
) -> Iterator[tuple[str, Block]]:
    """(type, row) for every variant; only the first row of a type has the columns about it."""
    language = load_language(settings.language_code)
    for piece in game_set.pieces:
        total, several = sum(power.weight for power in piece.powers), len(piece.powers) > 1
        for number, power in enumerate(piece.powers):
            about = (None,) * 5 if number else (
                Picture(parts.symbol(piece.art), SYMBOL),
                f"**{piece.printed_name(language.code)}**",
                _number(piece.frequency, settings),
                str(piece.min) if piece.min else "–",
                str(piece.max) if piece.max else "–",
            )  # fmt: skip
            share = _number(round(100 * power.weight / total, 1), settings)
            odds = language.percent(share) + ("*" if game_set.estimated_odds and several else "")
            text = power.sentence(piece, language)
            if not power.simulated:
                text += f" ({language.say('magnetmen.tables.free_text')})"
            yield piece.key, table.row(grid, (*about, odds, text))


def _first(pair: tuple[str, Block]) -> str:
    return pair[0]


def _together(variants: list[Block], width: float, room: float) -> list[Block]:
    """The variants of a type as one row, so that no page breaks between them; or the rows as they
    are, if they do not fit one page."""
    items: list[Item] = []
    y = 0.0
    for number, variant in enumerate(variants):
        # All variants but the first move up, because no rule separates them.
        y -= 2.0 if number else 0.0
        items.append(variant.at(0, y, "variant"))
        y += variant.height
    return [Block(tuple(items), width, y, "table row")] if y <= room else variants


def _board_note(definition: MagnetmenDefinition, game_set: MagnetmenSet, settings: Settings) -> str:
    """How many types of the set a board has, and which are always among them."""
    language = load_language(settings.language_code)
    alone = MagnetmenDefinition((game_set,), definition.boards)
    fewest, most, always = alone.types_on_board()
    types = str(most)
    if fewest < most:
        how = "or" if most == fewest + 1 else "to"
        types = language.say(f"numbers.{how}", first=fewest, last=most)
    text = language.say("magnetmen.tables.types", count=most, types=types)
    if always:
        names = ", ".join(game_set.types[key].printed_name(language.code) for key in sorted(always))
        text += " " + language.say("magnetmen.tables.always", names=names)
    return text


def _number(value: float, settings: Settings) -> str:
    return f"{value:g}".replace(".", load_language(settings.language_code).say("numbers.decimal"))


def _foot(area: Box, y: float, game_set: MagnetmenSet, settings: Settings) -> Group:
    """Notes under the table: what the columns mean, and whether odds are estimates."""
    language = load_language(settings.language_code)
    keys = ("note", "estimated") if game_set.estimated_odds else ("note",)
    texts = [language.say(f"magnetmen.tables.{key}") for key in keys]
    return flow.paragraphs(texts, area.w, FOOT_STYLE, FOOT_GAP).at(area.x, y, "footer")
