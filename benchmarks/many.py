"""A thousand boards in one PDF, against the same pages drawn naively.

Naively means what one writes first: a ReportLab canvas, every path of every picture drawn where
it stands, a Paragraph for every text. It is given finished pages, while ours has to roll and lay
them out too. Few naive pages are drawn, and their time is scaled up.
"""

import io
import time
from collections.abc import Iterable, Iterator

from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import FILL_NON_ZERO, Canvas
from reportlab.platypus import Paragraph

from generator import theme
from generator.draw import art, fonts
from generator.draw.pdf import About, pdf
from generator.games.base import Settings
from generator.games.magnetmen.definition import load_definition
from generator.games.magnetmen.roll import roll
from generator.games.magnetmen.sheets import board
from generator.languages import language
from generator.layout.page import MM_PER_POINT, PAPERS, Art, Line, Oval, Page, Rect, Text, placed
from generator.resources import find_art

COUNT = 1000
NAIVE = 15
MM = 1 / MM_PER_POINT
SETTINGS = Settings(PAPERS["a4"], "full", language("en"))


def measure() -> Iterator[tuple[str, str]]:
    """Rows of (what, figure)."""
    definition = load_definition(["base", "advanced", "expert"])

    def pages(count: int) -> Iterator[Page]:
        for n in range(count):
            yield board.page(roll(definition, "regular", 4, f"bench-{n}"), SETTINGS)

    start = time.perf_counter()
    content = pdf(pages(COUNT), About("bench", "", "en"), "full", find_art)
    ours = (time.perf_counter() - start) / COUNT
    finished = list(pages(NAIVE))
    start = time.perf_counter()
    plain = naive(finished)
    theirs = (time.perf_counter() - start) / NAIVE
    yield "faster than the same pages drawn naively (aim: 20)", f"{theirs / ours:.0f} x"
    yield "bytes a page, ours and naive", f"{len(content) // COUNT} and {len(plain) // NAIVE}"
    yield "boards a second, rolled, laid out and drawn", f"{1 / ours:.0f}"


def naive(pages: Iterable[Page]) -> bytes:
    """The pages as a first draft of a program would draw them."""
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
    canvas.scale(each.box.w * MM / art.SIDE, each.box.h * MM / art.SIDE)
    for shape in art._shapes(find_art(each.item.name)):
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
