"""Legend tables of whole sets: for players the common powers, for designers every variant.

Input: a definition and settings. Output: portrait pages; first the players' pages of all sets, then
the designers' pages. A table breaks across pages between types.
"""

from collections.abc import Iterator
from itertools import groupby

from generator.core.errors import TextOverflowError
from generator.core.paper import Box, Paper
from generator.core.settings import Settings
from generator.games.magnetmen.definition import MagnetmenDefinition, MagnetmenSet, PieceType
from generator.games.magnetmen.sheets import legend, parts
from generator.games.magnetmen.sheets.legend import LegendSize
from generator.languages import load_language, localized
from generator.layout import flow, table, theme
from generator.layout.flow import Block
from generator.layout.page import Art, Group, Item, Page
from generator.layout.table import Column, Grid, Picture
from generator.layout.text import Style, fitted_line, wrap

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


def _head(area: Box, title: str, below: str, hue: str) -> Group:
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
    name = load_language(settings.language_code).say("game.magnetmen")
    return f"{name} · {localized(game_set.title, settings.language_code)}"


def _players_pages(game_set: MagnetmenSet, hue: str, settings: Settings) -> Iterator[Page]:
    paper = settings.paper.portrait.for_text
    area = _area(paper)
    room = area.h - HEAD
    heading = load_language(settings.language_code).say("magnetmen.tables.players")
    head = _head(area, _title(game_set, settings), heading, hue)
    pieces = list(game_set.pieces)
    while pieces:
        count = _how_many_fit(pieces, area.w, room, hue, settings)
        table = _players_table(pieces[:count], area.w, hue, settings)
        rows = table.items(area.x, area.y + HEAD, room, MAX_ROW_GAP)
        yield Page(paper, (head, *rows), f"legend {game_set.key} players")
        pieces = pieces[count:]


def _players_table(
    pieces: list[PieceType], width: float, hue: str, settings: Settings
) -> legend.Legend:
    entries = tuple(
        legend.Entry(
            piece.art,
            piece.printed_name(settings.language_code),
            piece.common.sentence(piece, load_language(settings.language_code)),
        )
        for piece in pieces
    )
    return legend.lay_out(entries, width, PLAYERS_SIZE, hue, load_language(settings.language_code))


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
    head = _head(area, title, _board_note(definition, game_set, settings), hue)
    for rows_of_page in flow.paginate(rows, room):
        y = area.y + HEAD
        body = table.stack_with_rules(
            rows_of_page, area.x, y + top.height, area.w, rule, theme.LINES["thin"]
        )
        end = y + top.height + sum(row.height for row in rows_of_page)
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
