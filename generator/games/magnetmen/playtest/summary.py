"""Summarize a sample: an estimate for every measure, and flags for unusual types and powers.

Input: a Sample, Goals. Output: a StudySummary with an estimate for each number and its interval.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from generator.analysis.estimators import Statistic, quantile
from generator.analysis.intervals import share_estimate
from generator.games.magnetmen.playtest.measures import (
    BOARD_SHARES,
    BOUNDED,
    OTHER,
    SIGNED,
    Distributions,
    MeasureKey,
    Statistics,
    case_statistics,
)
from generator.games.magnetmen.playtest.sample import Sample
from generator.games.magnetmen.simulation.flags import Flags
from generator.games.magnetmen.simulation.goals import Goal, Goals
from generator.games.playtest_study import Case

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)

# The half width of an interval that still says something about a small number: half of the usual
# value, which is 1 for comparisons, 3 points for an icon, and half of all points or goals.
_MAX_HALF_WIDTH = {
    "pick_ratio": 0.5, "owners": 0.5, "length": 0.5, "length_other": 0.5, "icon_points": 1.5,
    "share": 0.25, "missed": 0.25, "missed_other": 0.25,
}  # fmt: skip


class PlayEstimate(NamedTuple):
    """The estimate of one measure.

    low and high are the ends of its interval (None for too few boards), boards is how many boards
    it comes from. quantiles are those over boards, for measures that every board has; a quantile is
    None for too few boards. flags are words such as "dominant".
    """

    case: Case
    key: MeasureKey
    value: float
    low: float | None
    high: float | None
    boards: int
    quantiles: tuple[float | None, ...] = ()
    flags: tuple[str, ...] = ()

    @property
    def is_vague(self) -> bool:
        """Whether there are too few boards to judge by.

        There is no interval, or its half width is more than half of the value and more than half of
        the usual value.
        """
        if self.high is None:
            return True
        max_half_width = _MAX_HALF_WIDTH.get(self.key.measure)
        if max_half_width is None or self.flags:
            return False
        return self.high - self.value > max(max_half_width, abs(self.value) / 2)


@dataclass(frozen=True, slots=True)
class CaseSummary:
    """The goal of a case, the number of its boards, its statistics and distributions."""

    goal: Goal
    boards: int
    statistics: Statistics
    distributions: Distributions


@dataclass(frozen=True, slots=True)
class StudySummary:
    """A sample, its statistics by case, and all estimates."""

    sample: Sample
    flags: Flags
    cases: Mapping[Case, CaseSummary]
    estimates: tuple[PlayEstimate, ...]

    def estimates_of(self, case: Case, measure: str) -> list[PlayEstimate]:
        """All estimates of a measure in a case."""
        return [
            estimate
            for estimate in self.estimates
            if estimate.case == case and estimate.key.measure == measure
        ]

    def estimate(self, case: Case, key: MeasureKey) -> PlayEstimate | None:
        """One estimate; None if there is none."""
        matches = (each for each in self.estimates if each.case == case and each.key == key)
        return next(matches, None)

    def comparison(self, case: Case, key: MeasureKey, measure: str) -> PlayEstimate | None:
        """The estimate of a measure of a type or power; for a power that can only be compared with
        other powers of its type, the estimate of that comparison."""
        names = (measure, f"{measure}{OTHER}")
        estimates = (self.estimate(case, key._replace(measure=name)) for name in names)
        return next((estimate for estimate in estimates if estimate is not None), None)

    @property
    def flagged(self) -> list[PlayEstimate]:
        """The estimates with flags."""
        return [estimate for estimate in self.estimates if estimate.flags]


def summarize(sample: Sample, goals: Goals) -> StudySummary:
    """PlayEstimate all measures. Those of a case come in the order of their keys: figures, seats,
    goals, ladder, types."""
    cases = {case: _case_summary(sample, case, goals) for case in sample.trials}
    estimates = tuple(
        estimate
        for case, summary in cases.items()
        for estimate in _estimates(case, summary, goals.flags)
    )
    return StudySummary(sample, goals.flags, cases, estimates)


def _case_summary(sample: Sample, case: Case, goals: Goals) -> CaseSummary:
    definition = sample.definition
    squares = definition.boards.sizes[case.size].squares
    goal = goals.nearest(definition.rules, squares, case.players)
    trials = sample.trials[case]
    return CaseSummary(goal, len(trials), *case_statistics(trials, goal))


def _estimates(case: Case, summary: CaseSummary, flags: Flags) -> Iterator[PlayEstimate]:
    statistics = summary.statistics
    multiple = types_with_powers(statistics)
    type_keys = sorted(key for key in statistics if key.of_type)
    other_keys = [key for key in statistics if not key.of_type]
    for key in (*other_keys, *type_keys):
        if key.of_power and key.subject not in multiple:
            continue  # the type's only power: its numbers are those of the type
        statistic = statistics[key]
        quantiles = _quantiles(summary.distributions.get(key, ()))
        low, high = _interval(key, statistic, summary.boards)
        key_flags = tuple(_flags(key, statistics, flags))
        yield PlayEstimate(
            case, key, statistic.value, low, high, statistic.boards, quantiles, key_flags
        )


def types_with_powers(statistics: Statistics) -> set[str]:
    """The types that had more than one power."""
    powers = Counter(key.subject for key in statistics if key.of_power and key.measure == "boards")
    return {subject for subject, count in powers.items() if count > 1}


def _quantiles(values: Sequence[float]) -> tuple[float | None, ...]:
    """Each quantile for which there is at least one board beyond it: the lowest 5% are unknown
    below 20 boards."""
    if not values:
        return ()
    return tuple(
        quantile(values, part) if len(values) * min(part, 1 - part) >= 1 - 1e-9 else None
        for part in QUANTILES
    )


def _interval(
    key: MeasureKey, statistic: Statistic, boards: int
) -> tuple[float | None, float | None]:
    if key.measure in BOARD_SHARES and boards:
        estimate = share_estimate(statistic.value * boards, boards)
        return estimate.low, estimate.high
    interval = statistic.share_interval if key.measure in BOUNDED else statistic.interval
    if interval is None:
        return None, None
    low, high = interval
    return (low if key.measure in SIGNED else max(0.0, low)), high


def _flags(key: MeasureKey, statistics: Statistics, flags: Flags) -> Iterator[str]:
    """The flags that this measure of a type or power gives it."""

    def interval(measure: str) -> tuple[float, float]:
        statistic = statistics.get(key._replace(measure=measure))
        ends = statistic.interval if statistic else None
        return ends or (float("-inf"), float("inf"))

    low, high = interval(key.measure)
    if key.measure == "pick_ratio":
        if low > flags.trap.pick_ratio and interval("owners")[1] < flags.trap.owners:
            yield "trap"
        elif low > flags.dominant.pick_ratio:
            yield "dominant"
        if high < flags.useless.pick_ratio:
            yield "useless"
    if key.measure == "share" and low > flags.dominant.share:
        yield "dominant"
    name = key.measure.removesuffix(OTHER)
    if (name == "missed" and low > flags.breaking.missed) or (
        name == "length" and (low > flags.breaking.length or high < 1 / flags.breaking.length)
    ):
        # Powers of a type that is always there differ, but nobody can say which is to blame.
        yield "uneven" if key.measure.endswith(OTHER) else "breaking"
