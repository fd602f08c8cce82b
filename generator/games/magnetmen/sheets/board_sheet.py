"""The board sheet: the grid, the inventories around it, and the sidebar, or a page with the legend.

The text of a sidebar is set as large as fits; where the rows of its legend are close, the title is
smaller.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from generator.core.errors import PieceTooLargeError, TextOverflowError
from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.magnetmen.definition import MagnetmenDefinition, fillable
from generator.games.magnetmen.roll import Board
from generator.games.magnetmen.sheets import legend, squares
from generator.games.magnetmen.sheets.frame import (
    SIDEBAR_GAP,
    SIDEBAR_SHARES,
    BoardFrame,
    inventory,
    layout_frame,
)
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
LOGO, SMALL_LOGO = 16.0, 9.0
SMALL_NAME = 16.0  # points
LOGO_GAP, SMALL_LOGO_GAP = 2.0, 1.5
NAME_ROOM, SMALL_NAME_ROOM = 9.3, 6.6  # height above the lines below the name
TITLE_EDGE = 0.3  # above and below the texts


class SidebarSize(NamedTuple):
    """The size of the legend, the side of a square in the Repel picture in mm."""

    legend: LegendSize
    cell: float


SIZES = (
    SidebarSize(LegendSize(10.0, 16.0), 5.4),
    SidebarSize(LegendSize(9.5, 14.0), 4.6),
    SidebarSize(LegendSize(9.5, 13.0), 3.8),
    SidebarSize(LegendSize(9.0, 12.0), 3.6),
    SidebarSize(LegendSize(9.0, 9.0), 3.6),
)


class Sidebar(NamedTuple):
    """A sidebar that is as large as fits its box; step is the index of its size in SIZES."""

    box: Box
    step: int
    items: tuple[Item, ...]


class _Guide(NamedTuple):
    """How to play: texts from the guide's top left corner, where its picture goes, its height."""

    texts: tuple[Item, ...]
    picture: squares.Repel
    height: float


def fit_sidebar(board: Board, settings: Settings, boxes: Sequence[Box]) -> Sidebar:
    """The sidebar in the first of the boxes that holds it at a good size; in the last box, as
    large as fits, where none does. A small title is better than a wider box, and that is better
    than small gaps in the legend.

    Raises LegendOverflowError when the legend does not fit at the smallest size, TextOverflowError
    for a word that is wider than its column.
    """
    language = load_language(settings.language_code)
    entries = [legend.entry(kind, language) for kind in board.types]
    notes, paragraphs = legend.notes(board, language), _paragraphs(board)

    def lay_out(candidate: tuple[Box, int, bool, bool]) -> Sidebar:
        box, step, small_title, tight = candidate
        size, cell = SIZES[step]
        head = _title(board, language, box, small_title)
        guide = _guide(paragraphs, box.w, size.text, cell, language)
        guide_box = Box(box.x, head.box.bottom + GAP, box.w, guide.height)
        top = guide_box.bottom + GAP
        room = box.bottom - top
        rows = legend.lay_out(entries, box.w, size, board.hue, language, notes)
        if tight and rows.height > room:
            raise LegendOverflowError(board, settings, rows, room, size.text)
        if not tight and rows.good_height > room:
            raise TextOverflowError("the legend is too high")
        layers = _how_to_play(guide, box.w, board.hue, board.types[0].art)
        how_to_play = Group("how to play", guide_box, layers)
        return Sidebar(box, step, (head, how_to_play, *rows.items(box.x, top, room, MAX_ROW_GAP)))

    # The step in SIZES, whether the title is small, whether the legend may have its smallest gaps.
    last = len(SIZES) - 1
    sizes = [*((step, False, False) for step in range(len(SIZES))), (last, True, False)]
    candidates = [(box, *size) for box in boxes for size in sizes]
    return flow.largest_that_fits([*candidates, (boxes[-1], last, True, True)], lay_out)


def _title(board: Board, language: Language, box: Box, small: bool = False) -> Group:
    """The logo, the game's name, what board this is, at the top of a box."""
    texts = tuple(filter(None, (*board.subtitle(language), _minutes(board, language))))
    block = _title_block(box.w, small, board.hue, language, texts)
    return block.at(box.x, box.y, shared=True)


