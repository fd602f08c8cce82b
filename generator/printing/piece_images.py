"""Pictures of the pieces of a game, for print services and other programs.

Input: a Request, Settings, a folder, how the pictures shall be. Output: a PNG for each face of each
different piece, and pieces.csv, which lists them with their sizes and counts.
"""

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from generator import games
from generator.core.errors import CutError, OutputFolderError
from generator.core.files import write_atomically
from generator.core.request import Request
from generator.core.resources import find_art
from generator.core.settings import Settings
from generator.games.base import AnyGame
from generator.layout.page import PlacedPiece
from generator.layout.pieces import CARD_SIZES, Piece, different_pieces, scale_to_fit
from generator.pdf.document import Report
from generator.pdf.pictures import FaceImage, face_pictures, png
from generator.printing import rolling
from generator.printing.sheets import sheet_pages

TABLE, FRONTS, BACKS = "pieces.csv", "fronts", "backs"
COLUMNS = (
    "name", "sheet", "count", "front", "back", "width_mm", "height_mm", "bleed_mm",
    "width_px", "height_px", "dpi",
)  # fmt: skip


class ImageOptions(NamedTuple):
    """How pieces are shown: pixels to the inch, mm of bleed, the name of a card size of CARD_SIZES
    that cards are fitted to ("" for their own)."""

    dpi: int = 300
    bleed: float = 3.175  # an eighth of an inch
    card_size: str = ""


class _Entry(NamedTuple):
    """A piece with its pictures by their paths, the front first."""

    piece: Piece
    images: dict[str, FaceImage]


def write_pieces(
    request: Request,
    settings: Settings,
    options: ImageOptions,
    folder: Path | None,
    seed_is_chosen: bool = False,
) -> Report:
    """Write pictures of the pieces of a rolled game, or of one of its sheets; without a folder, to
    one named by the game ID.

    Raises CutError if there are no such pieces, OutputFolderError, and as sheets.print_rolled.
    """
    game = games.game(request.game)
    rolled = rolling.rolls(game, request)
    entries = _entries(request, rolled[0], settings, options)
    game_id = rolled[0].game_id
    folder = folder or Path("output") / f"pieces.{game_id}{settings.file_suffix()}"
    check_folder(folder, (FRONTS, BACKS), _images(entries))
    files = _files(entries, rolled[0], settings)  # nothing is written before all is drawn
    table = files.pop(TABLE)
    for name, content in files.items():
        write_atomically(folder / name, content, lasting=False)
    path = write_atomically(folder / TABLE, table)
    return Report((game_id,), (path,), rolling.warnings(game, request, rolled, seed_is_chosen))


def piece_files(
    request: Request, rolled: Any, settings: Settings, options: ImageOptions
) -> dict[str, bytes]:
    """The files that write_pieces writes for a rolled value (Any: of the game's type), by their
    paths in the folder. Raises CutError, and as sheets.print_rolled."""
    return _files(_entries(request, rolled, settings, options), rolled, settings)


def _entries(
    request: Request, rolled: Any, settings: Settings, options: ImageOptions
) -> list[_Entry]:
    game = games.game(request.game)
    pieces = _pieces(game, request, rolled, settings)
    return [_entry(piece, options) for piece in _fitted(pieces, game, options)]


def _images(entries: Iterable[_Entry]) -> dict[str, FaceImage]:
    return {name: image for entry in entries for name, image in entry.images.items()}


def _files(entries: Sequence[_Entry], rolled: Any, settings: Settings) -> dict[str, bytes]:
    """The pictures and the table, drawn."""
    images = _images(entries)
    find = partial(find_art, folders=rolled.definition.art_dirs)
    pictures = face_pictures([*images.values()], settings.ink, find)
    files = {
        name: png(picture, image.dpi)
        for (name, image), picture in zip(images.items(), pictures, strict=True)
    }
    return {**files, TABLE: _table(entries)}


def _pieces(game: AnyGame, request: Request, rolled: Any, settings: Settings) -> list[Piece]:
    """The pieces of the sheets of a rolled value (Any: of the game's type). Raises CutError."""
    names = [request.sheet] if request.sheet else game.piece_sheets
    plain = without_marks(settings)
    pages = [page for name in names for page in sheet_pages(game, name, [rolled], plain)]
    pieces = different_pieces(pages)
    if not pieces:
        sheet = f"sheet {request.sheet}" if request.sheet else "sheets"
        raise CutError(f"pieces: nothing is cut out of the {sheet} of {game.name}")
    return pieces


def _fitted(
    pieces: Sequence[Piece], game: AnyGame, options: ImageOptions
) -> list[tuple[Piece, float | None]]:
    """The pieces, and how many times larger each is to fit the card size; None where it stays as it
    is. Raises CutError if no piece fits."""
    if not options.card_size:
        return [(piece, None) for piece in pieces]
    width, height = CARD_SIZES[options.card_size]
    fitted = [(piece, scale_to_fit(piece.front, width, height)) for piece in pieces]
    if all(scale is None for _, scale in fitted):
        raise CutError(
            f"--size {options.card_size}: no piece of {game.name} is nearly {width:g} x "
            f"{height:g} mm; without --size all keep their own"
        )
    return fitted


def _entry(fitted: tuple[Piece, float | None], options: ImageOptions) -> _Entry:
    piece, scale = fitted
    width, height = (
        CARD_SIZES[options.card_size] if scale else (piece.front.box.w, piece.front.box.h)
    )

    def image(face: PlacedPiece) -> FaceImage:
        return FaceImage(face, width, height, options.bleed, options.dpi, scale or 1.0)

    name = f"{piece.stem}.png"
    images = {f"{FRONTS}/{name}": image(piece.front)}
    if piece.back:
        images[f"{BACKS}/{name}"] = image(piece.back)
    return _Entry(piece, images)


def without_marks(settings: Settings) -> Settings:
    """The settings of whole sheets that show no cuts, and whose backs are on pages of their own,
    neither moved nor turned for a printer."""
    return replace(
        settings, flip="long", back_offset=(0.0, 0.0), marks="none", gap=0.0, backs="duplex",
        tile=None,
    )  # fmt: skip


def check_folder(folder: Path, parts: Iterable[str], names: Iterable[str]) -> None:
    """Raises OutputFolderError if other pictures than those of these names lie in parts of a
    folder, and would be taken for some of them."""
    paths = (path for part in parts for path in folder.glob(f"{part}/*.png"))
    others = sorted({path.relative_to(folder).as_posix() for path in paths} - {*names})
    if others:
        raise OutputFolderError(
            f"{folder}: holds pictures of other pieces ({others[0]}), name an empty folder"
        )


def _table(entries: Sequence[_Entry]) -> bytes:
    """pieces.csv: a line for each different piece, in the order of the files."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for piece, images in entries:
        front, *back = images
        image = images[front]
        sizes = (f"{size:g}" for size in (image.width, image.height, image.bleed))
        writer.writerow(
            [piece.name, piece.sheet, piece.copies, front, *(back or [""]), *sizes, *image.size,
             image.dpi]
        )  # fmt: skip
    return text.getvalue().encode()
