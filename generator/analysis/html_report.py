"""Reports as HTML pages that need nothing else: styles, data and the script are all inside."""

import re
from html import escape
from importlib.resources import files

from generator import __version__
from generator.analysis import report as page
from generator.analysis.intervals import Estimate
from generator.analysis.report import Block, Cell, Column, Number, Report


def as_html(report: Report) -> bytes:
    parts = {
        "title": escape(report.title),
        "subtitle": escape(report.subtitle),
        "style": _resource("report.css"),
        "blocks": "\n".join(map(_block, report.blocks)),
        "script": _resource("report.js"),
        "command": escape(report.command),
        "version": __version__,
    }
    frame = _resource("report.html")
    return re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match[1]], frame).encode()


def _resource(name: str) -> str:
    return files("generator.analysis").joinpath(name).read_text("utf-8")


def _block(block: Block) -> str:
    match block:
        case page.Heading(text, level):
            return f"<h{level}>{escape(text)}</h{level}>"
        case page.Paragraph(text, is_note):
            return f'<p class="{"note" if is_note else "text"}">{escape(text)}</p>'
        case page.Table(columns, rows):
            head = "".join(f"<th{_kind(each)}>{escape(each.title)}</th>" for each in columns)
            ends = [_ends([row[number] for row in rows]) for number in range(len(columns))]
            body = "".join(f"<tr>{''.join(map(_cell, columns, row, ends))}</tr>\n" for row in rows)
            return (
                f'<div class="table"><table><thead><tr>{head}</tr></thead>\n'
                f"<tbody>\n{body}</tbody></table></div>"
            )


def _kind(column: Column) -> str:
    if column.is_numeric:
        return ' class="number"'
    return ' class="long"' if column.width else ""


def _ends(cells: list[Cell]) -> dict[str, float]:
    """The ends of the scales on which a column draws intervals, by their formats. Where these
    differ, only shares are drawn, for other numbers measure other things."""
    numbers = [cell for cell in cells if isinstance(cell, Number)]
    is_alike = len({cell.form for cell in numbers if cell.form}) == 1
    ends: dict[str, float] = {}
    for value, form, _ in numbers:
        if isinstance(value, Estimate) and (is_alike or "%" in form) and not value.is_vague:
            ends[form] = max(ends.get(form, 0.0), value.high)
    return ends


def _cell(column: Column, cell: Cell, ends: dict[str, float]) -> str:
    """A cell; the interval of a number in smaller type, and drawn on a scale from 0."""
    match cell:
        case Number(value, form):
            end = ends.get(form, 0.0)
            estimate = value if isinstance(value, Estimate) and not value.is_vague else None
            number = estimate.value if estimate else value
            data = f' data-value="{number:.6g}"' if isinstance(number, float | int) else ""
            text = re.sub(r" (\(.* to .*)", r" <small>\1</small>", escape(cell.text()))
            if estimate and end > 0 and estimate.low >= 0:
                low, middle, high = (f"{100 * each / end:.1f}%" for each in sorted(estimate))
                text += f'<i style="--low:{low};--value:{middle};--high:{high}"></i>'
            return f'<td class="number"{data}>{text}</td>'
        case page.Remark(text, severity):
            return f'<td><span class="{severity}">{escape(text)}</span></td>'
        case _:
            return f"<td{_kind(column)}>{escape(cell)}</td>"
