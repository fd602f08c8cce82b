"""Nets of boxes, folded numerically: sides, flaps, what lies on what."""

import math
from collections.abc import Sequence
from itertools import combinations, pairwise

import pytest
from folding import area, common_area, folded, moves, plane
from hypothesis import given
from hypothesis import strategies as st

from generator.layout.box import TURNS, BoxSize, Part, tuck_box
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


def extent(corners: Sequence[Sequence[float]]) -> list[tuple[float, float]]:
    """The least and the greatest value on each axis."""
    return [(min(values), max(values)) for values in zip(*corners, strict=True)]


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
        axis, _ = plane(places[name])
        assert plane(places[name]) == pytest.approx(plane(places[partner]), abs=1e-4), name
        both = zip(extent(places[name]), extent(places[partner]), strict=True)
        for (low, high), (least, most) in both:
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
    _, move = moves(net)[name]
    for (x, y), direction in zip(RIGHT_AND_DOWN[TURNS[name]], (right, down), strict=True):
        ends = zip(move((0, 0, 0)), move((x, y, 0)), strict=True)
        assert [end - start for start, end in ends] == pytest.approx(direction)
