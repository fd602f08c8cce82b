"""The frame of a board sheet: where the grid, a strip for each player and the sidebar lie, in mm.

Every strip starts behind the strip to its left, as its player sees it, and runs to the end of the
board: four strips turn around the grid like a pinwheel. All have the same slots and the same box
for the sum, so that no seat is better than another; longer strips have wider gaps between slots.
"""

from functools import lru_cache
from typing import NamedTuple

from generator.core.errors import PieceTooLargeError
from generator.core.paper import Box, Paper

# Lengths in mm.
EDGE = 7.0  # blank rim of the sheet, which includes the 5 mm that home printers cannot print on
GAP = 2.4  # between a strip and the grid
GRID_LINE = 0.64  # room for the line around the squares
SIDEBAR_GAP = 6.0
# The widths of sidebars, as shares of the usable width: the usual one, and wider ones for legends
# whose text would be too small in it.
SIDEBAR_SHARES = (0.3, 0.33, 0.36, 0.4)
PADDING = 1.3  # in a strip, around its slots
NUMBER_WIDTH = 5.9  # of the player's number at the start of a strip
MIN_TOTAL, MAX_TOTAL = 1.2, 3.0  # the length of the box for the sum, in slots
TOTAL_GAP = 2.2  # before that box
FIXED_LENGTH = 2 * PADDING + NUMBER_WIDTH + TOTAL_GAP  # of a strip without slots and sum
MAX_SLOT = 15.0
GOOD_SLOT = 6.9  # players draw a symbol in each slot: where one row has smaller ones, two rows
MAX_SLOT_IN_TWO_ROWS = 8.0
MIN_SLOT = 5.0
MAX_SLOT_ASPECT = 2.0  # of a slot, width by height
SLOT_GAP = 0.5  # at least
MAX_ASPECT = 1.45  # of a square, width by height
MAX_INVERSE_ASPECT = 1.25  # of a square, height by width
FOOTER = 5.2  # height of the line with the game ID, where there is no sidebar

# The edges that have a strip, clockwise from player 1: play passes to the left. Two players sit
# below and above the grid, as its icons stand.
EDGES = {2: ("bottom", "top"), 3: ("bottom", "left", "top"), 4: ("bottom", "left", "top", "right")}
EDGES_WITHOUT_RULES = EDGES | {3: ("bottom", "left", "right")}
TURN = {"bottom": 0, "left": 90, "top": 180, "right": 270}
_ON_THE_LEFT = {"bottom": "left", "left": "top", "top": "right", "right": "bottom"}
_LONG = ("bottom", "top")  # edges of a landscape sheet


class BoardFrame(NamedTuple):
    """The parts of a board sheet. Strips are in the order of play, clockwise.

    rows is the number of rows of slots in each strip, slot a slot's width and height, slot_gaps the
    gaps between slots side by side in each strip, total the length of the box for the sum. footer
    is the place of the game ID: beside the board, from its foot to its head, where there is a
    sidebar, else below the board.
    """

    grid: Box
    cell: tuple[float, float]
    strips: dict[str, Box]
    rows: int
    slot: tuple[float, float]
    slot_gaps: dict[str, float]
    total: float
    sidebar: Box | None
    footer: Box


class _Trays(NamedTuple):
    """The strips: the edges that have one, clockwise; the height of a slot; the rows of slots."""

    edges: tuple[str, ...]
    slot: float
    rows: int

    @property
    def depth(self) -> float:
        return strip_depth(self.slot, self.rows)

    def rim(self, edge: str) -> float:
        """The depth of an edge's strip with the gap behind it; 0 where there is no strip."""
        return self.depth + GAP if edge in self.edges else 0.0

    def strip(self, block: Box, edge: str) -> Box:
        """The strip along an edge of the block that holds grid and strips."""
        start, depth = self.rim(_ON_THE_LEFT[edge]), self.depth
        match edge:
            case "bottom":
                return Box(block.x + start, block.bottom - depth, block.w - start, depth)
            case "top":
                return Box(block.x, block.y, block.w - start, depth)
            case "left":
                return Box(block.x, block.y + start, depth, block.h - start)
            case _:
                return Box(block.right - depth, block.y, depth, block.h - start)


def strip_depth(slot: float, rows: int) -> float:
    """The depth of a strip with that number of rows of slots."""
    return rows * (slot + SLOT_GAP) - SLOT_GAP + 2 * PADDING


