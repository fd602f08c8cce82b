"""Reports as HTML pages that need nothing else: styles, data and charts are all inside."""

import json
import re
from collections.abc import Iterator, Sequence
from html import escape
from importlib.metadata import version
from importlib.resources import files

from generator import __version__
from generator.analysis.report import (
    Block,
    Cell,
    Chart,
    Charts,
    Column,
    Heading,
    Number,
    Paragraph,
    Remark,
    Report,
    Table,
)
from generator.core import resources
from generator.core.files import read_cached, write_cached

_VEGA_LITE = "6.4"
_MAX_UNSORTED_ROWS = 2  # a table with more can be sorted by its columns
_FEW_CHARTS = 4  # so many have two columns, more have three


def as_html(report: Report) -> bytes:
    """The page of a report. Raises ImportError without vl-convert-python."""
    blocks = "\n".join(_elements(report.blocks))
    page = _resource("report.html")
    parts = {
        "title": escape(report.title),
        "subtitle": _marked(report.subtitle),
        "style": _resource("report.css"),
        "blocks": _numbered_charts(blocks),
        "charts": _json([dict(chart.spec) for chart in _charts(report)]),
        "library": _library().replace("</script", "<\\/script"),
        "script": _resource("report.js"),
        "command": escape(report.command),
        "version": __version__,
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match[1]], page).encode()


def _charts(report: Report) -> Iterator[Chart]:
    for block in report.blocks:
        if isinstance(block, Charts):
            yield from block.charts


def _json(value: object) -> str:
    """JSON that may stand in a script element."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")


def _resource(name: str) -> str:
    return files("generator.analysis").joinpath(name).read_text("utf-8")


def _library() -> str:
    """Vega-Lite as one script, bundled once for each version and cached, as it takes seconds."""
    import vl_convert  # of the extra "report"

    name = f"vega-lite-{_VEGA_LITE}-{version('vl-convert-python')}.js"
    path = resources.cache_dir() / "report" / name
    if (content := read_cached(path)) is not None:
        return content.decode()
    # Its stub calls the optional snippet required.
    library: str = vl_convert.javascript_bundle(vl_version=_VEGA_LITE)  # type: ignore[call-arg]
    write_cached(path, library.encode())
    return library


def _elements(blocks: Sequence[Block]) -> Iterator[str]:
    """The blocks as HTML; a chart alone has the table that follows it at its side."""
    following: list[Block | None] = [*blocks[1:], None]
    is_placed = False
    for block, after in zip(blocks, following, strict=True):
        if is_placed:
            is_placed = False
        elif isinstance(block, Charts) and len(block.charts) == 1 and isinstance(after, Table):
            yield f'<div class="beside">{_block(block)}{_block(after)}</div>'
            is_placed = True
        else:
            yield _block(block)


def _block(block: Block) -> str:
    match block:
        case Heading(text, level):
            return f"<h{level}>{escape(text)}</h{level}>"
        case Paragraph(text, is_note):
            return f'<p class="{"note" if is_note else "text"}">{_marked(text)}</p>'
        case Charts(charts):
            kind = "charts few" if len(charts) <= _FEW_CHARTS else "charts"
            return f'<div class="{kind}">{"".join(map(_figure, charts))}</div>'
        case Table():
            return _table(block)


def _marked(text: str) -> str:
    """A text whose **bold** words are."""
    return re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", escape(text))


def _figure(chart: Chart) -> str:
    title = f"<figcaption><b>{escape(chart.title)}</b>" if chart.title else "<figcaption>"
    note = f"<br>{_marked(chart.note)}" if chart.note else ""
    return f'<figure>{title}{note}</figcaption><div class="chart"></div></figure>'


def _numbered_charts(blocks: str) -> str:
    """The blocks, each chart's element with its number as its id."""
    numbers = iter(range(blocks.count('<div class="chart">')))
    return re.sub(
        '<div class="chart">', lambda _: f'<div class="chart" id="chart-{next(numbers)}">', blocks
    )


def _table(table: Table) -> str:
    is_sortable = len(table.rows) > _MAX_UNSORTED_ROWS
    head = "".join(f"<th{_kind(column)}>{escape(column.title)}</th>" for column in table.columns)
    rows = "".join(f"<tr>{''.join(map(_cell, table.columns, row))}</tr>\n" for row in table.rows)
    kind = ' class="sortable"' if is_sortable else ""
    return (
        f'<div class="table"><table{kind}><thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{rows}</tbody></table></div>"
    )


def _kind(column: Column) -> str:
    if column.is_numeric:
        return ' class="number"'
    return ' class="long"' if column.width else ""


def _cell(column: Column, cell: Cell) -> str:
    match cell:
        case Number():
            value = "" if cell.value is None or cell.is_vague else f' data-value="{cell.value:.6g}"'
            return f'<td class="number"{value}>{_number(cell)}</td>'
        case Remark(text, severity):
            return f'<td><span class="{severity}">{escape(text)}</span></td>'
        case _:
            return f"<td{_kind(column)}>{_marked(cell)}</td>"


def _number(number: Number) -> str:
    """The number; its interval in smaller type."""
    value, _, interval = number.text().partition(" (")
    return (
        f"{escape(value)} <small>({escape(interval)}</small>"
        if "to" in interval
        else escape(number.text())
    )
