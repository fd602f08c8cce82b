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
_ROUNDING_ERROR = 1e-12  # a smaller standard error comes from floating point


class Estimate(NamedTuple):
    """A number and its 95% confidence interval, which is infinite for too few cases."""

    value: float
    low: float = -math.inf
    high: float = math.inf

    @property
    def is_vague(self) -> bool:
        return math.isinf(self.high)

    def rounded(self) -> "Estimate":
        """To three decimals, as it is stored and printed."""
        return Estimate(*(round(number, 3) + 0.0 for number in self))  # + 0.0 makes -0.0 plain 0

    def columns(self) -> dict[str, float | None]:
        """By column of a file: no ends if they are infinite."""
        return {name: None if math.isinf(n) else n for name, n in self._asdict().items()}


def share_estimate(count: float, cases: int) -> Estimate:
    """A count as a share of the cases, with Wilson's interval (JASA 22, 1927)."""
    if not cases:
        return Estimate(0.0, 0.0, 1.0)
    share, z = count / cases, NORMAL_QUANTILE
    middle = (share + z * z / (2 * cases)) / (1 + z * z / cases)
    spread = math.sqrt(share * (1 - share) / cases + z * z / (4 * cases * cases))
    half = z * spread / (1 + z * z / cases)
    return Estimate(share, max(0.0, middle - half), min(1.0, middle + half))


def mean_estimate(values: Iterable[float]) -> Estimate:
    """The mean of at least two of many cases."""
    numbers = list(values)
    return ratio_estimate(numbers, [1.0] * len(numbers))


def counted_mean(counts: Mapping[int, int]) -> Estimate:
    """The mean of whole values from 0, given how often each occurred; 0 of no cases."""
    cases = sum(counts.values())
    mean = sum(value * count for value, count in counts.items()) / max(1, cases)
    squared_deviations = sum(count * (value - mean) ** 2 for value, count in counts.items())
    if too_few(cases, alike=not squared_deviations):
        return Estimate(mean)
    half = student_quantile(cases - 1) * math.sqrt(squared_deviations / (cases - 1) / cases)
    return Estimate(mean, max(0.0, mean - half), mean + half)


def ratio_estimate(parts: Sequence[float], wholes: Sequence[float]) -> Estimate:
    """The ratio of two sums over many cases, with the interval of the delta method."""
    whole = math.fsum(wholes)
    ratio = math.fsum(parts) / whole
    squares = math.fsum((a - ratio * b) ** 2 for a, b in zip(parts, wholes, strict=True))
    half = NORMAL_QUANTILE * math.sqrt(squares * len(parts) / (len(parts) - 1)) / whole
    return Estimate(ratio, ratio - half, ratio + half)


def too_few(cases: int, alike: bool) -> bool:
    """Whether a mean or a ratio of that many cases has no interval."""
    return cases < (FEW_ALIKE if alike else FEW)


class Statistic(NamedTuple):
    """A number over boards, the influence of each on it, and how many count."""

    value: float
    influences: Mapping[int, float]
    boards: int

    @property
    def estimate(self) -> Estimate:
        error = math.sqrt(math.fsum(each * each for each in self.influences.values()))
        if too_few(self.boards, alike=error < _ROUNDING_ERROR * max(1.0, abs(self.value))):
            return Estimate(self.value)
        half = student_quantile(self.boards - 1) * error
        return Estimate(self.value, self.value - half, self.value + half)


def ratio(pairs: Mapping[int, tuple[float, float]]) -> Statistic | None:
    """The ratio of two sums over boards; None if the second is 0."""
    counting = {board: pair for board, pair in pairs.items() if pair[1]}
    total = math.fsum(whole for _, whole in counting.values())
    if not total:
        return None
    value, n = math.fsum(part for part, _ in pairs.values()) / total, len(counting)
    scale = math.sqrt(n / (n - 1)) / total if n > 1 else 0.0
    influences = {board: scale * (a - value * b) for board, (a, b) in counting.items()}
    return Statistic(value, influences, n)


def difference(one: Statistic, other: Statistic) -> Statistic:
    """`one` minus `other`, paired by board."""
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
    influences = {board: slope * influence for board, influence in one.influences.items()}
    for board, influence in other.influences.items():
        influences[board] = influences.get(board, 0.0) + other_slope * influence
    return Statistic(value, influences, min(one.boards, other.boards))


def student_quantile(degrees_of_freedom: int) -> float:
    """Half the width of a confidence interval, in standard errors."""
    factor = (8 * degrees_of_freedom + 3) / (8 * degrees_of_freedom + 1)
    z = NormalDist().inv_cdf(0.975) * factor
    return math.sqrt(degrees_of_freedom * math.expm1(z * z / degrees_of_freedom))
