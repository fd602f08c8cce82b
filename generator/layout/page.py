"""What a page is: paper, and items on it, in mm from its top left corner, y downward; line weights
and text sizes are points, colours names of theme.COLOURS. pdf/drawing.py draws them as they are."""

import math
from collections.abc import Iterable, Iterator
from itertools import chain, pairwise
from typing import NamedTuple

from generator.core.paper import Box, Paper

MM_PER_POINT = 25.4 / 72
ASCENT = 0.76  # from the top of a line of text to its baseline, in em
LINE_HEIGHT = 0.97  # from the top of the tallest letters to the foot of the deepest, in em
CURRENT = "currentColor"  # the colour of the group that a text or line lies in, as in SVG
ARC_STEPS = 10  # straight lines for a quarter of a circle: within 0.03 mm of one of 9 mm
CUT_CLEARANCE = 2.0  # from a cut to anything that matters: printers shift pages by 1 mm or more


class Rect(NamedTuple):
    box: Box
    fill: str | None = None
    stroke: str | None = None
    line: float = 0.0
    radius: float = 0.0
    dash: tuple[float, ...] = ()


class Line(NamedTuple):
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
    """A piece of art that fills its box (stretched, if that is no square), turned clockwise by an
    angle in degrees; colour is what currentColor becomes. Art that comes in dozens, or that players
    write on, is fine: has fine pens. With a radius, the corners of a bitmap are cut off, lest it
    sticks out of a round frame; drawings leave their corners free."""

    name: str
    box: Box
    colour: str = "ink"
    angle: float = 0.0
    fine: bool = False
    radius: float = 0.0


class Text(NamedTuple):
    """A run of text on a baseline; layout/text.py measures its width."""

    x: float
    y: float
    text: str
    font: str
    size: float
    width: float
    colour: str = "ink"

    @property
    def box(self) -> Box:
        """Roughly from the top of the tallest letters to the foot of the deepest."""
        em = self.size * MM_PER_POINT
        return Box(self.x, self.y - ASCENT * em, self.width, LINE_HEIGHT * em)


class Group(NamedTuple):
    """Items with an origin of their own, turned clockwise by 0, 90, 180 or 270 degrees.

    Items count from the top left corner of the box; where the group is turned by 90 or 270, width
    and height of the inside are exchanged. All items must stay inside the box. The groups of a page
    lie side by side, or have the same box as layers of one block. The items of a shared group are
    drawn once in a document, however often the group comes. Texts and lines whose colour is CURRENT
    take the group's, which may differ each time.
    """

    name: str
    box: Box
    items: tuple["Item", ...]
    turn: int = 0
    shared: bool = False
    colour: str = ""

    def at(self, x: float, y: float) -> "Group":
        """The same items elsewhere; pdf/drawing.py recognizes the tuple by its identity."""
        return self._replace(box=Box(x, y, self.box.w, self.box.h), shared=True)


class PageView(NamedTuple):
    """A window of another page, in its mm, drawn larger or smaller so that it fills its box, which
    has the same shape. What lies outside is not shown. All views of a page share one drawing."""

    page: "Page"
    window: Box
    box: Box

    @property
    def scale(self) -> float:
        return self.box.w / self.window.w


Item = Rect | Line | Oval | Art | Text | Group | PageView
Point = tuple[float, float]


class Circle(NamedTuple):
    """A path to cut along, as a Polygon is."""

    x: float
    y: float
    radius: float

    def moved(self, dx: float, dy: float) -> "Circle":
        return Circle(self.x + dx, self.y + dy, self.radius)

    def drawn(self, stroke: str, line: float) -> tuple[Oval, ...]:
        return (Oval(Box(self.x, self.y, 0, 0).inset(-self.radius), None, stroke, line),)


class Polygon(NamedTuple):
    """A closed path of straight lines; the last corner is joined to the first."""

    corners: tuple[Point, ...]

    @classmethod
    def of_box(cls, box: Box, radius: float = 0.0) -> "Polygon":
        x, y, right, bottom = box.x, box.y, box.right, box.bottom
        corners = ((x, y), (right, y), (right, bottom), (x, bottom))
        return cls(tuple(chain(*rounded_corners(box, radius))) if radius else corners)

    def moved(self, dx: float, dy: float) -> "Polygon":
        return Polygon(tuple((x + dx, y + dy) for x, y in self.corners))

    def drawn(self, stroke: str, line: float) -> tuple[Line, ...]:
        edges = pairwise([*self.corners, self.corners[0]])
        return tuple(Line(*start, *end, stroke, line) for start, end in edges)


CutPath = Circle | Polygon


