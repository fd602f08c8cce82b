"""The frame of a board sheet: where the grid, a strip for each player and the sidebar lie.

Input: paper, grid, players. Output: boxes in mm. Every strip starts behind the strip to its
left, as its player sees it, and runs to the end of the board. So four strips turn around the grid
like a pinwheel, and all have slots of one height. Where such slots would be too small to draw in
comfortably, the strips on the short sides take the whole height, and those on the long sides lie
between them, with two rows of slots if one does not fit. The slots are as high on all edges; they
are as wide as fills their strip.
"""

from functools import lru_cache
from typing import NamedTuple

from generator.core.errors import PieceTooLargeError
from generator.core.paper import Box, Paper

# Lengths in mm.
EDGE = 7.0  # blank rim of the sheet, which includes the 5 mm that home printers cannot print on
GAP = 2.4  # between a strip and the grid
SIDEBAR_GAP = 6.0
# The widths of sidebars, as shares of the usable width: the usual one, and wider ones for legends
# whose text would be too small in it.
SIDEBAR_SHARES = (0.3, 0.33, 0.36, 0.4)
PADDING = 1.3  # in a strip, around its slots
NUMBER_WIDTH = 5.9  # of the player's number at the start of a strip
MIN_TOTAL, MAX_TOTAL = 1.2, 3.0  # the length of the box for the sum, in slots
TOTAL_GAP = 2.2  # before that box
MAX_SLOT = 15.0
GOOD_SLOT = 8.0  # players draw a symbol in each slot, so smaller slots are avoided
MIN_SLOT = 4.0
MAX_SLOT_ASPECT = 2.0  # of a slot, width by height
SLOT_GAP = 0.5
MAX_ASPECT = 1.45  # of a square, width by height
MAX_INVERSE_ASPECT = 1.25  # of a square, height by width
FOOTER = 5.2  # height of the line with the game ID, where there is no sidebar

# The edges that have a strip, clockwise from player 1: play passes to the left. Two players sit
# opposite each other; without the sidebar they take the short edges, which leaves the grid the
# whole height of the paper.
EDGES = {2: ("bottom", "top"), 3: ("bottom", "left", "top"), 4: ("bottom", "left", "top", "right")}
EDGES_WITHOUT_RULES = EDGES | {2: ("left", "right"), 3: ("bottom", "left", "right")}
TURN = {"bottom": 0, "left": 90, "top": 180, "right": 270}
_ON_THE_LEFT = {"bottom": "left", "left": "top", "top": "right", "right": "bottom"}
_LONG = ("bottom", "top")  # edges of a landscape sheet


class BoardFrame(NamedTuple):
    """The parts of a board sheet. Strips are in the order of play, clockwise.

    rows is the number of rows of slots in each strip, slot the height of a slot, slot_widths their
    widths in each strip, total the length of the box for the sum. Height and sum are the same for
    all players.
    """

    grid: Box
    cell: tuple[float, float]
    strips: dict[str, Box]
    rows: dict[str, int]
    slot: float
    slot_widths: dict[str, float]
    total: float
    sidebar: Box | None
    footer: Box


class _Trays(NamedTuple):
    """The arrangement of the strips: the edges that have one, clockwise; the height of a slot, in
    mm; the number of rows in those on the long edges if they lie between the others, 0 if the
    strips turn around the grid."""

    edges: tuple[str, ...]
    slot: float
    rows_between: int

    def rows(self, edge: str) -> int:
        """The number of rows of slots in the strip along an edge."""
        return _rows(edge, self.rows_between)

    def depth(self, edge: str) -> float:
        """The depth of the strip along an edge, in mm."""
        return strip_depth(self.slot, self.rows(edge))

    def rim(self, edge: str) -> float:
        """The depth of an edge's strip with the gap behind it; 0 where there is no strip."""
        return self.depth(edge) + GAP if edge in self.edges else 0.0

    def strip(self, block: Box, edge: str) -> Box:
        """The strip along an edge of the block that holds grid and strips."""
        depth = self.depth(edge)
        before, behind = self._ends(edge)
        length = (block.w if edge in _LONG else block.h) - before - behind
        match edge:
            case "bottom":
                return Box(block.x + before, block.bottom - depth, length, depth)
            case "top":
                return Box(block.x + behind, block.y, length, depth)
            case "left":
                return Box(block.x, block.y + before, depth, length)
            case _:
                return Box(block.right - depth, block.y + behind, depth, length)

    def _ends(self, edge: str) -> tuple[float, float]:
        """The lengths in mm that neighbours take from the start and the end of a strip."""
        left = _ON_THE_LEFT[edge]
        if not self.rows_between:
            return self.rim(left), 0.0
        if edge not in _LONG:
            return 0.0, 0.0
        return self.rim(left), self.rim(_ON_THE_LEFT[_ON_THE_LEFT[left]])


