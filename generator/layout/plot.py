"""Charts as page items: bars and dots with intervals, histograms, small multiples, scatter plots,
numbers in a grid.

Input: a chart, a frozen value that says what is shown, and a width or a Box in mm. Output: its
height, or one Group with every line and text inside the box. Several series stand side by side,
told apart by filling or outline (layout/marks.py), so two versions of something can be compared.
layout/report.py puts charts on pages.

A chart of two series:

    old = Series("before", (Bar("Baker", 12.0, 11.2, 12.8), Bar("Judge", 7.5, 7.0, 8.1)))
    new = Series("after", (Bar("Baker", 10.1, 9.4, 10.8), Bar("Judge", 9.0, 8.4, 9.7)))
    chart = Bars("Points", (old, new), Axis("points a player"))
    group = placed(chart, Box(10, 10, 90, height(chart, 90)))
"""

# The class of a chart says what its marks are, which the type of a series does not tell mypy.
# mypy: disable-error-code="union-attr, arg-type, assignment"

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.core.errors import ChartError, TextOverflowError
from generator.core.paper import Box
from generator.layout import axes, cells, marks, theme
from generator.layout.axes import Axis, Scale
from generator.layout.cells import Cells
from generator.layout.page import Group, Item, Line
from generator.layout.text import Style, TextBlock, fitted_line, line, shortened, wrap

TITLE_STYLE = Style(theme.SIZES["name"], "bold", colour="ink")
NOTE_STYLE = Style(theme.FLOOR + 0.5, colour="slate")
LABEL_STYLE = Style(theme.FLOOR + 0.5)
VALUE_STYLE = Style(theme.FLOOR + 0.5, colour="charcoal")
LABEL_SHARE = 0.42  # of the width, for labels at most
LANE = 4.0  # mm for the bar or dot of one series
BAR = 3.0
ROW_GAP = 1.2  # between two labels' lanes
GAP = 2.0  # between labels, plot and values
BIN_SHARE = 0.82  # of a bin's width, for its bars


class Bar(NamedTuple):
    """A value with its label, the interval it lies in, what is expected; None for the unknown."""

    label: str
    value: float | None
    low: float | None = None
    high: float | None = None
    target: float | None = None


class Bin(NamedTuple):
    """The value of what lies from start to end (a whole number n: from n - 0.5 to n + 0.5)."""

    start: float
    end: float
    value: float
    low: float | None = None
    high: float | None = None
    target: float | None = None


class Point(NamedTuple):
    """A point with the interval of its y; its label is left out where there is no room."""

    x: float
    y: float
    low: float | None = None
    high: float | None = None
    label: str = ""


class Series(NamedTuple):
    """What is shown alike: bars, bins or points. The name is for the legend; a chart of a single
    series needs none."""

    name: str
    marks: tuple[Bar, ...] | tuple[Bin, ...] | tuple[Point, ...]


class Bars(NamedTuple):
    """Lying bars from 0, their labels at the left, their values at the right. Every series has
    the same labels in the same order. target is what its marks are called in the legend."""

    title: str
    series: tuple[Series, ...]
    axis: Axis
    note: str = ""
    target: str = ""


class Dots(NamedTuple):
    """As Bars, with a marker on an axis that need not begin at 0; a dashed line at reference."""

    title: str
    series: tuple[Series, ...]
    axis: Axis
    note: str = ""
    reference: float | None = None


class Histogram(NamedTuple):
    """Upright bars over bins; a dashed line at reference, where values are good on one side only
    with an arrow there: 1 to the right, -1 to the left."""

    title: str
    series: tuple[Series, ...]
    axis: Axis
    up: Axis
    note: str = ""
    target: str = ""
    room: float = 34.0  # mm, the height of the plot
    reference: float | None = None
    side: int = 0


class Scatter(NamedTuple):
    """Points in a plane; with the diagonal where x and y are equal, dashed."""

    title: str
    series: tuple[Series, ...]
    axis: Axis
    up: Axis
    note: str = ""
    diagonal: bool = False
    room: float = 70.0


