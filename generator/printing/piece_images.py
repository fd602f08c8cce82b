"""A PNG of each face of each different piece, and pieces.csv, which lists them."""

import csv
import io
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from generator.core.errors import CutError, OutputFolderError
from generator.core.files import write_atomically
from generator.core.request import Request
from generator.core.resources import find_art
from generator.core.settings import Settings
from generator.layout.pieces import CARD_SIZES, Piece, different_pieces, scale_to_fit
from generator.pdf.document import Report
from generator.pdf.pictures import FaceImage, face_pictures, png
from generator.printing import rolling
from generator.printing.rolling import Job
from generator.printing.sheets import sheet_pages

TABLE, FRONTS, BACKS, IMAGES = "pieces.csv", "fronts", "backs", "images"
_SIZES = ("width_mm", "height_mm", "bleed_mm", "width_px", "height_px", "dpi")
COLUMNS = ("name", "sheet", "count", "front", "back", *_SIZES)


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
    one named by the game ID.

    Raises CutError if there are no such pieces, OutputFolderError, and as sheets.print_sheets.
    """
    job = Job.of(request, settings)
    rolled = rolling.rolls(job)
    game_id = rolled[0].game_id
    folder = folder or Path("output") / f"pieces.{game_id}{settings.file_suffix()}"
    path = write_folder(folder, piece_files(job, rolled[0], options))
    return Report((game_id,), (path,), rolling.warnings(job, rolled, seed_is_chosen))


def piece_files(job: Job, rolled: Any, options: ImageOptions) -> dict[str, bytes]:
    """The files that write_pieces writes for a rolled value (Any: of the game's type), by their
    paths in the folder, the table last. Raises CutError, and as sheets.print_sheets."""
    pieces = _pieces(job, rolled, options)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    images: dict[str, FaceImage] = {}
    for piece, (width, height), scale in pieces:
        faces = {FRONTS: piece.front, BACKS: piece.back}
        names = [f"{side}/{piece.stem}.png" if face else "" for side, face in faces.items()]
        for name, face in zip(names, faces.values(), strict=True):
            if face:
                images[name] = FaceImage(face, width, height, options.bleed, options.dpi, scale)
        sizes = (f"{size:g}" for size in (width, height, options.bleed))
        pixels = images[names[0]].size
        row = (piece.name, piece.sheet, piece.copies, *names, *sizes, *pixels, options.dpi)
        writer.writerow(row)
    find = partial(find_art, folders=job.definition.art_dirs)
    pictures = face_pictures([*images.values()], job.settings.ink, find)
    files = {name: png(each, options.dpi) for name, each in zip(images, pictures, strict=True)}
    return {**files, TABLE: text.getvalue().encode()}


def _pieces(
    job: Job, rolled: Any, options: ImageOptions
) -> list[tuple[Piece, tuple[float, float], float]]:
    """The pieces of the sheets of a rolled value (Any: of the game's type), how large they are
    shown, and how many times larger than on the sheet. Raises CutError."""
    game, plain = job.game, without_marks(job)
    names = [job.sheet] if job.sheet else game.piece_sheets
    pages = [page for name in names for page in sheet_pages(plain.of_sheet(name), [rolled])]
    pieces = different_pieces(pages)
    if not pieces:
        sheet = f"sheet {job.sheet}" if job.sheet else "sheets"
        raise CutError(f"pieces: nothing is cut out of the {sheet} of {game.name}")
    result = [(piece, (piece.front.box.w, piece.front.box.h), 1.0) for piece in pieces]
    if not options.card_size:
        return result
    width, height = size = CARD_SIZES[options.card_size]
    scales = [scale_to_fit(piece.front, width, height) for piece in pieces]
    if not any(scales):
        raise CutError(
            f"--size {options.card_size}: no piece of {game.name} is nearly {width:g} x "
            f"{height:g} mm; without --size all keep their own"
        )
    fitted = zip(result, scales, strict=True)
    return [(own[0], size, scale) if scale else own for own, scale in fitted]


def without_marks(job: Job) -> Job:
    """The job with whole sheets that show no cuts, and whose backs are on pages of their own,
    neither moved nor turned for a printer."""
    plain = replace(job.settings, flip="long", back_offset=(0.0, 0.0), backs="duplex")
    return job._replace(settings=replace(plain, marks="none", gap=0.0, tile=None))


def write_folder(folder: Path, files: Mapping[str, bytes]) -> Path:
    """Write files into a folder, the last of them last; its path. Raises OSError, and
    OutputFolderError if other pictures lie where these go, and would be taken for some of them."""
    *pictures, last = files
    paths = (path for part in (FRONTS, BACKS, IMAGES) for path in folder.glob(f"{part}/*.png"))
    others = sorted({path.relative_to(folder).as_posix() for path in paths} - {*files})
    if others:
        raise OutputFolderError(
            f"{folder}: holds pictures of other pieces ({others[0]}), name an empty folder"
        )
    for name in pictures:
        write_atomically(folder / name, files[name], lasting=False)
    return write_atomically(folder / last, files[last])
