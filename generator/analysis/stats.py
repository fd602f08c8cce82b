"""Statistics of any game: what it counts for each roll, summed over many rolls; their report."""

import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import cache, partial
from itertools import compress
from typing import Any, NamedTuple

from generator.analysis import report as page
from generator.analysis.intervals import FEW, FEW_ALIKE, Estimate
from generator.analysis.report import Block, Cells, Column, Number
from generator.core.progress import Progress
from generator.core.request import Request
from generator.core.workers import Workers
from generator.languages import localized
from generator.schema.set_files import GameDefinition

SEEDS_PER_TASK = 250
_ABOUT = "Brackets are 95% confidence intervals."
_TOO_FEW = f"Too few: fewer than {FEW} cases, or fewer than {FEW_ALIKE} that are all alike."

Key = tuple[str, str, int]
"""What is counted: a measure, of what, and a number."""

Sums = Counter[Key]


class Row(NamedTuple):
    measure: str
    subject: str
    detail: str
    estimate: Estimate
    cases: int

    def columns(self) -> dict[str, str | float | None]:
        about = {"measure": self.measure, "subject": self.subject, "detail": self.detail}
        return {**about, **self.estimate.columns(), "cases": self.cases}


class Measure(NamedTuple):
    """How a report shows the rows of a measure: the titles of the section and of the columns, ""
    for none; a format for format(); a note on how to read them."""

    title: str
    subject: str
    detail: str = ""
    form: str = ".1%"
    note: str = ""


class Statistics(NamedTuple):
    """The statistics of one game (Any: its definition, or a rolled value). counted: what to count
    of a value. estimate(definition, sums, seeds): the rows, measure by measure. names: how the
    report calls subjects. seeds: as many rolls as take a few seconds."""

    counted: Callable[[Any], Iterable[Key]]
    estimate: Callable[[Any, Sums, int], list[Row]]
    names: Callable[[Any], Mapping[str, str]]
    measures: Mapping[str, Measure]
    seeds: int = 10_000


class Sampler(NamedTuple):
    """A loaded and checked definition, how a seed is rolled from it, and the game's statistics."""

    definition: GameDefinition
    roll: Callable[[str], Any]  # a value of whichever game, which only its statistics read
    statistics: Statistics


OpenSampler = Callable[[Request], Sampler]
"""Importable by name, as other processes get it pickled. Raises DefinitionError, OptionError."""


class Results(NamedTuple):
    request: Request
    definition: GameDefinition
    statistics: Statistics
    rows: list[Row]

    def of(self, measure: str) -> list[Row]:
        return [row for row in self.rows if row.measure == measure]


def sample(
    request: Request,
    open_sampler: OpenSampler,
    workers: Callable[[], AbstractContextManager[Workers]],
    progress: Progress,
) -> Results:
    """Roll all seeds of a request and estimate. Raises DefinitionError, OptionError, RollError."""
    definition, _, statistics = _opened(open_sampler, request)
    progress.phase("rolled", request.count)
    sums: Sums = Counter()
    firsts = range(0, request.count, SEEDS_PER_TASK)
    with workers() as pool:
        for first, result in pool.results(partial(_count, open_sampler, request), firsts):
            sums.update(result)
            progress.step(min(SEEDS_PER_TASK, request.count - first))
    rows = statistics.estimate(definition, sums, request.count)
    return Results(request, definition, statistics, rows)


@cache
def _opened(open_sampler: OpenSampler, request: Request) -> Sampler:
    return open_sampler(request)


def _count(open_sampler: OpenSampler, request: Request, first: int) -> Sums:
    sampler = _opened(open_sampler, request)
    sums: Sums = Counter()
    for seed in request.seeds[first : first + SEEDS_PER_TASK]:
        sums.update(sampler.statistics.counted(sampler.roll(seed)))
    return sums


def publication(results: Results) -> page.Report:
    request, definition, statistics, rows = results
    names = statistics.names(definition)
    is_vague = any(row.estimate.is_vague and row.cases for row in rows)
    about = f"{_ABOUT} {_TOO_FEW}" if is_vague else _ABOUT
    blocks: list[Block] = [page.Paragraph(about, is_note=True)]
    for key, measure in statistics.measures.items():
        if of_measure := results.of(key):
            blocks += _section(measure, of_measure, names)
    sets = " + ".join(localized(each.title, "en") for each in definition.sets)
    subtitle = f"{request.count:,} rolls of the seed “{request.master_seed}”"
    words = ["board-generator", "stats", *request.sets, "--game", request.game]
    words += ["--size", request.size, "--players", str(request.players)]
    words += ["--seed", request.master_seed, "--seeds", str(request.count)]
    command = shlex.join([*words, "--report", "report.html"])
    data: dict[str, Any] = {"game": request.game, "sets": [each.key for each in definition.sets]}
    data |= {"size": request.size, "seed": request.master_seed, "seeds": request.count}
    data["rows"] = [row.columns() for row in rows]
    return page.Report(f"Statistics: {sets}", subtitle, blocks, command, data)


def _section(measure: Measure, rows: Sequence[Row], names: Mapping[str, str]) -> Iterator[Block]:
    yield page.Heading(measure.title)
    if measure.note:
        yield page.Paragraph(measure.note, is_note=True)
    shown = [measure.subject, measure.detail]
    labels = [[*compress((names.get(row.subject, row.subject), row.detail), shown)] for row in rows]
    titles = Column(measure.subject.capitalize()), Column(measure.detail.capitalize(), width=70)
    numbers = [Number(row.estimate if row.cases else None, measure.form) for row in rows]
    cells: list[Cells] = [(*label, each) for label, each in zip(labels, numbers, strict=True)]
    yield page.Table((*compress(titles, shown), Column("Found", True)), cells)
