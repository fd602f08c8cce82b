"""Cards and reference page: verdicts, names, warnings."""

from dataclasses import replace

import pytest
from games.discs.rolled import arts, classic, classic_with, invented, plain, symbols, texts
from support import assert_sound, settings

from generator.core.errors import TextOverflowError
from generator.games.discs import GAME
from generator.games.discs.roll import matches
from generator.games.discs.sheets import rules_sheet
from generator.languages import languages, load_language, localized
from generator.layout.page import Art, Group, Oval, Text, flatten_items


@pytest.mark.parametrize("kind", [rules_sheet.exact, rules_sheet.wild])
def test_ticks_are_on_the_discs_that_match(kind):
    """As drawn: a badge follows the symbols of its disc."""
    example, drawn, verdicts = kind(classic()), [], []
    for item in rules_sheet.example(example, classic(), settings(), 57).content:
        if isinstance(item, Art) and item.colour != "steel" and item.name != "discs/wild":
            drawn.append(item)
        elif isinstance(item, Oval) and item.fill in ("forest", "red"):
            is_match = matches(symbols(drawn[-6:]), example.shape, example.colour)
            verdicts.append(is_match == (item.fill == "forest"))
    assert verdicts == [True] * len(example.discs)


@pytest.mark.parametrize("symbols_each", [2, 3, 4, 5])
def test_no_badge_hides_a_mark(symbols_each):
    """It lies between two symbols."""
    game = invented(symbols=symbols_each, diameter=40.0)
    items = rules_sheet.example(rules_sheet.exact(game), game, settings(), 57).content
    badges = [
        item.box for item in items if isinstance(item, Oval) and item.fill in ("forest", "red")
    ]
    marks = [item.box for item in items if isinstance(item, Art) and "/marks/" in item.name]
    assert badges and not any(badge.overlaps(mark) for badge in badges for mark in marks)


@pytest.mark.parametrize("code", languages())
def test_cards_and_page_say_the_same_in_the_same_order(code):
    looks = settings(code=code)
    cards, page = rules_sheet.card_pages(classic(), looks), rules_sheet.page(classic(), looks)
    say = load_language(code).say
    titles = [say(f"discs.{key}") for key in rules_sheet.ON_CARDS]
    assert all(plain(title) in texts(cards) for title in titles)
    groups = [group.name for group in page.items if isinstance(group, Group)]
    assert [name for name in groups if name in titles] == titles
    for pages in (cards, [page]):
        for key in ("rolling.both", "rolling.next", "making.warning"):
            assert plain(say(f"discs.{key}")) in texts(pages)


@pytest.mark.parametrize("sheet", GAME.rolled_sheets)
def test_every_sheet_says_which_game_it_is_of(sheet):
    assert str(classic().game_id) in texts(GAME.pages(sheet, classic(), settings())[:1])


@pytest.mark.parametrize(
    ("game", "code", "words"),
    [
        (classic(), "en", "36 flat round magnets, 40 mm across"),
        (classic(name="pocket"), "fr", "36 aimants ronds et plats de 25 mm"),
        (invented(diameter=27.5), "fr", "12 aimants ronds et plats de 27,5 mm"),
    ],
)
def test_what_a_game_is_made_of_is_that_of_its_set(game, code, words):
    assert words in texts([rules_sheet.page(game, settings(code=code))])


@pytest.mark.parametrize("code", languages())
def test_the_key_names_every_face(code):
    key = rules_sheet.key(classic(), settings(code=code), 57).at(0, 0)
    items = [entry.item for entry in flatten_items([key])]
    words = " ".join(item.text for item in items if isinstance(item, Text))
    disc_set = classic().disc_set
    for kind in (*disc_set.shapes.values(), *disc_set.colours.values()):
        assert localized(kind.name, code) in words
    assert len(arts(items)) == 12 + len(disc_set.shapes)  # all shapes on the white face, too


def test_long_names_break_or_are_refused():
    def named(name):
        shapes = classic().disc_set.shapes.items()
        return classic_with(
            shapes={key: shape.model_copy(update={"name": {"en": name}}) for key, shape in shapes}
        )

    for page in rules_sheet.card_pages(named("piece of a large puzzle"), settings()):
        assert_sound(page)
    with pytest.raises(TextOverflowError):
        rules_sheet.card_pages(named("p" * 60), settings())


@pytest.mark.parametrize("code", languages())
def test_where_discs_or_magnets_are_there_is_the_warning(code):
    """On every front of discs, with how thick they may be and the poles; the age from which magnets
    are allowed. Children under 5 play with card, so the text about them and the warning agree."""
    say, looks = load_language(code).say, settings(code=code)
    warning, young = plain(say("discs.making.warning")), plain(say("discs.ending.young"))
    card = {"en": "card", "fr": "carton", "nl": "karton", "de": "Karton"}[code]
    assert "14" in warning and card in warning.split("5")[-1] and card in young.split("5")[1]
    for page in GAME.pages("discs", classic(), looks)[::2]:
        for words in (warning, plain(say("discs.making.poles")), "40", "3 mm"):
            assert words in texts([page])


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize(("name", "thickness"), [("classic", 0.3), ("pocket", 1.0)])
def test_the_box_warns_of_magnets_and_names_no_age(code, name, thickness):
    """Nobody reads 5+ where the warning says 14."""
    say, looks = load_language(code).say, replace(settings(code=code), thickness=thickness)
    words = texts(GAME.pages("box", classic(name=name), looks))
    assert plain(say("discs.making.warning")) in words and plain(say("discs.box.about")) in words
    assert "5+" not in words and plain(say("discs.goal.about")) not in words
