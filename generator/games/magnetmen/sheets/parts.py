"""The parts of boards and inventories, and where they stand on the sheet; lengths are mm.

Every strip starts behind the strip to its left, as its player sees it, and runs to the end of the
board: four strips turn around the grid like a pinwheel. All have the same slots and the same box
for the sum, so that no seat is better than another. Parts that look the same on every board of a
run are cached, so that a document draws them once.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from generator.core.errors import PieceTooLargeError
from generator.core.game_id import GameId
from generator.core.paper import Box, Paper
from generator.languages import Language
from generator.layout import theme
from generator.layout.flow import Block
from generator.layout.page import CURRENT, MM_PER_POINT, Art, Group, Item, Oval, Rect
from generator.layout.text import Style, TextBlock, fitted_line, line

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


ID_STYLE = Style(theme.FLOOR, colour="slate")
CAPTION_DROP = 1.0  # between a grid of the Repel picture and its caption

# A square holds a portrait and, in its top right corner, a blank spot for the marks of players: a
# cross, a dot, a number. Shares are of a square's shorter side. The spot lies over the art, so
# that it is blank on any picture; portraits of the program leave it free, see assets/README.md.
ART_SHARE = 0.87  # the side of the portrait
ART_EDGE = 0.025  # between the portrait and the left and lower edge
SPOT_SHARE = 0.27  # the diameter
SPOT_EDGE = 0.02  # between the spot and the edges of its corner
MIN_SPOT = 4.2  # mm: a child can write a digit in it
MAX_SPOT = 6.0  # mm: a larger one is no better


def portrait(art: str) -> str:
    """The art name of a type's picture."""
    return f"magnetmen/{art}"


def symbol(art: str) -> str:
    """The art name of the symbol that players draw for a type."""
    return f"magnetmen/symbols/{art}"


def squares(columns: int, rows: int, cell: tuple[float, float]) -> Iterator[Box]:
    """The squares of a grid from its top left corner, row by row."""
    w, h = cell
    for row in range(rows):
        for column in range(columns):
            yield Box(column * w, row * h, w, h)


@lru_cache(maxsize=64)
def checker(
    columns: int, rows: int, cell: tuple[float, float], hue: str, tinted: bool
) -> tuple[Item, ...]:
    """The squares of the empty grid, from its top left corner."""
    shades = ("pale", "square")
    return tuple(
        Rect(
            square,
            theme.hue_colour(hue, shades[sum(divmod(number, columns)) % 2]) if tinted else None,
            _grid_line(hue, tinted),
            theme.LINES["hair"],
        )
        for number, square in enumerate(squares(columns, rows, cell))
    )


def portrait_box(square: Box) -> Box:
    """The place of the portrait in a square: towards the lower left, clear of the spot."""
    side = min(square.w, square.h)
    middle, art = square.centred(side, side), side * ART_SHARE
    return Box(middle.x + side * ART_EDGE, middle.bottom - side * ART_EDGE - art, art, art)


def spot_box(square: Box) -> Box:
    """The place in a square for the marks of players: a circle in its top right corner."""
    side = min(square.w, square.h)
    spot, edge = min(max(side * SPOT_SHARE, MIN_SPOT), MAX_SPOT), side * SPOT_EDGE
    return Box(square.right - edge - spot, square.y + edge, spot, spot)


def spot(box: Box, stroke: str) -> Oval:
    """A blank spot that fills a box, with an outline of that colour."""
    return Oval(box, "white", stroke, theme.LINES["thin"])


def _grid_line(hue: str, tinted: bool) -> str:
    return theme.hue_colour(hue, "tray") if tinted else "grey"


def grid(
    box: Box, columns: int, cell: tuple[float, float], hue: str, tinted: bool, arts: list[str]
) -> tuple[Item, ...]:
    """The grid with a portrait and a blank spot on every square, row by row. Its frame lies around
    the squares, not on them."""
    rows = len(arts) // columns
    base = Group("checker", box, checker(columns, rows, cell, hue, tinted), shared=True)
    anywhere = {art: _portraits(art, box, columns, rows, cell) for art in dict.fromkeys(arts)}
    portraits = (anywhere[art][square] for square, art in enumerate(arts))
    strong = theme.hue_colour(hue, "strong")
    spots = Group("spots", box, _spots(columns, rows, cell), shared=True, colour=strong)
    bold = theme.LINES["bold"]
    frame = Rect(box.inset(-bold * MM_PER_POINT / 2), None, strong, bold)
    return (base, frame, *portraits, spots)


@lru_cache(maxsize=1024)
def _portraits(
    art: str, box: Box, columns: int, rows: int, cell: tuple[float, float]
) -> tuple[Art, ...]:
    """A portrait on every square, row by row. Boards with the portrait on a square share the item,
    which saves time and memory."""
    boxes = (portrait_box(square.moved(box.x, box.y)) for square in squares(columns, rows, cell))
    return tuple(Art(portrait(art), portrait_place, fine=True) for portrait_place in boxes)


@lru_cache(maxsize=64)
def _spots(columns: int, rows: int, cell: tuple[float, float]) -> tuple[Item, ...]:
    return tuple(spot(spot_box(square), CURRENT) for square in squares(columns, rows, cell))


def strip(where: BoardFrame, edge: str, player: int, slots: int, hue: str) -> Group:
    """A player's inventory along an edge: number, slots, a box for the sum."""
    turn, box = TURN[edge], where.strips[edge]
    length = box.h if turn in (90, 270) else box.w
    gap, total = where.slot_gaps[edge], where.total
    items = _strip_items(length, where.rows, player, slots, where.slot, gap, total, hue)
    return Group(f"inventory {player}", box, items, turn, True)


