"""Statistics of any game: what it counts for each roll, summed over many rolls; their report."""

import math
import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from generator.analysis import charts
from generator.analysis.intervals import FEW, FEW_ALIKE, student_quantile, too_few
from generator.analysis.intervals import share_estimate as wilson
from generator.analysis.report import (
    Block,
    Cell,
    Chart,
    Charts,
    Column,
    Heading,
    Number,
    Paragraph,
    Publication,
    Report,
    Table,
)
from generator.core.errors import RollError
from generator.core.progress import Progress
from generator.core.request import Request
from generator.core.workers import WorkerFailure, Workers
from generator.languages import localized
from generator.schema.set_files import GameDefinition

Key = tuple[Any, ...]
"""What is counted: the name of a measure, then parts of whatever kind the game likes."""

Sums = Counter[Key]


class RollEstimate(NamedTuple):
    """One value, estimated from many rolls.

    measure, subject and detail: what was measured, of what, in which case. value: that of the
    sample, with the interval from low to high that holds the true value 95 times in 100 (None for
    too few cases). cases: the number of cases.
    """

    measure: str
    subject: str
    detail: str
    value: float
    low: float | None
    high: float | None
    cases: int


DrawCharts = Callable[["Measure", Sequence[RollEstimate], Callable[[str], str]], list[Chart]]
"""Draws the estimates of a measure; the last argument gives what the report calls a subject."""


@dataclass(frozen=True, slots=True)
class Measure:
    """How a report shows the estimates of a measure.

    title: what is measured. subject and detail: the titles of these columns, "" for none. form: the
    format of the values, as Python's format() and Vega-Lite both understand it. charts: what draws
    the estimates. note: how to read them. has_table: whether there is a table.
    """

    title: str
    subject: str
    detail: str = ""
    form: str = ".1%"
    charts: DrawCharts | None = None
    note: str = ""
    has_table: bool = True


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


@dataclass(frozen=True, slots=True)
class Statistics:
    """The statistics of one game. `Any` is a definition or a rolled value of that game.

    counting(definition): a function from a rolled value to its keys. estimate(definition, size,
    sums, seeds): the estimates. names(definition): how the report calls subjects. measures: how the
    report shows each measure. seeds: as many rolls as take a few seconds.
    """

    counting: Callable[[Any], Callable[[Any], Iterable[Key]]]
    estimate: Callable[[Any, str, Sums, int], list[RollEstimate]]
    names: Callable[[Any], Mapping[str, str]]
    measures: Mapping[str, Measure]
    seeds: int = 10_000


# Estimates ----------------------------------------------------------------------------------


def share_estimate(measure: str, names: tuple[str, str], count: int, cases: int) -> RollEstimate:
    """The share of the cases, with Wilson's interval."""
    value, low, high = wilson(count, cases) if cases else (0.0, 0.0, 1.0)
    return RollEstimate(measure, *names, value, low, high, cases)


def mean_estimate(measure: str, names: tuple[str, str], values: Mapping[int, int]) -> RollEstimate:
    """The mean of whole values from 0, from the number of times that each occurred, with Student's
    interval. Too few of them (see intervals.py) have no interval."""
    cases = sum(values.values())
    if not cases:
        return RollEstimate(measure, *names, 0.0, None, None, 0)
    average = sum(value * count for value, count in values.items()) / cases
    squared_deviations = sum(count * (value - average) ** 2 for value, count in values.items())
    if too_few(cases, alike=not squared_deviations):
        return RollEstimate(measure, *names, average, None, None, cases)
    error = math.sqrt(squared_deviations / (cases - 1) / cases)
    half_width = student_quantile(cases - 1) * error
    low, high = max(0.0, average - half_width), average + half_width
    return RollEstimate(measure, *names, average, low, high, cases)


# Sampling -----------------------------------------------------------------------------------

SEEDS_PER_TASK = 250


class Sampler(NamedTuple):
    """A loaded and checked definition, how a seed is rolled from it, and the game's statistics."""

    definition: GameDefinition
    roll: Callable[[str], Any]  # a value of whichever game, which only its statistics read
    statistics: Statistics


OpenSampler = Callable[[Request], Sampler]
"""Load a sampler. Raises DefinitionError, OptionError. Must be importable by name, because other
processes receive it pickled."""


class _Task(NamedTuple):
    """The seeds from first to last of a request."""

    open_sampler: OpenSampler
    request: Request
    first: int
    last: int


def sample(
    request: Request,
    open_sampler: OpenSampler,
    workers: Callable[[], AbstractContextManager[Workers]],
    progress: Progress,
) -> Results:
    """Roll all seeds of a request and estimate. Raises DefinitionError, OptionError, RollError."""
    definition, _, statistics = open_sampler(request)
    progress.phase("rolled", request.count)
    sums: Sums = Counter()
    with workers() as pool:
        tasks = _tasks(request, open_sampler)
        for task, result in pool.results(_count, tasks, lambda task: [task]):
            if isinstance(result, WorkerFailure):
                raise RollError(f"seeds {task.first} to {task.last}: {result.why}")
            sums.update(result)
            progress.step(task.last - task.first + 1)
    estimates = statistics.estimate(definition, request.size, sums, request.count)
    return Results(definition, request.size, request.master_seed, request.count, tuple(estimates))