_Drawn = Bars | Dots | Histogram | Scatter
Chart = _Drawn | Cells


def head_height(chart: Chart, width: float) -> float:
    """How high title, note and legend are, in mm."""
    return _head(chart, width)[1]


def height(chart: Chart, width: float, head: float = 0.0) -> float:
    """How high a chart of that width is, in mm. The plot begins no higher than at head, so that
    the plots of charts beside each other can be in line."""
    top = max(head, head_height(chart, width))
    if isinstance(chart, Cells):
        return top + cells.height(chart, width)
    foot = axes.foot_height(chart.axis)
    if isinstance(chart, Histogram | Scatter):
        return top + _above(chart) + chart.room + foot
    return top + len(_labels(chart)) * _pitch(chart) + foot


def placed(chart: Chart, box: Box, head: float = 0.0) -> Group:
    """The chart as a group that fills the width of the box and begins at its top. Labels that are
    too long are cut short. Raises TextOverflowError for the title of an axis, ChartError."""
    titles, top = _head(chart, box.w)
    top = max(top, head)
    if isinstance(chart, Cells):
        return Group("chart", box, (*titles, *cells.items(chart, box.w, top)))
    if len(chart.series) > marks.SERIES:
        raise ChartError(f"expected at most {marks.SERIES} series, found {len(chart.series)}")
    bottom = box.h - axes.foot_height(chart.axis)
    if isinstance(chart, Histogram | Scatter):
        top += _above(chart)
        body = _plane(chart, Box(0, top, box.w, bottom - top))
    else:
        bottom = top + len(_labels(chart)) * _pitch(chart)
        body = _rows(chart, Box(0, top, box.w, bottom - top))
    return Group("chart", box, (*titles, *body))


def alike(charts: Sequence[Histogram]) -> tuple[Histogram, ...]:
    """The same histograms with axes from the same low to the same high: small multiples."""
    across = [end for chart in charts for end in _spanned(chart)]
    heights = [value for chart in charts for value in _shown(chart)]
    ends = {"low": min(across), "high": max(across)}
    up = charts[0].up
    top = axes.scale(up, [0.0, *heights], charts[0].room, 0.0, upright=True).high
    return tuple(
        chart._replace(axis=chart.axis._replace(**ends), up=chart.up._replace(low=0.0, high=top))
        for chart in charts
    )


def _marks(chart: _Drawn) -> Iterator[Bar | Bin | Point]:
    for series in chart.series:
        yield from series.marks


def _shown(chart: _Drawn) -> Iterator[float]:
    """Every value that must lie on the axis along which values are shown."""
    for mark in _marks(chart):
        value = mark.y if isinstance(mark, Point) else mark.value
        for number in (value, mark.low, mark.high, getattr(mark, "target", None)):
            if number is not None:
                yield number


def _spanned(chart: Histogram | Scatter) -> list[float]:
    """Every place on the horizontal axis that something is shown at."""
    if isinstance(chart, Scatter):
        return [mark.x for mark in _marks(chart)]
    ends = [end for mark in _marks(chart) for end in (mark.start, mark.end)]
    return ends if chart.reference is None else [chart.reference, *ends]


def _head(chart: Chart, width: float) -> tuple[tuple[Item, ...], float]:
    """Title, note and legend, and where the plot may begin."""
    items: list[Item] = []
    y = 0.0
    for text, style in ((chart.title, TITLE_STYLE), (chart.note, NOTE_STYLE)):
        if text:
            block = _wrapped(text, width, style)
            items += block.items(0, y)
            y += block.height + 0.9
    keys, tall = _legend(chart, width)
    if keys:
        items.append(Group("legend", Box(0, y + 0.6, width, tall), keys))
        y += tall + 0.6
    return tuple(items), y + 1.0


def _wrapped(text: str, width: float, style: Style) -> TextBlock:
    """Wrapped, or a single line cut short where a word is too long."""
    try:
        return wrap(text, width, style)
    except TextOverflowError:
        return shortened(text, width, style)


