"""What a finished page is: paper, and items placed on it in millimetres.

Nothing here knows about PDF. The origin is the top left corner, y grows downward, positions
and sizes are mm, line weights and text sizes are points. Colours are names of theme.COLOURS.
A layout makes these values, tests read them, draw/ copies them.
"""

from collections.abc import Iterator
from typing import NamedTuple

from generator.core.paper import Box, Paper

MM_PER_POINT = 25.4 / 72
ASCENT = 0.76  # from the top of a line of text to its baseline, in em
LINE_HEIGHT = 0.97  # from the top of the tallest letters to the foot of the deepest, in em
CURRENT = "currentColor"  # of texts and lines in a group: what its colour says, as in SVG
CUT_CLEARANCE = 2.0  # nothing that matters is nearer to a cut: printers shift pages by 1 mm or more


class Rect(NamedTuple):
    """A rectangle, with rounded corners of that radius."""

    box: Box
    fill: str | None = None
    stroke: str | None = None
    line: float = 0.0
    radius: float = 0.0
    dash: tuple[float, ...] = ()


class Line(NamedTuple):
    """A straight line from (x1, y1) to (x2, y2)."""

    x1: float
    y1: float
    x2: float
    y2: float
    stroke: str
    line: float
    dash: tuple[float, ...] = ()

    @property
    def box(self) -> Box:
        x, y = min(self.x1, self.x2), min(self.y1, self.y2)
        return Box(x, y, abs(self.x2 - self.x1), abs(self.y2 - self.y1))


class Oval(NamedTuple):
    """A circle or ellipse that fills its box."""

    box: Box
    fill: str | None = None
    stroke: str | None = None
    line: float = 0.0


class Art(NamedTuple):
    """A piece of art, square, fitted into its box; colour is what currentColor becomes, ink a
    mode of its own where it is not the document's (on a proof). It is turned clockwise by an
    angle in degrees about the middle of its box, which is that of the art before it is turned.
    Art that comes in dozens, and that players write on, asks for the finest pens."""

    name: str
    box: Box
    colour: str = "ink"
    ink: str = ""
    angle: float = 0.0
    fine: bool = False


class Text(NamedTuple):
    """One run of text on a baseline. The width is measured by layout/text.py; `fitted` says that
    the size was made smaller than is wanted, so that it fits."""

    x: float
    y: float
    text: str
    font: str
    size: float
    width: float
    colour: str = "ink"
    fitted: bool = False

    @property
    def box(self) -> Box:
        """From the top of the tallest letters to the foot of the deepest, about."""
        em = self.size * MM_PER_POINT
        return Box(self.x, self.y - ASCENT * em, self.width, LINE_HEIGHT * em)


class Group(NamedTuple):
    """Items with an origin of their own, turned clockwise by 0, 90, 180 or 270 degrees.

    The box is where the group lies in its parent; inside, items see a page that is as wide as
    the box, or as high where the group is turned by 90 or 270. Everything in a group must stay
    inside its box. Groups of a page lie side by side, or have the same box as layers of one block.
    A shared group that is placed many times in a document (the same items) is drawn once. The
    colour is what texts and lines inside are in that are CURRENT; it may differ from place to
    place.
    """

    name: str
    box: Box
    items: tuple["Item", ...]
    turn: int = 0
    shared: bool = False
    colour: str = ""

    @property
    def layered(self) -> bool:
        """Whether all in it is shared, so that the same items may well come again."""
        return all(getattr(item, "shared", False) for item in self.items)

    def at(self, x: float, y: float) -> "Group":
        """The same items elsewhere; draw/ recognizes them by their tuple."""
        return self._replace(box=Box(x, y, self.box.w, self.box.h), shared=True)


Item = Rect | Line | Oval | Art | Text | Group


class Page(NamedTuple):
    """One side of a sheet of paper, and what lies on it."""

    paper: Paper
    items: tuple[Item, ...]
    name: str = ""


class Placed(NamedTuple):
    """A leaf item with its box on the page, and the groups it lies in, outermost first."""

    item: Item
    box: Box
    turn: int
    groups: tuple[Group, ...] = ()
    frames: tuple[Box, ...] = ()


def turned(box: Box, size: Box, turn: int) -> Box:
    """Where a box inside a group turned by that much lies, in the group's parent."""
    if turn == 0:
        return box.moved(size.x, size.y)
    if turn == 180:
        return Box(size.right - box.right, size.bottom - box.bottom, box.w, box.h)
    if turn == 90:
        return Box(size.right - box.bottom, size.y + box.x, box.h, box.w)
    return Box(size.x + box.y, size.bottom - box.right, box.h, box.w)


def placed(page: Page) -> Iterator[Placed]:
    """Every leaf item of a page with its absolute box, in drawing order."""
    for item in page.items:
        yield from _placed(item)


def _placed(item: Item) -> Iterator[Placed]:
    if not isinstance(item, Group):
        yield Placed(item, item.box, 0)
        return
    for child in item.items:
        for inner in _placed(child):
            yield Placed(
                _coloured(inner.item, item.colour),
                turned(inner.box, item.box, item.turn),
                (inner.turn + item.turn) % 360,
                (item, *inner.groups),
                (item.box, *(turned(frame, item.box, item.turn) for frame in inner.frames)),
            )


def _coloured(item: Item, colour: str) -> Item:
    """An item of a group with that colour."""
    if isinstance(item, Text):
        return item._replace(colour=colour) if item.colour == CURRENT else item
    if isinstance(item, Rect | Line | Oval) and item.stroke == CURRENT:
        return item._replace(stroke=colour)
    return item
