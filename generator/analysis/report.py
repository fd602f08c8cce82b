"""A report as plain values: what a terminal and an HTML page show.

console.py prints all of it but the charts, html_report.py writes all of it. Reports are in English:
designers read them, not players.
"""

from collections.abc import Mapping
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
    """Everything a study has to say. command is what makes the report again."""

    title: str
    subtitle: str
    blocks: tuple[Block, ...]
    command: str
