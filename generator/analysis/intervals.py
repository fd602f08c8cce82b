"""Estimates with 95% confidence intervals, and samples that are too small for one.

Of n cases that are all alike, up to 3/n of all cases may differ with 95% confidence (the rule of
three: Hanley and Lippman-Hand, JAMA 249, 1983). Shares need no such rule, as Wilson's interval is
honest for any number of cases. A Statistic is over boards, because games on one board are alike.
Its error is the delta method's; quantiles are Student's, by Wallace's approximation (Annals of
Mathematical Statistics 30, 1959).
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from statistics import NormalDist
from typing import NamedTuple

NORMAL_QUANTILE = 1.96  # of 97.5%: standard errors on either side of an interval
FEW = 5  # cases; the mean of fewer has no interval
FEW_ALIKE = 20  # nor has that of fewer that are all alike: up to 15% of all may differ
_NORMAL = NormalDist()
_CONFIDENCE = 0.95
_ROUNDING_ERROR = 1e-12  # a smaller standard error comes from floating point


class Estimate(NamedTuple):
    """A number and its 95% confidence interval."""

    value: float
    low: float
    high: float

    def rounded(self) -> "Estimate":
        """To three decimals, as it is stored and printed."""
        return Estimate(*(round(number, 3) + 0.0 for number in self))  # + 0.0 makes -0.0 plain 0


def share_estimate(count: float, cases: int) -> Estimate:
    """A count as a share of at least one case, with Wilson's interval (JASA 22, 1927)."""
    share, z = count / cases, NORMAL_QUANTILE
    middle = (share + z * z / (2 * cases)) / (1 + z * z / cases)
    spread = math.sqrt(share * (1 - share) / cases + z * z / (4 * cases * cases))
    half = z * spread / (1 + z * z / cases)
    return Estimate(share, max(0.0, middle - half), min(1.0, middle + half))


def mean_estimate(values: Iterable[float]) -> Estimate:
    """The mean of at least two of many cases."""
    numbers = list(values)
    count = len(numbers)
    mean = math.fsum(numbers) / count
    variance = math.fsum((number - mean) ** 2 for number in numbers) / (count - 1)
    return _around(mean, NORMAL_QUANTILE * math.sqrt(variance / count))


def ratio_estimate(parts: Sequence[float], wholes: Sequence[float]) -> Estimate:
    """The ratio of two sums over many cases, with the interval of the delta method."""
    whole = math.fsum(wholes)
    ratio = math.fsum(parts) / whole
    pairs = zip(parts, wholes, strict=True)
    squares = math.fsum((part - ratio * of_game) ** 2 for part, of_game in pairs)
    variance = squares * len(parts) / (len(parts) - 1)
    return _around(ratio, NORMAL_QUANTILE * math.sqrt(variance) / whole)


def _around(value: float, half: float) -> Estimate:
    return Estimate(value, value - half, value + half)


def too_few(cases: int, alike: bool) -> bool:
    """Whether a mean or a ratio of that many cases has no interval."""
    return cases < (FEW_ALIKE if alike else FEW)


class Statistic(NamedTuple):
    """A number over boards, the influence of each board on it, and how many boards count."""

    value: float
    influences: Mapping[int, float]
    boards: int

    @property
    def estimate(self) -> Estimate:
        """With an infinite interval for too few boards."""
        error = math.sqrt(math.fsum(each * each for each in self.influences.values()))
        alike = error < _ROUNDING_ERROR * max(1.0, abs(self.value))
        if too_few(self.boards, alike):
            return _around(self.value, math.inf)
        return _around(self.value, student_quantile(self.boards - 1) * error)


def ratio(pairs: Mapping[int, tuple[float, float]]) -> Statistic | None:
    """The ratio of two sums over boards; None if the second is 0."""
    counting = {board: pair for board, pair in pairs.items() if pair[1]}
    total = math.fsum(whole for _, whole in counting.values())
    if not total:
        return None
    value, boards = math.fsum(part for part, _ in pairs.values()) / total, len(counting)
    scale = math.sqrt(boards / (boards - 1)) / total if boards > 1 else 0.0
    influences = {
        board: scale * (part - value * whole) for board, (part, whole) in counting.items()
    }
    return Statistic(value, influences, boards)


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


def quantile(values: Sequence[float], probability: float) -> float:
    """The value below which this share of the values lies, interpolated between two values."""
    ascending = sorted(values)
    position = probability * (len(ascending) - 1)
    low = math.floor(position)
    high = min(low + 1, len(ascending) - 1)
    return ascending[low] + (position - low) * (ascending[high] - ascending[low])
