"""The legend: a row for each type with portrait, symbol to draw, name and power; legend sheets."""

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from generator.core.errors import TextOverflowError
from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.magnetmen.definition import MagnetmenDefinition, MagnetmenSet, PieceType
from generator.games.magnetmen.roll import Board, RolledType
from generator.games.magnetmen.sheets import look
from generator.languages import Language, load_language, localized
from generator.layout import flow, table, theme
from generator.layout.flow import Block
from generator.layout.page import CURRENT, Art, Group, Item, Line, Page, Rect
from generator.layout.table import Cell, Column, Grid, Picture
from generator.layout.text import SMALL_PRINT, Style, fitted_line, line, title_style, wrap

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


def portrait(art: str) -> str:
    return f"magnetmen/{art}"


def symbol(art: str) -> str:
    return f"magnetmen/symbols/{art}"


class LegendSize(NamedTuple):
    text: float  # points
    portrait: float  # mm


class Legend(NamedTuple):
    """Rows of one width under a header line; the last has the notes, if there are any."""

    head: Block
    rows: tuple[Block, ...]
    hue: str

    @property
    def height(self) -> float:
        """With the smallest gaps between the rows."""
        rows = sum([row.height for row in self.rows])
        return self.head.height + HEAD_GAP + rows + MIN_ROW_GAP * (len(self.rows) - 1)

    def gap(self, room: float) -> float:
        return MIN_ROW_GAP + (room - self.height) / max(1, len(self.rows) - 1)

    def items(self, x: float, y: float, room: float, max_gap: float) -> tuple[Item, ...]:
        """Spread over that height as far as max_gap allows."""
        rule, strong = (theme.hue_colour(self.hue, strength) for strength in ("tray", "strong"))
        gap = min(max_gap, self.gap(room))
        result: list[Item] = [self.head.at(x, y, shared=True)]
        y += self.head.height + HEAD_GAP
        for number, row in enumerate(self.rows):
            if number:
                level = y - gap / 2 - RULE_RISE
                result.append(Line(x, level, x + self.head.width, level, rule, theme.LINES["thin"]))
            result.append(row.at(x, y, shared=True, colour=strong))
            y += row.height + gap
        return tuple(result)


class LegendOverflowError(TextOverflowError):
    """A legend is higher than its room at the smallest size. `text` is that of its highest row."""

    def __init__(self, board: Board, settings: Settings, legend: Legend, room: float, size: float):
        scale = settings.paper.for_text.scale
        kinds = zip(board.types, legend.rows, strict=False)  # without the notes
        by_height = sorted(kinds, key=lambda pair: -pair[1].height)
        heights = ", ".join(f"{kind.piece.key} {row.height * scale:.0f}" for kind, row in by_height)
        self.over = (legend.height - room) * scale
        words = f"the legend of {board.game_id} is {self.over:.1f} mm too high at {size * scale:g} "
        highest = by_height[0][0]
        # What makes a legend lower: less to say of that type, or fewer types.
        parts = len(list(highest.power.primitives()))
        less = "shorten this text, " if not parts else "drop a part of this power, " * (parts > 1)
        first, *others = board.definition.sets
        alone = not others and first.alone is not None
        fewer = "fewer 'alone.types'" if alone else "fewer 'types' in boards.yaml"
        super().__init__(
            f"{words}pt; its rows in mm: {heights}",
            highest.sentence(load_language(settings.language_code)),
            f"{less}shorten the name, or have {fewer}",
        )
        self.summary = f"too high: a legend of {', '.join(kind.piece.key for kind, _ in by_height)}"


class Fitter:
    """Lays out the legend of one board in several sizes; its texts are looked up once."""

    def __init__(self, board: Board, settings: Settings):
        self.board, self.settings = board, settings
        self.language = load_language(settings.language_code)
        self.entries = entries(board.types, self.language)
        names: dict[str, list[str]] = {}
        for kind, (_, name, _) in zip(board.types, self.entries, strict=True):
            for term in kind.power.notes:
                names.setdefault(term, []).append(name)
        self.notes = " ".join(
            self.language.say(f"magnetmen.legend.notes.{term}", names=", ".join(names[term]))
            for term, min_types in NOTED_TERMS.items()
            if len(names.get(term, ())) >= min_types
        )

    def legend(
        self, width: float, room: float, size: LegendSize, min_gap: float = MIN_ROW_GAP
    ) -> Legend:
        """The legend in a width and height in mm. Raises LegendOverflowError, TextOverflowError."""
        legend = lay_out(self.entries, width, size, self.board.hue, self.language, self.notes)
        if legend.gap(room) < min_gap:
            if min_gap > MIN_ROW_GAP:  # smaller gaps are tried next, so nobody reads why
                raise TextOverflowError("the legend leaves too small gaps")
            raise LegendOverflowError(self.board, self.settings, legend, room, size.text)
        return legend


