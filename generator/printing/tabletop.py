"""A game for Tabletop Simulator: a saved object, and beside it the pictures it shows.

Its fields are those of kb.tabletopsimulator.com/custom-content/save-file-format and
api.tabletopsimulator.com, which declares their types. A unit of the table is about an inch.
"""

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count, groupby, product
from typing import Any

from generator.core.paper import Box
from generator.layout.page import Page, PlacedPiece, Polygon
from generator.layout.pieces import Piece, different_pieces, look
from generator.printing import pictures
from generator.printing.pictures import INCH, FaceImage, Picture, png
from generator.printing.rolling import Job

# Any: JSON data.
State = dict[str, Any]

MAX_COLUMNS, MAX_ROWS = 10, 7  # of the sheet of a deck
MAX_SIDE = 4096  # pixels of a picture (kb.tabletopsimulator.com/custom-content/asset-creation)
_THICKNESS = 0.1  # units, of a tile
_TILE_SIDE = 2.0  # units, of a square tile of scale 1; nowhere documented
_BOX, _CIRCLE = 0, 2  # types of a tile
_DICE, _CARDBOARD = 2, 3  # a type of a model, a material
_FIRST_CARD = 100  # a card's ID is so many times the key of its sheet, 1, and its place on it
_HEIGHT = 1.5  # units above the table, from where objects fall onto it
_HEAD = ("SaveName", "Date", "VersionNumber", "GameMode", "GameType", "GameComplexity")


def saved_object(states: Sequence[State]) -> State:
    """The contents of a file of the folder Saved Objects: a saved game with objects only. Gives
    each of them its ID and its place: boards in a row, and nearer to the player everything else."""
    boards = [state for state in states if state["Name"] == "Custom_Board"]
    others = [state for state in states if state["Name"] != "Custom_Board"]
    for z, row, step in ((8.0, boards, 20.0), (-8.0, others, 4.0)):
        for index, state in enumerate(row):
            state["Transform"]["posX"] = (index - (len(row) - 1) / 2) * step
            state["Transform"]["posZ"] = z
    numbers = count(1)
    for state in states:
        for part in (state, *state.get("ContainedObjects", ())):
            part["GUID"] = f"{next(numbers):06x}"
    values: State = {**dict.fromkeys(_HEAD, ""), "Tags": [], "Gravity": 0.5, "PlayArea": 0.5}
    values |= {"Table": "", "Sky": "", "Note": "", "TabStates": {}}
    values |= {"LuaScript": "", "LuaScriptState": "", "XmlUI": ""}
    return {**values, "ObjectStates": list(states)}


