"""Axes of charts: a scale from values to millimetres, ticks at round values, numbers as text.

Input: values, an Axis that says how they are shown, where the axis lies on paper. Output: a Scale,
and page items for ticks, grid lines and titles.
"""

import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from generator.layout import theme
from generator.layout.page import Item, Line
from generator.layout.text import Style, TextBlock, fitted_line, line

TICK_STYLE = Style(theme.FLOOR, colour="slate")
TICK_GAP = 4.0  # mm between the middles of two ticks, besides their text
LABEL_GAP = 1.2  # from an axis to the text of its ticks at its left
FOOT_GAP = 1.7  # and below, so that the two of a corner are clear of each other
# Dotted, or in line art, where all lines are alike, the grid would stand out most.
GRID = "grey", theme.LINES["hair"], (0.3, 1.0)
BASE = "slate", theme.LINES["thin"]
DASH = (1.2, 0.9)
_ARROW, _BARB, _RAISED = 3.4, 0.9, 1.2  # mm: the length, a barb, how far above the plot
NOTHING = "–"
_THIN_SPACE = "\u202f"


class Axis(NamedTuple):
    """How values are shown along an axis.

    low and high are its ends where they are given (else round values around all that is shown),
    decimals those of values written in full, point the decimal sign. A whole axis has ticks at
    whole values only.
    """

    title: str = ""
    low: float | None = None
    high: float | None = None
    decimals: int = 1
    point: str = "."
    whole: bool = False

    def number(self, value: float | None) -> str:
        """A value written in full, a dash for what is not known."""
        return NOTHING if value is None else number(value, self.decimals, self.point)


class Scale(NamedTuple):
    """Values from low to high lie from start to end, in mm; end may be above or left of start."""

    low: float
    high: float
    start: float
    end: float
    ticks: tuple[float, ...]
    texts: tuple[str, ...]

    def at(self, value: float) -> float:
        """Where a value lies; one outside lies at the nearest end."""
        inside = min(max(value, self.low), self.high)
        return self.start + (inside - self.low) / (self.high - self.low) * (self.end - self.start)


def number(value: float, decimals: int, point: str = ".") -> str:
    """A value with so many decimals, a real minus and a reader's decimal sign. Figures are grouped
    in threes: by commas where the decimal sign is a point, else by thin spaces."""
    text = f"{abs(value):,.{decimals}f}"
    shown = text if point == "." else text.translate({ord(","): _THIN_SPACE, ord("."): point})
    return f"−{shown}" if value < 0 and text.strip("0.,") else shown


def scale(axis: Axis, values: Iterable[float], start: float, end: float, upright: bool) -> Scale:
    """The scale of an axis that shows these values, from start to end in mm.

    An upright axis has its ticks' texts beside it, so there is room for more of them.
    """
    low, high = _ends(axis, list(values))
    for wanted in range(6 if upright else 8, 0, -1):
        step = _step((high - low) / wanted, axis.whole)
        first = low if axis.low is not None else math.floor(low / step + 1e-9) * step
        last = high if axis.high is not None else math.ceil(high / step - 1e-9) * step
        ticks = tuple(_ticks(first, last, step))
        decimals = max(0, -math.floor(math.log10(step) + 1e-9))
        texts = tuple(number(tick, decimals, axis.point) for tick in ticks)
        crowding = _needed(texts, upright) / (abs(end - start) * step / (last - first))
        if crowding <= 1:
            break
    each = max(1, math.ceil(crowding))  # where not even two long texts have room
    return Scale(first, last, start, end, ticks[::each], texts[::each])


def _needed(texts: Iterable[str], upright: bool) -> float:
    """How far apart ticks with these texts must be, in mm."""
    if upright:
        return TICK_STYLE.em + 1.5
    return max(line(text, TICK_STYLE).width for text in texts) + TICK_GAP


def _ends(axis: Axis, values: list[float]) -> tuple[float, float]:
    low = min(values, default=0.0) if axis.low is None else axis.low
    high = max(values, default=1.0) if axis.high is None else axis.high
    # Values that differ by less than their texts can show are taken for the same.
    same = high - low <= 1e-6 * max(1.0, abs(low), abs(high))
    return (low, low + 1.0) if same else (low, high)


def _step(least: float, whole: bool) -> float:
    """The smallest of 1, 2, 5, 10, 20, ... (or tenths of these) that is not less."""
    power = 10.0 ** math.floor(math.log10(least))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least * (1 - 1e-9))
    return max(step, 1.0) if whole else step


def _ticks(first: float, last: float, step: float) -> Iterator[float]:
    start = math.ceil(first / step - 1e-9)
    for count in range(start, math.floor(last / step + 1e-9) + 1):
        yield count * step


def foot_height(axis: Axis) -> float:
    """How much room the ticks' texts and the title of an axis take below it, in mm."""
    title = TICK_STYLE.em * 1.4 if axis.title else 0.0
    return FOOT_GAP + TICK_STYLE.em * 0.97 + title


def across(axis: Axis, along: Scale, top: float | None, bottom: float) -> Iterator[Item]:
    """A horizontal axis at the bottom: grid lines up to the top (None for none), texts and title
    below."""
    for tick, text in zip(along.ticks, along.texts, strict=True):
        x = along.at(tick)
        if top is not None:
            yield Line(x, top, x, bottom, *GRID)
        label = line(text, TICK_STYLE)
        yield from label.items(x - label.width / 2, bottom + FOOT_GAP)
    yield Line(along.start, bottom, along.end, bottom, *BASE)
    if axis.title:
        y = bottom + foot_height(axis._replace(title="")) + TICK_STYLE.em * 0.35
        yield from _between(axis.title, along.start, along.end).items(along.start, y)


def _between(text: str, start: float, end: float) -> TextBlock:
    return fitted_line(text, abs(end - start), TICK_STYLE)


def reference(
    value: float | None, along: Scale, top: float, bottom: float, side: int = 0
) -> Iterator[Item]:
    """A dashed line at the value that others are to be compared with, if there is one; from its
    top an arrow to the right (side 1) or left (-1), where values are good."""
    if value is None:
        return
    x, pen = along.at(value), ("red", theme.LINES["frame"])
    yield Line(x, top, x, bottom, *pen, DASH)
    if side:
        y, tip = top - _RAISED, x + side * _ARROW
        yield Line(x, top, x, y, *pen)
        yield Line(x, y, tip, y, *pen)
        for barb in (-_BARB, _BARB):
            yield Line(tip, y, tip - side * _BARB, y + barb, *pen)


def side_width(up: Scale) -> float:
    """How much room the ticks' texts of an upright axis take left of it, in mm."""
    return max(line(text, TICK_STYLE).width for text in up.texts) + LABEL_GAP


def upright(up: Scale, left: float, right: float) -> Iterator[Item]:
    """An upright axis at the left: grid lines to the right, texts beside it."""
    for tick, text in zip(up.ticks, up.texts, strict=True):
        y = up.at(tick)
        yield Line(left, y, right, y, *GRID)
        label = line(text, TICK_STYLE)
        yield from label.items(left - LABEL_GAP - label.width, y - label.style.em * 0.40)
