"""Larger inventories: one per player, two to a portrait page, with a table for the scores.

Input: a rolled board and settings. Output: pages. The left part is slots, the right part one
row per type on the board: how many, worth how much each, and the product to add up.
"""

from functools import lru_cache

from generator import theme
from generator.games.base import Settings
from generator.games.magnetmen.roll import Board
from generator.games.magnetmen.sheets import parts
from generator.layout.page import Art, Box, Group, Item, Line, Page, Rect
from generator.layout.text import Style, fitted_line, line, wrap

EDGE = 10.0
GUTTER = 12.0  # between the two halves of a page; the cut line runs in its middle
HEAD = 15.0
FOOT = 5.0
TABLE_SHARE = 0.47
BOX_SHARE = 1.15  # a box's width, of its height
GAP = 6.0
SLOT_GAP = 1.6
MAX_SLOT = 30.0
MAX_ROW = 13.0
FOOT_STYLE = Style(theme.FLOOR, colour="slate")


def pages(board: Board, settings: Settings) -> list[Page]:
    """As many pages as it takes, two players to each."""
    paper = settings.paper.portrait
    area = Box(0, 0, paper.width, paper.height).inset(EDGE)
    half = (area.h - GUTTER) / 2
    upper = Box(area.x, area.y, area.w, half)
    lower = Box(area.x, area.bottom - half, area.w, half)
    result = []
    for first in range(1, board.players + 1, 2):
        items = list(_inventory(board, settings, first, upper))
        if first < board.players:
            middle = area.y + area.h / 2
            cut = Line(area.x, middle, area.right, middle, "grey", theme.LINES["cut"], (1.5, 1.5))
            items += [cut, *_inventory(board, settings, first + 1, lower)]
        result.append(Page(paper, tuple(items), f"{board.game_id} inventories {first}"))
    return result


def _inventory(board: Board, settings: Settings, player: int, box: Box) -> tuple[Item, ...]:
    body = Box(box.x, box.y + HEAD, box.w, box.h - HEAD - FOOT)
    table_w = body.w * TABLE_SHARE
    slots = Box(body.x, body.y, body.w - table_w - GAP, body.h)
    table = Box(body.right - table_w, body.y, table_w, body.h)
    foot = line(str(board.game_id), FOOT_STYLE)
    foot_box = Box(box.x, box.bottom - foot.height, foot.width, foot.height)
    return (
        Group(
            f"head {player}", Box(box.x, box.y, box.w, HEAD), _head(board, settings, player, box.w)
        ),
        Group("slots", slots, _slots(slots.w, slots.h, board.size.slots, board.hue), shared=True),
        Group("scores", table, _scores(board, settings, table.w, table.h)),
        Group("footer", foot_box, foot.items(0, 0)),
    )


def _head(board: Board, settings: Settings, player: int, width: float) -> tuple[Item, ...]:
    """The player's number, a line for the name, the title of the game."""
    strong = theme.hue_colour(board.hue, "strong")
    say = settings.language.say
    title = line(say("game.magnetmen"), Style(18, "title", "title", colour=strong))
    label = line(say("inventory.name"), Style(11))
    label_y = 4.6 - label.style.em * 0.41
    start = 9 + label.width
    return (
        *parts.player_number(0, 9.2, player, strong),
        *label.items(7.5, label_y),
        Line(start, 7, width * (1 - TABLE_SHARE) - GAP, 7, "grey", theme.LINES["thin"]),
        *title.items(width - title.width, 1.4),
    )


