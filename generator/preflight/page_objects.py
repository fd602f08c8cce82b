"""The objects on a page of any PDF, as PDFium reads them.

Input: an open page of pypdfium2. Output: its texts, paths, images and shadings, also those inside
forms, each with its box on the page in mm and with measurements in points, dpi or mm.
"""

import ctypes
import math
import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any, Literal, NamedTuple

import pypdfium2  # type: ignore[import-untyped]  # it has no types
import pypdfium2.raw as pdfium  # type: ignore[import-untyped]  # it has no types

from generator.core.paper import Box
from generator.layout.page import MM_PER_POINT
from generator.preflight.geometry import Matrix, intersection

# Any: pypdfium2 has no types for the handles of PDFium's objects.
Handle = Any
Kind = Literal["text", "line", "fill", "image"]
_Edges = tuple[ctypes.c_float, ctypes.c_float, ctypes.c_float, ctypes.c_float]
_KINDS: dict[int, Kind] = {
    pdfium.FPDF_PAGEOBJ_TEXT: "text",
    pdfium.FPDF_PAGEOBJ_IMAGE: "image",
}  # paths that are not stroked, and shadings, are fills
_MAX_FORM_DEPTH = 30
_LINE_LENGTH_TO_WIDTH = 4  # a filled rectangle at least this elongated is meant as a line
_MAX_RECTANGLE_SEGMENTS = 6  # a rectangle drawn line by line, moved to and closed
_INVISIBLE_MODES = (pdfium.FPDF_TEXTRENDERMODE_INVISIBLE, pdfium.FPDF_TEXTRENDERMODE_CLIP)
_MM_PER_INCH = 25.4
_NOWHERE = Box(math.inf, math.inf, 0.0, 0.0)
SUBSET_TAG = re.compile(r"[A-Z]{6}\+")  # before the name of a font (9.6.4)


class Font(NamedTuple):
    """A font by its name, without the tag of a subset."""

    name: str
    is_embedded: bool


class Container:
    """A page, or a form placed on it. `to_mm` maps the coordinates inside to mm on the page."""

    def __init__(self, to_mm: Matrix, handle: Handle = None, parent: "Container | None" = None):
        self.to_mm, self._handle, self._parent = to_mm, handle, parent

    @cached_property
    def clip(self) -> Box | None:
        """The box in mm to which the objects inside are clipped; None for no limit."""
        return clip_box(self._handle, self._parent) if self._parent else None


class PageObject:
    """A text, path, image or shading at its place on the page.

    `box` is in mm and leaves room for any line ends and corners; see `exact_box`.
    """

    def __init__(self, handle: Handle, type_: int, box: Box, container: Container):
        self._handle, self._container, self.box = handle, container, box
        is_path = type_ == pdfium.FPDF_PAGEOBJ_PATH
        self._is_filled, self._is_stroked = _draw_mode(handle) if is_path else (False, False)
        self.kind: Kind = "line" if self._is_stroked else _KINDS.get(type_, "fill")

    @property
    def visible_box(self) -> Box | None:
        """The box inside all clips; None if the clips hide the object."""
        clip = clip_box(self._handle, self._container)
        return self.exact_box if clip is None else intersection(self.exact_box, clip)

    @property
    def exact_box(self) -> Box:
        """The box around the points of a path, and half its line width. It takes longer than
        `box`."""
        if not self._is_stroked:
            return self.box
        count = pdfium.FPDFPath_CountSegments(self._handle)
        segments = (pdfium.FPDFPath_GetPathSegment(self._handle, index) for index in range(count))
        box = _box_around(segments, self._matrix) or self.box
        return box.inset(-self.line_width * MM_PER_POINT / 2)

    @property
    def is_visible_text(self) -> bool:
        """Whether a text has letters that leave ink; spaces have a box without area."""
        return self.box.w > 0 and self.box.h > 0 and self._is_painted

    def has_missing_letters(self, text_page: pypdfium2.PdfTextPage) -> bool:
        """Whether a text leaves no ink because its font is not in the file, and what this machine
        has in its place lacks the letters."""
        is_replaced = self._is_painted and not self.font().is_embedded
        return is_replaced and not self.is_visible_text and bool(self.text(text_page))

    @property
    def _is_painted(self) -> bool:
        return pdfium.FPDFTextObj_GetTextRenderMode(self._handle) not in _INVISIBLE_MODES

    @property
    def text_size(self) -> float:
        """The height of the type in points, on paper."""
        size = ctypes.c_float()
        pdfium.FPDFTextObj_GetFontSize(self._handle, size)
        return abs(size.value) * self._matrix.height / MM_PER_POINT

    @property
    def line_width(self) -> float:
        """The width of a line in points, on paper; infinite for a fill that is no thin line."""
        if self._is_stroked:
            width = ctypes.c_float()
            pdfium.FPDFPageObj_GetStrokeWidth(self._handle, width)
            return abs(width.value) * self._matrix.least_scale / MM_PER_POINT
        width_mm, length_mm = sorted(self.box[2:])
        is_line = (
            self._is_filled and length_mm > _LINE_LENGTH_TO_WIDTH * width_mm and self._is_rectangle
        )
        return width_mm / MM_PER_POINT if is_line else math.inf

    @property
    def _is_rectangle(self) -> bool:
        """Whether a path has no curve and no more corners than a rectangle."""
        count = pdfium.FPDFPath_CountSegments(self._handle)
        if count > _MAX_RECTANGLE_SEGMENTS:
            return False
        segments = (pdfium.FPDFPath_GetPathSegment(self._handle, index) for index in range(count))
        bezier = pdfium.FPDF_SEGMENT_BEZIERTO
        return all(pdfium.FPDFPathSegment_GetType(segment) != bezier for segment in segments)

    @property
    def resolution(self) -> float:
        """Pixels per inch along the coarser side of an image. A side of one pixel is a flat colour
        and does not count."""
        columns, rows = ctypes.c_uint(), ctypes.c_uint()
        pdfium.FPDFImageObj_GetImagePixelSize(self._handle, columns, rows)
        a, b, c, d, _, _ = self._matrix
        sides = (columns.value, math.hypot(a, b)), (rows.value, math.hypot(c, d))
        densities = [pixels / length for pixels, length in sides if pixels > 1 and length]
        return min(densities, default=math.inf) * _MM_PER_INCH

    @property
    def _matrix(self) -> Matrix:
        """The matrix from the object's own coordinates to mm."""
        return object_matrix(self._handle).then(self._container.to_mm)

    def font(self) -> Font:
        """The font of a text."""
        handle = pdfium.FPDFTextObj_GetFont(self._handle)
        length = pdfium.FPDFFont_GetBaseFontName(handle, None, 0)
        buffer = ctypes.create_string_buffer(length)
        pdfium.FPDFFont_GetBaseFontName(handle, buffer, length)
        name = SUBSET_TAG.sub("", buffer.value.decode("utf-8", "replace"))
        return Font(name, pdfium.FPDFFont_GetIsEmbedded(handle) != 0)

    def text(self, text_page: pypdfium2.PdfTextPage) -> str:
        """The characters of a text."""
        length = pdfium.FPDFTextObj_GetText(self._handle, text_page, None, 0)
        buffer = ctypes.create_string_buffer(length)
        characters = ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort))
        pdfium.FPDFTextObj_GetText(self._handle, text_page, characters, length)
        return buffer.raw.decode("utf-16-le", "replace").rstrip("\0").strip()


