"""The objects of a saved object of Tabletop Simulator, as JSON data.

Input: names, sizes in mm, URLs of pictures. Output: dictionaries with the fields of
kb.tabletopsimulator.com/custom-content/save-file-format and api.tabletopsimulator.com, which
declares their types. A unit of the table is about an inch.
"""

from collections.abc import Iterator, Sequence
from itertools import count, product
from typing import Any, NamedTuple

from generator.core.paper import Box

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
    return {
        "SaveName": "", "Date": "", "VersionNumber": "", "GameMode": "", "GameType": "",
        "GameComplexity": "", "Tags": [], "Gravity": 0.5, "PlayArea": 0.5, "Table": "", "Sky": "",
        "Note": "", "TabStates": {}, "LuaScript": "", "LuaScriptState": "", "XmlUI": "",
        "ObjectStates": list(states),
    }  # fmt: skip


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
    kind = {
        "Type": _CIRCLE if is_round else _BOX, "Thickness": _THICKNESS, "Stackable": False,
        "Stretch": True,
    }  # fmt: skip
    image = {"ImageURL": url, "ImageSecondaryURL": back_url, "CustomTile": kind}
    scale = round(side / UNIT / _TILE_SIDE, 4)
    return _object("Custom_Tile", nickname, scale, CustomImage=image)


def token(nickname: str, url: str, side: float) -> State:
    """A flat piece with one picture, cut out where the picture is transparent."""
    kind = {
        "Thickness": _THICKNESS, "MergeDistancePixels": 15.0, "StandUp": False, "Stackable": False,
    }  # fmt: skip
    image = {"ImageURL": url, "CustomToken": kind}
    scale = round(side / UNIT / _TILE_SIDE, 4)
    return _object("Custom_Token", nickname, scale, CustomImage=image)


def deck(nickname: str, sheets: Sequence[DeckSheet], cards: Sequence[tuple[int, int]]) -> State:
    """A deck, or its only card. cards are places: a sheet and a number on it, both from 0."""
    tables = {
        str(number): {
            "FaceURL": sheet.faces_url, "BackURL": sheet.backs_url, "NumWidth": sheet.columns,
            "NumHeight": sheet.rows, "BackIsHidden": True, "UniqueBack": True, "Type": 0,
        }
        for number, sheet in enumerate(sheets, 1)
    }  # fmt: skip
    ids = [(sheet + 1) * _FIRST_CARD + place for sheet, place in cards]
    contents = [
        _object(
            "CardCustom", nickname, CardID=card_id,
            CustomDeck={str(card_id // _FIRST_CARD): tables[str(card_id // _FIRST_CARD)]},
        )
        for card_id in ids
    ]  # fmt: skip
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
    mesh = {
        "MeshURL": mesh_url, "DiffuseURL": picture_url, "NormalURL": "", "ColliderURL": "",
        "Convex": True, "MaterialIndex": _CARDBOARD, "TypeIndex": _DICE, "CastShadows": True,
    }  # fmt: skip
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
    lines = [f"o die\n{_vertices(half)}"]
    faces = []
    for number, (square, corners) in enumerate(zip(squares, _FOLDED, strict=True)):
        lines += [f"vt {x / width:.6f} {1 - y / height:.6f}" for x, y in _corners(square)]
        points = (f"{_VERTICES.index(at) + 1}/{4 * number + i}" for i, at in enumerate(corners, 1))
        faces.append("f " + " ".join(points))
    return "\n".join([*lines, *faces, ""])


_VERTICES = tuple(product((-1, 1), repeat=3))


def _vertices(half: float) -> str:
    return "\n".join(
        "v " + " ".join(f"{sign * half:.6f}" for sign in vertex) for vertex in _VERTICES
    )


def _corners(square: Box) -> Iterator[tuple[float, float]]:
    """The corners as in _FOLDED."""
    yield square.x, square.y
    yield square.x, square.bottom
    yield square.right, square.bottom
    yield square.right, square.y


def deck_grid(cards: int) -> tuple[int, int]:
    """The columns and rows of the sheet for so many cards, as square as the limits allow."""
    columns = next(
        number
        for number in range(1, MAX_COLUMNS + 1)
        if number == MAX_COLUMNS or (number**2 >= cards and number * MAX_ROWS >= cards)
    )
    return columns, -(-cards // columns)
