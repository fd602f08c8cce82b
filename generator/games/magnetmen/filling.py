"""How many squares each type gets, and where they go: without solid blocks."""

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache

from generator.core.seeds import Stream

MAX_TRIES = 200
_UNIT = 10**9  # shares are whole billionths of a square, so that their sum is exact

Room = tuple[int, int]  # the least and the most squares a type may have


def apportion(
    squares: int, weights: Sequence[float], bounds: Sequence[Room], stream: Stream
) -> tuple[int, ...]:
    """Squares for each type in proportion to its weight, within its bounds (fewest, most).

    Types whose fair share lies outside their bounds get the bound; the others share the remaining
    squares in proportion. Fractions are rounded by systematic sampling: each count is the exact
    share rounded down or up, its expectation is the share, and the sum is exact.
    Raises ValueError if no counts within the bounds add up to the squares.
    """
    if not sum(low for low, _ in bounds) <= squares <= sum(high for _, high in bounds):
        raise ValueError(f"{squares} squares cannot be shared out within {list(bounds)}")
    mark, total, counts = stream.below(_UNIT), 0, []
    for share in _shares(squares, tuple(weights), tuple(bounds)):
        counts.append((total + share + mark) // _UNIT - (total + mark) // _UNIT)
        total += share
    return tuple(counts)


@lru_cache(maxsize=1024)
def _shares(squares: int, weights: tuple[float, ...], bounds: tuple[Room, ...]) -> tuple[int, ...]:
    """The shares in billionths of a square: weight times a common factor, limited to the bounds.

    They add up to the squares. The factor is the smallest for which the rounded shares are enough.
    """
    target, ranges = squares * _UNIT, [(low * _UNIT, high * _UNIT) for low, high in bounds]

    def cut(factor: float) -> list[int]:
        return [
            low if (share := round(weight * factor * _UNIT)) < low else min(share, high)
            for weight, (low, high) in zip(weights, ranges, strict=True)
        ]

    # Before rounding, the sum of the shares is linear in the factor between the bends, at which a
    # type leaves its minimum or reaches its maximum.
    bends = [(low / weight, weight) for weight, (low, _) in zip(weights, bounds, strict=True)]
    bends += [(high / weight, -weight) for weight, (_, high) in zip(weights, bounds, strict=True)]
    factor = slope = near = 0.0
    total = float(sum(low for low, _ in bounds))
    for bend, change in sorted(bends):
        if total >= squares:
            break
        rise = slope * (bend - factor)
        if total + rise >= squares:
            factor += (squares - total) / slope
            near = len(weights) / (slope * _UNIT)  # rounding adds less than 1 per type
            break
        factor, total, slope = bend, total + rise, slope + change
    low, high = factor - near, factor + near
    less, shares = cut(low), cut(high)
    while sum(shares) > target and low < (middle := (low + high) / 2) < high:
        steps = {step for step in zip(weights, less, shares, strict=True) if step[1] < step[2]}
        if len(steps) == 1 and all(more - few == 1 for _, few, more in steps):
            break  # those that still differ round up at the same factor
        between = cut(middle)
        if sum(between) < target:
            low, less = middle, between
        else:
            high, shares = middle, between
    free = next((i for i, share in enumerate(shares) if share % _UNIT), 0)
    shares[free] -= sum(shares) - target  # shares that round up at the same factor may be too many
    return tuple(shares)


def largest_group_allowed(count: int, squares: int) -> int:
    """The largest orthogonally connected group allowed for a type that has `count` squares.

    A random fill makes groups too, and players may see some; but nobody believes that a solid block
    is random. About 95 of 100 random fills have no group above the bound. In simulations of shares
    from 5 to 50% on 6 x 6, 8 x 8 and 11 x 11 squares, (0.9 + 14 share^2) * sqrt(count), but at
    least 2, fits that well.
    """
    share = count / squares
    return max(2, math.ceil((0.9 + 14 * share**2) * math.sqrt(count)))


def largest_groups(cells: Sequence[int], columns: int) -> dict[int, int]:
    """The size of the largest orthogonally connected group of each type on a grid."""
    largest = dict.fromkeys(cells, 1)
    groups: dict[int, list[int]] = {}  # by cell, of the cells that have a neighbour of their type
    for cell, other in _borders(columns, len(cells)):
        kind = cells[cell]
        if kind != cells[other]:
            continue
        group, more = groups.get(cell) or [cell], groups.get(other) or [other]
        if group is not more:
            group += more
            for member in group:
                groups[member] = group
            if len(group) > largest[kind]:
                largest[kind] = len(group)
    return largest


@lru_cache(maxsize=64)
def _borders(columns: int, cells: int) -> tuple[tuple[int, int], ...]:
    """The pairs of cells that are side by side or one above the other."""
    pairs = ((cell, other) for cell in range(cells) for other in neighbours(cell, columns, cells))
    return tuple((cell, other) for cell, other in pairs if other > cell)


@lru_cache(maxsize=4096)
def neighbours(cell: int, columns: int, cells: int) -> tuple[int, ...]:
    """The cells left, right, above and below, in a grid numbered row by row."""
    column = cell % columns
    sides = ((cell - 1, column > 0), (cell + 1, column < columns - 1))
    ends = ((cell - columns, cell >= columns), (cell + columns, cell + columns < cells))
    return tuple(other for other, is_inside in (*sides, *ends) if is_inside)


def fill(counts: Sequence[int], columns: int, stream: Stream) -> tuple[int, ...]:
    """The type of every square: a shuffle, repeated while a type has too large a group.

    All arrangements with allowed groups are equally likely. If MAX_TRIES shuffles give none (a type
    that covers most of the board must form large groups), the last shuffle is returned.
    """
    cells = [kind for kind, count in enumerate(counts) for _ in range(count)]
    allowed = [largest_group_allowed(count, len(cells)) for count in counts]
    for _ in range(MAX_TRIES):
        cells = stream.shuffled(cells)
        if all(size <= allowed[kind] for kind, size in largest_groups(cells, columns).items()):
            break
    return tuple(cells)


def numbers_of_types(
    squares: int, most: int, groups: Iterable[Iterable[tuple[Room, bool]]]
) -> frozenset[int]:
    """The numbers of types, up to `most`, that can fill that many squares together.

    groups: for each set, the room of each type and whether it is always on the board. Each group
    contributes at least one type, and all that are always there.
    """
    totals = {(0, 0): 0}  # (number of types, sum of their minima): greatest sum of maxima
    for group in groups:
        without, having = totals, dict[tuple[int, int], int]()
        for (low, high), is_always in group:
            more = {} if is_always else dict(having)
            for (number, least), greatest in (*without.items(), *having.items()):
                if number < most and least + low <= squares:
                    key = number + 1, least + low
                    more[key] = max(more.get(key, 0), min(squares, greatest + high))
            without, having = {} if is_always else without, more
        totals = having
    return frozenset(number for (number, _), high in totals.items() if high >= squares)
