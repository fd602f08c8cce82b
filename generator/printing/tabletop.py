"""A game for Tabletop Simulator: a saved object, and beside it the pictures it shows.

Pages of which nothing is cut out are boards, upright pieces with two faces cards, others tiles in a
bag for each sheet, and nets dice. The fields of its JSON are those of
kb.tabletopsimulator.com/custom-content/save-file-format and api.tabletopsimulator.com, which
declares their types. A unit of the table is about an inch.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count, groupby, product
from pathlib import Path
from typing import Any, NamedTuple

from generator.core.paper import Box
from generator.core.progress import SILENT, Progress
from generator.core.request import Request
from generator.core.resources import find_art
from generator.core.settings import Settings
from generator.layout.page import Page, PlacedPiece, Polygon
from generator.layout.pieces import Piece, different_pieces, look
from generator.pdf.document import Report
from generator.pdf.pictures import (
    INCH,
    FaceImage,
    FindArt,
    Picture,
    face_pictures,
    page_pictures,
    png,
)
from generator.printing import rolling
from generator.printing.piece_images import IMAGES, without_marks, write_folder
from generator.printing.rolling import Job
from generator.printing.sheets import sheet_pages

# Any: JSON data.
State = dict[str, Any]

UNIT = 25.4  # mm
MAX_COLUMNS, MAX_ROWS = 10, 7  # of the sheet of a deck
MAX_SIDE = 4096  # pixels of a picture (kb.tabletopsimulator.com/custom-content/asset-creation)
_THICKNESS = 0.1  # units, of a tile
_TILE_SIDE = 2.0  # units, of a square tile of scale 1; nowhere documented
_BOX, _CIRCLE = 0, 2  # types of a tile
_DICE, _CARDBOARD = 2, 3  # a type of a model, a material
_FIRST_CARD = 100  # a card's ID is so many times the key of its sheet, and its place on it
_HEIGHT = 1.5  # units above the table, from where objects fall onto it
_GAP = 1.0  # units, between objects
_HEAD = ("SaveName", "Date", "VersionNumber", "GameMode", "GameType", "GameComplexity")


class DeckSheet(NamedTuple):
    """The faces of cards on one picture, and their backs on another."""

    faces_url: str
    backs_url: str
    columns: int
    rows: int


def saved_object(states: Sequence[State]) -> State:
    """The contents of a file of the folder Saved Objects: a saved game with objects only. Gives
    each of them its place and its ID."""
    _place(states)
    numbers = count(1)
    for state in states:
        for part in (state, *state.get("ContainedObjects", ())):
            part["GUID"] = f"{next(numbers):06x}"
    values: State = {**dict.fromkeys(_HEAD, ""), "Tags": [], "Gravity": 0.5, "PlayArea": 0.5}
    values |= {"Table": "", "Sky": "", "Note": "", "TabStates": {}}
    values |= {"LuaScript": "", "LuaScriptState": "", "XmlUI": ""}
    return {**values, "ObjectStates": list(states)}


def _place(states: Sequence[State]) -> None:
    """Boards in a row, and nearer to the player a row of everything else."""
    boards = [state for state in states if state["Name"] == "Custom_Board"]
    others = [state for state in states if state["Name"] != "Custom_Board"]
    for z, row, step in ((8.0, boards, 20.0), (-8.0, others, 4.0)):
        for index, state in enumerate(row):
            state["Transform"]["posX"] = (index - (len(row) - 1) / 2) * step
            state["Transform"]["posZ"] = z


def _object(name: str, nickname: str, scale: float = 1.0, **more: Any) -> State:
    transform = {f"{of}{axis}": 0.0 for of, axis in product(("pos", "rot"), "XYZ")}
    # Half a turn about Y, so that what lies on the table is upright for the first player.
    transform |= {"posY": _HEIGHT, "rotY": 180.0}
    transform |= {"scaleX": scale, "scaleY": 1.0, "scaleZ": scale}
    return {"Name": name, "Transform": transform, "Nickname": nickname, **more}


def board(nickname: str, url: str, width: float, height: float) -> State:
    """A board of any size, which does not move when players draw on it."""
    image = {"ImageURL": url, "WidthScale": round(width / height, 6)}
    return _object("Custom_Board", nickname, Locked=True, CustomImage=image)


def tile(nickname: str, url: str, back_url: str, side: float, is_round: bool) -> State:
    """A flat piece with two faces; side is its height or diameter in mm."""
    kind: State = {"Type": _CIRCLE if is_round else _BOX, "Thickness": _THICKNESS}
    kind |= {"Stackable": False, "Stretch": True}
    image = {"ImageURL": url, "ImageSecondaryURL": back_url, "CustomTile": kind}
    scale = round(side / UNIT / _TILE_SIDE, 4)
    return _object("Custom_Tile", nickname, scale, CustomImage=image)


def token(nickname: str, url: str, side: float) -> State:
    """A flat piece with one picture, cut out where the picture is transparent."""
    kind: State = {"Thickness": _THICKNESS, "MergeDistancePixels": 15.0}
    kind |= {"StandUp": False, "Stackable": False}
    image = {"ImageURL": url, "CustomToken": kind}
    scale = round(side / UNIT / _TILE_SIDE, 4)
    return _object("Custom_Token", nickname, scale, CustomImage=image)


def deck(nickname: str, sheets: Sequence[DeckSheet], cards: Sequence[tuple[int, int]]) -> State:
    """A deck, or its only card. cards are places: a sheet and a number on it, both from 0."""
    tables: State = {}
    for number, sheet in enumerate(sheets, 1):
        table: State = {"FaceURL": sheet.faces_url, "BackURL": sheet.backs_url}
        table |= {"NumWidth": sheet.columns, "NumHeight": sheet.rows}
        tables[str(number)] = {**table, "BackIsHidden": True, "UniqueBack": True, "Type": 0}
    ids, contents = [], []
    for index, place in cards:
        key, card_id = str(index + 1), (index + 1) * _FIRST_CARD + place
        ids.append(card_id)
        own = {key: tables[key]}
        contents.append(_object("CardCustom", nickname, CardID=card_id, CustomDeck=own))
    if len(contents) == 1:
        return contents[0]
    return _object(
        "DeckCustom", nickname, DeckIDs=ids, CustomDeck=tables, ContainedObjects=contents
    )


def bag(nickname: str, contents: Sequence[State]) -> State:
    """A bag of pieces, from which they are drawn in any order."""
    return _object("Bag", nickname, ContainedObjects=list(contents))


def die(nickname: str, mesh_url: str, picture_url: str) -> State:
    """A die that is a model of its own: mesh and picture are those of cube_mesh."""
    mesh: State = {"MeshURL": mesh_url, "DiffuseURL": picture_url, "NormalURL": ""}
    mesh |= {"ColliderURL": "", "Convex": True, "MaterialIndex": _CARDBOARD}
    mesh |= {"TypeIndex": _DICE, "CastShadows": True}
    return _object("Custom_Model", nickname, CustomMesh=mesh)


# The corners of the squares of a net when it is folded, with the second square to the front (x to
# the right, y up, z to the viewer): top left, bottom left, bottom right, top right on the picture.
_FOLDED = (
    ((-1, 1, -1), (-1, 1, 1), (1, 1, 1), (1, 1, -1)),
    ((-1, 1, 1), (-1, -1, 1), (1, -1, 1), (1, 1, 1)),
    ((-1, -1, 1), (-1, -1, -1), (1, -1, -1), (1, -1, 1)),
    ((-1, -1, -1), (-1, 1, -1), (1, 1, -1), (1, -1, -1)),
    ((-1, 1, -1), (-1, -1, -1), (-1, -1, 1), (-1, 1, 1)),
    ((1, 1, 1), (1, -1, 1), (1, -1, -1), (1, 1, -1)),
)


def cube_mesh(squares: Sequence[Box], width: float, height: float) -> str:
    """A cube as a Wavefront OBJ whose faces show the squares of a net: a column of four, then those
    to the left and right of its second, on a picture of width x height mm."""
    half = squares[0].w / UNIT / 2
    vertices = list(product((-1, 1), repeat=3))
    lines = ["o die"]
    lines += ("v " + " ".join(f"{sign * half:.6f}" for sign in vertex) for vertex in vertices)
    faces = []
    for number, (square, corners) in enumerate(zip(squares, _FOLDED, strict=True)):
        left, top, right, bottom = square.x, square.y, square.right, square.bottom
        for x, y in ((left, top), (left, bottom), (right, bottom), (right, top)):
            lines.append(f"vt {x / width:.6f} {1 - y / height:.6f}")
        points = (f"{vertices.index(at) + 1}/{4 * number + i}" for i, at in enumerate(corners, 1))
        faces.append("f " + " ".join(points))
    return "\n".join([*lines, *faces, ""])


def deck_grid(cards: int) -> tuple[int, int]:
    """The columns and rows of the sheet for so many cards, as square as the limits allow."""
    columns = next(
        number
        for number in range(1, MAX_COLUMNS + 1)
        if number == MAX_COLUMNS or (number**2 >= cards and number * MAX_ROWS >= cards)
    )
    return columns, -(-cards // columns)


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

    Raises OutputFolderError, and as sheets.print_sheets.
    """
    job = Job.of(request, settings)
    rolled = rolling.rolls(job, progress, vetted)
    game_id = rolled[0].game_id
    folder = folder or Path("output") / f"table.{game_id}{settings.file_suffix()}"
    base = url or (folder / IMAGES).resolve().as_uri()
    path = write_folder(folder, table_files(job, rolled[0], base, dpi))
    return Report((game_id,), (path,), rolling.warnings(job, rolled, seed_is_chosen))


