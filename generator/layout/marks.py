"""What stands for a value in a chart: bars, markers, whiskers, and the legend that explains them.

Input: places in mm. Output: page items. Series differ in how they are filled or in their outline,
never in colour alone: they are told apart in grey and in line art.
"""

from collections.abc import Iterator, Sequence

from generator.core.paper import Box
from generator.layout import theme
from generator.layout.page import Item, Line, Oval, Rect
from generator.layout.text import Style, line

SERIES = 3  # how many looks there are
LEGEND_STYLE = Style(theme.FLOOR + 0.5, colour="charcoal")
LEGEND_ROW = 4.6
MARKER = 2.1  # mm across
CAP = 1.5  # mm, of a whisker
_SWATCH = 5.0
_GAP = 4.0
_HATCH = 1.3  # mm between two lines of a hatch, measured across the bar
_THINNEST = 0.15  # mm, of what is filled: less is lost in print, the outline stays
_TARGET, _TARGET_LENGTH = 0.8, 1.1  # mm thick and long
_OUTLINE = theme.LINES["thin"]
# Fill and outline of each series; the second and third are hatched, rising and falling.
_FILLS = (("sky", "navy"), ("cream", "brown"), ("white", "forest"))


def bar(box: Box, series: int) -> Iterator[Item]:
    """A bar of a series, counted from 0."""
    fill, stroke = _FILLS[series]
    if min(box.w, box.h) > _THINNEST:
        yield Rect(box, fill, None)
    if series:
        yield from _hatch(box, stroke, series == 1)
    yield Rect(box, None, stroke, _OUTLINE)


def _hatch(box: Box, stroke: str, rising: bool) -> Iterator[Item]:
    """Lines at 45 degrees, cut off at the edges of the box."""
    offset = -box.h + _HATCH
    while offset < box.w:
        start, end = max(0.0, -offset), min(box.h, box.w - offset)
        if end - start > 0.1:
            x1, x2 = box.x + offset + start, box.x + offset + end
            y1, y2 = box.bottom - start, box.bottom - end
            if not rising:
                y1, y2 = box.y + start, box.y + end
            yield Line(x1, y1, x2, y2, stroke, theme.LINES["hair"])
        offset += _HATCH


def marker(x: float, y: float, series: int) -> Item:
    """A point of a series: filled circle, empty circle, empty square."""
    box = Box(x - MARKER / 2, y - MARKER / 2, MARKER, MARKER)
    if series == 2:
        return Rect(box.inset(0.1), "white", "ink", _OUTLINE)
    return Oval(box, "white" if series else "ink", "ink", _OUTLINE)


def target(box: Box, upright: bool) -> Iterator[Item]:
    """Two marks at the edges of a bar's lane that say where a value is expected: above and below
    (upright) a bar that lies, else left and right. Between them the end of the bar stays free."""
    x, y = box.centre
    if upright:
        for top in (box.y, box.bottom - _TARGET_LENGTH):
            yield Rect(Box(x - _TARGET / 2, top, _TARGET, _TARGET_LENGTH), "ink")
    else:
        for left in (box.x, box.right - _TARGET_LENGTH):
            yield Rect(Box(left, y - _TARGET / 2, _TARGET_LENGTH, _TARGET), "ink")


def whisker(x1: float, y1: float, x2: float, y2: float, cap: float = CAP) -> Iterator[Item]:
    """An interval, level or upright, with a cap so long at either end."""
    weight = theme.LINES["thin"]
    yield Line(x1, y1, x2, y2, "ink", weight)
    for x, y in ((x1, y1), (x2, y2)):
        if y1 == y2:
            yield Line(x, y - cap / 2, x, y + cap / 2, "ink", weight)
        else:
            yield Line(x - cap / 2, y, x + cap / 2, y, "ink", weight)


def legend(
    names: Sequence[str], target_name: str, points: bool, width: float
) -> tuple[tuple[Item, ...], float]:
    """What each look stands for, in rows as wide as that; items from (0, 0) and their height."""
    items: list[Item] = []
    x = y = 0.0
    entries = [*enumerate(names), *([(SERIES, target_name)] if target_name else [])]
    for series, name in entries:
        label = line(name, LEGEND_STYLE)
        swatch = MARKER if points or series == SERIES else _SWATCH
        if x and x + swatch + 1.5 + label.width > width:
            x, y = 0.0, y + LEGEND_ROW
        items += _swatch(Box(x, y + 0.2, swatch, 2.8), series, points)
        items += label.items(x + swatch + 1.5, y + 0.1)
        x += swatch + 1.5 + label.width + _GAP
    return tuple(items), y + LEGEND_ROW if entries else 0.0


def _swatch(box: Box, series: int, points: bool) -> Iterator[Item]:
    if series == SERIES:
        yield from target(box, upright=True)
    elif points:
        yield marker(*box.centre, series)
    else:
        yield from bar(box, series)