@lru_cache(maxsize=64)
def _slots(width: float, height: float, count: int, hue: str) -> tuple[Item, ...]:
    """A tray of slots, as large as fits, the last row filled from the left."""
    strong = theme.hue_colour(hue, "strong")
    columns, side = _best_columns(width - 2 * SLOT_GAP, height - 2 * SLOT_GAP, count)
    rows = -(-count // columns)
    gap_x = (width - columns * side) / (columns + 1)
    gap_y = min((height - rows * side) / (rows + 1), gap_x * 1.6)
    tray_h = rows * side + (rows + 1) * gap_y
    tray = Rect(
        Box(0, 0, width, tray_h), theme.hue_colour(hue, "tray"), strong, theme.LINES["thin"], 3
    )
    boxes = (
        Rect(
            Box(
                gap_x + i % columns * (side + gap_x), gap_y + i // columns * (side + gap_y),
                side, side,
            ),
            "white", strong, theme.LINES["thin"], 1.6,
        )
        for i in range(count)
    )  # fmt: skip
    if count == columns * rows:
        return (tray, *boxes)
    # The corner that no slot needs gets the mascot.
    free = Box(width - gap_x - side, tray_h - gap_y - side, side, side)
    return (tray, *boxes, Art("shared/logo", free.inset(side * 0.12)))


def _best_columns(width: float, height: float, count: int) -> tuple[int, float]:
    """The number of columns that gives the largest square slots, and their side."""

    def side(columns: int) -> float:
        rows = -(-count // columns)
        across = (width - (columns - 1) * SLOT_GAP) / columns
        down = (height - (rows - 1) * SLOT_GAP) / rows
        return min(across, down, MAX_SLOT)

    best = max(range(1, count + 1), key=lambda columns: (round(side(columns), 6), -columns))
    return best, side(best)


def _scores(board: Board, settings: Settings, width: float, height: float) -> tuple[Item, ...]:
    """Symbol, name, count x worth = points for each type; the sum below."""
    strong, say = theme.hue_colour(board.hue, "strong"), settings.language.say
    head_h = 5.0
    row = min(MAX_ROW, (height - head_h) / (len(board.types) + 1.3))
    cell = row - 1.4
    boxes = [width - 3 * (cell * BOX_SHARE + 4) + i * (cell * BOX_SHARE + 4) + 4 for i in range(3)]
    items: list[Item] = []
    for x, key in zip(boxes, ("count", "each", "points"), strict=True):
        text = fitted_line(say(f"inventory.{key}"), cell * BOX_SHARE + 4, Style(9, colour="slate"))
        items += text.items(x + (cell * BOX_SHARE - text.width) / 2, 0)
    y = head_h
    for kind in board.types:
        items += _score_row(kind, settings, y, row, boxes, cell, strong)
        y += row
    return (*items, *_sum_row(say("inventory.sum"), y + 1.5, width, row, boxes, cell, strong))


def _score_row(kind, settings, y, row, boxes, cell, strong) -> list[Item]:
    side = min(cell, 8.5)
    middle = y + row / 2
    name = wrap(
        kind.piece.printed_name(settings.language.code),
        boxes[0] - side - 3.4,
        Style(9.5, "bold", leading=1.1),
    )
    items: list[Item] = [
        Art(parts.symbol(kind.art), Box(0, middle - side / 2, side, side)),
        *name.items(side + 1.8, middle - name.height / 2),
    ]
    for x, sign in zip(boxes, ("", "×", "="), strict=True):
        box = Box(x, y + 0.7, cell * BOX_SHARE, cell)
        items.append(Rect(box, "white", strong, theme.LINES["thin"], 1.2))
        if sign:
            mark = line(sign, Style(11, "bold", colour="slate"))
            items += mark.items(x - 2 - mark.width / 2, middle - mark.style.em * 0.46)
    return items


def _sum_row(text: str, y, width, row, boxes, cell, strong) -> list[Item]:
    box = Box(boxes[1], y, width - boxes[1], row)
    label = line(text, Style(13, "title", "title", colour=strong))
    coin = min(row * 0.5, 6.0)
    return [
        Line(0, y - 1.2, width, y - 1.2, strong, theme.LINES["frame"]),
        *label.items(boxes[1] - 3 - label.width, y + row / 2 - label.style.em * 0.41),
        Rect(box, "white", strong, theme.LINES["bold"], 1.6),
        Art("shared/points", Box(box.right - coin - 1.2, box.bottom - coin - 1.2, coin, coin)),
    ]
