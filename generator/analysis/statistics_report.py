"""The report of the statistics of any game, and their export.

Input: Results, the game's Statistics. Output: a Report; records for CSV and JSON.
"""

import shlex
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from generator.analysis import charts
from generator.analysis.export import Record
from generator.analysis.intervals import FEW, FEW_ALIKE
from generator.analysis.report import (
    Block,
    Cell,
    Chart,
    Charts,
    Column,
    Heading,
    Number,
    Paragraph,
    Remark,
    Report,
    Severity,
    Table,
)
from generator.analysis.results import Measure, Results, RollEstimate, Statistics
from generator.core.request import Request
from generator.languages import localized

COLUMNS = RollEstimate._fields

_MIN_BAR_SHARE = 0.001  # rarer values would stretch the axis and not be seen
_SEVERITIES: dict[str, Severity] = {
    "never": "bad", "rare": "warning", "always": "notable", "unexpected": "bad",
}  # fmt: skip
_ABOUT = (
    "Dots and bars are what was counted, whiskers their 95% confidence intervals. Black strokes "
    "are what the set leads one to expect, worked out from its odds, minima and maxima."
)
_FLAGS = "“Unexpected” is what chance brings about in fewer than one in a thousand such reports."
_NOTHING = "Nothing: everything turns up, and all that can be worked out is as expected."
_INCOMPLETE = "Nothing that so few rolls can tell: not everything turned up."
_TOO_FEW = (
    f"Too few: a mean of fewer than {FEW} cases, or of fewer than {FEW_ALIKE} that are all alike."
)


def report(request: Request, results: Results, statistics: Statistics) -> Report:
    """Everything that was counted, measure by measure."""
    builder = _Builder(results, statistics)
    sets = " + ".join(localized(each.title, "en") for each in results.definition.sets)
    subtitle = f"{results.seeds:,} rolls of the seed “{results.seed}”"
    return Report(f"Statistics: {sets}", subtitle, tuple(builder.blocks()), _command(request))


def records(results: Results) -> list[Record]:
    """All estimates by the names of their fields."""
    return [estimate._asdict() for estimate in results.estimates]


def as_data(results: Results, game: str) -> dict[str, Any]:
    """All estimates and what was rolled, as JSON data."""
    return {
        "game": game,
        "sets": [loaded.key for loaded in results.definition.sets],
        "size": results.size,
        "seed": results.seed,
        "seeds": results.seeds,
        "rows": records(results),
    }


class _Builder:
    """The parts of the report."""

    def __init__(self, results: Results, statistics: Statistics):
        self.results, self.measures = results, statistics.measures
        self.names = statistics.names(results.definition)

    def name(self, subject: str) -> str:
        """What a subject is called; several are joined by " + "."""
        return " + ".join(self.names.get(part, part) for part in subject.split(" + "))

    def blocks(self) -> Iterator[Block]:
        is_vague = any(self._is_vague(estimate) for estimate in self.results.estimates)
        yield Paragraph(f"{_ABOUT} {_TOO_FEW}" if is_vague else _ABOUT, is_note=True)
        yield from self._flagged()
        for key, measure in self.measures.items():
            if estimates := self.results.of(key):
                yield from self._section(measure, estimates)

    def _is_vague(self, estimate: RollEstimate) -> bool:
        is_exact = self.measures[estimate.measure].is_exact
        return estimate.low is None and bool(estimate.cases) and not is_exact

    def _flagged(self) -> Iterator[Block]:
        yield Heading("What stands out")
        flagged = [estimate for estimate in self.results.estimates if estimate.flag]
        if not flagged:
            yield Paragraph(_INCOMPLETE if self._is_incomplete() else _NOTHING)
            return
        flagged.sort(key=lambda estimate: -abs(estimate.deviation or 0))
        columns = (Column("Of", width=60), Column("What"), Column("Found", True),
                   Column("Expected", True), Column("Remark"))  # fmt: skip
        yield Table(columns, tuple(self._flagged_row(estimate) for estimate in flagged))
        yield Paragraph(_FLAGS, is_note=True)

    def _is_incomplete(self) -> bool:
        """Whether something that should turn up was never seen."""
        complete = {key for key, measure in self.measures.items() if measure.is_complete}
        return any(
            estimate.expected and not estimate.value and estimate.measure in complete
            for estimate in self.results.estimates
        )

    def _flagged_row(self, estimate: RollEstimate) -> tuple[Cell, ...]:
        measure = self.measures[estimate.measure]
        name = ": ".join(
            part for part in (self._subject(measure, estimate), estimate.detail) if part
        )
        return name, measure.title, *_numbers(measure, estimate, True), _remark(estimate)

    def _section(self, measure: Measure, estimates: Sequence[RollEstimate]) -> Iterator[Block]:
        yield Heading(measure.title)
        if measure.note:
            yield Paragraph(measure.note, is_note=True)
        if measure.charts and (drawn := measure.charts(measure, estimates, self.name)):
            yield Charts(tuple(drawn))
        if measure.has_table:
            yield self._table(measure, _furthest(estimates, measure.extremes))

    def _table(self, measure: Measure, estimates: Sequence[RollEstimate]) -> Table:
        is_compared = any(estimate.expected is not None for estimate in estimates)
        has_remarks = any(estimate.flag for estimate in estimates)
        columns = [
            *([Column(measure.subject.capitalize())] if measure.subject else []),
            *([Column(measure.detail.capitalize(), width=70)] if measure.detail else []),
            Column("Found", True),
            *([Column("Expected", True)] if is_compared else []),
            *([Column("Remark")] if has_remarks else []),
        ]
        rows: tuple[tuple[Cell, ...], ...] = tuple(
            (
                *([self._subject(measure, estimate)] if measure.subject else []),
                *([estimate.detail] if measure.detail else []),
                *_numbers(measure, estimate, is_compared),
                *([_remark(estimate)] if has_remarks else []),
            )
            for estimate in estimates
        )
        return Table(tuple(columns), rows)

    def _subject(self, measure: Measure, estimate: RollEstimate) -> str:
        return self.name(estimate.subject) if measure.subject else ""


