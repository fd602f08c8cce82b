"""The marks beside the picture of a tile, on the lines where it is cut or meets its neighbours.

Input: where the picture lies, what stays visible of it. Output: lines. A mark is a stroke along
the line, with a short bar across its outer end, by which two sheets are brought level. So a mark of
a vertical cut never looks like one of a horizontal cut.
"""

from collections.abc import Iterator

from generator.core.paper import Box
from generator.layout import theme
from generator.layout.page import Line

BAND = 5.0  # mm around the picture of a tile, for the marks
START, END = 0.8, 4.4  # mm, from the edge of the picture to the ends of a stroke
BAR = 1.0  # mm, from the stroke to each end of its bar


def marks(picture: Box, visible: Box) -> Iterator[Line]:
    """The marks of both ends of every edge of what stays visible."""
    for x in (visible.x, visible.right):
        for edge, out in ((picture.y, -1), (picture.bottom, 1)):
            yield _line(x, edge + out * START, x, edge + out * END)
            yield _line(x - BAR, edge + out * END, x + BAR, edge + out * END)
    for y in (visible.y, visible.bottom):
        for edge, out in ((picture.x, -1), (picture.right, 1)):
            yield _line(edge + out * START, y, edge + out * END, y)
            yield _line(edge + out * END, y - BAR, edge + out * END, y + BAR)


def _line(x1: float, y1: float, x2: float, y2: float) -> Line:
    return Line(x1, y1, x2, y2, "ink", theme.LINES["cut"])