def _legend(chart: Chart, width: float) -> tuple[tuple[Item, ...], float]:
    """What tells several series apart, or what is expected from what was found."""
    if isinstance(chart, Cells):
        return (), 0.0
    target = getattr(chart, "target", "")
    told = len(chart.series) > 1 or target
    names = [series.name for series in chart.series if series.name] if told else []
    return marks.legend(names, target, isinstance(chart, Dots | Scatter), width)


def _labels(chart: Bars | Dots) -> list[str]:
    return [mark.label for mark in chart.series[0].marks] if chart.series else []


def _pitch(chart: Bars | Dots) -> float:
    """From the top of one label's lanes to the next one's."""
    return len(chart.series) * LANE + ROW_GAP


def _middle(text: TextBlock, y: float) -> float:
    """The top of a line of text whose capitals are centred on y."""
    return y - 0.4 * text.style.em


def _rows(chart: Bars | Dots, box: Box) -> Iterator[Item]:
    """Labels, axis, a lane for each mark, values. Reference lines lie under the marks."""
    labels = [shortened(text, LABEL_SHARE * box.w, LABEL_STYLE) for text in _labels(chart)]
    left = max((label.width for label in labels), default=0) + GAP
    numbers = [line(chart.axis.number(mark.value), VALUE_STYLE) for mark in _marks(chart)]
    right = box.right - max((text.width for text in numbers), default=0) - GAP
    line_at = 0.0 if isinstance(chart, Bars) else chart.reference
    values = _shown(chart) if line_at is None else (*_shown(chart), line_at)
    along = axes.scale(chart.axis, values, left, right, upright=False)
    yield from axes.across(chart.axis, along, box.y, box.bottom)
    yield from _zero_or_reference(chart, along, box)
    for row, label in enumerate(labels):
        top = box.y + row * _pitch(chart) + ROW_GAP / 2
        yield from label.items(0, _middle(label, top + len(chart.series) * LANE / 2))
        for number, series in enumerate(chart.series):
            mark, y = series.marks[row], top + (number + 0.5) * LANE
            if mark.value is not None:
                yield from _mark(chart, mark, number, along, y)
            text = line(chart.axis.number(mark.value), VALUE_STYLE)
            yield from text.items(box.right - text.width, _middle(text, y))


def _zero_or_reference(chart: Bars | Dots, along: Scale, box: Box) -> Iterator[Item]:
    """The line that bars begin at, or the one that dots are to be compared with."""
    if isinstance(chart, Bars):
        yield Line(along.at(0.0), box.y, along.at(0.0), box.bottom, *axes.BASE)
    else:
        yield from axes.reference(chart.reference, along, box.y, box.bottom)


def _mark(chart: Bars | Dots, mark: Bar, series: int, along: Scale, y: float) -> Iterator[Item]:
    x = along.at(mark.value)
    if isinstance(chart, Bars):
        zero = along.at(0.0)
        yield from marks.bar(Box(min(x, zero), y - BAR / 2, abs(x - zero), BAR), series)
        if mark.target is not None:
            where = along.at(mark.target)
            yield from marks.target(Box(where, y - LANE / 2, 0, LANE), upright=True)
    if mark.low is not None and mark.high is not None:
        yield from marks.whisker(along.at(mark.low), y, along.at(mark.high), y)
    if isinstance(chart, Dots):
        yield marks.marker(x, y, series)


def _above(chart: Histogram | Scatter) -> float:
    """Room for the upright axis's title and an arrow, over the plot."""
    return axes.TICK_STYLE.em * (2.1 if chart.up.title else 0.5)