def _numbers(measure: Measure, estimate: RollEstimate, is_compared: bool) -> list[Number]:
    """The value with its interval, and the expected value if the table compares them."""
    value = number(measure, estimate)
    return [value, Number(estimate.expected, measure.form)] if is_compared else [value]


def number(measure: Measure, estimate: RollEstimate) -> Number:
    """The value of an estimate."""
    value = estimate.value if estimate.cases else None
    is_vague = estimate.low is None and not measure.is_exact
    return Number(value, measure.form, estimate.low, estimate.high, is_vague)


def _remark(estimate: RollEstimate) -> Remark:
    return Remark(estimate.flag, _SEVERITIES.get(estimate.flag, "plain"))


def _furthest(estimates: Sequence[RollEstimate], extremes: int) -> Sequence[RollEstimate]:
    """The estimates that are furthest above what is expected, and as many below; all for 0."""
    if not extremes or len(estimates) <= 2 * extremes:
        return estimates
    ordered = sorted(estimates, key=lambda estimate: -estimate.value / (estimate.expected or 1))
    return [*ordered[:extremes], *ordered[-extremes:]]


def _command(request: Request) -> str:
    words = ["board-generator", "stats", *request.sets, "--game", request.game]
    words += ["--size", request.size, "--players", str(request.players)]
    words += ["--seed", request.master_seed, "--seeds", str(request.count)]
    return shlex.join([*words, "--report", "report.html"])


# Charts of measures ---------------------------------------------------------------------------

_Name = Callable[[str], str]


def interval_chart(measure: Measure, estimates: Sequence[RollEstimate], name: _Name) -> list[Chart]:
    """One dot for each estimate, named by its subject and its detail."""
    marks = [
        charts.Mark(_label(measure, estimate, name), number(measure, estimate), estimate.expected)
        for estimate in estimates
    ]
    return [charts.interval_chart("", marks, measure.title)]


def _label(measure: Measure, estimate: RollEstimate, name: _Name) -> str:
    subject = name(estimate.subject) if measure.subject else ""
    return ": ".join(part for part in (subject, estimate.detail) if part)


def histograms(measure: Measure, estimates: Sequence[RollEstimate], name: _Name) -> list[Chart]:
    """A histogram for each subject; the details are whole numbers."""
    subjects = dict.fromkeys(estimate.subject for estimate in estimates)
    return [
        charts.histogram(
            name(subject) if measure.subject else "",
            [_bar(each) for each in estimates
             if each.subject == subject and each.value >= _MIN_BAR_SHARE],
            measure.detail, "", charts.WHOLE,
        )
        for subject in subjects
    ]  # fmt: skip


def _bar(estimate: RollEstimate) -> charts.Bar:
    value = int(estimate.detail)
    return charts.Bar(value - 0.5, value + 0.5, estimate.value, estimate.expected)


def heat_map(measure: Measure, estimates: Sequence[RollEstimate], name: _Name) -> list[Chart]:
    """Details (whole numbers) by subject."""
    numbers = sorted({int(estimate.detail) for estimate in estimates})
    values = {(each.subject, int(each.detail)): each.value for each in estimates}
    squares = [
        charts.Square(str(number), name(subject), values.get((subject, number), 0.0))
        for subject in dict.fromkeys(estimate.subject for estimate in estimates)
        for number in numbers
    ]
    return [charts.heat_map("", squares, (measure.detail, ""), measure.form)]


def pair_map(measure: Measure, estimates: Sequence[RollEstimate], name: _Name) -> list[Chart]:
    """Subjects of two parts, the one by the other."""
    squares = []
    for estimate in estimates:
        row, column = estimate.subject.split(" + ")
        squares.append(charts.Square(name(column), name(row), estimate.value, estimate.expected))
    return [charts.heat_map("", squares, ("", ""), measure.form)]
