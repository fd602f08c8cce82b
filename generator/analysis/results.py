"""What every game's statistics are made of.

A game counts keys (tuples) for each roll. The sums over many rolls become RollEstimates, and these
a report, a CSV file or JSON. The counts of several processes add up to the same sums.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from generator.analysis.report import Chart
from generator.schema.set_files import GameDefinition

Key = tuple[Any, ...]
"""What is counted: the name of a measure, then parts of whatever kind the game likes."""

Sums = Counter[Key]


class RollEstimate(NamedTuple):
    """One value, estimated from many rolls.

    measure, subject and detail: what was measured, of what, in which case. value: that of the
    sample, with the interval from low to high that holds the true value 95 times in 100 (None for
    too few cases). expected: the true value, if it is known, and deviation: by how many standard
    errors the sample differs from it. cases: the number of cases. flag: never, rare, always,
    unexpected or "".
    """

    measure: str
    subject: str
    detail: str
    value: float
    low: float | None
    high: float | None
    expected: float | None
    deviation: float | None
    cases: int
    flag: str = ""


class Charts(Protocol):
    """Draws the estimates of a measure; `name` is how the report calls an estimate's subject."""

    def __call__(
        self, measure: "Measure", estimates: Sequence[RollEstimate], name: Callable[[str], str], /
    ) -> list[Chart]: ...


@dataclass(frozen=True, slots=True)
class Measure:
    """How a report shows the estimates of a measure.

    title: what is measured. subject and detail: the titles of these columns, "" for none. form: the
    format of the values, as Python's format() and Vega-Lite both understand it. charts: what draws
    the estimates. note: how to read them. extremes: how many of the estimates that are furthest
    above what is expected the table has, and how many of those furthest below; 0 for all.
    has_table: whether there is a table. is_exact: whether the value is a plain count, which has no
    interval. is_complete: whether each case should turn up sooner or later.
    """

    title: str
    subject: str
    detail: str = ""
    form: str = ".1%"
    charts: Charts | None = None
    note: str = ""
    extremes: int = 0
    has_table: bool = True
    is_exact: bool = False
    is_complete: bool = False


@dataclass(frozen=True, slots=True)
class Results:
    """All estimates, and the sample that they are of: seeds is the number of rolls."""

    definition: GameDefinition
    size: str
    seed: str
    seeds: int
    estimates: tuple[RollEstimate, ...]

    def of(self, measure: str, subject: str | None = None) -> list[RollEstimate]:
        """The estimates of a measure, or only those of one subject."""
        return [
            estimate
            for estimate in self.estimates
            if estimate.measure == measure and subject in (None, estimate.subject)
        ]


class _Estimator(Protocol):
    """Estimates from the sums of that many seeds, without flags for what is unexpected."""

    def __call__(
        self, definition: Any, size: str, sums: Sums, seeds: int, /
    ) -> list[RollEstimate]: ...


@dataclass(frozen=True, slots=True)
class Statistics:
    """The statistics of one game. `Any` is a definition or a rolled value of that game.

    is_deterministic(definition): whether nothing in it is random. counting(definition): a function
    from a rolled value to its keys. estimate: see _Estimator. names(definition): how the report
    calls subjects. measures: how the report shows each measure. seeds: as many rolls as take a few
    seconds.
    """

    is_deterministic: Callable[[Any], bool]
    counting: Callable[[Any], Callable[[Any], Iterable[Key]]]
    estimate: _Estimator
    names: Callable[[Any], Mapping[str, str]]
    measures: Mapping[str, Measure]
    seeds: int = 10_000
