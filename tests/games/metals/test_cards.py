"""The cards, and the list of all sheets."""

from collections import Counter
from dataclasses import replace

import pytest
from games.metals.sheet_pages import game
from short_run import cases
from support import assert_sound, settings

from generator.core.paper import PAPERS
from generator.core.settings import BACKS
from generator.games.metals import GAME
from generator.games.metals.definition import assign_keys
from generator.games.metals.sheets import cards
from generator.languages import languages, load_language
from generator.layout.page import Text, flatten


@pytest.mark.parametrize(
    ("paper", "code", "ink"), cases(PAPERS, languages(), ("full", "low", "grey"), together=1)
)
def test_a_card_of_the_factions_for_each_player(paper, code, ink):
    metals_game, language = game(form="factions"), load_language(code)
    pages = cards.pages(metals_game, settings(paper, ink, code))
    for page in pages:
        assert_sound(page)
    leaves = [entry.item for page in pages for entry in flatten(page)]
    emblems = Counter(leaf.name for leaf in leaves if "emblems" in getattr(leaf, "name", ""))
    factions = metals_game.definition.figures.factions.values()
    assert emblems == {faction.art: 2 for faction in factions}
    text = " ".join(leaf.text for leaf in leaves if isinstance(leaf, Text))
    for faction in factions:
        assert faction.name["en"] in text
        assert faction.when.clause(language).split()[-1] in text


@pytest.mark.parametrize("backs", BACKS)
def test_without_factions_cards_have_the_turn_only(backs):
    pages = cards.pages(game(), replace(settings(), backs=backs))
    leaves = [entry.item for page in pages for entry in flatten(page)]
    assert not [leaf for leaf in leaves if "emblems" in getattr(leaf, "name", "")]
    titles = [leaf.text for leaf in leaves if isinstance(leaf, Text) and leaf.font == "title"]
    assert titles.count("Your turn") == 2
    assert "Factions" not in titles


def test_many_factions_take_several_cards():
    metals_game = game(form="factions")
    figures = metals_game.definition.figures
    (zipang,) = [one for one in figures.factions.values() if one.key == "zipang"]
    many = {f"faction_{number}": zipang.model_copy() for number in range(24)}
    variant = replace(
        metals_game.definition, figures=figures.model_copy(update={"factions": assign_keys(many)})
    )
    pages = cards.pages(replace(metals_game, definition=variant), settings())
    arts = [
        entry.item.name
        for page in pages
        for entry in flatten(page)
        if "emblems" in getattr(entry.item, "name", "")
    ]
    assert Counter(arts) == {f"metals/emblems/faction_{number}": 2 for number in range(24)}
    for page in pages:
        assert_sound(page)


def test_every_sheet_of_the_game_is_listed():
    assert GAME.rolled_sheets == ("map", "tokens", "cards", "rules")
    assert GAME.shared_sheets == ("tokens", "cards", "rules")
