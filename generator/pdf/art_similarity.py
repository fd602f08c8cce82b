"""How unlike two pieces of art are, as they are seen on paper.

Input: art names (shipped, or in a designer's folders) and a printed size in mm. The art goes
through the program's own drawing, so that ink modes count, and PDFium makes pixels of it.
Output: plain numbers; the limits are the business of whoever asks.

What is compared is not pixels but what an eye gets: a picture blurred to what the eye resolves,
in CIELAB, with a colour deficiency if that is asked for, at the best match of all shifts up to
SHIFT.
"""

import itertools
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, lru_cache, partial
from operator import mul
from pathlib import Path
from typing import NamedTuple

import pypdfium2
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from generator.core.paper import Box, Paper
from generator.core.resources import find_art
from generator.layout.page import MM_PER_POINT, Art, Group, Item, Page
from generator.pdf.drawing import pdf
from generator.pdf.metadata import About

# What an eye gets, in mm: 3 minutes of arc, at 0.7 m across a table and at 0.35 m while reading.
# Pieces are compared as seen across a table. What is seen while reading is too fine a measure
# for them: in line art a copy drawn 6% smaller comes out as unlike as an unrelated picture.
ACROSS, READING = 0.6, 0.3
SHIFT = 1.0  # mm: a picture that is merely moved is the same picture
DOT = 0.1  # mm, a pixel as PDFium draws
PIXEL = 0.3  # mm, a pixel as pieces are compared
ROOM = 1.5  # mm around each piece, for its blurred edge and the shifts
_PAPER_WHITE = 235  # as light as this is paper, not picture

# How a sheet may be seen: name -> (ink mode, eyes).
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
_EYES = {
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

Piece = tuple[Item, ...]  # what lies in one square, from its top left corner


class Look(NamedTuple):
    """One piece as it is seen."""

    lab: Image.Image  # L*, a*, b* in the three bands, a* and b* from 128
    outline: Image.Image  # 255 inside the silhouette, 0 outside
    area: int  # of the silhouette, in pixels


class Difference(NamedTuple):
    """Two pieces, and how unlike they are."""

    one: str
    other: str
    look: float  # CIELAB distance, root mean square over both silhouettes together
    outline: float  # share of both silhouettes together that only one of them has


# Which pieces -------------------------------------------------------------------------------


def single(names: Iterable[str], side: float, colour: str = "ink") -> dict[str, Piece]:
    """Pieces of art by the last part of their names, each on its own."""
    return {bare(name): (Art(name, Box(0, 0, side, side), colour),) for name in names}


def bare(name: str) -> str:
    """The last part of an art name: baker, of magnetmen/baker."""
    return name.rpartition("/")[2]


# Differences --------------------------------------------------------------------------------


def differences(
    pieces: Mapping[str, Piece],
    side: float,
    condition: str,
    eye: float = ACROSS,
    folders: Sequence[Path] = (),
    among: Collection[str] | None = None,
) -> list[Difference]:
    """Every pair of pieces printed at that size in mm, the most alike first; where some are named
    in `among`, only pairs with one of these."""
    seen = looks(pieces, side, condition, eye, folders)
    pairs = (
        Difference(one, other, *_difference(seen[one], seen[other]))
        for one, other in itertools.combinations(seen, 2)
        if among is None or one in among or other in among
    )
    return sorted(pairs, key=lambda pair: pair.look)


def looks(
    pieces: Mapping[str, Piece],
    side: float,
    condition: str,
    eye: float = ACROSS,
    folders: Sequence[Path] = (),
) -> dict[str, Look]:
    """What is seen of each piece."""
    mode, eyes = CONDITIONS[condition]
    photo, boxes = photograph(tuple(pieces.items()), side, mode, tuple(folders))
    seen = photo.filter(ImageFilter.GaussianBlur(eye / 2.355 / DOT)).reduce(round(PIXEL / DOT))
    seen, inside = seen.filter(_to_lab(eyes)), _inside(photo)
    result = {}
    for name, box in zip(pieces, boxes, strict=True):
        pixels = tuple(round(edge / PIXEL) for edge in (box.x, box.y, box.right, box.bottom))
        outline = inside.crop(pixels)
        result[name] = Look(seen.crop(pixels), outline, outline.histogram()[255])
    return result


def _difference(one: Look, other: Look) -> tuple[float, float]:
    """Look and outline of a Difference, each at its best match."""
    look, outline = math.inf, math.inf
    for dx, dy in _SHIFTS:
        moved = ImageChops.offset(other.outline, dx, dy)
        both = ImageChops.lighter(one.outline, moved).histogram()[255]
        counts = ImageChops.difference(one.lab, ImageChops.offset(other.lab, dx, dy)).histogram()
        look = min(look, sum(map(mul, counts, _SQUARES)) / both)
        outline = min(outline, 2 - (one.area + other.area) / both)
    return math.sqrt(look), outline


_SQUARES = [level * level for level in range(256)] * 3
_REACH = int(SHIFT / PIXEL)
_SHIFTS = [
    (dx, dy)
    for dx in range(-_REACH, _REACH + 1)
    for dy in range(-_REACH, _REACH + 1)
    if math.hypot(dx, dy) * PIXEL <= SHIFT
]


def _inside(photo: Image.Image) -> Image.Image:
    """The silhouettes: all that white paper does not reach from the page's corner."""
    plain = photo.convert("L").reduce(round(PIXEL / DOT))
    plain = plain.point(lambda level: 255 * (level > _PAPER_WHITE))
    ImageDraw.floodfill(plain, (0, 0), 128)
    return plain.point(lambda level: 255 * (level != 128))


@cache
def _to_lab(eyes: str) -> ImageFilter.Color3DLUT:
    """sRGB to CIELAB (D65) as those eyes see it."""

    def lab(*rgb: float) -> tuple[float, float, float]:
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb]
        red, green, blue = (min(1, max(0, sum(map(mul, row, linear)))) for row in _EYES[eyes])
        x = _cube_root((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047)
        y = _cube_root(0.2126729 * red + 0.7151522 * green + 0.0721750 * blue)
        z = _cube_root((0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883)
        return (116 * y - 16) / 255, (500 * (x - y) + 128) / 255, (200 * (y - z) + 128) / 255

    return ImageFilter.Color3DLUT.generate(17, lab)


def _cube_root(value: float) -> float:
    return value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116


# Drawing ------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def photograph(
    pieces: tuple[tuple[str, Piece], ...], side: float, mode: str, folders: tuple[Path, ...]
) -> tuple[Image.Image, tuple[Box, ...]]:
    """All pieces on one page, and each one's box in mm with the room around it."""
    cell = math.ceil((side + 2 * ROOM) / PIXEL - 1e-6) * PIXEL
    columns = math.ceil(math.sqrt(len(pieces)))
    boxes = tuple(
        Box(number % columns * cell, number // columns * cell, cell, cell)
        for number in range(len(pieces))
    )
    groups = (
        Group(name, Box(box.x + ROOM, box.y + ROOM, side, side), items)
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
    photo = document[0].render(scale=MM_PER_POINT / DOT).to_pil().convert("RGB")
    document.close()
    return photo, boxes
