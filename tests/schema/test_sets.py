"""Sets against their models: mistakes at their places, none that only follows from another one;
numbers, fonts, art, names of files. tests/mistakes has the messages."""

import copy
import json
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Literal

import pytest
from PIL import Image
from short_run import budget

from generator import games
from generator.core.diagnostics import key_path
from generator.core.errors import DefinitionError
from generator.core.resources import assets_dir, sets_dir
from generator.core.yaml_source import read_source
from generator.games.magnetmen.definition import MagnetmenSet
from generator.schema import set_checks, words
from generator.schema.set_files import Catalogue, SetDefinition, SetFile

pytestmark = pytest.mark.usefixtures("in_an_empty_folder")
CATALOGUE = Catalogue("chess", ("classic",))


class ChessSet(SetDefinition):
    """A set of a game that does not exist."""

    game: Literal["chess"]


def paths_in(node: Any, path: tuple = ()) -> list[tuple]:
    """The paths of all values in data of a YAML file."""
    entries = list(enumerate(node)) if isinstance(node, list) else getattr(node, "items", list)()
    paths = [(*path, key) for key, _ in entries]
    return [*paths, *(each for key, inner in entries for each in paths_in(inner, (*path, key)))]


WRONG = (None, 3, -1, "x", "??", [], {}, [1, [2]], {"a": 1}, True, 99_999_999, 0.5)


def mistake(data: Any, choose: random.Random) -> tuple:
    """Put a mistake into the data of a file; the path of the key that it is about."""
    *parents, last = choose.choice(paths_in(data))
    place = data
    for key in parents:
        place = place[key]
    value, how = place.pop(last), choose.choice(("replace", "delete", "rename", "no space"))
    if isinstance(place, list):
        return tuple(parents)
    if how == "replace":
        place[last] = copy.deepcopy(choose.choice(WRONG))
    elif how != "delete":
        place[f"{last}{'_' if how == 'rename' else ':3'}"] = value if how == "rename" else None
    return (*parents, last)


@pytest.mark.parametrize("game", games.names())
def test_a_single_mistake_has_no_echo_and_many_are_refused(game):
    """Whatever one value is, is called, or if it is missing: all that is said is about it."""
    for name in games.game(game).catalogue.shipped:
        data = read_source(sets_dir() / game / f"{name}.yaml").data
        for number in range(40)[:: 40 // budget(40)]:
            choose, wrong = random.Random(f"{name} {number}"), copy.deepcopy(data)
            abouts = [key_path(mistake(wrong, choose)) for _ in range(1 if number < 30 else 5)]
            Path("own.yaml").write_text(json.dumps(wrong), "utf-8")
            try:
                games.game(game).load(("own",), (Path(),))
            except DefinitionError as error:
                keys = {re.sub(r"_$|'|:3", "", each.key) for each in error.problems}
                if len(abouts) == 1 and len(keys) > 1:
                    (about,) = abouts
                    assert all(about[: len(key)] == key[: len(about)] for key in keys), keys


def test_the_patterns_of_the_shared_fields_have_words():
    schema = str(MagnetmenSet.model_json_schema())
    assert all(repr(pattern) in schema for pattern in words._PATTERNS)


def test_every_font_of_a_text_needs_its_characters():
    path = Path("mine.yaml")
    path.write_text("title: {en: Omega Ω, fr: Dé 🎲}", encoding="utf-8")
    file = SetFile(path, source := read_source(path), source.data)
    shipped = SetFile(sets_dir() / "any" / "mine.yaml", file.source, file.content)
    for roles, keys in {
        ("title",): ["title.en", "title.fr"],
        ("text", "title"): ["title.en", "title.fr"],
        ("title", "text"): ["title.en", "title.fr"],
        ("text", "bold"): ["title.fr"],
    }.items():
        text = set_checks.SetText(("title",), file.content["title"], roles)
        assert [problem.key for problem in set_checks.unprintable(file, [text])] == keys
        assert not list(set_checks.unprintable(shipped, [text])), "tests look at shipped sets"


def test_art_is_looked_for_in_own_folders_first(monkeypatch):
    own, shipped = Path("assets"), assets_dir() / "discs"
    (own / "discs").mkdir(parents=True)
    (own / "discs" / "bent.svg").write_text("<svg/>\n")
    for name in ("photo", "star"):
        Image.new("RGB", (60, 60)).save(own / "discs" / f"{name}.png")
    files = {"star": own / "discs" / "star.png", "foot": shipped / "foot.svg", "photos": None}
    for name, file in files.items():
        assert set_checks.find_art_file(f"discs/{name}", [own]) == file
    names = {path.stem for path in shipped.glob("*.svg")} | {"bent"}
    assert set_checks.drawing_names("discs", [own], (".svg",)) == names
    assert set_checks.drawing_names("discs", [own]) == names | {"photo"}
    assert list(set_checks.art_problems(["discs/bent"], [own]))


def test_shipped_sets_are_loaded_without_fonts_and_without_the_rules_for_art():
    """Either would delay each start of the program."""
    loads = "".join(
        "from generator.games import game\n"
        f"[game('{name}').load([each], ()) for each in game('{name}').catalogue.shipped]\n"
        for name in games.names()
    )
    modules = "{'generator.layout.text', 'generator.schema.svg_rules', 'difflib'}"
    script = f"{loads}import sys\nprint(sorted({modules} & sys.modules.keys()))"
    output = subprocess.check_output([sys.executable, "-c", script], text=True)
    assert output.strip() == "[]", "import sheets in functions: see game.py of quads"


def test_sets_are_found_by_the_names_of_their_files():
    Path("mine.yaml").write_text("game: chess\ntitle: {en: Mine}\n", encoding="utf-8")
    assert CATALOGUE.read_set(ChessSet, "mine", [Path()]).content.key == "mine"
    Path("folder.yaml").mkdir()
    Path("gone.yaml").symlink_to("nowhere")
    Path(".ours.yaml").touch()
    for name, message in {
        "folder": "folder.yaml:1:1: this is a folder, expected a YAML file",
        "gone": "gone.yaml:1:1: there is no such file",
        "ours": "set 'ours': there is no set of this name, expected only mine",
    }.items():
        with pytest.raises(DefinitionError) as bad:
            CATALOGUE.read_set(ChessSet, name, [Path()])
        assert str(bad.value) == message


def test_one_set_is_played_with():
    assert CATALOGUE.only(["mine"]) == CATALOGUE.only(["mine", "mine"]) == "mine"
    with pytest.raises(DefinitionError):
        CATALOGUE.only(["zoo", "mine", "classic"])
    with pytest.raises(ValueError, match="at least one set"):
        CATALOGUE.only([])
