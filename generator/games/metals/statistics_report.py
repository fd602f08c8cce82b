"""The report of the statistics of rolled Metals maps.

Input: Results, a language. Output: a Report.
"""

from collections.abc import Iterator
from itertools import groupby

from generator.analysis.report_blocks import (
    PERCENT,
    ReportWording,
    histogram,
    opening,
    series,
    title,
)
from generator.analysis.results import Estimate, Results
from generator.languages import Language
from generator.layout.cells import Cells
from generator.layout.plot import Bars, Histogram, alike
from generator.layout.report import Beside, Block, Heading, Paragraph, Report


def report(results: Results, language: Language) -> Report:
    """The whole report."""
    words = ReportWording(language, "metals")
    return Report(*title(words, results, ""), tuple(_blocks(results, words)), "leaf")


def _blocks(results: Results, words: ReportWording) -> Iterator[Block]:
    yield from opening(words, results, lambda row: _label(words, row))
    (maps,) = results.of("maps")
    seeds, different = words.number(results.seeds, 0), words.number(maps.seen, 0)
    yield Heading(words.of_game("places"))
    yield Paragraph(words.of_game("maps", seeds=seeds, different=different))
    yield Paragraph(words.of_game("places_note"))
    yield Beside(tuple(_places(results, words)), 4)
    yield Heading(words.of_game("counts"))
    yield _shares(words, results.of("count"))
    if len(sizes := results.of("size")) > 1:
        yield Heading(words.of_game("sizes"))
        yield _shares(words, sizes)
    yield Heading(words.of_game("apart"))
    yield Paragraph(words.of_game("apart_note"))
    yield Beside(tuple(_distances(results, words)), 4)
    yield Heading(words.of_game("balance"))
    yield Paragraph(words.of_game("balance_note"))
    axis, up = words.axis("steps", whole=True), words.axis("axis")
    nearest = results.of("nearest", "top left corner")
    difference = results.of("balance")
    yield Beside((
        histogram(words.of_game("nearest"), nearest, axis, up),
        histogram(words.of_game("difference"), difference, axis, up),
    ))  # fmt: skip


def _label(words: ReportWording, row: Estimate) -> str:
    """The label of an estimate."""
    if row.measure != "count":
        return row.detail
    return words.of_game(
        "counts_label", kind=words.of_game(f"kinds.{row.subject}"), count=row.detail
    )


def _shares(words: ReportWording, rows: list[Estimate]) -> Bars:
    values = series(words, rows, lambda row: _label(words, row), PERCENT)
    return Bars("", (values,), words.axis("axis"), target=words("expected"))


def _places(results: Results, words: ReportWording) -> Iterator[Cells]:
    """A grid for each kind of space and size of map, with its share of each place in percent."""
    for (kind, size), rows in groupby(results.of("place"), _kind_and_size):
        columns = int(size.split(" x ")[0])
        numbers = [PERCENT * row.seen for row in rows]
        if not any(numbers):
            continue
        lines = tuple(
            tuple(numbers[start : start + columns]) for start in range(0, len(numbers), columns)
        )
        name = words.of_game(f"kinds.{kind}")
        if len(results.of("size")) > 1:
            name = words.of_game("sized", kind=name, columns=columns, rows=len(lines))
        no_label = ("",)
        yield Cells(name, no_label * columns, no_label * len(lines), lines, square=True)


def _kind_and_size(row: Estimate) -> tuple[str, str]:
    return row.subject, row.detail.partition(" of ")[2]


def _distances(results: Results, words: ReportWording) -> tuple[Histogram, ...]:
    axis, up = words.axis("steps", whole=True), words.axis("axis")
    kinds = dict.fromkeys(row.subject for row in results.of("apart"))
    return alike([
        histogram(words.of_game(f"kinds.{kind}"), results.of("apart", kind), axis, up, 24.0)
        for kind in kinds
    ])  # fmt: skip
