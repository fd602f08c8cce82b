"""Pictures of single faces and whole pages, drawn from the same items as the sheets; and a folder
of those of all different pieces, with pieces.csv, which lists them."""

import csv
import io
import math
import struct
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pypdfium2  # type: ignore[import-untyped]  # it has no types

from generator.core.errors import CutError, OptionError, OverwriteError
from generator.core.files import write_atomically
from generator.core.paper import Box, Paper
from generator.core.progress import SILENT, Progress
from generator.core.request import Request
from generator.core.resources import find_art
from generator.core.settings import Settings
from generator.layout import theme
from generator.layout.page import MM_PER_POINT, Item, Page, PlacedPiece, Rect, cut_path
from generator.layout.pieces import CARD_SIZES, different_pieces, scale_to_fit
from generator.pdf.document import Report
from generator.pdf.drawing import pdf
from generator.pdf.file import About
from generator.printing import rolling
from generator.printing.rolling import Job
from generator.printing.sheets import sheet_pages

INCH = 25.4
TABLE, FRONTS, BACKS, IMAGES = "pieces.csv", "fronts", "backs", "images"
_SIZES = ("width_mm", "height_mm", "bleed_mm", "width_px", "height_px", "dpi")
_COLOUR_TYPES = {3: 2, 4: 6}  # by the number of channels (11.2.1 of the standard of PNG)
_FINE = 4  # samples of an outline in a pixel, across and down


