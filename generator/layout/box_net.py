"""Nets of boxes: a tuck box, such as playing cards come in, and parts that hang together by folds.

Coordinates are mm from the top left corner of the net, y downward. The printed side is the outside
of the box.
"""

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Literal, NamedTuple

from generator.core.paper import Box
from generator.layout.page import Point, Polygon, arc

Role = Literal["panel", "tuck", "glue"]
"""A panel is a side of the box, or a part of one; a tuck flap is stuck inside, a glue flap glued
to the inside of its partner."""

GLUE_WIDTH = 11.0  # mm, of a glue flap
GLUE_TAPER = 4.0  # by which its ends slant
GLUE_GAP = 1.0  # between two glue flaps on one panel, and to the cuts beside them
SHOULDER = 1.0  # by which a flap is narrower than what it goes into, on either side
DUST_TAPER = 0.07  # by which a dust flap gets narrower, as a share of its length, on either side
MIN_DUST = 18.0  # the length of a dust flap
DUST_SHARE = 0.46  # its length at most, as a share of the width of the box
MIN_TUCK, MAX_TUCK = 13.0, 20.0  # the length of the flap of the lid
TUCK_RADIUS = 9.0
NOTCH_RADIUS = 9.0  # of the thumb notch


class BoxSize(NamedTuple):
    """The inside of a box, from fold to fold: width and height of its front, depth."""

    w: float
    h: float
    d: float


class Part(NamedTuple):
    """A part of a net: clockwise corners, of which the last and the first are the ends of the fold
    that joins it to the part it hangs on; the parts that hang on it."""

    name: str
    corners: tuple[Point, ...]
    role: Role = "panel"
    children: tuple["Part", ...] = ()

    @property
    def box(self) -> Box:
        """The box around the part alone."""
        xs, ys = zip(*self.corners, strict=True)
        return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))

    @property
    def fold(self) -> tuple[Point, Point]:
        """The fold, in the direction of the edge that it lies on."""
        return self.corners[0], self.corners[-1]

    def walk(self) -> Iterator["Part"]:
        yield self
        for child in self.children:
            yield from child.walk()

    def moved(self, dx: float, dy: float) -> "Part":
        corners = tuple((x + dx, y + dy) for x, y in self.corners)
        children = tuple(child.moved(dx, dy) for child in self.children)
        return self._replace(corners=corners, children=children)


class Net(NamedTuple):
    """A net in one piece, w mm wide and h mm high, as the part that all others hang on."""

    root: Part
    w: float
    h: float

    @classmethod
    def of(cls, root: Part) -> "Net":
        """The net, moved to its top left corner."""
        box = Box.around([part.box for part in root.walk()])
        return cls(root.moved(-box.x, -box.y), box.w, box.h)

    def moved(self, by: float) -> "Net":
        return self._replace(root=self.root.moved(by, by))

    @property
    def parts(self) -> tuple[Part, ...]:
        return tuple(self.root.walk())

    @property
    def folds(self) -> tuple[tuple[Point, Point], ...]:
        return tuple(part.fold for part in self.parts[1:])

    @property
    def outline(self) -> tuple[Point, ...]:
        """The corners of the line to cut, clockwise."""
        corners = list(_outline(self.root, (*self.root.corners, self.root.corners[0])))
        pairs = zip(corners, [*corners[1:], corners[0]], strict=True)
        return tuple(one for one, other in pairs if math.dist(one, other) > 1e-6)


def _outline(part: Part, path: tuple[Point, ...]) -> Iterator[Point]:
    """The corners along the edges of a part, with those of the parts that hang on them."""
    for start, end in pairwise(path):
        yield start
        on_edge = [child for child in part.children if _lies_on(child.fold, start, end)]
        for child in sorted(on_edge, key=lambda child: math.dist(start, child.fold[0])):
            yield from _outline(child, child.corners)
    yield path[-1]


def _lies_on(fold: tuple[Point, Point], start: Point, end: Point) -> bool:
    """Whether a fold is a part of an edge."""
    length = math.dist(start, end)
    return all(
        abs(math.dist(start, point) + math.dist(point, end) - length) < 1e-6 for point in fold
    )


