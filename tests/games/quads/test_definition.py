"""The shipped set, its rolls, and the contract of a game."""

import shutil

import pytest

from generator.core.errors import DefinitionError, OptionError
from generator.core.resources import sets_dir
from generator.core.seeds import FIXED
from generator.games.quads.definition import CATALOGUE
from generator.games.quads.game import GAME
from generator.games.quads.load import load_definition
from generator.games.quads.roll import roll


def test_the_shipped_set_is_the_published_game():
    quads_set = load_definition(["classic"]).quads_set
    assert CATALOGUE.available() == CATALOGUE.shipped == GAME.default_sets == (quads_set.key,)
    assert (quads_set.board, quads_set.square, quads_set.frame) == (
        6,
        30,
        9,
    )
    assert quads_set.piece == 29.5  # and so clear of its neighbours
    assert quads_set.whole == 198


def test_every_seed_gives_the_same_game():
    definition = GAME.load(["classic"], [])
    games = [roll(definition, "regular", 2, seed) for seed in ("fixed", "sunday")]
    assert games[0] == games[1]
    assert games[0].game_id.seed == FIXED
    assert str(games[0].game_id).startswith("quads.regular.classic.2.fixed.1-")


def test_the_fingerprint_is_that_of_the_values():
    first, again = (GAME.load(["classic"], []).digests for _ in range(2))
    assert first == again
    assert len(first) == 1


@pytest.mark.parametrize("size, players", [("regular", 3), ("big", 2)])
def test_there_is_one_size_for_two_players(size, players):
    definition = GAME.load(["classic"], [])
    GAME.check_options(definition, GAME.default_size, GAME.default_players)
    with pytest.raises(OptionError, match=r"expected (2|regular)"):
        GAME.check_options(definition, size, players)


def test_the_record_has_every_piece():
    definition = GAME.load(["classic"], [])
    rolled = GAME.roll(definition, "regular", 2, "fixed")
    record = GAME.record(rolled, "en")
    assert record["id"] == str(rolled.game_id)
    light, dark = record["told"]
    assert light.startswith("Light: ###=  ###|  ") and light.endswith("  ====")
    assert len(light.split()) == len(dark.split()) == 1 + 18


def test_one_set_at_a_time(tmp_path):
    shutil.copy(sets_dir() / "quads/classic.yaml", tmp_path / "mine.yaml")
    load_definition(["mine"], [tmp_path])
    with pytest.raises(DefinitionError, match="sets classic, mine: this game is played with"):
        load_definition(["classic", "mine"], [tmp_path])
