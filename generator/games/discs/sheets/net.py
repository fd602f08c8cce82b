"""The net of a cube: a cross of six squares, with glue tabs on every edge that needs one.

Input: the edge of the cube in mm. Output: squares and lines from the net's top left corner.
The squares of the column are front, bottom, back and top of the cube; left and right hang on the
second. So the first is opposite the third, the second opposite the fourth, left opposite right.
"""

from typing import NamedTuple

from generator.layout.page import Box

Point = tuple[float, float]
Segment = tuple[Point, Point]

TAB_SHARE = 0.26  # of the edge: how deep a tab is
_TAPER = 0.2  # of the edge: how much shorter a tab is at either end
_CROSS = ((1, 0), (1, 1), (1, 2), (1, 3), (0, 1), (2, 1))  # (column, row) of every square


class Net(NamedTuple):
    """Its size; the six squares; lines to cut and to fold; edges that a tab is glued behind."""

    w: float
    h: float
    squares: tuple[Box, ...]
    cuts: tuple[Segment, ...]
    folds: tuple[Segment, ...]
    tabbed: tuple[Segment, ...]


def net(edge: float) -> Net:
    """The net of a cube with that edge."""
    tab = TAB_SHARE * edge
    squares = tuple(Box(tab + column * edge, row * edge, edge, edge) for column, row in _CROSS)
    column, sides = squares[:4], squares[4:]
    joints = [_bottom(square) for square in column[:3]]
    joints += [_right(sides[0]), _left(sides[1])]
    tabbed = [_bottom(column[3])]
    for side, outer in ((sides[0], _left), (sides[1], _right)):
        tabbed += [_top(side), _bottom(side), outer(side)]
    free = [_top(column[0])]
    free += [edge_of(square) for square in (column[0], *column[2:]) for edge_of in (_left, _right)]
    cuts = [*free, *(line for base in tabbed for line in _tab(base, tab))]
    return Net(
        3 * edge + 2 * tab, 4 * edge + tab, squares, tuple(cuts), (*joints, *tabbed), tuple(tabbed)
    )


# Edges of a square, each walked so that the square is on the right hand (y downward).


def _top(box: Box) -> Segment:
    return (box.x, box.y), (box.right, box.y)


def _right(box: Box) -> Segment:
    return (box.right, box.y), (box.right, box.bottom)


def _bottom(box: Box) -> Segment:
    return (box.right, box.bottom), (box.x, box.bottom)


def _left(box: Box) -> Segment:
    return (box.x, box.bottom), (box.x, box.y)


def _tab(base: Segment, depth: float) -> tuple[Segment, ...]:
    """The three cut sides of a tab on the outside of an edge."""
    (x1, y1), (x2, y2) = base
    dx, dy = x2 - x1, y2 - y1
    out = depth / (abs(dx) + abs(dy))  # edges are level or upright
    near = x1 + _TAPER * dx + out * dy, y1 + _TAPER * dy - out * dx
    far = x2 - _TAPER * dx + out * dy, y2 - _TAPER * dy - out * dx
    return ((x1, y1), near), (near, far), (far, (x2, y2))
