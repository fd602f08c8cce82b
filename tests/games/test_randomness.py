"""Which sets of a game have something random, in words."""

from dataclasses import replace

from generator import games


def hint(game) -> str:
    return game.nothing_random(("x",)).removeprefix("nothing is random in the set x")


def test_the_hint_names_the_shipped_sets_that_are_rolled():
    assert hint(games.game("metals")) == ", try the set wilds or gorge"
    assert hint(games.game("quads")) == ", try the set lots or small"


def test_there_is_no_hint_where_no_shipped_set_is_rolled(monkeypatch):
    metals = games.game("metals")
    catalogue = replace(metals.catalogue, shipped=("classic",))
    monkeypatch.setattr(type(metals), "catalogue", catalogue)
    assert hint(metals) == ""