@dataclass(slots=True)
class Picture:
    """Pixels row by row, each of 3 bytes (red, green, blue) or 4 (and opacity); without Pillow,
    which has no build for browsers, where the page draws pieces too."""

    width: int
    height: int
    pixels: bytearray
    channels: int = 3

    @classmethod
    def drawn(cls, page: Any, scale: float) -> "Picture":
        """A page of PDFium (which has no types), drawn on white, so many pixels to the point."""
        bitmap = page.render(scale=scale, rev_byteorder=True)
        assert bitmap.mode == "RGB", bitmap.mode
        pixels, length = memoryview(bitmap.buffer).cast("B"), 3 * bitmap.width
        starts = range(0, bitmap.stride * bitmap.height, bitmap.stride)
        rows = (pixels[start : start + length] for start in starts)
        return cls(bitmap.width, bitmap.height, bytearray().join(rows))

    @classmethod
    def grid(cls, parts: Sequence["Picture"], columns: int, rows: int) -> "Picture":
        """Pictures of one size row by row; what is left at the end is white."""
        width, height, length = parts[0].width, parts[0].height, 3 * parts[0].width
        whole = bytearray(b"\xff") * (length * columns * height * rows)
        for index, part in enumerate(parts):
            row, column = divmod(index, columns)
            for y in range(height):
                start = length * ((row * height + y) * columns + column)
                whole[start : start + length] = part.pixels[y * length : (y + 1) * length]
        return cls(columns * width, rows * height, whole)

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
        edges, opacity = list(pairwise([*corners, corners[0]])), bytearray()
        for row in range(self.height):
            steps = [0] * (_FINE * self.width + 1)
            for sample in range(_FINE):
                y = row + (sample + 0.5) / _FINE
                crossings = sorted(
                    x1 + (y - y1) * (x2 - x1) / (y2 - y1)
                    for (x1, y1), (x2, y2) in edges
                    if (y1 <= y) != (y2 <= y)
                )
                for number, x in enumerate(crossings):  # every second one leads out again
                    place = min(max(math.ceil(x * _FINE - 0.5), 0), _FINE * self.width)
                    steps[place] += -1 if number % 2 else 1
            samples = list(accumulate(steps))
            columns = (samples[start : _FINE * self.width : _FINE] for start in range(_FINE))
            opacity += bytes(255 * sum(pixel) // _FINE**2 for pixel in zip(*columns, strict=True))
        pixels = bytearray(4 * self.width * self.height)
        for channel in range(3):
            pixels[channel::4] = self.pixels[channel::3]
        pixels[3::4] = opacity
        return Picture(self.width, self.height, pixels, 4)


def png(picture: Picture, dpi: int) -> bytes:
    """A picture as a PNG that says it is sRGB, drawn perceptually, and its resolution."""
    depth = 8, _COLOUR_TYPES[picture.channels], 0, 0, 0
    resolution = struct.pack(">IIB", round(dpi * 1000 / INCH), round(dpi * 1000 / INCH), 1)
    length = picture.channels * picture.width
    starts = range(0, len(picture.pixels), length)
    # Each row comes after the number of its filter, which is none.
    rows = b"".join(b"\0" + picture.pixels[start : start + length] for start in starts)
    chunks = {b"IHDR": struct.pack(">II5B", picture.width, picture.height, *depth)}
    chunks |= {b"sRGB": b"\0", b"pHYs": resolution, b"IDAT": zlib.compress(rows, 6), b"IEND": b""}
    content = b"\x89PNG\r\n\x1a\n"
    for name, data in chunks.items():
        check = zlib.crc32(name + data)
        content += struct.pack(">I", len(data)) + name + data + struct.pack(">I", check)
    return content


class FaceImage(NamedTuple):
    """How a face is shown: its finished size and what is shown beyond the cut, in mm; how many
    pixels to the inch; how many times larger than on the sheet."""

    face: PlacedPiece
    width: float
    height: float
    bleed: float
    dpi: int
    scale: float = 1.0

    @property
    def size(self) -> tuple[int, int]:
        """In pixels."""
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
            path = cut_path(whole.centred(self.face.box.w, self.face.box.h), self.face.outline)
            items = (*items, *path.drawn("ink", theme.LINES["cut"]))
        return Page(Paper("face", width, height, scale=self.scale), items, face.name)

    @property
    def printed_area(self) -> tuple[int, int, int, int]:
        """What the face covers with its bleed, in pixels: left, top, right, bottom."""
        pixel = INCH / self.dpi / self.scale
        width, height = self.size
        whole = Box(0, 0, width * pixel, height * pixel)
        printed = whole.centred(self.face.box.w, self.face.box.h).inset(-self.face.bleed)
        left, top = max(0, math.ceil(printed.x / pixel)), max(0, math.ceil(printed.y / pixel))
        return left, top, width - left, height - top


Draw = Callable[[Sequence[Page]], bytes]
"""Makes a PDF of pages."""


def drawn_for(job: Job) -> Draw:
    find = partial(find_art, folders=job.definition.art_dirs)
    return lambda pages: pdf(pages, About("Pictures", "", "en"), job.settings.ink, find)


def page_picture(page: Page, dpi: int, draw: Draw) -> Picture:
    with closing(pypdfium2.PdfDocument(draw([page]))) as document:
        return Picture.drawn(document[0], dpi * MM_PER_POINT / INCH)


def face_pictures(images: Sequence[FaceImage], draw: Draw) -> Iterator[Picture]:
    """The pictures of faces. The outermost printed pixels are repeated where less bleed is printed
    than is shown; a piece with an outline has other corners than its picture, and stays as it is.
    """
    if not images:
        return
    with closing(pypdfium2.PdfDocument(draw([image.page for image in images]))) as document:
        for image, page in zip(images, document, strict=True):
            # PDFium rounds up, so half a pixel less is exact whatever a division leaves.
            picture = Picture.drawn(page, (max(image.size) - 0.5) / max(page.get_size()))
            assert (picture.width, picture.height) == image.size
            edges = image.printed_area
            if any(edges[:2]) and not (image.face.ground or image.face.outline):
                picture.repeat_edges(*edges)
            yield picture


def write_files(
    kind: str,
    files_of: Callable[[Job, Any, Path], dict[str, bytes]],
    request: Request,
    settings: Settings,
    folder: Path | None,
    seed_is_chosen: bool,
    progress: Progress = SILENT,
    vetted: bool = False,
) -> Report:
    """Write the files of a job, its rolled value and the folder; usually one that is named by the
    kind and the game ID. Raises as files_of, OSError, and OverwriteError if other pictures lie
    where these go, and would be taken for some of them."""
    job = Job.of(request, settings)
    if request.count > 1:
        raise OptionError(f"--id: expected one game, found {request.count}")
    job = rolling.picked(job) if vetted else job
    rolled = rolling.rolls(job, progress)
    game_id = rolled[0].game_id
    folder = folder or Path("output") / f"{kind}.{game_id}{settings.file_suffix()}"
    files = files_of(job, rolled[0], folder)
    *pictures, last = files
    paths = (path for part in (FRONTS, BACKS, IMAGES) for path in folder.glob(f"{part}/*.png"))
    others = sorted({path.relative_to(folder).as_posix() for path in paths} - {*files})
    if others:
        raise OverwriteError(
            f"{folder}: holds pictures of other pieces ({others[0]}), name an empty folder"
        )
    for name in pictures:
        write_atomically(folder / name, files[name], lasting=False)
    path = write_atomically(folder / last, files[last])
    return Report((game_id,), (path,), rolling.warnings(job, rolled, seed_is_chosen))


def piece_files(
    job: Job, rolled: Any, dpi: int = 300, bleed: float = 3.175, card_size: str = ""
) -> dict[str, bytes]:
    """The pictures of the pieces of a rolled value (Any: of the game's type), by their paths in the
    folder, the table last. bleed is in mm, usually an eighth of an inch; card_size is a name of
    CARD_SIZES that cards are fitted to, "" for their own size. Raises CutError if there are none,
    and as sheets.print_sheets."""
    game, size = job.game, CARD_SIZES.get(card_size, (0.0, 0.0))
    names = job.sheets if job.sheet else game.piece_sheets
    pieces = different_pieces(unmarked_pages(job, names, rolled))
    if not pieces:
        sheet = f"sheet {job.sheet}" if job.sheet else "sheets"
        raise CutError(f"pieces: nothing is cut out of the {sheet} of {game.name}")
    scales = [scale_to_fit(piece.front, *size) if card_size else None for piece in pieces]
    if card_size and not any(scales):
        raise CutError(
            f"--size {card_size}: no piece of {game.name} is nearly {size[0]:g} x {size[1]:g} mm; "
            "without --size all keep their own"
        )
    text, images = io.StringIO(), dict[str, FaceImage]()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("name", "sheet", "count", "front", "back", *_SIZES))
    for piece, scale in zip(pieces, scales, strict=True):
        width, height = size if scale else piece.front.box[2:]
        files = list[str]()
        for side, face in ((FRONTS, piece.front), (BACKS, piece.back)):
            files.append(f"{side}/{piece.stem}.png" if face else "")
            if face:
                images[files[-1]] = FaceImage(face, width, height, bleed, dpi, scale or 1.0)
        sizes = (f"{size:g}" for size in (width, height, bleed))
        pixels = images[files[0]].size
        writer.writerow((piece.name, piece.sheet, piece.copies, *files, *sizes, *pixels, dpi))
    drawn = zip(images, face_pictures([*images.values()], drawn_for(job)), strict=True)
    return {**{name: png(each, dpi) for name, each in drawn}, TABLE: text.getvalue().encode()}


def unmarked_pages(job: Job, names: Sequence[str], rolled: Any) -> list[Page]:
    """Whole sheets that show no cuts, and whose backs are on pages of their own, neither moved nor
    turned for a printer."""
    plain = replace(job.settings, flip="long", back_offset=(0.0, 0.0), backs="duplex")
    job = job._replace(settings=replace(plain, marks="none", gap=0.0, tile=None))
    return [page for name in names for page in sheet_pages(job.of_sheet(name), [rolled])]
