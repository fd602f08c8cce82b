"""A chart of numbers in a grid: two kinds of things against each other, or places on a map.

Input: a Cells, a width in mm. Output: items from (0, 0), and how high they are. Cells are tinted,
the darker the higher their number, and always hold the number itself.
"""

from collections.abc import Iterator
from typing import NamedTuple

from generator.core.paper import Box
from generator.layout import theme
from generator.layout.axes import Axis
from generator.layout.page import Group, Item, Rect
from generator.layout.text import Style, TextBlock, fitted_line, shortened

STYLE = Style(theme.FLOOR, colour="ink")
LABEL_STYLE = Style(theme.FLOOR + 0.5)
WIDE = 12.0  # mm, of a cell at most
HIGH = 7.0
GAP = 2.0
LONGEST = 36.0  # mm, of a name
_TINTS = (None, *(theme.hue_colour("lagoon", strength) for strength in ("pale", "square", "tray")))


class Cells(NamedTuple):
    """Names of columns and rows ("" for none), and the numbers row by row, None for no cell. The
    axis says how numbers are written; square cells are as high as wide."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    numbers: tuple[tuple[float | None, ...], ...]
    axis: Axis = Axis(decimals=0)
    note: str = ""
    square: bool = False


class _Frame(NamedTuple):
    """Where the cells are: the left and the top of the first one, and the size of each."""

    left: float
    top: float
    wide: float
    high: float
    turned: bool  # whether the names of columns stand upright


def _frame(chart: Cells, width: float) -> _Frame:
    left = _widest(chart.rows) + (GAP if any(chart.rows) else 0)
    wide = min(WIDE, (width - left) / len(chart.columns))
    names = _widest(chart.columns)
    turned = names > wide - 0.5
    top = names + 1.0 if turned else LABEL_STYLE.em * 1.2 if names else 0.0
    return _Frame(left, top, wide, wide if chart.square else min(wide, HIGH), turned)


def _widest(names: tuple[str, ...]) -> float:
    return max((_label(name).width for name in names if name), default=0.0)


def _label(name: str) -> TextBlock:
    return shortened(name, LONGEST, LABEL_STYLE)


def height(chart: Cells, width: float) -> float:
    """How high the grid is, with the names of its columns."""
    frame = _frame(chart, width)
    return frame.top + len(chart.rows) * frame.high


def items(chart: Cells, width: float, y: float) -> Iterator[Item]:
    """The grid, its top at y. Raises TextOverflowError for a number that is wider than a cell."""
    frame = _frame(chart, width)
    top = y + frame.top
    for at, name in enumerate(chart.columns):
        yield from _column(name, frame, frame.left + at * frame.wide, top)
    shown = [number for row in chart.numbers for number in row if number is not None]
    for row, (name, numbers) in enumerate(zip(chart.rows, chart.numbers, strict=True)):
        middle = top + (row + 0.5) * frame.high
        if name:
            yield from _label(name).items(0, middle - 0.4 * LABEL_STYLE.em)
        for at, number in enumerate(numbers):
            if number is not None:
                box = Box(
                    frame.left + at * frame.wide, middle - frame.high / 2, frame.wide, frame.high
                )
                tint = _tint(number, min(shown), max(shown))
                yield from _cell(box, chart.axis.number(number), tint)


def _column(name: str, frame: _Frame, x: float, bottom: float) -> Iterator[Item]:
    if not name:
        return
    text = _label(name)
    if frame.turned:
        yield _upright(text, x + frame.wide / 2, bottom - 1.0)
    else:
        left = x + (frame.wide - text.width) / 2
        yield from text.items(left, bottom - LABEL_STYLE.em * 1.2)


def _upright(text: TextBlock, middle: float, bottom: float) -> Group:
    """A line of text that is read from below."""
    box = Box(middle - text.height / 2, bottom - text.width, text.height, text.width)
    return Group("upright", box, text.items(0, 0), 270)


def _tint(number: float, low: float, high: float) -> str | None:
    """The higher, the darker."""
    if high <= low:
        return None
    return _TINTS[min(len(_TINTS) - 1, int((number - low) / (high - low) * len(_TINTS)))]


def _cell(box: Box, text: str, tint: str | None) -> Iterator[Item]:
    yield Rect(box, tint, "steel", theme.LINES["hair"])
    shown = fitted_line(text, box.w - 0.6, STYLE)
    x, y = box.centre
    yield from shown.items(x - shown.width / 2, y - 0.4 * shown.style.em)
