"""A table of text and pictures that breaks across pages between rows.

Cells hold markup or a piece of art; every text stays in its column.
"""

import math
from collections.abc import Iterator, Sequence
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


class Grid(NamedTuple):
    """How a table is set: columns, text styles, the gap between columns and the padding above and
    below each row, in mm."""

    columns: tuple[Column, ...]
    style: Style
    head_style: Style
    gap: float = 2.5
    padding: float = 1.9

    @property
    def width(self) -> float:
        return math.fsum(column.width for column in self.columns) + self.gap * (
            len(self.columns) - 1
        )

    def columns_with_edges(self) -> Iterator[tuple[Column, float]]:
        """Every column with its left edge in mm."""
        x = 0.0
        for column in self.columns:
            yield column, x
            x += column.width + self.gap


def head(grid: Grid) -> Block:
    titles = [column.title or None for column in grid.columns]
    return _row(grid, titles, grid.head_style, HEAD_PADDING)._replace(name="table head")


def row(grid: Grid, cells: Sequence[Cell]) -> Block:
    """One row, as high as its highest cell. Raises TextOverflowError for too long a word."""
    return _row(grid, cells, grid.style, grid.padding)


def _row(grid: Grid, cells: Sequence[Cell], style: Style, padding: float) -> Block:
    contents = [
        _content(cell, column.width, style)
        for column, cell in zip(grid.columns, cells, strict=True)
    ]
    heights = [content.height if content else 0.0 for content in contents]
    height = max(heights, default=0.0) + 2 * padding
    items: list[Item] = []
    for (column, x), content in zip(grid.columns_with_edges(), contents, strict=True):
        items += _cell(content, column, x, height)
    texts = {cell: high for cell, high in zip(cells, heights, strict=True) if isinstance(cell, str)}
    highest = max(texts, key=texts.__getitem__, default="")
    return Block(tuple(items), grid.width, height, "table row", highest)


def _content(cell: Cell, width: float, style: Style) -> TextBlock | Picture | None:
    if isinstance(cell, str):
        return wrap(cell, width, style) if cell else None
    return cell


def _cell(
    content: TextBlock | Picture | None, column: Column, x: float, height: float
) -> Iterator[Item]:
    """A cell in the middle of the height of its row."""
    if isinstance(content, TextBlock):
        yield from content.items(x, (height - content.height) / 2, column.align)
    elif content:
        left, top = x + (column.width - content.side) / 2, (height - content.side) / 2
        yield Art(content.art, Box(left, top, content.side, content.side), content.colour)


def stack_with_rules(
    rows: Sequence[Block], x: float, y: float, width: float, rule: str, weight: float
) -> tuple[Item, ...]:
    """Rows one below the other, with a line above each but the first.

    rule is the colour of the line, weight its weight in points.
    """
    items: list[Item] = []
    for number, block in enumerate(rows):
        if number:
            items.append(Line(x, y, x + width, y, rule, weight))
        items += block.items(x, y)
        y += block.height
    return tuple(items)
