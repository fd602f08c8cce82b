"""The board sheet: the grid, the inventories around it, and the sidebar, or a page with the legend.

Every strip starts behind the one to its left, as its player sees it: four turn around the grid like
a pinwheel. All have the same number of slots, of one height; on longer strips they are wider.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache, partial
from itertools import product, starmap
from typing import Any, NamedTuple

from generator.core.errors import PieceTooLargeError, TextOverflowError
from generator.core.paper import Box, Paper
from generator.core.settings import Settings
from generator.games.magnetmen.definition import MagnetmenDefinition
from generator.games.magnetmen.roll import Board
from generator.games.magnetmen.sheets import legend, look
from generator.games.magnetmen.sheets.legend import LegendOverflowError, LegendSize
from generator.languages import Language, languages, load_language
from generator.layout import flow, theme
from generator.layout import page as drawing
from generator.layout import text as typeset
from generator.layout.flow import Block
from generator.layout.page import Art, Group, Item, Line, Oval, Page, Rect, Seams
from generator.layout.text import SMALL_PRINT, Style, fitted_line, line, title_style, wrap

EDGE = 7.0  # blank rim of the sheet, which includes the 5 mm that home printers cannot print on
GAP = 3.84  # between a strip and the grid
FRAME_EDGE, FRAME_CORNER = 1.5, 13.0  # from the squares to the frame; the side of its magnets
FRAME = FRAME_EDGE + look.MAGNET / 2 * FRAME_CORNER  # from the squares to the outer edges of those
SIDEBAR_GAP = 6.0
# The widths of sidebars, as shares of the usable width: the usual one, and wider ones for legends
# whose text would be too small in it.
SIDEBAR_SHARES = (0.3, 0.33, 0.36, 0.4)
PADDING = 1.3  # in a strip, around its slots
NUMBER_WIDTH, DISC = 5.9, 5.2  # of the player's number at the start of a strip
TOTAL_GAP, ARROW = 3.6, 2.6  # before the scores; the side of the arrow there
# Of the scores: widths of a box for the points of a type, where slots are as high (the last: two
# digits in handwriting), how many of them the sum is wide, how much all may grow, the gap around.
SCORES, SUM_SHARE, SCORE_GROWTH, SCORE_GAP = (11.0, 10.0, 9.0, 8.0, 7.0), 1.7, 1.5, 0.8
FIXED_LENGTH = 2 * PADDING + NUMBER_WIDTH + TOTAL_GAP  # of a strip without slots and scores
MAX_SLOTS = 15.0, 8.0  # in one row and in two
GOOD_SLOT = 6.9  # players draw a symbol in each slot: where one row has smaller ones, two rows
MIN_SLOT = 5.0
MIN_SQUARE = 9.0  # across: below, neither portraits nor the marks of players can be told apart
MAX_SLOT_ASPECT = 2.0  # of a slot, width by height
SLOT_GAP = 0.5
MAX_ASPECT = 1.45  # of a square, width by height
MAX_INVERSE_ASPECT = 1.25  # of a square, height by width
FOOTER = 5.2  # height of the line with the game ID, where there is no sidebar

# The edges that have a strip, clockwise from player 1: play passes to the left. Two players sit
# below and above the grid, as its icons stand.
EDGES = {2: ("bottom", "top"), 3: ("bottom", "left", "top"), 4: ("bottom", "left", "top", "right")}
EDGES_WITHOUT_RULES = EDGES | {3: ("bottom", "left", "right")}
TURN = {"bottom": 0, "left": 90, "top": 180, "right": 270}
_ON_THE_LEFT = {"bottom": "left", "left": "top", "top": "right", "right": "bottom"}

# A square holds a portrait and, over it in the top right corner, a blank spot for the marks of
# players, which shipped portraits leave free. Shares are of a square's shorter side.
ART_SHARE = 0.87  # the side of the portrait
ART_EDGE = 0.025  # between the portrait and the left and lower edge
SPOT_SHARE = 0.27  # the diameter
SPOT_EDGE = 0.02  # between the spot and the edges of its corner
MIN_SPOT = 4.2  # mm: a child can write a digit in it
MAX_SPOT = 6.0  # mm: a larger one is no better
CAPTION_DROP = 1.0  # mm, between a grid of the Repel picture and its caption

Cell = tuple[float, float]  # width and height, in mm


def squares(columns: int, rows: int, cell: Cell, x: float = FRAME, y: float = FRAME) -> list[Box]:
    """From the first square at (x, y), row by row."""
    places = product(range(rows), range(columns))
    return [Box(x + column * cell[0], y + row * cell[1], *cell) for row, column in places]


def portrait_box(square: Box) -> Box:
    """Towards the lower left, clear of the spot."""
    side = min(square.w, square.h)
    middle, art = square.centred(side, side), side * ART_SHARE
    return Box(middle.x + side * ART_EDGE, middle.bottom - side * ART_EDGE - art, art, art)


def spot_box(square: Box) -> Box:
    side = min(square.w, square.h)
    spot, edge = min(max(side * SPOT_SHARE, MIN_SPOT), MAX_SPOT), side * SPOT_EDGE
    return Box(square.right - edge - spot, square.y + edge, spot, spot)


def spot(box: Box, stroke: str) -> Oval:
    return Oval(box, "white", stroke, theme.LINES["thin"])


def grid(
    box: Box, columns: int, cell: Cell, hue: str, tinted: bool, arts: list[str]
) -> tuple[Item, ...]:
    """The grid with its arts, row by row. Its frame lies around the squares, not on them."""
    rows, strong = len(arts) // columns, theme.hue_colour(hue, "strong")
    anywhere = {art: _portraits(art, box, columns, rows, cell) for art in dict.fromkeys(arts)}
    frame = box.inset(-FRAME)
    return (
        Group("checker", frame, _checker(columns, rows, cell, hue, tinted), shared=True),
        *(anywhere[art][square] for square, art in enumerate(arts)),
        Group("spots", frame, _spots(columns, rows, cell), shared=True, colour=strong),
    )


@lru_cache(maxsize=64)
def _checker(columns: int, rows: int, cell: Cell, hue: str, tinted: bool) -> tuple[Item, ...]:
    """Squares, lines of force on them, a line around them, and on it a magnet at each corner."""
    strong, tray, _, pale, _ = (theme.hue_colour(hue, each) for each in theme.STRENGTHS)
    fills, stroke = ((None, pale), tray) if tinted else ((None, None), "grey")
    inside, hair = Box(FRAME, FRAME, columns * cell[0], rows * cell[1]), theme.LINES["hair"]
    boxes = enumerate(squares(columns, rows, cell))
    tints = (Rect(box, fills[sum(divmod(n, columns)) % 2], stroke, hair) for n, box in boxes)
    forces = look.LOOK.drawing("force", inside, "sky.tray") if tinted else ()
    frame = Rect(inside.inset(-FRAME_EDGE), None, strong, theme.LINES["bold"])
    return (*tints, *forces, frame, *look.corners(inside.inset(-FRAME), FRAME_CORNER))


@lru_cache(maxsize=1024)
def _portraits(art: str, box: Box, columns: int, rows: int, cell: Cell) -> tuple[Art, ...]:
    """A portrait on every square: boards share them, which saves time and memory."""
    boxes = map(portrait_box, squares(columns, rows, cell, box.x, box.y))
    return tuple(Art(legend.portrait(art), place, fine=True) for place in boxes)


@lru_cache(maxsize=64)
def _spots(columns: int, rows: int, cell: Cell) -> tuple[Item, ...]:
    return tuple(spot(spot_box(square), drawing.CURRENT) for square in squares(columns, rows, cell))


class BoardFrame(NamedTuple):
    grid: Box
    cell: tuple[float, float]
    strips: tuple[tuple[str, Box], ...]  # in the order of play, clockwise, by their edges
    slots: int
    rows: int  # of slots in each strip
    slot: float  # the height of slots
    scores: float  # the share that boxes for scores have of the length for slots and scores
    types: int  # that have one
    sidebar: Box | None
    footer: Box  # the game ID: beside the board, from its foot to its head; else below


@lru_cache(maxsize=256)
def layout_frame(
    paper: Paper, columns: int, rows: int, slots: int, players: int, share: float, types: int = 0
) -> BoardFrame:
    """share: the sidebar's share of the usable width, 0 for none; types: how many have boxes for
    their points, if these leave slots a good size. Raises PieceTooLargeError."""
    area = paper.landscape.within(EDGE)
    edges, sidebar = EDGES_WITHOUT_RULES[players], None
    board = area._replace(h=area.h - FOOTER)
    if share:
        edges, width = EDGES[players], area.w * share
        sidebar = area._replace(x=area.right - width, w=width)
        board = area._replace(w=area.w - width - SIDEBAR_GAP)
    for score in SCORES if types else SCORES[-1:]:
        slot, slot_rows, least = _slot_height(board, edges, slots, types, score)
        if slot >= score:
            break
    if slot < GOOD_SLOT and types:
        return layout_frame(paper, columns, rows, slots, players, share)
    _check_size(f"{slots} slots", slot, MIN_SLOT, paper, "slots")
    depth, across = _depth(slot, slot_rows), -(-slots // slot_rows)
    rims = {edge: GAP + (depth if edge in edges else 0.0) for edge in TURN}
    bottom, left, top, right = rims.values()
    inner = Box(board.x + left, board.y + top, board.w - left - right, board.h - top - bottom)
    cell_w, cell_h = inner.w / columns, inner.h / rows
    cell_w, cell_h = min(cell_w, cell_h * MAX_ASPECT), min(cell_h, cell_w * MAX_INVERSE_ASPECT)
    most, side = ("columns", cell_w) if cell_w < cell_h else ("rows", cell_h)
    _check_size(f"{columns} x {rows} squares", side, MIN_SQUARE, paper, most)
    grid = inner.centred(cell_w * columns, cell_h * rows)
    for centre in (grid, inner):  # a grid may be too flat or too narrow to have slots beside it
        x, y, w, h = centre
        block = Box(x - left, y - top, w + left + right, h + top + bottom)
        starts = {edge: rims[near] if near in edges else 0 for edge, near in _ON_THE_LEFT.items()}
        boxes = {edge: _strip_box(block, edge, starts[edge], depth) for edge in edges}
        room = min(max(box.w, box.h) for box in boxes.values()) - FIXED_LENGTH
        scores = min(room - across * (slot + SLOT_GAP) + SLOT_GAP, SCORE_GROWTH * least)
        if scores >= least:
            break
    strips, cell, part = tuple(boxes.items()), (cell_w, cell_h), scores / room
    footer = Box(block.x, block.bottom, block.w, area.bottom - block.bottom)
    if sidebar:
        footer = area._replace(x=sidebar.x - SIDEBAR_GAP, w=SIDEBAR_GAP)
    return BoardFrame(grid, cell, strips, slots, slot_rows, slot, part, types, sidebar, footer)


def _check_size(what: str, side: float, least: float, paper: Paper, key: str) -> None:
    if (printed := side * paper.scale) < least:
        size = f"{printed:.1f} mm across, expected {least:g} mm or more"
        raise PieceTooLargeError(f"{what} on {paper.name} are {size}; have fewer {key}", (key,))


def _slot_height(
    board: Box, edges: tuple[str, ...], slots: int, types: int, score: float
) -> tuple[float, int, float]:
    """The largest height of slots, at least as wide as high, in one row or, where that makes them
    too small, in two; how many rows; the least length of the boxes for scores beside so many."""
    choices = []
    for rows, most in enumerate(MAX_SLOTS, 1):
        across, scores = -(-slots // rows), (-(-types // rows) + SUM_SHARE) * score
        for edge in edges:
            length = board.w if edge in ("bottom", "top") else board.h  # the sheet is landscape
            length -= FIXED_LENGTH + (across - 1) * SLOT_GAP + scores
            # A neighbour's strip is in the way: rows of slots deep, with its padding and the gap.
            rows_beside = rows if _ON_THE_LEFT[edge] in edges else 0
            beside = GAP + _depth(0, rows) if rows_beside else 0.0
            most = min(most, (length - beside) / (across + rows_beside))
        choices.append((most, rows, scores))
    in_one, in_two = choices
    return in_one if in_one[0] >= min(GOOD_SLOT, in_two[0]) else in_two


def _depth(slot: float, rows: int) -> float:
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
    """Cached, as all that looks alike on the boards of a run, so that a document draws it once."""
    edge, box = frame.strips[player - 1]
    length, depth = max(box.w, box.h), min(box.w, box.h)
    strong, tray = theme.hue_colour(hue, "strong"), theme.hue_colour(hue, "tray")
    hair, thin, left = theme.LINES["hair"], theme.LINES["thin"], PADDING + NUMBER_WIDTH
    panel, (*scores, total) = _score_boxes(frame, length, depth)
    across = -(-frame.slots // frame.rows)
    dx, dy = (panel.x - TOTAL_GAP - left + SLOT_GAP) / across, frame.slot + SLOT_GAP
    places = (divmod(number, across) for number in range(frame.slots))
    first = Box(left, PADDING, dx - SLOT_GAP, frame.slot)
    slots = (first.moved(column * dx, row * dy) for row, column in places)
    side = min(3.8, total.h * 0.38, total.w * 0.38)
    arrow = Box(panel.x - ARROW - 0.5, (depth - ARROW) / 2, ARROW, ARROW)
    items = (
        Rect(Box(0, 0, length, depth), tray, strong, thin, 2.2),
        Rect(Box(0, 0, left - SLOT_GAP, depth), strong, strong, thin, 2.2),
        *player_number(PADDING, depth, player, strong),
        *(Rect(slot, "white", strong, hair, 1.0) for slot in slots),
        *look.LOOK.drawing("arrow", arrow, strong),
        Rect(panel, "cream", strong, theme.LINES["frame"], 1.6),
        *(Rect(score, "shine", strong, hair, 1.0) for score in (*scores, total)),
        Art("shared/points", Box(total.right - side - 0.7, total.bottom - side - 0.7, side, side)),
    )
    return Group(f"inventory {player}", box, items, TURN[edge], True)


@lru_cache(maxsize=64)
def _score_boxes(frame: BoardFrame, length: float, depth: float) -> tuple[Box, list[Box]]:
    """The panel at the end of a strip; in it boxes for the points of types, in rows, and a sum."""
    room, across = length - FIXED_LENGTH, -(-frame.slots // frame.rows)
    widest = across * (MAX_SLOT_ASPECT * frame.slot + SLOT_GAP) - SLOT_GAP  # of all slots
    width = max(frame.scores * room, room - widest)
    panel = Box(length - PADDING - width, PADDING, width, depth - 2 * PADDING)
    (x, y, w, h), across = panel.inset(SCORE_GAP), -(-frame.types // frame.rows)
    before_sum = across * (w + SCORE_GAP) / (across + SUM_SHARE)
    boxes, dy = [Box(x + before_sum, y, w - before_sum, h)], (h + SCORE_GAP) / frame.rows
    for row, column in (divmod(number, across) for number in range(frame.types)):
        dx = before_sum / min(across, frame.types - row * across)  # a short row has wider ones
        boxes.insert(-1, Box(x + column * dx, y + row * dy, dx - SCORE_GAP, dy - SCORE_GAP))
    return panel, boxes


def score_symbols(frame: BoardFrame, player: int, arts: tuple[str, ...]) -> Group:
    """The symbols of types on the boxes for their points; boards seldom have the same."""
    edge, box = frame.strips[player - 1]
    _, (*scores, _) = _score_boxes(frame, max(box.w, box.h), min(box.w, box.h))
    side = min(5.0, 0.5 * scores[0].h, 0.6 * scores[0].w)
    places = (Box(each.right - side - 0.6, each.bottom - side - 0.6, side, side) for each in scores)
    items = tuple(map(Art, map(legend.symbol, arts), places))
    return Group(f"symbols {player}", box, items, TURN[edge])


def player_number(x: float, depth: float, player: int, strong: str) -> tuple[Item, ...]:
    disc = Box(x, depth / 2 - DISC / 2, DISC, DISC)
    digit = line(str(player), title_style(9.5, strong))
    return (Oval(disc, "white", strong, theme.LINES["thin"]), *digit.centred_on(*disc.centre))


Step = tuple[int, int]
AROUND: tuple[Step, ...] = tuple((x, y) for y in (-1, 0, 1) for x in (-1, 0, 1))
# The squares around a chosen one that Repel closes, as (column, row) steps, for a player who owns
# one, two and three icons of the type: left and right; also above and below; also the diagonals.
CLOSED: dict[str, tuple[Step, ...]] = {
    "one": ((-1, 0), (1, 0)),
    "two": ((-1, 0), (1, 0), (0, -1), (0, 1)),
    "three": tuple(step for step in AROUND if step != (0, 0)),
}


class Repel(NamedTuple):
    """The squares that owning 1, 2 and 3 icons closes, in small grids with captions below."""

    x: float
    y: float
    width: float
    cell: float

    def height(self, style: Style) -> float:
        return 3 * self.cell + CAPTION_DROP + line("1", style).height

    def grids(self) -> Iterator[tuple[str, dict[Step, Box]]]:
        """The key of each grid, and its squares by the step from the chosen one."""
        share, cell = self.width / 3, self.cell
        for number, key in enumerate(CLOSED):
            left = self.x + number * share + (share - 3 * cell) / 2 + cell
            top = self.y + cell
            yield key, {(x, y): Box(left + x * cell, top + y * cell, cell, cell) for x, y in AROUND}

    def captions(self, language: Language, style: Style) -> list[Item]:
        items: list[Item] = []
        for key, boxes in self.grids():
            text = line(language.say(f"magnetmen.board.own.{key}"), style)
            left = boxes[0, 0].centre[0] - text.width / 2
            items += text.items(left, self.y + 3 * self.cell + CAPTION_DROP)
        return items


@lru_cache(maxsize=1024)
def repel_squares(picture: Repel, hue: str) -> tuple[Item, ...]:
    strong = theme.hue_colour(hue, "strong")
    mark = line("?", title_style(picture.cell * 0.9 / 0.3528, strong))
    items: list[Item] = []
    for key, boxes in picture.grids():
        for step, box in boxes.items():
            fill = theme.hue_colour(hue, "tray" if step in CLOSED[key] else "pale")
            items.append(Rect(box, fill, strong, theme.LINES["hair"]))
        items.append(Rect(boxes[0, 0], "white", strong, theme.LINES["bold"]))
        items += mark.centred_on(*boxes[0, 0].centre)
    return tuple(items)


@lru_cache(maxsize=1024)
def repel_symbols(picture: Repel, art: str) -> tuple[Item, ...]:
    return tuple(
        Art(legend.symbol(art), boxes[step].inset(picture.cell * 0.14))
        for key, boxes in picture.grids()
        for step in CLOSED[key]
    )


PART_GAP = 2.0  # between the sidebar's parts
PARAGRAPH_GAP = 1.4
PAD, GUIDE_CORNER = 3.0, 8.0  # inside the how-to-play box; the side of its magnets
MAX_ROW_GAP = 5.0
# The sizes of legends, and with them the side of a square in the Repel picture in mm.
SIZES = (
    (LegendSize(10.0, 16.0), 5.4),
    (LegendSize(9.5, 14.0), 4.6),
    (LegendSize(9.5, 13.0), 3.8),
    (LegendSize(9.0, 12.0), 3.6),
    (LegendSize(9.0, 9.0), 3.6),
)

# The height of the title with the lines below it, and that of the logo; the least gap between.
TITLE, SMALL_TITLE, TITLE_GAP = (14.6, 9.6), (9.0, 5.0), 1.3
SMALLEST = SIZES[-1], SMALL_TITLE
STEPS = (*((size, TITLE, legend.GOOD_ROW_GAP) for size in SIZES), (*SMALLEST, legend.GOOD_ROW_GAP))


Sidebar = tuple[int, BoardFrame, tuple[Item, ...]]


def fitted_sidebar(board: Board, settings: Settings) -> Sidebar:
    """The narrowest sidebar that holds all at a good size, else the widest: how many better ones do
    not fit, its frame, its items. A small title is better than a wider sidebar, and that is better
    than small gaps in the legend. Raises PieceTooLargeError, TextOverflowError."""
    fitter = legend.Fitter(board, settings)
    language = fitter.language
    subtitle = *board.subtitle(language), _minutes(board, language)
    frames = [_frame(board, settings, SIDEBAR_SHARES[0])]
    with suppress(PieceTooLargeError):
        for share in SIDEBAR_SHARES[1:]:
            frames.append(_frame(board, settings, share))
    scratches = any("destroyed_square" in kind.power.notes for kind in board.types)
    paragraphs = ("take", "repel", *(("scratch",) if scratches else ()), "full", "end")
    if board.advanced:
        paragraphs = "take", "repel", "destroy", "four", "end_advanced"

    def layout(frame: BoardFrame, step: tuple[int, Any]) -> Sidebar:
        number, ((size, cell), title, min_gap) = step
        box = frame.sidebar
        assert box is not None  # the frame has a share for it
        head = _title(box.w, title, board.hue, language, subtitle)
        ending = paragraphs[-1] + ("_by_type" if frame.types else "")
        texts, picture = _guide((*paragraphs[:-1], ending), box.w, size.text, cell, language)
        top = box.y + head.height + PART_GAP + texts.height + PART_GAP
        room = box.bottom - top
        rows = fitter.legend(box.w, room, size, min_gap)
        guide = Box(box.x, box.y + head.height + PART_GAP, box.w, texts.height)
        # In layers, for boards share some of them: frame and squares with all of their hue, symbols
        # with those that have the same first type, texts with those as crowded.
        frame_of_guide = _backdrop(picture, guide.w, guide.h, board.hue)
        symbols = repel_symbols(picture, board.types[0].piece.art)
        contents = {"frame": frame_of_guide, "symbols": symbols, "texts": texts.content}
        layers = (
            texts._replace(content=content, name=name).at(0, 0, shared=True)
            for name, content in contents.items()
        )
        how_to_play = Group("how to play", guide, tuple(layers))
        title_group = head.at(box.x, box.y, shared=True)
        return number, frame, (title_group, how_to_play, *rows.items(box.x, top, room, MAX_ROW_GAP))

    def in_frame(choice: int) -> Sidebar:
        frame, steps = choices[choice]
        numbered = enumerate(steps, choice * len(STEPS))
        return flow.largest_that_fits(partial(layout, frame), numbered)

    last = *SMALLEST, legend.MIN_ROW_GAP
    choices = [*((frame, STEPS) for frame in frames), (frames[-1], (last,))]
    return flow.largest_that_fits(in_frame, range(len(choices)))


@lru_cache(maxsize=1024)
def _title(
    width: float, size: tuple[float, float], hue: str, language: Language, subtitle: tuple[str, ...]
) -> Block:
    least, logo_height = size
    name, below = look.logo(width, logo_height, hue, language), _subtitle(subtitle, width)
    height = max(least, name.height + below.height + TITLE_GAP)
    items = (*name.content, *below.items(0, height - below.height))
    return Block(items, width, height, "title")


def _subtitle(texts: tuple[str, ...], width: float) -> typeset.TextBlock:
    text = " · ".join(filter(None, texts))
    with suppress(TextOverflowError):
        return fitted_line(text, width, Style(9.5, colour="slate"))
    block = wrap(text, width, SMALL_PRINT)
    if len(block.lines) > 2:
        raise TextOverflowError(f"does not fit two lines of {width:.1f} mm: {text}", texts[0])
    return block


def _minutes(board: Board, language: Language) -> str:
    if board.playtest_result is None:
        return ""
    return language.say("magnetmen.board.minutes", minutes=board.playtest_result.minutes)


@lru_cache(maxsize=1024)
def _guide(
    paragraphs: tuple[str, ...], width: float, size: float, cell: float, language: Language
) -> tuple[Block, Repel]:
    """How to play, at a text size in points, and its picture, in squares of that side in mm."""
    style, inner = Style(size), width - 2 * PAD
    texts: list[Item] = []
    y = PAD
    for key in paragraphs:
        block = wrap(language.say(f"magnetmen.board.{key}"), inner, style)
        texts += block.items(PAD, y)
        y += block.height + PARAGRAPH_GAP
        if key == "repel":
            picture = Repel(PAD, y + 0.3, inner, cell)
            texts += picture.captions(language, style)
            y += 0.3 + picture.height(style) + PARAGRAPH_GAP
    return Block(tuple(texts), width, y - PARAGRAPH_GAP + PAD, "texts"), picture


@lru_cache(maxsize=1024)
def _backdrop(picture: Repel, width: float, height: float, hue: str) -> tuple[Item, ...]:
    pale, strong = theme.hue_colour(hue, "pale"), theme.hue_colour(hue, "strong")
    box = Box(0, 0, width, height)
    frame = Rect(box, pale, strong, theme.LINES["thin"], 2.2)
    return (frame, *look.corners(box, GUIDE_CORNER), *repel_squares(picture, hue))


def game_id_line(board: Board, language: Language, width: float) -> typeset.TextBlock:
    """Raises TextOverflowError where it does not fit one line of that width: in a broken ID, nobody
    knows which signs belong to it."""
    return fitted_line(language.say("sheet.game_id", id=board.game_id), width, SMALL_PRINT)


def _game_id_beside(board: Board, language: Language, box: Box) -> Group:
    """On one line from the foot of a box to its head. Raises TextOverflowError."""
    text = game_id_line(board, language, box.h)
    return Group("game ID", box, text.items(0, (box.w - text.height) / 2), 270)


def pages(board: Board, settings: Settings) -> list[Page]:
    """The board, and a page with its legend where it has no sidebar. Raises as page does."""
    return [page(board, settings), *([] if settings.rules else [legend_page(board, settings)])]


def page(board: Board, settings: Settings) -> Page:
    """The sheet that people play on. Raises TextOverflowError, PieceTooLargeError."""
    language, size, hue = load_language(settings.language_code), board.size, board.hue
    beside: tuple[Item, ...]
    if settings.rules:
        _, sheet, sidebar = fitted_sidebar(board, settings)
        beside = (_game_id_beside(board, language, sheet.footer), *sidebar)
    else:  # the game ID below, and how long the board takes where there is room
        sheet = _frame(board, settings, 0)
        box = sheet.footer
        text = game_id_line(board, language, box.w)
        note = line(_minutes(board, language), SMALL_PRINT)
        items = text.items(0, box.h - text.height)
        if text.width + PART_GAP + note.width <= box.w:
            items += note.items(box.w - note.width, box.h - text.height)
        beside = (Group("footer", box, items),)
    seams = Seams.of_grid(sheet.grid, size.columns, size.rows)
    if sheet.sidebar:
        seams = seams._replace(xs=(*seams.xs, sheet.sidebar.x - SIDEBAR_GAP / 2))
    arts = [board.types[kind].piece.art for kind in board.squares]
    squared = grid(sheet.grid, size.columns, sheet.cell, hue, settings.tinted, arts)
    players, kinds = range(1, board.players + 1), tuple(kind.piece.art for kind in board.types)
    symbols = (score_symbols(sheet, player, kinds) for player in players if sheet.types)
    strips = (*(inventory(sheet, player, hue) for player in players), *symbols)
    paper = settings.paper.landscape.for_text
    return Page(paper, (*squared, *strips, *beside), str(board.game_id), seams=seams)


def _frame(board: Board, settings: Settings, share: float) -> BoardFrame:
    size, paper = board.size, settings.paper.landscape.for_text
    types = len(board.types) if board.players < 4 else 0  # whose strips are too short
    try:
        return layout_frame(paper, size.columns, size.rows, size.slots, board.players, share, types)
    except PieceTooLargeError as error:
        key = ("sizes", board.game_id.size, *error.key)
        raise PieceTooLargeError(str(error), key) from None


LEGEND_EDGE = 10.0
PAGE_ROW_GAP = 6.0
_PAGE_SIZES = ((13.0, 24.0), (12.0, 22.0), (11.0, 19.0), (10.0, 16.0), (9.0, 13.0))
PAGE_SIZES = tuple(starmap(LegendSize, _PAGE_SIZES))


def legend_page(board: Board, settings: Settings) -> Page:
    """Two legends side by side. Raises TextOverflowError."""
    paper, language = settings.paper.landscape.for_text, load_language(settings.language_code)
    area, middle = paper.within(LEGEND_EDGE), paper.width / 2
    width = min(middle - area.x, area.right - middle) - LEGEND_EDGE
    cut = Line(middle, area.y, middle, area.bottom, "grey", theme.LINES["cut"], (1.5, 1.5))
    items: list[Item] = [cut]
    fitter = legend.Fitter(board, settings)
    subtitle = *board.subtitle(language), _minutes(board, language)
    for x_of_id in (middle - LEGEND_EDGE, middle):
        x = x_of_id - width if x_of_id < middle else middle + LEGEND_EDGE
        head = _title(width, TITLE, board.hue, language, subtitle).at(x, area.y, shared=True)
        top = head.box.bottom + 2 * PART_GAP
        room = area.bottom - top
        rows = flow.largest_that_fits(partial(fitter.legend, width, room), PAGE_SIZES)
        items += (head, *rows.items(x, top, room, PAGE_ROW_GAP))
        items.append(_game_id_beside(board, language, Box(x_of_id, area.y, LEGEND_EDGE, area.h)))
    rules = {item.y1: None for item in items[1:] if isinstance(item, Line)}
    seams = Seams((middle,), tuple(rules))
    return Page(paper, tuple(items), f"{board.game_id} legend", seams=seams)


def proof_pages(
    definition: MagnetmenDefinition, settings: Settings
) -> tuple[list[Page], list[str]]:
    """In each language the board whose legend leaves least room; and what fits no sidebar."""
    from generator.games.magnetmen.authoring import fullest_boards

    pages: list[Page] = []
    problems: list[str] = []
    for code in languages():
        in_language, fits = replace(settings, language_code=code), {}
        for size, board in fullest_boards(definition, load_language(code)).items():
            try:
                fits[fitted_sidebar(board, in_language)[0]] = board
            except LegendOverflowError as error:
                problems.append(f"{code}: {error.summary} on a board ({size})")
        if fits:
            pages.append(page(fits[max(fits)], in_language))
    return pages, problems
