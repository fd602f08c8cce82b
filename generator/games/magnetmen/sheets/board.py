"""The board sheet: the grid, one inventory per player around it, the sidebar.

Input: a rolled board and settings. Output: one landscape page.
"""

from generator.games.base import Settings
from generator.games.magnetmen.roll import Board
from generator.games.magnetmen.sheets import parts
from generator.games.magnetmen.sheets.frame import frame
from generator.games.magnetmen.sheets.sidebar import footer_line, sidebar
from generator.layout.page import Page


def page(board: Board, settings: Settings) -> Page:
    """The sheet people play on. Raises TextTooLong when the legend does not fit at 8 pt."""
    size = board.size
    where = frame(
        settings.paper, size.columns, size.rows, size.slots, board.players, settings.rules
    )
    strips = (
        parts.strip(where, edge, number, size.slots, board.hue)
        for number, edge in enumerate(where.strips, 1)
    )
    grid = parts.grid(where.grid, size.columns, where.cell, board.hue, settings.tinted, board.arts)
    if where.sidebar:
        beside = sidebar(board, settings, where.sidebar)
    else:
        beside = footer_line(board, settings, where.footer)
    return Page(settings.paper.landscape, (*grid, *strips, *beside), str(board.game_id))
