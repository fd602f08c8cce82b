"""Measures of art that only tests take: how much ink a piece takes, how thin its thinnest line is,
how strongly it stands out. How unlike two pieces are: see art_similarity.py.

Input: art names (shipped, or in a designer's folders) and a printed size in mm. Output: plain
numbers; the callers have the limits.
"""

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from art_similarity import (
    COMPARED_PIXEL,
    PIECE_MARGIN,
    RENDERED_PIXEL,
    Appearance,
    Difference,
    Piece,
    render_pieces,
)
from PIL import ImageStat

from generator.core.paper import Box
from generator.layout.page import MM_PER_POINT
from generator.pdf.drawing import operators


def too_alike(
    differences: Iterable[Difference], side: float, condition: str, look: float, outline: float
) -> list[str]:
    """A sentence for each pair that is more alike than allowed."""
    where = f"too alike in {condition} at {side:g} mm"
    alike = [
        f"{pair.one} and {pair.other} are {where}: {pair.colour:.1f}, needs {look:g}"
        for pair in differences
        if pair.colour < look
    ]
    same_outline = [
        f"{pair.one} and {pair.other} have silhouettes {where}: {pair.outline:.2f}, "
        f"needs {outline:g}"
        for pair in differences
        if pair.outline < outline
    ]
    return alike + same_outline


def ink_shares(
    pieces: Mapping[str, Piece], side: float, mode: str, folders: Sequence[Path] = ()
) -> dict[str, float]:
    """The ink that each piece takes, as a share of a square of solid black."""
    photo, boxes = render_pieces(tuple(pieces.items()), side, mode, tuple(folders))
    result = {}
    for name, box in zip(pieces, boxes, strict=True):
        left, top = box.x + PIECE_MARGIN, box.y + PIECE_MARGIN
        edges = (left, top, left + side, top + side)
        stat = ImageStat.Stat(photo.crop(tuple(round(edge / RENDERED_PIXEL) for edge in edges)))
        result[name] = 1 - sum(stat.mean) / 3 / 255
    return result


def thinnest_line(path: Path, side: float, mode: str) -> float:
    """Of an SVG, in points; a line around a fill of its own colour is not seen as a line."""
    widths = (width for width, fill, stroke in _lines(path, mode, side) if fill != stroke)
    return min(widths, default=math.inf) * side / 100 / MM_PER_POINT


def _lines(path: Path, mode: str, side: float) -> Iterator[tuple[float, str, str]]:
    """Width, fill and colour of each stroked shape."""
    for shape in operators(path, mode, "ink", side).splitlines():
        if shape.rpartition(" ")[2] in ("S", "B", "B*"):
            stroke = re.search(r"(\S+ \S+ \S+) RG (\S+) w ", shape)
            fill = re.match(r"(\S+ \S+ \S+) rg ", shape)
            yield float(stroke[2]), fill[1] if fill else "", stroke[1]


def contrast(look: Appearance, box: Box) -> float:
    """The lightest L* minus the darkest L* in a box of a piece.

    50 is at least the contrast of 4.5 : 1 that WCAG 2 asks for text, 40 that of 3 : 1."""
    edges = (box.x, box.y, box.right, box.bottom)
    part = look.lab.crop(tuple(round((edge + PIECE_MARGIN) / COMPARED_PIXEL) for edge in edges))
    darkest, lightest = part.getextrema()[0]
    return lightest - darkest
