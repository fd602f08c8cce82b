"""Estimate ratios over a sample of boards, with confidence intervals and tests.

Input: numbers by board. Output: Statistics. The boards are the units: games on one board are alike,
so a thousand games on ten boards say little more than ten boards can. Every statistic is a ratio of
two sums over boards. The influence of each board on it gives the standard error (the delta method).
That also holds for differences and quotients, whether their boards are the same or not. Quantiles
and p-values are Student's, by Wallace's approximation (Annals of Mathematical Statistics 30, 1959).

A sample of too few boards (intervals.py) has no interval: where all boards agree, a standard
error of 0 would hide that other boards may differ.
"""

import math
from collections.abc import Mapping, Sequence
from statistics import NormalDist
from typing import NamedTuple

from generator.analysis.intervals import FEW, too_few

_NORMAL = NormalDist()
_CONFIDENCE = 0.95
_ROUNDING_ERROR = 1e-12  # a smaller standard error comes from floating point


class Statistic(NamedTuple):
    """An estimate, the influence of each board on it, and the number of boards that count."""

    value: float
    influences: Mapping[int, float]
    boards: int

    @property
    def standard_error(self) -> float:
        return math.sqrt(math.fsum(influence * influence for influence in self.influences.values()))

    @property
    def is_constant(self) -> bool:
        """Whether all boards have the same value."""
        return self.standard_error < _ROUNDING_ERROR * max(1.0, abs(self.value))

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95% confidence interval; None for too few boards."""
        if too_few(self.boards, self.is_constant):
            return None
        half_width = student_quantile(self.boards - 1) * self.standard_error
        return self.value - half_width, self.value + half_width

    @property
    def share_interval(self) -> tuple[float, float] | None:
        """The interval of a share. Student's reaches below 0 or above 1 where few boards differ
        widely; no share does."""
        if self.interval is None:
            return None
        low, high = self.interval
        return max(0.0, low), min(1.0, high)


def ratio(numerators: Mapping[int, float], denominators: Mapping[int, float]) -> Statistic | None:
    """The ratio of two sums over boards; None if the denominators add up to 0."""
    total = math.fsum(denominators.values())
    boards = sum(1 for denominator in denominators.values() if denominator)
    if not total:
        return None
    value = math.fsum(numerators.values()) / total
    scale = math.sqrt(boards / (boards - 1)) / total if boards > 1 else 0.0
    influences = {
        board: scale * (numerators[board] - value * denominator)
        for board, denominator in denominators.items()
        if denominator
    }
    return Statistic(value, influences, boards)


def mean(values: Mapping[int, float]) -> Statistic | None:
    """The mean over boards; None without boards."""
    return ratio(values, dict.fromkeys(values, 1.0))


def difference(one: Statistic, other: Statistic) -> Statistic:
    """`one` minus `other`. Values of the same board are paired."""
    return _combination(one, other, one.value - other.value, 1.0, -1.0)


def quotient(one: Statistic, other: Statistic) -> Statistic | None:
    """`one` divided by `other`; None if that is 0."""
    if not other.value:
        return None
    value = one.value / other.value
    return _combination(one, other, value, 1 / other.value, -value / other.value)


def _combination(
    one: Statistic, other: Statistic, value: float, slope: float, other_slope: float
) -> Statistic:
    """A value computed from two statistics, with its derivatives by each of them."""
    boards = dict.fromkeys((*one.influences, *other.influences))
    influences = {
        board: slope * one.influences.get(board, 0.0)
        + other_slope * other.influences.get(board, 0.0)
        for board in boards
    }
    return Statistic(value, influences, min(one.boards, other.boards))


def student_quantile(degrees_of_freedom: int) -> float:
    """Half the width of a confidence interval, in standard errors."""
    factor = (8 * degrees_of_freedom + 3) / (8 * degrees_of_freedom + 1)
    z = _NORMAL.inv_cdf((1 + _CONFIDENCE) / 2) * factor
    return math.sqrt(degrees_of_freedom * math.expm1(z * z / degrees_of_freedom))


def p_value(change: Statistic) -> float | None:
    """The probability that chance alone makes a difference at least as large as this.

    Student's test; the sign test if all boards differ by the same. None for fewer boards than FEW.
    """
    if change.boards < FEW:
        return None
    if change.is_constant:
        return 1.0 if abs(change.value) < _ROUNDING_ERROR else 2.0 ** (1 - change.boards)
    degrees_of_freedom = change.boards - 1
    t = change.value / change.standard_error
    factor = (8 * degrees_of_freedom + 1) / (8 * degrees_of_freedom + 3)
    z = factor * math.sqrt(degrees_of_freedom * math.log1p(t * t / degrees_of_freedom))
    return 2 * (1 - _NORMAL.cdf(z))


def holm_corrected(p_values: Sequence[float]) -> list[float]:
    """The p-values corrected for multiple comparisons, in the same order.

    The probability that chance alone brings any of them below a level is at most that level (Holm,
    Scandinavian Journal of Statistics 6, 1979).
    """
    ascending = sorted(range(len(p_values)), key=p_values.__getitem__)
    corrected, largest = [0.0] * len(p_values), 0.0
    for rank, index in enumerate(ascending):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[index]))
        corrected[index] = largest
    return corrected


def quantile(values: Sequence[float], probability: float) -> float:
    """The value below which this share of the values lies, interpolated between two values."""
    ascending = sorted(values)
    position = probability * (len(ascending) - 1)
    low = math.floor(position)
    high = min(low + 1, len(ascending) - 1)
    return ascending[low] + (position - low) * (ascending[high] - ascending[low])
