"""Marks to findings: what of a page does not print well.

Input: a page's drawing and its sheet. Output: findings with boxes in mm. Forms whose summary shows
that nothing in them can be at fault are passed over.
"""

import math
from collections.abc import Iterator
from typing import NamedTuple

from generator.core.paper import MARGIN
from generator.layout.page import MM_PER_POINT
from generator.layout.theme import FLOOR, LINE_FLOOR
from generator.pdf.findings import Finding
from generator.preflight.geometry import Extent, Matrix, placed, scales, times
from generator.preflight.marks import Drawing, Fault, Mark, Use
from generator.preflight.sheets import Sheet
from generator.preflight.text_operators import CUT_OFF

_MOST = 200_000  # steps on a page; beyond, forms within forms within forms go on for ever
_ROUNDED = 0.02  # programs round coordinates: points, mm
_HALF_A_LINE = 0.1  # mm; a line on the margin itself is within it
_CUT = 0.1  # mm that a clip may take off a text, whose letters are not looked at
_MARK_WIDTH, _MARK_LENGTH = 1.0, 20.0  # mm: no crop mark is wider or longer
_NAMES = {"line": "a line", "fill": "a filled shape", "image": "a bitmap"}


class Limits(NamedTuple):
    """What a page has to keep: mm to the edge of the paper, points, points, pixels an inch."""

    margin: float = MARGIN
    text: float = FLOOR
    line: float = LINE_FLOOR
    dpi: float = 300.0

    def scaled(self, factor: float) -> "Limits":
        """For what a printer makes larger again."""
        return self._replace(text=self.text * factor, line=self.line * factor)


class Seen(NamedTuple):
    """A mark on the page: its extent in mm, the smallest and the largest factor from its drawing's
    coordinates to mm, the number of the use of a drawing that it is in."""

    mark: Mark
    extent: Extent
    least: float
    most: float
    use: int

    @property
    def name(self) -> str:
        return f"text {self.mark.label!r}" if self.mark.kind == "text" else _NAMES[self.mark.kind]


