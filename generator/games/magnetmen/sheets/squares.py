"""The squares of a board, with portraits and the spots for marks, and the picture of the Repel
rule. What looks the same on many boards is cached, so that a document draws it once."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from generator.core.paper import Box
from generator.languages import Language
from generator.layout import theme
from generator.layout.page import CURRENT, MM_PER_POINT, Art, Group, Item, Oval, Rect
from generator.layout.text import Style, line, title_style

# A square holds a portrait and, in its top right corner, a blank spot for the marks of players: a
# cross, a dot, a number. Shares are of a square's shorter side. The spot lies over the art, so
# that it is blank on any picture; portraits of the program leave it free, see assets/README.md.
ART_SHARE = 0.87  # the side of the portrait
ART_EDGE = 0.025  # between the portrait and the left and lower edge
SPOT_SHARE = 0.27  # the diameter
SPOT_EDGE = 0.02  # between the spot and the edges of its corner
MIN_SPOT = 4.2  # mm: a child can write a digit in it
MAX_SPOT = 6.0  # mm: a larger one is no better
CAPTION_DROP = 1.0  # mm, between a grid of the Repel picture and its caption

Cell = tuple[float, float]  # the width and height of a square, in mm


def portrait(art: str) -> str:
    return f"magnetmen/{art}"


def symbol(art: str) -> str:
    return f"magnetmen/symbols/{art}"


def squares(columns: int, rows: int, cell: Cell) -> list[Box]:
    w, h = cell
    return [Box(column * w, row * h, w, h) for row in range(rows) for column in range(columns)]


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


def grid(
    box: Box, columns: int, cell: Cell, hue: str, tinted: bool, arts: list[str]
) -> tuple[Item, ...]:
    """The grid with a portrait and a blank spot on every square, row by row. Its frame lies around
    the squares, not on them."""
    rows, strong, bold = len(arts) // columns, theme.hue_colour(hue, "strong"), theme.LINES["bold"]
    anywhere = {art: _portraits(art, box, columns, rows, cell) for art in dict.fromkeys(arts)}
    return (
        Group("checker", box, _checker(columns, rows, cell, hue, tinted), shared=True),
        Rect(box.inset(-bold * MM_PER_POINT / 2), None, strong, bold),
        *(anywhere[art][square] for square, art in enumerate(arts)),
        Group("spots", box, _spots(columns, rows, cell), shared=True, colour=strong),
    )


@lru_cache(maxsize=64)
def _checker(columns: int, rows: int, cell: Cell, hue: str, tinted: bool) -> tuple[Item, ...]:
    fills = [theme.hue_colour(hue, shade) if tinted else None for shade in ("pale", "square")]
    stroke = theme.hue_colour(hue, "tray") if tinted else "grey"
    return tuple(
        Rect(square, fills[sum(divmod(number, columns)) % 2], stroke, theme.LINES["hair"])
        for number, square in enumerate(squares(columns, rows, cell))
    )


@lru_cache(maxsize=1024)
def _portraits(art: str, box: Box, columns: int, rows: int, cell: Cell) -> tuple[Art, ...]:
    """A portrait on every square, row by row. Boards with the portrait on a square share the item,
    which saves time and memory."""
    boxes = (portrait_box(square.moved(box.x, box.y)) for square in squares(columns, rows, cell))
    return tuple(Art(portrait(art), place, fine=True) for place in boxes)


@lru_cache(maxsize=64)
def _spots(columns: int, rows: int, cell: Cell) -> tuple[Item, ...]:
    return tuple(spot(spot_box(square), CURRENT) for square in squares(columns, rows, cell))


Step = tuple[int, int]
STEPS: tuple[Step, ...] = tuple((x, y) for y in (-1, 0, 1) for x in (-1, 0, 1))
# The squares around a chosen one that Repel closes, as (column, row) steps, for a player who owns
# one, two and three icons of the type: left and right; also above and below; also the diagonals.
CLOSED: dict[str, tuple[Step, ...]] = {
    "one": ((-1, 0), (1, 0)),
    "two": ((-1, 0), (1, 0), (0, -1), (0, 1)),
    "three": tuple(step for step in STEPS if step != (0, 0)),
}


class Repel(NamedTuple):
    """The picture of the Repel rule: three small grids side by side with the squares that owning 1,
    2 and 3 icons closes, and captions below them."""

    x: float
    y: float
    width: float
    cell: float

    def height(self, style: Style) -> float:
        """The height in mm with captions in that style."""
        return 3 * self.cell + CAPTION_DROP + line("1", style).height

    def grids(self) -> Iterator[tuple[str, dict[Step, Box]]]:
        """The key of each grid, and its squares by the step from the chosen one."""
        share, cell = self.width / 3, self.cell
        for number, key in enumerate(CLOSED):
            left = self.x + number * share + (share - 3 * cell) / 2 + cell
            top = self.y + cell
            yield key, {(x, y): Box(left + x * cell, top + y * cell, cell, cell) for x, y in STEPS}

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
        Art(symbol(art), boxes[step].inset(picture.cell * 0.14))
        for key, boxes in picture.grids()
        for step in CLOSED[key]
    )
