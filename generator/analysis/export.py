"""Results as tables in a terminal, as CSV, as JSON."""

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from rich import box
from rich.bar import Bar
from rich.console import Console
from rich.table import Table
from rich.text import Text

from generator.analysis.report_blocks import ReportWording
from generator.analysis.results import Estimate, Measure, Results
from generator.core.sample_size import FEW, FEW_ALIKE
from generator.languages import load_language
from generator.layout.axes import NOTHING
from generator.schema.naming import GAP, differing_parts

DEFAULT_WIDTH = 110  # characters, where there is no terminal
_MIN_BARS_WIDTH = 100  # characters that tables with bars need
_BAR_WIDTH = 14  # characters
_FEW = "too few"
_NOTE = f"too few: fewer than {FEW}, or fewer than {FEW_ALIKE} that are all alike"
_STYLES = {"never": "bold red", "rare": "yellow", "always": "cyan", "unexpected": "bold magenta"}


def show(results: Results, measures: Mapping[str, Measure], console: Console) -> None:
    """Print a table for each measure, then what stands out."""
    tables = _Tables(results, console)
    for name, measure in measures.items():
        if rows := results.of(name):
            console.print(Text(tables.title(name), "bold"))
            console.print(tables.table(measure, _furthest(rows, measure.most)))
    flagged = [row for row in results.rows if row.flag]
    for row in flagged:
        text = f"{row.flag}: {tables.title(row.measure)}: {_case(row)}"
        console.print(Text(text, _STYLES[row.flag]), soft_wrap=True)
    if not flagged:
        nothing = tables.wording("flags.incomplete" if results.incomplete else "flags.none")
        title = tables.wording("flags.title")
        console.print(f"{title}: {nothing[:1].lower()}{nothing[1:]}")
    estimates = (row for row in results.rows if row.measure in measures)
    if any(row.low is None and not measures[row.measure].exact for row in estimates):
        console.print(Text(_NOTE, "dim"))


def _furthest(rows: Sequence[Estimate], most: int) -> Sequence[Estimate]:
    """So many rows that are furthest above what is expected, and as many below; all if `most` is
    0."""
    if not most or len(rows) <= 2 * most:
        return rows
    ordered = sorted(rows, key=lambda row: -row.seen / (row.expected or 1))
    return [*ordered[:most], *ordered[-most:]]


def _case(row: Estimate) -> str:
    return ", ".join(part for part in (row.subject, row.detail) if part)


class _Tables:
    """Tables as wide as a console.

    Narrow ones have no bars. They leave out the names of sets, if types can be told apart without,
    and show of powers only what sets them apart.
    """

    def __init__(self, results: Results, console: Console):
        self.wording = ReportWording(load_language("en"), "")
        self.narrow = console.width < _MIN_BARS_WIDTH
        self.powers = _numbered_powers(results.of("power"))
        keys = [row.subject for row in results.of("boards")]
        names = [key.rpartition("/")[2] for key in keys]
        is_unique = len(set(names)) == len(names)
        self.short_names = dict(zip(keys, names, strict=True)) if is_unique else {}

    def title(self, measure: str) -> str:
        """The name of a measure."""
        return self.wording.measure(measure)

    def table(self, measure: Measure, rows: Sequence[Estimate]) -> Table:
        """The rows of a measure."""
        is_compared = any(row.expected is not None for row in rows)
        table = self._empty(measure, is_compared, any(map(_remark, rows)))
        largest = max(row.seen for row in rows)
        previous = ""
        for row in rows:
            # A subject of several rows is named once.
            subject = "" if measure.detail and row.subject == previous else self._subject(row)
            previous = row.subject
            names = (subject, measure.subject), (self._detail(row), measure.detail)
            bar = Bar(largest or 1, 0, row.seen, width=_BAR_WIDTH, color="cyan")
            table.add_row(
                *(name for name, title in names if title),
                *_numbers(row, measure, is_compared),
                *(() if self.narrow else (bar,)),
                Text(_remark(row), _STYLES.get(row.flag, "")),
            )
        return table

    def _empty(self, measure: Measure, is_compared: bool, has_remarks: bool) -> Table:
        """A table with columns only."""
        table = Table(box=box.SIMPLE, padding=(0, 1, 0, 0), pad_edge=False)
        if measure.subject:
            table.add_column(measure.subject, no_wrap=True)
        if measure.detail:
            table.add_column(measure.detail)
        interval = () if measure.exact else ("95% interval",)
        for name in ("found", *interval, *(("expected",) if is_compared else ())):
            table.add_column(name, justify="right", no_wrap=True)
        if not self.narrow:
            table.add_column(width=_BAR_WIDTH)
        table.add_column("remark" if has_remarks else "", no_wrap=True)
        return table

    def _subject(self, row: Estimate) -> str:
        if not self.narrow:
            return row.subject
        return " + ".join(self.short_names.get(key, key) for key in row.subject.split(" + "))

    def _detail(self, row: Estimate) -> str:
        return self.powers.get(row[:3], row.detail) if self.narrow else row.detail


def _numbered_powers(rows: Sequence[Estimate]) -> dict[tuple[str, str, str], str]:
    """The number of each power, and the part of its text that the other powers of its type do not
    have; by measure, subject and detail."""
    powers: dict[tuple[str, str, str], str] = {}
    for _, group in groupby(rows, lambda row: row.subject):
        rows_of_type = list(group)
        texts = differing_parts([row.detail for row in rows_of_type])
        for number, (row, text) in enumerate(zip(rows_of_type, texts, strict=True), start=1):
            powers[row[:3]] = f"{number} {text.strip(f'{GAP} ')}"
    return powers


def _numbers(row: Estimate, measure: Measure, is_compared: bool) -> Iterator[str]:
    """The value seen, the interval, and the expected value if the table compares them."""

    def as_text(value: float) -> str:
        return f"{value:.1%}" if measure.share else f"{value:,.{measure.decimals}f}"

    yield as_text(row.seen) if row.of else NOTHING
    if not measure.exact:
        if row.low is None or row.high is None or not row.of:
            yield _FEW
        else:
            yield f"{as_text(row.low).removesuffix('%')}–{as_text(row.high)}"
    if is_compared:
        yield "" if row.expected is None else as_text(row.expected)


def _remark(row: Estimate) -> str:
    """The flag; without one, that the value is what chance explains, if that is known."""
    if row.flag or row.deviation is None:
        return row.flag
    return "within chance"


def as_csv(results: Results) -> str:
    """All rows under the names of Estimate's fields. Unknown numbers are empty."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(Estimate._fields)
    for row in results.rows:
        writer.writerow("" if value is None else _rounded(value) for value in row)
    return text.getvalue()


def as_json(results: Results, game: str) -> str:
    """All rows, and what was rolled."""
    data: dict[str, Any] = {  # JSON
        "game": game,
        "sets": [loaded.key for loaded in results.definition.sets],
        "size": results.size,
        "seed": results.seed,
        "seeds": results.seeds,
        "rows": [
            {name: _rounded(value) for name, value in row._asdict().items()} for row in results.rows
        ],
    }
    return json.dumps(data, ensure_ascii=False, indent=1)


def _rounded(value: str | float | None) -> str | float | None:
    """A number to six places: more would differ with the order of sums."""
    return round(value, 6) + 0.0 if isinstance(value, float) else value