@lru_cache(maxsize=1024)
def _title_block(
    width: float, small: bool, hue: str, language: Language, subtitle: tuple[str, ...]
) -> Block:
    logo, size = (SMALL_LOGO, SMALL_NAME) if small else (LOGO, theme.SIZES["title"])
    left = logo + (SMALL_LOGO_GAP if small else LOGO_GAP)
    style = title_style(size, theme.hue_colour(hue, "strong"))
    name = fitted_line(language.say("magnetmen.name"), width - left, style)
    below = _subtitle(subtitle, width - left)
    gap = below[-1].style.em * (below[-1].style.leading - LINE_HEIGHT)
    lines = flow.stacked_height(below, gap) + TITLE_EDGE
    height = max(logo, (SMALL_NAME_ROOM if small else NAME_ROOM) + lines)
    items = (
        Art("shared/logo", Box(0, (height - logo) / 2, logo, logo)),
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
) -> _Guide:
    """How to play in a few words, at a text size in points, with a picture in squares of that side
    in mm."""
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
    return _Guide(tuple(texts), picture, y - PARAGRAPH_GAP + PAD)


@lru_cache(maxsize=4096)
def _how_to_play(guide: _Guide, width: float, hue: str, art: str) -> tuple[Item, ...]:
    """The guide in three layers, for boards share some of them: frame and squares with all of
    their hue, symbols with those that have the same first type, texts with those as crowded."""
    whole = Box(0, 0, width, guide.height)
    layers = {
        "frame": _backdrop(guide.picture, whole, hue),
        "symbols": squares.repel_symbols(guide.picture, art),
        "texts": guide.texts,
    }
    return tuple(Group(name, whole, items, shared=True) for name, items in layers.items())


@lru_cache(maxsize=1024)
def _backdrop(picture: squares.Repel, box: Box, hue: str) -> tuple[Item, ...]:
    pale, strong = theme.hue_colour(hue, "pale"), theme.hue_colour(hue, "strong")
    frame = Rect(box, pale, strong, theme.LINES["thin"], 2.2)
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
    if settings.rules:
        return [page(board, settings)]
    return [page(board, settings), legend_page(board, settings)]


def page(board: Board, settings: Settings) -> Page:
    """The sheet that people play on.

    Raises TextOverflowError when the legend does not fit at the smallest size, PieceTooLargeError
    when the slots are too small.
    """
    language, size, hue = load_language(settings.language_code), board.size, board.hue
    if settings.rules:
        frame, sidebar = _frame_and_sidebar(board, settings)
        beside: tuple[Item, ...] = (_game_id_beside(board, language, frame.footer), *sidebar.items)
    else:
        frame = _frame(board, settings, 0)
        beside = (_footer(board, language, frame.footer),)
    seams = Seams.of_grid(frame.grid, size.columns, size.rows)
    if frame.sidebar:
        seams = seams._replace(xs=(*seams.xs, frame.sidebar.x - SIDEBAR_GAP / 2))
    grid = squares.grid(frame.grid, size.columns, frame.cell, hue, settings.tinted, board.arts)
    strips = (inventory(frame, player, hue) for player in range(1, board.players + 1))
    paper = settings.paper.landscape.for_text
    return Page(paper, (*grid, *strips, *beside), str(board.game_id), seams=seams)


def _frame(board: Board, settings: Settings, share: float) -> BoardFrame:
    size = board.size
    grid, paper = (size.columns, size.rows, size.slots), settings.paper.landscape.for_text
    return layout_frame(paper, *grid, board.players, share)


def _frame_and_sidebar(board: Board, settings: Settings) -> tuple[BoardFrame, Sidebar]:
    """The frame with the narrowest sidebar that is good, of those with slots large enough. Raises
    PieceTooLargeError where none is, LegendOverflowError."""
    frames: dict[Box, BoardFrame] = {}
    for share in SIDEBAR_SHARES:
        try:
            frame = _frame(board, settings, share)
        except PieceTooLargeError:
            if not frames:
                raise
            break
        assert frame.sidebar is not None  # it has a share
        frames[frame.sidebar] = frame
    sidebar = fit_sidebar(board, settings, list(frames))
    return frames[sidebar.box], sidebar


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
        rows = legend.largest(board, settings, width, room, PAGE_SIZES)
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
            if fillable(definition, board_size.squares):
                board = fullest_board(definition, size, load_language(code))
                try:
                    _, sidebar = _frame_and_sidebar(board, in_language)
                    fits[sidebar.box.w, sidebar.step] = board
                except LegendOverflowError as error:
                    problems.append(f"{code}: {error.summary} on a board ({size})")
        if fits:
            pages.append(page(fits[max(fits)], in_language))
    return pages, problems
