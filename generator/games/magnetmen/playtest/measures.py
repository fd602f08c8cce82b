"""Estimates of everything that the trials of a study show, over boards; flags for unusual types."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from generator.analysis.intervals import (
    FEW,
    Estimate,
    Statistic,
    difference,
    mean,
    quantile,
    quotient,
    ratio,
    share_estimate,
)
from generator.games.magnetmen import match as o
from generator.games.magnetmen.playtest.study import Sample, Trial, TypeTrial
from generator.games.magnetmen.simulation.goals import (
    LIMITED,
    Flags,
    Goal,
    Goals,
    Limits,
    limit_usage,
)
from generator.games.study import Case
from generator.play.engine import WIN_PARTS

MEASURES = (
    "turns", "left", "choices", "tight", "waiting", "ties", "margin", "changes", "decided",
    "seat_deviation",
)  # fmt: skip
"""The measures of whole boards; see panel.py."""

BOARD_SHARES = frozenset({"goal", "boards"})
"""Measures that are a share of the boards."""

IN_PERCENT = BOARD_SHARES | {
    "left", "tight", "waiting", "ties", "margin", "decided", "seat_deviation", "seat", "panel",
    "share", "missed", "missed_other",
}  # fmt: skip
DIFFERENCES = frozenset({"missed", "missed_other"})
"""Measures that compare boards with a type or power with other boards, by subtraction."""

BOUNDED = IN_PERCENT - DIFFERENCES - {"share"}
"""Measures from 0 to 1."""

SIGNED = DIFFERENCES | {"share", "icon_points"}
"""Measures that can be below 0; points can."""

ALL_GOALS = "all"
OTHER = "_other"
"""The suffix of measures that compare a power with other powers of its type."""


class MeasureKey(NamedTuple):
    """What a number measures.

    subject is a seat or a goal; for measures of types SET/TYPE. variant is
    the number of one of the type's powers, 1 for the first in the file, 0 for the whole type. power
    is the text of the power, for one way in which its numbers were rolled.
    """

    measure: str
    subject: str = ""
    variant: int = 0
    power: str = ""

    @property
    def of_type(self) -> bool:
        """Whether it measures a type or a power."""
        return "/" in self.subject

    @property
    def of_power(self) -> bool:
        """Whether it measures a type's power, however the numbers of the power were rolled."""
        return bool(self.variant and not self.power)


Statistics = dict[MeasureKey, Statistic]
Distributions = dict[MeasureKey, tuple[float, ...]]
"""The values of a measure by board."""

_ByBoard = dict[int, float]
_TypesByBoard = Mapping[int, TypeTrial]


def case_statistics(trials: Sequence[Trial], limits: Limits) -> tuple[Statistics, Distributions]:
    """All measures of a case; none without trials."""
    distributions = _distributions(trials)
    numbers = [trial.number for trial in trials]
    by_board = {
        key: dict(zip(numbers, values, strict=True)) for key, values in distributions.items()
    }
    for member in trials[0].panel if trials else ():
        for seat in range(len(trials[0].seats)):
            by_board[MeasureKey("panel", f"{member} {seat + 1}")] = {
                trial.number: trial.panel[member][seat] for trial in trials
            }
    missed = {trial.number: _missed_goals(trial, limits) for trial in trials}
    for name in (*LIMITED, ALL_GOALS):
        by_board[MeasureKey("goal", name)] = {
            number: float(not (goals if name == ALL_GOALS else name in goals))
            for number, goals in missed.items()
        }
    statistics = {key: mean(values) for key, values in by_board.items()}
    missed_share = {number: len(goals) / len(LIMITED) for number, goals in missed.items()}
    turns = {trial.number: trial.figures["turns"] for trial in trials}
    statistics |= dict(_types(trials, missed_share, turns))
    known = {key: value for key, value in statistics.items() if value is not None}
    return known, distributions


def _distributions(trials: Sequence[Trial]) -> Distributions:
    seats = range(len(trials[0].seats) if trials else 0)
    return {
        **{MeasureKey(name): tuple(trial.figures[name] for trial in trials) for name in MEASURES},
        **{
            MeasureKey("seat", str(seat + 1)): tuple(trial.seats[seat] for trial in trials)
            for seat in seats
        },
    }


def _missed_goals(trial: Trial, limits: Limits) -> set[str]:
    estimates = {name: Estimate(value, value, value) for name, value in trial.figures.items()}
    return {name for name, usage in limit_usage(estimates, limits).items() if usage > 1}


def _types(
    trials: Sequence[Trial], missed_share: _ByBoard, turns: _ByBoard
) -> Iterator[tuple[MeasureKey, Statistic | None]]:
    """Every type, each of its powers, and each way in which the numbers of a power were rolled."""
    won_points = {
        trial.number: sum(of_type.sums[o.WON_POINTS] for of_type in trial.types) for trial in trials
    }
    players = len(trials[0].seats) if trials else 0
    groups = _groups(trials)
    for (name, variant, power), group in groups.items():
        key = MeasureKey("", name, variant, power)
        present = {trial.number: float(trial.number in group) for trial in trials}
        yield key._replace(measure="boards"), mean(present)
        for measure, statistic in _type_measures(group, won_points, players).items():
            yield key._replace(measure=measure), statistic
        with_type = groups[name, 0, ""]
        for measure, statistic in _board_comparisons(group, with_type, missed_share, turns):
            yield key._replace(measure=measure), statistic


