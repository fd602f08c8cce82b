"""The dice: what is on their faces, and nets that fold into cubes."""

import math
from collections import Counter
from itertools import pairwise

import pytest
from folding import folded, moves, plane

from generator.core.paper import Box
from generator.games.discs.roll import WILD, faces
from generator.games.discs.sheets.dice_sheet import PAINTING_ORDER, grounds, net, squares
from generator.layout.page import Polygon
from generator.layout.pieces import BLEED

EDGE = 20.0


@pytest.mark.parametrize(("kinds", "each", "white"), [(5, 1, 1), (4, 1, 2), (3, 1, 3), (2, 2, 2)])
def test_every_kind_is_as_likely_as_the_others_and_white_is_there(kinds, each, white):
    names = [f"kind {number}" for number in range(kinds)]
    counts = Counter(faces(names))
    assert counts.total() == 6
    assert counts == {**dict.fromkeys(names, each), WILD: white}


def test_six_squares_make_a_cube():
    """First and third lie opposite each other, second and fourth, left and right."""
    places = folded(net(EDGE))
    planes = [plane(places[f"face {number}"]) for number in range(6)]
    opposite = [(planes[one], planes[other]) for one, other in ((0, 2), (1, 3), (4, 5))]
    assert {axis for (axis, _), (other, _) in opposite if axis == other} == {0, 1, 2}
    assert [abs(one - other) for (_, one), (_, other) in opposite] == pytest.approx([EDGE] * 3)


def test_every_edge_of_the_cube_is_folded_or_glued_once():
    """Each of the 12, in its middle; tabs leave room for the bleed beside them."""
    middles = set()
    for part, move in list(moves(net(EDGE)).values())[1:]:
        start, end = (move((x, y, 0)) for x, y in part.fold)
        middles.add(tuple(round((a + b) / EDGE, 3) for a, b in zip(start, end, strict=True)))
        is_tab = part.role == "glue"
        assert math.dist(*part.fold) == pytest.approx(EDGE - (2 * BLEED if is_tab else 0))
    assert len(middles) == 12
    lows = [min(values) for values in zip(*middles, strict=True)]
    for middle in middles:
        assert sorted(round(a - low) % 2 for a, low in zip(middle, lows, strict=True)) == [0, 0, 1]


@pytest.mark.parametrize("edge", [18.0, 25.0, 40.0])
def test_colour_bleeds_over_every_edge_that_is_not_shared(edge):
    """Over tabs too; but for the corners, where two neighbours' bleeds meet."""
    cube_net = net(edge)
    areas = list(grounds(cube_net))
    folds = [set(part.fold) for part in cube_net.parts if part.role == "panel" and part.fold]

    def square_at(x, y):
        """The square whose colour is seen at a point."""
        dot = Box(x, y, 0, 0)
        return [number for number in PAINTING_ORDER if areas[number].contains(dot, 0)][-1]

    for whose, square in enumerate(squares(cube_net)):
        for inside in (square.inset(0.1), square.inset(edge / 3)):
            assert square_at(inside.x, inside.y) == whose == square_at(inside.right, inside.bottom)
        corners = Polygon.of_box(square).corners
        for (x1, y1), (x2, y2) in pairwise((*corners, corners[0])):
            if {(x1, y1), (x2, y2)} in folds:
                continue
            right, down = (x2 - x1) / edge, (y2 - y1) / edge
            for out in (0.1, BLEED / 2, BLEED - 0.1):
                for along in (BLEED + 0.1, edge / 2, edge - BLEED - 0.1):
                    x, y = x1 + along * right + out * down, y1 + along * down - out * right
                    assert square_at(x, y) == whose
