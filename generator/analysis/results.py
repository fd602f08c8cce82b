"""What every game's statistics are made of.

A game counts keys (tuples) for each roll. The sums over many rolls become Estimates, and these a
table, a CSV file or a report. The counts of several processes add up to the same sums.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from generator.languages import Language
from generator.layout.report import Report
from generator.schema.set_files import GameDefinition

Key = tuple[Any, ...]
"""What is counted: the name of a measure, then parts of whatever kind the game likes."""

Sums = Counter[Key]

# The measures in which every case should turn up sooner or later.
_COMPLETE_MEASURES = {"boards", "power", "size", "count"}


class Estimate(NamedTuple):
    """One estimated value.

    measure, subject and detail: what was measured, of what, in which case. seen: the value in the
    sample, with the interval from low to high that holds the true value 95 times in 100 (None for
    too few cases). expected: the true value, if it is known, and deviation: by how many standard
    errors the sample differs from it. of: the number of cases. flag: never, rare, always,
    unexpected or "".
    """

    measure: str
    subject: str
    detail: str
    seen: float
    low: float | None
    high: float | None
    expected: float | None
    deviation: float | None
    of: int
    flag: str = ""


class Measure(NamedTuple):
    """How a terminal shows the estimates of a measure.

    subject and detail: the titles of these columns, "" for none. share: whether the values are
    shares. most: so many estimates that are furthest above what is expected are shown, and as many
    below; 0 for all. exact: whether the value is a plain count, which has no interval. The title of
    a measure is its name in the reports.
    """

    subject: str
    detail: str = ""
    share: bool = False
    most: int = 0
    decimals: int = 2
    exact: bool = False


@dataclass(frozen=True, slots=True)
class Results:
    """All estimates, and the sample that they are of: seeds is the number of rolls."""

    definition: GameDefinition
    size: str
    seed: str
    seeds: int
    rows: tuple[Estimate, ...]

    def of(self, measure: str, subject: str | None = None) -> list[Estimate]:
        """The estimates of a measure, or only those of one subject."""
        return [
            row for row in self.rows if row.measure == measure and subject in (None, row.subject)
        ]

    @property
    def incomplete(self) -> bool:
        """Whether something that should turn up was never seen, in too few rolls to flag it."""
        return any(
            row.expected and not row.seen and not row.flag
            for row in self.rows
            if row.measure in _COMPLETE_MEASURES
        )


class _Estimator(Protocol):
    """Estimates from the sums of that many seeds, without flags for what is unexpected."""

    def __call__(self, definition: Any, size: str, sums: Sums, seeds: int, /) -> list[Estimate]: ...


@dataclass(frozen=True, slots=True)
class Statistics:
    """The statistics of one game. `Any` is a definition or a rolled value of that game.

    is_deterministic(definition): whether nothing in it is random. counting(definition): a function
    from a rolled value to its keys. estimate: see _Estimator. report(results, language): the report
    with charts. measures: how a terminal shows each measure. seeds: as many rolls as take a few
    seconds.
    """

    is_deterministic: Callable[[Any], bool]
    counting: Callable[[Any], Callable[[Any], Iterable[Key]]]
    estimate: _Estimator
    report: Callable[[Results, Language], Report]
    measures: Mapping[str, Measure]
    seeds: int = 10_000
