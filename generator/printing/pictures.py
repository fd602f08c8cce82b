"""Pictures of single faces and whole pages, drawn from the same items as the sheets; and a folder
of those of all different pieces, with pieces.csv, which lists them."""

import csv
import io
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pypdfium2  # type: ignore[import-untyped]  # it has no types

from generator.core.errors import CutError, OverwriteError
from generator.core.files import write_atomically
from generator.core.paper import Box, Paper
from generator.core.request import Request
from generator.core.resources import find_art
from generator.core.settings import Settings
from generator.layout import theme
from generator.layout.page import MM_PER_POINT, Item, Page, PlacedPiece, Rect, cut_path
from generator.layout.pieces import CARD_SIZES, Piece, different_pieces, scale_to_fit
from generator.pdf.document import Report
from generator.pdf.drawing import pdf
from generator.pdf.file import About
from generator.printing import rolling
from generator.printing.raster import Picture, png
from generator.printing.rolling import Job
from generator.printing.sheets import sheet_pages

INCH = 25.4
TABLE, FRONTS, BACKS, IMAGES = "pieces.csv", "fronts", "backs", "images"
_SIZES = ("width_mm", "height_mm", "bleed_mm", "width_px", "height_px", "dpi")
COLUMNS = ("name", "sheet", "count", "front", "back", *_SIZES)


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


Draw = Callable[[Sequence[Page]], bytes]
"""Makes a PDF of pages."""


def drawn_for(job: Job) -> Draw:
    find = partial(find_art, folders=job.definition.art_dirs)
    return lambda pages: pdf(pages, About("Pictures", "", "en"), job.settings.ink, find)


def page_pictures(pages: Sequence[Page], dpi: int, draw: Draw) -> Iterator[Picture]:
    with closing(pypdfium2.PdfDocument(draw(pages))) as document:
        for page in document:
            yield Picture.drawn(page, dpi * MM_PER_POINT / INCH)


def face_pictures(images: Sequence[FaceImage], draw: Draw) -> Iterator[Picture]:
    """The pictures of faces. The outermost printed pixels are repeated where less bleed is printed
    than is shown; a piece with an outline has other corners than its picture, and stays as it is.
    """
    if not images:
        return
    with closing(pypdfium2.PdfDocument(draw([image.page for image in images]))) as document:
        for image, page in zip(images, document, strict=True):
            # PDFium rounds up, so half a pixel less is exact whatever a division leaves.
            scale = (max(image.size) - 0.5) / max(page.get_size())
            picture = Picture.drawn(page, scale)
            assert (picture.width, picture.height) == image.size
            edges = image.printed_area
            if any(edges[:2]) and not (image.face.ground or image.face.outline):
                picture.repeat_edges(*edges)
            yield picture


class ImageOptions(NamedTuple):
    """How pieces are shown: pixels to the inch, mm of bleed, the name of a card size of CARD_SIZES
    that cards are fitted to ("" for their own)."""

    dpi: int = 300
    bleed: float = 3.175  # an eighth of an inch
    card_size: str = ""


def write_pieces(
    request: Request,
    settings: Settings,
    options: ImageOptions,
    folder: Path | None,
    seed_is_chosen: bool = False,
) -> Report:
    """Write pictures of the pieces of a rolled game, or of one of its sheets; without a folder, to
    one named by the game ID. Raises as piece_files, OverwriteError, OSError."""
    job = Job.of(request, settings)
    rolled = rolling.rolls(job)
    folder = folder or usual_folder("pieces", job, rolled[0])
    path = write_folder(folder, piece_files(job, rolled[0], options))
    return Report((rolled[0].game_id,), (path,), rolling.warnings(job, rolled, seed_is_chosen))


def usual_folder(name: str, job: Job, rolled: Any) -> Path:
    return Path("output") / f"{name}.{rolled.game_id}{job.settings.file_suffix()}"


def write_folder(folder: Path, files: Mapping[str, bytes]) -> Path:
    """Write files into a folder, the last of them last; its path. Raises OSError, and
    OverwriteError if other pictures lie where these go, and would be taken for some of them."""
    *pictures, last = files
    paths = (path for part in (FRONTS, BACKS, IMAGES) for path in folder.glob(f"{part}/*.png"))
    others = sorted({path.relative_to(folder).as_posix() for path in paths} - {*files})
    if others:
        raise OverwriteError(
            f"{folder}: holds pictures of other pieces ({others[0]}), name an empty folder"
        )
    for name in pictures:
        write_atomically(folder / name, files[name], lasting=False)
    return write_atomically(folder / last, files[last])


def piece_files(job: Job, rolled: Any, options: ImageOptions) -> dict[str, bytes]:
    """The pictures of the pieces of a rolled value (Any: of the game's type), by their paths in the
    folder, the table last. Raises CutError if there are none, and as sheets.print_sheets."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    images: dict[str, FaceImage] = {}
    for piece, (width, height), scale in _pieces(job, rolled, options.card_size):
        faces = {FRONTS: piece.front, BACKS: piece.back}
        names = [f"{side}/{piece.stem}.png" if face else "" for side, face in faces.items()]
        for name, face in zip(names, faces.values(), strict=True):
            if face:
                images[name] = FaceImage(face, width, height, options.bleed, options.dpi, scale)
        sizes = (f"{size:g}" for size in (width, height, options.bleed))
        pixels = images[names[0]].size
        row = (piece.name, piece.sheet, piece.copies, *names, *sizes, *pixels, options.dpi)
        writer.writerow(row)
    pictures = face_pictures([*images.values()], drawn_for(job))
    files = {name: png(each, options.dpi) for name, each in zip(images, pictures, strict=True)}
    return {**files, TABLE: text.getvalue().encode()}


def _pieces(
    job: Job, rolled: Any, card_size: str
) -> Iterator[tuple[Piece, tuple[float, float], float]]:
    """The pieces of the sheets of a rolled value, how large they are shown, and how many times
    larger than on the sheet. Raises CutError."""
    game = job.game
    names = [job.sheet] if job.sheet else game.piece_sheets
    pieces = different_pieces(unmarked_pages(job, names, rolled))
    if not pieces:
        sheet = f"sheet {job.sheet}" if job.sheet else "sheets"
        raise CutError(f"pieces: nothing is cut out of the {sheet} of {game.name}")
    size = CARD_SIZES.get(card_size, (0.0, 0.0))
    scales = [scale_to_fit(piece.front, *size) if card_size else None for piece in pieces]
    if card_size and not any(scales):
        raise CutError(
            f"--size {card_size}: no piece of {game.name} is nearly {size[0]:g} x {size[1]:g} mm; "
            "without --size all keep their own"
        )
    for piece, scale in zip(pieces, scales, strict=True):
        yield piece, size if scale else piece.front.box[2:], scale or 1.0


def unmarked_pages(job: Job, names: Sequence[str], rolled: Any) -> list[Page]:
    """Whole sheets that show no cuts, and whose backs are on pages of their own, neither moved nor
    turned for a printer."""
    plain = replace(job.settings, flip="long", back_offset=(0.0, 0.0), backs="duplex")
    job = job._replace(settings=replace(plain, marks="none", gap=0.0, tile=None))
    return [page for name in names for page in sheet_pages(job.of_sheet(name), [rolled])]
