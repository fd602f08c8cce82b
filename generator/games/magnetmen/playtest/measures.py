"""Estimate everything that the trials of a case show, each measure as a statistic over boards.

Input: trials. Output: statistics by MeasureKey, and the values by board of the measures that every
board has.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.analysis.estimators import (
    Statistic,
    difference,
    mean,
    quotient,
    ratio,
)
from generator.analysis.intervals import FEW, Estimate
from generator.games.magnetmen.playtest.game_course import COURSE_FIGURES
from generator.games.magnetmen.playtest.trials import Trial, TypeTrial
from generator.games.magnetmen.simulation import observations as o
from generator.games.magnetmen.simulation.goals import LIMITED, Limits, limit_usage

FIGURES = (
    "turns", "left", "choices", "tight", "waiting", "ties", "margin", "changes", "decided",
    "seat_deviation", *COURSE_FIGURES,
)  # fmt: skip
"""The measures of whole boards; see metrics.py and game_course.py."""

BOARD_SHARES = frozenset({"goal", "boards"})
"""Measures that are a share of the boards."""

IN_PERCENT = BOARD_SHARES | {
    "left", "tight", "waiting", "ties", "margin", "decided", "seat_deviation", "seat", "ladder",
    "settled", "choice_gain", "panel",
    "share", "missed", "missed_other",
}  # fmt: skip
DIFFERENCES = frozenset({"missed", "missed_other"})
"""Measures that compare boards with a type or power with other boards, by subtraction."""

BOUNDED = IN_PERCENT - DIFFERENCES - {"share", "choice_gain"}
"""Measures from 0 to 1."""

SIGNED = DIFFERENCES | {"share", "icon_points", "choice_gain"}
"""Measures that can be below 0; points can."""

ALL_GOALS = "all"
OTHER = "_other"
"""The suffix of measures that compare a power with other powers of its type."""


class MeasureKey(NamedTuple):
    """What a number measures.

    subject is a seat, a goal or a rung of the ladder; for measures of types SET/TYPE. variant is
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
    statistics |= dict(_ladder(trials))
    missed_share = {number: len(goals) / len(LIMITED) for number, goals in missed.items()}
    turns = {trial.number: trial.figures["turns"] for trial in trials}
    statistics |= dict(_types(trials, missed_share, turns))
    known = {key: value for key, value in statistics.items() if value is not None}
    return known, distributions


def _distributions(trials: Sequence[Trial]) -> Distributions:
    seats = range(len(trials[0].seats) if trials else 0)
    return {
        **{MeasureKey(name): tuple(trial.figures[name] for trial in trials) for name in FIGURES},
        **{
            MeasureKey("seat", str(seat + 1)): tuple(trial.seats[seat] for trial in trials)
            for seat in seats
        },
    }


def _missed_goals(trial: Trial, limits: Limits) -> set[str]:
    """The goals that a board misses."""
    estimates = {name: Estimate(value, value, value) for name, value in trial.figures.items()}
    return {name for name, usage in limit_usage(estimates, limits).items() if usage > 1}


def _ladder(trials: Sequence[Trial]) -> Iterator[tuple[MeasureKey, Statistic | None]]:
    for name in trials[0].ladder if trials else ():
        wins = {trial.number: trial.ladder[name].wins for trial in trials}
        games = {trial.number: float(trial.ladder[name].games) for trial in trials}
        yield MeasureKey("ladder", name), ratio(wins, games)


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
    comparisons: tuple[tuple[str, _ByBoard, _Comparison], ...] = (
        ("missed", missed_share, difference),
        ("length", turns, quotient),
    )
    for measure, values, compare in comparisons:
        inside = mean({number: values[number] for number in group})
        outside = mean({number: values[number] for number in others})
        assert inside and outside, "both groups have boards"
        yield measure + suffix, compare(inside, outside)


_Comparison = Callable[[Statistic, Statistic], Statistic | None]


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
        "owners": ratio(sums(o.OWNERS_WON, 1 / o.WIN_PARTS), sums(o.OWNERS, 1 / players)),
        "without": ratio(
            {number: of_type.without.wins for number, of_type in group.items()},
            {number: of_type.without.games / players for number, of_type in group.items()},
        ),
    }
