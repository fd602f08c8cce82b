"""What the reference, the cards and the rules under the board say and show."""

from itertools import product

import pytest
from games.quads.sheet_pages import (
    SHEETS,
    classic,
    pages,
    quads_with,
    rolled,
    words,
)
from short_run import cases, first
from support import assert_sound, settings

from generator.core.paper import PAPERS
from generator.games.quads.examples import FIGURES
from generator.games.quads.game import GAME
from generator.games.quads.pieces import PLAYERS, Mark
from generator.games.quads.sheets import reference, rule_figures
from generator.games.quads.sheets.board_sheet import PLAYER_GAP
from generator.games.quads.wording import owner_name
from generator.languages import Language, languages, load_language
from generator.layout.page import Art, Group, Line, Oval, Page, Text, flatten
from generator.layout.theme import INK_MODES


@pytest.mark.parametrize(("sheet", "code"), cases(("cards", "reference"), languages(), together=1))
def test_every_rule_and_every_figure_is_printed(sheet, code):
    """On the sheets of some set."""
    sets = None, rolled("apart"), rolled("lots")
    all_pages = [page for quads in sets for page in pages(sheet, quads, code=code)]
    all_words = " ".join(map(words, all_pages)).replace("\u00a0", " ")
    for section in load_language(code).section("quads")["rules"].values():
        for text in section.values():
            first = load_language(code).typeset(text.split("{")[0].replace("**", ""))
            assert " ".join(first.replace("\u00a0", " ").split()[:3]) in all_words
    page_items = [entry for page in pages(sheet, code=code) for entry in flatten(page)]
    verdicts = sum(isinstance(entry.item, Oval) for entry in page_items)
    assert verdicts % sum(len(figure.scenes) for figure in FIGURES.values()) == 0 < verdicts


@pytest.mark.parametrize("code", languages())
def test_each_set_prints_its_own_first_turn(code):
    """And the winning strategy only where there is one."""
    say = load_language(code).say
    keys = {
        "classic": ("setup.first", "variants.frame"),
        "apart": ("setup.first_not_opposite", "variants.frame_only"),
        "lots": ("setup.first_marked", "variants.frame_only"),
    }
    light, dark = (owner_name(classic(), player, load_language(code)) for player in PLAYERS)

    def texts(key):
        """A sentence, at its bold words in parts."""
        parts = say(f"quads.rules.{key}", light=light, dark=dark).split("**")
        return {plain(part) for part in parts} - {""}

    def plain(sentence):
        return " ".join(sentence.replace("\u00a0", " ").replace("\u202f", " ").split())

    for name, own in keys.items():
        (page,) = pages("reference", rolled(name), code=code)
        printed = plain(words(page))
        sentences = [texts(key) for key in own]
        assert all(part in printed for parts in sentences for part in parts), name
        for key in {key for other in keys.values() for key in other if key not in own}:
            parts = texts(key)
            is_contained = any(max(parts, key=len) in part for one in sentences for part in one)
            assert is_contained or not all(part in printed for part in parts), (name, key)


def test_every_figure_is_on_a_card():
    entries_on_cards = [entry for entries in reference.PANELS.values() for entry in entries]
    assert sorted(entry for entry in entries_on_cards if entry.startswith("figure ")) == sorted(
        f"figure {name}" for name in FIGURES
    )


@pytest.mark.parametrize("width", [57.0, 91.0])
def test_a_corner_of_the_board_is_torn_off_along_all_of_two_edges(width):
    items = rule_figures.figure_block(
        FIGURES["frame"], classic().quads_set, settings(), width
    ).content
    for scene in (item for item in items if isinstance(item, Group)):
        teeth = [item for item in scene.items if isinstance(item, Art) and item.colour == "white"]
        corner = scene.box.w, scene.box.h
        for angle, edge in ((90, 0), (180, 1)):
            here = [tooth.box for tooth in teeth if tooth.angle == angle]
            assert [(box.right, box.bottom)[edge] for box in here] == pytest.approx(
                [corner[edge]] * len(here)
            )
            assert sum(box.h for box in here) == pytest.approx(corner[1 - edge])


@pytest.mark.parametrize("width", [57.0, 91.0])
@pytest.mark.parametrize("code", languages())
def test_every_wrong_example_says_why_and_no_right_one_does(code, width):
    """The text is that of the reason that the rules give."""
    reasons = set()
    for figure in FIGURES.values():
        block = rule_figures.figure_block(figure, classic().quads_set, settings(code=code), width)
        boxes = [item.box for item in block.content if isinstance(item, Group)]
        for scene, box in zip(figure.scenes, boxes, strict=True):
            below = [
                item.text
                for item in block.content
                if isinstance(item, Text)
                and box.x - 0.1 <= item.x <= box.right
                and box.bottom < item.y < box.bottom + 8
            ]
            assert bool(below) == bool(scene.claim)
            if scene.claim:
                reason = _claim(scene)
                expected = load_language(code).say(f"quads.reason.{reason}")
                assert " ".join(below).replace("\u00a0", " ") == expected.replace("\u00a0", " ")
                reasons.add(reason)
        assert all(item.box.bottom <= block.height for item in block.content)
    assert reasons == set(load_language(code).section("quads")["reason"])


def _claim(scene) -> str:
    """Why the new piece is illegal, from the rule for two sides."""
    if scene.claim != "mismatch":
        return scene.claim
    move = scene.move(scene.new_piece)
    (there,) = (scene.move(put) for put in scene.pieces)
    assert move.square == there.square + 1  # so its left side touches
    mark, other = move.rotated_piece.sides[3], there.rotated_piece.sides[1]
    if mark == other:
        assert move.rotated_piece.piece.owner != there.rotated_piece.piece.owner
        return "colours"
    return "solid_on_lines" if Mark.SOLID in (mark, other) else "directions"


