"""Shares and means with their intervals, and how far they are from what is expected.

Input: counts. Output: Estimates. Intervals hold the true value 95 times in 100.
"""

import math
from collections.abc import Mapping, Sequence
from statistics import NormalDist

from generator.analysis.results import Estimate
from generator.core.sample_size import too_few

Z_95 = 1.96  # standard errors on either side of an interval
MAX_DEVIATION = 99.0  # standard errors; what is certain and does not happen is further off
FALSE_ALARM_PROBABILITY = 0.001  # that anything of a sound set is flagged as unexpected


def share(
    measure: str, names: tuple[str, str], count: int, of: int, expected: float | None
) -> Estimate:
    """The share of the cases, with Wilson's interval (JASA 22, 1927)."""
    if not of:
        return Estimate(measure, *names, 0.0, 0.0, 1.0, expected, None, 0)
    proportion = count / of
    z = Z_95**2 / of
    centre = (proportion + z / 2) / (1 + z)
    half_width = Z_95 * math.sqrt(proportion * (1 - proportion) / of + z / (4 * of)) / (1 + z)
    low = proportion if count == 0 else max(0.0, centre - half_width)
    high = proportion if count == of else min(1.0, centre + half_width)
    off = None
    if expected is not None:
        error = math.sqrt(max(0.0, expected * (1 - expected)) / of)
        # Counts are whole: half a case is no deviation.
        off = deviation(proportion - expected, error, 0.5 / of)
    return Estimate(measure, *names, proportion, low, high, expected, off, of)


def mean(
    measure: str,
    names: tuple[str, str],
    values: Mapping[int, int],
    expected: float | None = None,
    error: float | None = None,
) -> Estimate:
    """The mean of whole values from 0, from the number of times that each occurred.

    Too few of them (see sample_size.py) have no interval. `error` is the standard error of such a
    mean about the expected value; by default it is estimated from the spread of the values.
    """
    of = sum(values.values())
    if not of:
        return Estimate(measure, *names, 0.0, None, None, expected, None, 0)
    average = sum(value * count for value, count in values.items()) / of
    squared_deviations = sum(count * (value - average) ** 2 for value, count in values.items())
    estimated_error = math.sqrt(squared_deviations / max(of - 1, 1) / of)
    few = too_few(of, alike=not squared_deviations)
    low = None if few else max(0.0, average - Z_95 * estimated_error)
    high = None if few else average + Z_95 * estimated_error
    if expected is None or (few and error is None):
        return Estimate(measure, *names, average, low, high, expected, None, of)
    off = deviation(average - expected, estimated_error if error is None else error, 0.5 / of)
    return Estimate(measure, *names, average, low, high, expected, off, of)


def deviation(difference: float, error: float, slack: float = 0.0) -> float:
    """How many standard errors a difference is, as far as it is larger than the slack."""
    excess = max(0.0, abs(difference) - slack)
    if excess < 1e-9:
        return 0.0
    errors = MAX_DEVIATION if excess >= MAX_DEVIATION * error else excess / error
    return math.copysign(errors, difference)


def flag_unexpected(estimates: Sequence[Estimate]) -> list[Estimate]:
    """The estimates, flagged where the deviation is too large to be chance, given how many there
    are (Bonferroni)."""
    compared = sum(estimate.deviation is not None for estimate in estimates)
    if not compared:
        return list(estimates)
    limit = NormalDist().inv_cdf(1 - FALSE_ALARM_PROBABILITY / 2 / compared)
    return [
        estimate._replace(flag="unexpected")
        if estimate.deviation is not None and abs(estimate.deviation) > limit and not estimate.flag
        else estimate
        for estimate in estimates
    ]
