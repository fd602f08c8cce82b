"""Where the big parts of a board sheet lie: the grid, one strip per player, the sidebar.

Input: paper, grid, players. Output: boxes in mm. Every strip starts behind the strip to its
left, as its player sees it, and runs to the end of the board, so that four strips turn around
the grid like a pinwheel and all have slots of one size. Where that makes slots too small to draw
in comfortably, the strips on the short sides take the whole height, and those on the long sides
lie between them with two rows of slots.
"""

from functools import lru_cache
from typing import NamedTuple

from generator.core.errors import PieceTooLargeError
from generator.core.paper import Box, Paper

EDGE = 7.0  # blank rim of the sheet: clear of the 5 mm that home printers leave
GAP = 2.4  # between a strip and the grid
SIDEBAR_GAP = 6.0
# Shares of the usable width for the sidebar: that of the facts about the sheet, and wider ones
# for legends that the first would set too small.
SIDEBAR_SHARES = (0.3, 0.33, 0.36, 0.4)
PAD = 1.3  # inside a strip, around its slots
LABEL = 5.9  # width of the player's number at the start of a strip
TOTAL = 1.2  # least width of the box for the sum, in slots
MAX_TOTAL = 3.0  # and the most; what is left stays empty
TOTAL_GAP = 2.2  # before that box
MAX_SLOT = 15.0
GOOD_SLOT = 8.0  # smaller slots are avoided: a symbol is drawn in each
LEAST_SLOT = 4.0
SLOT_GAP = 0.5
MAX_WIDER = 1.45  # how much wider than high a square may be drawn, so that the parts line up
MAX_TALLER = 1.25  # and how much higher than wide
FOOTER = 5.2  # height of the line with the game ID, where there is no sidebar

# Which edges have a strip, clockwise from player 1: the next player sits to one's left. Two
# players sit opposite each other; without the sidebar they take the short edges, which leaves the
# grid the whole height of the paper.
EDGES = {2: ("bottom", "top"), 3: ("bottom", "left", "top"), 4: ("bottom", "left", "top", "right")}
EDGES_WITHOUT_RULES = EDGES | {2: ("left", "right"), 3: ("bottom", "left", "right")}
TURN = {"bottom": 0, "left": 90, "top": 180, "right": 270}
_ON_THE_LEFT = {"bottom": "left", "left": "top", "top": "right", "right": "bottom"}
_LONG = ("bottom", "top")  # edges of a landscape sheet


class BoardFrame(NamedTuple):
    """The parts of a board sheet. Strips are in the order of play, clockwise."""

    grid: Box
    cell: tuple[float, float]
    strips: dict[str, Box]
    rows: dict[str, int]  # of slots in each strip
    slot: float
    total: float  # length of the box for the sum, the same for everybody
    sidebar: Box | None
    footer: Box


class _Trays(NamedTuple):
    """How the strips are arranged: the edges that have one, clockwise; the side of a slot in mm;
    whether those on the long edges have two rows and lie between the others."""

    edges: tuple[str, ...]
    slot: float
    stacked: bool

    def rows(self, edge: str) -> int:
        """How many rows of slots the strip along an edge has."""
        return 2 if self.stacked and edge in _LONG else 1

    def depth(self, edge: str) -> float:
        """How far the strip along an edge reaches into the sheet, in mm."""
        return strip_depth(self.slot, self.rows(edge))

    def rim(self, edge: str) -> float:
        """The depth of an edge's strip and the gap behind it; nothing where there is no strip."""
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
        """What neighbouring strips take from a strip at its start and at its end."""
        left = _ON_THE_LEFT[edge]
        if not self.stacked:
            return self.rim(left), 0.0
        if edge not in _LONG:
            return 0.0, 0.0
        return self.rim(left), self.rim(_ON_THE_LEFT[_ON_THE_LEFT[left]])


def strip_depth(slot: float, rows: int) -> float:
    """The depth of a strip with so many rows of slots, in mm."""
    return rows * (slot + SLOT_GAP) - SLOT_GAP + 2 * PAD


