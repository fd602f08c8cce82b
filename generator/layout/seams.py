"""Where the seams of a tiled page lie: in gaps between its items, as far as the tiles reach.

Input: how a length is divided evenly, and where items lie along it. Output: where each tile begins.
The best seams of all together are found by dynamic programming, because a tile that begins later
lets the next one begin later too.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

STEP = 0.1  # mm; sizes of tiles are whole multiples
REACH = 1 / 3  # of the distance between even seams: no tile gets very narrow
TOUCH = 0.1  # mm, as far as a seam may lie in an item, because places are multiples of STEP
CLEARANCE = 1.0  # mm, from a seam to the next text or art where there is room: cuts are not exact

Span = tuple[float, float]
Cost = tuple[int, ...]


class Division(NamedTuple):
    """A length divided into equal tiles: their number, from where one begins to where the next
    does, and how much longer the paper lets a tile be, both in mm."""

    tiles: int
    pitch: float
    slack: float


def seam_cost(figures: Sequence[Span], shapes: Sequence[Span]) -> Callable[[float], Cost]:
    """What a seam at a place costs: texts and art crossed; then other shapes; then texts and art
    that are very near. Spans are where items begin and end, in mm."""
    counters = [_counter(figures, TOUCH), _counter(shapes, TOUCH), _counter(figures, -CLEARANCE)]
    return lambda place: tuple(count(place) for count in counters)


def _counter(spans: Iterable[Span], inset: float) -> Callable[[float], int]:
    """Counts the spans about a place, all of them shortened by so much at both ends."""
    inner = [(start + inset, end - inset) for start, end in spans if end - start > 2 * inset]
    starts, ends = sorted(start for start, _ in inner), sorted(end for _, end in inner)
    return lambda place: bisect_left(starts, place) - bisect_right(ends, place)


def best_seams(even: Division, cost: Callable[[float], Cost]) -> tuple[float, ...]:
    """Where each tile begins, and where the one after the last would, in mm.

    Seams move from their even places by multiples of STEP. Of those that cost the least together,
    the ones nearest to the even places are taken. The first tile is never longer than an even one,
    since the plan lies beside its picture.
    """
    slack, reach = (round(length // STEP) for length in (even.slack + 1e-6, even.pitch * REACH))
    plans: dict[int, tuple[Cost, tuple[int, ...]]] = {0: ((0, 0, 0, 0), ())}
    for number in range(1, even.tiles):
        # Moves come in descending order, so this is the best plan whose last move is no smaller.
        best = dict(zip(plans, accumulate(plans.values(), min), strict=True))
        least, most = min(plans), min(reach, max(plans) + slack) if number > 1 else 0
        plans = {}
        for move in range(most, -reach - 1, -1):
            costs, moves = best[max(move - slack, least)]
            own = *cost(number * even.pitch + move * STEP), abs(move)
            plans[move] = tuple(map(sum, zip(costs, own, strict=True))), (*moves, move)
    _, moves = min(plan for move, plan in plans.items() if move >= -slack)
    return tuple(n * even.pitch + move * STEP for n, move in enumerate((0, *moves, 0)))
