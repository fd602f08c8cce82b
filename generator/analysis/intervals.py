"""Estimates with 95% confidence intervals, and samples that are too small for one.

Of n cases that are all alike, up to 3/n of all cases may differ with 95% confidence (the rule of
three: Hanley and Lippman-Hand, JAMA 249, 1983): three boards that agree are no "1.00 ± 0.00".
Shares need no such rule, as Wilson's interval is honest for any number of cases.
"""

import math
from typing import NamedTuple

NORMAL_QUANTILE = 1.96  # of 97.5%: standard errors on either side of an interval
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


def too_few(cases: int, alike: bool) -> bool:
    """Whether a mean or a ratio of that many cases has no interval."""
    return cases < (FEW_ALIKE if alike else FEW)
