"""Numbers of many boards, with the intervals in which they lie and tests of their differences.

Input: numbers by board. Output: Statistics. Boards are the units: games on one board are alike, so
a thousand games on ten boards say little more than ten boards can. Every statistic is a ratio of
two sums over boards; how far each board moves it (its influence) gives the standard error (the
delta method), also of differences and quotients, whether the boards are the same or others.
Quantiles and p-values are Student's, by Wallace's approximation (Annals of Mathematical Statistics
30, 1959).

Too few boards (sample_size.py) have no interval: where all say the same, a standard error of 0
would hide that others may differ.
"""

import math
from collections.abc import Mapping, Sequence
from statistics import NormalDist
from typing import NamedTuple

from generator.core.sample_size import FEW, too_few

_NORMAL = NormalDist()
_CONFIDENCE = 0.95
_LEAST = 1e-12  # a standard error below this is one of floating point


class Statistic(NamedTuple):
    """A value, how far each board moves it, and how many boards bear on it."""

    value: float
    moves: Mapping[int, float]
    boards: int

    @property
    def error(self) -> float:
        """The standard error."""
        return math.sqrt(math.fsum(move * move for move in self.moves.values()))

    @property
    def alike(self) -> bool:
        """Whether all boards say the same."""
        return self.error < _LEAST * max(1.0, abs(self.value))

    @property
    def interval(self) -> tuple[float, float] | None:
        """Where the true value lies with 95% confidence; None for too few boards."""
        if too_few(self.boards, self.alike):
            return None
        half = student(self.boards - 1) * self.error
        return self.value - half, self.value + half


def ratio(parts: Mapping[int, float], wholes: Mapping[int, float]) -> Statistic | None:
    """The ratio of two sums over boards; None where there is nothing to divide by."""
    whole = math.fsum(wholes.values())
    boards = sum(1 for each in wholes.values() if each)
    if not whole:
        return None
    value = math.fsum(parts.values()) / whole
    scale = math.sqrt(boards / (boards - 1)) / whole if boards > 1 else 0.0
    moves = {
        number: scale * (parts[number] - value * each) for number, each in wholes.items() if each
    }
    return Statistic(value, moves, boards)


def mean(values: Mapping[int, float]) -> Statistic | None:
    """The mean over boards."""
    return ratio(values, dict.fromkeys(values, 1.0))


def less(one: Statistic, other: Statistic) -> Statistic:
    """The difference of two statistics; boards that both have vary together."""
    return _joined(one, other, one.value - other.value, 1.0, -1.0)


def over(one: Statistic, other: Statistic) -> Statistic | None:
    """The quotient of two statistics."""
    if not other.value:
        return None
    quotient = one.value / other.value
    return _joined(one, other, quotient, 1 / other.value, -quotient / other.value)


def _joined(
    one: Statistic, other: Statistic, value: float, first: float, second: float
) -> Statistic:
    """A value of two statistics that moves so many times as much as each."""
    numbers = dict.fromkeys((*one.moves, *other.moves))
    moves = {n: first * one.moves.get(n, 0.0) + second * other.moves.get(n, 0.0) for n in numbers}
    return Statistic(value, moves, min(one.boards, other.boards))


def student(freedom: int) -> float:
    """How many standard errors lie on either side of a value within its interval."""
    z = _NORMAL.inv_cdf((1 + _CONFIDENCE) / 2) * (8 * freedom + 3) / (8 * freedom + 1)
    return math.sqrt(freedom * math.expm1(z * z / freedom))


def chance(difference: Statistic) -> float | None:
    """How likely chance alone makes a difference as large as this: the p-value of Student's test,
    and of the sign test where all boards differ alike. None for fewer boards than FEW."""
    if difference.boards < FEW:
        return None
    if difference.alike:
        return 1.0 if abs(difference.value) < _LEAST else 2.0 ** (1 - difference.boards)
    freedom = difference.boards - 1
    t = difference.value / difference.error
    factor = (8 * freedom + 1) / (8 * freedom + 3)
    z = factor * math.sqrt(freedom * math.log1p(t * t / freedom))
    return 2 * (1 - _NORMAL.cdf(z))


def corrected(chances: Sequence[float]) -> list[float]:
    """The chances as they are when so many are looked at together: that any of those below a limit
    is below it by chance alone is no likelier than the limit (Holm, Scandinavian Journal of
    Statistics 6, 1979)."""
    ordered = sorted(range(len(chances)), key=chances.__getitem__)
    found, so_far = [0.0] * len(chances), 0.0
    for rank, at in enumerate(ordered):
        so_far = max(so_far, min(1.0, (len(chances) - rank) * chances[at]))
        found[at] = so_far
    return found


def quantile(values: Sequence[float], part: float) -> float:
    """The value below which that part of the values lies; between two in proportion."""
    ordered = sorted(values)
    place = part * (len(ordered) - 1)
    low = math.floor(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (place - low) * (ordered[high] - ordered[low])
