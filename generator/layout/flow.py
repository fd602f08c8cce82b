"""Page layout from boxes: columns, rows, frames, leftover height, the largest size that fits."""

import math
from collections.abc import Callable, Iterable, Sequence
from math import inf
from typing import Literal, NamedTuple, TypeVar

from generator.core.errors import TextOverflowError
from generator.core.paper import Box
from generator.layout.page import Group, Item, Rect
from generator.layout.text import Style, TextBlock, line, wrap

Size = TypeVar("Size")
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
    boxes: Sequence[Flowable],
    gap: float,
    *,
    align: Literal["left", "centre"] = "left",
    top: float = 0.0,
) -> Block:
    """Boxes one below the other, as wide as the widest, below so much room, in mm."""
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


def row(boxes: Sequence[Flowable], gap: float, *, align: Literal["top", "middle"] = "top") -> Block:
    """Boxes side by side, as high as the highest."""
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
    inside: Flowable,
    width: float,
    padding: float,
    *,
    fill: str | None,
    stroke: str,
    line_weight: float,
    radius: float = 0.0,
) -> Block:
    """A box in a frame of that outer width in mm; line_weight is in points."""
    height = inside.height + 2 * padding
    outline = Rect(Box(0, 0, width, height), fill, stroke, line_weight, radius)
    return Block((outline, *inside.items(padding, padding)), width, height, "frame")


def paragraphs(
    texts: Iterable[str], width: float, style: Style, gap: float, rise: float = 0.0
) -> Block:
    """Markup wrapped to a width, one paragraph below the other; rise is the room above the first
    line, in mm, for pictures that are taller than its letters. Raises TextOverflowError for a word
    that is wider than the column."""
    blocks = [wrap(text, width, style) for text in texts]
    return column(blocks, gap, top=rise)._replace(width=width, name="text")


def label(text: str, style: Style) -> Block:
    """Markup on one line, as wide as it comes out."""
    block = line(text, style)
    return Block(block.items(0, 0), block.width, block.height, "label")


def spread_gap(sizes: Sequence[float], room: float, largest: float) -> float:
    """The gap that shares out the room which boxes of these sizes leave, at most the largest."""
    return min(largest, (room - math.fsum(sizes)) / max(1, len(sizes) - 1))


def largest_that_fits(sizes: Iterable[Size], layout: Callable[[Size], Result]) -> Result:
    """The layout at the first size that it fits at, from the largest to the smallest. A layout that
    does not fit raises TextOverflowError; where none fits, this raises that of the smallest
    size."""
    overflow = TextOverflowError("there is no size to try")
    for size in sizes:
        try:
            return layout(size)
        except TextOverflowError as error:
            overflow = error
    raise overflow


def paginate(
    blocks: Iterable[Block],
    room: float,
    *,
    first_room: float | None = None,
    gap: float = 0.0,
    max_pages: float = inf,
) -> list[list[Block]]:
    """Deal blocks in order onto pages that have room for that height of them, in mm; first_room is
    that of the first page, where it differs. Raises TextOverflowError for a block that is higher
    than a page, or does not fit so many pages."""
    pages: list[list[Block]] = [[]]
    page_room = room if first_room is None else first_room
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
