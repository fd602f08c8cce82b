"""The dice: what is on their faces, and nets that fold into cubes."""

import math
from collections import Counter
from itertools import pairwise

import pytest

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


# A square folded into its place: the corner it starts from, its two edges, and which way it looks.


def add(a, b):
    return tuple(x + y for x, y in zip(a, b, strict=True))


def minus(a):
    return tuple(-x for x in a)


def neighbours(frame):
    """The frames of the squares to the right, below, to the left and above, folded back by 90
    degrees, with the step on paper that leads to each."""
    corner, right, down, out = frame
    back = minus(out)
    yield (1, 0), (add(corner, right), back, down, right)
    yield (0, 1), (add(corner, down), right, back, down)
    yield (-1, 0), (add(corner, back), out, down, minus(right))
    yield (0, -1), (add(corner, back), right, out, minus(down))


def fold(cells):
    """Every square's frame, from the second square on."""
    frames = {cells[1]: ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))}
    todo = [cells[1]]
    while todo:
        cell = todo.pop()
        for (dx, dy), frame in neighbours(frames[cell]):
            other = cell[0] + dx, cell[1] + dy
            if other in cells and other not in frames:
                frames[other] = frame
                todo.append(other)
    return frames


@pytest.fixture(scope="module")
def cube():
    """The net, the cells of its squares on paper, and their folded frames."""
    cube_net = net(EDGE)
    left = min(box.x for box in squares(cube_net))
    cells = [(round((box.x - left) / EDGE), round(box.y / EDGE)) for box in squares(cube_net)]
    return cube_net, cells, fold(cells)


def edges_of(box):
    corners = Polygon.of_box(box).corners
    return [*pairwise((*corners, corners[0]))]


def folds_on(cube_net, segment):
    """The parts whose fold is on an edge of a square."""
    (x1, y1), (x2, y2) = segment
    edge = Box(min(x1, x2), min(y1, y2), abs(x1 - x2), abs(y1 - y2))
    return [
        part for part in cube_net.parts[1:]
        if all(edge.contains(Box(*point, 0, 0), 1e-6) for point in part.fold)
    ]  # fmt: skip


def in_space(number, corner, cells, frames):
    """Where a corner of a square is in space; the corners go clockwise from the top left."""
    place, right, down, _ = frames[cells[number]]
    for axis, is_there in ((right, corner in (1, 2)), (down, corner in (2, 3))):
        place = add(place, axis) if is_there else place
    return place


def test_six_squares_look_in_six_directions(cube):
    _, cells, frames = cube
    assert len(set(cells)) == len({frame[3] for frame in frames.values()}) == 6


def test_opposite_faces(cube):
    """First and third, second and fourth, left and right."""
    _, cells, frames = cube
    for one, other in ((0, 2), (1, 3), (4, 5)):
        assert frames[cells[one]][3] == minus(frames[cells[other]][3])


def test_every_edge_of_the_cube_is_folded_or_glued_once(cube):
    """Each of the 12 is that of two squares: one fold joins them, or a tab on one of them."""
    cube_net, cells, frames = cube
    roles = {}
    for number, box in enumerate(squares(cube_net)):
        for corner, segment in enumerate(edges_of(box)):
            ends = (in_space(number, each % 4, cells, frames) for each in (corner, corner + 1))
            found = [part.role for part in folds_on(cube_net, segment)]
            roles.setdefault(frozenset(ends), []).append(found)
    assert len(roles) == 12
    joined = [["panel"], ["panel"]]
    assert sum(each == joined for each in roles.values()) == 5
    assert all(each == joined or sorted(each) == [[], ["glue"]] for each in roles.values())


def test_a_tab_leaves_room_for_the_bleed_beside_it(cube):
    cube_net, *_ = cube
    tabs = [part for part in cube_net.parts if part.role == "glue"]
    assert len(tabs) == 7
    assert all(math.dist(*tab.fold) == pytest.approx(EDGE - 2 * BLEED) for tab in tabs)


@pytest.mark.parametrize("edge", [18.0, 25.0, 40.0])
def test_colour_bleeds_over_every_edge_that_is_not_shared(edge):
    """Over tabs too; but for the corners, where two neighbours' bleeds meet."""
    cube_net = net(edge)
    for whose, square in enumerate(squares(cube_net)):
        for segment in edges_of(square):
            if "panel" in [part.role for part in folds_on(cube_net, segment)]:
                continue
            for out in (0.1, BLEED / 2, BLEED - 0.1):
                for along in (BLEED + 0.1, edge / 2, edge - BLEED - 0.1):
                    assert square_at(cube_net, beside(segment, out, along / edge)) == whose
    for number, square in enumerate(squares(cube_net)):
        for inside in (square.inset(0.1), square.inset(edge / 3)):
            for point in ((inside.x, inside.y), (inside.right, inside.bottom)):
                assert square_at(cube_net, point) == number


def square_at(cube_net, point):
    """The square whose colour is seen at a point."""
    dot, areas = Box(*point, 0, 0), [*grounds(cube_net)]
    return [number for number in PAINTING_ORDER if areas[number].contains(dot, 0)][-1]


def beside(segment, far, share):
    """A point on the outside of an edge."""
    (x1, y1), (x2, y2) = segment
    length = math.dist(*segment)
    x, y = x1 + share * (x2 - x1), y1 + share * (y2 - y1)
    return x + far * (y2 - y1) / length, y + far * (x1 - x2) / length


@pytest.mark.parametrize("edge", [18.0, EDGE, 25.4, 33.3])
def test_the_outline_is_one_closed_path_around_squares_and_tabs(edge):
    cube_net = net(edge)
    xs, ys = zip(*cube_net.outline, strict=True)
    assert (min(xs), min(ys)) == pytest.approx((0, 0))
    assert (max(xs), max(ys)) == pytest.approx((cube_net.w, cube_net.h))
    assert area(cube_net.outline) == pytest.approx(
        sum(area(part.corners) for part in cube_net.parts)
    )
    assert all(area(part.corners) > 0 for part in cube_net.parts)  # they go clockwise


def area(corners):
    edges = pairwise((*corners, corners[0]))
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in edges) / 2
