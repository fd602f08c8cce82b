"""Pages to PDF: copies what the layout decided.

Input: pages of placed items in mm, an ink mode, the document's texts. Output: a PDF as bytes.
Every piece of art and every shared group becomes one form XObject, drawn once per document.
Content is written as prepared operators: through canvas calls a page takes ten times as long.
"""

import math
from collections.abc import Callable, Iterable
from pathlib import Path

from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from generator import theme
from generator.draw import art, fonts
from generator.draw.art import number as n
from generator.layout.page import MM_PER_POINT, Art, Box, Group, Item, Line, Oval, Page, Rect, Text
from generator.press.conform import About, finished
from generator.resources import BITMAP_SUFFIXES

_K = 0.5522847498  # the usual constant that makes four cubic curves a circle


def pdf(pages: Iterable[Page], about: About, mode: str, find_art: Callable[[str], Path]) -> bytes:
    """The finished document, a PDF/A-2u. find_art turns an art name into its file.

    Raises art.BadArt for a piece that cannot be drawn.
    """
    rl_config.useA85 = 0  # ASCII85 costs a third of the time and a quarter of the bytes
    # The user's own settings of ReportLab must not change the bytes.
    rl_config.pdfMultiLine = rl_config.pdfComments = 0
    for role in fonts.FONTS:
        pdfmetrics.registerFont(fonts.font(role))
    # Any other first font would be listed in the file without being embedded.
    canvas = Canvas(None, initialFontName=fonts.font("text").fontName, pageCompression=1)
    pen = _Pen(canvas, mode, find_art)
    for page in pages:
        pen.page(page)
    return finished(canvas, about)


