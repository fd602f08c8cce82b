"""Estimates with 95% confidence intervals, and samples that are too small for one.

Of n cases that are all alike, up to 3/n of all cases may differ with 95% confidence (the rule of
three: Hanley and Lippman-Hand, JAMA 249, 1983): three boards that agree are no "1.00 ± 0.00".
Shares need no such rule, as Wilson's interval is honest for any number of cases.
"""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

NORMAL_QUANTILE = 1.96  # of 97.5%: standard errors on either side of an interval
JACKKNIFE_BLOCKS = 8
JACKKNIFE_QUANTILE = 2.365  # Student's of 97.5%, with one degree of freedom fewer
FEW = 5  # cases; the mean of fewer has no interval
FEW_ALIKE = 20  # nor has that of fewer that are all alike: up to 15% of all may differ


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


def block_ratio_estimate(parts: Sequence[float], wholes: Sequence[float]) -> Estimate:
    """The ratio of two sums over JACKKNIFE_BLOCKS blocks of cases; its interval by the jackknife,
    which leaves each block out in turn. 0 if the whole is 0."""
    assert len(parts) == JACKKNIFE_BLOCKS
    part_sum, whole_sum = math.fsum(parts), math.fsum(wholes)
    if not whole_sum or any(whole_sum == whole for whole in wholes):
        return Estimate(part_sum / whole_sum if whole_sum else 0.0, 0.0, 0.0)
    ratios = [
        (part_sum - part) / (whole_sum - whole) for part, whole in zip(parts, wholes, strict=True)
    ]
    mean = math.fsum(ratios) / len(ratios)
    variance = math.fsum((ratio - mean) ** 2 for ratio in ratios) * (len(ratios) - 1) / len(ratios)
    return _around(part_sum / whole_sum, JACKKNIFE_QUANTILE * math.sqrt(variance))


def _around(value: float, half: float) -> Estimate:
    return Estimate(value, value - half, value + half)


def too_few(cases: int, alike: bool) -> bool:
    """Whether a mean or a ratio of that many cases has no interval."""
    return cases < (FEW_ALIKE if alike else FEW)