def _groups(trials: Sequence[Trial]) -> dict[tuple[str, int, str], dict[int, TypeTrial]]:
    """The boards of each type, power and rolled power, by their numbers.

    Where the numbers of a power were always the same, the rolled power is the power itself.
    """
    groups: dict[tuple[str, int, str], dict[int, TypeTrial]] = {}
    for trial in trials:
        for of_type in trial.types:
            for key in ((0, ""), (of_type.variant, ""), (of_type.variant, of_type.power)):
                groups.setdefault((of_type.name, *key), {})[trial.number] = of_type
    rolls = Counter((name, variant) for name, variant, power in groups if power)
    return {key: group for key, group in groups.items() if not key[2] or rolls[key[:2]] > 1}


def _board_comparisons(
    group: _TypesByBoard, with_type: _TypesByBoard, missed_share: _ByBoard, turns: _ByBoard
) -> Iterator[tuple[str, Statistic | None]]:
    """How boards with a type or a power compare with boards without the type.

    If fewer boards than FEW lack the type, its powers are compared with each other, as measures
    with the suffix OTHER. A type that is always there with one power has nothing to compare with.
    """
    others = [number for number in turns if number not in with_type]
    suffix = ""
    if len(others) < FEW:
        others, suffix = [number for number in with_type if number not in group], OTHER
    if not others:
        return

    def means(values: _ByBoard) -> tuple[Statistic, Statistic]:
        inside = mean({number: values[number] for number in group})
        outside = mean({number: values[number] for number in others})
        assert inside and outside, "both groups have boards"
        return inside, outside

    yield f"missed{suffix}", difference(*means(missed_share))
    yield f"length{suffix}", quotient(*means(turns))


def _type_measures(
    group: _TypesByBoard, won_points: Mapping[int, int], players: int
) -> dict[str, Statistic | None]:
    def sums(column: int, scale: float = 1.0) -> _ByBoard:
        return {number: of_type.sums[column] * scale for number, of_type in group.items()}

    return {
        "squares": mean({number: float(of_type.squares) for number, of_type in group.items()}),
        "pick_ratio": ratio(sums(o.PICKS), sums(o.CHANCES, 1 / o.WHOLE)),
        "icon_points": ratio(sums(o.POINTS), sums(o.ICONS)),
        "share": ratio(sums(o.WON_POINTS), {number: float(won_points[number]) for number in group}),
        "owners": ratio(sums(o.OWNERS_WON, 1 / WIN_PARTS), sums(o.OWNERS, 1 / players)),
    }


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
        return [
            estimate
            for estimate in self.estimates
            if estimate.case == case and estimate.key.measure == measure
        ]

    def estimate(self, case: Case, key: MeasureKey) -> PlayEstimate | None:
        matches = (each for each in self.estimates if each.case == case and each.key == key)
        return next(matches, None)

    def comparison(self, case: Case, key: MeasureKey, measure: str) -> PlayEstimate | None:
        """The estimate of a measure of a type or power; for a power that can only be compared with
        other powers of its type, the estimate of that comparison."""
        names = (measure, f"{measure}{OTHER}")
        estimates = (self.estimate(case, key._replace(measure=name)) for name in names)
        return next((estimate for estimate in estimates if estimate is not None), None)


def summarize(sample: Sample, goals: Goals) -> StudySummary:
    """An estimate of each measure, case by case: figures, seats, goals, types."""
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


class Difference(NamedTuple):
    """A number of the older sets and of the newer ones; None where a version lacks it. change is
    new minus old, with its 95% interval (None for too few boards)."""

    case: Case
    key: MeasureKey
    old: float | None
    new: float | None
    change: float | None = None
    low: float | None = None
    high: float | None = None

    @property
    def is_clear(self) -> bool:
        """Whether the interval leaves out 0."""
        return self.low is not None and self.high is not None and not self.low <= 0 <= self.high


def differences(old: StudySummary, new: StudySummary) -> Iterator[Difference]:
    """Every number of either version. Boards of the same number are compared in pairs: whatever an
    edit does not affect cancels out."""
    for case in new.cases:
        before, after = (summary.cases[case].statistics for summary in (old, new))
        # The only power of a type has no estimates: its numbers are those of the type.
        estimates = (each for summary in (new, old) for each in summary.estimates)
        for key in dict.fromkeys(each.key for each in estimates if each.case == case):
            one, other = before.get(key), after.get(key)
            if one is None or other is None:
                old_value, new_value = (each.value if each else None for each in (one, other))
                yield Difference(case, key, old_value, new_value)
                continue
            change = difference(other, one)
            low, high = change.interval or (None, None)
            yield Difference(case, key, one.value, other.value, change.value, low, high)
