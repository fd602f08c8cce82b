"""Pictures of single faces, drawn from the same items as the sheets.

Input: faces of pieces, as they lie on a page; how they shall be shown. Output: pictures in sRGB,
exact to the pixel. Each face is drawn on a page of its own, because on a sheet its neighbours and
the lines to cut along lie in its bleed.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

import pypdfium2  # type: ignore[import-untyped]  # it has no types

from generator.core.paper import Box, Paper
from generator.layout import theme
from generator.layout.page import MM_PER_POINT, Item, Page, PlacedPiece, Rect, cut_path
from generator.pdf.drawing import pdf
from generator.pdf.file import About
from generator.pdf.picture import Picture

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
        """Width and height in pixels."""
        return _pixels(self.width, self), _pixels(self.height, self)

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


def _pixels(side: float, image: FaceImage) -> int:
    return round((side + 2 * image.bleed) * image.dpi / INCH)


def face_pictures(images: Sequence[FaceImage], ink: str, find_art: FindArt) -> Iterator[Picture]:
    """The faces, in order. Raises ArtError."""
    if not images:
        return
    with _drawn([image.page for image in images], ink, find_art) as document:
        for image, page in zip(images, document, strict=True):
            yield _with_bleed(_exact(page, image.size), image)


def page_pictures(
    pages: Sequence[Page], dpi: int, ink: str, find_art: FindArt
) -> Iterator[Picture]:
    """Whole pages, in order. Raises ArtError."""
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
