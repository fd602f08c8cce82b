"""How different two pieces of art look on paper, and how much of a picture is too dark for a pen.

The program itself draws the art, so that ink modes count, and PDFium renders it. The comparison
models what an eye sees: the picture is blurred to the resolution of the eye and compared in CIELAB,
optionally with a colour vision deficiency. The result is that of the best match among all shifts up
to MAX_SHIFT. Players cross pictures out and write on them: a thin dark outline only interrupts a
pen stroke, a dark area hides it.
"""

import itertools
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, lru_cache, partial
from operator import mul
from pathlib import Path
from typing import NamedTuple

import pypdfium2  # type: ignore[import-untyped]  # it has no types
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageStat

from generator.core.paper import Box, Paper
from generator.core.resources import find_art
from generator.layout.page import MM_PER_POINT, Art, Group, Item, Page
from generator.pdf.drawing import pdf
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

# How a sheet may be seen: its name -> (ink mode, colour vision).
CONDITIONS = {
    "full colour": ("full", "normal"),
    "full colour with protanopia": ("full", "protanopia"),
    "full colour with deuteranopia": ("full", "deuteranopia"),
    "full colour with tritanopia": ("full", "tritanopia"),
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
    """A piece as an eye sees it."""

    lab: Image.Image  # L*, a*, b* in three bands; 128 is the zero of a* and b*
    outline: Image.Image  # 255 inside the silhouette, 0 outside
    area: int  # of the silhouette, in compared pixels


class Difference(NamedTuple):
    """How different two pieces are."""

    one: str
    other: str
    colour: float  # CIELAB distance, root mean square over the union of both silhouettes
    outline: float  # share of the union of both silhouettes that only one of them covers


def single_pieces(names: Iterable[str], side: float, colour: str = "ink") -> dict[str, Piece]:
    """Pieces of a single drawing each, by the last part of their art names."""
    return {base_name(name): (Art(name, Box(0, 0, side, side), colour),) for name in names}


def base_name(name: str) -> str:
    """The last part of an art name: "baker" of "magnetmen/baker"."""
    return name.rpartition("/")[2]


def differences(
    pieces: Mapping[str, Piece],
    side: float,
    condition: str,
    resolution: float = ACROSS_TABLE,
    folders: Sequence[Path] = (),
    among: Collection[str] | None = None,
) -> list[Difference]:
    """The difference of every pair of pieces, the most alike first.

    The pieces are printed `side` mm large; `resolution` is what the eye resolves, in mm. With
    `among`, only pairs with at least one of these pieces count.
    """
    images = appearances(pieces, side, condition, resolution, folders)
    pairs = (
        Difference(one, other, *_difference(images[one], images[other]))
        for one, other in itertools.combinations(images, 2)
        if among is None or one in among or other in among
    )
    return sorted(pairs, key=lambda pair: pair.colour)


def appearances(
    pieces: Mapping[str, Piece],
    side: float,
    condition: str,
    resolution: float = ACROSS_TABLE,
    folders: Sequence[Path] = (),
) -> dict[str, Appearance]:
    """How each piece appears to the eye."""
    mode, vision = CONDITIONS[condition]
    picture, boxes = render_pieces(tuple(pieces.items()), side, mode, tuple(folders))
    # A Gaussian of standard deviation 1 is 2.355 wide at half its height.
    blurred = picture.filter(ImageFilter.GaussianBlur(resolution / 2.355 / RENDERED_PIXEL))
    lab = blurred.reduce(_REDUCTION).filter(_to_lab(vision))
    silhouettes = _silhouettes(picture)
    result = {}
    for name, box in zip(pieces, boxes, strict=True):
        left, top, right, bottom = (
            round(edge / COMPARED_PIXEL) for edge in (box.x, box.y, box.right, box.bottom)
        )
        edges = left, top, right, bottom
        outline = silhouettes.crop(edges)
        result[name] = Appearance(lab.crop(edges), outline, outline.histogram()[255])
    return result


def _difference(one: Appearance, other: Appearance) -> tuple[float, float]:
    """The differences in colour and in outline, each at its best match."""
    colour, outline = math.inf, math.inf
    for dx, dy in _SHIFTS:
        shifted = ImageChops.offset(other.outline, dx, dy)
        union = ImageChops.lighter(one.outline, shifted).histogram()[255]
        counts = ImageChops.difference(one.lab, ImageChops.offset(other.lab, dx, dy)).histogram()
        colour = min(colour, sum(map(mul, counts, _SQUARES)) / union)
        outline = min(outline, 2 - (one.area + other.area) / union)
    return math.sqrt(colour), outline


_REDUCTION = round(COMPARED_PIXEL / RENDERED_PIXEL)
_SQUARES = [level * level for level in range(256)] * 3
_MAX_SHIFT_PIXELS = int(MAX_SHIFT / COMPARED_PIXEL)
_SHIFTS = [
    (dx, dy)
    for dx in range(-_MAX_SHIFT_PIXELS, _MAX_SHIFT_PIXELS + 1)
    for dy in range(-_MAX_SHIFT_PIXELS, _MAX_SHIFT_PIXELS + 1)
    if math.hypot(dx, dy) * COMPARED_PIXEL <= MAX_SHIFT
]


def _silhouettes(picture: Image.Image) -> Image.Image:
    """The silhouettes of all pieces: everything that a flood of white paper from the corner of the
    page does not reach."""
    paper = picture.convert("L").reduce(_REDUCTION)
    paper = paper.point(lambda level: 255 * (level > _PAPER_LEVEL))
    ImageDraw.floodfill(paper, (0, 0), 128)
    return paper.point(lambda level: 255 * (level != 128))


@cache
def _to_lab(vision: str) -> ImageFilter.Color3DLUT:
    """A filter from sRGB to CIELAB (D65), as seen with that colour vision."""

    def lab(*rgb: float) -> tuple[float, float, float]:
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb]
        red, green, blue = (
            min(1, max(0, sum(map(mul, row, linear)))) for row in _COLOUR_VISION[vision]
        )
        x = _cube_root((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047)
        y = _cube_root(0.2126729 * red + 0.7151522 * green + 0.0721750 * blue)
        z = _cube_root((0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883)
        return (116 * y - 16) / 255, (500 * (x - y) + 128) / 255, (200 * (y - z) + 128) / 255

    return ImageFilter.Color3DLUT.generate(17, lab)


def _cube_root(value: float) -> float:
    return value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116


@lru_cache(maxsize=16)
def render_pieces(
    pieces: tuple[tuple[str, Piece], ...], side: float, mode: str, folders: tuple[Path, ...]
) -> tuple[Image.Image, tuple[Box, ...]]:
    """A picture of all pieces on one page, and the box of each in mm, with the margin around it."""
    cell = math.ceil((side + 2 * PIECE_MARGIN) / COMPARED_PIXEL - 1e-6) * COMPARED_PIXEL
    columns = math.ceil(math.sqrt(len(pieces)))
    boxes = tuple(
        Box(index % columns * cell, index // columns * cell, cell, cell)
        for index in range(len(pieces))
    )
    groups = (
        Group(name, Box(box.x + PIECE_MARGIN, box.y + PIECE_MARGIN, side, side), items)
        for (name, items), box in zip(pieces, boxes, strict=True)
    )
    paper = Paper("pieces", columns * cell, math.ceil(len(pieces) / columns) * cell)
    content = pdf(
        [Page(paper, tuple(groups))],
        About("Pieces", mode, "en"),
        mode,
        partial(find_art, folders=folders),
    )
    document = pypdfium2.PdfDocument(content)
    picture = document[0].render(scale=MM_PER_POINT / RENDERED_PIXEL).to_pil().convert("RGB")
    document.close()
    return picture, boxes


# The L* with a contrast of 4.5 : 1 to black, which WCAG 2.2 (1.4.3) requires of text: players write
# numbers. The 3 : 1 that it requires of graphics is an L* of 38.
MIN_LIGHTNESS = 49
_MIN_AREA_WIDTH = 3  # compared pixels, 0.9 mm: two pen strokes. Anything thinner is a line.

# The largest dark share of a picture. A picture is darkest in greyscale: a grey that prints as
# light as a colour is at most as luminous (the sRGB curve is convex).
MAX_DARK_SHARE = 0.08
DARKEST_CONDITION = "greyscale"


def dark_shares(
    names: Iterable[str],
    side: float,
    condition: str = DARKEST_CONDITION,
    folders: Sequence[Path] = (),
) -> dict[str, float]:
    """The share of each picture that hides a black pen, by the last part of the art name. Pictures
    are drawn with fine pens, as on a board."""
    pieces = {base_name(name): (Art(name, Box(0, 0, side, side), fine=True),) for name in names}
    pixels = (side / COMPARED_PIXEL) ** 2
    result = {}
    for name, appearance in appearances(pieces, side, condition, READING, folders).items():
        dark = appearance.lab.getchannel(0).point(
            lambda lightness: 255 * (lightness < MIN_LIGHTNESS)
        )
        areas = dark.filter(ImageFilter.MinFilter(_MIN_AREA_WIDTH))
        areas = areas.filter(ImageFilter.MaxFilter(_MIN_AREA_WIDTH))
        result[name] = ImageStat.Stat(areas).sum[0] / 255 / pixels
    return result
