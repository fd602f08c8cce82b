"""Where the big parts of a board sheet lie: the grid, one strip per player, the sidebar.

Input: paper, grid, players. Output: boxes in mm. Every strip starts behind the strip to its
left, as its player sees it, and runs to the end of the board, so that four strips turn around
the grid like a pinwheel and all have slots of one size.
"""

from functools import lru_cache
from typing import NamedTuple

from generator.layout.cut import DoesNotFit
from generator.layout.page import Box, Paper

EDGE = 7.0  # blank rim of the sheet: clear of the 5 mm that home printers leave
GAP = 2.4  # between a strip and the grid
SIDEBAR_GAP = 6.0
SIDEBAR_SHARE = 0.3  # of the usable width, from the facts about the sheet
PAD = 1.3  # inside a strip, around its slots
LABEL = 6.5  # width of the player's number at the start of a strip
TOTAL = 1.3  # least width of the box for the sum, in slots
MAX_TOTAL = 3.0  # and the most; what is left stays empty
TOTAL_GAP = 2.2  # before that box
MAX_SLOT = 15.0
LEAST_SLOT = 4.0
SLOT_GAP = 0.9
MAX_WIDER = 1.45  # how much wider than high a square may be drawn, so that the parts line up
MAX_TALLER = 1.25  # and how much higher than wide
FOOTER = 5.2  # height of the line with the game ID, where there is no sidebar

# Which edges have a strip. Two players sit opposite each other; without the sidebar they take
# the short edges, which leaves the grid the whole height of the paper.
EDGES = {2: ("bottom", "top"), 3: ("bottom", "top", "left"), 4: ("bottom", "left", "top", "right")}
EDGES_WITHOUT_RULES = EDGES | {2: ("left", "right"), 3: ("bottom", "left", "right")}
TURN = {"bottom": 0, "left": 90, "top": 180, "right": 270}
_ON_THE_LEFT = {"bottom": "left", "left": "top", "top": "right", "right": "bottom"}


class Frame(NamedTuple):
    """The parts of a board sheet. Strips are in the order of play, clockwise."""

    grid: Box
    cell: tuple[float, float]
    strips: dict[str, Box]
    slot: float
    total: float  # length of the box for the sum, the same for everybody
    sidebar: Box | None
    footer: Box


@lru_cache(maxsize=256)
def frame(paper: Paper, columns: int, rows: int, slots: int, players: int, rules: bool) -> Frame:
    """The parts of a landscape sheet for a grid, with so many slots for each player. Raises
    DoesNotFit when the slots are too small to draw in."""
    paper = paper.landscape
    area = paper.within(EDGE)
    edges = (EDGES if rules else EDGES_WITHOUT_RULES)[players]
    if rules:
        width = area.w * SIDEBAR_SHARE
        sidebar = Box(area.right - width, area.y, width, area.h)
        board = Box(area.x, area.y, area.w - width - SIDEBAR_GAP, area.h)
    else:
        sidebar = None
        board = Box(area.x, area.y, area.w, area.h - FOOTER)
    slot = _slot(board, edges, slots)
    if slot < LEAST_SLOT:
        words = f"{slots} slots on {paper.name} are {slot:.1f} mm each"
        raise DoesNotFit(
            f"{words}, expected {LEAST_SLOT:g} mm or more to draw in; have fewer slots"
        )
    depth = slot + 2 * PAD
    inner = _inside(board, edges, depth + GAP)
    cell_w, cell_h = inner.w / columns, inner.h / rows
    cell_w, cell_h = min(cell_w, cell_h * MAX_WIDER), min(cell_h, cell_w * MAX_TALLER)
    grid = inner.centred(cell_w * columns, cell_h * rows)
    for around in (grid, inner):  # a grid may be too flat or too narrow to have slots beside it
        block = _around(around, edges, depth + GAP)
        strips = {edge: _strip(block, edge, edges, depth) for edge in edges}
        total = min(_total(box, slot, slots) for box in strips.values())
        if total >= slot:
            break
    footer = sidebar or Box(block.x, block.bottom, block.w, area.bottom - block.bottom)
    return Frame(grid, (cell_w, cell_h), strips, slot, total, sidebar, footer)


def _total(strip: Box, slot: float, slots: int) -> float:
    """The room for the sum in a strip, up to the most that looks right."""
    used = 2 * PAD + LABEL + slots * (slot + SLOT_GAP) - SLOT_GAP + TOTAL_GAP
    return min(max(strip.w, strip.h) - used, MAX_TOTAL * slot)


def _slot(board: Box, edges: tuple[str, ...], slots: int) -> float:
    """The largest slot with which every strip holds its number, its slots and its sum."""
    return min(MAX_SLOT, *(_slot_along(board, edge, edges, slots) for edge in edges))


def _slot_along(board: Box, edge: str, edges: tuple[str, ...], slots: int) -> float:
    length = board.w if edge in ("top", "bottom") else board.h
    fixed = 2 * PAD + LABEL + (slots - 1) * SLOT_GAP + TOTAL_GAP
    share = slots + TOTAL
    if _ON_THE_LEFT[edge] in edges:  # the neighbour's strip is a slot and two rims deep
        fixed += 2 * PAD + GAP
        share += 1
    return (length - fixed) / share


def _inside(board: Box, edges: tuple[str, ...], rim: float) -> Box:
    left, right = rim * ("left" in edges), rim * ("right" in edges)
    top, bottom = rim * ("top" in edges), rim * ("bottom" in edges)
    return Box(board.x + left, board.y + top, board.w - left - right, board.h - top - bottom)


def _around(grid: Box, edges: tuple[str, ...], rim: float) -> Box:
    left, right = rim * ("left" in edges), rim * ("right" in edges)
    top, bottom = rim * ("top" in edges), rim * ("bottom" in edges)
    return Box(grid.x - left, grid.y - top, grid.w + left + right, grid.h + top + bottom)


def _strip(block: Box, edge: str, edges: tuple[str, ...], depth: float) -> Box:
    start = depth + GAP if _ON_THE_LEFT[edge] in edges else 0
    match edge:
        case "bottom":
            return Box(block.x + start, block.bottom - depth, block.w - start, depth)
        case "top":
            return Box(block.x, block.y, block.w - start, depth)
        case "left":
            return Box(block.x, block.y + start, depth, block.h - start)
        case _:
            return Box(block.right - depth, block.y, depth, block.h - start)
