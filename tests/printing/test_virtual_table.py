"""Saved objects of Tabletop Simulator: their fields, their pictures, dice that fold."""

import json
import math
from collections import Counter
from functools import cache
from itertools import pairwise
from operator import mul
from pathlib import Path

import pytest
from commands import typed
from PIL import Image
from short_run import first

from generator import games
from generator.games.discs.sheets.dice_sheet import net, squares
from generator.printing import tabletop as tts

NUMBER = (int, float)
# The fields that kb.tabletopsimulator.com/custom-content/save-file-format and the declarations of
# api.tabletopsimulator.com (@typed-tabletop-simulator/declaration 2.2.1) have, with their types.
TRANSFORM = {f"{of}{axis}": NUMBER for of in ("pos", "rot", "scale") for axis in "XYZ"}
CUSTOM_DECK = {"FaceURL": str, "BackURL": str, "NumWidth": int, "NumHeight": int}
CUSTOM_DECK |= {"BackIsHidden": bool, "UniqueBack": bool, "Type": int}
OBJECT = {"Name": str, "Transform": TRANSFORM, "Nickname": str, "GUID": str}
CARD = {**OBJECT, "CardID": int, "CustomDeck": {"*": CUSTOM_DECK}}
CARDS = {"DeckIDs": [int], "CustomDeck": {"*": CUSTOM_DECK}, "ContainedObjects": [CARD]}
TILE = {"Type": int, "Thickness": NUMBER, "Stackable": bool, "Stretch": bool}
TOKEN = {"Thickness": NUMBER, "MergeDistancePixels": NUMBER, "StandUp": bool, "Stackable": bool}
MESH = dict.fromkeys(("MeshURL", "DiffuseURL", "NormalURL", "ColliderURL"), str)
MESH |= {"Convex": bool, "MaterialIndex": int, "TypeIndex": int, "CastShadows": bool}
PICTURES = {"ImageURL": str, "ImageSecondaryURL": str, "CustomTile": TILE}
OBJECTS = {
    "Custom_Board": {"Locked": bool, "CustomImage": {"ImageURL": str, "WidthScale": NUMBER}},
    "Custom_Tile": {"CustomImage": PICTURES},
    "Custom_Token": {"CustomImage": {"ImageURL": str, "CustomToken": TOKEN}},
    "CardCustom": CARD,
    "DeckCustom": CARDS,
    "Bag": {"ContainedObjects": ["object"]},
    "Custom_Model": {"CustomMesh": MESH},
}
TEXTS = ("SaveName", "Date", "VersionNumber", "GameMode", "GameType", "GameComplexity")
TEXTS += ("Table", "Sky", "Note", "LuaScript", "LuaScriptState", "XmlUI")
SAVE = dict.fromkeys(TEXTS, str) | {"Tags": [str], "Gravity": NUMBER, "PlayArea": NUMBER}
SAVE |= {"TabStates": {}, "ObjectStates": ["object"]}


def assert_has_form(value, form, at=""):
    """Every field is documented, has its type, and none is missing."""
    if form == "object":
        assert_has_form(value, OBJECT | OBJECTS[value["Name"]], f"{at} {value['Name']}")
    elif isinstance(form, list):
        assert isinstance(value, list), at
        for entry in value:
            assert_has_form(entry, form[0], at)
    elif isinstance(form, dict):
        names = dict.fromkeys(value, form["*"]) if "*" in form else form
        assert value.keys() == names.keys(), at
        for name in names:
            assert_has_form(value[name], names[name], f"{at}.{name}")
    else:
        assert isinstance(value, form) and (form is bool) == isinstance(value, bool), at


def run(*words: str):
    return typed("table", "--dpi", "72", *words)


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    """The folder of each game's table, and its contents."""

    @cache
    def of_game(name: str):
        folder = tmp_path_factory.mktemp(name)
        result = run(name, "--seed", "test", "--no-playtest", "--output", str(folder))
        assert result.exit_code == 0, result.stderr
        game_id, path = result.stdout.split()
        assert Path(path) == folder / f"{game_id}.json"
        return folder, json.loads(Path(path).read_text(encoding="utf-8"))

    return of_game


def _states(table):
    for state in table["ObjectStates"]:
        yield from (state, *state.get("ContainedObjects", ()))


def _urls(value):
    if isinstance(value, list):
        value = dict(enumerate(value))
    for name, entry in value.items() if isinstance(value, dict) else ():
        yield from [entry] if str(name).endswith("URL") and entry else _urls(entry)


@pytest.mark.parametrize("name", first(2, games.names()))
def test_fields_are_documented_ones_and_every_picture_is_there_and_none_is_idle(name, tables):
    folder, table = tables(name)
    assert_has_form(table, SAVE)
    guids = [state["GUID"] for state in _states(table)]
    assert len(guids) == len({*guids}) and all(len(guid) == 6 and int(guid, 16) for guid in guids)
    assert {*_urls(table)} == {path.resolve().as_uri() for path in folder.glob("images/*")}
    for path in folder.glob("images/*.png"):
        with Image.open(path) as picture:
            assert picture.mode == "RGB" or "identification" in path.name
            assert max(picture.size) <= 4096


