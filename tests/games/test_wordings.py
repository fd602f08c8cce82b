"""Sheets say all that the wording of their game has, with every set, ink and way to print backs."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest
from short_run import first
from support import settings

from generator import games
from generator.core.settings import BACKS
from generator.games.metals.sheets import rules_sheet
from generator.languages import Language, load_language

# Keys that only some sets of Quads say on their reference.
OF_SETS = {
    "classic": {"setup.first", "setup.lots", "frame.rule"},
    "apart": {"setup.first", "setup.lots", "opposite.head", "opposite.rule", "frame.only"},
    "lots": {"setup.first_marked", "setup.lots_marked", "frame.only"},
    "small": {"setup.first_marked", "setup.lots_marked", "frame.only"},
}


@pytest.fixture
def said(monkeypatch) -> set[str]:
    """The keys that were said so far."""
    keys: set[str] = set()
    say = Language.say

    def noting(self, key, **params):
        keys.add(key)
        return say(self, key, **params)

    monkeypatch.setattr(Language, "say", noting)
    return keys


def keys_of(wording: dict, path: str) -> Iterator[str]:
    """Every key; plural forms count as one."""
    for name, inner in wording.items():
        if isinstance(inner, dict) and "other" not in inner:
            yield from keys_of(inner, f"{path}.{name}")
        else:
            yield f"{path}.{name}"


def roll(game, name):
    return game.roll(game.load([name]), game.default_size, game.default_players, "sunday")


@pytest.mark.parametrize("name", first(0, ["discs", "quads"]))
def test_every_wording_is_used(name, said):
    """In one language: all have the same keys."""
    game, code = games.game(name), "en"
    for set_name, sheet in product(game.catalogue.shipped, game.named_sheets):
        for backs, ink in zip(BACKS, ("full", "low", "low", "low"), strict=False):
            looks = replace(settings(code=code, ink=ink), backs=backs)
            game.pages(sheet, roll(game, set_name), looks)
        game.record(roll(game, set_name), code)
    on_sheets = {*keys_of(load_language(code).section(name), name)}
    on_sheets -= {key for key in on_sheets if key.startswith(f"{name}.page.")}
    assert {key for key in said if key.startswith(f"{name}.")} == on_sheets


def test_every_wording_of_the_rules_of_metals_is_printed(said):
    value = roll(games.game("metals"), "classic")
    rules_sheet.pages(value, replace(settings(), backs="none"))
    rules_sheet.chapter(value, settings())
    wording = {*keys_of(load_language("en").section("metals")["rules"], "metals.rules")}
    assert {key for key in said if key.startswith("metals.rules.")} == wording


@pytest.mark.parametrize("name", OF_SETS)
def test_each_set_of_quads_says_its_own_rules(name, said):
    """The winning strategy only where there is one."""
    game = games.game("quads")
    game.pages("reference", roll(game, name), settings())
    of_some = {f"quads.rules.{key}" for keys in OF_SETS.values() for key in keys}
    assert said & of_some == {f"quads.rules.{key}" for key in OF_SETS[name]}
