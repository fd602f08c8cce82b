"""A game for Tabletop Simulator: a saved object, and beside it the pictures it shows.

Input: a Request, Settings, a folder, where the pictures will be. Output: a JSON file named by the
game ID, and the folder `images`. Pages of which nothing is cut out are boards, upright pieces with
two faces cards, others tiles in a bag for each sheet, and nets dice.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

from generator import games
from generator.core.files import write_atomically
from generator.core.progress import SILENT, Progress
from generator.core.request import Request
from generator.core.resources import find_art
from generator.core.settings import Settings
from generator.layout.page import Page, PlacedPiece, Polygon
from generator.layout.pieces import Piece, different_pieces, look
from generator.pdf.document import Report
from generator.pdf.face_images import INCH, FaceImage, FindArt, face_pictures, page_pictures
from generator.pdf.picture import Picture, png
from generator.printing import rolling
from generator.printing import tabletop_simulator as tts
from generator.printing.piece_images import check_folder, without_marks
from generator.printing.sheets import sheet_pages

IMAGES = "images"
SCHEMES = ("http://", "https://", "file:///")  # of addresses that pictures can have


def write_table(
    request: Request,
    settings: Settings,
    folder: Path | None,
    url: str = "",
    dpi: int = 300,
    progress: Progress = SILENT,
    seed_is_chosen: bool = False,
    vetted: bool = False,
) -> Report:
    """Write the saved object of a rolled game; without a folder, to one named by the game ID. url
    is where the pictures will be put; without it, the file names them where they are. Large ones
    have fewer pixels to the inch than dpi, because no picture may be larger than MAX_SIDE.

    Raises OutputFolderError, and as sheets.print_rolled.
    """
    game = games.game(request.game)
    rolled = rolling.rolls(game, request, progress, vetted)
    game_id = rolled[0].game_id
    folder = folder or Path("output") / f"table.{game_id}{settings.file_suffix()}"
    base = url or (folder / IMAGES).resolve().as_uri()
    files = table_files(request, rolled[0], settings, base, dpi)
    name, content = files.popitem()
    check_folder(folder, [IMAGES], files)
    for picture in files:
        write_atomically(folder / picture, files[picture], lasting=False)
    path = write_atomically(folder / name, content)
    warnings = rolling.warnings(game, request, rolled, seed_is_chosen)
    return Report((game_id,), (path,), warnings)


def table_files(
    request: Request, rolled: Any, settings: Settings, url: str, dpi: int = 300
) -> dict[str, bytes]:
    """The files that write_table writes for a rolled value (Any: of the game's type), by their
    paths in the folder, the saved object last. Raises as sheets.print_rolled."""
    game, plain = games.game(request.game), without_marks(settings)
    pages = [
        page for name in game.rolled_sheets for page in sheet_pages(game, name, [rolled], plain)
    ]
    find = partial(find_art, folders=rolled.definition.art_dirs)
    table = _Table(f"{url.rstrip('/')}/", dpi, settings.ink, find)
    states = [*table.boards(pages), *table.pieces(different_pieces(pages))]
    files = {f"{IMAGES}/{name}": content for name, content in table.drawn_files().items()}
    text = json.dumps(tts.saved_object(states), indent=1, ensure_ascii=False)
    return {**files, f"{rolled.game_id}.json": f"{text}\n".encode()}


@dataclass
class _Table:
    """The objects of a table. The pictures and meshes that they need are in files, by name; those
    of single faces are drawn at the end, all at once, and equal ones only once."""

    url: str
    dpi: int
    ink: str
    find_art: FindArt
    files: dict[str, bytes] = field(default_factory=dict)
    faces: dict[str, FaceImage] = field(default_factory=dict)
    names: dict[object, str] = field(default_factory=dict)

    def boards(self, pages: Sequence[Page]) -> Iterator[tts.State]:
        """A board for each page of which nothing is cut out."""
        boards = [page for page in pages if not page.pieces]
        for number, page in enumerate(boards, 1):
            dpi = min(self.dpi, int(tts.MAX_SIDE * INCH / max(page.paper.size)) - 1)
            (picture,) = page_pictures([page], dpi, self.ink, self.find_art)
            url = self._add(f"board-{number:02}.png", png(picture, dpi))
            yield tts.board(page.name, url, *page.paper.size)

    def pieces(self, pieces: Sequence[Piece]) -> Iterator[tts.State]:
        """A deck or a bag for each sheet, and its dice."""
        for (sheet, kind), group in groupby(pieces, lambda piece: (piece.sheet, _kind(piece))):
            if kind == "die":
                yield from map(self._die, group)
            elif kind == "card":
                yield self._deck(list(group))
            else:
                yield tts.bag(
                    sheet, [self._tile(piece) for piece in group for _ in range(piece.copies)]
                )

    def _deck(self, pieces: Sequence[Piece]) -> tts.State:
        """All copies of some cards, in order."""
        capacity = tts.MAX_COLUMNS * tts.MAX_ROWS
        sheets = [
            self._deck_sheet(pieces[start : start + capacity], start // capacity + 1)
            for start in range(0, len(pieces), capacity)
        ]
        places = [divmod(index, capacity) for index in range(len(pieces))]
        cards = [
            place for place, piece in zip(places, pieces, strict=True) for _ in range(piece.copies)
        ]
        return tts.deck(pieces[0].sheet, sheets, cards)

    def _deck_sheet(self, pieces: Sequence[Piece], number: int) -> tts.DeckSheet:
        """The faces of some cards, and their backs at the same places."""
        columns, rows = tts.deck_grid(len(pieces))
        box = pieces[0].front.box
        most = min(tts.MAX_SIDE / columns / box.w, tts.MAX_SIDE / rows / box.h) * INCH
        dpi = min(self.dpi, int(most) - 1)
        urls = []
        for side in ("faces", "backs"):
            faces = [piece.front if side == "faces" else piece.back for piece in pieces]
            images = [FaceImage(face, box.w, box.h, 0, dpi) for face in faces if face]
            width, height = images[0].size
            sheet = Picture.white(columns * width, rows * height)
            for index, picture in enumerate(face_pictures(images, self.ink, self.find_art)):
                row, column = divmod(index, columns)
                sheet.paste(picture, column * width, row * height)
            name = f"{pieces[0].sheet.replace(' ', '-')}-{side}-{number}.png"
            urls.append(self._add(name, png(sheet, dpi)))
        return tts.DeckSheet(urls[0], urls[1], columns, rows)

    def _tile(self, piece: Piece) -> tts.State:
        """One of a kind of tiles; a token where the outline is neither a rectangle nor a circle."""
        outline = piece.front.outline
        front = self._face(piece.front, f"{piece.stem}-front")
        if isinstance(outline, Polygon):
            return tts.token(piece.name, front, piece.front.box.h)
        back = self._face(piece.back, f"{piece.stem}-back") if piece.back else front
        return tts.tile(piece.name, front, back, piece.front.box.h, outline is not None)

    def _die(self, piece: Piece) -> tts.State:
        """A die, whose mesh is folded from the picture of its net."""
        box = piece.front.box
        mesh = tts.cube_mesh(piece.front.squares, box.w, box.h)
        mesh_url = self._add(f"{piece.stem}.obj", mesh.encode())
        return tts.die(piece.name, mesh_url, self._face(piece.front, piece.stem))

    def _face(self, face: PlacedPiece, name: str) -> str:
        """The URL of a picture of a face, as large as the finished piece; that of another name if
        there is one already."""
        name = self.names.setdefault(look(face), f"{name}.png")
        self.faces[name] = FaceImage(face, face.box.w, face.box.h, 0, self.dpi)
        return self.url + name

    def drawn_files(self) -> dict[str, bytes]:
        """All files. Raises ArtError."""
        pictures = face_pictures([*self.faces.values()], self.ink, self.find_art)
        for (name, image), picture in zip(self.faces.items(), pictures, strict=True):
            outline = image.face.outline
            if isinstance(outline, Polygon) and not image.face.squares:
                pixel = INCH / self.dpi
                picture = picture.inside([(x / pixel, y / pixel) for x, y in outline.corners])
            self._add(name, png(picture, self.dpi))
        return self.files

    def _add(self, name: str, content: bytes) -> str:
        """The URL of a file."""
        self.files[name] = content
        return self.url + name


def _kind(piece: Piece) -> str:
    """What a piece is on a table: a card, a tile or a die."""
    front = piece.front
    if front.squares:
        return "die"
    is_upright = piece.back is not None and front.box.h > front.box.w * 1.01
    return "card" if is_upright and not front.outline else "tile"
