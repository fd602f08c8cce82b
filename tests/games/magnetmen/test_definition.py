"""Sets as data: the places of set files, names, that nothing changes later."""

import dataclasses
from pathlib import Path

import pydantic
import pytest
from support import DATA, definition

from generator.core.resources import find_art
from generator.games.magnetmen.definition import CATALOGUE, PieceType, load_definition
from generator.languages import load_language
from generator.layout.text import INLINE_ART
from generator.schema.fields import PICTURES

SET = """\
game: magnetmen
title: {{en: Mine}}
alone: {{types: [1, 1]}}
types:
  {key}:
    name: {{en: {key}}}
    art: {art}
    powers:
      - score:
          - flat: {{points: 1}}
"""


def write(folder: Path, name: str, key: str = "ann", art: str = "baker") -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.yaml").write_text(SET.format(key=key, art=art), encoding="utf-8")


def test_order_of_names_changes_nothing():
    names = CATALOGUE.canonical(["zoo", "expert", "alps", "base", "zoo"])
    assert names == ("base", "expert", "alps", "zoo")
    assert load_definition(["expert", "base"]).sets == load_definition(["base", "expert"]).sets
    with pytest.raises(ValueError, match="at least one set"):
        CATALOGUE.canonical([])


def test_sets_of_users_are_found_and_come_first(tmp_path):
    write(tmp_path / "magnetmen", "base", "ann")
    write(tmp_path / "flat", "base", "cat")
    for folders, keys in (((), ["ann"]), ((tmp_path / "flat",), ["cat"])):
        mine = load_definition(["base"], [*folders, tmp_path])
        assert [piece.key for piece in mine.pieces] == keys
    write(tmp_path, "zoo")
    assert CATALOGUE.available() == CATALOGUE.shipped
    assert CATALOGUE.available([tmp_path]) == (*CATALOGUE.shipped, "zoo")


def test_art_beside_the_set_file(tmp_path):
    write(tmp_path, "mine", art="yeti")
    for name in ("magnetmen/yeti", "magnetmen/symbols/yeti"):
        path = tmp_path / "assets" / f"{name}.svg"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(find_art(name.replace("yeti", "baker")).read_bytes())
    mine = load_definition(["mine"], [tmp_path])
    assert mine.art_dirs == (tmp_path / "assets",)
    assert find_art("magnetmen/yeti", mine.art_dirs).is_relative_to(tmp_path)
    assert find_art("magnetmen/baker", mine.art_dirs) == find_art("magnetmen/baker")


@pytest.mark.parametrize(
    ("name", "plural", "code", "named"),
    [
        ({"en": "Baby"}, {"en": "Babies"}, "en", {0: "Babies", 1: "Baby", 2: "Babies", -1: "Baby"}),
        ({"en": "B", "fr": "Œuf"}, None, "fr", {0: "Œuf", 1: "Œuf", 2: "Œufs", -2: "Œufs"}),
        ({"de": "Frau"}, {"de": "Frauen"}, "fr", {1: "Frau", 2: "Frauen"}),  # serves all
        ({"en": "Witch's Fox", "nl": "Opa"}, None, "en", {1: "Witch’s Fox", 2: "Witch’s Foxes"}),
        ({"en": "Lady", "nl": "Opa"}, None, "nl", {1: "Opa", 2: "Opa’s"}),
        # a plural is printed in the language of the name
        ({"en": "Baby"}, {"en": "Babies", "fr": "Bébés"}, "fr", {1: "Baby", 2: "Babies"}),
    ],
)
def test_names_go_with_counts(name, plural, code, named):
    power = {"score": [{"flat": {"points": 1}}]}
    piece = PieceType.model_validate({"name": name, "plural": plural, "powers": [power]})
    language = load_language(code)
    assert {count: piece.name_for(language, count) for count in named} == named
    assert piece.name_for(language, None) == named[2]


def test_pictures_of_the_markup():
    assert set(INLINE_ART) == PICTURES


def test_definitions_are_frozen():
    base = definition("base")
    piece = base.pieces[0]
    with pytest.raises(dataclasses.FrozenInstanceError):
        base.sets = ()
    power = piece.powers[0]
    frozen = [(base.sets[0], "types"), (base.boards, "types"), (piece, "min"), (power, "score")]
    for thing, name in [*frozen, (power.score[0], "points")]:
        with pytest.raises(pydantic.ValidationError, match="frozen"):
            setattr(thing, name, 3)


def test_the_example_set_uses_everything():
    example = load_definition(["example"], [DATA / "sets"])
    powers = [power for piece in example.pieces for power in piece.powers]
    assert any(not power.simulated for power in powers)
    assert any(power.is_open for power in powers)
    assert any(power.weight == 0 for power in powers)
    assert any(piece.art != piece.key for piece in example.pieces)
