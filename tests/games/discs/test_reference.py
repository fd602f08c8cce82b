"""Cards and reference page: verdicts, names, warnings, all of the wording."""

from dataclasses import replace
from itertools import product

import pytest
from games.discs.sheet_items import arts, symbols, texts
from short_run import cases
from support import assert_sound, settings

from generator.core.errors import TextOverflowError
from generator.core.paper import PAPERS
from generator.core.settings import BACKS
from generator.games.discs import GAME
from generator.games.discs.roll import matches
from generator.games.discs.sheets import discs_sheet, rules_sheet
from generator.languages import languages, load_language, localized
from generator.layout.page import Art, Group, Oval, Page, Text, flatten

# Cards and the reference page


@pytest.mark.parametrize("kind", ["exact", "wild"])
def test_ticks_are_on_the_discs_that_match(roll_game, kind):
    """As drawn: a badge follows the symbols of its disc."""
    game = roll_game()
    example = getattr(rules_sheet, kind)(game)
    items = rules_sheet.example(example, game, settings(), 57).content
    discs_drawn = list(_discs_with_verdicts(items))
    assert len(discs_drawn) == len(example.discs)
    for symbols_of_disc, ticked in discs_drawn:
        assert matches(symbols_of_disc, example.shape, example.colour) == ticked


def _discs_with_verdicts(items):
    """Each disc's symbols, and whether its badge has the tick's colour."""
    symbols_of_disc: list = []
    for item in items:
        if isinstance(item, Art) and item.colour != "steel" and item.name != "discs/wild":
            symbols_of_disc.append(item)
        elif isinstance(item, Oval) and item.fill in ("forest", "red"):
            yield symbols(symbols_of_disc[-6:]), item.fill == "forest"


@pytest.mark.parametrize("symbols_each", [2, 3, 4, 5])
def test_no_badge_hides_a_mark(roll_invented_game, symbols_each):
    """It lies between two symbols."""
    game = roll_invented_game(symbols=symbols_each, diameter=40.0)
    items = rules_sheet.example(rules_sheet.exact(game), game, settings(), 57).content
    badges = [
        item.box for item in items if isinstance(item, Oval) and item.fill in ("forest", "red")
    ]
    marks = [item.box for item in items if isinstance(item, Art) and "/marks/" in item.name]
    for badge in badges:
        assert not any(badge.overlaps(mark) for mark in marks)


def test_cards_and_page_say_the_same(roll_game):
    game, looks = roll_game(), settings()
    on_cards = {panel.title for panel in rules_sheet._panels(game, looks, rules_sheet.PANELS)}
    page = texts([rules_sheet.page(game, looks)])
    cards = texts(rules_sheet.card_pages(game, looks))
    for title in on_cards:
        assert title in page and title in cards
    assert str(game.game_id) in page and str(game.game_id) in cards


@pytest.mark.parametrize("sheet", GAME.rolled_sheets)
def test_every_sheet_says_which_game_it_is_of(roll_game, sheet):
    game = roll_game()
    assert str(game.game_id) in texts(GAME.pages(sheet, game, settings())[:1])


def test_what_a_game_is_made_of_is_that_of_its_set(roll_game, roll_invented_game):
    def reference_text(game, code):
        return texts([rules_sheet.page(game, settings(code=code))]).replace("\u00a0", " ")

    assert "36 flat round magnets, 40 mm across" in reference_text(roll_game(), "en")
    assert "36 aimants ronds et plats de 25 mm" in reference_text(roll_game(name="pocket"), "fr")
    assert "12 aimants ronds et plats de 27,5 mm" in reference_text(
        roll_invented_game(diameter=27.5), "fr"
    )


@pytest.mark.parametrize("code", languages())
def test_the_key_names_every_face(roll_game, code):
    game = roll_game()
    key = rules_sheet.key(game, settings(code=code), 57).at(0, 0)
    items = [entry.item for entry in flatten(Page(PAPERS["a4"], (key,)))]
    words = " ".join(item.text for item in items if isinstance(item, Text))
    for kind in (*game.disc_set.shapes.values(), *game.disc_set.colours.values()):
        assert localized(kind.name, code) in words
    assert len(arts(items)) == 12


def test_long_names_break_or_are_refused(roll_game):
    def game_with_name(name):
        game = roll_game()
        shapes = {
            key: shape.model_copy(update={"name": {"en": name}})
            for key, shape in game.disc_set.shapes.items()
        }
        disc_set = game.disc_set.model_copy(update={"shapes": shapes})
        return replace(game, definition=replace(game.definition, sets=(disc_set,)))

    for page in rules_sheet.card_pages(game_with_name("piece of a large puzzle"), settings()):
        assert_sound(page)
    with pytest.raises(TextOverflowError):
        rules_sheet.card_pages(game_with_name("p" * 60), settings())


