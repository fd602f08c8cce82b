"""Pages to PDF: copies what the layout decided.

Input: pages of placed items in mm, an ink mode, the document's texts. Output: a PDF as bytes.
Every piece of art and every shared group becomes one form XObject, drawn once per document.
Content is written as operators, past ReportLab's canvas, through which a page takes ten times as
long; pages are taken one by one and forgotten.
"""

import math
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path

from reportlab import rl_config
from reportlab.lib.rl_accel import escapePDF
from reportlab.pdfbase.pdfdoc import PDFDocument
from reportlab.pdfbase.ttfonts import TTFont

from generator.core.paper import Box
from generator.core.resources import BITMAP_SUFFIXES, file_signature
from generator.layout import fonts, theme
from generator.layout.page import (
    CURRENT,
    MM_PER_POINT,
    Art,
    Group,
    Item,
    Line,
    Oval,
    Page,
    Rect,
    Text,
)
from generator.pdf import art
from generator.pdf.numbers import number as n
from generator.pdf.pdfa import About, Document

# What stands for each code of a font in a string; by table, because every page has new texts.
_ESCAPED = str.maketrans({chr(code): escapePDF(bytes([code])) for code in range(256)})
_KEPT = 4096  # pieces of art, and texts, that are remembered
_SMALL = 5.0  # mm; on larger art the thinnest pen, 2 of 100, is thick enough
_K = 0.5522847498  # the usual constant that makes four cubic curves a circle


def pdf(pages: Iterable[Page], about: About, mode: str, find_art: Callable[[str], Path]) -> bytes:
    """The finished document, a PDF/A-2u. find_art turns an art name into its file.

    Raises art.ArtError for a piece that cannot be drawn.
    """
    # The user's own settings of ReportLab must not change the bytes.
    rl_config.useA85 = rl_config.pdfMultiLine = rl_config.pdfComments = 0
    document = Document()
    pen = _Pen(document, mode, find_art)
    for page in pages:
        pen.page(page)
    return document.finished(about)


