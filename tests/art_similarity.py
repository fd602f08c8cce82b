"""Measures of art as an eye sees it on paper: how unlike two pieces are, how much ink one takes,
how strongly it stands out, how much of it is too dark for a pen.

PDFium renders what the program draws; the picture is blurred to the resolution of the eye and
compared in CIELAB, maybe with a colour vision deficiency. Sides are printed sizes in mm.
"""

import itertools
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from operator import mul
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pypdfium2  # type: ignore[import-untyped]  # it has no types
from PIL import Image, ImageDraw, ImageFilter, ImageStat

from generator.core.paper import Box, Paper
from generator.core.resources import find_art
from generator.layout.page import MM_PER_POINT, Art, Group, Item, Page
from generator.pdf.drawing import operators, pdf
from generator.pdf.file import About

# What the eye resolves, in mm: 3 minutes of arc, at 0.7 m across a table and at 0.35 m when
# reading. Pieces are compared across a table. The reading distance is too fine a measure for them:
# in line art, a copy that is 6% smaller differs as much as an unrelated picture.
ACROSS_TABLE, READING = 0.6, 0.3
MAX_SHIFT = 1.0  # mm: a picture that is only shifted is the same picture
RENDERED_PIXEL = 0.1  # mm, a pixel of PDFium's picture
COMPARED_PIXEL = 0.3  # mm, a pixel of the pictures that are compared
PIECE_MARGIN = 1.5  # mm around each piece, for its blurred edge and the shifts
_PAPER_LEVEL = 235  # of 255; lighter pixels are paper
_REDUCTION = round(COMPARED_PIXEL / RENDERED_PIXEL)
_FARTHEST = MAX_SHIFT / COMPARED_PIXEL
_STEPS = range(-int(_FARTHEST), int(_FARTHEST) + 1)
_SHIFTS = [xy for xy in itertools.product(_STEPS, _STEPS) if math.hypot(*xy) <= _FARTHEST]
_SHIFTS = [xy for xy in _SHIFTS if xy >= (0, 0)]  # the others are those of the other picture
# The L* with a contrast of 4.5 : 1 to black, which WCAG 2.2 (1.4.3) requires of text: players write
# numbers. The 3 : 1 that it requires of graphics is an L* of 38.
_MIN_LIGHTNESS = 49
_MIN_AREA_WIDTH = 3  # compared pixels, 0.9 mm: two pen strokes. Anything thinner is a line.

# How a sheet may be seen: its name -> (ink mode, colour vision).
CONDITIONS = {
    "full colour": ("full", "normal"),
    **{f"full colour with {e}": ("full", e) for e in ("protanopia", "deuteranopia", "tritanopia")},
    "greyscale": ("grey", "normal"),
    "low ink": ("low", "normal"),
}

# G. M. Machado, M. M. Oliveira, L. A. F. Fernandes: A Physiologically-based Model for Simulation
# of Color Vision Deficiency, IEEE Transactions on Visualization and Computer Graphics 15(6),
# 2009, severity 1.0; for linear RGB.
_COLOUR_VISION = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

Piece = tuple[Item, ...]  # the items of one piece, from its top left corner


class Appearance(NamedTuple):
    """A piece as an eye sees it, with its margin."""

    lab: Image.Image  # L*, a*, b* in three bands; 128 is the zero of a* and b*
    outline: Image.Image  # 255 inside the silhouette, 0 outside

    def contrast(self, box: Box) -> float:
        """The lightest L* minus the darkest L* in a box of the piece."""
        darkest, lightest = self.lab.crop(_edges(box, COMPARED_PIXEL)).getextrema()[0]
        return lightest - darkest


def single_pieces(
    names: Iterable[str], side: float, colour: str = "ink", fine: bool = False
) -> dict[str, Piece]:
    """Pieces of a single drawing each, by the last part of their art names."""
    box = Box(0, 0, side, side)
    return {name.rpartition("/")[2]: (Art(name, box, colour, fine=fine),) for name in names}


def differences(images: Mapping[str, Appearance]) -> list[tuple[str, str, float, float]]:
    """Every pair of pieces, and their difference in colour (CIELAB distance, root mean square over
    the union of both silhouettes) and in outline (share of the union that only one of them covers),
    each at its best match."""
    labs = np.stack([np.asarray(each.lab, np.float32) for each in images.values()])
    outlines = np.stack([np.asarray(each.outline, np.float32) / 255 for each in images.values()])
    areas, own = ((each * each).reshape(len(each), -1).sum(1) for each in (outlines, labs))
    areas, own = np.add.outer(areas, areas), np.add.outer(own, own)
    colour = outline = np.full((len(images), len(images)), math.inf)
    for shift in _SHIFTS:
        shifted_labs, shifted_outlines = (np.roll(each, shift, (1, 2)) for each in (labs, outlines))
        union = areas - _products(outlines, shifted_outlines)
        squares = own - 2 * _products(labs, shifted_labs)
        colour = np.minimum(colour, squares / union)
        outline = np.minimum(outline, 2 - areas / union)
    colour, outline = (np.minimum(each, each.T) for each in (colour, outline))
    return [
        (name, other_name, math.sqrt(colour[one, other]), outline[one, other])
        for (one, name), (other, other_name) in itertools.combinations(enumerate(images), 2)
    ]


def _products(ones: np.ndarray, others: np.ndarray) -> np.ndarray:
    """The sum of the products of all pixels, of each of some pictures with each of others."""
    return ones.reshape(len(ones), -1) @ others.reshape(len(others), -1).T


