"""The board sheet: the grid, one inventory per player around it, the sidebar."""

from functools import lru_cache

from generator.core.errors import PieceTooLargeError
from generator.core.paper import Paper
from generator.core.settings import Settings
from generator.games.magnetmen.roll import Board
from generator.games.magnetmen.sheets import legend_page, parts
from generator.games.magnetmen.sheets.frame import (
    SIDEBAR_GAP,
    SIDEBAR_SHARES,
    BoardFrame,
    layout_frame,
)
from generator.games.magnetmen.sheets.sidebar import (
    fit_sidebar,
    footer_line,
    game_id_beside,
    sidebar,
)
from generator.layout.page import Item, Page, Seams


def pages(board: Board, settings: Settings) -> list[Page]:
    """The board, and a page with its legend where it has no sidebar. Raises the same errors as
    page."""
    if settings.rules:
        return [page(board, settings)]
    return [page(board, settings), legend_page.page(board, settings)]


def page(board: Board, settings: Settings) -> Page:
    """The sheet that people play on.

    Raises TextOverflowError when the legend does not fit at the smallest size, PieceTooLargeError
    when the slots are too small.
    """
    paper, size = settings.paper.landscape.for_text, board.size
    shape = paper, size.columns, size.rows, size.slots, board.players
    items: tuple[Item, ...]
    if settings.rules:
        frames = {frame.sidebar: frame for frame in _frames(*shape) if frame.sidebar}
        fit = fit_sidebar(board, settings, list(frames))
        frame = frames[fit.box]
        items = (game_id_beside(board, settings, frame.footer), *sidebar(board, fit))
    else:
        frame = layout_frame(*shape, share=0)
        items = footer_line(board, settings, frame.footer)
    seams = Seams.of_grid(frame.grid, size.columns, size.rows)
    if frame.sidebar:
        seams = seams._replace(xs=(*seams.xs, frame.sidebar.x - SIDEBAR_GAP / 2))
    return Page(paper, (*_table(board, settings, frame), *items), str(board.game_id), seams=seams)


@lru_cache(maxsize=64)
def _frames(
    paper: Paper, columns: int, rows: int, slots: int, players: int
) -> tuple[BoardFrame, ...]:
    """Frames with sidebars of growing width, as long as the slots are large enough. Raises
    PieceTooLargeError where they never are."""
    result: list[BoardFrame] = []
    for share in SIDEBAR_SHARES:
        try:
            result.append(layout_frame(paper, columns, rows, slots, players, share))
        except PieceTooLargeError:
            if not result:
                raise
            break
    return tuple(result)


def _table(board: Board, settings: Settings, frame: BoardFrame) -> tuple[Item, ...]:
    """The grid and the inventories around it."""
    columns, hue = board.size.columns, board.hue
    strips = [
        parts.strip(frame, edge, number, board.size.slots, hue)
        for number, edge in enumerate(frame.strips, 1)
    ]
    grid = parts.grid(frame.grid, columns, frame.cell, hue, settings.tinted, board.arts)
    return (*grid, *strips)