class Judge:
    """Looks at one page. With `every`, no form with text in it is passed over."""

    def __init__(self, sheet: Sheet, limits: Limits, every: bool = False) -> None:
        self.sheet, self.limits, self.every = sheet, limits, every
        self._safe = sheet.paper.grown(_HALF_A_LINE - limits.margin)
        self._steps = 0
        self.texts: list[Seen] = []

    def findings(self, drawing: Drawing) -> Iterator[Finding]:
        everywhere = self.sheet.paper.grown(1e9)
        for seen in self._marks(drawing, self.sheet.to_mm, everywhere):
            if seen.mark.kind == "text":
                self.texts.append(seen)
            yield from self._judged(seen)
        if self._steps > _MOST:
            what, expected = "more marks than this check looks at", f"{_MOST} at most"
            yield Finding(self.sheet.number, None, "content", what, expected, "warning")

    def _marks(
        self, drawing: Drawing, matrix: Matrix, clip: Extent, over: Extent | None = None
    ) -> Iterator[Seen]:
        """Every mark that may be at fault, where it is seen; with `over`, of a pattern's cell."""
        least, most = scales(matrix)
        if self._fine(drawing, matrix, clip, least, most):
            return
        self._steps += 1
        use = self._steps
        for mark in drawing.marks:
            if self._steps > _MOST:
                return
            self._steps += 1
            if isinstance(mark, Use):
                yield from self._used(mark, matrix, clip, over)
                continue
            extent = over or placed(matrix, mark.extent).common(clip)
            if extent:
                shown = mark if over else _cut_off(mark, matrix, clip)
                yield Seen(shown, extent, least, most, use)

    def _used(self, use: Use, matrix: Matrix, clip: Extent, over: Extent | None) -> Iterator[Seen]:
        region = over or placed(matrix, use.over or use.clip).common(clip)
        if region is None:
            return
        try:
            inner = times(use.matrix, matrix)
        except OverflowError:  # forms that enlarge forms that enlarge forms: not on any paper
            return
        inside = over or (region if use.over else None)
        yield from self._marks(use.drawing, inner, region, inside)

    def _fine(self, drawing: Drawing, matrix: Matrix, clip: Extent, least, most) -> bool:
        """Whether nothing in it can be at fault."""
        if drawing.flawed or (self.every and drawing.texts):
            return False
        if drawing.hull:
            hull = placed(matrix, drawing.hull)
            if not (hull.within(self._safe) and hull.within(clip)):
                return False
        limits = self.limits
        return (
            drawing.text * least >= (limits.text - _ROUNDED) * MM_PER_POINT
            and drawing.line * least >= limits.line * MM_PER_POINT
            and drawing.pixels * 25.4 >= limits.dpi * most
        )

    def _judged(self, seen: Seen) -> Iterator[Finding]:
        mark, number = seen.mark, self.sheet.number
        place = self.sheet.box(seen.extent.common(self.sheet.paper) or seen.extent)
        for fault in dict.fromkeys((*mark.faults, self._measured(seen), self._placed(seen))):
            if fault:
                what, expected = f"{seen.name} {fault.message}", fault.expected
                yield Finding(number, place, fault.kind, what, expected, fault.severity)

    def _measured(self, seen: Seen) -> Fault | None:
        """Too small, too thin, too coarse."""
        mark, limits = seen.mark, self.limits
        if mark.size == math.inf:
            return None
        points = mark.size * seen.least / MM_PER_POINT
        if mark.kind == "text":
            if mark.inked and points < limits.text - _ROUNDED:
                return Fault("text", f"of {points:.2g} pt", f"at least {limits.text:g} pt")
        elif mark.kind == "image":
            dpi = mark.size * 25.4 / seen.most if seen.most else math.inf
            if dpi < limits.dpi - 0.5:
                return Fault("bitmap", f"of {dpi:.0f} dpi", f"at least {limits.dpi:g} dpi")
        elif points < limits.line - _ROUNDED / 4:
            width = f"{points:.2g} pt wide" if points else "of width 0, which any device may vary"
            return Fault("line", width, f"at least {limits.line:g} pt")
        return None

    def _placed(self, seen: Seen) -> Fault | None:
        """Too near the edge of the paper, or off it."""
        extent, paper = seen.extent, self.sheet.paper
        if not seen.mark.inked or extent.within(self._safe) or self._meant_for_cutting(extent):
            return None
        shown = extent.common(paper)
        if not shown:
            return Fault("outside", "off the paper", "everything on it", "warning")
        distance = min(abs(a - b) for a, b in zip(shown, paper, strict=True))
        expected = f"at least {self.limits.margin:g} mm, or bleed around a TrimBox"
        return Fault("edge", f"{distance:.1f} mm from the edge of the paper", expected)

    def _meant_for_cutting(self, extent: Extent) -> bool:
        """Bleed, which crosses the line of the cut wherever it comes near the edge of the paper;
        or a crop mark: a short thin line outside the finished page."""
        trim = self.sheet.trim
        if trim is None:
            return False
        short, long = sorted((extent.width, extent.height))
        if extent.common(trim.grown(-_ROUNDED)) is None:
            return short <= _MARK_WIDTH and long <= _MARK_LENGTH
        inside = extent.common(trim) or trim
        margin = self.limits.margin - _ROUNDED
        crosses = all(
            abs(end - cut) <= _ROUNDED or abs(end - edge) >= margin
            for end, cut, edge in zip(inside, trim, self.sheet.paper, strict=True)
        )
        return crosses and extent.within(self.sheet.bleed, _ROUNDED)


def _cut_off(mark: Mark, matrix: Matrix, clip: Extent) -> Mark:
    """The mark, with a fault if it is a text that a clip around its drawing cuts off."""
    if mark.whole is None or not mark.inked or placed(matrix, mark.whole).within(clip, _CUT):
        return mark
    return mark._replace(faults=(*mark.faults, CUT_OFF))
