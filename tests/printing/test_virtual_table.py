"""Saved objects of Tabletop Simulator: their fields, their pictures, dice that fold."""

import json
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image

from generator import games
from generator.cli.app import app
from generator.core.paper import Box
from generator.games.discs.sheets.dice_sheet import net, squares
from generator.printing import tabletop as tts

NUMBER = (int, float)
# The fields that kb.tabletopsimulator.com/custom-content/save-file-format and the declarations of
# api.tabletopsimulator.com (@typed-tabletop-simulator/declaration 2.2.1) have, with their types.
TRANSFORM = {f"{of}{axis}": NUMBER for of in ("pos", "rot", "scale") for axis in "XYZ"}
CUSTOM_DECK = {
    "FaceURL": str, "BackURL": str, "NumWidth": int, "NumHeight": int, "BackIsHidden": bool,
    "UniqueBack": bool, "Type": int,
}  # fmt: skip
OBJECT = {"Name": str, "Transform": TRANSFORM, "Nickname": str, "GUID": str}
CARD = {**OBJECT, "CardID": int, "CustomDeck": {"*": CUSTOM_DECK}}
TILE = {"Type": int, "Thickness": NUMBER, "Stackable": bool, "Stretch": bool}
TOKEN = {"Thickness": NUMBER, "MergeDistancePixels": NUMBER, "StandUp": bool, "Stackable": bool}
OBJECTS = {
    "Custom_Board": {
        **OBJECT, "Locked": bool,
        "CustomImage": {"ImageURL": str, "WidthScale": NUMBER},
    },
    "Custom_Tile": {
        **OBJECT,
        "CustomImage": {"ImageURL": str, "ImageSecondaryURL": str, "CustomTile": TILE},
    },
    "Custom_Token": {
        **OBJECT,
        "CustomImage": {"ImageURL": str, "CustomToken": TOKEN},
    },
    "CardCustom": CARD,
    "DeckCustom": {
        **OBJECT, "DeckIDs": [int], "CustomDeck": {"*": CUSTOM_DECK}, "ContainedObjects": [CARD],
    },
    "Bag": {**OBJECT, "ContainedObjects": ["object"]},
    "Custom_Model": {
        **OBJECT,
        "CustomMesh": {
            "MeshURL": str, "DiffuseURL": str, "NormalURL": str, "ColliderURL": str,
            "Convex": bool, "MaterialIndex": int, "TypeIndex": int, "CastShadows": bool,
        },
    },
}  # fmt: skip
SAVE = {
    "SaveName": str, "Date": str, "VersionNumber": str, "GameMode": str, "GameType": str,
    "GameComplexity": str, "Tags": [str], "Gravity": NUMBER, "PlayArea": NUMBER, "Table": str,
    "Sky": str, "Note": str, "TabStates": {}, "LuaScript": str, "LuaScriptState": str,
    "XmlUI": str, "ObjectStates": ["object"],
}  # fmt: skip


def assert_has_form(value, form, at=""):
    """Every field is documented, has its type, and none is missing."""
    if form == "object":
        assert_has_form(value, OBJECTS[value["Name"]], f"{at} {value['Name']}")
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
    return CliRunner().invoke(app, ["table", "--dpi", "72", *words], prog_name="board-generator")


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
        yield state
        yield from state.get("ContainedObjects", ())


def _urls(value):
    if isinstance(value, dict):
        for name, entry in value.items():
            if name.endswith("URL") and entry:
                yield entry
            yield from _urls(entry)
    elif isinstance(value, list):
        for entry in value:
            yield from _urls(entry)


@pytest.mark.parametrize("name", games.names())
def test_all_fields_are_documented_ones(name, tables):
    _, table = tables(name)
    assert_has_form(table, SAVE)
    guids = Counter(state["GUID"] for state in _states(table))
    assert max(guids.values()) == 1
    assert all(len(guid) == 6 and int(guid, 16) for guid in guids)


@pytest.mark.parametrize("name", games.names())
def test_every_picture_is_there_and_none_is_idle(name, tables):
    folder, table = tables(name)
    assert {*_urls(table)} == {path.resolve().as_uri() for path in folder.glob("images/*")}
    for path in folder.glob("images/*.png"):
        with Image.open(path) as picture:
            assert picture.mode == "RGB" or "identification" in path.name
            assert max(picture.size) <= 4096


CONTENTS = {
    "discs": {"Custom_Board": 1, "DeckCustom": 1, "CardCustom": 9, "Bag": 1, "Custom_Tile": 36,
              "Custom_Model": 2},
    "quads": {"Custom_Board": 2, "DeckCustom": 1, "CardCustom": 6, "Bag": 1, "Custom_Tile": 36},
    "magnetmen": {"Custom_Board": 3},
}  # fmt: skip


@pytest.mark.parametrize("name", CONTENTS)
def test_as_many_of_each_as_the_sheets_have(name, tables):
    _, table = tables(name)
    assert Counter(state["Name"] for state in _states(table)) == CONTENTS[name]


