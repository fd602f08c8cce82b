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

from generator.core.paper import Box
from generator.core.resources import find_art
from generator.layout import fonts, theme
from generator.layout.page import MM_PER_POINT, Art, Item, Line, Oval, Page, Rect, Text, flatten
from generator.pdf.svg import read_drawing
from generator.pdf.svg_shapes import SIDE, Shape

MM = 1 / MM_PER_POINT


def naive(pages: Iterable[Page]) -> bytes:
    """The document."""
    for role in fonts.FONTS:
        pdfmetrics.registerFont(fonts.font(role))
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pageCompression=1)
    for page in pages:
        height = page.paper.height
        canvas.setPageSize((page.paper.width * MM, height * MM))
        for each in flatten(page):
            box = each.box._replace(y=height - each.box.bottom)
            canvas.saveState()
            _draw(canvas, each.item, Box(*(value * MM for value in box)))
            canvas.restoreState()
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _draw(canvas: Canvas, item: Item, box: Box) -> None:
    """Draw an item in its box, in points from the bottom left corner of the paper."""
    match item:
        case Rect():
            fill, stroke = _set_colours(canvas, item)
            canvas.roundRect(*box, item.radius * MM, stroke=stroke, fill=fill)
        case Oval():
            fill, stroke = _set_colours(canvas, item)
            canvas.ellipse(box.x, box.y, box.right, box.bottom, stroke=stroke, fill=fill)
        case Line():
            _set_colours(canvas, item)
            canvas.line(box.x, box.bottom, box.right, box.y)
        case Text():
            font = fonts.font(item.font).fontName
            paragraph = Paragraph(
                item.text, ParagraphStyle("text", fontName=font, fontSize=item.size)
            )
            paragraph.wrap(item.width * MM + 10, 100)
            paragraph.drawOn(canvas, box.x, box.y)
        case Art():
            canvas.translate(box.x, box.y)
            canvas.scale(box.w / SIDE, box.h / SIDE)
            for shape in read_drawing(find_art(item.name)).shapes:
                _draw_shape(canvas, shape)
        case _:
            raise TypeError(f"no way to draw {item}")


def _set_colours(canvas: Canvas, item: Rect | Oval | Line) -> tuple[bool, bool]:
    """Whether the item has a fill, and a stroke."""
    fill = "" if isinstance(item, Line) else item.fill
    if fill:
        canvas.setFillColorRGB(*theme.ink_colour(fill, "fill", "full"))
    if item.stroke:
        canvas.setStrokeColorRGB(*theme.ink_colour(item.stroke, "stroke", "full"))
        canvas.setLineWidth(item.line)
    return bool(fill), bool(item.stroke)


def _draw_shape(canvas: Canvas, shape: Shape) -> None:
    path = canvas.beginPath()
    ways = {"m": path.moveTo, "l": path.lineTo, "c": path.curveTo, "h": path.close}
    numbers: list[float] = []
    for word in shape.path_operators.split():
        if word in ways:
            ways[word](*numbers)
            numbers = []
        else:
            numbers.append(float(word))
    words = shape.values.words
    fill, stroke = words.get("fill", "#000000"), words.get("stroke", "none")
    if fill != "none":
        canvas.setFillColorRGB(*_colour(fill))
    if stroke != "none":
        canvas.setStrokeColorRGB(*_colour(stroke))
    canvas.setLineWidth(shape.stroke_width)
    canvas.drawPath(path, fill=fill != "none", stroke=stroke != "none", fillMode=FILL_NON_ZERO)


def _colour(value: str) -> tuple[float, ...]:
    colour = theme.ink_colour(theme.NAMES_BY_HEX.get(value.lower(), "ink"), "text", "full")
    assert colour, "every colour of the palette is printed in full colour"
    return colour