@pytest.mark.parametrize("code", languages())
def test_lines_are_not_called_neutral(code):
    """That is the name of the two pieces without a solid side."""
    rules = load_language(code).section("quads")["rules"]
    assert "neutr" in rules["goal"]["hand"] and "neutr" not in rules["touching"]["both"]


@pytest.mark.parametrize(("paper", "code"), cases(PAPERS, languages(), together=1))
def test_a_section_s_figures_stand_under_its_heading(code, paper):
    """Also where a section goes on in the next column: no part is figures alone."""
    (page,) = pages("reference", paper=paper, code=code)
    blocks = [item for item in page.items if isinstance(item, Group) and item.name != "head"]
    for block in blocks:
        first = block.items[-1].items[0].items[0]
        assert isinstance(first, Text), block.name


def test_the_rules_under_the_board_are_larger_on_a3():
    def size(paper):
        (page,) = pages("board", paper=paper)
        (text,) = [
            entry.item
            for entry in flatten(page)
            if isinstance(entry.item, Text) and entry.item.text.startswith("Leave your")
        ]
        return text.size

    assert size("a3") > 1.2 * size("a4")


def test_cards_are_poker_size_and_have_a_back():
    fronts, backs = pages("cards")
    for page in (fronts, backs):
        cards = [item for item in page.items if getattr(item, "name", "").startswith("card ")]
        assert len(cards) == 2 * 3  # for each player
        assert {(card.box.w, card.box.h) for card in cards} == {(63, 88)}


@pytest.mark.parametrize("code", first(1, languages()))
def test_every_wording_is_used(code, monkeypatch):
    keys = set()
    say = Language.say

    def say_and_note(self, key, **params):
        keys.add(key)
        return say(self, key, **params)

    monkeypatch.setattr(Language, "say", say_and_note)
    for quads in (classic(), rolled("apart"), rolled("lots")):
        for sheet, ink in product(SHEETS.values(), ("full", "low")):
            sheet(quads, settings(code=code, ink=ink))
        GAME.record(quads, code)
    assert {key for key in keys if key.startswith("quads.")} == set(
        _keys(load_language(code).section("quads"), "quads")
    )


def _keys(wording, path):
    for name, inner in wording.items():
        if isinstance(inner, dict) and "other" not in inner:
            yield from _keys(inner, f"{path}.{name}")
        else:
            yield f"{path}.{name}"


def quads_with_name(name):
    """The classic set with another name for the light player."""
    owners = classic().quads_set.owners
    light = owners.light.model_copy(update={"name": {"en": name}})
    return quads_with(owners=owners.model_copy(update={"light": light}))


def test_names_of_a_set_are_printed():
    renamed_set = quads_with_name("Sun")
    assert "Sun starts." in words(pages("reference", renamed_set)[0])
    assert "Sun" in words(pages("board", renamed_set)[0])
    assert "Sun" in words(pages("pieces", renamed_set)[0])


@pytest.mark.parametrize("ink", INK_MODES)
def test_a_long_name_is_set_smaller(ink):
    for sheet in ("board", "pieces"):
        name = "The Shining Ones of the Eastern Mountains"
        for page in pages(sheet, quads_with_name(name), ink=ink):
            assert_sound(page)


@pytest.mark.parametrize("length", range(1, 26, 3))
def test_on_the_board_names_keep_their_distance_from_the_title(length):
    (page,) = pages("board", quads_with_name("N" * length), ink="low")
    head = next(item for item in page.items if isinstance(item, Group) and item.name == "head")
    lefts = sorted(
        (item.box for item in head.items if isinstance(item, Text)), key=lambda box: box.x
    )
    title, behind_it = lefts[:2]
    assert behind_it.x - title.right > PLAYER_GAP - 0.5


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("sheet", ["cards", "reference", "board"])
def test_line_art_says_what_solid_sides_look_like(sheet, code):
    """They are white, or almost white; in colour and in grey they need no key."""
    key = plain_words(load_language(code).say("quads.pieces.solid"))
    for ink in INK_MODES:
        text = plain_words(" ".join(map(words, pages(sheet, code=code, ink=ink))))
        assert (key in text) == (ink == "low")


def plain_words(text):
    return " ".join(text.replace("\u00a0", " ").replace("\u202f", " ").split())


@pytest.mark.parametrize(
    ("light", "dark", "rows"),
    [("Light", "Dark", 1), ("L" * 20, "D" * 20, 2), ("Lively " * 12, "Dapper " * 12, 2)],
)
def test_the_key_to_solid_sides_shows_a_side_of_each_player(light, dark, rows):
    quads = quads_named(light.strip(), dark.strip())
    key = rule_figures.solid_key(quads, settings(ink="low"), 57.0)
    items = list(flatten(Page(PAPERS["a4"], (key.at(0, 0),))))
    filled = [entry.box for entry in items if isinstance(entry.item, Art)]
    lines = [entry for entry in items if isinstance(entry.item, Line)]
    assert len(filled) == 1  # of dark
    assert len(lines) == 2 * 3  # the outlines
    assert key.width <= 57.0
    assert max(entry.box.right for entry in items) <= 57.0
    assert max(entry.box.bottom for entry in items) <= key.height + 0.01
    level = {round(entry.box.y, 2) for entry in lines if entry.box.h == 0}
    assert len(level) == rows


def quads_named(light, dark):
    owners = classic().quads_set.owners
    named = {
        player: getattr(owners, player).model_copy(update={"name": {"en": name}})
        for player, name in (("light", light), ("dark", dark))
    }
    return quads_with(owners=owners.model_copy(update=named))