@lru_cache(maxsize=256)
def layout_frame(
    paper: Paper, columns: int, rows: int, slots: int, players: int, share: float
) -> BoardFrame:
    """The parts of a landscape sheet for a grid of columns and rows, with slots for each player.

    share is the sidebar's share of the usable width, 0 for no sidebar. Raises PieceTooLargeError if
    the slots are too small to draw in.
    """
    paper = paper.landscape
    area = paper.within(EDGE)
    board, sidebar = _board_and_sidebar(area, share)
    trays = _trays(board, (EDGES if share else EDGES_WITHOUT_RULES)[players], slots)
    if trays.slot < MIN_SLOT:
        words = f"{slots} slots on {paper.name} are {trays.slot:.1f} mm each"
        raise PieceTooLargeError(
            f"{words}, expected {MIN_SLOT:g} mm or more to draw in; have fewer slots"
        )
    inner = _inside(board, trays).inset(GRID_LINE)
    cell_w, cell_h = inner.w / columns, inner.h / rows
    cell_w, cell_h = min(cell_w, cell_h * MAX_ASPECT), min(cell_h, cell_w * MAX_INVERSE_ASPECT)
    grid = inner.centred(cell_w * columns, cell_h * rows)
    across = per_row(slots, trays.rows)
    for centre in (grid, inner):  # a grid may be too flat or too narrow to have slots beside it
        block = _around(centre, trays)
        strips = {edge: trays.strip(block, edge) for edge in trays.edges}
        room = min(max(strip.w, strip.h) for strip in strips.values()) - FIXED_LENGTH
        # A longer box for the sum, and longer slots, look wrong.
        total = min(room - across * (trays.slot + SLOT_GAP) + SLOT_GAP, MAX_TOTAL * trays.slot)
        if total >= trays.slot:
            break
    width = min((room - total + SLOT_GAP) / across - SLOT_GAP, MAX_SLOT_ASPECT * trays.slot)
    gaps = {
        edge: (max(box.w, box.h) - FIXED_LENGTH - total - across * width) / max(1, across - 1)
        for edge, box in strips.items()
    }
    if sidebar:
        footer = Box(sidebar.x - SIDEBAR_GAP, area.y, SIDEBAR_GAP, area.h)
    else:
        footer = Box(block.x, block.bottom, block.w, area.bottom - block.bottom)
    return BoardFrame(
        grid, (cell_w, cell_h), strips, trays.rows, (width, trays.slot), gaps, total, sidebar,
        footer,
    )  # fmt: skip


def _board_and_sidebar(area: Box, share: float) -> tuple[Box, Box | None]:
    """The room for the board with its strips, and the sidebar if there is one."""
    if not share:
        return Box(area.x, area.y, area.w, area.h - FOOTER), None
    width = area.w * share
    sidebar = Box(area.right - width, area.y, width, area.h)
    return Box(area.x, area.y, area.w - width - SIDEBAR_GAP, area.h), sidebar


def per_row(slots: int, rows: int) -> int:
    """The number of a strip's slots that lie side by side."""
    return -(-slots // rows)


def _trays(board: Box, edges: tuple[str, ...], slots: int) -> _Trays:
    """One row of slots, or two where one makes the slots too small."""
    one_row, two_rows = (_Trays(edges, _slot(board, edges, slots, rows), rows) for rows in (1, 2))
    if one_row.slot >= GOOD_SLOT:
        return one_row
    two_rows = two_rows._replace(slot=min(MAX_SLOT_IN_TWO_ROWS, two_rows.slot))
    return max(one_row, two_rows, key=lambda trays: trays.slot)


def _slot(board: Box, edges: tuple[str, ...], slots: int, rows: int) -> float:
    """The largest height of a slot at which every strip holds its number, its slots, at least as
    wide as high, and its sum."""
    across = per_row(slots, rows)
    lengths = [MAX_SLOT]
    for edge in edges:
        length = (board.w if edge in _LONG else board.h) - FIXED_LENGTH - (across - 1) * SLOT_GAP
        # A neighbour's strip is in the way: rows of slots deep, with its padding and the gap.
        rows_beside = rows if _ON_THE_LEFT[edge] in edges else 0
        beside = GAP + strip_depth(0, rows) if rows_beside else 0.0
        lengths.append((length - beside) / (across + MIN_TOTAL + rows_beside))
    return min(lengths)


def _inside(board: Box, trays: _Trays) -> Box:
    """The area of the board within its strips."""
    left, right, top, bottom = map(trays.rim, ("left", "right", "top", "bottom"))
    return Box(board.x + left, board.y + top, board.w - left - right, board.h - top - bottom)


def _around(grid: Box, trays: _Trays) -> Box:
    """The area of a grid with its strips around it."""
    left, right, top, bottom = map(trays.rim, ("left", "right", "top", "bottom"))
    return Box(grid.x - left, grid.y - top, grid.w + left + right, grid.h + top + bottom)
