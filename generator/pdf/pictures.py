"""Pictures of single faces and whole pages, drawn from the same items as the sheets, and their PNG.

Written without Pillow, which browsers do not have; zlib and slices of bytes do all that takes long.
"""

import math
import struct
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple

import pypdfium2  # type: ignore[import-untyped]  # it has no types

from generator.core.paper import Box, Paper
from generator.layout import theme
from generator.layout.page import MM_PER_POINT, Item, Page, PlacedPiece, Rect, cut_path
from generator.pdf.drawing import pdf
from generator.pdf.file import About

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_COLOUR_TYPES = {3: 2, 4: 6}  # by the number of channels (11.2.1 of the standard of PNG)
_PERCEPTUAL = b"\0"  # the rendering intent in the chunk sRGB (11.3.2.5)
_METRE = 39.3700787  # inches
_FINE = 4  # samples of an outline in a pixel, across and down


@dataclass(slots=True)
class Picture:
    """Pixels row by row, each of 3 bytes (red, green, blue) or 4 (and opacity)."""

    width: int
    height: int
    pixels: bytearray
    channels: int = 3

    @property
    def size(self) -> tuple[int, int]:
        return self.width, self.height

    @classmethod
    def white(cls, width: int, height: int) -> "Picture":
        return cls(width, height, bytearray(b"\xff") * (3 * width * height))

    @classmethod
    def drawn(cls, page: Any, scale: float) -> "Picture":
        """A page of PDFium (which has no types), drawn on white, so many pixels to the point."""
        bitmap = page.render(scale=scale, rev_byteorder=True)
        assert bitmap.mode == "RGB", bitmap.mode
        pixels, length = memoryview(bitmap.buffer).cast("B"), 3 * bitmap.width
        rows = (
            pixels[start : start + length]
            for start in range(0, bitmap.stride * bitmap.height, bitmap.stride)
        )
        return cls(bitmap.width, bitmap.height, bytearray().join(rows))

    def paste(self, other: "Picture", left: int, top: int) -> None:
        """Put another picture on this one, of which it must not reach out."""
        length = 3 * other.width
        for row in range(other.height):
            start = 3 * ((top + row) * self.width + left)
            self.pixels[start : start + length] = other.pixels[row * length : (row + 1) * length]

    def repeat_edges(self, left: int, top: int, right: int, bottom: int) -> None:
        """Continue the outermost pixels inside these edges to those of the picture."""
        length = 3 * self.width
        for start in range(top * length, bottom * length, length):
            row = self.pixels[start + 3 * left : start + 3 * right]
            row[:0] = row[:3] * left
            self.pixels[start : start + length] = row + row[-3:] * (self.width - right)
        first = self.pixels[top * length : (top + 1) * length]
        last = self.pixels[(bottom - 1) * length : bottom * length]
        self.pixels[: top * length] = first * top
        self.pixels[bottom * length :] = last * (self.height - bottom)

    def inside(self, corners: Sequence[tuple[float, float]]) -> "Picture":
        """The picture, transparent outside a polygon, whose corners are in pixels."""
        pixels = bytearray(4 * self.width * self.height)
        for channel in range(3):
            pixels[channel::4] = self.pixels[channel::3]
        pixels[3::4] = _opacity(corners, self.width, self.height)
        return Picture(self.width, self.height, pixels, 4)


