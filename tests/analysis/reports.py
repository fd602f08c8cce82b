"""Reports as tests read them, and statistics for them, counted once."""

import io
from functools import cache

from rich.console import Console
from support import DATA, GOLDEN, assert_golden

from generator.analysis import console
from generator.analysis.report import Heading, Number, Paragraph, Remark, Report, Table
from generator.analysis.stats import Results, publication, sample
from generator.core.progress import Progress
from generator.core.request import Request, SeedRange
from generator.core.workers import local
from generator.games.authoring_support import open_sampler


@cache
def results(sets=("base",), size="regular", seeds=300, jobs=1) -> Results:
    request = Request(
        "magnetmen", sets, size, 4, SeedRange("x", 1, seeds), sets_dirs=(DATA / "sets",)
    )
    return sample(request, open_sampler, lambda: local(jobs), Progress())


def statistics_report(sets=("base",), size="regular", seeds=300) -> Report:
    return publication(results(sets, size, seeds))


def compare(text: str, name: str) -> None:
    """A text with the golden one of that name, but for spaces at the end of lines."""
    assert_golden("\n".join(map(str.rstrip, text.splitlines())) + "\n", GOLDEN / name)


def terminal_text(report: Report, width: int = console.DEFAULT_WIDTH) -> str:
    """What a terminal of that width shows."""
    shown = io.StringIO()
    console.show(report, Console(width=width, file=shown))
    return shown.getvalue()


def report_text(report: Report) -> str:
    """All words of a report, tables included."""
    words = [report.title, report.subtitle]
    for block in report.blocks:
        match block:
            case Heading(text) | Paragraph(text):
                words.append(text)
            case Table(columns, rows):
                words += [column.title for column in columns]
                cells = [cell for row in rows for cell in row]
                cells = [each.text() if isinstance(each, Number) else each for each in cells]
                words += [each.text if isinstance(each, Remark) else each for each in cells]
    return "\n".join(words)