def arc(x: float, y: float, radius: float, start: float, end: float) -> list[Point]:
    """Points of an arc about (x, y), from one angle to another in degrees, clockwise from the right
    as y points down. Rounded, because sines differ in their last bits between machines."""
    steps = max(1, round(abs(end - start) / 90 * ARC_STEPS))
    angles = (math.radians(start + (end - start) * step / steps) for step in range(steps + 1))
    return [
        (round(x + radius * math.cos(angle), 6), round(y + radius * math.sin(angle), 6))
        for angle in angles
    ]


def rounded_corners(box: Box, radius: float) -> list[list[Point]]:
    """The arcs at the corners of a box, clockwise from the top left."""
    middles = Polygon.of_box(box.inset(radius)).corners
    return [arc(*middle, radius, 180 + 90 * n, 270 + 90 * n) for n, middle in enumerate(middles)]


def cut_path(box: Box, outline: CutPath | None, radius: float = 0.0) -> CutPath:
    """The path that the piece in a box is cut along: its outline, or the edges of the box."""
    return outline.moved(box.x, box.y) if outline else Polygon.of_box(box, radius)


class PlacedPiece(NamedTuple):
    """A piece to cut out, at its place on a page.

    box is where it is cut, a rectangle around its outline if it has one. face is what is printed on
    it, about the same middle, turned by `turn` degrees, on a ground of one colour ("" for none).
    Its colours reach `bleed` mm over the cut. Backs are in the order of their fronts, which are on
    the same page or the one before it. The net of a cube has squares: a column of four, then
    those to the left and right of its second. Outline and squares count from the corner of the box.
    """

    face: Group
    box: Box
    bleed: float
    ground: str = ""
    outline: CutPath | None = None
    squares: tuple[Box, ...] = ()
    is_back: bool = False
    turn: int = 0
    radius: float = 0.0

    @property
    def cut(self) -> CutPath:
        return cut_path(self.box, self.outline, self.radius)

    @property
    def rim(self) -> float:
        """How far the box of the face reaches beyond the cut, in mm."""
        return (self.face.box.w - self.box.w) / 2


class Seams(NamedTuple):
    """The lines where tiles of a page may meet: x of vertical, y of horizontal ones."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]

    @classmethod
    def of_grid(cls, grid: Box, columns: int, rows: int) -> "Seams":
        xs = (grid.x + grid.w * number / columns for number in range(columns + 1))
        ys = (grid.y + grid.h * number / rows for number in range(rows + 1))
        return cls(tuple(xs), tuple(ys))


class Page(NamedTuple):
    """One side of a sheet of paper. marks are the outlines of the printed marks by which a machine
    finds its place; folds the lines to score and fold. Only a page with seams can be tiled."""

    paper: Paper
    items: tuple[Item, ...]
    name: str = ""
    pieces: tuple[PlacedPiece, ...] = ()
    marks: tuple[CutPath, ...] = ()
    folds: tuple[Line, ...] = ()
    seams: Seams | None = None

    @property
    def cuts(self) -> tuple[CutPath, ...]:
        """The outlines of the pieces to cut out; backs are cut with their fronts."""
        return tuple(piece.cut for piece in self.pieces if not piece.is_back)


class FlatItem(NamedTuple):
    """An item other than a group, where it lies on the page; its groups, the outermost first."""

    item: Item
    box: Box
    turn: int
    groups: tuple[Group, ...] = ()
    frames: tuple[Box, ...] = ()


def box_in_parent(box: Box, group: Box, turn: int) -> Box:
    """Where a box inside a group lies in the parent, given the group's own box there."""
    if turn == 0:
        return box.moved(group.x, group.y)
    if turn == 180:
        return Box(group.right - box.right, group.bottom - box.bottom, box.w, box.h)
    if turn == 90:
        return Box(group.right - box.bottom, group.y + box.x, box.h, box.w)
    return Box(group.x + box.y, group.bottom - box.right, box.h, box.w)


def flatten(page: Page) -> Iterator[FlatItem]:
    """The items of a page out of their groups, in the order in which they are drawn."""
    return flatten_items(page.items)


def flatten_items(
    items: Iterable[Item],
    turn: int = 0,
    groups: tuple[Group, ...] = (),
    frames: tuple[Box, ...] = (),
    colour: str = CURRENT,
) -> Iterator[FlatItem]:
    """Items out of their groups: what these are on the page, and the colour of the innermost."""
    for item in items:
        box = box_in_parent(item.box, frames[-1], turn) if frames else item.box
        if isinstance(item, Group):
            turned, inner = (turn + item.turn) % 360, item.colour or colour
            yield from flatten_items(item.items, turned, (*groups, item), (*frames, box), inner)
            continue
        if isinstance(item, Text) and item.colour == CURRENT:
            item = item._replace(colour=colour)
        elif isinstance(item, Rect | Line | Oval) and item.stroke == CURRENT:
            item = item._replace(stroke=colour)
        yield FlatItem(item, box, turn, groups, frames)