def _opacity(corners: Sequence[tuple[float, float]], width: int, height: int) -> bytearray:
    """How much of each pixel is inside a polygon, from 0 to 255, row by row."""
    edges = list(pairwise([*corners, corners[0]]))
    result = bytearray()
    for row in range(height):
        steps = [0] * (_FINE * width + 1)
        for sample in range(_FINE):
            y = row + (sample + 0.5) / _FINE
            crossings = sorted(
                x1 + (y - y1) * (x2 - x1) / (y2 - y1)
                for (x1, y1), (x2, y2) in edges
                if (y1 <= y) != (y2 <= y)
            )
            for number, x in enumerate(crossings):  # every second one leads out again
                place = min(max(ceil(x * _FINE - 0.5), 0), _FINE * width)
                steps[place] += -1 if number % 2 else 1
        samples = list(accumulate(steps))
        columns = (samples[start : _FINE * width : _FINE] for start in range(_FINE))
        result += bytes(255 * sum(pixel) // _FINE**2 for pixel in zip(*columns, strict=True))
    return result


def png(picture: Picture, dpi: int) -> bytes:
    """A picture as a PNG that says it is sRGB, and its resolution."""
    size = struct.pack(">II5B", *picture.size, 8, _COLOUR_TYPES[picture.channels], 0, 0, 0)
    resolution = struct.pack(">IIB", round(dpi * _METRE), round(dpi * _METRE), 1)
    length = picture.channels * picture.width
    starts = range(0, len(picture.pixels), length)
    # Each row comes after the number of its filter, which is none.
    rows = b"".join(b"\0" + picture.pixels[start : start + length] for start in starts)
    chunks = {b"IHDR": size, b"sRGB": _PERCEPTUAL, b"pHYs": resolution}
    chunks |= {b"IDAT": zlib.compress(rows, 6), b"IEND": b""}
    return _SIGNATURE + b"".join(_chunk(name, content) for name, content in chunks.items())


def _chunk(name: bytes, content: bytes) -> bytes:
    check = zlib.crc32(name + content)
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", check)


INCH = 25.4
FindArt = Callable[[str], Path]


class FaceImage(NamedTuple):
    """How a face is shown: its finished size and what is shown beyond the cut, in mm; how many
    times larger than on the sheet; how many pixels to the inch."""

    face: PlacedPiece
    width: float
    height: float
    bleed: float
    dpi: int
    scale: float = 1.0

    @property
    def size(self) -> tuple[int, int]:
        width, height = (
            round((side + 2 * self.bleed) * self.dpi / INCH) for side in (self.width, self.height)
        )
        return width, height

    @property
    def page(self) -> Page:
        """The face in the middle of a page that is as large as the picture."""
        width, height = (side * INCH / self.dpi / self.scale for side in self.size)
        whole, face = Box(0, 0, width, height), self.face.face
        middle = whole.centred(face.box.w, face.box.h)
        items: tuple[Item, ...] = (face.at(middle.x, middle.y),)
        if self.face.ground:
            items = (Rect(whole, self.face.ground), *items)
        if self.face.squares:  # a net is cut out by hand, whatever shows the cuts on its sheet
            corner = whole.centred(self.face.box.w, self.face.box.h)
            path = cut_path(corner, self.face.outline)
            items = (*items, *path.drawn("ink", theme.LINES["cut"]))
        return Page(Paper("face", width, height, scale=self.scale), items, face.name)

    @property
    def printed_area(self) -> tuple[int, int, int, int]:
        """What the face covers with its bleed, in pixels: left, top, right, bottom."""
        width, height = self.size
        pixel = INCH / self.dpi / self.scale
        box = Box(0, 0, width * pixel, height * pixel)
        printed = box.centred(self.face.box.w, self.face.box.h).inset(-self.face.bleed)
        left, top = max(0, math.ceil(printed.x / pixel)), max(0, math.ceil(printed.y / pixel))
        return left, top, width - left, height - top


def face_pictures(images: Sequence[FaceImage], ink: str, find_art: FindArt) -> Iterator[Picture]:
    if not images:
        return
    with _drawn([image.page for image in images], ink, find_art) as document:
        for image, page in zip(images, document, strict=True):
            yield _with_bleed(_exact(page, image.size), image)


def page_pictures(
    pages: Sequence[Page], dpi: int, ink: str, find_art: FindArt
) -> Iterator[Picture]:
    with _drawn(pages, ink, find_art) as document:
        for page in document:
            yield Picture.drawn(page, dpi * MM_PER_POINT / INCH)


@contextmanager
def _drawn(pages: Sequence[Page], ink: str, find_art: FindArt) -> Iterator[pypdfium2.PdfDocument]:
    content = pdf(pages, About("Pictures", "", "en"), ink, find_art)
    with closing(pypdfium2.PdfDocument(content)) as document:
        yield document


def _exact(page: pypdfium2.PdfPage, size: tuple[int, int]) -> Picture:
    """A picture of a page, so many pixels wide and high."""
    # PDFium rounds up, so half a pixel less is exact whatever a division leaves.
    scale = (max(size) - 0.5) / max(page.get_size())
    picture = Picture.drawn(page, scale)
    assert picture.size == size, f"{picture.size} is not {size}"
    return picture


def _with_bleed(picture: Picture, image: FaceImage) -> Picture:
    """The picture, its outermost printed pixels repeated where less bleed is printed than is shown.

    A piece with an outline stays as it is: the picture has other corners than the piece.
    """
    left, top, right, bottom = image.printed_area
    if not (image.face.ground or image.face.outline or (left <= 0 and top <= 0)):
        picture.repeat_edges(left, top, right, bottom)
    return picture
