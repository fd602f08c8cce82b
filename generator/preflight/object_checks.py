"""Checks of the objects on a page: too small, too thin, too coarse, cut off, too near the edge.

Input: a page's objects, its boxes, and a picture of it. Output: diagnostics with boxes in mm. An
object is near the edge only if the picture shows ink there: boxes alone count white shapes and the
control points of curves.
"""

import math
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from PIL.Image import Image

from generator.core.diagnostics import Diagnostic
from generator.core.paper import MARGIN, Box
from generator.layout.theme import FLOOR, LINE_FLOOR
from generator.preflight.faults import Fault
from generator.preflight.geometry import intersection
from generator.preflight.page_boxes import PrintedPage
from generator.preflight.page_objects import PageObject

_ROUNDING = 0.02  # pt or mm by which programs round coordinates
_HALF_LINE = 0.1  # mm by which a line on the margin itself may reach into it
_CUT_OFF_TOLERANCE = 0.3  # mm that a clip may take off a text
_MAX_MARK_WIDTH, _MAX_MARK_LENGTH = 1.0, 20.0  # mm; no crop mark is wider or longer
_LIGHTEST_INK = 250  # of 255; lighter pixels are paper
_MAX_LABEL_LENGTH = 40
_NAMES = {"line": "a line", "fill": "a filled shape", "image": "a bitmap"}


class Limits(NamedTuple):
    """The least that prints well: margin in mm, text and line in points, resolution in dpi."""

    margin: float = MARGIN
    text: float = FLOOR
    line: float = LINE_FLOOR
    dpi: float = 300.0

    def scaled(self, factor: float) -> "Limits":
        """The limits for a page that its printer enlarges."""
        return self._replace(text=self.text * factor, line=self.line * factor)


class ObjectChecker:
    """Checks the objects of one page. Without a picture, every object counts as ink."""

    def __init__(self, page: PrintedPage, limits: Limits, picture: Image | None):
        self._page, self._limits, self._picture = page, limits, picture
        self._safe_area = page.paper.inset(limits.margin - _HALF_LINE)

    def faults(self, object_: PageObject) -> Iterator[Fault]:
        """The faults of an object that its clips do not hide."""
        fault = self._size_fault(object_)
        in_margin = not self._safe_area.contains(object_.box, 0)
        is_text = object_.kind == "text"
        if not (fault or in_margin or is_text):
            return
        visible = object_.visible_box
        if visible is None:
            return
        if fault:
            yield fault
        if is_text and not visible.contains(object_.exact_box, _CUT_OFF_TOLERANCE):
            yield Fault("overflow", "is cut off", "all of it")
        if in_margin and (fault := self._edge_fault(visible)):
            yield fault

    def diagnostic(self, object_: PageObject, fault: Fault, text: str) -> Diagnostic:
        """A fault with its place; `text` names a text."""
        visible = object_.visible_box or object_.exact_box
        box = intersection(visible, self._page.paper) or visible
        is_text = object_.kind == "text"
        subject = f"text {text[:_MAX_LABEL_LENGTH]!r}" if is_text else _NAMES[object_.kind]
        return fault.on_page(self._page.number, box, subject)

    def _size_fault(self, object_: PageObject) -> Fault | None:
        limits = self._limits
        match object_.kind:
            case "text":
                if (size := object_.text_size) < limits.text - _ROUNDING:
                    return Fault("text", f"of {size:.2g} pt", f"at least {limits.text:g} pt")
            case "image":
                if (dpi := object_.resolution) < limits.dpi - 0.5:
                    return Fault("bitmap", f"of {dpi:.0f} dpi", f"at least {limits.dpi:g} dpi")
            case _:
                if (width := object_.line_width) < limits.line - _ROUNDING / 4:
                    message = (
                        f"{width:.2g} pt wide" if width else "of width 0, which any device may vary"
                    )
                    return Fault("line", message, f"at least {limits.line:g} pt")
        return None

    def _edge_fault(self, box: Box) -> Fault | None:
        """Too near the edge of the paper, or off it."""
        if self._is_for_cutting(box) or self._safe_area.contains(box, 0):
            return None
        paper = self._page.paper
        on_paper = intersection(box, paper)
        if on_paper is None:
            return Fault("outside", "off the paper", "everything on it", "warning")
        if not self._has_ink_in_margin(on_paper):
            return None
        distance = min(
            on_paper.x - paper.x, on_paper.y - paper.y,
            paper.right - on_paper.right, paper.bottom - on_paper.bottom,
        )  # fmt: skip
        expected = f"at least {self._limits.margin:g} mm, or bleed around a TrimBox"
        return Fault("edge", f"{abs(distance):.1f} mm from the edge of the paper", expected)

    def _is_for_cutting(self, box: Box) -> bool:
        """Whether this is bleed, which crosses the cut wherever it comes near the edge of the
        paper, or a crop mark, which is a short thin line outside the finished page."""
        trim = self._page.trim
        if trim is None:
            return False
        if intersection(box, trim.inset(_ROUNDING)) is None:
            width, length = sorted((box.w, box.h))
            return width <= _MAX_MARK_WIDTH and length <= _MAX_MARK_LENGTH
        inside = intersection(box, trim) or trim
        margin = self._limits.margin - _ROUNDING
        crosses = all(
            abs(end - cut) <= _ROUNDING or abs(end - edge) >= margin
            for end, cut, edge in zip(
                _edges(inside), _edges(trim), _edges(self._page.paper), strict=True
            )
        )
        return crosses and self._page.bleed.contains(box, _ROUNDING)

    def _has_ink_in_margin(self, box: Box) -> bool:
        if self._margin_picture is None:
            return True
        scale = self._margin_picture.width / self._page.paper.w
        left, top = max(0, math.floor(box.x * scale)), max(0, math.floor(box.y * scale))
        right = min(self._margin_picture.width, math.ceil(box.right * scale) + 1)
        bottom = min(self._margin_picture.height, math.ceil(box.bottom * scale) + 1)
        if left >= right or top >= bottom:
            return False
        part = self._margin_picture.crop((left, top, right, bottom))
        return min(level for level, count in enumerate(part.histogram()) if count) < _LIGHTEST_INK

    @cached_property
    def _margin_picture(self) -> Image | None:
        """The picture with everything inside the safe area painted white."""
        if self._picture is None:
            return None
        picture = self._picture.copy()
        scale = picture.width / self._page.paper.w
        left, top, right, bottom = (edge * scale for edge in _edges(self._safe_area))
        box = math.floor(left), math.floor(top), math.ceil(right), math.ceil(bottom)
        if box[0] < box[2] and box[1] < box[3]:
            picture.paste(255, box)
        return picture


def _edges(box: Box) -> tuple[float, float, float, float]:
    return box.x, box.y, box.right, box.bottom
