"""The board sheet: the grid, the inventories around it, and the sidebar, or a page with the legend.

The text of a sidebar is set as large as fits; where the rows of its legend are close, the title is
smaller.
"""

from contextlib import suppress
from dataclasses import replace
from functools import lru_cache, partial

from generator.core.errors import PieceTooLargeError, TextOverflowError
from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.magnetmen.definition import MagnetmenDefinition
from generator.games.magnetmen.roll import Board
from generator.games.magnetmen.sheets import frame, legend, squares
from generator.games.magnetmen.sheets.frame import SIDEBAR_GAP, SIDEBAR_SHARES, BoardFrame
from generator.games.magnetmen.sheets.legend import LegendOverflowError, LegendSize
from generator.languages import Language, languages, load_language
from generator.layout import flow, theme
from generator.layout.flow import Block
from generator.layout.page import LINE_HEIGHT, Art, Group, Item, Line, Page, Rect, Seams
from generator.layout.text import (
    SMALL_PRINT,
    Style,
    TextBlock,
    fitted_line,
    line,
    title_style,
    wrap,
)

GAP = 2.0  # between the sidebar's parts
PARAGRAPH_GAP = 1.4
PAD = 3.0  # inside the how-to-play box
MAX_ROW_GAP = 5.0
TITLE_EDGE = 0.3  # above and below the texts
# The sizes of legends, and with them the side of a square in the Repel picture in mm.
SIZES = (
    (LegendSize(10.0, 16.0), 5.4),
    (LegendSize(9.5, 14.0), 4.6),
    (LegendSize(9.5, 13.0), 3.8),
    (LegendSize(9.0, 12.0), 3.6),
    (LegendSize(9.0, 9.0), 3.6),
)


TitleSize = tuple[float, float, float, float]
"""The side of the logo, the size of the name in points, the gap between them, the height of the
name above the lines below it."""

TITLE: TitleSize = (16.0, theme.SIZES["title"], 2.0, 9.3)
SMALL_TITLE: TitleSize = (9.0, 16.0, 1.5, 6.6)


def fitted_sidebar(board: Board, settings: Settings) -> tuple[int, BoardFrame, tuple[Item, ...]]:
    """The narrowest sidebar that holds all at a good size; in the widest, as large as fits, where
    none does. A small title is better than a wider sidebar, and that is better than small gaps in
    the legend. Before its frame and items, the number of better ones that do not fit.

    Raises PieceTooLargeError where slots are too small in every frame, LegendOverflowError when
    the legend does not fit at the smallest size, TextOverflowError for a word that is wider than
    its column.
    """
    language = load_language(settings.language_code)
    frames = [_frame(board, settings, SIDEBAR_SHARES[0])]
    with suppress(PieceTooLargeError):
        for share in SIDEBAR_SHARES[1:]:
            frames.append(_frame(board, settings, share))
    steps = [(size, TITLE, legend.GOOD_ROW_GAP) for size in SIZES]
    steps.append((SIZES[-1], SMALL_TITLE, legend.GOOD_ROW_GAP))
    candidates = [(frame, *step) for frame in frames for step in steps]
    candidates.append((frames[-1], SIZES[-1], SMALL_TITLE, legend.MIN_ROW_GAP))

    def layout(number: int) -> tuple[int, BoardFrame, tuple[Item, ...]]:
        frame, (size, cell), title, min_gap = candidates[number]
        box = frame.sidebar
        assert box is not None  # the frame has a share for it
        head = _title(board, language, box, title)
        texts, picture = _guide(_paragraphs(board), box.w, size.text, cell, language)
        guide = Box(box.x, head.box.bottom + GAP, box.w, texts.height)
        top = guide.bottom + GAP
        room = box.bottom - top
        rows = legend.fitted(board, settings, box.w, room, size, min_gap=min_gap)
        layers = _how_to_play(texts, picture, board.hue, board.types[0].art)
        how_to_play = Group("how to play", guide, layers)
        return number, frame, (head, how_to_play, *rows.items(box.x, top, room, MAX_ROW_GAP))

    return flow.largest_that_fits(range(len(candidates)), layout)


def _title(board: Board, language: Language, box: Box, size: TitleSize = TITLE) -> Group:
    """The logo, the game's name, what board this is, at the top of a box."""
    texts = tuple(filter(None, (*board.subtitle(language), _minutes(board, language))))
    return _title_block(box.w, size, board.hue, language, texts).at(box.x, box.y, shared=True)


