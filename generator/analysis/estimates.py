"""Shares and means of many rolls with their intervals, and how far they are from what is expected.

Input: counts. Output: RollEstimates. Intervals hold the true value 95 times in 100.
"""

import math
from collections.abc import Mapping, Sequence
from statistics import NormalDist

from generator.analysis.estimators import student_quantile
from generator.analysis.intervals import share_estimate, too_few
from generator.analysis.results import RollEstimate

MAX_DEVIATION = 99.0  # standard errors; what is certain and does not happen is further off
FALSE_ALARM_PROBABILITY = 0.001  # that anything of a sound set is flagged as unexpected


def share(
    measure: str, names: tuple[str, str], count: int, cases: int, expected: float | None
) -> RollEstimate:
    """The share of the cases, with Wilson's interval."""
    if not cases:
        return RollEstimate(measure, *names, 0.0, 0.0, 1.0, expected, None, 0)
    value, low, high = share_estimate(count, cases)
    off = None
    if expected is not None:
        error = math.sqrt(max(0.0, expected * (1 - expected)) / cases)
        # Counts are whole: half a case is no deviation.
        off = deviation(value - expected, error, 0.5 / cases)
    return RollEstimate(measure, *names, value, low, high, expected, off, cases)


def mean(
    measure: str,
    names: tuple[str, str],
    values: Mapping[int, int],
    expected: float | None = None,
    error: float | None = None,
) -> RollEstimate:
    """The mean of whole values from 0, from the number of times that each occurred, with Student's
    interval.

    Too few of them (see intervals.py) have no interval. `error` is the standard error of such a
    mean about the expected value; by default it is estimated from the spread of the values.
    """
    cases = sum(values.values())
    if not cases:
        return RollEstimate(measure, *names, 0.0, None, None, expected, None, 0)
    average = sum(value * count for value, count in values.items()) / cases
    squared_deviations = sum(count * (value - average) ** 2 for value, count in values.items())
    estimated_error = math.sqrt(squared_deviations / max(cases - 1, 1) / cases)
    low = high = None
    if not too_few(cases, alike=not squared_deviations):
        half_width = student_quantile(cases - 1) * estimated_error
        low, high = max(0.0, average - half_width), average + half_width
    if expected is None or (low is None and error is None):
        return RollEstimate(measure, *names, average, low, high, expected, None, cases)
    off = deviation(average - expected, estimated_error if error is None else error, 0.5 / cases)
    return RollEstimate(measure, *names, average, low, high, expected, off, cases)


def deviation(difference: float, error: float, slack: float = 0.0) -> float:
    """How many standard errors a difference is, as far as it is larger than the slack."""
    excess = max(0.0, abs(difference) - slack)
    if excess < 1e-9:
        return 0.0
    errors = MAX_DEVIATION if excess >= MAX_DEVIATION * error else excess / error
    return math.copysign(errors, difference)


def flag_unexpected(estimates: Sequence[RollEstimate]) -> list[RollEstimate]:
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
