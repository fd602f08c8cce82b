"""Figures as a table in a terminal, as CSV, as JSON.

Input: Figures. Output: text.
"""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from rich import box
from rich.bar import Bar
from rich.console import Console
from rich.table import Table
from rich.text import Text

from generator.analysis.results import Results, Measure, Estimate, Statistics
from generator.analysis.report_blocks import Words
from generator.core.sample_size import FEW, FEW_ALIKE
from generator.languages import load_language
from generator.layout.axes import NOTHING
from generator.schema.naming import GAP, differing_parts

WIDTH = 110  # of what is not shown in a terminal
_ROOM = 100  # that tables with bars need
_BAR = 14  # characters
_FEW = "too few"
_NOTE = f"too few: fewer than {FEW}, or fewer than {FEW_ALIKE} that are all alike"
_STYLES = {"never": "bold red", "rare": "yellow", "always": "cyan", "unexpected": "bold magenta"}


def show(results: Results, told: Statistics, console: Console) -> None:
    """Every measure as a table; then what stands out."""
    tables = _Tables(results, console)
    for name, measure in told.measures.items():
        if rows := results.of(name):
            console.print(Text(tables.title(name), "bold"))
            console.print(tables.table(measure, _most(rows, measure.most)))
    marked = [row for row in results.rows if row.flag]
    for row in marked:
        console.print(Text(f"{row.flag}: {tables.title(row.measure)}: {_case(row)}",
                           _STYLES[row.flag]), soft_wrap=True)  # fmt: skip
    if not marked:
        nothing = tables.words("flags.incomplete" if results.incomplete else "flags.none")
        console.print(f"{tables.words('flags.title')}: {nothing[:1].lower()}{nothing[1:]}")
    if any(row.low is None and not told.measures[row.measure].exact
           for row in results.rows if row.measure in told.measures):  # fmt: skip
        console.print(Text(_NOTE, "dim"))


def _most(rows: Sequence[Estimate], most: int) -> Sequence[Estimate]:
    """So many rows that are furthest above what is expected, and so many furthest below."""
    if not most or len(rows) <= 2 * most:
        return rows
    ordered = sorted(rows, key=lambda row: -row.seen / (row.expected or 1))
    return [*ordered[:most], *ordered[-most:]]


def _case(row: Estimate) -> str:
    return ", ".join(part for part in (row.subject, row.detail) if part)


class _Tables:
    """Tables as wide as a console: narrow ones have neither bars nor the names of sets, where types
    have names of their own, and of powers only what sets them apart."""

    def __init__(self, results: Results, console: Console):
        self.words = Words(load_language("en"), "")
        self.brief = console.width < _ROOM
        self.parts = _parts(results.of("power"))
        keys = [row.subject for row in results.of("boards")]
        short = [key.rpartition("/")[2] for key in keys]
        self.short = dict(zip(keys, short, strict=True)) if len(set(short)) == len(short) else {}

    def title(self, measure: str) -> str:
        """The name of a measure."""
        return self.words.measure(measure)

    def table(self, measure: Measure, rows: Sequence[Estimate]) -> Table:
        """The rows of a measure."""
        compared = any(row.expected is not None for row in rows)
        table = self._empty(measure, compared, any(map(_remark, rows)))
        most = max(row.seen for row in rows)
        previous = ""
        for row in rows:
            # A subject of several rows is named once.
            subject = "" if measure.detail and row.subject == previous else self._subject(row)
            previous = row.subject
            titled = (subject, measure.subject), (self._detail(row), measure.detail)
            bar = Bar(most or 1, 0, row.seen, width=_BAR, color="cyan")
            table.add_row(
                *(text for text, title in titled if title),
                *_numbers(row, measure, compared),
                *(() if self.brief else (bar,)),
                Text(_remark(row), _STYLES.get(row.flag, "")),
            )
        return table

    def _empty(self, measure: Measure, compared: bool, remarks: bool) -> Table:
        """The columns of a table."""
        table = Table(box=box.SIMPLE, padding=(0, 1, 0, 0), pad_edge=False)
        if measure.subject:
            table.add_column(measure.subject, no_wrap=True)
        if measure.detail:
            table.add_column(measure.detail)
        interval = () if measure.exact else ("95% interval",)
        for name in ("found", *interval, *(("expected",) if compared else ())):
            table.add_column(name, justify="right", no_wrap=True)
        if not self.brief:
            table.add_column(width=_BAR)
        table.add_column("remark" if remarks else "", no_wrap=True)
        return table

    def _subject(self, row: Estimate) -> str:
        if not self.brief:
            return row.subject
        return " + ".join(self.short.get(key, key) for key in row.subject.split(" + "))

    def _detail(self, row: Estimate) -> str:
        return self.parts.get(row[:3], row.detail) if self.brief else row.detail


def _parts(rows: Sequence[Estimate]) -> dict[tuple[str, str, str], str]:
    """Of the text of each power what its type's other powers do not say, behind its number."""
    parts: dict[tuple[str, str, str], str] = {}
    for _, several in groupby(rows, lambda row: row.subject):
        of_type = list(several)
        texts = differing_parts([row.detail for row in of_type])
        for number, (row, text) in enumerate(zip(of_type, texts, strict=True), start=1):
            parts[row[:3]] = f"{number} {text.strip(f'{GAP} ')}"
    return parts


def _numbers(row: Estimate, measure: Measure, compared: bool) -> Iterator[str]:
    def shown(value: float) -> str:
        return f"{value:.1%}" if measure.share else f"{value:,.{measure.decimals}f}"

    few = row.low is None or not row.of
    yield shown(row.seen) if row.of else NOTHING
    if not measure.exact:
        yield _FEW if few else f"{shown(row.low).removesuffix('%')}–{shown(row.high)}"
    if compared:
        yield "" if row.expected is None else shown(row.expected)


def _remark(row: Estimate) -> str:
    """What stands out; else whether what was seen is as chance would have it."""
    if row.flag or row.deviation is None:
        return row.flag
    return "within chance"


def as_csv(results: Results) -> str:
    """All rows, a line each, under the names of Row's fields. Numbers that are not known are
    empty."""
    text = io.StringIO(newline="")
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(Estimate._fields)
    for row in results.rows:
        lines.writerow("" if value is None else _rounded(value) for value in row)
    return text.getvalue()


def as_json(results: Results, game: str) -> str:
    """All rows, and what was rolled."""
    rows = [
        {name: _rounded(value) for name, value in row._asdict().items()} for row in results.rows
    ]
    sets = [chosen.key for chosen in results.definition.sets]
    about = {"game": game, "sets": sets, "size": results.size}
    about |= {"seed": results.seed, "seeds": results.seeds, "rows": rows}
    return json.dumps(about, ensure_ascii=False, indent=1)


def _rounded(value: Any) -> Any:
    """Numbers to six places: more would differ with the order of sums."""
    return round(value, 6) + 0.0 if isinstance(value, float) else value
