"""A table of text and pictures that breaks across pages between rows."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from generator.core.paper import Box
from generator.layout.flow import Block
from generator.layout.page import Art, Item, Line
from generator.layout.text import Style, TextBlock, wrap

HEAD_PADDING = 0.6  # above and below column titles


class Column(NamedTuple):
    """A column: its width in mm, its title, the alignment of its text (left, centre, right)."""

    width: float
    title: str = ""
    align: str = "left"


class Picture(NamedTuple):
    """A cell that shows a piece of art, as a square with that side in mm."""

    art: str
    side: float
    colour: str = "ink"

    @property
    def height(self) -> float:
        return self.side


Cell = str | Picture | None
"""A text is markup."""


class Grid(NamedTuple):
    """How a table is set; the gap between columns, the padding above and below each row in mm."""

    columns: tuple[Column, ...]
    style: Style
    head_style: Style
    gap: float = 2.5
    padding: float = 1.9

    @property
    def width(self) -> float:
        gaps = self.gap * (len(self.columns) - 1)
        return math.fsum(column.width for column in self.columns) + gaps


def head(grid: Grid) -> Block:
    titles = [column.title or None for column in grid.columns]
    return _row(grid, titles, grid.head_style, HEAD_PADDING)._replace(name="table head")


def row(grid: Grid, cells: Sequence[Cell]) -> Block:
    """One row, as high as its highest cell. Raises TextOverflowError for too long a word."""
    return _row(grid, cells, grid.style, grid.padding)


def _row(grid: Grid, cells: Sequence[Cell], style: Style, padding: float) -> Block:
    contents: list[TextBlock | Picture | None] = [
        (wrap(cell, column.width, style) if cell else None) if isinstance(cell, str) else cell
        for column, cell in zip(grid.columns, cells, strict=True)
    ]
    heights = [content.height if content else 0.0 for content in contents]
    height = max(heights, default=0.0) + 2 * padding
    items: list[Item] = []
    x = 0.0
    for column, content in zip(grid.columns, contents, strict=True):
        if isinstance(content, TextBlock):
            items += content.items(x, (height - content.height) / 2, column.align)
        elif content:
            art, side, colour = content
            left, top = x + (column.width - side) / 2, (height - side) / 2
            items.append(Art(art, Box(left, top, side, side), colour))
        x += column.width + grid.gap
    texts = {cell: high for cell, high in zip(cells, heights, strict=True) if isinstance(cell, str)}
    highest = max(texts, key=texts.__getitem__, default="")
    return Block(tuple(items), grid.width, height, "table row", highest)


def stack_with_rules(
    rows: Sequence[Block], x: float, y: float, width: float, rule: str, weight: float
) -> tuple[Item, ...]:
    """Rows one below the other, with a line of that colour and weight above each but the first."""
    items: list[Item] = []
    for number, block in enumerate(rows):
        if number:
            items.append(Line(x, y, x + width, y, rule, weight))
        items += block.items(x, y)
        y += block.height
    return tuple(items)
