"""Sets as data: the published facts, the files' mistakes, the rules between files."""

import dataclasses
from pathlib import Path

import pydantic
import pytest

from generator.core.errors import DefinitionError
from generator.core.resources import find_art
from generator.games.magnetmen import GAME
from generator.games.magnetmen.definition import CATALOGUE, PieceType, fillable, load_definition
from generator.languages import languages, load_language

DATA = Path(__file__).parents[2] / "data" / "sets"

# type: (frequency, min, max, number of power variants), as published


@pytest.fixture(scope="module")
def shipped_definition():
    return load_definition(CATALOGUE.shipped)


def test_of_two_variants_the_first_is_the_most_common(shipped_definition):
    for piece in shipped_definition.pieces:
        assert piece.common is piece.powers[0]
        assert all(power.weight < piece.common.weight for power in piece.powers[1:])


def test_numbers_of_types_and_rules():
    base = load_definition(["base"])
    assert base.types_on_board() == (5, 6, frozenset({"explorer"}))
    assert base.rules == "basic"
    for names in (["expert"], ["base", "advanced"], CATALOGUE.shipped):
        definition = load_definition(names)
        assert definition.types_on_board() == (6, 7, frozenset())
        assert definition.rules == "advanced"


def test_shipped_texts_are_in_every_shipped_language(shipped_definition):
    texts = [game_set.title for game_set in shipped_definition.sets]
    texts += [size.title for size in shipped_definition.boards.sizes.values()]
    texts += [piece.name for piece in shipped_definition.pieces]
    for text in texts:
        missing = set(languages()) - text.keys()
        assert not missing, f"sets/magnetmen: add {missing} to {text}"


def test_every_shipped_type_has_art_of_its_own(shipped_definition):
    assert len({piece.art for piece in shipped_definition.pieces}) == 24
    for piece in shipped_definition.pieces:
        assert find_art(f"magnetmen/{piece.art}").is_file()
        assert find_art(f"magnetmen/symbols/{piece.art}").is_file()


# Order and places of set files


def test_order_of_names_changes_nothing():
    names = CATALOGUE.canonical(["zoo", "expert", "alps", "base", "zoo"])
    assert names == ("base", "expert", "alps", "zoo")
    one, other = load_definition(["expert", "base"]), load_definition(["base", "expert"])
    assert one.sets == other.sets
    with pytest.raises(ValueError, match="at least one set"):
        CATALOGUE.canonical([])


def test_the_users_folders_come_first(tmp_path):
    write(tmp_path / "magnetmen", "base", VALID)
    mine = load_definition(["base"], [tmp_path])
    assert [piece.key for piece in mine.pieces] == ["ann", "bob"]
    write(tmp_path / "flat", "base", VALID.replace("ann", "cat").replace("Ann", "Cat"))
    mine = load_definition(["base"], [tmp_path / "flat", tmp_path])
    assert [piece.key for piece in mine.pieces] == ["cat", "bob"]


def test_available_sets(tmp_path):
    write(tmp_path, "zoo", VALID)
    write(tmp_path / "magnetmen", "alps", VALID)
    assert CATALOGUE.available() == CATALOGUE.shipped
    assert CATALOGUE.available([tmp_path]) == (*CATALOGUE.shipped, "alps", "zoo")


def test_art_beside_the_set_file(tmp_path):
    write(tmp_path, "mine", VALID.replace("art: baker", "art: yeti"))
    for name in ("magnetmen/yeti", "magnetmen/symbols/yeti"):
        path = tmp_path / "assets" / f"{name}.svg"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(find_art(name.replace("yeti", "baker")).read_bytes())
    definition = load_definition(["mine"], [tmp_path])
    assert definition.art_dirs == (tmp_path / "assets",)
    assert find_art("magnetmen/yeti", definition.art_dirs).is_relative_to(tmp_path)
    assert find_art("magnetmen/baker", definition.art_dirs) == find_art("magnetmen/baker")


# Names