KINDS = ("Custom_Board", "DeckCustom", "CardCustom", "Bag", "Custom_Tile", "Custom_Model")


@pytest.mark.parametrize(
    ("name", "counts"),
    [("discs", (1, 1, 9, 1, 36, 2)), ("quads", (2, 1, 6, 1, 36, 0)), ("magnetmen", (3, *[0] * 5))],
)
def test_as_many_of_each_as_the_sheets_have(name, counts, tables):
    found = Counter(state["Name"] for state in _states(tables(name)[1]))
    assert found == Counter(dict(zip(KINDS, counts, strict=True)))


def test_a_card_shows_its_own_place_on_the_sheets(tables):
    folder, table = tables("discs")
    (deck,) = (state for state in table["ObjectStates"] if state["Name"] == "DeckCustom")
    assert [card["CardID"] for card in deck["ContainedObjects"]] == deck["DeckIDs"]
    assert {card_id - 100 for card_id in deck["DeckIDs"]} == {*range(3)}
    sheet = deck["CustomDeck"]["1"]
    for url in (sheet["FaceURL"], sheet["BackURL"]):
        with Image.open(folder / "images" / url.rpartition("/")[2]) as picture:
            columns, rows = sheet["NumWidth"], sheet["NumHeight"]
            width, height = picture.width // columns, picture.height // rows
            assert (width * columns, height * rows) == picture.size
            for index in range(columns * rows):
                y, x = divmod(index, columns)
                cell = picture.crop((x * width, y * height, (x + 1) * width, (y + 1) * height))
                assert (len(cell.getcolors(width * height)) > 1) == (index < 3)


def test_a_token_is_transparent_beyond_its_outline(tables):
    folder, table = tables("metals")
    tokens = [state for state in _states(table) if state["Name"] == "Custom_Token"]
    (url,) = {state["CustomImage"]["ImageURL"] for state in tokens}
    with Image.open(folder / "images" / url.rpartition("/")[2]) as picture:
        alpha = picture.getchannel("A")
        width, height = alpha.size
        assert alpha.getpixel((0, 0)) == alpha.getpixel((width - 1, height - 1)) == 0
        assert alpha.getpixel((width // 2, 1)) == alpha.getpixel((1, height // 2)) == 255
        assert 0.5 < sum(alpha.histogram()[128:]) / (width * height) < 0.9


def test_a_sheet_holds_all_its_cards():
    for cards in range(1, 71):
        columns, rows = tts.deck_grid(cards)
        assert columns <= 10 and rows <= 7
        assert (rows - 1) * columns < cards <= rows * columns


def test_a_die_folds_as_its_net_does():
    """Each side shows a square of the net; corners that are one on the net are one in space, so
    that sides meet along the folds; sides look outward and are as large as printed."""
    shape = net(20)
    lines = [line.split() for line in tts.cube_mesh(squares(shape), shape.w, shape.h).splitlines()]
    points = [tuple(map(float, words)) for kind, *words in lines if kind == "v"]
    texture = [tuple(map(float, words)) for kind, *words in lines if kind == "vt"]
    corners = [words for kind, *words in lines if kind == "f"]
    faces = [[[int(n) - 1 for n in word.split("/")] for word in words] for words in corners]
    in_space, middles = {}, []
    for square, face in zip(squares(shape), faces, strict=True):
        corners = [points[corner] for corner, _ in face]
        marks = [(texture[mark][0] * shape.w, (1 - texture[mark][1]) * shape.h) for _, mark in face]
        (x, y), _, (right, bottom), _ = marks
        assert (x, y, right - x, bottom - y) == pytest.approx(square, abs=0.01)
        for corner, (x, y) in zip(corners, marks, strict=True):
            assert in_space.setdefault((round(x, 1), round(y, 1)), corner) == corner
        (ax, ay, az), (bx, by, bz) = (
            [to - at for at, to in zip(*pair, strict=True)] for pair in pairwise(corners[:3])
        )
        assert math.hypot(ax, ay, az) * 25.4 == pytest.approx(20, abs=0.01)
        middle = [sum(axis) / 4 for axis in zip(*corners, strict=True)]
        normal = (ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx)
        assert sum(map(mul, normal, middle)) > 0  # counterclockwise
        middles.append([round(axis, 3) for axis in middle])
    for one, other in ((0, 2), (1, 3), (4, 5)):
        assert middles[one] == [-axis for axis in middles[other]]


def test_pictures_may_lie_elsewhere(tmp_path):
    words = ("quads", "--url", "https://example.org/quads", "--output", str(tmp_path / "x"))
    assert run(*words).exit_code == 0
    (path,) = tmp_path.glob("x/*.json")
    urls = {*_urls(json.loads(path.read_text(encoding="utf-8")))}
    names = {path.name for path in tmp_path.glob("x/images/*")}
    assert urls == {f"https://example.org/quads/{name}" for name in names}
