"""Where the parts of a board stand on its sheet, and the inventories around the grid; in mm.

Every strip starts behind the strip to its left, as its player sees it, and runs to the end of the
board: four strips turn around the grid like a pinwheel. All have the same slots and the same box
for the sum, so that no seat is better than another.
"""

from functools import lru_cache
from typing import NamedTuple

from generator.core.errors import PieceTooLargeError
from generator.core.paper import Box, Paper
from generator.layout import theme
from generator.layout.page import Art, Group, Item, Oval, Rect
from generator.layout.text import line, title_style

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


class Strip(NamedTuple):
    """An inventory: its edge, its box, the gaps between slots side by side."""

    edge: str
    box: Box
    gap: float


class BoardFrame(NamedTuple):
    """The parts of a board sheet. Strips are in the order of play, clockwise.

    rows is the number of rows of slots in each strip, slot a slot's width and height, total the
    length of the box for the sum. footer is the place of the game ID: beside the board, from its
    foot to its head, where there is a sidebar, else below the board.
    """

    grid: Box
    cell: tuple[float, float]
    strips: tuple[Strip, ...]
    slots: int
    rows: int
    slot: tuple[float, float]
    total: float
    sidebar: Box | None
    footer: Box


@lru_cache(maxsize=256)
def layout_frame(
    paper: Paper, columns: int, rows: int, slots: int, players: int, share: float
) -> BoardFrame:
    """The parts of a landscape sheet for a grid of columns and rows, with slots for each player.

    share is the sidebar's share of the usable width, 0 for no sidebar. Raises PieceTooLargeError if
    the slots are too small to draw in.
    """
    area = paper.landscape.within(EDGE)
    edges, sidebar = EDGES_WITHOUT_RULES[players], None
    board = area._replace(h=area.h - FOOTER)
    if share:
        edges, width = EDGES[players], area.w * share
        sidebar = area._replace(x=area.right - width, w=width)
        board = area._replace(w=area.w - width - SIDEBAR_GAP)
    slot, slot_rows = _slot_height(board, edges, slots)
    if slot < MIN_SLOT:
        raise PieceTooLargeError(
            f"{slots} slots on {paper.name} are {slot:.1f} mm each, expected {MIN_SLOT:g} mm or "
            "more to draw in; have fewer slots"
        )
    depth, across = _depth(slot, slot_rows), -(-slots // slot_rows)
    left, right, top, bottom = (
        depth + GAP if edge in edges else 0.0 for edge in ("left", "right", "top", "bottom")
    )
    rims = {"left": left, "right": right, "top": top, "bottom": bottom}
    inner = Box(board.x + left, board.y + top, board.w - left - right, board.h - top - bottom)
    inner = inner.inset(GRID_LINE)
    cell_w, cell_h = inner.w / columns, inner.h / rows
    cell_w, cell_h = min(cell_w, cell_h * MAX_ASPECT), min(cell_h, cell_w * MAX_INVERSE_ASPECT)
    grid = inner.centred(cell_w * columns, cell_h * rows)
    for centre in (grid, inner):  # a grid may be too flat or too narrow to have slots beside it
        x, y, w, h = centre
        block = Box(x - left, y - top, w + left + right, h + top + bottom)
        boxes = {edge: _strip_box(block, edge, rims[_ON_THE_LEFT[edge]], depth) for edge in edges}
        room = min(max(box.w, box.h) for box in boxes.values()) - FIXED_LENGTH
        # A longer box for the sum, and longer slots, look wrong.
        total = min(room - across * (slot + SLOT_GAP) + SLOT_GAP, MAX_TOTAL * slot)
        if total >= slot:
            break
    width = min((room - total + SLOT_GAP) / across - SLOT_GAP, MAX_SLOT_ASPECT * slot)
    taken = FIXED_LENGTH + total + across * width
    strips = tuple(
        Strip(edge, box, (max(box.w, box.h) - taken) / max(1, across - 1))
        for edge, box in boxes.items()
    )
    footer = Box(block.x, block.bottom, block.w, area.bottom - block.bottom)
    if sidebar:
        footer = area._replace(x=sidebar.x - SIDEBAR_GAP, w=SIDEBAR_GAP)
    cell, size = (cell_w, cell_h), (width, slot)
    return BoardFrame(grid, cell, strips, slots, slot_rows, size, total, sidebar, footer)


def _slot_height(board: Box, edges: tuple[str, ...], slots: int) -> tuple[float, int]:
    """The height of slots in one row, or in two where one makes them too small; how many rows.

    It is the largest at which every strip holds its number, its slots, at least as wide as high,
    and its sum.
    """
    heights = []
    for rows in (1, 2):
        lengths, across = [MAX_SLOT], -(-slots // rows)
        for edge in edges:
            length = board.w if edge in ("bottom", "top") else board.h  # the sheet is landscape
            length -= FIXED_LENGTH + (across - 1) * SLOT_GAP
            # A neighbour's strip is in the way: rows of slots deep, with its padding and the gap.
            rows_beside = rows if _ON_THE_LEFT[edge] in edges else 0
            beside = GAP + _depth(0, rows) if rows_beside else 0.0
            lengths.append((length - beside) / (across + MIN_TOTAL + rows_beside))
        heights.append(min(lengths))
    one_row, two_rows = heights[0], min(MAX_SLOT_IN_TWO_ROWS, heights[1])
    return (one_row, 1) if one_row >= min(GOOD_SLOT, two_rows) else (two_rows, 2)


def _depth(slot: float, rows: int) -> float:
    """The depth of a strip with that number of rows of slots."""
    return rows * (slot + SLOT_GAP) - SLOT_GAP + 2 * PADDING


def _strip_box(block: Box, edge: str, start: float, depth: float) -> Box:
    """The strip along an edge of the block that holds grid and strips."""
    return {
        "bottom": Box(block.x + start, block.bottom - depth, block.w - start, depth),
        "top": Box(block.x, block.y, block.w - start, depth),
        "left": Box(block.x, block.y + start, depth, block.h - start),
        "right": Box(block.right - depth, block.y, depth, block.h - start),
    }[edge]


@lru_cache(maxsize=1024)
def inventory(frame: BoardFrame, player: int, hue: str) -> Group:
    """A player's strip: number, slots, a box for the sum. Cached, as all that looks the same on
    every board of a run, so that a document draws it once."""
    edge, box, gap = frame.strips[player - 1]
    (w, h), length = frame.slot, max(box.w, box.h)
    strong, tray = theme.hue_colour(hue, "strong"), theme.hue_colour(hue, "tray")
    depth, across = _depth(h, frame.rows), -(-frame.slots // frame.rows)
    left = PADDING + NUMBER_WIDTH
    slots = (
        Box(left + i % across * (w + gap), PADDING + i // across * (h + SLOT_GAP), w, h)
        for i in range(frame.slots)
    )
    total = Box(length - PADDING - frame.total, PADDING, frame.total, depth - 2 * PADDING)
    side = min(3.8, total.h * 0.38, total.w * 0.38)
    items = (
        Rect(Box(0, 0, length, depth), tray, strong, theme.LINES["thin"], 2.2),
        *player_number(PADDING, depth, player, strong),
        *(Rect(slot, "white", strong, theme.LINES["hair"], 1.0) for slot in slots),
        Rect(total, "cream", strong, theme.LINES["frame"], 1.6),
        Art("shared/points", Box(total.right - side - 0.7, total.bottom - side - 0.7, side, side)),
    )
    return Group(f"inventory {player}", box, items, TURN[edge], True)


def player_number(x: float, depth: float, player: int, strong: str) -> tuple[Item, ...]:
    """A disc with a player's number, centred in a strip of that depth."""
    side = 5.2
    disc = Box(x, depth / 2 - side / 2, side, side)
    digit = line(str(player), title_style(9.5, strong))
    return (Oval(disc, "white", strong, theme.LINES["thin"]), *digit.centred_on(*disc.centre))
