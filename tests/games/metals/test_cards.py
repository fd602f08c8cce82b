"""The cards: the turn, and the factions where they count."""

from collections import Counter

import pytest
from games.metals.sheet_pages import arts, game, leaves, words
from short_run import cases
from support import assert_sound, settings

from generator.core.paper import PAPERS
from generator.games.metals.definition import FORMS, emblem
from generator.games.metals.sheets import cards
from generator.languages import languages, load_language


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("paper", "code", "ink"), cases(PAPERS, languages(), ("full", "low", "grey"), together=1)
)
def test_a_card_of_the_turn_and_of_the_factions_for_each_player(paper, code, ink, form):
    metals_game, language = game(form=form), load_language(code)
    pages = cards.pages(metals_game, settings(paper, ink, code))
    for page in pages:
        assert_sound(page)
    text, emblems = words(pages), arts([leaf for page in pages for leaf in leaves(page)], "emblems")
    assert text.count(language.say("metals.cards.turn")) == 2
    factions = metals_game.definition.figures.factions if form == "factions" else {}
    assert (language.say("metals.cards.factions") in text) == bool(factions)
    assert Counter(leaf.item.name for leaf in emblems) == {emblem(key): 2 for key in factions}
    for faction in factions.values():
        assert faction.name["en"] in text
        assert faction.when.clause(language).split()[-1] in text


def test_many_factions_take_several_cards(figures):
    many = {f"faction_{number}": figures.factions["zipang"].model_copy() for number in range(24)}
    pages = cards.pages(game(form="factions", factions=many), settings())
    emblems = arts([leaf for page in pages for leaf in leaves(page)], "emblems")
    names = Counter(leaf.item.name for leaf in emblems)
    assert names == {f"metals/emblems/faction_{number}": 2 for number in range(24)}
    for page in pages:
        assert_sound(page)
