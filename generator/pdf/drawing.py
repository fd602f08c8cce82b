"""Draws pages and the SVG art on them as a PDF, exactly as the layout decided.
Operators are written directly: with ReportLab's canvas, a page takes ten times as long."""

import math
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from reportlab import rl_config
from reportlab.lib.rl_accel import escapePDF

from generator.core.diagnostics import display_path
from generator.core.errors import ArtError
from generator.core.paper import Box
from generator.core.resources import BITMAP_SUFFIXES, file_signature
from generator.layout import page as layout
from generator.layout import text, theme
from generator.layout.page import MM_PER_POINT, Art, Group, Item
from generator.pdf.file import About, PdfWriter
from generator.pdf.svg import CHOICES, SIDE, Element, read_drawing


def n(value: float) -> str:
    """A coordinate with two decimals."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def operators(path: Path, mode: str, colour: str, side: float, fine: bool = False) -> str:
    """The drawing as PDF operators. Raises ArtError.

    `colour` is the palette name that replaces currentColor, `side` the size in mm at which the
    drawing is printed. With `fine`, outlines get the finest pens. Line art then has contours of the
    usual pen, so that figures stand out at arm's length.
    """
    drawing = read_drawing(path)
    problems = sorted(drawing.problems)

    def ink(shape: Element, attribute: str, default: str, use: str) -> str:
        value = shape.words.get(attribute, default)
        name = colour if value == "currentColor" else theme.NAMES_BY_HEX.get(value.lower())
        if not name and value != "none":
            message = f"{value} is not a colour of the palette in theme.py"
            problems.append(shape.problem(attribute, message))
        return _colour(name, use, mode) if name else ""

    parts, contours = [], []  # contours lie below, so only their outer half shows
    for shape in () if problems else drawing.shapes:
        # A line has no inside: SVG's default fill, black, is not meant.
        is_line = [operator for operator, _ in shape.segments] == ["m", "l"]
        fill = "" if is_line else ink(shape, "fill", "black", "fill")
        stroke = ink(shape, "stroke", "none", "fine" if fine else "outline")
        stroke = stroke if shape.stroke_width else ""
        if shape.segments and (fill or stroke):
            pen = theme.art_pen(shape.stroke_width, side / SIDE, mode, fine)
            parts.append(_shape_operators(shape, fill, stroke, pen))
            if fine and mode == "low" and fill and stroke:
                pen = theme.art_pen(shape.stroke_width, side / SIDE, mode, fine=False)
                contours.append(_shape_operators(shape, "", stroke, pen))
    if problems:
        file = display_path(path)
        raise ArtError("\n".join(str(replace(problem, file=file)) for problem in problems))
    return "\n".join(contours + parts)


@lru_cache(maxsize=1024)
def _operators(_: tuple[int, ...], *drawing: Any) -> str:
    """The same, cached as long as the file keeps its signature. Any: as above."""
    return operators(*drawing)


def _shape_operators(shape: Element, fill: str, stroke: str, pen: float) -> str:
    """The operators of a shape, given those of its colours."""
    get = shape.words.get
    rule = "*" if get("fill-rule") == "evenodd" else ""
    state, paint = f"{fill} " if fill else "", f"f{rule}"
    if stroke:
        paint = f"B{rule}" if fill else "S"
        cap = CHOICES["stroke-linecap"].index(get("stroke-linecap", "butt"))
        join = CHOICES["stroke-linejoin"].index(get("stroke-linejoin", "miter"))
        width = n(math.ceil(pen * 100 - 1e-6) / 100)  # rounded up: no minimum is undercut
        state += f"{stroke} {width} w {cap} J {join} j "
    return f"{state}{shape.path_operators} {paint}"


# How a string writes each code of a font. A table is fast, and every page has new texts.
_ESCAPED = str.maketrans({chr(code): escapePDF(bytes([code])) for code in range(256)})
_MAX_SMALL_ART = 5.0  # mm; on larger art, the thinnest pen of 2 units of 100 is thick enough
_CIRCLE_CONTROL = 0.5522847498  # distance of control points on a quarter of a unit circle


def pdf(
    pages: Iterable[layout.Page], about: About, mode: str, find_art: Callable[[str], Path]
) -> bytes:
    """A document as a PDF/A-2u. `find_art` returns the file of an art name. Raises ArtError."""
    # The user's own ReportLab settings must not change the bytes.
    rl_config.useA85 = rl_config.pdfMultiLine = rl_config.pdfComments = 0
    drawer = _Drawer(mode, find_art)
    for page in pages:
        drawer.draw(page)
    return drawer.document.finish(about)


class _Drawer:
    """Writes items as operators, with y upward, and remembers the forms of the document."""

    def __init__(self, mode: str, find_art: Callable[[str], Path]):
        self.document, self.mode, self.find_art = PdfWriter(), mode, find_art
        self._resources: dict[str, None] = {}  # names that the content being written uses
        self._forms: dict[object, str] = {}  # names, by what the forms show
        self._shared_items: list[object] = []  # holding them keeps their id() unique
        self._encoded_texts: dict[tuple[str, str], list[tuple[str, str]]] = {}

    def draw(self, page: layout.Page) -> None:
        self._resources = {}
        content, unit = self._items(page.items, page.paper.height), page.paper.scale / MM_PER_POINT
        content = f"{unit:.6f} 0 0 {unit:.6f} 0 0 cm\n{content}"
        width, height = (side / MM_PER_POINT for side in page.paper.size)
        self.document.add_page(width, height, content, self._resources)

    def _items(self, items: Iterable[Item], height: float) -> str:
        parts: list[str] = []
        last: Box | None = None  # that of upright art, if the next item is drawn from there
        for item in items:
            upright = item if isinstance(item, Art) and not (item.angle or item.radius) else None
            if upright and last and last[2:] == upright.box[2:]:
                # As in a grid of symbols. Steps are short, and alike in all rows.
                step, form = _art_step(last, upright.box), self._art_form(upright)
                parts[-1] = f"{parts[-1][:-2]} {step} cm /{form} Do Q"
            else:
                parts.append(_METHODS[type(item)](self, item, height))
            last = upright.box if upright else None
        return "\n".join(parts)

    def _group(self, group: Group, height: float) -> str:
        colours, (_, _, inner_width, inner_height) = "", group.box
        if colour := group.colour:  # that of CURRENT in it
            colours = f"{_colour(colour, 'text', self.mode)} {_colour(colour, 'line', self.mode)} "
        if group.turn in (90, 270):
            inner_width, inner_height = inner_height, inner_width
        if group.shared:
            inner = self._shared_form(group.items, inner_width, inner_height)
        else:
            inner = self._items(group.items, inner_height)
        return f"q {colours}{_group_matrix(group.box, group.turn, height)} cm {inner} Q"

    def _page_view(self, view: layout.PageView, height: float) -> str:
        """The operators that draw the form of a page, clipped to the box of the view."""
        page, box, scale = view.page, view.box, view.scale
        form = self._shared_form(page.items, page.paper.width, page.paper.height)
        right = box.x - scale * view.window.x
        up = height - box.bottom - scale * (page.paper.height - view.window.bottom)
        clip = " ".join(f"{value:.4f}" for value in (box.x, height - box.bottom, box.w, box.h))
        matrix = f"{scale:.6f} 0 0 {scale:.6f} {right:.4f} {up:.4f}"
        return f"q {clip} re W n {matrix} cm {form} Q"

    def _shared_form(self, items: tuple[Item, ...], width: float, height: float) -> str:
        """The operator that draws the form of some items, which is made when it is first needed."""
        key = id(items), width, height
        name = self._forms.get(key)
        if name is None:
            self._shared_items.append(items)
            outer, self._resources = self._resources, {}
            content = self._items(items, height)
            # A form is clipped to its box; lines on the edge of a group reach half their width out.
            box = (-1, -1, width + 1, height + 1)
            name = self._forms[key] = self.document.add_form(box, content, self._resources)
            self._resources = outer
        self._resources[name] = None
        return f"/{name} Do"

    def _art(self, item: Art, height: float) -> str:
        clip, matrix = "", _art_matrix(item.box, item.angle, height)
        if item.radius and self.find_art(item.name).suffix in BITMAP_SUFFIXES:
            clip = f"{_rectangle_path(item.box, height - item.box.bottom, item.radius)} W n "
        return f"q {clip}{matrix} cm /{self._art_form(item)} Do Q"

    def _art_form(self, item: Art) -> str:
        """The name of the form of some art. It depends on the size in line art and in small art,
        where pens must not get too thin."""
        # Rounded down to a tenth, so that no pen gets too thin.
        side = math.floor(item.box.w * 10) / 10
        size_matters = self.mode == "low" or item.box.w < _MAX_SMALL_ART
        key = item.name, item.colour, side if size_matters else 0.0, item.fine
        if name := self._forms.get(key):
            self._resources[name] = None
            return name
        path, resources = self.find_art(item.name), list[str]()
        signature = file_signature(path)
        if path.suffix in BITMAP_SUFFIXES:
            from generator.pdf import bitmap  # imported here: most documents have no bitmap

            picture = bitmap.read_picture(path, signature, self.mode)
            resources = [self.document.add_picture(*picture)]
            w, h = (side * SIDE / max(picture[:2]) for side in picture[:2])
            left, bottom = (SIDE - w) / 2, (SIDE - h) / 2
            content = f"q {n(w)} 0 0 {n(h)} {n(left)} {n(bottom)} cm /{resources[0]} Do Q"
        else:
            content = _operators(signature, path, self.mode, item.colour, side, item.fine)
        name = self._forms[key] = self.document.add_form((0, 0, SIDE, SIDE), content, resources)
        self._resources[name] = None
        return name

    def _text(self, item: layout.Text, height: float) -> str:
        """A text with its own graphics state: later items may use the colour of their group."""
        key = item.font, item.text
        runs = self._encoded_texts.get(key)
        if runs is None:
            font, words, document = text.font(item.font), item.text, self.document.fonts
            if words and words.isascii() and words.isprintable():  # they have their own codes
                parts = [(0, words.encode("ascii"))]  # quicker: every page has another game ID
            else:
                parts = font.splitString(words, document)  # a subset has up to 256 glyphs
            runs = self._encoded_texts[key] = []
            for subset, codes in parts:
                name = font.getSubsetInternalName(subset, document)
                runs.append((name, f"({codes.decode('latin-1').translate(_ESCAPED)})"))
        size = _n4(item.size * MM_PER_POINT)
        colour = _colour(item.colour, "text", self.mode)
        words = " ".join(f"{name} {size} Tf {code} Tj" for name, code in runs)
        return f"q BT {colour} {n(item.x)} {n(height - item.y)} Td {words} ET Q"

    def _rect(self, item: layout.Rect, height: float) -> str:
        path = _rectangle_path(item.box, height - item.box.bottom, item.radius)
        return self._shape(path, item.fill, item.stroke, item.line, item.dash)

    def _oval(self, item: layout.Oval, height: float) -> str:
        path = _ellipse_path(item.box, height - item.box.bottom)
        return self._shape(path, item.fill, item.stroke, item.line, ())

    def _line(self, item: layout.Line, height: float) -> str:
        path = f"{n(item.x1)} {n(height - item.y1)} m {n(item.x2)} {n(height - item.y2)} l"
        return self._shape(path, None, item.stroke, item.line, item.dash)

    def _shape(self, path: str, *look: Any) -> str:
        """The operators of a path, which leave the state of graphics as it was."""
        state, paint = _paint_operators(self.mode, *look)
        return f"q {state} {path} {paint} Q" if paint else ""


_METHODS: dict[type, Callable[[_Drawer, Any, float], str]] = {
    Group: _Drawer._group,
    Art: _Drawer._art,
    layout.Text: _Drawer._text,
    layout.Rect: _Drawer._rect,
    layout.Oval: _Drawer._oval,
    layout.Line: _Drawer._line,
    layout.PageView: _Drawer._page_view,
}


@lru_cache(maxsize=1024)
def _colour(name: str, use: str, mode: str) -> str:
    """The operator that sets a colour; "" for a colour that the ink mode omits. CURRENT, which the
    group has set, needs none."""
    if name == layout.CURRENT:
        return " "
    rgb = theme.ink_colour(name, use, mode)
    if rgb is None:
        return ""
    return f"{' '.join(f'{part:.3g}' for part in rgb)} {'rg' if use in ('fill', 'text') else 'RG'}"


@lru_cache(maxsize=1024)
def _paint_operators(
    mode: str, fill: str | None, stroke: str | None, line: float, dash: tuple[float, ...]
) -> tuple[str, str]:
    """The operators that set colours and line, and the one that paints; "" if nothing is seen."""
    fill_colour = _colour(fill, "fill", mode) if fill else ""
    if not (stroke and line):
        return fill_colour, "f" if fill_colour else ""
    width = _n4(theme.line_weight(line, mode) * MM_PER_POINT)
    dashes = f" [{' '.join(n(part) for part in dash)}] 0 d" if dash else ""
    state = f"{fill_colour} {_colour(stroke, 'line', mode)} {width} w{dashes}"
    return state, "B" if fill_colour else "S"


def _n4(value: float) -> str:
    """A number with four decimals, such as scales and line weights, which are small."""
    return f"{value:.4f}".strip("0").rstrip(".") or "0"


@lru_cache(maxsize=1024)
def _group_matrix(box: Box, turn: int, height: float) -> str:
    """The matrix from a group's own coordinates to those of its parent, both with y upward."""
    left, right, bottom, top = box.x, box.right, height - box.bottom, height - box.bottom + box.h
    turned, x, y = {
        0: ("1 0 0 1", left, bottom),
        90: ("0 -1 1 0", left, top),
        180: ("-1 0 0 -1", right, top),
        270: ("0 1 -1 0", right, bottom),
    }[turn]
    return f"{turned} {n(x)} {n(y)}"


