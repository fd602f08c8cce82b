"""Statistics of any game: what it counts for each roll, summed over many rolls; their report."""

import math
import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import cache
from typing import Any, NamedTuple

from generator.analysis import charts, intervals
from generator.analysis.report import (
    Block,
    Cell,
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

Key = tuple[str, str, int]
"""What is counted: a measure, of what, and a number."""

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


class Measure(NamedTuple):
    """How a report shows the estimates of a measure.

    title: what is measured. subject and detail: the titles of these columns, "" for none. form: the
    format of the values, as Python's format() and Vega-Lite both understand it. note: how to read
    them. is_histogram: whether the details are whole numbers, to be drawn as bars; other estimates
    are dots.
    """

    title: str
    subject: str
    detail: str = ""
    form: str = ".1%"
    note: str = ""
    is_histogram: bool = False


class Statistics(NamedTuple):
    """The statistics of one game. Any: a definition or a rolled value of that game.

    counted: what to count of a rolled value. estimate(definition, sums, seeds): the estimates,
    measure by measure. names(definition): how the report calls subjects. seeds: as many rolls as
    take a few seconds.
    """

    counted: Callable[[Any], Iterable[Key]]
    estimate: Callable[[Any, Sums, int], list[RollEstimate]]
    names: Callable[[Any], Mapping[str, str]]
    measures: Mapping[str, Measure]
    seeds: int = 10_000


class Results(NamedTuple):
    """All estimates, of a sample of so many seeds."""

    definition: GameDefinition
    size: str
    seed: str
    seeds: int
    estimates: tuple[RollEstimate, ...]

    def of(self, measure: str, subject: str | None = None) -> list[RollEstimate]:
        """The estimates of a measure, or only those of one subject."""
        found = (each for each in self.estimates if each.measure == measure)
        return [each for each in found if subject in (None, each.subject)]


def share_estimate(measure: str, names: tuple[str, str], count: int, cases: int) -> RollEstimate:
    """The share of the cases, with Wilson's interval."""
    value, low, high = intervals.share_estimate(count, cases) if cases else (0.0, 0.0, 1.0)
    return RollEstimate(measure, *names, value, low, high, cases)


def mean_estimate(measure: str, names: tuple[str, str], values: Mapping[int, int]) -> RollEstimate:
    """The mean of whole values from 0, from the number of times that each occurred, with Student's
    interval. Too few of them (see intervals.py) have no interval."""
    cases = sum(values.values())
    if not cases:
        return RollEstimate(measure, *names, 0.0, None, None, 0)
    average = sum(value * count for value, count in values.items()) / cases
    squared_deviations = sum(count * (value - average) ** 2 for value, count in values.items())
    if intervals.too_few(cases, alike=not squared_deviations):
        return RollEstimate(measure, *names, average, None, None, cases)
    error = math.sqrt(squared_deviations / (cases - 1) / cases)
    half_width = intervals.student_quantile(cases - 1) * error
    low, high = max(0.0, average - half_width), average + half_width
    return RollEstimate(measure, *names, average, low, high, cases)


SEEDS_PER_TASK = 250


class Sampler(NamedTuple):
    """A loaded and checked definition, how a seed is rolled from it, and the game's statistics."""

    definition: GameDefinition
    roll: Callable[[str], Any]  # a value of whichever game, which only its statistics read
    statistics: Statistics


OpenSampler = Callable[[Request], Sampler]
"""Load a sampler. Raises DefinitionError, OptionError. Must be importable by name, because other
processes receive it pickled."""

_Task = tuple[OpenSampler, Request, int, int]  # the seeds from the first to the last of a request


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
    tasks: Iterator[_Task] = (
        (open_sampler, request, first, min(first + SEEDS_PER_TASK - 1, request.count))
        for first in range(1, request.count + 1, SEEDS_PER_TASK)
    )
    with workers() as pool:
        for (_, _, first, last), result in pool.results(_count, tasks, lambda task: [task]):
            if isinstance(result, WorkerFailure):
                raise RollError(f"seeds {first} to {last}: {result.why}")
            sums.update(result)
            progress.step(last - first + 1)
    estimates = statistics.estimate(definition, sums, request.count)
    return Results(definition, request.size, request.master_seed, request.count, tuple(estimates))


_opened = cache(lambda open_sampler, request: open_sampler(request))  # once in each process


def _count(task: _Task) -> Sums:
    """The sums over the seeds of a task; runs in any process."""
    open_sampler, request, first, last = task
    sampler = _opened(open_sampler, request)
    sums: Sums = Counter()
    for seed in request.seeds[first - 1 : last]:
        sums.update(sampler.statistics.counted(sampler.roll(seed)))
    return sums


_MIN_SHARE = 0.001  # rarer values would stretch the axis and not be seen
_ABOUT = "Dots and bars are what was counted, whiskers their 95% confidence intervals."
_TOO_FEW = (
    f"Too few: a mean of fewer than {intervals.FEW} cases, or of fewer than "
    f"{intervals.FEW_ALIKE} that are all alike."
)


def publication(request: Request, results: Results, statistics: Statistics) -> Publication:
    names = statistics.names(results.definition)
    is_vague = any(each.low is None and each.cases for each in results.estimates)
    blocks: list[Block] = [Paragraph(f"{_ABOUT} {_TOO_FEW}" if is_vague else _ABOUT, is_note=True)]
    for key, measure in statistics.measures.items():
        if estimates := results.of(key):
            blocks += _section(measure, estimates, names)
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
    words = ["board-generator", "stats", *request.sets, "--game", request.game]
    words += ["--size", request.size, "--players", str(request.players)]
    words += ["--seed", request.master_seed, "--seeds", str(request.count)]
    command = shlex.join([*words, "--report", "report.html"])
    report = Report(f"Statistics: {sets}", subtitle, tuple(blocks), command)
    return Publication(report, records, RollEstimate._fields, data)


def _section(
    measure: Measure, estimates: Sequence[RollEstimate], names: Mapping[str, str]
) -> Iterator[Block]:
    yield Heading(measure.title)
    if measure.note:
        yield Paragraph(measure.note, is_note=True)
    if measure.is_histogram:
        seen = [(int(each.detail), each.value) for each in estimates if each.value >= _MIN_SHARE]
        bars = [charts.Bar(value - 0.5, value + 0.5, share) for value, share in seen]
        chart = charts.histogram("", bars, measure.detail, "", charts.WHOLE)
    else:
        marks = [
            (": ".join(_labels(measure, each, names)), _number(measure, each)) for each in estimates
        ]
        chart = charts.interval_chart("", marks, measure.title)
    yield Charts((chart,))
    columns = [Column("Found", True)]
    if measure.detail:
        columns.insert(0, Column(measure.detail.capitalize(), width=70))
    if measure.subject:
        columns.insert(0, Column(measure.subject.capitalize()))
    rows: list[tuple[Cell, ...]] = [
        (*_labels(measure, estimate, names), _number(measure, estimate)) for estimate in estimates
    ]
    yield Table(tuple(columns), tuple(rows))


def _labels(measure: Measure, estimate: RollEstimate, names: Mapping[str, str]) -> list[str]:
    """The subject and the detail, where the measure has them."""
    subject = [names.get(estimate.subject, estimate.subject)] if measure.subject else []
    return [*subject, estimate.detail] if measure.detail else subject


def _number(measure: Measure, estimate: RollEstimate) -> Number:
    value = estimate.value if estimate.cases else None
    return Number(value, measure.form, estimate.low, estimate.high, estimate.low is None)
