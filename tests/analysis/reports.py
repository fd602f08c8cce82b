"""Reports as tests read them."""

import io

from rich.console import Console

from generator.analysis import console
from generator.analysis.report import Charts, Heading, Number, Paragraph, Remark, Report, Table


def terminal_text(report: Report, width: int = console.DEFAULT_WIDTH) -> str:
    """What a terminal of that width shows."""
    shown = io.StringIO()
    console.show(report, Console(width=width, file=shown))
    return shown.getvalue()


def all_charts(report: Report):
    """Every chart of a report."""
    return [chart for block in report.blocks if isinstance(block, Charts) for chart in block.charts]


def report_text(report: Report) -> str:
    """All words of a report, tables and the titles and notes of charts included."""
    words = [report.title, report.subtitle]
    for block in report.blocks:
        match block:
            case Heading(text) | Paragraph(text):
                words.append(text)
            case Charts(charts):
                words += [f"{chart.title} {chart.note}" for chart in charts]
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
