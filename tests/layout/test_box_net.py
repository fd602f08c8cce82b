"""Nets of boxes, folded numerically: sides, flaps, what lies on what."""

import math
from itertools import combinations, pairwise

import pytest
from folding import ROUNDING, area, common_area, flat, folded, moves, plane
from hypothesis import given
from hypothesis import strategies as st

from generator.layout.box import TURNS, BoxSize, Net, Part, tuck_box

SIZES = st.builds(BoxSize, st.floats(56, 180), st.floats(72, 250), st.floats(8, 100))
TUCK_PANELS = ("front", "back", "left", "right", "lid", "bottom")
# What each flap of a tuck box lies on, inside.
TUCK_PARTNERS = {
    "tuck": "front", "left dust": "lid", "right dust": "lid", "left base": "bottom",
    "right base": "bottom", "bottom tab": "back", "seam": "back",
}  # fmt: skip


def extent(corners: list) -> tuple:
    """The least and the greatest value on each axis."""
    return tuple(
        (round(min(values), 5), round(max(values), 5)) for values in zip(*corners, strict=True)
    )


def nets(size: BoxSize) -> list[tuple[Net, dict[str, str]]]:
    """The net for a size, with what its flaps lie on."""
    return [(tuck_box(size), TUCK_PARTNERS)]


def overlap(one: Part, other: Part) -> float:
    """The area on the paper that two parts share; the front, which has a notch, is not convex."""
    first, second = (other, one) if other.name == "front" else (one, other)
    return common_area(first.corners, second.corners)


@given(SIZES)
def test_a_tuck_box_closes_all_around(size):
    """Its six sides are those of a cuboid of the size, and opposite ones are equal."""
    w, h, d = (round(edge, 5) for edge in size)
    sides = {name: extent(corners) for name, corners in folded(tuck_box(size)).items()}
    (x, _), (y, _), (_, z) = sides["front"]
    box = {
        "front": ((x, x + w), (y, y + h), (z, z)), "back": ((x, x + w), (y, y + h), (z - d, z - d)),
        "left": ((x, x), (y, y + h), (z - d, z)), "right": ((x + w, x + w), (y, y + h), (z - d, z)),
        "lid": ((x, x + w), (y, y), (z - d, z)), "bottom": ((x, x + w), (y + h, y + h), (z - d, z)),
    }  # fmt: skip
    for name, around in box.items():
        for measured, expected in zip(sides[name], around, strict=True):
            assert measured == pytest.approx(expected, abs=1e-4), name


@given(SIZES)
def test_every_flap_lies_on_its_partner(size):
    """In its plane, and wholly within it."""
    for net, partners in nets(size):
        places = folded(net)
        flaps = {part.name: part for part in net.parts if part.role != "panel"}
        assert flaps.keys() == partners.keys()
        for name in flaps:
            partner = partners[name]
            assert plane(places[name]) == pytest.approx(plane(places[partner]), abs=1e-4), name
            for inner, outer in zip(extent(places[name]), extent(places[partner]), strict=True):
                assert outer[0] - 1e-4 <= inner[0] <= inner[1] <= outer[1] + 1e-4, name


@given(SIZES)
def test_flaps_lie_1_mm_from_the_cuts_beside_them(size):
    """But for the part that they hang on; no scissors cut a narrower strip."""
    for net, _ in nets(size):
        hangs_on = {child.name: part.name for part in net.parts for child in part.children}
        for flap in (part for part in net.parts if part.role != "panel"):
            for other in net.parts:
                if other.name not in (flap.name, hangs_on[flap.name]):
                    assert distance(flap, other) > 1 - 1e-6, (flap.name, other.name)


def distance(one: Part, other: Part) -> float:
    """The shortest one from a corner of either part to an edge of the other."""
    return min(
        from_line(point, line)
        for part, beside in ((one, other), (other, one))
        for line in pairwise([*beside.corners, beside.corners[0]])
        for point in part.corners
    )


def from_line(point: tuple, line: tuple) -> float:
    (x1, y1), (x2, y2) = line
    across, down = x2 - x1, y2 - y1
    square = across**2 + down**2
    share = ((point[0] - x1) * across + (point[1] - y1) * down) / square if square else 0
    share = min(1, max(0, share))
    return math.dist(point, (x1 + share * across, y1 + share * down))


@given(SIZES)
def test_nothing_overlaps_in_a_net(size):
    for net, _ in nets(size):
        for one, other in combinations(net.parts, 2):
            assert overlap(one, other) < 1e-3, (one.name, other.name)


