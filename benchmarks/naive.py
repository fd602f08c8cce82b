"""Pages as a first draft of a program would draw them with ReportLab: a canvas, every path of every
picture drawn where it stands, a Paragraph for every text.

Input: finished pages. Output: a PDF as bytes.
"""

import io
from collections.abc import Iterable

from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import FILL_NON_ZERO, Canvas
from reportlab.platypus import Paragraph

from generator.core.resources import find_art
from generator.layout import fonts, theme
from generator.layout.page import MM_PER_POINT, Art, Line, Oval, Page, Rect, Text, placed
from generator.pdf import art
from generator.pdf.svg_shape import SIDE

MM = 1 / MM_PER_POINT


def naive(pages: Iterable[Page]) -> bytes:
    """The document."""
    for role in fonts.FONTS:
        pdfmetrics.registerFont(fonts.font(role))
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pageCompression=1)
    for page in pages:
        canvas.setPageSize((page.paper.width * MM, page.paper.height * MM))
        for each in placed(page):
            canvas.saveState()
            _WAYS[type(each.item)](canvas, each, page.paper.height)
            canvas.restoreState()
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _colours(canvas, item) -> tuple[int, int]:
    fill, stroke = getattr(item, "fill", None), getattr(item, "stroke", None)
    if fill:
        canvas.setFillColorRGB(*theme.ink_colour(fill, "fill", "full"))
    if stroke:
        canvas.setStrokeColorRGB(*theme.ink_colour(stroke, "stroke", "full"))
        canvas.setLineWidth(item.line)
    return bool(fill), bool(stroke)


def _rect(canvas, each, height) -> None:
    fill, stroke = _colours(canvas, each.item)
    box = each.box
    canvas.roundRect(
        box.x * MM, (height - box.bottom) * MM, box.w * MM, box.h * MM,
        each.item.radius * MM, stroke=stroke, fill=fill,
    )  # fmt: skip


def _oval(canvas, each, height) -> None:
    fill, stroke = _colours(canvas, each.item)
    box = each.box
    canvas.ellipse(
        box.x * MM, (height - box.bottom) * MM, box.right * MM, (height - box.y) * MM,
        stroke=stroke, fill=fill,
    )  # fmt: skip


def _line(canvas, each, height) -> None:
    _colours(canvas, each.item)
    box = each.box
    canvas.line(box.x * MM, (height - box.y) * MM, box.right * MM, (height - box.bottom) * MM)


def _text(canvas, each, height) -> None:
    item = each.item
    style = ParagraphStyle("text", fontName=fonts.font(item.font).fontName, fontSize=item.size)
    paragraph = Paragraph(item.text, style)
    paragraph.wrap(item.width * MM + 10, 100)
    paragraph.drawOn(canvas, each.box.x * MM, (height - each.box.bottom) * MM)


def _art(canvas, each, height) -> None:
    canvas.translate(each.box.x * MM, (height - each.box.bottom) * MM)
    canvas.scale(each.box.w * MM / SIDE, each.box.h * MM / SIDE)
    for shape in art.shapes(find_art(each.item.name)):
        _path(canvas, shape)


def _path(canvas, shape) -> None:
    path = canvas.beginPath()
    numbers: list[float] = []
    for word in shape.path.split():
        match word:
            case "m":
                path.moveTo(*numbers)
            case "l":
                path.lineTo(*numbers)
            case "c":
                path.curveTo(*numbers)
            case "h":
                path.close()
            case _:
                numbers.append(float(word))
                continue
        numbers = []
    for name, setter in ((shape.fill, canvas.setFillColorRGB),
                         (shape.stroke, canvas.setStrokeColorRGB)):  # fmt: skip
        if name:
            setter(*theme.ink_colour("ink" if name == "currentColor" else name, "text", "full"))
    canvas.setLineWidth(shape.line)
    canvas.drawPath(path, stroke=bool(shape.line), fill=bool(shape.fill), fillMode=FILL_NON_ZERO)


_WAYS = {Rect: _rect, Oval: _oval, Line: _line, Text: _text, Art: _art}