def test_named():
    en, fr = load_language("en"), load_language("fr")
    power = {"score": [{"flat": {"points": 1}}]}
    piece = PieceType.model_validate(
        {"name": {"en": "Baby", "fr": "Œuf"}, "plural": {"en": "Babies"}, "powers": [power]}
    )
    assert [piece.name_for(en, count) for count in (0, 1, 2, -1, None)] == [
        "Babies", "Baby", "Babies", "Baby", "Babies",
    ]  # fmt: skip
    assert [piece.name_for(fr, count) for count in (0, 1, 2, -2, None)] == [
        "Œuf", "Œuf", "Œufs", "Œufs", "Œufs",
    ]  # fmt: skip


def test_a_name_in_one_language_serves_all():
    power = {"score": [{"flat": {"points": 1}}]}
    piece = PieceType.model_validate(
        {"name": {"de": "Frau"}, "plural": {"de": "Frauen"}, "powers": [power]}
    )
    assert piece.name_for(load_language("fr"), 1) == "Frau"
    assert piece.name_for(load_language("fr"), 2) == "Frauen"


def test_a_plural_is_printed_in_the_language_of_the_name():
    power = {"score": [{"flat": {"points": 1}}]}
    piece = PieceType.model_validate(
        {"name": {"en": "Baby"}, "plural": {"en": "Babies", "fr": "Bébés"}, "powers": [power]}
    )
    assert piece.name_for(load_language("fr"), 1) == "Baby"
    assert piece.name_for(load_language("fr"), 2) == "Babies"


# Nothing changes later


def test_definitions_are_frozen(shipped_definition):
    piece = shipped_definition.pieces[0]
    with pytest.raises(dataclasses.FrozenInstanceError):
        shipped_definition.sets = ()
    for thing, name in (
        (shipped_definition.sets[0], "types"),
        (shipped_definition.boards, "types"),
        (piece, "min"),
        (piece.powers[0], "score"),
        (piece.powers[0].score[0], "points"),
    ):
        with pytest.raises(pydantic.ValidationError, match="frozen"):
            setattr(thing, name, 3)


# The example set


def test_the_example_set_loads_and_uses_everything():
    definition = load_definition(["example"], [DATA])
    assert len(definition.pieces) >= 8
    assert any(not power.simulated for piece in definition.pieces for power in piece.powers)
    assert any(power.is_open for piece in definition.pieces for power in piece.powers)
    assert any(power.weight == 0 for piece in definition.pieces for power in piece.powers)
    assert any(piece.art != piece.key for piece in definition.pieces)
    assert load_definition(["example", *CATALOGUE.shipped], [DATA]).rules == "advanced"


VALID = """\
game: magnetmen
title: {en: Mine}
alone: {types: [1, 2], always: [ann]}
types:
  ann:
    name: {en: Ann}
    art: baker
    min: 2
    max: 4
    powers:
      - score:
          - flat: {points: 1}
  bob:
    name: {en: Bob}
    art: king
    powers:
      - score:
          - flat: {points: 2}
"""


def write(folder: Path, name: str, text: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.yaml").write_text(text, encoding="utf-8")


def test_minima_fit_the_largest_board(tmp_path):
    both = VALID.replace("types: [1, 2]", "types: [2, 2]")
    write(tmp_path, "mine", both.replace("art: king", "art: king\n    min: 119"))
    load_definition(["mine"], [tmp_path])
    write(tmp_path, "mine", both.replace("art: king", "art: king\n    min: 120"))
    with pytest.raises(DefinitionError):
        load_definition(["mine"], [tmp_path])


def test_a_type_may_be_worth_what_another_one_is(tmp_path):
    write(tmp_path, "mine", VALID.replace("flat: {points: 1}", "same_as: {type: lowest}"))
    load_definition(["mine"], [tmp_path])


def test_a_size_that_cannot_be_filled_is_refused_when_it_is_printed(tmp_path):
    text = VALID.replace("types: [1, 2]", "types: [2, 2]")
    write(tmp_path, "mine", text.replace("min: 2\n    max: 4", "min: 30").replace(
        "art: king", "art: king\n    min: 30"))  # fmt: skip
    mine = load_definition(["mine"], [tmp_path])
    assert fillable(mine, 36) == () and fillable(mine, 64) == (2,)
    GAME.check_options(mine, "regular", 4)
    with pytest.raises(DefinitionError):
        GAME.check_options(mine, "small", 4)
