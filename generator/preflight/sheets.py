"""A page as paper: its boxes, its size, the way to millimetres.

Input: a page of any PDF. Output: a Sheet, with the matrix from default user space to mm from the
top left corner of the paper as it is printed (the CropBox, turned by /Rotate), and what is wrong
with the boxes.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

import pikepdf

from generator.core.paper import PAPERS, Box
from generator.layout.page import MM_PER_POINT
from generator.pdf.findings import Finding
from generator.preflight.fonts import BROKEN
from generator.preflight.geometry import Extent, Matrix, placed
from generator.preflight.values import number

# Known besides the papers we print on (ISO 216, ANSI): width and height in mm. A paper that is
# safe for two printers has the size of another.
_OTHERS = {"a5": (148, 210), "a6": (105, 148), "legal": (215.9, 355.6), "tabloid": (279.4, 431.8)}
_KNOWN = _OTHERS | {
    name: (paper.width, paper.height) for name, paper in PAPERS.items() if not name.endswith("safe")
}
_NEAR = 0.5  # mm; programs round sizes to whole points
_TOUCH = 0.05  # mm between boxes that are meant to be one
_LETTER = Extent(0, 0, 612, 792)  # what readers take where a page has no size
_ANCESTORS = 64
_BOXES = ("/MediaBox", "/CropBox", "/BleedBox", "/TrimBox")


class Sheet(NamedTuple):
    """A page as paper. boxes are those the file has, in mm; trim and bleed are set only where the
    finished page is smaller than the paper."""

    number: int
    to_mm: Matrix
    paper: Extent
    boxes: Mapping[str, Extent]

    @property
    def name(self) -> str:
        """The name of the paper, or of the finished page cut out of it; "" for unusual ones."""
        return _name(self.paper) or _name(self.trim or self.paper)

    @property
    def trim(self) -> Extent | None:
        trim = self.boxes.get("TrimBox")
        return trim if trim and not self.paper.within(trim, _TOUCH) else None

    @property
    def bleed(self) -> Extent:
        return self.boxes.get("BleedBox", self.paper)

    def box(self, extent: Extent) -> Box:
        return Box(extent.left, extent.low, extent.width, extent.height)


def sheet(number: int, page: pikepdf.Dictionary) -> tuple[Sheet, list[Finding]]:
    """Read a page's boxes; whatever cannot be read is a finding, and readers' defaults stand in."""
    findings: list[Finding] = []

    def tell(message: str, expected: str, severity="error") -> None:
        findings.append(Finding(number, None, "boxes", message, expected, severity))

    raw = {key: _extent(inherited(page, key)) for key in _BOXES if inherited(page, key) is not None}
    for key in [key for key, extent in raw.items() if extent is None]:
        tell(f"a {key[1:]} that is no box", "four numbers that span an area")
    boxes = {key[1:]: extent for key, extent in raw.items() if extent}
    if "MediaBox" not in boxes:
        tell("no MediaBox", "the size of the page")
    media = boxes.get("MediaBox", _LETTER)
    crop = (boxes.get("CropBox") or media).common(media) or media
    turn = _turn(inherited(page, "/Rotate"))
    if turn is None:
        tell("a page that is turned askew", "a turn of 0, 90, 180 or 270 degrees")
    to_mm, paper = _to_mm(crop, turn or 0, MM_PER_POINT * _user_unit(page))
    result = Sheet(number, to_mm, paper, {k: placed(to_mm, v) for k, v in boxes.items()})
    findings += _box_findings(result)
    return result, findings


def inherited(page: pikepdf.Dictionary, key: str):
    """An entry of a page or of the nearest ancestor that has it (7.7.3.4), or None."""
    node = page
    for _ in range(_ANCESTORS):
        if not isinstance(node, pikepdf.Dictionary):
            return None
        if key in node:
            return node[key]
        node = node.get("/Parent")
    return None


def _extent(values) -> Extent | None:
    try:
        x1, y1, x2, y2 = (number(value) for value in values)
    except BROKEN:
        return None
    extent = Extent(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))
    return extent if extent.width > 0 and extent.height > 0 else None


def _turn(value) -> int | None:
    """The clockwise turn in degrees; None for one that is not allowed."""
    if value is None:
        return 0
    return int(value) % 360 if isinstance(value, int) and value % 90 == 0 else None


def _user_unit(page: pikepdf.Dictionary) -> float:
    try:
        return abs(number(page.get("/UserUnit", 1))) or 1.0
    except BROKEN:
        return 1.0


def _to_mm(crop: Extent, turn: int, unit: float) -> tuple[Matrix, Extent]:
    """The matrix to mm, y downward, and the paper in mm."""
    left, low, right, high = (value * unit for value in crop)
    matrix = {
        0: (unit, 0.0, 0.0, -unit, -left, high),
        90: (0.0, unit, unit, 0.0, -low, -left),
        180: (-unit, 0.0, 0.0, unit, right, -low),
        270: (0.0, -unit, -unit, 0.0, high, right),
    }[turn]
    return matrix, placed(matrix, crop)


def _name(extent: Extent) -> str:
    size = sorted((extent.width, extent.height))
    for name, known in _KNOWN.items():
        if all(abs(a - b) <= _NEAR for a, b in zip(size, known, strict=True)):
            return name
    return ""


def _box_findings(sheet: Sheet) -> Iterator[Finding]:
    number, boxes = sheet.number, sheet.boxes
    if not sheet.name:
        width, height = sheet.paper.width, sheet.paper.height
        size = f"paper of {width:.4g} x {height:.4g} mm"
        expected = ", ".join(sorted(_KNOWN))
        yield Finding(number, None, "paper", size, f"one of {expected}", "warning")
    if "TrimBox" not in boxes:
        expected = "one that says where the finished page ends"
        yield Finding(number, None, "boxes", "no TrimBox", expected, "warning")
    order = [name for name in ("TrimBox", "BleedBox", "MediaBox") if name in boxes]
    for inner, outer in pairwise(order):
        if not boxes[inner].within(boxes[outer], _TOUCH):
            message = f"the {inner} reaches out of the {outer}"
            yield Finding(number, sheet.box(boxes[inner]), "boxes", message, f"{inner} inside it")