def page_objects(page: pypdfium2.PdfPage, to_mm: Matrix) -> Iterator[PageObject]:
    """The objects of a page in drawing order, with those inside forms. Objects without a finite box
    are left out."""
    container = Container(to_mm)
    edges = ctypes.c_float(), ctypes.c_float(), ctypes.c_float(), ctypes.c_float()
    for index in range(pdfium.FPDFPage_CountObjects(page)):
        yield from _objects(pdfium.FPDFPage_GetObject(page, index), container, edges, 0)


def _objects(
    handle: Handle, container: Container, edges: _Edges, depth: int
) -> Iterator[PageObject]:
    """An object, or those inside a form. `edges` is where PDFium writes each box."""
    type_ = pdfium.FPDFPageObj_GetType(handle)
    if type_ == pdfium.FPDF_PAGEOBJ_FORM:
        if depth < _MAX_FORM_DEPTH:
            form = Container(object_matrix(handle).then(container.to_mm), handle, container)
            for index in range(pdfium.FPDFFormObj_CountObjects(handle)):
                inner = pdfium.FPDFFormObj_GetObject(handle, index)
                yield from _objects(inner, form, edges, depth + 1)
    elif pdfium.FPDFPageObj_GetBounds(handle, *edges):
        left, bottom, right, top = edges
        box = container.to_mm.bounding_box(left.value, bottom.value, right.value, top.value)
        if math.isfinite(sum(box)):
            yield PageObject(handle, type_, box, container)


def _draw_mode(path: Handle) -> tuple[bool, bool]:
    """Whether a path is filled, and whether it is stroked."""
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDFPath_GetDrawMode(path, fill, stroke)
    return fill.value != pdfium.FPDF_FILLMODE_NONE, bool(stroke.value)


def object_matrix(handle: Handle) -> Matrix:
    """The matrix from an object's own coordinates to those of its container."""
    matrix = pdfium.FS_MATRIX()
    if not pdfium.FPDFPageObj_GetMatrix(handle, matrix):
        return Matrix()
    return Matrix(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)


def clip_box(handle: Handle, container: Container) -> Box | None:
    """The box in mm to which an object is clipped; None for no limit. Clips that exclude each other
    leave a box that meets no other box."""
    result = container.clip
    path = pdfium.FPDFPageObj_GetClipPath(handle)
    for index in range(max(0, pdfium.FPDFClipPath_CountPaths(path))):
        if box := _clip_path_box(path, index, container.to_mm):
            result = box if result is None else intersection(result, box) or _NOWHERE
    return result


def _clip_path_box(path: Handle, index: int, to_mm: Matrix) -> Box | None:
    """The box in mm around the points of a clip path; None if it has none."""
    count = max(0, pdfium.FPDFClipPath_CountPathSegments(path, index))
    segments = (pdfium.FPDFClipPath_GetPathSegment(path, index, number) for number in range(count))
    return _box_around(segments, to_mm)


def _box_around(segments: Iterator[Handle], to_mm: Matrix) -> Box | None:
    """The box in mm around the points of path segments; None if there are none."""
    x, y = ctypes.c_float(), ctypes.c_float()
    points = [
        to_mm.bounding_box(x.value, y.value, x.value, y.value)
        for segment in segments
        if pdfium.FPDFPathSegment_GetPoint(segment, x, y)
    ]
    if not points:
        return None
    left, top = min(point.x for point in points), min(point.y for point in points)
    right, bottom = max(point.x for point in points), max(point.y for point in points)
    return Box(left, top, right - left, bottom - top)
