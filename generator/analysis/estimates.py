"""Shares and means with the intervals in which they lie, and how far they are off what is expected.

Input: counts. Output: Rows. Intervals hold the true value 95 times in 100.
"""

import math
from collections.abc import Mapping, Sequence
from statistics import NormalDist

from generator.analysis.results import Estimate
from generator.core.sample_size import too_few

NORMAL = 1.96  # standard errors on either side
MOST = 99.0  # standard errors that are told; what is certain and does not happen is further off
DOUBT = 0.001  # how likely it is that a sound set has any row that is called unexpected


def share(measure: str, names: tuple[str, str], count: int, of: int, expected: float | None) -> Estimate:
    """How large a part of the cases it was; the interval is Wilson's (JASA 22, 1927)."""
    if not of:
        return Estimate(measure, *names, 0.0, 0.0, 1.0, expected, None, 0)
    seen = count / of
    z = NORMAL**2 / of
    middle = (seen + z / 2) / (1 + z)
    half = NORMAL * math.sqrt(seen * (1 - seen) / of + z / (4 * of)) / (1 + z)
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    error = 0.0 if expected is None else math.sqrt(max(0.0, expected * (1 - expected)) / of)
    # Counts are whole: half a case is no deviation.
    off = None if expected is None else deviation(seen - expected, error, 0.5 / of)
    low, high = (seen if count == 0 else low), (seen if count == of else high)
    return Estimate(measure, *names, seen, low, high, expected, off, of)


def mean(
    measure: str,
    names: tuple[str, str],
    values: Mapping[int, int],
    expected: float | None = None,
    error: float | None = None,
) -> Estimate:
    """The mean of whole values from 0, each seen so many times; too few of them (sample_size.py)
    have no interval. error is the standard error of such a mean about what is expected, by default
    as the values themselves spread."""
    of = sum(values.values())
    if not of:
        return Estimate(measure, *names, 0.0, None, None, expected, None, 0)
    seen = sum(value * count for value, count in values.items()) / of
    spread = sum(count * (value - seen) ** 2 for value, count in values.items())
    own = math.sqrt(spread / max(of - 1, 1) / of)
    few = too_few(of, alike=not spread)
    ends = (max(0.0, seen - NORMAL * own), seen + NORMAL * own)
    low, high = (None, None) if few else ends
    if expected is None or (few and error is None):
        return Estimate(measure, *names, seen, low, high, expected, None, of)
    off = deviation(seen - expected, own if error is None else error, 0.5 / of)
    return Estimate(measure, *names, seen, low, high, expected, off, of)


def deviation(off: float, error: float, slack: float = 0.0) -> float:
    """How many standard errors off is, as much as that over the slack."""
    over = max(0.0, abs(off) - slack)
    if over < 1e-9:
        return 0.0
    return math.copysign(MOST if over >= MOST * error else over / error, off)


def flagged(rows: Sequence[Estimate]) -> list[Estimate]:
    """The rows, flagged where what was seen is too far off to be chance, given how many there
    are (Bonferroni)."""
    compared = sum(row.deviation is not None for row in rows)
    if not compared:
        return list(rows)
    limit = NormalDist().inv_cdf(1 - DOUBT / 2 / compared)
    return [
        row._replace(flag="unexpected")
        if row.deviation is not None and abs(row.deviation) > limit and not row.flag
        else row
        for row in rows
    ]
