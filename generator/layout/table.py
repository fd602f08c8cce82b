"""A table of text and pictures that breaks across pages between rows.

Input: columns and rows of cells. Output: rows that know their height, and pages' worth of
them. Cells hold markup or a piece of art; every text stays in its column.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.core.errors import TextOverflowError
from generator.core.paper import Box
from generator.layout.page import Art, Group, Item, Line
from generator.layout.text import Style, TextBlock, wrap


class Column(NamedTuple):
    """A column: its width in mm, its title, where its text stands (left, centre, right)."""

    width: float
    title: str = ""
    align: str = "left"


class Picture(NamedTuple):
    """A cell that shows a piece of art, so large."""

    art: str
    side: float
    colour: str = "ink"


Cell = str | Picture | None


class Grid(NamedTuple):
    """How a table is set: columns, text style, space between columns and around rows."""

    columns: tuple[Column, ...]
    style: Style
    head_style: Style
    gap: float = 2.5
    pad: float = 1.9

    @property
    def width(self) -> float:
        return sum(column.width for column in self.columns) + self.gap * (len(self.columns) - 1)

    def lefts(self) -> Iterator[tuple[Column, float]]:
        """Every column with its left edge."""
        x = 0.0
        for column in self.columns:
            yield column, x
            x += column.width + self.gap


class Row(NamedTuple):
    """A row's items from its own top left corner, its height, and the text that makes it high."""

    items: tuple[Item, ...]
    height: float
    text: str = ""

    def at(self, x: float, y: float, width: float, name: str = "row") -> Group:
        return Group(name, Box(x, y, width, self.height), self.items)


def head(grid: Grid) -> Row:
    """The row of column titles."""
    return _row(grid, [column.title or None for column in grid.columns], grid.head_style, 0.6)


def row(grid: Grid, cells: Sequence[Cell]) -> Row:
    """One row, as high as its highest cell. Raises TextOverflowError for too long a word."""
    return _row(grid, cells, grid.style, grid.pad)


def _row(grid: Grid, cells: Sequence[Cell], style: Style, pad: float) -> Row:
    placed: list[tuple[Column, float, TextBlock | Picture]] = []
    texts: dict[str, float] = {}  # with their heights
    for (column, x), cell in zip(grid.lefts(), cells, strict=True):
        if isinstance(cell, Picture):
            placed.append((column, x, cell))
        elif cell:
            block = wrap(cell, column.width, style)
            placed.append((column, x, block))
            texts[cell] = block.height
    tallest = max((_height(cell) for _, _, cell in placed), default=0.0)
    height = tallest + 2 * pad
    items: list[Item] = []
    for column, x, cell in placed:
        top = (height - _height(cell)) / 2
        if isinstance(cell, Picture):
            left = x + (column.width - cell.side) / 2
            items.append(Art(cell.art, Box(left, top, cell.side, cell.side), cell.colour))
        else:
            items += cell.items(x, top, column.align)
    return Row(tuple(items), height, max(texts, key=texts.__getitem__, default=""))


def _height(cell: TextBlock | Picture) -> float:
    return cell.side if isinstance(cell, Picture) else cell.height


def stacked(
    rows: Sequence[Row], x: float, y: float, width: float, rule: str, weight: float
) -> tuple[Item, ...]:
    """Rows one under the other, with a thin line above each but the first."""
    items: list[Item] = []
    for number, each in enumerate(rows):
        if number:
            items.append(Line(x, y, x + width, y, rule, weight))
        items.append(each.at(x, y, width))
        y += each.height
    return tuple(items)


def pages(rows: Sequence[Row], room: float) -> list[list[Row]]:
    """The rows dealt onto pages of that height each, in order.

    Raises TextOverflowError for a row that is higher than a page.
    """
    result: list[list[Row]] = [[]]
    used = 0.0
    for each in rows:
        if each.height > room:
            words = f"a table row is {each.height:.0f} mm high, a page holds {room:.0f}"
            raise TextOverflowError(words, each.text)
        if result[-1] and used + each.height > room:
            result.append([])
            used = 0.0
        result[-1].append(each)
        used += each.height
    return result