def strip_depth(slot: float, rows: int) -> float:
    """The depth in mm of a strip with that number of rows of slots."""
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
    inner = _inside(board, trays)
    cell_w, cell_h = inner.w / columns, inner.h / rows
    cell_w, cell_h = min(cell_w, cell_h * MAX_ASPECT), min(cell_h, cell_w * MAX_INVERSE_ASPECT)
    grid = inner.centred(cell_w * columns, cell_h * rows)
    rows_of_strips = {edge: trays.rows(edge) for edge in trays.edges}
    across = {edge: per_row(slots, count) for edge, count in rows_of_strips.items()}
    for centre in (grid, inner):  # a grid may be too flat or too narrow to have slots beside it
        block = _around(centre, trays)
        strips = {edge: trays.strip(block, edge) for edge in trays.edges}
        total = min(_total(box, across[edge], trays.slot) for edge, box in strips.items())
        if total >= trays.slot:
            break
    widths = {
        edge: _slot_width(box, across[edge], trays.slot, total) for edge, box in strips.items()
    }
    footer = sidebar or Box(block.x, block.bottom, block.w, area.bottom - block.bottom)
    return BoardFrame(
        grid, (cell_w, cell_h), strips, rows_of_strips, trays.slot, widths, total, sidebar, footer
    )


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


def _total(strip: Box, across: int, slot: float) -> float:
    """The room for the sum in a strip in mm beside square slots, limited because a longer box looks
    wrong."""
    return min(_length_of_slots(strip, 0) - across * (slot + SLOT_GAP) + SLOT_GAP, MAX_TOTAL * slot)


def _slot_width(strip: Box, across: int, slot: float, total: float) -> float:
    """The width in mm at which slots fill a strip, limited because a longer one looks wrong."""
    room = _length_of_slots(strip, total) - (across - 1) * SLOT_GAP
    return min(room / across, MAX_SLOT_ASPECT * slot)


def _length_of_slots(strip: Box, total: float) -> float:
    """The length in mm that a strip has for its slots, beside its number and its sum."""
    return max(strip.w, strip.h) - 2 * PADDING - NUMBER_WIDTH - TOTAL_GAP - total


def _trays(board: Box, edges: tuple[str, ...], slots: int) -> _Trays:
    """The strips as a pinwheel, or else with as few rows between the others as make the slots large
    enough."""
    pinwheel, one_row, two_rows = (
        _Trays(edges, _slot(board, edges, slots, rows), rows) for rows in (0, 1, 2)
    )
    for trays in (pinwheel, one_row):
        if trays.slot >= GOOD_SLOT:
            return trays
    two_rows = two_rows._replace(slot=min(GOOD_SLOT, two_rows.slot))
    return max(pinwheel, two_rows, key=lambda trays: trays.slot)


def _rows(edge: str, rows_between: int) -> int:
    return max(1, rows_between) if edge in _LONG else 1


def _slot(board: Box, edges: tuple[str, ...], slots: int, rows_between: int) -> float:
    """The largest slot in mm at which every strip holds its number, its slots and its sum."""
    lengths = (_slot_along(board, edge, edges, slots, rows_between) for edge in edges)
    return min(MAX_SLOT, *lengths)


def _slot_along(
    board: Box, edge: str, edges: tuple[str, ...], slots: int, rows_between: int
) -> float:
    length = board.w if edge in _LONG else board.h
    across = per_row(slots, _rows(edge, rows_between))
    constant = 2 * PADDING + NUMBER_WIDTH + (across - 1) * SLOT_GAP + TOTAL_GAP
    share = across + MIN_TOTAL
    # A neighbour whose strip is in the way is a slot deep, with its padding and the gap.
    if rows_between:
        beside = sum(other not in _LONG for other in edges) if edge in _LONG else 0
    else:
        beside = int(_ON_THE_LEFT[edge] in edges)
    return (length - constant - beside * (2 * PADDING + GAP)) / (share + beside)


def _inside(board: Box, trays: _Trays) -> Box:
    """The area of the board within its strips."""
    left, right, top, bottom = map(trays.rim, ("left", "right", "top", "bottom"))
    return Box(board.x + left, board.y + top, board.w - left - right, board.h - top - bottom)


def _around(grid: Box, trays: _Trays) -> Box:
    """The area of a grid with its strips around it."""
    left, right, top, bottom = map(trays.rim, ("left", "right", "top", "bottom"))
    return Box(grid.x - left, grid.y - top, grid.w + left + right, grid.h + top + bottom)