def _plane(chart: Histogram | Scatter, box: Box) -> Iterator[Item]:
    """Two axes, and the marks between them."""
    heights = [*_shown(chart), *([0.0] if isinstance(chart, Histogram) else [])]
    up = axes.scale(chart.up, heights, box.bottom, box.y, upright=True)
    left = axes.side_width(up)
    spanned = _spanned(chart)
    axis = chart.axis
    if isinstance(chart, Histogram) and spanned:
        axis = axis._replace(
            low=min(spanned) if axis.low is None else axis.low,
            high=max(spanned) if axis.high is None else axis.high,
        )
    along = axes.scale(axis, spanned, left, box.right, upright=False)
    out = line(along.texts[-1], axes.TICK_STYLE).width / 2  # of the last tick's text
    along = axes.scale(axis, spanned, left, box.right - max(GAP, out), upright=False)
    yield from axes.upright(up, left, along.end)
    if chart.up.title:
        title = fitted_line(chart.up.title, box.w, axes.TICK_STYLE)
        yield from title.items(0, box.y - _above(chart))
    if isinstance(chart, Histogram):
        yield from _columns(chart, along, up)
        yield from axes.across(axis, along, None, box.bottom)
        yield from axes.reference(chart.reference, along, box.y, box.bottom, chart.side)
    else:
        yield from axes.across(axis, along, box.y, box.bottom)
        yield from _points(chart, along, up)


def _columns(chart: Histogram, along: Scale, up: Scale) -> Iterator[Item]:
    """The bars over each bin, side by side."""
    count = len(chart.series)
    for number, series in enumerate(chart.series):
        for each in series.marks:
            whole = along.at(each.end) - along.at(each.start)
            width = whole * BIN_SHARE / count
            x = along.at(each.start) + whole * (1 - BIN_SHARE) / 2 + number * width
            top = up.at(each.value)
            if up.start - top > 0.02:
                yield from marks.bar(Box(x, top, width, up.start - top), number)
            if each.low is not None and each.high is not None:
                middle = x + width / 2
                ends = up.at(each.low), up.at(each.high)
                cap = min(marks.CAP, width / 2)
                yield from marks.whisker(middle, ends[0], middle, ends[1], cap)
            if each.target is not None:
                yield from marks.target(Box(x, up.at(each.target), width, 0), upright=False)


def _points(chart: Scatter, along: Scale, up: Scale) -> Iterator[Item]:
    taken: list[Box] = []
    if chart.diagonal:
        low, high = max(along.low, up.low), min(along.high, up.high)
        ends = (along.at(low), up.at(low), along.at(high), up.at(high))
        yield Line(*ends, "red", theme.LINES["thin"], axes.DASH)
        taken += _beads(*ends)
    for number, series in enumerate(chart.series):
        for point in series.marks:
            x, y = along.at(point.x), up.at(point.y)
            if point.low is not None and point.high is not None:
                ends = up.at(point.low), up.at(point.high)
                yield from marks.whisker(x, ends[0], x, ends[1])
                taken.append(Box(x, min(ends), 0.3, abs(ends[0] - ends[1])))
            dot = marks.marker(x, y, number)
            taken.append(dot.box)
            yield dot
    yield from _labelled(chart, along, up, taken)


def _beads(x1: float, y1: float, x2: float, y2: float) -> Iterator[Box]:
    """A line as small boxes, for labels to keep off."""
    count = max(1, round(max(abs(x2 - x1), abs(y2 - y1))))
    for number in range(count + 1):
        share = number / count
        yield Box(x1 + share * (x2 - x1) - 0.2, y1 + share * (y2 - y1) - 0.2, 0.4, 0.4)


def _labelled(chart: Scatter, along: Scale, up: Scale, taken: list[Box]) -> Iterator[Item]:
    """The labels of points, each beside its own where nothing else lies."""
    room = Box(along.start, up.end, along.end - along.start, up.start - up.end)
    for point in (mark for mark in _marks(chart) if mark.label):
        text = line(point.label, LABEL_STYLE)
        x, y = along.at(point.x), up.at(point.y)
        size, far = (text.width, text.height), marks.MARKER / 2 + 0.8
        tops = (y - size[1] / 2, y - far - size[1], y + far)
        for box in (Box(left, top, *size) for top in tops
                    for left in (x + far, x - far - size[0], x - size[0] / 2)):  # fmt: skip
            if room.contains(box) and not any(box.overlaps(other) for other in taken):
                taken.append(box)
                yield from text.items(box.x, box.y)
                break
