"""A page as paper: its boxes, its size, and the matrix from PDF coordinates to mm.

Input: a page of any PDF. Output: a PrintedPage, and diagnostics about its boxes. Millimetres count
from the top left corner of the paper as it is printed: the CropBox, turned by /Rotate.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

import pikepdf

from generator.core.diagnostics import Diagnostic
from generator.core.paper import PAPERS, Box
from generator.layout.page import MM_PER_POINT
from generator.preflight.faults import Fault
from generator.preflight.geometry import Matrix, intersection
from generator.preflight.pdf_values import BROKEN_VALUE, inherited, number

# Known besides the papers we print on (ISO 216, ANSI): width and height in mm. A paper that is
# safe for two printers has the size of another one.
_OTHER_PAPERS = {
    "a5": (148, 210), "a6": (105, 148), "legal": (215.9, 355.6), "tabloid": (279.4, 431.8),
}  # fmt: skip
_PAPER_SIZES = _OTHER_PAPERS | {
    name: (paper.width, paper.height) for name, paper in PAPERS.items() if not name.endswith("safe")
}
_SIZE_TOLERANCE = 0.5  # mm; programs round sizes to whole points
_BOX_TOLERANCE = 0.05  # mm between boxes that are meant to be equal
_LETTER = Box(0, 0, 612, 792)  # in points: what readers assume where a page has no size
_BOX_NAMES = ("/MediaBox", "/CropBox", "/BleedBox", "/TrimBox")


class PrintedPage(NamedTuple):
    """A page as paper, in mm. `boxes` holds the boxes that the file has; `to_mm` maps default user
    space to mm."""

    number: int
    to_mm: Matrix
    paper: Box
    boxes: Mapping[str, Box]

    @property
    def paper_name(self) -> str:
        """The name of the paper, or of the finished page cut from it; "" for unusual sizes."""
        return _paper_name(self.paper) or _paper_name(self.trim or self.paper)

    @property
    def trim(self) -> Box | None:
        """The finished page, if it is smaller than the paper."""
        trim = self.boxes.get("TrimBox")
        return trim if trim and not trim.contains(self.paper, _BOX_TOLERANCE) else None

    @property
    def bleed(self) -> Box:
        return self.boxes.get("BleedBox", self.paper)


def read_page(number: int, page: pikepdf.Object) -> tuple[PrintedPage, list[Diagnostic]]:
    """Read a page's boxes. A box that cannot be read becomes a diagnostic, and the default of
    readers replaces it."""
    boxes, faults = _read_boxes(page)
    media = boxes.get("MediaBox", _LETTER)
    crop = intersection(boxes.get("CropBox", media), media) or media
    rotation = _rotation(inherited(page, "/Rotate"))
    if rotation is None:
        expected = "a turn of 0, 90, 180 or 270 degrees"
        faults.append(Fault("boxes", "a page that is turned askew", expected))
    to_mm = _matrix_to_mm(crop, rotation or 0, MM_PER_POINT * _user_unit(page))
    in_mm = {name: _transformed(to_mm, box) for name, box in boxes.items()}
    printed_page = PrintedPage(number, to_mm, _transformed(to_mm, crop), in_mm)
    diagnostics = [fault.on_page(number) for fault in faults]
    return printed_page, [*diagnostics, *_box_diagnostics(printed_page)]


def _read_boxes(page: pikepdf.Object) -> tuple[dict[str, Box], list[Fault]]:
    """The boxes of a page in points by name, and the faults of those that are missing or broken."""
    boxes: dict[str, Box] = {}
    faults: list[Fault] = []
    for key in _BOX_NAMES:
        values = inherited(page, key)
        if values is None:
            continue
        if box := _box(values):
            boxes[key[1:]] = box
        else:
            message = f"a {key[1:]} that is no box"
            faults.append(Fault("boxes", message, "four numbers that span an area"))
    if "MediaBox" not in boxes:
        faults.append(Fault("boxes", "no MediaBox", "the size of the page"))
    return boxes, faults


# object: a file may hold anything there, and it is read as if it were right.
def _box(values: object) -> Box | None:
    """A rectangle in points, y upward, as a Box whose y is its lower edge; None for no box."""
    try:
        x1, y1, x2, y2 = (number(value) for value in values)  # type: ignore[attr-defined]
    except BROKEN_VALUE:
        return None
    box = Box(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))
    return box if box.w > 0 and box.h > 0 else None


def _rotation(value: object) -> int | None:
    """The clockwise rotation in degrees; None for one that is not allowed."""
    if value is None:
        return 0
    return int(value) % 360 if isinstance(value, int) and value % 90 == 0 else None


def _user_unit(page: pikepdf.Object) -> float:
    try:
        return abs(number(page.get("/UserUnit", 1))) or 1.0
    except BROKEN_VALUE:
        return 1.0


def _matrix_to_mm(crop: Box, rotation: int, unit: float) -> Matrix:
    """The matrix to mm, y downward, from points, y upward, of which each is `unit` mm long."""
    left, low, right, high = (value * unit for value in (crop.x, crop.y, crop.right, crop.bottom))
    if rotation == 90:
        return Matrix(0.0, unit, unit, 0.0, -low, -left)
    if rotation == 180:
        return Matrix(-unit, 0.0, 0.0, unit, right, -low)
    if rotation == 270:
        return Matrix(0.0, -unit, -unit, 0.0, high, right)
    return Matrix(unit, 0.0, 0.0, -unit, -left, high)


def _transformed(matrix: Matrix, box: Box) -> Box:
    return matrix.bounding_box(box.x, box.y, box.right, box.bottom)


def _paper_name(box: Box) -> str:
    size = sorted((box.w, box.h))
    for name, paper_size in _PAPER_SIZES.items():
        if all(abs(a - b) <= _SIZE_TOLERANCE for a, b in zip(size, paper_size, strict=True)):
            return name
    return ""


def _box_diagnostics(page: PrintedPage) -> Iterator[Diagnostic]:
    number, boxes = page.number, page.boxes
    if not page.paper_name:
        size = f"paper of {page.paper.w:.4g} x {page.paper.h:.4g} mm"
        expected = f"one of {', '.join(sorted(_PAPER_SIZES))}"
        yield Diagnostic.on_page(number, None, "paper", size, expected, "warning")
    if "TrimBox" not in boxes:
        expected = "one that says where the finished page ends"
        yield Diagnostic.on_page(number, None, "boxes", "no TrimBox", expected, "warning")
    names = [name for name in ("TrimBox", "BleedBox", "MediaBox") if name in boxes]
    for inner, outer in pairwise(names):
        if not boxes[outer].contains(boxes[inner], _BOX_TOLERANCE):
            message = f"the {inner} reaches out of the {outer}"
            expected = f"{inner} inside it"
            yield Diagnostic.on_page(number, boxes[inner], "boxes", message, expected)