@lru_cache(maxsize=1024)
def _title_block(
    width: float, size: TitleSize, hue: str, language: Language, subtitle: tuple[str, ...]
) -> Block:
    side, points, logo_gap, name_room = size
    left = side + logo_gap
    style = title_style(points, theme.hue_colour(hue, "strong"))
    name = fitted_line(language.say("magnetmen.name"), width - left, style)
    below = _subtitle(subtitle, width - left)
    gap = below[-1].style.em * (below[-1].style.leading - LINE_HEIGHT)
    lines = flow.stacked_height(below, gap) + TITLE_EDGE
    height = max(side, name_room + lines)
    items = (
        Art("shared/logo", Box(0, (height - side) / 2, side, side)),
        *name.items(left, TITLE_EDGE),
        *flow.stack_items(below, gap, left, height - lines),
    )
    return Block(items, width, height, "title")


def _subtitle(texts: tuple[str, ...], width: float) -> list[TextBlock]:
    """The sets, the size and players, and how long the board takes, on one line where they fit it,
    else on two: designers' titles may be long, and leave no room for the last."""
    with suppress(TextOverflowError):
        return [fitted_line(" · ".join(texts), width, Style(9.5, colour="slate"))]
    sets, *rest = texts
    with suppress(TextOverflowError):
        return [fitted_line(text, width, SMALL_PRINT) for text in (sets, " · ".join(rest))]
    block = wrap(" · ".join(texts[:2]), width, SMALL_PRINT)
    if len(block.lines) > 2:
        raise TextOverflowError(f"does not fit two lines of {width:.1f} mm: {sets}", sets)
    return [block]


def _minutes(board: Board, language: Language) -> str:
    """About how long the board takes; nothing where no program has played it."""
    if board.playtest_result is None:
        return ""
    return language.say("magnetmen.board.minutes", minutes=board.playtest_result.minutes)


def _paragraphs(board: Board) -> tuple[str, ...]:
    """The paragraphs of the guide, as keys of the wording."""
    if board.advanced:
        return "take", "repel", "destroy", "four", "end_advanced"
    scratches = any("destroyed_square" in kind.power.notes for kind in board.types)
    return "take", "repel", *(("scratch",) if scratches else ()), "full", "end"


@lru_cache(maxsize=1024)
def _guide(
    paragraphs: tuple[str, ...], width: float, size: float, cell: float, language: Language
) -> tuple[Block, squares.Repel]:
    """How to play in a few words, at a text size in points, and where its picture goes, in squares
    of that side in mm."""
    style, inner = Style(size), width - 2 * PAD
    texts: list[Item] = []
    y = PAD
    for key in paragraphs:
        block = wrap(language.say(f"magnetmen.board.{key}"), inner, style)
        texts += block.items(PAD, y)
        y += block.height + PARAGRAPH_GAP
        if key == "repel":
            picture = squares.Repel(PAD, y + 0.3, inner, cell)
            texts += picture.captions(language, style)
            y += 0.3 + picture.height(style) + PARAGRAPH_GAP
    return Block(tuple(texts), width, y - PARAGRAPH_GAP + PAD, "texts"), picture


@lru_cache(maxsize=4096)
def _how_to_play(texts: Block, picture: squares.Repel, hue: str, art: str) -> tuple[Item, ...]:
    """The guide in three layers, for boards share some of them: frame and squares with all of
    their hue, symbols with those that have the same first type, texts with those as crowded."""
    frame = texts._replace(content=_backdrop(texts.width, texts.height, picture, hue), name="frame")
    symbols = texts._replace(content=squares.repel_symbols(picture, art), name="symbols")
    return tuple(layer.at(0, 0, shared=True) for layer in (frame, symbols, texts))


@lru_cache(maxsize=1024)
def _backdrop(width: float, height: float, picture: squares.Repel, hue: str) -> tuple[Item, ...]:
    pale, strong = theme.hue_colour(hue, "pale"), theme.hue_colour(hue, "strong")
    frame = Rect(Box(0, 0, width, height), pale, strong, theme.LINES["thin"], 2.2)
    return (frame, *squares.repel_squares(picture, hue))


def game_id_line(board: Board, language: Language, width: float) -> TextBlock:
    """The game ID in small print. Raises TextOverflowError where it does not fit one line of that
    width: in a broken ID, nobody knows which signs belong to it."""
    return fitted_line(language.say("sheet.game_id", id=board.game_id), width, SMALL_PRINT)


def _game_id_beside(board: Board, language: Language, box: Box) -> Group:
    """The game ID on one line from the foot of a box to its head. Raises TextOverflowError."""
    text = game_id_line(board, language, box.h)
    return Group("game ID", box, text.items(0, (box.w - text.height) / 2), 270)