@lru_cache(maxsize=256)
def layout_frame(
    paper: Paper, columns: int, rows: int, slots: int, players: int, share: float
) -> BoardFrame:
    """The parts of a landscape sheet for a grid, with so many slots for each player; `share` is the
    sidebar's part of the usable width, 0 for none. Raises PieceTooLargeError when the slots are too
    small to draw in."""
    paper = paper.landscape
    area = paper.within(EDGE)
    if share:
        width = area.w * share
        sidebar = Box(area.right - width, area.y, width, area.h)
        board = Box(area.x, area.y, area.w - width - SIDEBAR_GAP, area.h)
    else:
        sidebar = None
        board = Box(area.x, area.y, area.w, area.h - FOOTER)
    trays = _trays(board, (EDGES if share else EDGES_WITHOUT_RULES)[players], slots)
    if trays.slot < LEAST_SLOT:
        words = f"{slots} slots on {paper.name} are {trays.slot:.1f} mm each"
        raise PieceTooLargeError(
            f"{words}, expected {LEAST_SLOT:g} mm or more to draw in; have fewer slots"
        )
    inner = _inside(board, trays)
    cell_w, cell_h = inner.w / columns, inner.h / rows
    cell_w, cell_h = min(cell_w, cell_h * MAX_WIDER), min(cell_h, cell_w * MAX_TALLER)
    grid = inner.centred(cell_w * columns, cell_h * rows)
    for around in (grid, inner):  # a grid may be too flat or too narrow to have slots beside it
        block = _around(around, trays)
        strips = {edge: trays.strip(block, edge) for edge in trays.edges}
        total = min(_total(box, edge, trays, slots) for edge, box in strips.items())
        if total >= trays.slot:
            break
    in_rows = {edge: trays.rows(edge) for edge in trays.edges}
    footer = sidebar or Box(block.x, block.bottom, block.w, area.bottom - block.bottom)
    return BoardFrame(grid, (cell_w, cell_h), strips, in_rows, trays.slot, total, sidebar, footer)


def per_row(slots: int, rows: int) -> int:
    """How many of a strip's slots lie side by side."""
    return -(-slots // rows)


def _total(strip: Box, edge: str, trays: _Trays, slots: int) -> float:
    """The room for the sum in a strip, up to the most that looks right."""
    across = per_row(slots, trays.rows(edge))
    used = 2 * PAD + LABEL + across * (trays.slot + SLOT_GAP) - SLOT_GAP + TOTAL_GAP
    return min(max(strip.w, strip.h) - used, MAX_TOTAL * trays.slot)


def _trays(board: Box, edges: tuple[str, ...], slots: int) -> _Trays:
    """The strips as a pinwheel, or stacked where only that gives slots that are large enough."""
    turning = _Trays(edges, _slot(board, edges, slots, stacked=False), stacked=False)
    if turning.slot >= GOOD_SLOT:
        return turning
    stacked = _Trays(edges, min(GOOD_SLOT, _slot(board, edges, slots, stacked=True)), stacked=True)
    return max(turning, stacked, key=lambda trays: trays.slot)


def _slot(board: Box, edges: tuple[str, ...], slots: int, stacked: bool) -> float:
    """The largest slot with which every strip holds its number, its slots and its sum."""
    return min(MAX_SLOT, *(_slot_along(board, edge, edges, slots, stacked) for edge in edges))


def _slot_along(board: Box, edge: str, edges: tuple[str, ...], slots: int, stacked: bool) -> float:
    length = board.w if edge in _LONG else board.h
    across = per_row(slots, 2 if stacked and edge in _LONG else 1)
    fixed = 2 * PAD + LABEL + (across - 1) * SLOT_GAP + TOTAL_GAP
    share = across + TOTAL
    # Each neighbour whose strip is in the way is a slot and two rims deep.
    if stacked:
        beside = sum(other not in _LONG for other in edges) if edge in _LONG else 0
    else:
        beside = int(_ON_THE_LEFT[edge] in edges)
    return (length - fixed - beside * (2 * PAD + GAP)) / (share + beside)


def _inside(board: Box, trays: _Trays) -> Box:
    """The board without its strips."""
    left, right, top, bottom = map(trays.rim, ("left", "right", "top", "bottom"))
    return Box(board.x + left, board.y + top, board.w - left - right, board.h - top - bottom)


def _around(grid: Box, trays: _Trays) -> Box:
    """A grid with its strips."""
    left, right, top, bottom = map(trays.rim, ("left", "right", "top", "bottom"))
    return Box(grid.x - left, grid.y - top, grid.w + left + right, grid.h + top + bottom)