@lru_cache(maxsize=16384)
def _art_matrix(box: Box, degrees: float, height: float) -> str:
    """The matrix from the coordinates of art to those of its parent."""
    if not degrees:
        scales = f"{_n4(box.w / SIDE)} 0 0 {_n4(box.h / SIDE)}"
        return f"{scales} {n(box.x)} {n(height - box.bottom)}"
    angle, half = math.radians(degrees), box.w / 2
    c, s = math.cos(angle), math.sin(angle)
    cx, cy = box.centre[0], height - box.centre[1]
    x, y = cx - half * (c + s), cy - half * (c - s)
    # Six decimals: cosines are computed, and may differ in their last bits between machines.
    rotation = " ".join(f"{box.w / SIDE * part:.6f}" for part in (c, -s, s, c))
    return f"{rotation} {n(x)} {n(y)}"


@lru_cache(maxsize=16384)
def _art_step(last: Box, box: Box) -> str:
    """The matrix from the coordinates of art to those of the next, which has the same size."""
    unit = float(_n4(box.w / SIDE))  # as it is written; what is rounded adds up
    return f"1 0 0 1 {_n4((box.x - last.x) / unit)} {_n4((last.y - box.y) / unit)}"


@lru_cache(maxsize=4096)
def _rectangle_path(box: Box, bottom: float, radius: float) -> str:
    """The path of a rectangle with rounded corners of that radius."""
    if not radius:
        return f"{n(box.x)} {n(bottom)} {n(box.w)} {n(box.h)} re"
    r = min(radius, box.w / 2, box.h / 2)
    c = r * (1 - _CIRCLE_CONTROL)
    left, right, top = box.x, box.right, bottom + box.h
    x0, x1, x2, x3, x4, x5 = map(n, (left, left + c, left + r, right - r, right - c, right))
    y0, y1, y2, y3, y4, y5 = map(n, (bottom, bottom + c, bottom + r, top - r, top - c, top))
    return (
        f"{x2} {y0} m {x3} {y0} l {x4} {y0} {x5} {y1} {x5} {y2} c "
        f"{x5} {y3} l {x5} {y4} {x4} {y5} {x3} {y5} c "
        f"{x2} {y5} l {x1} {y5} {x0} {y4} {x0} {y3} c "
        f"{x0} {y2} l {x0} {y1} {x1} {y0} {x2} {y0} c h"
    )


def _ellipse_path(box: Box, bottom: float) -> str:
    rx, ry = box.w / 2, box.h / 2
    cx, cy, kx, ky = box.x + rx, bottom + ry, rx * _CIRCLE_CONTROL, ry * _CIRCLE_CONTROL
    x0, x1, x2, x3, x4 = map(n, (cx - rx, cx - kx, cx, cx + kx, cx + rx))
    y0, y1, y2, y3, y4 = map(n, (cy - ry, cy - ky, cy, cy + ky, cy + ry))
    return (
        f"{x4} {y2} m {x4} {y3} {x3} {y4} {x2} {y4} c {x1} {y4} {x0} {y3} {x0} {y2} c "
        f"{x0} {y1} {x1} {y0} {x2} {y0} c {x3} {y0} {x4} {y1} {x4} {y2} c h"
    )