def _footer(board: Board, language: Language, box: Box) -> Group:
    """The game ID under a board without a sidebar, and how long the board takes where there is
    room. Raises TextOverflowError."""
    text = game_id_line(board, language, box.w)
    note = line(_minutes(board, language), SMALL_PRINT)
    items = text.items(0, box.h - text.height)
    if text.width + GAP + note.width <= box.w:
        items += note.items(box.w - note.width, box.h - text.height)
    return Group("footer", box, items)


def pages(board: Board, settings: Settings) -> list[Page]:
    """The board, and a page with its legend where it has no sidebar. Raises the same errors as
    page."""
    return [page(board, settings), *([] if settings.rules else [legend_page(board, settings)])]


def page(board: Board, settings: Settings) -> Page:
    """The sheet that people play on.

    Raises TextOverflowError when the legend does not fit at the smallest size, PieceTooLargeError
    when the slots are too small.
    """
    language, size, hue = load_language(settings.language_code), board.size, board.hue
    beside: tuple[Item, ...]
    if settings.rules:
        _, sheet, sidebar = fitted_sidebar(board, settings)
        beside = (_game_id_beside(board, language, sheet.footer), *sidebar)
    else:
        sheet = _frame(board, settings, 0)
        beside = (_footer(board, language, sheet.footer),)
    seams = Seams.of_grid(sheet.grid, size.columns, size.rows)
    if sheet.sidebar:
        seams = seams._replace(xs=(*seams.xs, sheet.sidebar.x - SIDEBAR_GAP / 2))
    grid = squares.grid(sheet.grid, size.columns, sheet.cell, hue, settings.tinted, board.arts)
    strips = (frame.inventory(sheet, player, hue) for player in range(1, board.players + 1))
    paper = settings.paper.landscape.for_text
    return Page(paper, (*grid, *strips, *beside), str(board.game_id), seams=seams)


def _frame(board: Board, settings: Settings, share: float) -> BoardFrame:
    size, paper = board.size, settings.paper.landscape.for_text
    grid = (size.columns, size.rows, size.slots)
    return frame.layout_frame(paper, *grid, board.players, share)


LEGEND_EDGE = 10.0
PAGE_ROW_GAP = 6.0
PAGE_SIZES = (
    LegendSize(13.0, 24.0),
    LegendSize(12.0, 22.0),
    LegendSize(11.0, 19.0),
    LegendSize(10.0, 16.0),
    LegendSize(9.0, 13.0),
)


def legend_page(board: Board, settings: Settings) -> Page:
    """The page, half as wide legends side by side. Raises LegendOverflowError when a legend does
    not fit at 9 pt, TextOverflowError for a word that is too wide."""
    paper, language = settings.paper.landscape.for_text, load_language(settings.language_code)
    area, middle = paper.within(LEGEND_EDGE), paper.width / 2
    width = min(middle - area.x, area.right - middle) - LEGEND_EDGE
    cut = Line(middle, area.y, middle, area.bottom, "grey", theme.LINES["cut"], (1.5, 1.5))
    items: list[Item] = [cut]
    for x, x_of_id in (
        (middle - LEGEND_EDGE - width, middle - LEGEND_EDGE),
        (middle + LEGEND_EDGE, middle),
    ):
        head = _title(board, language, Box(x, area.y, width, area.h))
        top = head.box.bottom + 2 * GAP
        room = area.bottom - top
        fitted = partial(legend.fitted, board, settings, width, room)
        rows = flow.largest_that_fits(PAGE_SIZES, fitted)
        items += (head, *rows.items(x, top, room, PAGE_ROW_GAP))
        items.append(_game_id_beside(board, language, Box(x_of_id, area.y, LEGEND_EDGE, area.h)))
    rules = {item.y1: None for item in items[1:] if isinstance(item, Line)}
    seams = Seams((middle,), tuple(rules))
    return Page(paper, tuple(items), f"{board.game_id} legend", seams=seams)


def proof_pages(
    definition: MagnetmenDefinition, settings: Settings
) -> tuple[list[Page], list[str]]:
    """For each language the board whose legend leaves least room in the sidebar, of the fullest in
    all sizes; and what fits no sidebar."""
    from generator.games.magnetmen.authoring import fullest_board

    pages: list[Page] = []
    problems: list[str] = []
    for code in languages():
        in_language, fits = replace(settings, language_code=code), {}
        for size, board_size in definition.boards.sizes.items():
            if definition.fillable(board_size.squares):
                board = fullest_board(definition, size, load_language(code))
                try:
                    fits[fitted_sidebar(board, in_language)[0]] = board
                except LegendOverflowError as error:
                    problems.append(f"{code}: {error.summary} on a board ({size})")
        if fits:
            pages.append(page(fits[max(fits)], in_language))
    return pages, problems
