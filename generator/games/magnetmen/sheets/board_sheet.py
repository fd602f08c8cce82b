"""The board sheet: the grid, one inventory per player around it, the sidebar.

Input: a rolled board and settings. Output: one landscape page; without the sidebar also a page
with the legend, where powers differ from board to board.
"""

from functools import lru_cache

from generator.core.errors import PieceTooLargeError
from generator.core.paper import Paper
from generator.core.settings import Settings
from generator.games.magnetmen.roll import Board
from generator.games.magnetmen.sheets import legend_page, parts
from generator.games.magnetmen.sheets.frame import SIDEBAR_SHARES, Frame, frame
from generator.games.magnetmen.sheets.sidebar import fitted, footer_line, sidebar
from generator.layout.page import Item, Page


def pages(board: Board, settings: Settings) -> list[Page]:
    """The board, and the legend to lay beside it where the board does not say what it must. Raises
    as page."""
    if settings.rules or not legend_page.needed(board):
        return [page(board, settings)]
    return [page(board, settings), legend_page.page(board, settings)]


def page(board: Board, settings: Settings) -> Page:
    """The sheet people play on. Raises TextOverflowError when the legend does not fit at 8 pt,
    PieceTooLargeError when the slots are too small."""
    paper, size = settings.paper.landscape.for_text, board.size
    shape = paper, size.columns, size.rows, size.slots, board.players
    if settings.rules:
        frames = _frames(*shape)
        found = fitted(board, settings, [each.sidebar for each in frames])
        where = next(each for each in frames if each.sidebar == found.box)
        beside = sidebar(board, settings, found)
    else:
        where = frame(*shape, share=0)
        beside = footer_line(board, settings, where.footer)
    return Page(paper, (*_table(board, settings, where), *beside), str(board.game_id))


@lru_cache(maxsize=64)
def _frames(paper: Paper, columns: int, rows: int, slots: int, players: int) -> tuple[Frame, ...]:
    """Frames with sidebars of growing width, as long as the slots are large enough. Raises
    PieceTooLargeError where they never are."""
    result: list[Frame] = []
    for share in SIDEBAR_SHARES:
        try:
            result.append(frame(paper, columns, rows, slots, players, share))
        except PieceTooLargeError:
            if not result:
                raise
            break
    return tuple(result)


def _table(board: Board, settings: Settings, where: Frame) -> tuple[Item, ...]:
    """The grid and the inventories around it."""
    columns, hue = board.size.columns, board.hue
    strips = [
        parts.strip(where, edge, number, board.size.slots, hue)
        for number, edge in enumerate(where.strips, 1)
    ]
    grid = parts.grid(where.grid, columns, where.cell, hue, settings.tinted, board.arts)
    return (*grid, *strips)
