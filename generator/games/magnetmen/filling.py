"""How many squares each type gets, and where they go.

Input: frequencies with minima and maxima; counts and a grid. Output: counts that add up to the
squares; an arrangement without solid blocks; how many types can fill a board. Pure functions, some
of a stream of random numbers.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import chain

from generator.core.seeds import Stream

MAX_TRIES = 200
_UNIT = 10**9  # shares are whole billionths of a square, so that their sum is exact


def apportion(
    squares: int, weights: Sequence[float], bounds: Sequence[tuple[int, int]], stream: Stream
) -> tuple[int, ...]:
    """Squares for each type in proportion to its weight, none outside its (least, most).

    Types whose fair share lies outside their bounds get the bound; the others share what is
    left in proportion. Fractions are rounded by systematic sampling: a count is its exact share
    rounded down or up, its expectation is the share, and the sum is exact.
    Raises ValueError when the bounds leave no way to add up to the squares.
    """
    if not sum(low for low, _ in bounds) <= squares <= sum(high for _, high in bounds):
        raise ValueError(f"{squares} squares cannot be shared out within {list(bounds)}")
    mark, total, counts = stream.below(_UNIT), 0, []
    for share in _shares(squares, tuple(weights), tuple(bounds)):
        counts.append((total + share + mark) // _UNIT - (total + mark) // _UNIT)
        total += share
    return tuple(counts)


@lru_cache(maxsize=1024)
def _shares(
    squares: int, weights: tuple[float, ...], bounds: tuple[tuple[int, int], ...]
) -> tuple[int, ...]:
    """The shares in billionths: weight times one common factor, cut to the bounds, adding up.

    The factor is the least with which the rounded shares are enough.
    """
    target, ranges = squares * _UNIT, [(low * _UNIT, high * _UNIT) for low, high in bounds]

    def cut(factor: float) -> list[int]:
        return [
            low if (share := round(weight * factor * _UNIT)) < low else min(share, high)
            for weight, (low, high) in zip(weights, ranges, strict=True)
        ]

    factor, slope = _factor(squares, weights, bounds)
    shares = cut(factor)
    if slope and sum(shares) != target:  # rounding moves the sum, but by less than one a type
        near = len(weights) / (slope * _UNIT)
        ends = (factor - near, factor) if sum(shares) > target else (factor, factor + near)
        shares = _enough(cut, weights, target, *ends)
    free = next((i for i, share in enumerate(shares) if share % _UNIT), 0)
    shares[free] -= sum(shares) - target  # those that round up together may be too many
    return tuple(shares)


def _enough(
    cut: Callable[[float], list[int]],
    weights: tuple[float, ...],
    target: int,
    low: float,
    high: float,
) -> list[int]:
    """The shares of the least factor between these with which they are enough."""
    less, shares = cut(low), cut(high)
    while sum(shares) > target and low < (middle := (low + high) / 2) < high:
        if _one_step(weights, less, shares):
            break
        between = cut(middle)
        if sum(between) < target:
            low, less = middle, between
        else:
            high, shares = middle, between
    return shares


def _one_step(weights: tuple[float, ...], less: list[int], more: list[int]) -> bool:
    """Whether no factor between gives other shares: whatever differs does so by a billionth, and
    rounds up at the same factor."""
    steps = {each for each in zip(weights, less, more, strict=True) if each[1] != each[2]}
    return len(steps) == 1 and all(to - share == 1 for _, share, to in steps)


def _factor(
    squares: int, weights: tuple[float, ...], bounds: tuple[tuple[int, int], ...]
) -> tuple[float, float]:
    """The common factor before rounding, and how fast the sum of the shares grows there.

    The sum is straight between the factors at which a type leaves its minimum or reaches its
    maximum.
    """
    bends = [(low / weight, weight) for weight, (low, _) in zip(weights, bounds, strict=True)]
    bends += [(high / weight, -weight) for weight, (_, high) in zip(weights, bounds, strict=True)]
    factor = slope = 0.0
    total = float(sum(low for low, _ in bounds))
    for bend, change in sorted(bends):
        if total >= squares:
            break
        rise = slope * (bend - factor)
        if total + rise >= squares:
            return factor + (squares - total) / slope, slope
        factor, total, slope = bend, total + rise, slope + change
    return factor, 0.0


def largest_group_allowed(count: int, squares: int) -> int:
    """How large an orthogonally connected group of a type may be that has that many squares.

    A random fill makes groups too, and players may see them; a solid block is what nobody
    believes to be random. The bound is the size that the largest group stays within in about
    95 of 100 random fills. Simulated for shares from 5 to 50% on 6 x 6, 8 x 8 and 11 x 11, that
    size is well met by (0.9 + 14 share^2) * sqrt(count), and never less than 2.
    """
    share = count / squares
    return max(2, math.ceil((0.9 + 14 * share**2) * math.sqrt(count)))


def largest_groups(cells: Sequence[int], columns: int) -> dict[int, int]:
    """The size of the largest orthogonally connected group of each type on a grid."""
    largest = dict.fromkeys(cells, 1)
    groups: dict[int, list[int]] = {}  # of the cells that have a like neighbour
    for cell, other in _borders(columns, len(cells)):
        kind = cells[cell]
        if kind != cells[other]:
            continue
        group, more = groups.get(cell) or [cell], groups.get(other) or [other]
        if group is not more:
            group += more
            for each in group:
                groups[each] = group
            if len(group) > largest[kind]:
                largest[kind] = len(group)
    return largest


@lru_cache(maxsize=64)
def _borders(columns: int, cells: int) -> tuple[tuple[int, int], ...]:
    """The pairs of cells side by side or one above the other."""
    return tuple(
        (cell, other)
        for cell in range(cells)
        for other in neighbours(cell, columns, cells)
        if other > cell
    )


@lru_cache(maxsize=4096)
def neighbours(cell: int, columns: int, cells: int) -> tuple[int, ...]:
    """The cells left, right, above and below, in a grid numbered row by row."""
    column = cell % columns
    return tuple(
        other
        for other, inside in (
            (cell - 1, column > 0),
            (cell + 1, column < columns - 1),
            (cell - columns, cell >= columns),
            (cell + columns, cell + columns < cells),
        )
        if inside
    )


def fill(counts: Sequence[int], columns: int, stream: Stream) -> tuple[int, ...]:
    """Every square's type: a shuffle, drawn again while a type sits in too large a group.

    Each arrangement within the bounds is equally likely. Where none turns up (a type that
    covers most of the board must clump), the last shuffle stands.
    """
    cells = [kind for kind, count in enumerate(counts) for _ in range(count)]
    allowed = [largest_group_allowed(count, len(cells)) for count in counts]
    for _ in range(MAX_TRIES):
        cells = stream.shuffled(cells)
        if all(size <= allowed[kind] for kind, size in largest_groups(cells, columns).items()):
            break
    return tuple(cells)


Room = tuple[int, int]  # the least and the most squares a type may have


def numbers_of_types(
    squares: int, most: int, groups: Iterable[Iterable[tuple[Room, bool]]]
) -> frozenset[int]:
    """How many types, `most` at most, can fill that many squares together.

    Of each group (a set) there is at least one, and each one that is True (always on the board).
    """
    found = {(0, 0): 0}  # number of types, their least squares: the most they can have
    for group in groups:
        without: _Totals = found
        having: _Totals = {}
        for room, always in group:
            taken = _taken(room, squares, most, without, having)
            without, having = ({}, taken) if always else (without, _larger(having, taken))
        found = having
    return frozenset(number for (number, _), high in found.items() if high >= squares)


_Totals = dict[tuple[int, int], int]


def _taken(room: Room, squares: int, most: int, *totals: _Totals) -> _Totals:
    """The totals with one more type, as far as it leaves a way to fill the squares."""
    taken: _Totals = {}
    for number, low in chain.from_iterable(totals):
        if number < most and low + room[0] <= squares:
            high = max(each.get((number, low), 0) for each in totals)
            key = number + 1, low + room[0]
            taken[key] = max(taken.get(key, 0), min(squares, high + room[1]))
    return taken


def _larger(one: _Totals, other: _Totals) -> _Totals:
    return {key: max(one.get(key, 0), other.get(key, 0)) for key in {*one, *other}}


def fair_shares(
    squares: int, weights: Sequence[float], bounds: Sequence[tuple[int, int]]
) -> list[float]:
    """What `apportion` gives in expectation, in squares."""
    return [share / _UNIT for share in _shares(squares, tuple(weights), tuple(bounds))]
