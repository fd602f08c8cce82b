"""Page layout from boxes: columns, rows, frames, leftover height, the largest size that fits."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar

from generator.core.errors import TextOverflowError
from generator.core.paper import Box
from generator.layout.page import Group, Item, Line, Oval, Rect
from generator.layout.text import Style, TextBlock, line, wrap

FRAME_RADIUS = 3.0
Result = TypeVar("Result")


class Block(NamedTuple):
    """Items that count from their own top left corner, and the size they take, in mm; text is the
    markup that an error message quotes when the block is too high for its page."""

    content: tuple[Item, ...]
    width: float
    height: float
    name: str = "block"
    text: str = ""

    def items(self, x: float, y: float) -> tuple[Item, ...]:
        return (self.at(x, y),)

    def at(
        self, x: float, y: float, name: str = "", *, shared: bool = False, colour: str = ""
    ) -> Group:
        """The block as a group with its top left corner at (x, y)."""
        box = Box(x, y, self.width, self.height)
        return Group(name or self.name, box, self.content, 0, shared, colour)


EMPTY = Block((), 0.0, 0.0)
Flowable = Block | TextBlock  # put on a page as one group, or as lines straight on it


def stack_items(
    boxes: Iterable[Flowable], gap: float, x: float = 0, y: float = 0
) -> tuple[Item, ...]:
    """The items of boxes one below the other, the first with its top left corner at (x, y)."""
    items: list[Item] = []
    for box in boxes:
        items += box.items(x, y)
        y = y + box.height + gap
    return tuple(items)


def stacked_height(boxes: Iterable[Flowable], gap: float) -> float:
    """The height of boxes one below the other, in mm."""
    height = gap_above = 0.0
    for box in boxes:
        height = height + gap_above + box.height
        gap_above = gap
    return height


def column(
    boxes: Sequence[Flowable], gap: float, *, align: str = "left", top: float = 0.0
) -> Block:
    """Boxes one below the other, below so much room, as wide as the widest; align is left or
    centre."""
    width = max((box.width for box in boxes), default=0.0)
    items: list[Item] = []
    y = top
    for box in boxes:
        items += box.items((width - box.width) / 2 if align == "centre" else 0, y)
        y += box.height + gap
    return Block(tuple(items), width, max(top, y - gap), "column")


def side_by_side(
    boxes: Iterable[Flowable], gap: float, x: float = 0, y: float = 0
) -> tuple[Item, ...]:
    """The items of boxes next to each other, the first with its top left corner at (x, y)."""
    items: list[Item] = []
    for box in boxes:
        items += box.items(x, y)
        x += box.width + gap
    return tuple(items)


def row(boxes: Sequence[Flowable], gap: float, *, align: str = "top") -> Block:
    """Boxes side by side, as high as the highest; align is top or middle."""
    height = max((box.height for box in boxes), default=0.0)
    items: list[Item] = []
    x = 0.0
    for box in boxes:
        items += box.items(x, (height - box.height) / 2 if align == "middle" else 0)
        x += box.width + gap
    return Block(tuple(items), max(0.0, x - gap), height, "row")


def left_and_right(left: Flowable, right: Flowable, width: float) -> Block:
    """Boxes at both ends of a width."""
    items = (*left.items(0, 0), *right.items(width - right.width, 0))
    return Block(items, width, max(left.height, right.height), "row")


def frame(
    inside: Flowable, width: float, padding: float, fill: str | None, stroke: str, line: float
) -> Block:
    """A box in a round frame of that outer width in mm; its line is in points."""
    height = inside.height + 2 * padding
    outline = Rect(Box(0, 0, width, height), fill, stroke, line, FRAME_RADIUS)
    return Block((outline, *inside.items(padding, padding)), width, height, "frame")


def paragraphs(
    texts: Iterable[str], width: float, style: Style, gap: float, rise: float = 0.0
) -> Block:
    """Markup in paragraphs of a width; rise is the room above, in mm, for pictures that are taller
    than letters. Raises TextOverflowError for a word that is wider than the column."""
    blocks = [wrap(text, width, style) for text in texts]
    return column(blocks, gap, top=rise)._replace(width=width, name="text")


def label(text: str, style: Style) -> Block:
    """Markup on one line, as wide as it comes out."""
    block = line(text, style)
    return Block(block.items(0, 0), block.width, block.height, "label")


def spread_gap(sizes: Sequence[float], room: float, largest: float) -> float:
    """The gap that shares out the room which boxes of these sizes leave, at most the largest."""
    return min(largest, (room - math.fsum(sizes)) / max(1, len(sizes) - 1))


def largest_that_fits(layout: Callable[..., Result], *choices: Iterable[Any]) -> Result:
    """The layout with the best values that it fits with. Each choice lists values from the best to
    the worst; an earlier choice, such as the number of pages, matters more than a later one, such
    as the size of the text. What fits with a value must fit with all values after it, so that few
    are tried. A layout that does not fit raises TextOverflowError, and so does this if none fits.
    Any: whatever the layout takes."""
    sizes, *smaller = choices
    options, overflow = tuple(sizes), TextOverflowError("there is no size to try")
    best: Result | None = None
    first, end = 0, len(options)  # none before `first` fits; `best` is at `end`
    while first < end:  # in steps that double until one fits, then by halves
        number = min(max(0, 2 * first - 1), end - 1) if best is None else (first + end) // 2
        option = partial(layout, options[number])
        try:
            best = largest_that_fits(option, *smaller) if smaller else option()
            end = number
        except TextOverflowError as error:
            overflow, first = error, number + 1
    if best is None:
        raise overflow
    return best


def paginate(
    blocks: Iterable[Block],
    room: float,
    *,
    first_room: float = 0,
    gap: float = 0,
    max_pages: float = 999,
) -> list[list[Block]]:
    """Deal blocks in order onto pages with that room, in mm; first_room is that of the first.
    Raises TextOverflowError for a block that is higher than a page, or for too many pages."""
    pages: list[list[Block]] = [[]]
    page_room = first_room or room
    used_height = 0.0
    for block in blocks:
        if pages[-1] and used_height + block.height > page_room:
            if len(pages) == max_pages:
                raise TextOverflowError(f"the blocks do not fit {max_pages} pages", block.text)
            pages.append([])
            page_room, used_height = room, 0.0
        if block.height > page_room:
            message = f"a {block.name} is {block.height:.0f} mm high, a page holds {page_room:.0f}"
            raise TextOverflowError(message, block.text)
        pages[-1].append(block)
        used_height += block.height + gap
    return pages


# Signs of a few strokes, and squares in rows ------------------------------------------------------

Strokes = tuple[tuple[float, float, float, float], ...]
"""The strokes of a sign in a circle of diameter 1, as (x1, y1, x2, y2)."""

# The strokes of the tick are at right angles, and the first is half a pen longer, so that they meet
# in a clean corner.
TICK: Strokes = ((0.23, 0.54, 0.48, 0.74), (0.43, 0.70, 0.75, 0.30))
CROSS: Strokes = ((0.3, 0.3, 0.7, 0.7), (0.3, 0.7, 0.7, 0.3))


# The colours of a badge's disc and strokes, by whether it is a tick and whether it is tinted.
BADGES = {
    (True, True): ("forest", "white"),
    (False, True): ("red", "white"),
    (True, False): ("white", "ink"),
    (False, False): ("ink", "white"),
}
BADGE_PEN = 0.35  # points for each mm of a badge's diameter


def drawn(strokes: Strokes, box: Box, colour: str, weight: float) -> Iterator[Line]:
    """A sign that fills a square box, with a pen of that weight in points."""
    for x1, y1, x2, y2 in strokes:
        ends = (box.x + x1 * box.w, box.y + y1 * box.w, box.x + x2 * box.w, box.y + y2 * box.w)
        yield Line(*ends, colour, weight)


def badge(is_right: bool, box: Box, tinted: bool) -> Iterator[Item]:
    """A disc with a tick or a cross that fills a square box."""
    disc, pen = BADGES[is_right, tinted]
    weight = BADGE_PEN * box.w * (1 if tinted else 2)  # line art makes strokes thinner
    yield Oval(box, disc, pen, weight / 2)
    yield from drawn(TICK if is_right else CROSS, box, pen, weight)


def square_boxes(
    count: int, columns: int, width: float, gap: float, largest: float, top: float = 0.0
) -> list[Box]:
    """Squares in rows in the middle of a width in mm, as large as fits, up to the largest side."""
    side = min(largest, (width + gap) / columns - gap)
    left, step = max(0.0, (width - columns * (side + gap) + gap) / 2), side + gap
    places = (divmod(number, columns) for number in range(count))
    return [Box(left + column * step, top + row * step, side, side) for row, column in places]
