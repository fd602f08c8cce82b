"""The legend of a board without a sidebar: twice on one landscape page, to be cut in half, so that
both sides of the table can have one beside the board.

Input: a rolled board and settings. Output: a page.
"""

from generator.core.errors import TextOverflowError
from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.magnetmen.roll import Board
from generator.games.magnetmen.sheets import legend
from generator.games.magnetmen.sheets.legend import LegendSize
from generator.games.magnetmen.sheets.sidebar import GAP, TITLE, footer, title
from generator.languages import load_language
from generator.layout import theme
from generator.layout.page import Item, Line, Page, Seams

EDGE = 10.0
MAX_ROW_GAP = 6.0
SIZES = (
    LegendSize(13.0, 24.0),
    LegendSize(12.0, 22.0),
    LegendSize(11.0, 19.0),
    LegendSize(10.0, 16.0),
    LegendSize(9.0, 13.0),
    LegendSize(8.0, 10.0),
)


def is_needed(board: Board) -> bool:
    """Whether powers differ from one board of these sets to another, or players need more than the
    basic rules: else the legend tables of the sets say it all."""
    return board.advanced or any(
        len([power for power in piece.powers if power.weight]) > 1
        or any(power.is_open() for power in piece.powers)
        for game_set in board.sets
        for piece in game_set.pieces
    )


def page(board: Board, settings: Settings) -> Page:
    """The page, half as wide legends side by side. Raises LegendOverflowError when a legend does
    not fit at 8 pt, TextOverflowError for a word that is too wide."""
    paper = settings.paper.landscape.for_text
    area = paper.within(EDGE)
    middle = paper.width / 2
    width = min(middle - area.x, area.right - middle) - EDGE
    halves = [Box(middle + side, area.y, width, area.h) for side in (-EDGE - width, EDGE)]
    cut = Line(middle, area.y, middle, area.bottom, "grey", theme.LINES["cut"], (1.5, 1.5))
    items = [item for half in halves for item in _legend(board, settings, half)]
    rules = tuple({item.y1: None for item in items if isinstance(item, Line)})
    return Page(paper, (cut, *items), f"{board.game_id} legend", seams=Seams((middle,), rules))


def _legend(board: Board, settings: Settings, box: Box) -> tuple[Item, ...]:
    foot = footer(board, settings, box)
    top = box.y + TITLE + 2 * GAP
    room = foot.box.y - GAP - top
    rows = _largest_legend(board, settings, box.w, room)
    return (title(board, settings, box), *rows.items(box.x, top, room, MAX_ROW_GAP), foot)


def _largest_legend(board: Board, settings: Settings, width: float, room: float) -> legend.Legend:
    """The legend as large as fits that height."""
    language = load_language(settings.language_code)
    entries, notes = legend.entries(board, language), legend.notes(board, language)
    try:
        return legend.largest(entries, width, room, SIZES, board.hue, language, notes)
    except TextOverflowError:
        smallest = legend.lay_out(entries, width, SIZES[-1], board.hue, language, notes)
        raise legend.LegendOverflowError(board, settings, smallest, room, SIZES[-1].text) from None