def _object(name: str, nickname: str, scale: float = 1.0, **more: Any) -> State:
    transform = {f"{of}{axis}": 0.0 for of, axis in product(("pos", "rot"), "XYZ")}
    # Half a turn about Y, so that what lies on the table is upright for the first player.
    transform |= {"posY": _HEIGHT, "rotY": 180.0}
    transform |= {"scaleX": scale, "scaleY": 1.0, "scaleZ": scale}
    return {"Name": name, "Transform": transform, "Nickname": nickname, **more}


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
    half = squares[0].w / INCH / 2
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
    columns = min(MAX_COLUMNS, max(math.ceil(math.sqrt(cards)), -(-cards // MAX_ROWS)))
    return columns, -(-cards // columns)


SCHEMES = ("http://", "https://", "file:///")  # of addresses that pictures can have


def table_files(job: Job, rolled: Any, url: str, dpi: int = 300) -> dict[str, bytes]:
    """The files of a rolled value (Any: of the game's type), by their paths in the folder, the
    saved object last. url is where the pictures will be. Large ones have fewer pixels to the inch
    than dpi, because no picture may be larger than MAX_SIDE. Raises as sheets.print_sheets."""
    pages = pictures.unmarked_pages(job, job.game.rolled_sheets, rolled)
    table = _Table(f"{url.rstrip('/')}/", dpi, pictures.drawn_for(job))
    states = [*table.boards(pages), *table.pieces(different_pieces(pages))]
    table.draw_faces()
    files = {f"{pictures.IMAGES}/{name}": content for name, content in table.files.items()}
    text = json.dumps(saved_object(states), indent=1, ensure_ascii=False)
    return {**files, f"{rolled.game_id}.json": f"{text}\n".encode()}


@dataclass
class _Table:
    """The objects of a table, and the pictures and meshes that they need, by name; those of single
    faces are drawn at the end, all at once, and equal ones only once."""

    url: str
    dpi: int
    draw: pictures.Draw
    files: dict[str, bytes] = field(default_factory=dict)
    faces: dict[object, tuple[str, FaceImage]] = field(default_factory=dict)

    def boards(self, pages: Sequence[Page]) -> Iterator[State]:
        """A board for each page of which nothing is cut out; it stays where players draw on it."""
        for number, page in enumerate((page for page in pages if not page.pieces), 1):
            width, height = page.paper.size
            dpi = min(self.dpi, int(MAX_SIDE * INCH / max(width, height)) - 1)
            picture = pictures.page_picture(page, dpi, self.draw)
            url = self._add(f"board-{number:02}.png", png(picture, dpi))
            image = {"ImageURL": url, "WidthScale": round(width / height, 6)}
            yield _object("Custom_Board", page.name, Locked=True, CustomImage=image)

    def pieces(self, pieces: Sequence[Piece]) -> Iterator[State]:
        """For each sheet decks of its upright pieces with two faces, a bag of others, and dice."""

        def kind(piece: Piece) -> tuple[str, str]:
            front = piece.front
            is_card = piece.back and front.box.h > front.box.w * 1.01 and not front.outline
            return piece.sheet, "die" if front.squares else "card" if is_card else "tile"

        for (sheet, name), group in groupby(pieces, kind):
            if name == "die":
                yield from map(self._die, group)
            elif name == "card":
                cards, most = list(group), MAX_COLUMNS * MAX_ROWS
                for start in range(0, len(cards), most):
                    yield self._deck(cards[start : start + most], start // most + 1)
            else:
                tiles = [self._tile(piece) for piece in group for _ in range(piece.copies)]
                yield _object("Bag", sheet, ContainedObjects=tiles)

    def _deck(self, pieces: Sequence[Piece], number: int) -> State:
        """All copies of some cards, or the only one; faces and backs are at the same places of two
        pictures."""
        columns, rows = deck_grid(len(pieces))
        box, nickname = pieces[0].front.box, pieces[0].sheet
        most = min(MAX_SIDE / columns / box.w, MAX_SIDE / rows / box.h) * INCH
        dpi, sheet = min(self.dpi, int(most) - 1), dict[str, Any]()
        for name, side in (("FaceURL", "faces"), ("BackURL", "backs")):
            faces = [each.front if side == "faces" else each.back for each in pieces]
            images = [FaceImage(face, box.w, box.h, 0, dpi) for face in faces if face]
            parts = [*pictures.face_pictures(images, self.draw)]
            file = f"{nickname.replace(' ', '-')}-{side}-{number}.png"
            sheet[name] = self._add(file, png(Picture.grid(parts, columns, rows), dpi))
        sheet |= {"NumWidth": columns, "NumHeight": rows}
        table = {"1": {**sheet, "BackIsHidden": True, "UniqueBack": True, "Type": 0}}
        places = [place for place, piece in enumerate(pieces) for _ in range(piece.copies)]
        ids = [_FIRST_CARD + place for place in places]
        cards = [_object("CardCustom", nickname, CardID=each, CustomDeck=table) for each in ids]
        more: State = {"DeckIDs": ids, "CustomDeck": table, "ContainedObjects": cards}
        return cards[0] if len(cards) == 1 else _object("DeckCustom", nickname, **more)

    def _tile(self, piece: Piece) -> State:
        """A flat piece with two faces; with an outline of corners, one that is cut out where its
        only picture is transparent."""
        front, outline = piece.front, piece.front.outline
        url = self._face(front, f"{piece.stem}-front")
        scale, kind = round(front.box.h / INCH / _TILE_SIDE, 4), {"Thickness": _THICKNESS}
        if isinstance(outline, Polygon):
            kind |= {"MergeDistancePixels": 15.0, "StandUp": False, "Stackable": False}
            image: State = {"ImageURL": url, "CustomToken": kind}
            return _object("Custom_Token", piece.name, scale, CustomImage=image)
        back = self._face(piece.back, f"{piece.stem}-back") if piece.back else url
        kind = {"Type": _CIRCLE if outline else _BOX, **kind, "Stackable": False, "Stretch": True}
        image = {"ImageURL": url, "ImageSecondaryURL": back, "CustomTile": kind}
        return _object("Custom_Tile", piece.name, scale, CustomImage=image)

    def _die(self, piece: Piece) -> State:
        """A die, whose mesh is folded from the picture of its net."""
        box = piece.front.box
        content = cube_mesh(piece.front.squares, box.w, box.h).encode()
        mesh: State = {"MeshURL": self._add(f"{piece.stem}.obj", content)}
        mesh |= {"DiffuseURL": self._face(piece.front, piece.stem), "NormalURL": ""}
        mesh |= {"ColliderURL": "", "Convex": True, "MaterialIndex": _CARDBOARD}
        mesh |= {"TypeIndex": _DICE, "CastShadows": True}
        return _object("Custom_Model", piece.name, CustomMesh=mesh)

    def _face(self, face: PlacedPiece, name: str) -> str:
        """The URL of a picture of a face, as large as the finished piece."""
        image = FaceImage(face, face.box.w, face.box.h, 0, self.dpi)
        name, _ = self.faces.setdefault(look(face), (f"{name}.png", image))
        return self.url + name

    def draw_faces(self) -> None:
        """Raises ArtError."""
        drawn = pictures.face_pictures([image for _, image in self.faces.values()], self.draw)
        for (name, image), picture in zip(self.faces.values(), drawn, strict=True):
            outline = image.face.outline
            if isinstance(outline, Polygon) and not image.face.squares:
                pixel = INCH / self.dpi
                picture = picture.inside([(x / pixel, y / pixel) for x, y in outline.corners])
            self._add(name, png(picture, self.dpi))

    def _add(self, name: str, content: bytes) -> str:
        self.files[name] = content
        return self.url + name
