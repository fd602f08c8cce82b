"""Reports as plain values, in English; figures as CSV and JSON."""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from generator.analysis.intervals import Estimate

UNKNOWN = "–"  # in place of a number: there is nothing to measure
TOO_FEW = "too few"  # there are too few cases to tell

Severity = Literal["bad", "warning", "notable", "plain"]


class Heading(NamedTuple):
    text: str
    level: Literal[2, 3] = 2


class Paragraph(NamedTuple):
    """A few sentences; a note says how to read what stands beside it."""

    text: str
    is_note: bool = False


class Remark(NamedTuple):
    text: str
    severity: Severity


class Number(NamedTuple):
    """A cell with an estimate, a number without an interval, or None where nothing is measured.

    form is a format for format(). mark refers to a note, such as "*".
    """

    value: Estimate | float | None
    form: str
    mark: str = ""

    def text(self, with_interval: bool = True) -> str:
        match self.value:
            case None:
                return UNKNOWN
            case Estimate() if self.value.is_vague:
                return TOO_FEW
            case Estimate():
                value, *ends = (_written(number, self.form) for number in self.value)
                interval = f" ({' to '.join(end.removesuffix('%') for end in ends)})"
                return f"{value}{interval if with_interval else ''}{self.mark}"
            case value:
                return _written(value, self.form)


def _written(value: float, form: str) -> str:
    """A number in its format; one that is rounded to 0 has no sign."""
    text = format(value, form)
    return text if any(digit in text for digit in "123456789") else text.lstrip("+-")


Cell = str | Number | Remark
Cells = tuple[Cell, ...]


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
    columns: Sequence[Column]
    rows: Sequence[Cells]


Block = Heading | Paragraph | Table


class Report(NamedTuple):
    """Everything a study has to say. command is what makes the report again; data, what it found
    for JSON, whose "rows" are those of the CSV file: text, numbers, None for what is unknown;
    brief, what a terminal shows, all where there is none; lines, what matters most, for `--quiet`.
    """

    title: str
    subtitle: str
    blocks: Sequence[Block]
    command: str
    data: Mapping[str, Any]
    brief: Sequence[Block] = ()
    lines: Sequence[str] = ()


def as_csv(data: Mapping[str, Any]) -> str:
    """A line for each row under the names of the columns. What is unknown is empty."""
    text = io.StringIO(newline="")
    rows = rounded(data["rows"])
    writer = csv.DictWriter(text, rows[0], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def as_json(data: Mapping[str, Any]) -> str:
    return json.dumps(rounded(data), ensure_ascii=False, indent=1)


def rounded(value: Any) -> Any:
    """JSON with six places: more would differ with the order of sums."""
    if isinstance(value, float):
        return round(value, 6) + 0.0
    if isinstance(value, Mapping):
        return {key: rounded(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(part) for part in value]
    return value