class _Pen:
    """Writes items as operators, y turned upward, and remembers the forms it has made."""

    def __init__(self, document: Document, mode: str, find_art: Callable[[str], Path]):
        self.document, self.mode, self.find_art = document, mode, find_art
        self._shown: dict[str, None] = {}  # the forms in the content that is being written
        self._forms: dict[object, str] = {}
        self._kept: list[object] = []  # keeps shared groups alive, so that no id comes twice
        self._arts: dict[int, tuple[Art, float, str, str]] = {}
        self._texts: dict[tuple[str, str], list[tuple[str, str]]] = {}

    def page(self, page: Page) -> None:
        paper = page.paper
        unit = paper.scale / MM_PER_POINT
        content, shown = self._content(page.items, paper.height)
        width, height = paper.size
        self.document.page(
            (width / MM_PER_POINT, height / MM_PER_POINT),
            f"{unit:.6f} 0 0 {unit:.6f} 0 0 cm\n{content}",
            shown,
        )

    def _content(self, items: Iterable[Item], height: float) -> tuple[str, dict[str, None]]:
        """The operators of a page or a form, and the forms they show."""
        outer, self._shown = self._shown, {}
        content = self._items(items, height)
        shown, self._shown = self._shown, outer
        return content, shown

    def _items(self, items: Iterable[Item], height: float) -> str:
        return "\n".join([_WRITERS[type(item)](self, item, height) for item in items])

    def _group(self, group: Group, height: float) -> str:
        colours = self._own_colours(group.colour) if group.colour else ""
        if group.shared:
            inner = self._shared(group)
        else:
            inner = self._items(group.items, _inner_size(group)[1])
        return f"q {colours}{_matrix(group.box, group.turn, height)} cm {inner} Q"

    def _own_colours(self, colour: str) -> str:
        """The operators that set what is CURRENT in a group."""
        return f"{_colour(colour, 'text', self.mode)} {_colour(colour, 'line', self.mode)} "

    def _shared(self, group: Group) -> str:
        """The operator that shows a form, which is made when it is first asked for. It stands on
        its foot: the same items in a box of another height are another form."""
        key = id(group.items), *_inner_size(group)
        name = self._forms.get(key)
        if name is None:
            name = self._forms[key] = self._group_form(group)
        self._shown[name] = None
        return f"/{name} Do"

    def _group_form(self, group: Group) -> str:
        self._kept.append(group.items)
        width, height = _inner_size(group)
        content, shown = self._content(group.items, height)
        # A form is clipped to its box; lines on the edge of a group reach half their width out.
        return self.document.form((-1, -1, width + 1, height + 1), content, shown)

    def _art(self, item: Art, height: float) -> str:
        """Many pages have the same art at the same place: the same item, told by its id, which
        stays its own as long as the item is kept."""
        held = self._arts.get(id(item))
        if held is None or held[1] != height:
            if len(self._arts) == _KEPT:
                self._arts.clear()
            held = self._arts[id(item)] = item, height, *self._placed_art(item, height)
        _, _, content, name = held
        self._shown[name] = None
        return content

    def _placed_art(self, item: Art, height: float) -> tuple[str, str]:
        """The operators, and the form they show."""
        matrix = _turned_art(item, height) if item.angle else _upright(item.box, height)
        key = self._art_key(item)
        name = self._forms.get(key)
        if name is None:
            name = self._forms[key] = self._art_form(item)
        return f"q {matrix} cm /{name} Do Q", name

    def _art_key(self, item: Art) -> tuple[str, str, str, float, bool]:
        """What makes two pieces of art the same form: the size too in line art, and where they
        are small, because pens must not get too thin."""
        sized = (item.ink or self.mode) == "low" or item.box.w < _SMALL
        return item.name, item.colour, item.ink, _side(item) if sized else 0.0, item.fine

    def _art_form(self, item: Art) -> str:
        path, mode = self.find_art(item.name), item.ink or self.mode
        shown: tuple[str, ...] = ()
        if path.suffix in BITMAP_SUFFIXES:
            content, *shown = self._bitmap(path, mode)
        else:
            content = _operators(
                path, file_signature(path), mode, item.colour, _side(item), item.fine
            )
        return self.document.form((0, 0, art.SIDE, art.SIDE), content, shown)

    def _bitmap(self, path: Path, mode: str) -> tuple[str, str]:
        """The operators, and the picture they show."""
        from generator.pdf import bitmap  # here: most documents have none

        picture = bitmap.picture(path, file_signature(path), mode)
        name = self.document.picture(picture)
        scale = art.SIDE / max(picture.width, picture.height)
        w, h = picture.width * scale, picture.height * scale
        left, bottom = (art.SIDE - w) / 2, (art.SIDE - h) / 2
        return f"q {n(w)} 0 0 {n(h)} {n(left)} {n(bottom)} cm /{name} Do Q", name

    def _text(self, item: Text, height: float) -> str:
        """In a state of its own: what follows may be in the colour of its group."""
        size = n4(item.size * MM_PER_POINT)
        colour = _colour(item.colour, "text", self.mode)
        shown = " ".join(f"{name} {size} Tf {code} Tj" for name, code in self._coded(item))
        return f"q BT {colour} {n(item.x)} {n(height - item.y)} Td {shown} ET Q"

    def _coded(self, item: Text) -> list[tuple[str, str]]:
        """A text as (font subset, encoded string) runs; a font's subsets hold 256 glyphs each."""
        key = item.font, item.text
        coded = self._texts.get(key)
        if coded is None:
            if len(self._texts) == _KEPT:
                self._texts.clear()
            font, document = fonts.font(item.font), self.document.fonts
            coded = self._texts[key] = [
                (font.getSubsetInternalName(subset, document), _string(codes))
                for subset, codes in _split(font, item.text, document)
            ]
        return coded

    def _rect(self, item: Rect, height: float) -> str:
        path = _outline(item.box, height - item.box.bottom, item.radius)
        return self._shape(path, item.fill, item.stroke, item.line, item.dash)

    def _oval(self, item: Oval, height: float) -> str:
        box = item.box
        path = _ellipse(box, height - box.bottom)
        return self._shape(path, item.fill, item.stroke, item.line, ())

    def _line(self, item: Line, height: float) -> str:
        path = f"{n(item.x1)} {n(height - item.y1)} m {n(item.x2)} {n(height - item.y2)} l"
        return self._shape(path, None, item.stroke, item.line, item.dash)

    def _shape(self, path, fill, stroke, line, dash) -> str:
        state, paint = _state(self.mode, fill, stroke, line, dash)
        return f"q {state} {path} {paint} Q" if paint else ""