@lru_cache(maxsize=1024)
def _strip_items(
    length: float,
    rows: int,
    player: int,
    slots: int,
    slot: tuple[float, float],
    gap: float,
    total: float,
    hue: str,
) -> tuple[Item, ...]:
    w, h = slot
    strong, tray = theme.hue_colour(hue, "strong"), theme.hue_colour(hue, "tray")
    depth, across, first = strip_depth(h, rows), per_row(slots, rows), PADDING + NUMBER_WIDTH
    boxes = (
        Box(first + i % across * (w + gap), PADDING + i // across * (h + SLOT_GAP), w, h)
        for i in range(slots)
    )
    return (
        Rect(Box(0, 0, length, depth), tray, strong, theme.LINES["thin"], 2.2),
        *player_number(PADDING, depth, player, strong),
        *(Rect(box, "white", strong, theme.LINES["hair"], 1.0) for box in boxes),
        *_sum_box(Box(length - PADDING - total, PADDING, total, depth - 2 * PADDING), strong),
    )


def player_number(x: float, depth: float, player: int, strong: str) -> tuple[Item, ...]:
    """A disc with a player's number, centred in a strip of that depth."""
    side = 5.2
    disc = Box(x, depth / 2 - side / 2, side, side)
    digit = line(str(player), Style(9.5, "title", "title", colour=strong))
    return (Oval(disc, "white", strong, theme.LINES["thin"]), *digit.centred_on(*disc.centre))


def _sum_box(box: Box, strong: str) -> tuple[Item, ...]:
    side = min(3.8, box.h * 0.38, box.w * 0.38)
    coin = Box(box.right - side - 0.7, box.bottom - side - 0.7, side, side)
    return (Rect(box, "cream", strong, theme.LINES["frame"], 1.6), Art("shared/points", coin))


Steps = tuple[tuple[int, int], ...]

# The squares around a chosen one that Repel closes, as (column, row) steps, by the number of icons
# of the type that a player owns: left and right; also above and below; also the diagonals.
CLOSED: dict[int, Steps] = {
    1: ((-1, 0), (1, 0)),
    2: ((-1, 0), (1, 0), (0, -1), (0, 1)),
    3: tuple((x, y) for y in (-1, 0, 1) for x in (-1, 0, 1) if (x, y) != (0, 0)),
}


class Repel(NamedTuple):
    """The picture of the Repel rule, from the point (x, y): three small grids side by side with the
    squares that owning 1, 2 and 3 icons closes, and captions below them.

    Its parts are lists of items, so that those that look the same on many boards can be shared.
    """

    x: float
    y: float
    width: float
    cell: float

    @property
    def _grids(self) -> Iterator[tuple[float, Steps]]:
        """The left edges of the grids, and the steps to the squares that are closed on them."""
        share = self.width / 3
        for number, steps in enumerate(CLOSED.values()):
            yield self.x + number * share + (share - 3 * self.cell) / 2, steps

    def _square(self, left: float, step: tuple[int, int]) -> Box:
        column, row = step
        x, y = left + (column + 1) * self.cell, self.y + (row + 1) * self.cell
        return Box(x, y, self.cell, self.cell)

    @property
    def side(self) -> float:
        """The side of a grid, in mm."""
        return 3 * self.cell

    def height(self, style: Style) -> float:
        """The height in mm with captions in that style."""
        return self.side + CAPTION_DROP + line("1", style).height

    def squares(self, hue: str) -> list[Item]:
        """The grids, with a question mark on the chosen squares."""
        strong = theme.hue_colour(hue, "strong")
        mark = line("?", Style(self.cell * 0.9 / 0.3528, "title", "title", colour=strong))
        items: list[Item] = []
        for left, steps in self._grids:
            for row in (-1, 0, 1):
                for column in (-1, 0, 1):
                    shade = "tray" if (column, row) in steps else "pale"
                    fill = theme.hue_colour(hue, shade)
                    box = self._square(left, (column, row))
                    items.append(Rect(box, fill, strong, theme.LINES["hair"]))
            middle = self._square(left, (0, 0))
            items.append(Rect(middle, "white", strong, theme.LINES["bold"]))
            items += mark.centred_on(*middle.centre)
        return items

    def symbols(self, art: str) -> list[Item]:
        """A type's symbol on every closed square."""
        return [
            Art(symbol(art), self._square(left, step).inset(self.cell * 0.14), "ink")
            for left, steps in self._grids
            for step in steps
        ]

    def captions_below(self, texts: Sequence[str], style: Style) -> list[Item]:
        """A caption centred below each grid."""
        items: list[Item] = []
        for text, (left, _) in zip(texts, self._grids, strict=True):
            block = line(text, style)
            items += block.items(
                left + (self.side - block.width) / 2, self.y + self.side + CAPTION_DROP
            )
        return items


def own_captions(language: Language) -> list[str]:
    """What each grid of the Repel picture counts, as markup."""
    return [language.say(f"magnetmen.board.own.{number}") for number in ("one", "two", "three")]


def repel_picture(
    width: float, cell: float, art: str, captions: Sequence[str], hue: str, style: Style
) -> Block:
    """The picture of the Repel rule with captions below its grids."""
    picture = Repel(0, 0, width, cell)
    items = (*picture.squares(hue), *picture.symbols(art), *picture.captions_below(captions, style))
    return Block(items, width, picture.height(style))


def game_id_text(game_id: GameId, language: Language, width: float) -> TextBlock:
    """The game ID in small print. Raises TextOverflowError where it does not fit one line of that
    width: in a broken ID, nobody knows which signs belong to it."""
    return fitted_line(language.say("sheet.game_id", id=game_id), width, ID_STYLE)
