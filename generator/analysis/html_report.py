"""Reports as HTML pages that need nothing else: styles, data and charts are all inside."""

import json
import re
from collections.abc import Sequence
from html import escape
from importlib.metadata import version
from importlib.resources import files

from generator import __version__
from generator.analysis.intervals import Estimate
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
    rounded,
)
from generator.core import resources
from generator.core.files import read_cached, write_cached

_VEGA_LITE = "6.4"
_FEW_CHARTS = 4  # so many have two columns, more have three


def as_html(report: Report) -> bytes:
    """The page of a report. Raises ImportError without vl-convert-python."""
    groups = (block.charts for block in report.blocks if isinstance(block, Charts))
    charts = [rounded(chart.spec) for group in groups for chart in group]
    data = json.dumps(charts, ensure_ascii=False, separators=(",", ":"))
    parts = {
        "title": escape(report.title),
        "subtitle": escape(report.subtitle),
        "style": _resource("report.css"),
        "blocks": "\n".join(_elements(report.blocks)),
        "charts": data.replace("</", "<\\/"),
        "library": _library().replace("</script", "<\\/script"),
        "script": _resource("report.js"),
        "command": escape(report.command),
        "version": __version__,
    }
    page = _resource("report.html")
    return re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match[1]], page).encode()


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


def _elements(blocks: Sequence[Block]) -> list[str]:
    """The blocks as HTML; a chart alone has the table that follows it at its side."""
    elements: list[str] = []
    for before, block in zip((None, *blocks), blocks, strict=False):
        is_beside = isinstance(before, Charts) and len(before.charts) == 1
        if is_beside and isinstance(block, Table):
            elements[-1] = f'<div class="beside">{elements[-1]}{_block(block)}</div>'
        else:
            elements.append(_block(block))
    return elements


def _block(block: Block) -> str:
    match block:
        case Heading(text, level):
            return f"<h{level}>{escape(text)}</h{level}>"
        case Paragraph(text, is_note):
            return f'<p class="{"note" if is_note else "text"}">{escape(text)}</p>'
        case Charts(charts):
            kind = "charts few" if len(charts) <= _FEW_CHARTS else "charts"
            return f'<div class="{kind}">{"".join(map(_figure, charts))}</div>'
        case Table(columns, rows):
            head = "".join(f"<th{_kind(each)}>{escape(each.title)}</th>" for each in columns)
            body = "".join(f"<tr>{''.join(map(_cell, columns, row))}</tr>\n" for row in rows)
            return (
                f'<div class="table"><table><thead><tr>{head}</tr></thead>\n'
                f"<tbody>\n{body}</tbody></table></div>"
            )


def _figure(chart: Chart) -> str:
    title = f"<b>{escape(chart.title)}</b>" if chart.title else ""
    note = f"<br>{escape(chart.note)}" if chart.note else ""
    caption = f"<figcaption>{title}{note}</figcaption>"
    return f'<figure>{caption}<div class="chart"></div></figure>'


def _kind(column: Column) -> str:
    if column.is_numeric:
        return ' class="number"'
    return ' class="long"' if column.width else ""


def _cell(column: Column, cell: Cell) -> str:
    """A cell; the interval of a number in smaller type."""
    match cell:
        case Number(value):
            number = value.value if isinstance(value, Estimate) and not value.is_vague else value
            data = f' data-value="{number:.6g}"' if isinstance(number, float | int) else ""
            text = re.sub(r" (\(.* to .*)", r" <small>\1</small>", escape(cell.text()))
            return f'<td class="number"{data}>{text}</td>'
        case Remark(text, severity):
            return f'<td><span class="{severity}">{escape(text)}</span></td>'
        case _:
            return f"<td{_kind(column)}>{escape(cell)}</td>"