def table_files(job: Job, rolled: Any, url: str, dpi: int = 300) -> dict[str, bytes]:
    """The files that write_table writes for a rolled value (Any: of the game's type), by their
    paths in the folder, the saved object last. Raises as sheets.print_sheets."""
    plain = without_marks(job)
    pages = [
        page
        for name in job.game.rolled_sheets
        for page in sheet_pages(plain.of_sheet(name), [rolled])
    ]
    find = partial(find_art, folders=job.definition.art_dirs)
    table = _Table(f"{url.rstrip('/')}/", dpi, job.settings.ink, find)
    states = [*table.boards(pages), *table.pieces(different_pieces(pages))]
    files = {f"{IMAGES}/{name}": content for name, content in table.drawn_files().items()}
    text = json.dumps(saved_object(states), indent=1, ensure_ascii=False)
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

    def boards(self, pages: Sequence[Page]) -> Iterator[State]:
        """A board for each page of which nothing is cut out."""
        boards = [page for page in pages if not page.pieces]
        for number, page in enumerate(boards, 1):
            dpi = min(self.dpi, int(MAX_SIDE * INCH / max(page.paper.size)) - 1)
            (picture,) = page_pictures([page], dpi, self.ink, self.find_art)
            url = self._add(f"board-{number:02}.png", png(picture, dpi))
            yield board(page.name, url, *page.paper.size)

    def pieces(self, pieces: Sequence[Piece]) -> Iterator[State]:
        """A deck or a bag for each sheet, and its dice."""
        for (sheet, kind), group in groupby(pieces, lambda piece: (piece.sheet, _kind(piece))):
            if kind == "die":
                yield from map(self._die, group)
            elif kind == "card":
                yield self._deck(list(group))
            else:
                yield bag(
                    sheet, [self._tile(piece) for piece in group for _ in range(piece.copies)]
                )

    def _deck(self, pieces: Sequence[Piece]) -> State:
        """All copies of some cards, in order."""
        capacity = MAX_COLUMNS * MAX_ROWS
        sheets = [
            self._deck_sheet(pieces[start : start + capacity], start // capacity + 1)
            for start in range(0, len(pieces), capacity)
        ]
        places = [divmod(index, capacity) for index in range(len(pieces))]
        cards = [
            place for place, piece in zip(places, pieces, strict=True) for _ in range(piece.copies)
        ]
        return deck(pieces[0].sheet, sheets, cards)

    def _deck_sheet(self, pieces: Sequence[Piece], number: int) -> DeckSheet:
        """The faces of some cards, and their backs at the same places."""
        columns, rows = deck_grid(len(pieces))
        box = pieces[0].front.box
        most = min(MAX_SIDE / columns / box.w, MAX_SIDE / rows / box.h) * INCH
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
        return DeckSheet(urls[0], urls[1], columns, rows)

    def _tile(self, piece: Piece) -> State:
        """One of a kind of tiles; a token where the outline is neither a rectangle nor a circle."""
        outline = piece.front.outline
        front = self._face(piece.front, f"{piece.stem}-front")
        if isinstance(outline, Polygon):
            return token(piece.name, front, piece.front.box.h)
        back = self._face(piece.back, f"{piece.stem}-back") if piece.back else front
        return tile(piece.name, front, back, piece.front.box.h, outline is not None)

    def _die(self, piece: Piece) -> State:
        """A die, whose mesh is folded from the picture of its net."""
        box = piece.front.box
        mesh = cube_mesh(piece.front.squares, box.w, box.h)
        mesh_url = self._add(f"{piece.stem}.obj", mesh.encode())
        return die(piece.name, mesh_url, self._face(piece.front, piece.stem))

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
        self.files[name] = content
        return self.url + name


def _kind(piece: Piece) -> str:
    """What a piece is on a table: a card, a tile or a die."""
    front = piece.front
    if front.squares:
        return "die"
    is_upright = piece.back is not None and front.box.h > front.box.w * 1.01
    return "card" if is_upright and not front.outline else "tile"
