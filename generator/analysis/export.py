"""Figures as CSV and JSON.

Input: records, one for each figure, by column. Output: text. Numbers have six places: more would
differ with the order of sums.
"""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from generator.analysis.report import Report

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
    """JSON with rounded numbers."""
    return json.dumps(_rounded(data), ensure_ascii=False, indent=1)


def _cell(value: Any) -> Any:
    return "" if value is None else _rounded(value)


def _rounded(value: Any) -> Any:
    """A value; the numbers in it rounded."""
    if isinstance(value, float):
        return round(value, 6) + 0.0
    if isinstance(value, Mapping):
        return {key: _rounded(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(part) for part in value]
    return value
