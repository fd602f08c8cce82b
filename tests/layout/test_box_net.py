"""Nets of boxes, folded numerically: sides, flaps, what lies on what.

Every fold is a quarter turn away from the printed side. The front, which all other parts hang on,
stays where it is on the paper, with x to the right, y down, and z towards the eye.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.layout.box import TURNS, BoxSize, Net, Part, tuck_box
from generator.layout.page import Point

SIZES = st.builds(BoxSize, st.floats(56, 180), st.floats(72, 250), st.floats(8, 100))
# What each flap lies on, inside.
PARTNERS = {
    "tuck": "front",
    "left dust": "lid",
    "right dust": "lid",
    "left base": "bottom",
    "right base": "bottom",
    "bottom tab": "back",
    "seam": "back",
}
Point3 = tuple[float, float, float]
Move = Callable[[Point3], Point3]


def moves(part: Part, move: Move = lambda point: point) -> Iterator[tuple[Part, Move]]:
    """A part and those that hang on it, each with what takes its points from the paper to the
    box."""
    yield part, move
    for child in part.children:
        (ax, ay), (bx, by) = child.fold
        length = math.dist(*child.fold)
        ux, uy = (bx - ax) / length, (by - ay) / length
        nx, ny = uy, -ux  # out of the part that it hangs on: edges run clockwise

        def turned(point: Point3, fold=(ax, ay, ux, uy, nx, ny)) -> Point3:
            (x, y, z), (ax, ay, ux, uy, nx, ny) = point, fold
            along, out = (x - ax) * ux + (y - ay) * uy, (x - ax) * nx + (y - ay) * ny
            return move((ax + along * ux + z * nx, ay + along * uy + z * ny, -out))

        yield from moves(child, turned)


def folded(net: Net) -> dict[str, list[Point3]]:
    """The corners of every part on the folded box."""
    return {part.name: [move((x, y, 0)) for x, y in part.corners] for part, move in moves(net.root)}


def extent(corners: Sequence[Sequence[float]]) -> list[tuple[float, float]]:
    """The least and the greatest value on each axis."""
    return [(min(values), max(values)) for values in zip(*corners, strict=True)]


def area(corners: Sequence[Point]) -> float:
    """The area of a polygon, positive if its corners are clockwise (y points down)."""
    edges = pairwise([*corners, corners[0]])
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in edges) / 2


def common_area(one: Sequence[Point], convex: Sequence[Point]) -> float:
    """The area that two polygons share, of which the second is convex (Sutherland and Hodgman)."""
    if area(convex) < 0:
        convex = convex[::-1]
    corners = list(one)
    for (x1, y1), (x2, y2) in pairwise([*convex, convex[0]]):
        sides = [(x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) for x, y in corners]
        clipped = []
        for number, (x, y) in enumerate(corners):
            (last_x, last_y), before, now = corners[number - 1], sides[number - 1], sides[number]
            if (before < 0) != (now < 0):
                share = before / (before - now)
                clipped.append((last_x + share * (x - last_x), last_y + share * (y - last_y)))
            if now >= 0:
                clipped.append((x, y))
        if not clipped:
            return 0.0
        corners = clipped
    return abs(area(corners))


@given(SIZES)
def test_a_tuck_box_closes_all_around(size):
    """Its six sides are those of a cuboid of the size, and opposite ones are equal."""
    w, h, d = size
    places = folded(tuck_box(size))
    (x, _), (y, _), (_, z) = extent(places["front"])
    box = {
        "front": ((x, x + w), (y, y + h), (z, z)),
        "back": ((x, x + w), (y, y + h), (z - d, z - d)),
        "left": ((x, x), (y, y + h), (z - d, z)),
        "right": ((x + w, x + w), (y, y + h), (z - d, z)),
        "lid": ((x, x + w), (y, y), (z - d, z)),
        "bottom": ((x, x + w), (y + h, y + h), (z - d, z)),
    }
    for name, around in box.items():
        for measured, expected in zip(extent(places[name]), around, strict=True):
            assert measured == pytest.approx(expected, abs=1e-4), name


@given(SIZES)
def test_every_flap_lies_on_its_partner_and_on_no_other_flap(size):
    """In its plane, and wholly within it."""
    net = tuck_box(size)
    places = folded(net)
    assert {part.name for part in net.parts if part.role != "panel"} == PARTNERS.keys()
    for name, partner in PARTNERS.items():
        inner, outer = extent(places[name]), extent(places[partner])
        (axis,) = (axis for axis, (low, high) in enumerate(inner) if high - low < 1e-4)
        assert inner[axis] == pytest.approx(outer[axis], abs=1e-4), name
        for (low, high), (least, most) in zip(inner, outer, strict=True):
            assert least - 1e-4 <= low <= high <= most + 1e-4, name
        for other, its_partner in PARTNERS.items():
            if other != name and its_partner == partner:
                seen = [[p[:axis] + p[axis + 1 :] for p in places[each]] for each in (name, other)]
                assert common_area(*seen) < 1e-3, (name, other)


@given(SIZES)
def test_nothing_overlaps_in_a_net_and_flaps_lie_1_mm_from_the_cuts_beside_them(size):
    """But for the part that they hang on; no scissors cut a narrower strip."""
    net = tuck_box(size)
    hangs_on = {child.name: part.name for part in net.parts for child in part.children}
    for one, other in combinations(net.parts, 2):
        first, second = (other, one) if other.name == "front" else (one, other)  # is not convex
        assert common_area(first.corners, second.corners) < 1e-3, (one.name, other.name)
        is_joined = other.name == hangs_on.get(one.name) or one.name == hangs_on.get(other.name)
        if (one.role, other.role) != ("panel", "panel") and not is_joined:
            assert distance(one, other) > 1 - 1e-6, (one.name, other.name)


def distance(one: Part, other: Part) -> float:
    """The shortest one from a corner of either part to an edge of the other."""
    return min(
        from_line(point, *line)
        for part, beside in ((one, other), (other, one))
        for line in pairwise([*beside.corners, beside.corners[0]])
        for point in part.corners
    )


def from_line(point: Point, start: Point, end: Point) -> float:
    across, down = end[0] - start[0], end[1] - start[1]
    square = across**2 + down**2
    share = ((point[0] - start[0]) * across + (point[1] - start[1]) * down) / (square or 1)
    share = min(1, max(0, share))
    return math.dist(point, (start[0] + share * across, start[1] + share * down))


@given(SIZES)
def test_the_outline_is_one_closed_path_around_all_parts(size):
    net = tuck_box(size)
    assert area(net.outline) == pytest.approx(sum(area(part.corners) for part in net.parts))
    assert len(set(net.outline)) == len(net.outline)
    (left, right), (top, bottom) = extent(net.outline)
    assert (left, top, right, bottom) == pytest.approx((0, 0, net.w, net.h), abs=1e-6)
    assert len(net.folds) == len(net.parts) - 1
    for fold in net.folds:
        assert set(fold) & set(net.outline), "every fold begins or ends at the cut"


# By the turn of a text, where its right and its lower end point on the net.
RIGHT_AND_DOWN = {0: ((1, 0), (0, 1)), 90: ((0, 1), (-1, 0)), 180: ((-1, 0), (0, -1))}


@pytest.mark.parametrize(
    ("name", "right", "down"),
    [
        ("front", (1, 0, 0), (0, 1, 0)),
        ("back", (-1, 0, 0), (0, 1, 0)),  # as seen from behind
        ("lid", (1, 0, 0), (0, 0, 1)),  # read from the front, from above
        ("bottom", (1, 0, 0), (0, 0, -1)),
        ("left", (0, 1, 0), (0, 0, -1)),  # down the side, like the spine of a book
        ("right", (0, 1, 0), (0, 0, 1)),
    ],
)
def test_faces_are_upright(name, right, down):
    """The directions of a text on a face, on the box."""
    net = tuck_box(BoxSize(65, 90, 15))
    (move,) = (move for part, move in moves(net.root) if part.name == name)
    for (x, y), direction in zip(RIGHT_AND_DOWN[TURNS[name]], (right, down), strict=True):
        ends = zip(move((0, 0, 0)), move((x, y, 0)), strict=True)
        assert [end - start for start, end in ends] == pytest.approx(direction)
