"""What every game's statistics are made of.

A game counts keys (tuples) for each roll; the sums of many rolls become Rows, and these a table, a
CSV file or a report. Counts of any number of processes add up to the same sums.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from generator.languages import Language
from generator.layout.report import Report

Key = tuple
Sums = Counter  # of keys


_EVERY = {"boards", "power", "size", "count"}  # what all there is should turn up in


class Row(NamedTuple):
    """One figure: what was measured, of what, in which case; what was seen with the interval that
    holds the true value 95 times in 100 (None for too few cases); what is expected, if that is
    known, and by how many standard errors what was seen is off; of how many cases. flag: never,
    rare, always or unexpected."""

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
    """How a terminal shows the rows of a measure: what subject and detail are called ("" if there
    is none), whether it is a share, how many rows at most (those that are furthest above what is
    expected, and as many below), decimals, whether it is a plain count, which has no interval. Its
    title is its name in the reports."""

    subject: str
    detail: str = ""
    share: bool = False
    most: int = 0
    decimals: int = 2
    exact: bool = False


@dataclass(frozen=True, slots=True)
class Figures:
    """All rows, and what they were counted on."""

    definition: Any
    size: str
    seed: str
    seeds: int
    rows: tuple[Row, ...]

    def of(self, measure: str, subject: str | None = None) -> list[Row]:
        """The rows of a measure, or only those of one subject."""
        return [
            row for row in self.rows if row.measure == measure and subject in (None, row.subject)
        ]

    @property
    def incomplete(self) -> bool:
        """Whether something that there should be was never seen, in too few rolls to say more."""
        return any(
            row.expected and not row.seen and not row.flag
            for row in self.rows
            if row.measure in _EVERY
        )


@dataclass(frozen=True, slots=True)
class Statistics:
    """The statistics of one game.

    still(definition) tells whether nothing in it is random. counting(definition) gives a function
    from a rolled value to its keys. rows(definition, size, sums, seeds) gives the figures, without
    flags for what is unexpected. report(figures, language) shows them as charts, measures say how a
    terminal does. seeds are as many as take a few seconds.
    """

    still: Callable[[Any], bool]
    counting: Callable[[Any], Callable[[Any], Iterable[Key]]]
    rows: Callable[[Any, str, Sums, int], list[Row]]
    report: Callable[[Figures, Language], Report]
    measures: Mapping[str, Measure]
    seeds: int = 10_000
