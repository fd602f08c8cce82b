"""All that is told of boards that were played, row by row.

Input: what was played, Goals. Output: Workshop: a Row for each number with its interval, the types
and powers that are out of the ordinary flagged.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from generator.games.magnetmen.playtest.estimates import Statistic, quantile
from generator.games.magnetmen.playtest.measures import (
    BOUNDED,
    OTHER,
    SHARES,
    SIGNED,
    Found,
    Key,
    Spread,
    statistics,
)
from generator.games.magnetmen.playtest.run import Played
from generator.games.magnetmen.playtest.study import Case
from generator.games.magnetmen.simulation.flags import Flags
from generator.games.magnetmen.simulation.goals import Goal, Goals
from generator.games.magnetmen.simulation.metrics import share_estimate

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
# What an interval may reach to either side and still tell something of small numbers: half of what
# is usual. That is 1 for comparisons, three points for an icon, half of all points or goals.
_TELLING = {
    "pick_ratio": 0.5, "owners": 0.5, "length": 0.5, "length_other": 0.5, "icon_points": 1.5,
    "share": 0.25, "missed": 0.25, "missed_other": 0.25,
}  # fmt: skip


class Row(NamedTuple):
    """One number: of what, its interval (None for too few boards), on how many boards; the
    quantiles over boards where every board has a value, None for those that so few boards do not
    have; flags, such as dominant."""

    case: Case
    key: Key
    value: float
    low: float | None
    high: float | None
    boards: int
    quantiles: tuple[float | None, ...] = ()
    flags: tuple[str, ...] = ()

    @property
    def few(self) -> bool:
        """Whether boards are too few to tell: there is no interval, or it reaches further than half
        of the value, and than half of what is usual."""
        if self.high is None:
            return True
        most = _TELLING.get(self.key.measure)
        if most is None or self.flags:
            return False
        return self.high - self.value > max(most, abs(self.value) / 2)


@dataclass(frozen=True, slots=True)
class Measured:
    """A case: its goal, its boards, its statistics."""

    goal: Goal
    boards: int
    found: Found
    spread: Spread


@dataclass(frozen=True, slots=True)
class Workshop:
    """All of it: what was played, and by case the statistics; the rows."""

    played: Played
    flags: Flags
    cases: Mapping[Case, Measured]
    rows: tuple[Row, ...]

    def of(self, case: Case, measure: str) -> list[Row]:
        """The rows of a measure in a case."""
        return [row for row in self.rows if row.case == case and row.key.measure == measure]

    def row(self, case: Case, key: Key) -> Row | None:
        """One row."""
        return next((row for row in self.rows if row.case == case and row.key == key), None)

    def cell(self, case: Case, key: Key, measure: str) -> Row | None:
        """The row of a measure of a type or power; of a power that can only be compared with other
        powers of its type, that row."""
        names = (measure, f"{measure}{OTHER}")
        rows = (self.row(case, key._replace(measure=name)) for name in names)
        return next((row for row in rows if row is not None), None)

    @property
    def flagged(self) -> list[Row]:
        """The rows with flags."""
        return [row for row in self.rows if row.flags]


def workshop(played: Played, goals: Goals) -> Workshop:
    """The rows, in a case in the order of their keys: figures, seats, goals, ladder, types."""
    cases = {case: _measured(played, case, goals) for case in played.trials}
    rows = tuple(row for case, each in cases.items() for row in _rows(case, each, goals.flags))
    return Workshop(played, goals.flags, cases, rows)


def _measured(played: Played, case: Case, goals: Goals) -> Measured:
    definition = played.definition
    squares = definition.boards.sizes[case.size].squares
    goal = goals.nearest(definition.rules, squares, case.players)
    trials = played.trials[case]
    return Measured(goal, len(trials), *statistics(trials, goal))


def _rows(case: Case, measured: Measured, flags: Flags) -> Iterator[Row]:
    several = with_powers(measured.found)
    of_types = sorted(key for key in measured.found if key.of_type)
    others = [key for key in measured.found if not key.of_type]
    for key in (*others, *of_types):
        if key.of_power and key.subject not in several:
            continue  # the type's only power: its numbers are those of the type
        statistic = measured.found[key]
        quantiles = _quantiles(measured.spread.get(key, ()))
        ends = _ends(key, statistic, measured.boards)
        yield Row(case, key, statistic.value, *ends, statistic.boards, quantiles,
                  tuple(_flags(key, measured.found, flags)))  # fmt: skip


def with_powers(found: Found) -> set[str]:
    """The types that had several powers."""
    count = Counter(key.subject for key in found if key.of_power and key.measure == "boards")
    return {subject for subject, powers in count.items() if powers > 1}


def _quantiles(values: Sequence[float]) -> tuple[float | None, ...]:
    """Each where so many boards have one beyond it: below 20 boards nobody knows the 5% that are
    lowest."""
    if not values:
        return ()
    return tuple(
        quantile(values, part) if len(values) * min(part, 1 - part) >= 1 - 1e-9 else None
        for part in QUANTILES
    )


def _ends(key: Key, statistic: Statistic, boards: int) -> tuple[float | None, float | None]:
    if key.measure in SHARES and boards:
        return share_estimate(statistic.value * boards, boards)[1:]
    low, high = statistic.interval or (None, None)
    if low is None or key.measure in SIGNED:
        return low, high
    return max(0.0, low), min(1.0, high) if key.measure in BOUNDED else high


def _flags(key: Key, found: Found, flags: Flags) -> Iterator[str]:
    """What a row says is out of the ordinary: each flag at the row that says it."""

    def interval(measure: str) -> tuple[float, float]:
        statistic = found.get(key._replace(measure=measure))
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
        # Powers of a type that is always there differ; which one is to blame nobody can tell.
        yield "uneven" if key.measure.endswith(OTHER) else "breaking"