@given(SIZES)
def test_nothing_overlaps_in_a_box_but_flaps_on_their_partners(size):
    for net, partners in nets(size):
        places = folded(net)
        for one, other in combinations(places, 2):
            if other in (partners.get(one), one) or one == partners.get(other):
                continue
            (axis, where), (other_axis, other_where) = plane(places[one]), plane(places[other])
            if axis != other_axis or abs(where - other_where) > 1e-3:
                continue
            first, second = (other, one) if other == "front" else (one, other)
            shared = common_area(flat(places[first], axis), flat(places[second], axis))
            assert shared < 1e-3, (one, other)


@given(SIZES)
def test_the_outline_is_one_closed_path_around_all_parts(size):
    """Its area is that of all parts together, and it never crosses itself."""
    for net, _ in nets(size):
        outline = net.outline
        assert area(outline) == pytest.approx(sum(area(part.corners) for part in net.parts))
        assert len(set(outline)) == len(outline)
        edges = list(pairwise([*outline, outline[0]]))
        for number, one in enumerate(edges):
            for other in edges[number + 2 :]:
                assert other[1] == one[0] or not crosses(one, other)
        xs, ys = zip(*outline, strict=True)
        assert (min(xs), min(ys)) == pytest.approx((0, 0), abs=ROUNDING)
        assert (max(xs), max(ys)) == pytest.approx((net.w, net.h))


def crosses(one: tuple, other: tuple) -> bool:
    """Whether two lines cross or touch."""

    def side(line: tuple, point: tuple) -> float:
        (x1, y1), (x2, y2) = line
        return (x2 - x1) * (point[1] - y1) - (y2 - y1) * (point[0] - x1)

    apart = any(
        max(one[0][axis], one[1][axis]) < min(other[0][axis], other[1][axis])
        or max(other[0][axis], other[1][axis]) < min(one[0][axis], one[1][axis])
        for axis in (0, 1)
    )
    return not apart and all(
        side(line, ends[0]) * side(line, ends[1]) <= 0
        for line, ends in ((one, other), (other, one))
    )


@given(SIZES)
def test_every_fold_but_those_of_the_outline_is_inside(size):
    """A fold joins two parts: it is an edge of one and lies on an edge of the other."""
    for net, _ in nets(size):
        assert len(net.folds) == len(net.parts) - 1
        outline = set(net.outline)
        for start, end in net.folds:
            assert {start, end} <= outline or start in outline or end in outline


def test_flaps_have_rounded_or_slanting_sides():
    """They are narrower at the end, so that they slip in."""
    for part in tuck_box(BoxSize(65, 90, 15)).parts:
        if part.role == "panel":
            continue
        (ax, ay), (bx, by) = part.fold
        width = abs(bx - ax) + abs(by - ay)
        along = 0 if ay == by else 1
        level = {"seam": part.box.right, "tuck": part.box.y}.get(part.name)
        level = (
            level if level is not None else part.box.y if "dust" in part.name else part.box.bottom
        )
        ends = [corner[along] for corner in part.corners if abs(corner[1 - along] - level) < 0.01]
        assert max(ends) - min(ends) < width - 1, part.name


def test_the_front_has_a_notch_for_a_thumb():
    front = next(part for part in tuck_box(BoxSize(65, 90, 15)).parts if part.name == "front")
    assert 65 * 90 - area(front.corners) == pytest.approx(127, abs=1)  # half a circle of 9 mm


@pytest.mark.parametrize(
    ("name", "turn", "right", "down"),
    [
        ("front", 0, (1, 0, 0), (0, 1, 0)),
        ("back", 0, (-1, 0, 0), (0, 1, 0)),  # as seen from behind
        ("lid", 180, (1, 0, 0), (0, 0, 1)),  # read from the front, from above
        ("bottom", 0, (1, 0, 0), (0, 0, -1)),
        ("left", 90, (0, 1, 0), (0, 0, -1)),  # down the side, like the spine of a book
        ("right", 90, (0, 1, 0), (0, 0, 1)),
    ],
)
def test_faces_are_upright(name, turn, right, down):
    """The directions of a text on a face, on the box."""
    assert TURNS[name] == turn
    net = tuck_box(BoxSize(65, 90, 15))
    assert folded_direction(net, name, *RIGHT_AND_DOWN[turn][0]) == pytest.approx(right)
    assert folded_direction(net, name, *RIGHT_AND_DOWN[turn][1]) == pytest.approx(down)


RIGHT_AND_DOWN = {
    0: ((1, 0), (0, 1)), 90: ((0, 1), (-1, 0)), 180: ((-1, 0), (0, -1)), 270: ((0, -1), (1, 0)),
}  # fmt: skip
"""By the turn of a text, where its right and its lower end point on the net."""


def folded_direction(net, name, x, y):
    """Where a direction on a part of a net points when the net is folded."""
    _, move = moves(net)[name]
    return tuple(b - a for a, b in zip(move((0, 0, 0)), move((x, y, 0)), strict=True))
