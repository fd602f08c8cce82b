"""Reports as plain values, in English; figures as CSV and JSON.

Files have six places: more would differ with the order of sums.
"""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

UNKNOWN = "–"
"""What stands for a number where there is nothing to measure."""

TOO_FEW = "too few"
"""What stands for a number where there are too few cases to tell."""

Severity = Literal["bad", "warning", "notable", "plain"]


class Heading(NamedTuple):
    """The title of a section, or of a part of one (level 3)."""

    text: str
    level: Literal[2, 3] = 2


class Paragraph(NamedTuple):
    """A few sentences; a note says how to read what stands beside it."""

    text: str
    is_note: bool = False


class Remark(NamedTuple):
    """A cell that should catch the eye."""

    text: str
    severity: Severity


class Number(NamedTuple):
    """A cell with a number and its interval, or neither.

    form is a format for format() and for d3-format, which Vega-Lite uses. is_vague: whether there
    are too few cases to tell. mark refers to a note, such as "*".
    """

    value: float | None
    form: str
    low: float | None = None
    high: float | None = None
    is_vague: bool = False
    mark: str = ""

    def text(self, with_interval: bool = True) -> str:
        """The number as people read it."""
        if self.value is None:
            return UNKNOWN
        if self.is_vague:
            return TOO_FEW
        value = _written(self.value, self.form)
        if self.low is None or self.high is None or not with_interval:
            return value + self.mark
        low, high = (_written(end, self.form).removesuffix("%") for end in (self.low, self.high))
        return f"{value} ({low} to {high}){self.mark}"


def _written(value: float, form: str) -> str:
    """A number in its format; one that is rounded to 0 has no sign."""
    text = format(value, form)
    return text if any(digit in text for digit in "123456789") else text.lstrip("+-")


Cell = str | Number | Remark


class Column(NamedTuple):
    """A column of a table.

    is_numeric: whether its cells are aligned to the right. is_optional: whether narrow terminals
    leave it out. width: how many characters its text has in a line of a terminal; 0 for any number.
    """

    title: str
    is_numeric: bool = False
    is_optional: bool = False
    width: int = 0


class Table(NamedTuple):
    """Columns, and rows with a cell for each."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]


class Chart(NamedTuple):
    """A chart: spec is Vega-Lite's, without a title."""

    title: str
    spec: Mapping[str, Any]  # JSON
    note: str = ""


class Charts(NamedTuple):
    """Charts side by side where there is room."""

    charts: tuple[Chart, ...]


Block = Heading | Paragraph | Table | Charts


class Report(NamedTuple):
    """Everything a study has to say. command is what makes the report again; brief, what a terminal
    shows of it, all where there is none; lines, what matters most, for `--quiet`."""

    title: str
    subtitle: str
    blocks: tuple[Block, ...]
    command: str
    brief: tuple[Block, ...] = ()
    lines: tuple[str, ...] = ()


Record = Mapping[str, Any]
"""The values of a figure by column: text, numbers, None for what is unknown."""


class Publication(NamedTuple):
    """The figures of a study in every form: a report for people, records with these columns for
    CSV, data for JSON."""

    report: Report
    records: Sequence[Record]
    columns: Sequence[str]
    data: Mapping[str, Any]


def as_csv(records: Sequence[Record], columns: Sequence[str]) -> str:
    """A line for each record under the names of the columns. What is unknown is empty."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    for record in records:
        writer.writerow({column: _cell(record[column]) for column in columns})
    return text.getvalue()


def as_json(data: Mapping[str, Any]) -> str:
    return json.dumps(_rounded(data), ensure_ascii=False, indent=1)


def _cell(value: Any) -> Any:
    return "" if value is None else _rounded(value)


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 6) + 0.0
    if isinstance(value, Mapping):
        return {key: _rounded(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(part) for part in value]
    return value
