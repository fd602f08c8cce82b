"""Folds nets of boxes in space, for tests: every fold by a quarter turn away from the printed side.

The part that all others hang on stays where it is on the paper, with x to the right, y down, and z
towards the eye.
"""

import math
from collections.abc import Callable, Sequence
from itertools import pairwise

from generator.layout.box import Net, Part
from generator.layout.page import Point

Point3 = tuple[float, float, float]
Move = Callable[[Point3], Point3]


def moves(net: Net) -> dict[str, tuple[Part, Move]]:
    """The parts by name, each with what takes its points from the paper to the box."""
    result = {net.root.name: (net.root, lambda point: point)}
    for part in net.parts:
        for child in part.children:
            (ax, ay), (bx, by) = child.fold
            length, move = math.dist(*child.fold), result[part.name][1]
            along, out = ((bx - ax) / length, (by - ay) / length), ((by - ay), (ax - bx))
            normal = out[0] / length, out[1] / length  # outward: edges run clockwise

            def turned(point: Point3, start=(ax, ay), along=along, out=normal, move=move) -> Point3:
                x, y, z = point[0] - start[0], point[1] - start[1], point[2]
                far, high = x * along[0] + y * along[1], x * out[0] + y * out[1]
                right, down = (start[i] + far * along[i] + z * out[i] for i in (0, 1))
                return move((right, down, -high))

            result[child.name] = child, turned
    return result


def folded(net: Net) -> dict[str, list[Point3]]:
    """The corners of every part on the folded box."""
    return {
        name: [move((x, y, 0)) for x, y in part.corners]
        for name, (part, move) in moves(net).items()
    }


def plane(corners: Sequence[Point3]) -> tuple[int, float]:
    """The axis that a part is at right angles to (0 for x), and where it is on that axis."""
    spans = [(max(values) - min(values), min(values)) for values in zip(*corners, strict=True)]
    (axis,) = (axis for axis, (span, _) in enumerate(spans) if span < 1e-6)
    return axis, spans[axis][1]


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
