"""Reports in a terminal. A table that is too wide has no intervals; then narrower texts; then no
optional columns."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich import box
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table as Grid
from rich.text import Text

from generator.analysis.report import (
    Block,
    Cell,
    Column,
    Heading,
    Number,
    Paragraph,
    Remark,
    Report,
    Table,
)

DEFAULT_WIDTH = 180  # characters, where there is no terminal
_NARROWER = 3  # texts in narrow terminals have this part of their width
_MAX_TEXT_WIDTH = 100  # characters
_MAX_TABLE_WIDTH = 10_000
_STYLES = {"bad": "bold red", "warning": "yellow", "notable": "bold magenta", "plain": ""}


MAX_LINES = 40  # of a report that says what matters first


def show(report: Report, console: Console) -> None:
    """Print what matters first of a report, or all of it without its charts."""
    is_complete = not report.brief
    with console.capture() as capture:
        _print(console, Text(report.title, "bold"), Text(report.subtitle))
        for block in _without_charts(report.brief or report.blocks):
            match block:
                case Heading(text):
                    _print(console, Text(""), Text(text, "bold"))
                case Paragraph(text, is_note):
                    style = "dim" if is_note else ""
                    console.print(_marked(text, style), width=_text_width(console))
                case Table():
                    grid, fits = _fitting_grid(block, console)
                    console.print(grid)
                    is_complete &= fits
    lines = capture.get().rstrip().splitlines()
    if report.brief:  # each line counts: no blank lines but between tables
        pairs = zip(lines, ["", *lines], strict=False)
        lines = [line for line, above in pairs if line.strip() or above.strip()][: MAX_LINES - 1]
    print("\n".join(lines), file=console.file)
    if not is_complete:
        more = "--report FILE shows everything, with charts" if report.brief else ""
        more = more or "A wider window, --csv and --report show how sure it is."
        _print(console, Text(more, "dim"))


def _without_charts(blocks: Sequence[Block]) -> Iterator[Heading | Paragraph | Table]:
    """The blocks that a terminal shows: no charts, and no headings and notes of charts alone."""
    pending: list[Heading | Paragraph] = []
    for block in blocks:
        match block:
            case Heading():
                pending = [block] if block.level == 2 else [*pending, block]
            case Paragraph(_, is_note=True) if pending:
                pending.append(block)
            case Paragraph() | Table():
                yield from pending
                yield block
                pending = []


def _text_width(console: Console) -> int:
    return min(console.width, _MAX_TEXT_WIDTH)


def _print(console: Console, *lines: Text) -> None:
    console.print(*lines, sep="\n", soft_wrap=True)


class _Detail(NamedTuple):
    """How much a table shows: intervals, optional columns, the whole width of texts."""

    has_intervals: bool
    has_optional_columns: bool
    has_wide_texts: bool


_DETAILS = (
    _Detail(True, True, True),
    _Detail(False, True, True),
    _Detail(False, True, False),
    _Detail(False, False, False),
)


def _fitting_grid(table: Table, console: Console) -> tuple[Grid, bool]:
    """The table in the most detail that fits, and whether that is all."""
    for detail in _DETAILS:
        grid = _grid(table, detail)
        if _width(grid, console) <= console.width:
            break
    return grid, detail == _DETAILS[0]


def _width(grid: Grid, console: Console) -> int:
    """The characters that a table takes where there is room enough."""
    options = console.options.update(max_width=_MAX_TABLE_WIDTH)
    return Measurement.get(console, options, grid).maximum


def _grid(table: Table, detail: _Detail) -> Grid:
    grid = Grid(box=box.SIMPLE, padding=(0, 1, 0, 0), pad_edge=False)
    indexes = [
        index
        for index, column in enumerate(table.columns)
        if detail.has_optional_columns or not column.is_optional
    ]
    for index in indexes:
        _add_column(grid, table.columns[index], detail)
    for row in table.rows:
        grid.add_row(*(_text(row[index], detail.has_intervals) for index in indexes))
    return grid


def _add_column(grid: Grid, column: Column, detail: _Detail) -> None:
    is_split = column.is_numeric and not detail.has_wide_texts
    width = column.width if detail.has_wide_texts else column.width // _NARROWER
    grid.add_column(
        column.title.replace(" ", "\n") if is_split else column.title,
        justify="right" if column.is_numeric else "left",
        no_wrap=not column.width,
        max_width=width or None,
        vertical="top",
    )


def _text(cell: Cell, with_interval: bool) -> Text:
    match cell:
        case Number():
            return Text(cell.text(with_interval))
        case Remark(text, severity):
            return Text(text, _STYLES[severity])
        case _:
            return _marked(cell)


def _marked(text: str, style: str = "") -> Text:
    """A text whose **bold** words are."""
    result = Text(style=style)
    for number, part in enumerate(text.split("**")):
        result.append(part, "bold" if number % 2 else "")
    return result
