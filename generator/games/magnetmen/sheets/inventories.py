"""Larger inventories: one per player, two to a portrait page, with a table for the scores.

Half a page that no player needs has the legend of the board.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from generator.core.errors import TextOverflowError
from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.magnetmen.powers import Power
from generator.games.magnetmen.powers.primitives import Flat, ForEach
from generator.games.magnetmen.roll import Board, RolledType
from generator.games.magnetmen.sheets import legend, parts
from generator.games.magnetmen.sheets.legend import LegendSize
from generator.languages import Language, load_language
from generator.layout import theme
from generator.layout.page import Art, Group, Item, Line, Page, Rect
from generator.layout.text import Style, fitted_line, line, wrap

EDGE = 10.0
GUTTER = 2 * EDGE  # between the two halves of a page; the cut line runs in its middle
HEAD = 15.0
FOOT = 7.0
TABLE_SHARE = 0.47  # of the width
BOX_ASPECT = 1.15  # of a box, width by height
GAP = 6.0
SLOT_GAP = 2.2
MAX_ROW = 14.0
MIN_CELL = 6.0  # a box for a two-digit number in handwriting
ROW_GAP = 1.8  # between the rows of boxes
SIGN = 4.2  # room between two boxes, for × and =
SCORE_HEAD = 5.2  # height of the column titles
SUM_GAP = 2.4  # above the sum, besides ROW_GAP
LEGEND_HEAD = 9.0  # height of its title
MAX_LEGEND_GAP = 6.0  # between its rows
LEGEND_SIZES = (
    LegendSize(12.0, 15.0),
    LegendSize(11.0, 13.0),
    LegendSize(10.0, 11.0),
    LegendSize(9.0, 10.0),
)


def pages(board: Board, settings: Settings) -> list[Page]:
    """The pages, each for two players. Raises TextOverflowError."""
    paper = settings.paper.portrait.for_text
    area = paper.within(EDGE)
    half = (area.h - GUTTER) / 2
    upper = Box(area.x, area.y, area.w, half)
    lower = Box(area.x, area.bottom - half, area.w, half)
    result = []
    for first in range(1, board.players + 1, 2):
        items = list(_inventory(board, settings, first, upper))
        middle = area.y + area.h / 2
        cut = Line(area.x, middle, area.right, middle, "grey", theme.LINES["cut"], (1.5, 1.5))
        if first < board.players:
            items += [cut, *_inventory(board, settings, first + 1, lower)]
        else:
            items += [cut, *_legend(board, settings, lower)]
        result.append(Page(paper, tuple(items), f"{board.game_id} inventories {first}"))
    return result


def _legend(board: Board, settings: Settings, box: Box) -> tuple[Item, ...]:
    """The legend of the board, to keep beside it and to score with, as large as fits.

    Raises TextOverflowError.
    """
    room, language = box.h - LEGEND_HEAD - FOOT, load_language(settings.language_code)
    rows = _largest_legend(board, language, box.w, room)
    strong = theme.hue_colour(board.hue, "strong")
    text = language.say("magnetmen.inventory.legend")
    head = fitted_line(text, box.w, Style(16, "title", "title", colour=strong))
    return (
        Group("legend title", Box(box.x, box.y, box.w, head.height), head.items(0, 0)),
        *rows.items(box.x, box.y + LEGEND_HEAD, room, MAX_LEGEND_GAP),
        _footer(board, language, box),
    )


def _largest_legend(board: Board, language: Language, width: float, room: float) -> legend.Legend:
    entries = legend.entries(board, language)
    try:
        return legend.largest(entries, width, room, LEGEND_SIZES, board.hue, language)
    except TextOverflowError:
        # This raises if a word is too wide; else the legend is too high.
        legend.lay_out(entries, width, LEGEND_SIZES[-1], board.hue, language)
        longest = max((entry.power for entry in entries), key=len)
        message = f"the legend of {board.game_id} does not fit half a page"
        raise TextOverflowError(message, longest) from None


def _footer(board: Board, language: Language, box: Box) -> Group:
    """The game ID at the foot of a box."""
    text = parts.game_id_text(board.game_id, language, box.w)
    place = Box(box.x, box.bottom - text.height, box.w, text.height)
    return Group("footer", place, text.items(0, 0))


def _inventory(board: Board, settings: Settings, player: int, box: Box) -> tuple[Item, ...]:
    body = Box(box.x, box.y + HEAD, box.w, box.h - HEAD - FOOT)
    columns = _score_columns(board, body.w * TABLE_SHARE, body.h)
    table = Box(body.right - columns.width, body.y, columns.width, columns.height)
    top = body.y + SCORE_HEAD
    slots = Box(body.x, top, body.w - columns.width - GAP, table.bottom - top)
    head = Box(box.x, box.y, box.w, HEAD)
    return (
        Group(f"head {player}", head, _head(board, settings, player, box.w)),
        Group("slots", slots, _slots(slots.w, slots.h, board.size.slots, board.hue), shared=True),
        Group("scores", table, _scores(board, settings, columns)),
        _footer(board, load_language(settings.language_code), box),
    )


def _head(board: Board, settings: Settings, player: int, width: float) -> tuple[Item, ...]:
    """The player's number, a line for the name, the title of the game, what the sheet is for."""
    strong = theme.hue_colour(board.hue, "strong")
    say = load_language(settings.language_code).say
    title = line(say("magnetmen.name"), Style(18, "title", "title", colour=strong))
    label = line(say("magnetmen.inventory.name"), Style(11))
    label_y = 4.6 - label.style.em * 0.41
    start = 9 + label.width
    use = line(say("magnetmen.inventory.instead"), Style(9, colour="slate"))
    return (
        *parts.player_number(0, 9.2, player, strong),
        *label.items(7.5, label_y),
        Line(start, 7, width * (1 - TABLE_SHARE) - GAP, 7, "grey", theme.LINES["thin"]),
        *title.items(width - title.width, 1.4),
        *use.items(0, 10.4),
    )


