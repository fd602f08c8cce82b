"""The rules sheet: sound everywhere, complete, and drawn from verdicts of the rules."""

import re
from collections import Counter
from dataclasses import replace

import pytest
from games.metals.pictures import shipped
from support import assert_sound, settings

from generator.games.metals import examples
from generator.games.metals.factions import Faction, with_keys
from generator.games.metals.map import FACINGS
from generator.games.metals.roll import MetalsGame, roll
from generator.games.metals.sheets import marks, rules
from generator.games.metals.sheets.figures import Figure
from generator.languages import Language, language
from generator.layout.page import PAPERS, Art, Group, Line, Oval, Page, Rect, Text, placed
from generator.layout.text import TextTooLong

DAMAGE, POINTS = "metals/tokens/damage", "shared/points"
CELL = 10.0


@pytest.fixture
def figures():
    return shipped().figures


def game(name="classic", form="basic", seed="x", **figures) -> MetalsGame:
    """A game, its figures changed."""
    definition = shipped(name)
    changed = definition.figures.model_copy(update=figures)
    return roll(replace(definition, figures=changed), form, 2, seed)


def words(pages: list[Page]) -> str:
    """All text, with single spaces between the runs."""
    texts = (each.item.text for page in pages for each in placed(page) if isinstance(each.item, Text))
    return re.sub(r"\s+", " ", " ".join(texts)).replace(" .", ".")


def plain(markup: str) -> str:
    """A wording as words() finds it."""
    bare = re.sub(r"\*\*|\[points\]", " ", markup)
    return re.sub(r"\s+", " ", bare).replace(" .", ".").replace(" :", ":").strip()


def drawn(part) -> list:
    """All leaf items of a part."""
    page = Page(PAPERS["a4"], (part.at("part", 0, 0),))
    return [each.item for each in placed(page)]


def figure(example) -> Figure:
    emblems = {key: one.art for key, one in shipped().figures.factions.items()}
    return Figure(example, emblems, CELL, True)


def discs(items) -> list[Oval]:
    """The badges."""
    return [item for item in items if isinstance(item, Oval) and item.stroke == "forest"]


def bursts(items) -> list[Art]:
    """The hits; the burst of a damaged Metal has another size."""
    side = pytest.approx(marks.BURST * CELL)
    return [item for item in items if getattr(item, "name", "") == DAMAGE and item.box.w == side]


def gains(items) -> Counter:
    return Counter(item.text for item in items if getattr(item, "text", "").startswith("+"))


@pytest.mark.parametrize("ink", ["full", "low", "grey"])
@pytest.mark.parametrize("code", ["en", "fr"])
@pytest.mark.parametrize("paper", PAPERS)
def test_two_sound_pages(paper, code, ink):
    pages = rules.pages(game(), settings(paper, ink, code))
    assert [page.name for page in pages] == ["rules 1", "rules 2"]
    for page in pages:
        assert_sound(page)
        assert page.paper == PAPERS[paper].portrait


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("code", ["en", "fr"])
def test_the_text_is_comfortable_to_read(paper, code):
    texts = [each.item for page in rules.pages(game(), settings(paper, "full", code))
             for each in placed(page) if isinstance(each.item, Text)]  # fmt: skip
    prose = Counter(text.size for text in texts if text.font == "text")
    assert max(prose, key=prose.get) >= 8.8


def test_every_game_of_a_definition_has_the_same_rules_sheet():
    """A run prints it once."""
    sheets = {
        tuple(tuple(placed(page)) == () or words([page]) for page in rules.pages(one, settings()))
        for one in (game(), game("wilds", "factions", "a"), game("wilds", "basic", "b"))
    }
    assert len(sheets) == 1


class Heard(Language):
    """A language that notes what it is asked to say."""

    def __init__(self, code: str):
        known = language(code)
        super().__init__(code, {"singular": [1], "rewrite": known._rewrite_rules()} if False else {})


def test_every_wording_is_printed(monkeypatch):
    asked = set()
    say = Language.say

    def noting(self, key, **params):
        asked.add(key)
        return say(self, key, **params)

    monkeypatch.setattr(Language, "say", noting)
    rules.pages(game(), settings())
    section = language("en").section("metals")["rules"]
    keys = {f"metals.rules.{name}" for name, text in section.items() if isinstance(text, str)}
    keys |= {
        f"metals.rules.{name}.{key}"
        for name, texts in section.items()
        if isinstance(texts, dict)
        for key in texts
    }
    assert {key for key in asked if key.startswith("metals.rules.")} == keys