def appearances(
    pieces: Mapping[str, Piece],
    side: float,
    condition: str,
    resolution: float = ACROSS_TABLE,
    folders: Sequence[Path] = (),
) -> dict[str, Appearance]:
    """How each piece appears to the eye. `resolution` is what that resolves, in mm."""
    mode, vision = CONDITIONS[condition]
    picture, boxes = render_pieces(tuple(pieces.items()), side, mode, tuple(folders))
    # A Gaussian of standard deviation 1 is 2.355 wide at half its height.
    blurred = picture.filter(ImageFilter.GaussianBlur(resolution / 2.355 / RENDERED_PIXEL))
    lab = blurred.reduce(_REDUCTION).filter(_to_lab(vision))
    # Silhouettes are all that a flood of white paper from the corner of the page does not reach.
    paper = picture.convert("L").reduce(_REDUCTION)
    paper = paper.point(lambda level: 255 * (level > _PAPER_LEVEL))
    ImageDraw.floodfill(paper, (0, 0), 128)
    silhouettes = paper.point(lambda level: 255 * (level != 128))
    result = {}
    for name, box in zip(pieces, boxes, strict=True):
        edges = _edges(box, COMPARED_PIXEL, margin=0)
        result[name] = Appearance(lab.crop(edges), silhouettes.crop(edges))
    return result


def _edges(box: Box, pixel: float, margin: float = PIECE_MARGIN) -> tuple[int, ...]:
    sides = (box.x, box.y, box.right, box.bottom)
    return tuple(round((side + margin) / pixel) for side in sides)


def luminance(rgb: Iterable[float]) -> float:
    """That of WCAG 2.2."""
    return sum(map(mul, (0.2126, 0.7152, 0.0722), _linear(rgb)))


def _linear(rgb: Iterable[float]) -> list[float]:
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb]


@cache
def _to_lab(vision: str) -> ImageFilter.Color3DLUT:
    """A filter from sRGB to CIELAB (D65), as seen with that colour vision."""

    def root(value: float) -> float:
        return value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116

    def lab(*rgb: float) -> tuple[float, float, float]:
        linear = _linear(rgb)
        red, green, blue = (
            min(1, max(0, sum(map(mul, row, linear)))) for row in _COLOUR_VISION[vision]
        )
        x = root((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047)
        y = root(0.2126729 * red + 0.7151522 * green + 0.0721750 * blue)
        z = root((0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883)
        return (116 * y - 16) / 255, (500 * (x - y) + 128) / 255, (200 * (y - z) + 128) / 255

    return ImageFilter.Color3DLUT.generate(17, lab)


@lru_cache(maxsize=16)
def render_pieces(
    pieces: tuple[tuple[str, Piece], ...], side: float, mode: str, folders: tuple[Path, ...]
) -> tuple[Image.Image, tuple[Box, ...]]:
    """A picture of all pieces on one page, and the box of each in mm, with the margin around it."""
    cell = math.ceil((side + 2 * PIECE_MARGIN) / COMPARED_PIXEL - 1e-6) * COMPARED_PIXEL
    columns = math.ceil(math.sqrt(len(pieces)))
    places = (divmod(index, columns) for index in range(len(pieces)))
    boxes = tuple(Box(column * cell, row * cell, cell, cell) for row, column in places)
    groups = (
        Group(name, Box(box.x + PIECE_MARGIN, box.y + PIECE_MARGIN, side, side), items)
        for (name, items), box in zip(pieces, boxes, strict=True)
    )
    page = Page(Paper("pieces", columns * cell, boxes[-1].bottom), tuple(groups))
    find = partial(find_art, folders=folders)
    with pypdfium2.PdfDocument(pdf([page], About("Pieces", mode, "en"), mode, find)) as document:
        drawn = document[0].render(scale=MM_PER_POINT / RENDERED_PIXEL)
        return drawn.to_pil().convert("RGB"), boxes


def ink_shares(pieces: Mapping[str, Piece], side: float, mode: str) -> Iterator[tuple[str, float]]:
    """The names, and the ink that each takes, as a share of a square of solid black."""
    picture, boxes = render_pieces(tuple(pieces.items()), side, mode, ())
    for name, box in zip(pieces, boxes, strict=True):
        part = picture.crop(_edges(Box(box.x, box.y, side, side), RENDERED_PIXEL))
        yield name, 1 - sum(ImageStat.Stat(part).mean) / 3 / 255


def dark_shares(
    names: Iterable[str], side: float, condition: str = "greyscale", folders: Sequence[Path] = ()
) -> dict[str, float]:
    """The share of each picture that hides a black pen, by the last part of the art name. Pictures
    are drawn with fine pens, as on a board. Players cross them out and write on them: a thin dark
    outline only interrupts a pen stroke, a dark area hides it."""
    result = {}
    looks = appearances(single_pieces(names, side, fine=True), side, condition, READING, folders)
    for name, look in looks.items():
        dark = look.lab.getchannel(0).point(lambda lightness: 255 * (lightness < _MIN_LIGHTNESS))
        areas = dark.filter(ImageFilter.MinFilter(_MIN_AREA_WIDTH))
        areas = areas.filter(ImageFilter.MaxFilter(_MIN_AREA_WIDTH))
        result[name] = ImageStat.Stat(areas).sum[0] / 255 / (side / COMPARED_PIXEL) ** 2
    return result


def thinnest_line(path: Path, side: float, mode: str) -> float:
    """Of an SVG, in points; a line around a fill of its own colour is not seen as a line."""
    widths = [math.inf]
    for shape in operators(path, mode, "ink", side).splitlines():
        stroke = re.search(r"(\S+ \S+ \S+) RG (\S+) w ", shape)
        if stroke and not shape.startswith(f"{stroke[1]} rg "):
            widths.append(float(stroke[2]) * side / 100 / MM_PER_POINT)
    return min(widths)