Entry = tuple[str, str, str]  # the art, the name and the power of a type, as printed


def entries(kinds: Iterable[RolledType], language: Language) -> list[Entry]:
    return [
        (kind.piece.art, kind.piece.name_for(language), kind.sentence(language)) for kind in kinds
    ]


def lay_out(
    rows: Iterable[Entry],
    width: float,
    size: LegendSize,
    hue: str,
    language: Language,
    notes: str = "",
) -> Legend:
    """Raises TextOverflowError for a word or a name that is wider than its column."""
    blocks = [_row(*entry, width, size) for entry in rows]
    if notes:
        blocks.append(_notes_row(notes, width, size.text))
    return Legend(_head(width, size.portrait, language), tuple(blocks), hue)


def _columns(width: float, portrait: float) -> tuple[float, float, float]:
    """The left edges of symbol and text, and the width of the text, in mm."""
    text_x = portrait + COLUMN_GAP + portrait * SYMBOL_SHARE + COLUMN_GAP
    return portrait + COLUMN_GAP, text_x, width - text_x


@lru_cache(maxsize=64)
def _head(width: float, portrait: float, language: Language) -> Block:
    symbol_x, text_x, _ = _columns(width, portrait)
    draw = line(language.say("magnetmen.legend.draw"), SMALL_PRINT)
    power = line(language.say("magnetmen.legend.power"), HEAD_STYLE)
    left = symbol_x + (portrait * SYMBOL_SHARE - draw.width) / 2
    right = max(text_x, min(left + draw.width + COLUMN_GAP + HEAD_GAP, width - power.width))
    items = (*draw.items(left, 0), *power.items(right, 0))
    return Block(items, width, draw.height, "legend head")


@lru_cache(maxsize=2048)
def _row(art: str, name: str, power: str, width: float, size: LegendSize) -> Block:
    (text_size, side), own = size, size.portrait * SYMBOL_SHARE
    symbol_x, text_x, text_width = _columns(width, side)
    title = fitted_line(name, text_width, title_style(text_size + NAME_EXTRA, CURRENT))
    text = wrap(power, text_width, Style(text_size))
    text_height = title.height + NAME_GAP + text.height
    height = max(side, text_height)
    top, middle = (height - text_height) / 2, height / 2
    frame = Box(symbol_x, middle - own / 2, own, own)
    plate = Box(0, middle - side / 2, side, side)
    items = (
        Rect(plate, "cream", CURRENT, theme.LINES["hair"], 2.0),
        *look.LOOK.drawing("pattern", plate, "shadow"),
        Art(portrait(art), plate.inset(gap := 0.04 * side), fine=True, radius=2.0 - gap),
        Rect(frame, "white", CURRENT, theme.LINES["hair"], 1.0),
        Art(symbol(art), frame.inset(own * 0.1)),
        *title.items(text_x, top),
        *text.items(text_x, top + title.height + NAME_GAP),
    )
    return Block(items, width, height, "legend row", power)


@lru_cache(maxsize=2048)
def _notes_row(markup: str, width: float, size: float) -> Block:
    return flow.paragraphs([markup], width, Style(size), 0)._replace(name="notes")


EDGE, FRAME, CORNER = 6.5, 5.5, 9.0  # to the magnets at corners, from these to texts; their side
HEAD, LOGO = 22.0, 7.2
PLAYERS_SIZE = LegendSize(12.5, 24.0)
MAX_ROW_GAP = 5.5
SYMBOL = 8.0
NUMBERS = {"frequency": 12.0, "min": 8.5, "max": 8.5, "odds": 12.0}
# Of the designers' table; the last is as wide as the page allows.
COLUMNS = (
    Column(SYMBOL + 1),
    Column(26.0, "name"),
    *(Column(width, title, "right") for title, width in NUMBERS.items()),
)
COLUMN_GAP_OF_DESIGNERS = 3.0
FOOT = 18.0