_WRITERS = {
    Group: _Pen._group,
    Art: _Pen._art,
    Text: _Pen._text,
    Rect: _Pen._rect,
    Oval: _Pen._oval,
    Line: _Pen._line,
}


@lru_cache(maxsize=1024)
def _colour(name: str, use: str, mode: str) -> str:
    """The operator that sets a colour; "" where the ink mode leaves it out, and for the one that
    the group has set."""
    rgb = None if name == CURRENT else theme.ink_colour(name, use, mode)
    if rgb is None:
        return ""
    return f"{' '.join(f'{part:.3g}' for part in rgb)} {'RG' if use == 'line' else 'rg'}"


@lru_cache(maxsize=1024)
def _state(
    mode: str, fill: str | None, stroke: str | None, line: float, dash: tuple[float, ...]
) -> tuple[str, str]:
    """The operators that a path is painted after, and the one that paints it, if any does."""
    inked = _colour(fill, "fill", mode) if fill else ""
    if not (stroke and line):
        return inked, "f" if inked else ""
    width = n4(theme.line_weight(line, mode) * MM_PER_POINT)
    dashes = f" [{' '.join(n(part) for part in dash)}] 0 d" if dash else ""
    return f"{inked} {_colour(stroke, 'line', mode)} {width} w{dashes}", "B" if inked else "S"


@lru_cache(maxsize=1024)
def _operators(path: Path, _: tuple[int, ...], *look: object) -> str:
    """Documents of a run have much art in common, as long as its files stay as they are."""
    return art.operators(path, *look)


def _side(item: Art) -> float:
    """The side of some art in mm, rounded down to a tenth: a pen is made for the smallest."""
    return math.floor(item.box.w * 10) / 10


def _split(font: TTFont, text: str, document: PDFDocument) -> list[tuple[int, bytes]]:
    """A text as (number of a subset, codes) runs. The first subset has ASCII in its place, so that
    ReportLab need not look up each letter of a game ID, of which every page has another."""
    if text and text.isascii() and text.isprintable():
        return [(0, text.encode("ascii"))]
    return font.splitString(text, document)


def _string(codes: bytes) -> str:
    return f"({codes.decode('latin-1').translate(_ESCAPED)})"


def n4(value: float) -> str:
    """A scale or a line weight: four decimals, because they are small."""
    return f"{value:.4f}".strip("0").rstrip(".") or "0"


def _inner_size(group: Group) -> tuple[float, float]:
    box = group.box
    return (box.h, box.w) if group.turn in (90, 270) else (box.w, box.h)


@lru_cache(maxsize=1024)
def _matrix(box: Box, turn: int, height: float) -> str:
    """From a group's own coordinates (y upward) to its parent's (y upward)."""
    bottom = height - box.bottom
    if turn == 0:
        return f"1 0 0 1 {n(box.x)} {n(bottom)}"
    if turn == 180:
        return f"-1 0 0 -1 {n(box.right)} {n(bottom + box.h)}"
    if turn == 90:
        return f"0 -1 1 0 {n(box.x)} {n(bottom + box.h)}"
    return f"0 1 -1 0 {n(box.right)} {n(bottom)}"


@lru_cache(maxsize=16384)
def _upright(box: Box, height: float) -> str:
    """From art's own coordinates to its parent's."""
    scale = n4(box.w / art.SIDE)
    return f"{scale} 0 0 {scale} {n(box.x)} {n(height - box.bottom)}"


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


@lru_cache(maxsize=4096)
def _outline(box: Box, bottom: float, radius: float) -> str:
    """A rectangle, with rounded corners of that radius."""
    if not radius:
        return f"{n(box.x)} {n(bottom)} {n(box.w)} {n(box.h)} re"
    r = min(radius, box.w / 2, box.h / 2)
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
