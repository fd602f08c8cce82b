"""Reports as tests read them."""

import io

from rich.console import Console

from generator.analysis import console
from generator.analysis.report import Heading, Number, Paragraph, Remark, Report, Table


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
                words += [_cell_text(cell) for row in rows for cell in row]
    return "\n".join(words)


def _cell_text(cell) -> str:
    match cell:
        case Number():
            return cell.text()
        case Remark(text):
            return text
    return cell