def tuck_box(size: BoxSize) -> Net:
    """A box of one piece: back, left side, front and right side in a row. The lid hangs on the
    back, its flap is tucked behind the front, which has a thumb notch. The bottom is glued."""
    w, h, d = size
    left, right = -d, w + d  # the outer edges of the sides; the front begins at (0, 0)
    sides, back = (Box(left, 0, d, h), Box(w, 0, d, h)), Box(left - w, 0, w, h)
    tuck = _tuck_flap(back.x, -d, w, min(max(MIN_TUCK, 0.6 * d), MAX_TUCK, 0.4 * h))
    lid = panel("lid", Box(back.x, -d, w, d), "bottom", (tuck,))
    tab = glue_flap("bottom tab", (w, h + d), (0, h + d), GLUE_WIDTH + GLUE_GAP)
    seam = glue_flap("seam", (right, 0), (right, h), GLUE_GAP)
    parts = (
        panel("left", sides[0], "right", (*_dust_flaps("left", sides[0], w),
               panel("back", back, "right", (lid,)))),
        panel("right", sides[1], "left", (*_dust_flaps("right", sides[1], w), seam)),
        panel("bottom", Box(0, h, w, d), "top", (tab,)),
    )  # fmt: skip
    notch = reversed(arc(w / 2, 0, notch_radius(w), 0, 180))  # from left to right
    corners = ((0.0, h), (0.0, 0.0), *notch, (w, 0.0), (w, h))
    return Net.of(Part("front", corners, children=parts))


def panel(name: str, box: Box, hinge: str, children: tuple[Part, ...] = ()) -> Part:
    """A rectangle that hangs on what lies at its hinge: left, right, top or bottom."""
    corners = Polygon.of_box(box).corners
    first = {"top": 1, "right": 2, "bottom": 3, "left": 0}[hinge]
    return Part(name, corners[first:] + corners[:first], "panel", children)


def _tuck_flap(x: float, y: float, w: float, length: float) -> Part:
    """The flap of the lid, above it, with rounded corners."""
    left, right, top = x + SHOULDER, x + w - SHOULDER, y - length
    radius = min(TUCK_RADIUS, length - 2, w / 3)
    rounded = (
        *arc(left + 1 + radius, top + radius, radius, 180, 270),
        *arc(right - 1 - radius, top + radius, radius, 270, 360),
    )
    return Part("tuck", ((left, y), *rounded, (right, y)), "tuck")


def _dust_flaps(side: str, box: Box, width: float) -> tuple[Part, Part]:
    """The flaps of a side under the lid, which are tucked in, and over the bottom, which are
    glued."""
    length = min(max(MIN_DUST, box.w + GLUE_WIDTH), DUST_SHARE * width)
    taper = SHOULDER + DUST_TAPER * length
    radius = min(5.0, (box.w - 2 * taper) / 2.5, length / 3)
    x, right, top, bottom = box.x + SHOULDER, box.right - SHOULDER, -length, box.bottom + length
    near, far = box.x + taper, box.right - taper
    upper = (
        (x, 0.0),
        *arc(near + radius, top + radius, radius, 180, 270),
        *arc(far - radius, top + radius, radius, 270, 360),
        (right, 0.0),
    )
    lower = (
        (right, box.bottom),
        *arc(far - radius, bottom - radius, radius, 0, 90),
        *arc(near + radius, bottom - radius, radius, 90, 180),
        (x, box.bottom),
    )
    return (Part(f"{side} dust", upper, "tuck"), Part(f"{side} base", lower, "glue"))


def glue_flap(
    name: str,
    start: Point,
    end: Point,
    inset: float,
    width: float = GLUE_WIDTH,
    taper: float = GLUE_TAPER,
) -> Part:
    """A flap on the outside of an edge, which runs clockwise, with slanting ends; its fold begins
    and ends that inset from the corners."""
    length = math.dist(start, end)
    right, down = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    slant = inset + min(taper, (length - 2 * inset) / 4)

    def point(along: float, out: float) -> Point:
        return (start[0] + along * right + out * down, start[1] + along * down - out * right)

    outer = point(slant, width), point(length - slant, width)
    return Part(name, (point(inset, 0), *outer, point(length - inset, 0)), "glue")


def notch_radius(width: float) -> float:
    """The radius of the thumb notch in a front of that width."""
    return min(NOTCH_RADIUS, width / 5)
