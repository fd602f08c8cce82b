"""Figures as a table in a terminal, as CSV, as JSON.

Input: Figures. Output: text.
"""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from typing import Any

from rich import box
from rich.bar import Bar
from rich.console import Console
from rich.table import Table
from rich.text import Text

from generator.desk.stats.base import Figures, Measure, Row, Statistics

WIDTH = 110  # of what is not shown in a terminal
_BAR = 14  # characters
_STYLES = {"never": "bold red", "rare": "yellow", "unexpected": "bold magenta"}


def show(figures: Figures, told: Statistics, console: Console) -> None:
    """Every measure as a table; then what stands out."""
    for name, measure in told.measures.items():
        if rows := figures.of(name):
            console.print(_table(measure, _most(rows, measure.most)), "")
    marked = [row for row in figures.rows if row.flag]
    for row in marked:
        console.print(Text(f"{row.flag}: {told.measures[row.measure].title}: {_case(row)}",
                           _STYLES[row.flag]), soft_wrap=True)  # fmt: skip
    if not marked:
        console.print("Nothing stands out: everything turns up, and as often as expected.")


def _most(rows: Sequence[Row], most: int) -> Sequence[Row]:
    """So many rows that are furthest above what is expected, and so many furthest below."""
    if not most or len(rows) <= 2 * most:
        return rows
    ordered = sorted(rows, key=lambda row: -row.seen / (row.expected or 1))
    return [*ordered[:most], *ordered[-most:]]


def _case(row: Row) -> str:
    return ", ".join(part for part in (row.subject, row.detail) if part)


def _table(measure: Measure, rows: Sequence[Row]) -> Table:
    table = Table(title=measure.title, title_justify="left", title_style="bold", box=box.SIMPLE)
    if measure.subject:
        table.add_column(measure.subject, no_wrap=True)
    if measure.detail:
        table.add_column(measure.detail)
    compared = any(row.expected is not None for row in rows)
    for name in ("found", "95% interval", *(("expected", "off by") if compared else ())):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column(width=_BAR)
    table.add_column()
    most = max(row.seen for row in rows)
    previous = ""
    for row in rows:
        # A subject of several rows is named once.
        subject = "" if measure.detail and row.subject == previous else row.subject
        previous = row.subject
        titled = (subject, measure.subject), (row.detail, measure.detail)
        flag = Text(row.flag, _STYLES.get(row.flag, ""))
        table.add_row(
            *(text for text, title in titled if title),
            *_numbers(row, measure, compared),
            Bar(most or 1, 0, row.seen, width=_BAR, color="cyan"), flag,
        )  # fmt: skip
    return table


def _numbers(row: Row, measure: Measure, compared: bool) -> Iterator[str]:
    def shown(value: float) -> str:
        return f"{value:.1%}" if measure.share else f"{value:,.{measure.decimals}f}"

    yield shown(row.seen)
    yield f"{shown(row.low)} – {shown(row.high)}"
    if compared:
        yield "" if row.expected is None else shown(row.expected)
        yield "" if row.deviation is None else f"{row.deviation:+.1f} σ"


def as_csv(figures: Figures) -> str:
    """All rows, a line each, under the names of Row's fields. Numbers that are not known are
    empty."""
    text = io.StringIO(newline="")
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(Row._fields)
    for row in figures.rows:
        lines.writerow("" if value is None else _rounded(value) for value in row)
    return text.getvalue()


def as_json(figures: Figures, game: str) -> str:
    """All rows, and what was rolled."""
    rows = [
        {name: _rounded(value) for name, value in row._asdict().items()} for row in figures.rows
    ]
    sets = [chosen.key for chosen in figures.definition.sets]
    about = {"game": game, "sets": sets, "size": figures.size}
    about |= {"seed": figures.seed, "seeds": figures.seeds, "rows": rows}
    return json.dumps(about, ensure_ascii=False, indent=1)


def _rounded(value: Any) -> Any:
    """Numbers to six places: more would differ with the order of sums."""
    return round(value, 6) + 0.0 if isinstance(value, float) else value