def pages(definition: MagnetmenDefinition, settings: Settings) -> list[Page]:
    """For players the common powers, for designers every variant. Raises TextOverflowError."""
    corners = look.corners(settings.paper.portrait.for_text.within(EDGE), CORNER)
    return [
        page._replace(items=(*corners, *page.items))
        for of_set, game_set in product((_players_pages, _designers_pages), definition.sets)
        for page in of_set(game_set, settings)
    ]


def _table_head(game_set: MagnetmenSet, more: str, below: str, settings: Settings) -> Group:
    area = settings.paper.portrait.for_text.within(EDGE).inset(FRAME)
    words = f"{localized(game_set.title, settings.language_code)}{more}"
    title = look.title(words, area.w, LOGO, look.HUE, load_language(settings.language_code))
    note = wrap(below, area.w, Style(9.5, colour="slate")).items(0, 10.6)
    return Group("head", Box(area.x, area.y, area.w, HEAD), (*title.content, *note))


def _players_pages(game_set: MagnetmenSet, settings: Settings) -> Iterator[Page]:
    paper, language = settings.paper.portrait.for_text, load_language(settings.language_code)
    area = paper.within(EDGE).inset(FRAME)
    room = area.h - HEAD
    head = _table_head(game_set, "", language.say("magnetmen.tables.players"), settings)
    kinds = (RolledType(game_set.key, piece, piece.common, 1) for piece in game_set.pieces)
    legend = lay_out(entries(kinds, language), area.w, PLAYERS_SIZE, look.HUE, language)
    room_for_rows = room - legend.head.height - HEAD_GAP
    for rows in flow.paginate(legend.rows, room_for_rows, gap=MIN_ROW_GAP):
        part = legend._replace(rows=tuple(rows))
        items = part.items(area.x, area.y + HEAD, room, MAX_ROW_GAP)
        yield Page(paper, (head, *items), f"legend {game_set.key} players")


def _designers_pages(game_set: MagnetmenSet, settings: Settings) -> Iterator[Page]:
    paper, language = settings.paper.portrait.for_text, load_language(settings.language_code)
    area, say = paper.within(EDGE).inset(FRAME), language.say
    taken = math.fsum(column.width + COLUMN_GAP_OF_DESIGNERS for column in COLUMNS)
    columns = tuple(
        column._replace(title=column.title and say(f"magnetmen.tables.{column.title}"))
        for column in (*COLUMNS, Column(area.w - taken, "power"))
    )
    grid = Grid(columns, Style(9.5), SMALL_PRINT, COLUMN_GAP_OF_DESIGNERS)
    top = table.head(grid)
    room = area.h - HEAD - top.height - FOOT
    rows: list[Block] = []
    for piece in game_set.pieces:
        of_type = _variants(piece, game_set.estimated_odds, language)
        variants = [table.row(grid, cells) for cells in of_type]
        together = flow.column(variants, -2.0)  # close, because no rule separates them
        rows += [together] if together.height <= room else variants
    more, about = f" · {say('magnetmen.tables.design')}", say("magnetmen.tables.note")
    head = _table_head(game_set, more, about, settings)
    rule = theme.hue_colour(look.HUE, "tray")
    texts = [say("magnetmen.tables.estimated")] if game_set.estimated_odds else []
    foot = flow.paragraphs(texts, area.w, SMALL_PRINT, 0)
    y = area.y + HEAD
    for part in flow.paginate(rows, room):
        table_top = y + top.height
        body = table.stack_with_rules(part, area.x, table_top, area.w, rule, theme.LINES["thin"])
        end = table_top + math.fsum(row.height for row in part)
        items = (head, top.at(area.x, y), *body, foot.at(area.x, end + 4.0, "footer"))
        yield Page(paper, items, f"legend {game_set.key} designers")


def _variants(
    piece: PieceType, estimated_odds: bool, language: Language
) -> Iterator[tuple[Cell, ...]]:
    """The cells of every variant; only the first row of a type has the columns about it."""
    about: tuple[Cell, ...] = (
        Picture(symbol(piece.art), SYMBOL),
        f"**{piece.name_for(language)}**",
        language.decimal(piece.frequency),
        str(piece.min or "–"),
        str(piece.max or "–"),
    )
    for power, percent in zip(piece.powers, piece.percent, strict=True):
        odds = language.percent(language.decimal(percent))
        text = power.sentence(piece, language)
        if not power.simulated:
            text += f" ({language.say('magnetmen.tables.free_text')})"
        yield *about, odds + "*" * (estimated_odds and len(piece.powers) > 1), text
        about = (None,) * len(about)