def test_a_card_shows_its_own_place_on_the_sheets(tables):
    folder, table = tables("discs")
    (deck,) = (state for state in table["ObjectStates"] if state["Name"] == "DeckCustom")
    assert [card["CardID"] for card in deck["ContainedObjects"]] == deck["DeckIDs"]
    sheet = deck["CustomDeck"]["1"]
    places = {card_id - 100 for card_id in deck["DeckIDs"]}
    assert places == set(range(3))
    for url in (sheet["FaceURL"], sheet["BackURL"]):
        with Image.open(folder / "images" / url.rpartition("/")[2]) as picture:
            width, height = picture.width // sheet["NumWidth"], picture.height // sheet["NumHeight"]
            assert (width * sheet["NumWidth"], height * sheet["NumHeight"]) == picture.size
            cells = [
                picture.crop(
                    (column * width, row * height, (column + 1) * width, (row + 1) * height)
                )
                for row in range(sheet["NumHeight"])
                for column in range(sheet["NumWidth"])
            ]
            printed = [len(cell.getcolors(width * height)) > 1 for cell in cells]
            assert printed == [index in places for index in range(len(cells))]


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


@pytest.mark.parametrize("cards", range(1, 71))
def test_a_sheet_holds_all_its_cards(cards):
    columns, rows = tts.deck_grid(cards)
    assert columns <= 10 and rows <= 7
    assert (rows - 1) * columns < cards <= rows * columns


def test_many_cards_take_several_sheets():
    sheets = [{"FaceURL": "faces"}] * 2
    deck = tts.deck("cards", sheets, [(0, 69), (1, 0)])
    assert deck["DeckIDs"] == [169, 200]
    assert [{*card["CustomDeck"]} for card in deck["ContainedObjects"]] == [{"1"}, {"2"}]
    assert tts.deck("cards", sheets[:1], [(0, 0)])["Name"] == "CardCustom"


@cache
def _mesh():
    """A cube's faces as lists of corners: in space, and on the picture of its net in mm."""
    shape = net(20)
    lines = [line.split() for line in tts.cube_mesh(squares(shape), shape.w, shape.h).splitlines()]
    points = [tuple(map(float, words)) for kind, *words in lines if kind == "v"]
    texture = [tuple(map(float, words)) for kind, *words in lines if kind == "vt"]
    faces = []
    for kind, *words in lines:
        if kind == "f":
            pairs = [tuple(map(int, word.split("/"))) for word in words]
            marks = [texture[mark - 1] for _, mark in pairs]
            places = [(round(u * shape.w, 3), round((1 - v) * shape.h, 3)) for u, v in marks]
            faces.append(([points[point - 1] for point, _ in pairs], places))
    return shape, faces


def test_each_side_of_a_die_shows_a_square_of_its_net():
    shape, faces = _mesh()
    for square, (_, places) in zip(squares(shape), faces, strict=True):
        corners = Box(*places[0], places[2][0] - places[0][0], places[2][1] - places[0][1])
        assert corners == pytest.approx(square, abs=0.01)


def test_a_die_folds_as_its_net_does():
    """Corners that are one on the net are one in space, and so sides meet along the folds."""
    _, faces = _mesh()
    places = {}
    for points, marks in faces:
        for point, mark in zip(points, marks, strict=True):
            key = round(mark[0], 1), round(mark[1], 1)
            assert places.setdefault(key, point) == point


def test_the_sides_of_a_die_look_outward_and_are_as_large_as_printed():
    _, faces = _mesh()
    middles = []
    for points, _ in faces:
        (ax, ay, az), (bx, by, bz) = (
            tuple(to - at for at, to in zip(start, end, strict=True))
            for start, end in list(pairwise(points))[:2]
        )
        normal = (ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx)
        middle = tuple(sum(axis) / 4 for axis in zip(*points, strict=True))
        assert sum(n * m for n, m in zip(normal, middle, strict=True)) > 0  # counterclockwise
        assert sum(length**2 for length in (ax, ay, az)) ** 0.5 * 25.4 == pytest.approx(
            20, abs=0.01
        )
        middles.append(tuple(round(axis, 3) for axis in middle))
    assert len({*middles}) == 6
    for one, other in ((0, 2), (1, 3), (4, 5)):
        assert middles[one] == tuple(-axis for axis in middles[other])


def test_pictures_may_lie_elsewhere(tmp_path):
    words = ("quads", "--url", "https://example.org/quads", "--output", str(tmp_path / "x"))
    assert run(*words).exit_code == 0
    (path,) = tmp_path.glob("x/*.json")
    urls = {*_urls(json.loads(path.read_text(encoding="utf-8")))}
    names = {path.name for path in tmp_path.glob("x/images/*")}
    assert urls == {f"https://example.org/quads/{name}" for name in names}
