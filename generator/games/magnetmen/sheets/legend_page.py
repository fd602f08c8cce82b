"""The legend of a board, twice on one landscape page: to be cut in half, so that both sides of the
table can have one."""

from generator.core.errors import TextOverflowError
from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.magnetmen.roll import Board
from generator.games.magnetmen.sheets import legend
from generator.games.magnetmen.sheets.legend import LegendSize
from generator.games.magnetmen.sheets.sidebar import GAP, game_id_beside, title
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
)


def page(board: Board, settings: Settings) -> Page:
    """The page, half as wide legends side by side. Raises LegendOverflowError when a legend does
    not fit at 9 pt, TextOverflowError for a word that is too wide."""
    paper = settings.paper.landscape.for_text
    area = paper.within(EDGE)
    middle = paper.width / 2
    width = min(middle - area.x, area.right - middle) - EDGE
    items: list[Item] = []
    for x, x_of_id in ((middle - EDGE - width, middle - EDGE), (middle + EDGE, middle)):
        items += _legend(board, settings, Box(x, area.y, width, area.h))
        items.append(game_id_beside(board, settings, Box(x_of_id, area.y, EDGE, area.h)))
    rules = tuple({item.y1: None for item in items if isinstance(item, Line)})
    cut = Line(middle, area.y, middle, area.bottom, "grey", theme.LINES["cut"], (1.5, 1.5))
    name = f"{board.game_id} legend"
    return Page(paper, (cut, *items), name, seams=Seams((middle,), rules))


def _legend(board: Board, settings: Settings, box: Box) -> tuple[Item, ...]:
    head = title(board, settings, box)
    top = head.box.bottom + 2 * GAP
    room = box.bottom - top
    rows = _largest_legend(board, settings, box.w, room)
    return (head, *rows.items(box.x, top, room, MAX_ROW_GAP))


def _largest_legend(board: Board, settings: Settings, width: float, room: float) -> legend.Legend:
    """The legend as large as fits that height."""
    language = load_language(settings.language_code)
    entries, notes = legend.entries(board, language), legend.notes(board, language)
    try:
        return legend.largest(entries, width, room, SIZES, board.hue, language, notes)
    except TextOverflowError:
        smallest = legend.lay_out(entries, width, SIZES[-1], board.hue, language, notes)
        raise legend.LegendOverflowError(board, settings, smallest, room, SIZES[-1].text) from None
