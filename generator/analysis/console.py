"""Reports in a terminal. A table that is too wide has no intervals, narrower texts, and no optional
columns."""

from itertools import compress

from rich import box
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table as Grid
from rich.text import Text

from generator.analysis.report import Cell, Heading, Number, Paragraph, Remark, Report, Table

DEFAULT_WIDTH = 180  # characters, where there is no terminal
MAX_LINES = 40  # of a report that says what matters first
_NARROWER = 3  # texts in narrow terminals have this part of their width
_MAX_TEXT_WIDTH = 100  # characters
_MAX_TABLE_WIDTH = 10_000
_STYLES = {"bad": "bold red", "warning": "yellow", "notable": "bold magenta", "plain": ""}


def show(report: Report, console: Console) -> None:
    is_complete = True
    with console.capture() as capture:
        _print(console, Text(report.title, "bold"), Text(report.subtitle))
        for block in report.brief or report.blocks:
            match block:
                case Heading(text):
                    _print(console, Text(""), Text(text, "bold"))
                case Paragraph(text, is_note):
                    width = min(console.width, _MAX_TEXT_WIDTH)
                    console.print(Text(text, "dim" if is_note else ""), width=width)
                case Table():
                    grid = _grid(block, is_narrow=False)
                    options = console.options.update(max_width=_MAX_TABLE_WIDTH)
                    if Measurement.get(console, options, grid).maximum > console.width:
                        grid, is_complete = _grid(block, is_narrow=True), False
                    console.print(grid)
    lines = capture.get().rstrip().splitlines()
    if report.brief:  # each line counts: no blank lines but between tables
        pairs = zip(lines, ["", *lines], strict=False)
        lines = [line for line, above in pairs if line.strip() or above.strip()]
    end = MAX_LINES - 1 if report.brief else len(lines)
    print("\n".join(lines[:end]), file=console.file)
    more = "" if is_complete else "A wider window, --csv and --report show how sure it is."
    left = f"{len(lines) - end} more lines; " if len(lines) > end else ""
    more = f"{left}--report FILE shows everything" if report.brief else more
    if more:
        _print(console, Text(more, "dim"))


def _print(console: Console, *lines: Text) -> None:
    console.print(*lines, sep="\n", soft_wrap=True)


def _grid(table: Table, is_narrow: bool) -> Grid:
    grid = Grid(box=box.SIMPLE, padding=(0, 1, 0, 0), pad_edge=False)
    shown = [not (is_narrow and column.is_optional) for column in table.columns]
    for column in compress(table.columns, shown):
        is_split = column.is_numeric and is_narrow
        grid.add_column(
            column.title.replace(" ", "\n") if is_split else column.title,
            justify="right" if column.is_numeric else "left",
            no_wrap=not column.width,
            max_width=(column.width // _NARROWER if is_narrow else column.width) or None,
            vertical="top",
        )
    for row in table.rows:
        grid.add_row(*(_text(cell, not is_narrow) for cell in compress(row, shown)))
    return grid


def _text(cell: Cell, with_interval: bool) -> Text:
    match cell:
        case Number():
            return Text(cell.text(with_interval))
        case Remark(text, severity):
            return Text(text, _STYLES[severity])
        case _:
            return Text(cell)