class _Pen:
    """Writes items as operators, y turned upward, and remembers the forms it has made."""

    def __init__(self, canvas: Canvas, mode: str, find_art: Callable[[str], Path]):
        self.canvas, self.mode, self.find_art = canvas, mode, find_art
        self._forms: dict[object, str] = {}
        self._kept: list[object] = []  # keeps shared groups alive, so that no id comes twice
        self._texts: dict[tuple[str, str], list[tuple[str, str]]] = {}
        self._colours: dict[tuple[str, str], str] = {}

    def page(self, page: Page) -> None:
        size = tuple(side / MM_PER_POINT for side in page.paper.size)
        self.canvas.setPageSize(size)
        for box in (self.canvas.setTrimBox, self.canvas.setBleedBox):
            box((0, 0, *size))
        self._prepare(page.items)
        unit = page.paper.scale / MM_PER_POINT
        self.canvas.addLiteral(f"{unit:.6f} 0 0 {unit:.6f} 0 0 cm")
        self._items(page.items, page.paper.height)
        self.canvas.showPage()

    # Forms are made before the page that uses them: a form cannot be begun inside another.

    def _prepare(self, items: Iterable[Item]) -> None:
        for item in items:
            if isinstance(item, Art):
                if self._art_key(item) not in self._forms:
                    self._art_form(item)
            elif isinstance(item, Group) and ("group", id(item.items)) not in self._forms:
                self._prepare(item.items)
                if item.shared:
                    self._group_form(item)

    def _art_key(self, item: Art) -> tuple[str, str, str, float, bool]:
        """What makes two pieces of art the same form: in line art the size too, because pens
        must not get too thin."""
        low = (item.ink or self.mode) == "low"
        return item.name, item.colour, item.ink, round(item.box.w, 1) if low else 0.0, item.fine

    def _art_form(self, item: Art) -> None:
        name = f"art{len(self._forms)}"
        self._forms[self._art_key(item)] = name
        self.canvas.beginForm(name, 0, 0, art.SIDE, art.SIDE)
        path, mode = self.find_art(item.name), item.ink or self.mode
        if path.suffix in BITMAP_SUFFIXES:
            self._bitmap(path, mode)
        else:
            self.canvas.addLiteral(art.operators(path, mode, item.colour, item.box.w, item.fine))
        self.canvas.endForm()

    def _bitmap(self, path: Path, mode: str) -> None:
        from reportlab.lib.utils import ImageReader

        from generator.draw import bitmap  # here: most documents have none

        picture = bitmap.image(path, mode)
        scale = art.SIDE / max(picture.size)
        w, h = picture.width * scale, picture.height * scale
        left, bottom = (art.SIDE - w) / 2, (art.SIDE - h) / 2
        self.canvas.drawImage(ImageReader(picture), left, bottom, w, h, mask="auto")

    def _group_form(self, group: Group) -> None:
        name = f"group{len(self._forms)}"
        size = _inner_size(group)
        self._forms["group", id(group.items)] = name
        self._kept.append(group.items)
        # A form is clipped to its box; lines on the edge of a group reach half their width out.
        self.canvas.beginForm(name, -1, -1, size[0] + 1, size[1] + 1)
        self._items(group.items, size[1])
        self.canvas.endForm()

    def _items(self, items: Iterable[Item], height: float) -> None:
        for item in items:
            _WRITERS[type(item)](self, item, height)

    def _group(self, group: Group, height: float) -> None:
        self.canvas.addLiteral(f"q {_matrix(group, height)} cm")
        name = self._forms.get(("group", id(group.items))) if group.shared else None
        if name:
            self.canvas.doForm(name)
        else:
            self._items(group.items, _inner_size(group)[1])
        self.canvas.addLiteral("Q")

    def _art(self, item: Art, height: float) -> None:
        box, scale = item.box, n4(item.box.w / art.SIDE)
        if item.angle:
            matrix = _turned_art(item, height)
        else:
            matrix = f"{scale} 0 0 {scale} {n(box.x)} {n(height - box.bottom)}"
        self.canvas.addLiteral(f"q {matrix} cm")
        self.canvas.doForm(self._forms[self._art_key(item)])
        self.canvas.addLiteral("Q")

    def _text(self, item: Text, height: float) -> None:
        size = n4(item.size * MM_PER_POINT)
        colour = self._colour(item.colour, "text")
        start = f"BT {colour} 1 0 0 1 {n(item.x)} {n(height - item.y)} Tm"
        shown = " ".join(f"{name} {size} Tf {code} Tj" for name, code in self._coded(item))
        self.canvas.addLiteral(f"{start} {shown} ET")

    def _coded(self, item: Text) -> list[tuple[str, str]]:
        """A text as (font subset, encoded string) runs; a font's subsets hold 256 glyphs each."""
        key = item.font, item.text
        if key not in self._texts:
            font, document = fonts.font(item.font), self.canvas._doc
            self._texts[key] = [
                (font.getSubsetInternalName(subset, document), f"({self.canvas._escape(code)})")
                for subset, code in font.splitString(item.text, document)
            ]
        return self._texts[key]

    def _rect(self, item: Rect, height: float) -> None:
        box, bottom = item.box, height - item.box.bottom
        if item.radius:
            path = _rounded(box, bottom, min(item.radius, box.w / 2, box.h / 2))
        else:
            path = f"{n(box.x)} {n(bottom)} {n(box.w)} {n(box.h)} re"
        self._shape(path, item.fill, item.stroke, item.line, item.dash)

    def _oval(self, item: Oval, height: float) -> None:
        box = item.box
        path = _ellipse(box, height - box.bottom)
        self._shape(path, item.fill, item.stroke, item.line, ())

    def _line(self, item: Line, height: float) -> None:
        path = f"{n(item.x1)} {n(height - item.y1)} m {n(item.x2)} {n(height - item.y2)} l"
        self._shape(path, None, item.stroke, item.line, item.dash)

    def _shape(self, path, fill, stroke, line, dash) -> None:
        inked = self._colour(fill, "fill") if fill else ""
        if stroke and line:
            width = n4(theme.line_weight(line, self.mode) * MM_PER_POINT)
            dashes = f"[{' '.join(n(part) for part in dash)}] 0 d " if dash else ""
            state = f"{inked} {self._colour(stroke, 'line')} {width} w {dashes}"
            self.canvas.addLiteral(f"q {state}{path} {'B' if inked else 'S'} Q")
        elif inked:
            self.canvas.addLiteral(f"q {inked} {path} f Q")

    def _colour(self, name: str, use: str) -> str:
        """The operator that sets a colour; "" where the ink mode leaves it out."""
        key = name, use
        if key not in self._colours:
            rgb = theme.ink_colour(name, use, self.mode)
            operator = "RG" if use == "line" else "rg"
            parts = " ".join(f"{part:.3g}" for part in rgb) if rgb else ""
            self._colours[key] = f"{parts} {operator}" if rgb else ""
        return self._colours[key]


