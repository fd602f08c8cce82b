"""What the reference, the cards and the rules under the board say and show."""

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest
from games.quads.sheet_pages import SHEETS, classic, pages, quads_with, rolled, words
from short_run import cases, first
from support import assert_sound, settings

from generator.core.paper import PAPERS
from generator.core.settings import BACKS, INK_MODES
from generator.games.quads import GAME
from generator.games.quads.definition import CATALOGUE
from generator.games.quads.examples import figures
from generator.games.quads.pieces import NEUTRALS, PLAYERS
from generator.games.quads.sheets import rules_sheet
from generator.games.quads.sheets.board_sheet import PLAYER_GAP
from generator.games.quads.sheets.pieces_sheet import owner_name
from generator.languages import Language, languages, load_language
from generator.layout.page import Art, Group, Line, Oval, Page, Text, flatten
from generator.layout.pieces import look


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
    shown = figures(classic().setup).values()
    assert verdicts % sum(len(figure.scenes) for figure in shown) == 0 < verdicts


@pytest.mark.parametrize("code", languages())
def test_each_set_prints_its_own_first_turn(code):
    """And the winning strategy only where there is one."""
    say = load_language(code).say
    keys = {
        "classic": ("setup.first", "frame.rule"),
        "apart": ("setup.first", "opposite.rule", "frame.only"),
        "lots": ("setup.first_marked", "frame.only"),
    }
    light, dark = (owner_name(classic(), player, settings(code=code)) for player in PLAYERS)

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
    entries_on_cards = [entry for entries in rules_sheet.PANELS.values() for entry in entries]
    assert sorted(entry for entry in entries_on_cards if entry.startswith("figure ")) == sorted(
        f"figure {name}" for name in ("pieces", "backs", "key", *figures(rolled("apart").setup))
    )


@pytest.mark.parametrize("width", [57.0, 91.0])
def test_a_corner_of_the_board_is_torn_off_along_all_of_two_edges(width):
    items = rules_sheet.figure_block(
        figures(classic().setup)["frame"], classic().quads_set, settings(), width
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
    for figure in figures(rolled("apart").setup).values():
        block = rules_sheet.figure_block(figure, classic().quads_set, settings(code=code), width)
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
                expected = load_language(code).say(f"quads.reason.{scene.claim}")
                assert " ".join(below).replace("\u00a0", " ") == expected.replace("\u00a0", " ")
                reasons.add(scene.claim)
        assert all(item.box.bottom <= block.height for item in block.content)
    assert reasons == set(load_language(code).section("quads")["reason"])


@pytest.mark.parametrize("code", languages())
def test_lines_are_not_called_neutral(code):
    """That is the name of the two pieces without a solid side."""
    rules = load_language(code).section("quads")["rules"]
    assert "neutr" in rules["goal"]["neutral"] and "neutr" not in rules["matching"]["both"]


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

    assert size("a3") > 1.15 * size("a4")


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
        for sheet, ink in product(SHEETS, ("full", "low")):
            GAME.pages(sheet, quads, settings(code=code, ink=ink))
        GAME.record(quads, code)
    on_sheets = set(_keys(load_language(code).section("quads"), "quads"))
    on_sheets -= {key for key in on_sheets if key.startswith("quads.page.")}
    assert {key for key in keys if key.startswith("quads.")} == on_sheets


def _keys(wording, path):
    for name, inner in wording.items():
        if isinstance(inner, dict) and "other" not in inner:
            yield from _keys(inner, f"{path}.{name}")
        else:
            yield f"{path}.{name}"


@pytest.mark.parametrize(
    ("name", "backs", "ink", "code"),
    cases(CATALOGUE.shipped, BACKS, ("full", "low"), languages(), whole=3),
)
def test_each_player_has_cards_in_at_least_9_points(name, backs, ink, code):
    """With every way to print backs: two of each card."""
    looks = replace(settings(code=code, ink=ink), backs=backs)
    sheet = GAME.pages("cards", rolled(name), looks)
    fronts = [piece for page in sheet for piece in page.pieces if not piece.is_back]
    assert set(Counter(look(piece) for piece in fronts).values()) == {len(PLAYERS)}
    sizes = [
        entry.item.size
        for page in sheet
        for entry in flatten(page)
        if isinstance(entry.item, Text) and entry.groups[0].name.startswith("card")
    ]
    assert min(sizes) >= 9


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("name", CATALOGUE.shipped)
def test_sections_come_in_one_order_everywhere(name, code):
    """Those under the board, which has fewer, as on the reference and on the cards."""
    say, quads = load_language(code).say, rolled(name)
    heads = {say(f"quads.rules.{section}.head") for section in rules_sheet.PANELS}
    orders = []
    for sheet in ("board", "reference"):
        (page,) = pages(sheet, quads, code=code)
        titles = [entry.item for entry in flatten(page) if isinstance(entry.item, Text)]
        orders.append([title.text for title in titles if title.text in heads])
    on_board, on_reference = orders
    assert len(on_board) >= 4
    assert on_board == [title for title in on_reference if title in on_board]
    for page_words in (
        words(pages(sheet, quads, code=code)[0]) for sheet in ("board", "reference")
    ):
        end = plain_words(say("quads.rules.goal.end")).split("**")[1]
        assert say("quads.rules.goal.head") in page_words.split(end)[0]
        assert say("quads.rules.setup.head") in page_words.split(end)[1]


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("name", CATALOGUE.shipped)
def test_the_board_says_what_is_neutral(name, code):
    """Pictures of the two pieces, with the word."""
    (page,) = pages("board", rolled(name), code=code)
    head = next(item for item in page.items if isinstance(item, Group) and item.name == "head")
    keys = {piece.key for piece in NEUTRALS}
    shown = [entry for entry in flatten(Page(page.paper, (head,))) if entry.groups]
    assert {group.name for entry in shown for group in entry.groups} >= keys
    assert load_language(code).say("quads.board.neutral") in words(Page(page.paper, (head,)))


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
        name = "The Shining Ones of the East"
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
    [("Light", "Dark", 1), ("L" * 17, "D" * 17, 2), ("Lively " * 12, "Dapper " * 12, 2)],
)
def test_the_key_to_solid_sides_shows_a_side_of_each_player(light, dark, rows):
    quads = quads_named(light.strip(), dark.strip())
    key = rules_sheet.solid_key(quads, settings(ink="low"), 57.0)
    items = list(flatten(Page(PAPERS["a4"], (key.at(0, 0),))))
    filled = [entry.box for entry in items if isinstance(entry.item, Art)]
    lines = [entry for entry in items if isinstance(entry.item, Line)]
    dots = [entry.box for entry in items if isinstance(entry.item, Oval)]
    texts = [entry.item for entry in items if isinstance(entry.item, Text)]
    assert len(filled) == 1  # of dark
    assert len(dots) == 2 + 4 + 6 + 8  # of light
    assert min(box.w for box in dots) >= 0.5 and min(text.size for text in texts) >= 9
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
