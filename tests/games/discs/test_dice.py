"""The dice: what is on their faces, and nets that fold into cubes."""

import math
from collections import Counter
from itertools import pairwise

import pytest

from generator.core.paper import Box
from generator.games.discs.roll import WILD, faces
from generator.games.discs.sheets.dice_sheet import PAINTING_ORDER, TAB_SHARE, net
from generator.layout.piece_grid import BLEED

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
    cells = [_cell((box.x, box.y)) for box in cube_net.squares]
    return cube_net, cells, fold(cells)


def _cell(point):
    return round((point[0] - TAB_SHARE * EDGE) / EDGE), round(point[1] / EDGE)


def in_space(segment, cells, frames):
    """Where an edge on paper is in space, from each square that has it."""
    ends = {_cell(point) for point in segment}
    for cell in cells:
        corners = {(cell[0] + x, cell[1] + y): (x, y) for x in (0, 1) for y in (0, 1)}
        if ends <= corners.keys():
            yield cell, frozenset(_corner(frames[cell], corners[end]) for end in ends)


def _corner(frame, at):
    corner, right, down, _ = frame
    for axis, times in ((right, at[0]), (down, at[1])):
        corner = add(corner, axis) if times else corner
    return corner


def test_six_squares_look_in_six_directions(cube):
    _, cells, frames = cube
    assert len(set(cells)) == len({frame[3] for frame in frames.values()}) == 6


def test_opposite_faces(cube):
    """First and third, second and fourth, left and right."""
    _, cells, frames = cube
    for one, other in ((0, 2), (1, 3), (4, 5)):
        assert frames[cells[one]][3] == minus(frames[cells[other]][3])


def test_every_edge_of_the_cube_is_folded_or_glued_once(cube):
    cube_net, cells, frames = cube
    glued = [tab.edge for tab in cube_net.tabs]
    edges = [next(in_space(segment, cells, frames))[1] for segment in (*cube_net.joints, *glued)]
    assert len(edges) == len(set(edges)) == 12
    for segment in cube_net.joints:
        shared = list(in_space(segment, cells, frames))
        assert len(shared) == 2 and len({place for _, place in shared}) == 1


def test_every_tab_meets_an_edge_without_one(cube):
    cube_net, cells, frames = cube
    tabbed = {next(in_space(tab.edge, cells, frames))[1] for tab in cube_net.tabs}
    bare = [place for segment in cube_net.free for _, place in in_space(segment, cells, frames)]
    assert len(bare) == len(set(bare)) == 7
    assert set(bare) == tabbed


def test_a_tab_is_cut_from_corner_to_corner_and_folded_between(cube):
    """The fold leaves out what the bleed beside it takes."""
    cube_net, *_ = cube
    for tab in cube_net.tabs:
        path = [tab.cuts[0][0], *(end for _, end in tab.cuts)]
        assert (path[0], path[-1]) == tab.edge
        assert tab.fold == (path[1], path[-2])
        assert math.dist(path[0], path[1]) == pytest.approx(BLEED)
        assert all(start == end for (_, end), (start, _) in pairwise(tab.cuts))


@pytest.mark.parametrize("edge", [18.0, 25.0, 40.0])
def test_colour_bleeds_over_every_edge_that_is_not_shared(edge):
    """Over tabs too; but for the corners, where two neighbours' bleeds meet."""
    cube_net = net(edge)
    for segment in (*cube_net.free, *(tab.edge for tab in cube_net.tabs)):
        whose = [square.contains(around(segment)) for square in cube_net.squares].index(True)
        for out in (0.1, BLEED / 2, BLEED - 0.1):
            for along in (BLEED + 0.1, edge / 2, edge - BLEED - 0.1):
                assert square_at(cube_net, at(outward(segment, out), along / edge)) == whose
    for number, square in enumerate(cube_net.squares):
        for inside in (square.inset(0.1), square.inset(edge / 3)):
            for point in ((inside.x, inside.y), (inside.right, inside.bottom)):
                assert square_at(cube_net, point) == number


def square_at(cube_net, point):
    """The square whose colour is seen at a point."""
    dot = Box(*point, 0, 0)
    return [number for number in PAINTING_ORDER if cube_net.grounds[number].contains(dot, 0)][-1]


def at(segment, share):
    (x1, y1), (x2, y2) = segment
    return x1 + share * (x2 - x1), y1 + share * (y2 - y1)


@pytest.mark.parametrize("edge", [18.0, 25.0, 40.0])
def test_lines_are_solid_only_where_they_are_cut(edge):
    """A cut has the net on one side, a fold on both."""
    cube_net = net(edge)
    for lines, sides in ((cube_net.cuts, 1), (cube_net.folds, 2)):
        for segment in lines:
            for share in (0.05, 0.5, 0.95):
                near = (at(outward(segment, out), share) for out in (0.05, -0.05))
                assert sum(is_net(cube_net, point) for point in near) == sides
    assert len(set(cube_net.cuts)) == len(cube_net.cuts)


def is_net(cube_net, point):
    """Whether a point is on a square or on a tab."""
    dot = Box(*point, 0, 0)
    if any(square.contains(dot, 0) for square in cube_net.squares):
        return True
    return any(_in_polygon(point, [cut[0] for cut in tab.cuts]) for tab in cube_net.tabs)


def _in_polygon(point, corners):
    x, y = point
    inside = False
    for (x1, y1), (x2, y2) in pairwise((*corners, corners[0])):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            inside = not inside
    return inside


def outward(segment, far):
    """The edge of a square moved away from it."""
    (x1, y1), (x2, y2) = segment
    length = math.dist(*segment)
    dx, dy = far * (y2 - y1) / length, far * (x1 - x2) / length
    return (x1 + dx, y1 + dy), (x2 + dx, y2 + dy)


def around(*segments):
    xs, ys = zip(*(point for segment in segments for point in segment), strict=True)
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def test_everything_lies_within_the_net(cube):
    cube_net, *_ = cube
    points = [point for segment in (*cube_net.cuts, *cube_net.folds) for point in segment]
    assert min(x for x, _ in points) == pytest.approx(0)
    assert min(y for _, y in points) == pytest.approx(0)
    assert max(x for x, _ in points) == pytest.approx(cube_net.w)
    assert max(y for _, y in points) == pytest.approx(cube_net.h)


@pytest.mark.parametrize("edge", [18.0, EDGE, 25.4, 33.3])
def test_the_outline_is_one_closed_path_of_all_cuts(edge):
    shape = net(edge)
    corners = shape.outline
    edges = [*zip(corners, (*corners[1:], corners[0]), strict=True)]
    assert len(edges) == len(shape.cuts)
    for segment in shape.cuts:
        assert any(math.dist(sum(segment, ()), sum(other, ())) < 1e-6 for other in edges)
    area = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in edges) / 2
    tabs = sum(
        TAB_SHARE * edge * (math.dist(*tab.fold) + math.dist(*tab.cuts[2])) / 2
        for tab in shape.tabs
    )
    assert area == pytest.approx(6 * edge**2 + tabs)
