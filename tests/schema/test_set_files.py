"""Sets by name: their keys, and games that are played with one set."""

from typing import Literal

import pytest

from generator.core.errors import DefinitionError
from generator.schema.set_files import Catalogue, SetDefinition

CATALOGUE = Catalogue("chess", ("classic",))


class ChessSet(SetDefinition):
    """A set of a game that does not exist."""

    game: Literal["chess"]


def test_the_key_of_a_set_is_the_name_of_its_file(tmp_path):
    text = "game: chess\ntitle: {en: Mine}\n"
    for name in ("mine", "yours"):
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
        assert CATALOGUE.read_set(ChessSet, name, [tmp_path]).content.key == name


def test_a_set_is_of_its_own_game_and_has_a_title(tmp_path):
    (tmp_path / "mine.yaml").write_text("game: draughts\n", encoding="utf-8")
    with pytest.raises(DefinitionError) as bad:
        CATALOGUE.read_set(ChessSet, "mine", [tmp_path])
    assert [problem.key for problem in bad.value.problems] == ["title", "game"]


@pytest.mark.parametrize("names", [["mine"], ["mine", "mine"]])
def test_the_only_set(names):
    assert CATALOGUE.only(names) == "mine"


def test_several_sets_where_one_is_played_with():
    with pytest.raises(DefinitionError):
        CATALOGUE.only(["zoo", "mine", "classic"])
    with pytest.raises(ValueError, match="at least one set"):
        CATALOGUE.only([])


def test_what_is_no_file_is_reported_and_never_proposed(tmp_path):
    (tmp_path / "mine.yaml").mkdir()
    (tmp_path / "yours.yaml").symlink_to(tmp_path / "gone")
    (tmp_path / ".ours.yaml").touch()
    message = {}
    for name in ("mine", "yours", "ours"):
        with pytest.raises(DefinitionError) as bad:
            CATALOGUE.read_set(ChessSet, name, [tmp_path])
        message[name] = str(bad.value)
    assert message == {
        "mine": f"{tmp_path}/mine.yaml:1:1: this is a folder, expected a YAML file",
        "yours": f"{tmp_path}/yours.yaml:1:1: there is no such file",
        "ours": "set 'ours': there is no set of this name",
    }
