"""Folds nets of boxes in space, for tests: every fold by a quarter turn away from the printed side.

The part that all others hang on stays where it is on the paper, with x to the right, y down, and z
towards the eye.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from generator.layout.box import Net, Part

Point3 = tuple[float, float, float]
Move = Callable[[Point3], Point3]
ROUNDING = 1e-6


def folded(net: Net) -> dict[str, tuple[Point3, ...]]:
    """The corners of every part on the folded box."""
    return {name: tuple(move((x, y, 0)) for x, y in part.corners)
            for name, (part, move) in moves(net).items()}  # fmt: skip


def moves(net: Net) -> dict[str, tuple[Part, Move]]:
    """The parts by name, each with what takes its points from the paper to the box."""
    return {part.name: (part, move) for part, move in _moves(net.root, lambda point: point)}


def _moves(part: Part, move: Move) -> Iterator[tuple[Part, Move]]:
    yield part, move
    for child in part.children:
        turn = _quarter_turn(child)
        yield from _moves(child, lambda point, turn=turn: move(turn(point)))


def _quarter_turn(part: Part) -> Move:
    """A quarter turn about the fold of a part, away from the eye."""
    (ax, ay), (bx, by) = part.fold
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    ux, uy = (bx - ax) / length, (by - ay) / length
    nx, ny = uy, -ux  # out of the part that it hangs on: edges run clockwise

    def turn(point: Point3) -> Point3:
        x, y, z = point
        along, out = (x - ax) * ux + (y - ay) * uy, (x - ax) * nx + (y - ay) * ny
        return ax + along * ux + z * nx, ay + along * uy + z * ny, -out

    return turn


def plane(corners: Sequence[Point3]) -> tuple[int, float]:
    """The axis that a part is at right angles to (0 for x), and where it is on that axis. Raises
    ValueError for a part that is not parallel to a side of the box."""
    for axis in range(3):
        values = [corner[axis] for corner in corners]
        if max(values) - min(values) < ROUNDING:
            return axis, round(values[0], 5)
    raise ValueError(corners)


def flat(corners: Sequence[Point3], axis: int) -> list[tuple[float, float]]:
    """The corners as seen along an axis."""
    return [tuple(value for other, value in enumerate(corner) if other != axis)
            for corner in corners]  # fmt: skip


def area(corners: Sequence[tuple[float, float]]) -> float:
    """The area of a polygon, positive if its corners are clockwise (y points down)."""
    edges = pairwise([*corners, corners[0]])
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in edges) / 2


def common_area(one: Sequence[tuple[float, float]], convex: Sequence[tuple[float, float]]) -> float:
    """The area that two polygons share, of which the second is convex (Sutherland and Hodgman)."""
    if area(convex) < 0:
        convex = convex[::-1]
    corners = list(one)
    for (x1, y1), (x2, y2) in pairwise([*convex, convex[0]]):
        sides = [(x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) for x, y in corners]
        clipped = []
        for number, (x, y) in enumerate(corners):
            (before_x, before_y), before, now = (
                corners[number - 1],
                sides[number - 1],
                sides[number],
            )
            if (before < 0) != (now < 0):
                share = before / (before - now)
                clipped.append(
                    (before_x + share * (x - before_x), before_y + share * (y - before_y))
                )
            if now >= 0:
                clipped.append((x, y))
        corners = clipped
        if not corners:
            return 0.0
    return abs(area(corners))