_WRITERS = {
    Group: _Pen._group,
    Art: _Pen._art,
    Text: _Pen._text,
    Rect: _Pen._rect,
    Oval: _Pen._oval,
    Line: _Pen._line,
}


def n4(value: float) -> str:
    """A scale or a line weight: four decimals, because they are small."""
    return f"{value:.4f}".rstrip("0").rstrip(".")


def _inner_size(group: Group) -> tuple[float, float]:
    box = group.box
    return (box.h, box.w) if group.turn in (90, 270) else (box.w, box.h)


def _matrix(group: Group, height: float) -> str:
    """From the group's own coordinates (y upward) to its parent's (y upward)."""
    box, bottom = group.box, height - group.box.bottom
    if group.turn == 0:
        return f"1 0 0 1 {n(box.x)} {n(bottom)}"
    if group.turn == 180:
        return f"-1 0 0 -1 {n(box.right)} {n(bottom + box.h)}"
    if group.turn == 90:
        return f"0 -1 1 0 {n(box.x)} {n(bottom + box.h)}"
    return f"0 1 -1 0 {n(box.right)} {n(bottom)}"


def _turned_art(item: Art, height: float) -> str:
    """From the art's own coordinates to its parent's, turned about the middle of the box."""
    box, angle = item.box, math.radians(item.angle)
    scale, half = box.w / art.SIDE, box.w / 2
    c, s = math.cos(angle), math.sin(angle)
    cx, cy = box.centre[0], height - box.centre[1]
    across, up = cx - half * (c + s), cy - half * (c - s)
    # Six decimals: cosines are computed, and may differ in their last bits between machines.
    turn = " ".join(f"{value:.6f}" for value in (scale * c, -scale * s, scale * s, scale * c))
    return f"{turn} {n(across)} {n(up)}"


def _rounded(box: Box, bottom: float, r: float) -> str:
    x, right, top = box.x, box.right, bottom + box.h
    c = r * (1 - _K)
    return (
        f"{n(x + r)} {n(bottom)} m {n(right - r)} {n(bottom)} l "
        f"{n(right - c)} {n(bottom)} {n(right)} {n(bottom + c)} {n(right)} {n(bottom + r)} c "
        f"{n(right)} {n(top - r)} l "
        f"{n(right)} {n(top - c)} {n(right - c)} {n(top)} {n(right - r)} {n(top)} c "
        f"{n(x + r)} {n(top)} l "
        f"{n(x + c)} {n(top)} {n(x)} {n(top - c)} {n(x)} {n(top - r)} c "
        f"{n(x)} {n(bottom + r)} l "
        f"{n(x)} {n(bottom + c)} {n(x + c)} {n(bottom)} {n(x + r)} {n(bottom)} c h"
    )


def _ellipse(box: Box, bottom: float) -> str:
    cx, cy = box.x + box.w / 2, bottom + box.h / 2
    rx, ry = box.w / 2, box.h / 2
    kx, ky = rx * _K, ry * _K
    return (
        f"{n(cx + rx)} {n(cy)} m "
        f"{n(cx + rx)} {n(cy + ky)} {n(cx + kx)} {n(cy + ry)} {n(cx)} {n(cy + ry)} c "
        f"{n(cx - kx)} {n(cy + ry)} {n(cx - rx)} {n(cy + ky)} {n(cx - rx)} {n(cy)} c "
        f"{n(cx - rx)} {n(cy - ky)} {n(cx - kx)} {n(cy - ry)} {n(cx)} {n(cy - ry)} c "
        f"{n(cx + kx)} {n(cy - ry)} {n(cx + rx)} {n(cy - ky)} {n(cx + rx)} {n(cy)} c h"
    )
