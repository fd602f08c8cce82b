"""Blocks of a page: text, headings and figures, put under and beside each other.

Input: items with their size. Output: Parts, which know how much room they take.
"""

from collections.abc import Sequence
from typing import NamedTuple

from generator.core.paper import Box
from generator.layout import theme
from generator.layout.page import Group, Item, Rect
from generator.layout.text import Style, line, wrap

PAD = 3.6  # inside a frame
PARAGRAPH = 0.7  # between paragraphs, in em
RISE = 0.12  # how far a picture in a line stands out above it, in em


class Part(NamedTuple):
    """Items from a top left corner of their own, and the room they take, in mm."""

    items: tuple[Item, ...]
    width: float
    height: float

    def at(self, name: str, x: float, y: float) -> Group:
        return Group(name, Box(x, y, self.width, self.height), self.items)


def paragraphs(texts: Sequence[str], width: float, style: Style) -> Part:
    """Texts under each other, set in a column of that width."""
    items: list[Item] = []
    y = top = style.em * RISE
    for text in texts:
        block = wrap(text, width, style)
        items += block.items(0, y)
        y += block.height + style.em * PARAGRAPH
    return Part(tuple(items), width, max(top, y - style.em * PARAGRAPH))


def label(text: str, style: Style) -> Part:
    """A text on one line."""
    block = line(text, style)
    return Part(block.items(0, 0), block.width, block.height)


def column(parts: Sequence[Part], gap: float, *, middle: bool = False) -> Part:
    """Parts under each other, their left edges in line, or their middles."""
    width = max(part.width for part in parts)
    items, y = [], 0.0
    for number, part in enumerate(parts, 1):
        x = (width - part.width) / 2 if middle else 0
        items.append(part.at(f"part {number}", x, y))
        y += part.height + gap
    return Part(tuple(items), width, y - gap)


def row(parts: Sequence[Part], gap: float, *, middle: bool = False) -> Part:
    """Parts beside each other, their upper edges in line, or their middles."""
    height = max(part.height for part in parts)
    items, x = [], 0.0
    for number, part in enumerate(parts, 1):
        y = (height - part.height) / 2 if middle else 0
        items.append(part.at(f"part {number}", x, y))
        x += part.width + gap
    return Part(tuple(items), x - gap, height)


def spread(left: Part, right: Part, width: float) -> Part:
    """Two parts at the left and the right edge of a width."""
    height = max(left.height, right.height)
    items = (left.at("text", 0, 0), right.at("figure", width - right.width, 0))
    return Part(items, width, height)


def framed(part: Part, width: float, hue: str, fill: str | None) -> Part:
    """A part in a frame of that width, with a strong line."""
    height = part.height + 2 * PAD
    strong = theme.hue_colour(hue, "strong")
    frame = Rect(Box(0, 0, width, height), fill, strong, theme.LINES["thin"], 3.0)
    return Part((frame, part.at("framed", PAD, PAD)), width, height)