@pytest.mark.parametrize(("paper", "code"), cases(PAPERS, languages(), together=1))
def test_the_reference_has_the_sections_in_the_order_of_the_cards(roll_game, paper, code):
    """Column by column, as the notes at the foot of the cards count them."""
    game, looks = roll_game(), settings(paper, code=code)
    numbered = [panel.title for panel in rules_sheet._panels(game, looks, rules_sheet.PANELS)]
    page = rules_sheet.page(game, looks)
    titles = [group.name for group in page.items if isinstance(group, Group)]
    assert [title for title in titles if title in numbered] == numbered


# Magnets


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("sheet", ["cards", "reference", "discs"])
def test_where_discs_or_magnets_are_there_is_the_warning(roll_game, sheet, code):
    """On every front of discs, the cards and the page: the age from which magnets are allowed."""
    looks = settings(code=code)
    warning = _plain(load_language(looks.language_code).say("discs.making.warning"))
    assert "5" in warning and "14" in warning
    sheets = GAME.pages(sheet, roll_game(), looks)
    if sheet == "discs":
        assert all(warning in _plain(texts([page])) for page in sheets[::2])
    else:
        assert warning in _plain(texts(sheets))


@pytest.mark.parametrize("code", languages())
def test_the_box_warns_of_magnets_and_names_no_age(roll_game, code):
    """Of either set, of card or with magnets in it: nobody reads 5+ where the warning says 14."""
    say = load_language(code).say
    for name, thickness in (("classic", 0.3), ("pocket", 0.3), ("pocket", 1.0)):
        looks = replace(settings(code=code), thickness=thickness)
        words = _plain(texts(GAME.pages("box", roll_game(name=name), looks)))
        assert _plain(say("discs.making.warning")) in words
        assert _plain(say("discs.box.about")) in words
        assert "5+" not in words and _plain(say("discs.goal.about")) not in words


@pytest.mark.parametrize("code", languages())
def test_children_under_5_play_with_card(code):
    """So the text about them and the warning agree."""
    card = {"en": "card", "fr": "carton", "nl": "karton", "de": "Karton"}[code]
    say = load_language(code).say
    for key in ("ending.young", "making.warning"):
        warning = say(f"discs.{key}").split("5")[-1 if key.endswith("warning") else 1]
        assert card in warning


@pytest.mark.parametrize("code", languages())
def test_the_box_of_the_discs_tells_thickness_and_poles(roll_game, code):
    looks = settings(code=code)
    for page in discs_sheet.pages(roll_game(), looks)[::2]:
        (box,) = [item for item in page.items if getattr(item, "name", "") == "instructions"]
        words = _plain(" ".join(item.text for item in box.items if isinstance(item, Text)))
        assert _plain(load_language(looks.language_code).say("discs.making.poles")) in words
        assert "40" in words and "3 mm" in words


def _plain(text: str) -> str:
    return " ".join(text.replace("**", "").replace("\u00a0", " ").split())


# Two hands on a disc, a roll that matches nothing


@pytest.mark.parametrize("code", languages())
def test_the_card_tells_what_two_hands_and_a_roll_without_a_match_mean(roll_game, code):
    looks = settings(code=code)
    for sheet in ("cards", "reference"):
        words = _plain(texts(GAME.pages(sheet, roll_game(), looks)))
        for key in ("both", "next"):
            assert _plain(load_language(looks.language_code).say(f"discs.rolling.{key}")) in words


# Wording


def keys(wording, path="discs"):
    """Every key of the wording; plural forms count as one."""
    if isinstance(wording, dict) and "other" not in wording:
        for name, inner in wording.items():
            yield from keys(inner, f"{path}.{name}")
    else:
        yield path


@pytest.mark.parametrize("code", languages())
def test_all_wording_is_used_and_there(roll_game, code, monkeypatch):
    language, keys_said = load_language(code), set()
    say = type(language).say

    def listening(self, key, **params):
        keys_said.add(key)
        return say(self, key, **params)

    monkeypatch.setattr(type(language), "say", listening)
    for sheet, backs, ink in product(GAME.named_sheets, BACKS, ("full", "low")):
        GAME.pages(sheet, roll_game(), replace(settings(code=code, ink=ink), backs=backs))
    on_sheets = {key for key in keys(language.section("discs")) if not key.startswith("discs.page")}
    assert {key for key in keys_said if key.startswith("discs.")} == on_sheets