@lru_cache(maxsize=64)
def _slots(width: float, height: float, count: int, hue: str) -> tuple[Item, ...]:
    """A tray that slots fill, the last row from the left. The mascot has the room that is left."""
    strong, tray = theme.hue_colour(hue, "strong"), theme.hue_colour(hue, "tray")
    columns = _best_columns(width, height, count)
    rows = -(-count // columns)
    step_x, step_y = (width - SLOT_GAP) / columns, (height - SLOT_GAP) / rows
    w, h = step_x - SLOT_GAP, step_y - SLOT_GAP
    boxes = [
        Box(SLOT_GAP + i % columns * step_x, SLOT_GAP + i // columns * step_y, w, h)
        for i in range(count)
    ]
    items: list[Item] = [Rect(Box(0, 0, width, height), tray, strong, theme.LINES["thin"], 3)]
    items += [Rect(box, "white", strong, theme.LINES["thin"], 1.6) for box in boxes]
    if free := rows * columns - count:
        left = boxes[-1].right + SLOT_GAP
        mascot = min(w, h) * 0.8
        box = Box(left, boxes[-1].y, free * step_x - SLOT_GAP, h).centred(mascot, mascot)
        items.append(Art("shared/logo", box))
    return tuple(items)


def _best_columns(width: float, height: float, count: int) -> int:
    """The number of columns that gives the largest slots, by their shorter sides."""

    def side(columns: int) -> float:
        return min(width / columns, height / -(-count // columns))

    return max(range(1, count + 1), key=lambda columns: (round(side(columns), 6), -columns))


class _Columns(NamedTuple):
    """The measures of the score table in mm: its size, the height of a row, the left edges of the
    boxes and their height."""

    width: float
    height: float
    row: float
    boxes: tuple[float, ...]
    cell: float

    @property
    def box_w(self) -> float:
        return self.cell * BOX_ASPECT


def _score_columns(board: Board, width: float, height: float) -> _Columns:
    rows = len(board.types) + 1  # and the sum
    row = min(MAX_ROW, (height - SCORE_HEAD - SUM_GAP) / rows)
    cell = row - ROW_GAP
    if cell < MIN_CELL:
        raise TextOverflowError(
            f"{len(board.types)} types are too many for an inventory's score table"
        )
    step = cell * BOX_ASPECT + SIGN
    boxes = tuple(width - (3 - i) * step + SIGN for i in range(3))
    table_height = SCORE_HEAD + rows * row - ROW_GAP + SUM_GAP
    return _Columns(width, table_height, row, boxes, cell)


def _scores(board: Board, settings: Settings, columns: _Columns) -> tuple[Item, ...]:
    """For each type its symbol and name, and count × worth = points; the sum below."""
    strong, say = theme.hue_colour(board.hue, "strong"), load_language(settings.language_code).say
    items: list[Item] = []
    for x, key in zip(columns.boxes, ("count", "each", "points"), strict=True):
        text = fitted_line(
            say(f"magnetmen.inventory.{key}"), columns.box_w + SIGN - 1, Style(9, colour="slate")
        )
        middle = x + (columns.box_w - text.width) / 2
        items += text.items(min(middle, columns.width - text.width), 0)
    y = SCORE_HEAD
    for kind in board.types:
        items += _score_row(kind, settings, y, columns, strong)
        y += columns.row
    return (*items, *_sum_row(say("magnetmen.inventory.sum"), y + SUM_GAP, columns, strong))


def _score_row(
    kind: RolledType, settings: Settings, y: float, columns: _Columns, strong: str
) -> list[Item]:
    side = min(columns.cell, 8.5)
    middle = y + columns.cell / 2
    name = wrap(
        kind.piece.printed_name(settings.language_code),
        columns.boxes[0] - side - 3.4,
        Style(9.5, "bold", leading=1.1),
    )
    items: list[Item] = [
        Art(parts.symbol(kind.art), Box(0, middle - side / 2, side, side)),
        *name.items(side + 1.8, middle - name.height / 2),
    ]
    boxes = [Box(x, y, columns.box_w, columns.cell) for x in columns.boxes]
    return [*items, *_sum_boxes(kind.power, settings, boxes, strong)]


def _sum_boxes(power: Power, settings: Settings, boxes: Sequence[Box], strong: str) -> list[Item]:
    """The boxes for what a type's icons are worth: count × worth = points.

    The worth of an icon is printed if it is fixed. There is one box where icons differ, and none
    where they are worth nothing.
    """
    count_box, worth_box, points_box = boxes
    if power.simulated and not power.score:
        return _printed_number("0", points_box, "slate")
    if _icons_differ(power):
        room = points_box.x - count_box.x - SIGN
        words = load_language(settings.language_code).say("magnetmen.inventory.differs")
        text = fitted_line(words, room, Style(9, colour="slate"))
        x, y = points_box.x - SIGN - text.width, points_box.centre[1] - text.style.em * 0.46
        return [*text.items(x, y), *_sign("=", points_box), _writing_box(points_box, strong)]
    items: list[Item] = [_writing_box(box, strong) for box in (count_box, points_box)]
    worth = _fixed_worth(power)
    if worth is None:
        items.append(_writing_box(worth_box, strong))
    else:
        number = load_language(settings.language_code).typeset(str(worth))
        items += _printed_number(number, worth_box, "ink")
    return [*items, *_sign("×", worth_box), *_sign("=", points_box)]


def _icons_differ(power: Power) -> bool:
    """Whether icons of the type that one player has may be worth different numbers of points."""
    return any(
        isinstance(primitive, ForEach) and primitive.what == "adjacent_crossed_out"
        for primitive in power.score
    )


def _fixed_worth(power: Power) -> int | None:
    """What an icon is always worth; None if that depends on something."""
    points = [primitive.points for primitive in power.score if isinstance(primitive, Flat)]
    numbers = [number for number in points if isinstance(number, int)]
    return sum(numbers) if numbers and len(numbers) == len(power.score) else None


def _writing_box(box: Box, strong: str) -> Rect:
    return Rect(box, "white", strong, theme.LINES["thin"], 1.2)


def _printed_number(number: str, box: Box, colour: str) -> list[Item]:
    """A number that is printed instead of a box to fill in."""
    text = line(number, Style(12, "bold", colour=colour))
    x, y = box.centre
    return [
        Group(
            "given", box, text.items(x - box.x - text.width / 2, y - box.y - text.style.em * 0.41)
        )
    ]


def _sign(sign: str, box: Box) -> tuple[Item, ...]:
    """A sign on the left of a box."""
    mark = line(sign, Style(11, "bold", colour="slate"))
    return mark.items(box.x - (SIGN + mark.width) / 2, box.centre[1] - mark.style.em * 0.46)


def _sum_row(text: str, y: float, columns: _Columns, strong: str) -> list[Item]:
    left = columns.boxes[1]
    box = Box(left, y, columns.width - left, columns.cell)
    label = line(text, Style(13, "title", "title", colour=strong))
    coin = min(columns.cell * 0.45, 5.0)
    above = y - (SUM_GAP + ROW_GAP) / 2
    return [
        Line(0, above, columns.width, above, strong, theme.LINES["frame"]),
        *label.items(left - 3 - label.width, y + columns.cell / 2 - label.style.em * 0.41),
        Rect(box, "cream", strong, theme.LINES["bold"], 1.6),
        Art("shared/points", Box(box.right - coin - 1.2, box.bottom - coin - 1.2, coin, coin)),
    ]
