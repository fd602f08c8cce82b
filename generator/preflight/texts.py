"""Texts of a page against the frames that its record holds.

Input: the texts that were seen on a page, in drawing order, and a box for each. Output: findings.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from generator.core.paper import Box
from generator.pdf.findings import Finding
from generator.preflight.geometry import Extent, around
from generator.preflight.judging import Seen
from generator.preflight.sheets import Sheet

_TOLERANCE = 0.3  # mm: the layout allows 0.15, the record rounds to 0.1


def overflowing(sheet: Sheet, texts: Sequence[Seen], frames: Sequence[Box]) -> Iterator[Finding]:
    """What leaves its frame, or that the texts are not those of the record."""
    found = [
        list(parts) for _, parts in groupby(texts, key=lambda seen: (seen.use, seen.mark.thread))
    ]
    if len(found) != len(frames):
        message = f"{len(found)} texts on the page"
        expected = f"the {len(frames)} that its record tells of"
        yield Finding(sheet.number, None, "overflow", message, expected)
        return
    for parts, box in zip(found, frames, strict=True):
        extent = around([seen.extent for seen in parts])
        frame = Extent(box.x, box.y, box.right, box.bottom)
        if extent and not extent.within(frame, _TOLERANCE):
            message = f"{parts[0].name} leaves its box"
            x, y, w, h = (f"{value:g}" for value in box)
            expected = f"all of it within {x} {y} {w} {h}"
            yield Finding(sheet.number, sheet.box(extent), "overflow", message, expected)