def _tasks(request: Request, open_sampler: OpenSampler) -> Iterator[_Task]:
    for first in range(1, request.count + 1, SEEDS_PER_TASK):
        last = min(first + SEEDS_PER_TASK - 1, request.count)
        yield _Task(open_sampler, request, first, last)


def _count(task: _Task) -> Sums:
    """The sums over the seeds of a task; runs in any process."""
    sampler, count = _counting(task.open_sampler, task.request)
    sums: Sums = Counter()
    for seed in task.request.seeds[task.first - 1 : task.last]:
        sums.update(count(sampler.roll(seed)))
    return sums


@cache
def _counting(
    open_sampler: OpenSampler, request: Request
) -> tuple[Sampler, Callable[[Any], Iterable[Key]]]:
    """The sampler of a request, and what counts its rolls; loaded once in each process."""
    sampler = open_sampler(request)
    return sampler, sampler.statistics.counting(sampler.definition)


# The report ---------------------------------------------------------------------------------

_MIN_BAR_SHARE = 0.001  # rarer values would stretch the axis and not be seen
_ABOUT = "Dots and bars are what was counted, whiskers their 95% confidence intervals."
_TOO_FEW = (
    f"Too few: a mean of fewer than {FEW} cases, or of fewer than {FEW_ALIKE} that are all alike."
)


def publication(request: Request, results: Results, statistics: Statistics) -> Publication:
    builder = _Builder(results, statistics)
    sets = " + ".join(localized(each.title, "en") for each in results.definition.sets)
    subtitle = f"{results.seeds:,} rolls of the seed “{results.seed}”"
    records = [estimate._asdict() for estimate in results.estimates]
    data = {
        "game": request.game,
        "sets": [loaded.key for loaded in results.definition.sets],
        "size": results.size,
        "seed": results.seed,
        "seeds": results.seeds,
        "rows": records,
    }
    report = Report(f"Statistics: {sets}", subtitle, tuple(builder.blocks()), _command(request))
    return Publication(report, records, RollEstimate._fields, data)


class _Builder:
    """The parts of the report."""

    def __init__(self, results: Results, statistics: Statistics):
        self.results, self.measures = results, statistics.measures
        self.names = statistics.names(results.definition)

    def name(self, subject: str) -> str:
        return self.names.get(subject, subject)

    def blocks(self) -> Iterator[Block]:
        is_vague = any(self._is_vague(estimate) for estimate in self.results.estimates)
        yield Paragraph(f"{_ABOUT} {_TOO_FEW}" if is_vague else _ABOUT, is_note=True)
        for key, measure in self.measures.items():
            if estimates := self.results.of(key):
                yield from self._section(measure, estimates)

    def _is_vague(self, estimate: RollEstimate) -> bool:
        return estimate.low is None and bool(estimate.cases)

    def _section(self, measure: Measure, estimates: Sequence[RollEstimate]) -> Iterator[Block]:
        yield Heading(measure.title)
        if measure.note:
            yield Paragraph(measure.note, is_note=True)
        if measure.charts and (drawn := measure.charts(measure, estimates, self.name)):
            yield Charts(tuple(drawn))
        if measure.has_table:
            yield self._table(measure, estimates)

    def _table(self, measure: Measure, estimates: Sequence[RollEstimate]) -> Table:
        columns = [
            *([Column(measure.subject.capitalize())] if measure.subject else []),
            *([Column(measure.detail.capitalize(), width=70)] if measure.detail else []),
            Column("Found", True),
        ]
        rows: tuple[tuple[Cell, ...], ...] = tuple(
            (
                *([self._subject(measure, estimate)] if measure.subject else []),
                *([estimate.detail] if measure.detail else []),
                number(measure, estimate),
            )
            for estimate in estimates
        )
        return Table(tuple(columns), rows)

    def _subject(self, measure: Measure, estimate: RollEstimate) -> str:
        return self.name(estimate.subject) if measure.subject else ""


def number(measure: Measure, estimate: RollEstimate) -> Number:
    value = estimate.value if estimate.cases else None
    return Number(value, measure.form, estimate.low, estimate.high, estimate.low is None)


def _command(request: Request) -> str:
    words = ["board-generator", "stats", *request.sets, "--game", request.game]
    words += ["--size", request.size, "--players", str(request.players)]
    words += ["--seed", request.master_seed, "--seeds", str(request.count)]
    return shlex.join([*words, "--report", "report.html"])


# Charts of measures ---------------------------------------------------------------------------

_Name = Callable[[str], str]


def interval_chart(measure: Measure, estimates: Sequence[RollEstimate], name: _Name) -> list[Chart]:
    """One dot for each estimate, named by its subject and its detail."""
    marks = [(_label(measure, estimate, name), number(measure, estimate)) for estimate in estimates]
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
    return charts.Bar(value - 0.5, value + 0.5, estimate.value)
