"""The rules sheet: sound everywhere and complete; numbers come from the definition. Its golden
file has the wording, and where figures lie."""

import itertools
from dataclasses import replace

import pytest
from games.metals.sheet_pages import arts, game, leaves, words
from short_run import cases, first
from support import assert_sound, listing, settings, texts, wordiest_language

from generator.core.errors import TextOverflowError
from generator.core.paper import PAPERS
from generator.games.metals.definition import FORMS, Faction
from generator.games.metals.sheets import rules_sheet, tokens
from generator.games.metals.sheets.rules_sheet import PAGE_EDGE
from generator.languages import languages, load_language
from generator.layout.booklet import half_paper
from generator.layout.page import CUT_CLEARANCE, MM_PER_POINT, Rect, Text
from generator.layout.theme import LINES, line_weight

HARDEST = ("a4-letter-safe", wordiest_language(), "low")
AXES = (PAPERS, languages(), ("full", "low", "grey"))
CASES = cases(*AXES, together=1, always=[HARDEST])


@pytest.mark.parametrize(("paper", "code", "ink"), CASES)
@pytest.mark.parametrize("form", FORMS)
def test_two_sound_pages(form, paper, code, ink):
    pages = rules_sheet.pages(game(form=form), settings(paper, ink, code))
    assert len(pages) == 2 or (paper, form) == ("a2", "basic")
    for page in pages:
        assert_sound(page)
        assert page.paper == PAPERS[paper].portrait
        edges = page.paper.within(PAGE_EDGE)
        assert all(edges.contains(leaf.box, 0.2) for leaf in leaves(page))


@pytest.mark.parametrize("form", FORMS)
def test_every_game_of_a_form_has_the_same_rules_sheet(form):
    """A run prints it once."""
    games = game(form=form), game("wilds", form, "a"), game("gorge", form, "b")
    sheets = {tuple(map(listing, rules_sheet.pages(one, settings()))) for one in games}
    assert len(sheets) == 1


@pytest.mark.parametrize(("form", "number"), [("basic", 7), ("factions", 33)])
def test_numbers_come_from_the_definition(figures, form, number):
    target = figures.target.model_copy(update={"basic": 7, "factions": 33})
    text = words(rules_sheet.pages(game(form=form, target=target, on_map=2), settings()))
    assert f"The first to reach {number} wins." in text
    assert f"Whoever reaches {number} wins at once." in text
    assert ("you play to 33" in text) == (form == "factions")
    assert str(40 - number) not in text
    assert "Each of you chooses at least 2 Metals" in text
    assert "You may have at most 2 Metals" in text


WHEN = {"attacked": {"attacker_on": "corner"}, "hit": {"hit_from": ["front", "side"]}}


MANY = (wordiest_language(), "hit", 24)
OTHERS = cases(languages(), WHEN, (1, 2, 24), together=1, always=[MANY])


@pytest.mark.parametrize(("code", "reason", "count"), OTHERS)
def test_other_factions_are_printed_too(code, reason, count):
    """With long names and large gains; what the sides of a Metal are only if one asks for them."""
    factions = {
        f"faction_{number}": Faction.model_validate(
            {"name": {"en": f"Wanderers of Dusk {number}"}, "gain": 9, "when": WHEN[reason]}
        )
        for number in range(count)
    }
    metals_game = game(form="factions", factions=factions)
    pages = rules_sheet.pages(metals_game, settings("letter", code=code))
    assert len(pages) == (3 if count == 24 else 2)
    for page in pages:
        assert_sound(page)
    every = [leaf for page in pages for leaf in leaves(page)]
    rows = [
        frame
        for leaf in every
        for group, frame in zip(leaf.groups, leaf.frames, strict=True)
        if group.name == "faction"
    ]
    assert len(dict.fromkeys(rows)) == count
    front = load_language(code).say("metals.rules.factions.front")
    assert (front in itertools.chain(*map(texts, pages))) == (reason == "hit")


@pytest.mark.parametrize("on_map", [1, 2, 9])
def test_more_and_fewer_metals_on_the_map(on_map):
    for page in rules_sheet.pages(game(on_map=on_map), settings()):
        assert_sound(page)


def test_a_name_too_long_for_its_column_is_refused(figures):
    name = {"en": "M" * 60}
    long = {key: one.model_copy(update={"name": name}) for key, one in figures.factions.items()}
    with pytest.raises(TextOverflowError, match="a word is wider than"):
        rules_sheet.pages(game(form="factions", factions=long), settings())


def test_what_is_scored_leaves_the_emblems_in_sight(figures):
    count = 0
    for page in rules_sheet.pages(game(form="factions"), settings("letter", code="fr")):
        every = leaves(page)
        labels = [leaf.box for leaf in every if getattr(leaf.item, "fill", "") == "cream"]
        count += len(labels)
        for (x, y, w, h), emblem in itertools.product(labels, arts(every, "emblems")):
            across = min(x + w, emblem.box.right) - max(x, emblem.box.x)
            down = min(y + h, emblem.box.bottom) - max(y, emblem.box.y)
            assert max(0, across) * max(0, down) < 0.25 * emblem.box.w * emblem.box.h
    assert count >= 2 + len(figures.factions)


@pytest.mark.parametrize("ink", ["full", "low"])
@pytest.mark.parametrize("size", [20.0, 24.0])
def test_all_pictures_of_tokens_are_tokens_at_one_scale(ink, size):
    """Fronts and backs: the frame lies as far inside the cut, and is as round and as heavy, as on
    the sheet of tokens (heavier on backs in line art), and dashed for red; names, which would be
    too small, are left out of all."""
    counts = game().definition.figures.tokens.model_copy(update={"size": size})
    pictures, scales = {}, set()
    for page in rules_sheet.pages(game(tokens=counts), settings(ink=ink)):
        for leaf in leaves(page):
            if "token" in [group.name for group in leaf.groups]:
                assert not isinstance(leaf.item, Text)
                if isinstance(leaf.item, Rect):
                    middle = *map(round, leaf.box.centre), page.name
                    pictures.setdefault(middle, []).append(leaf.item)
    weights = [LINES["frame"]] * 3 + [LINES["frame"] if ink == "full" else tokens.HEAVY_FRAME]
    for (cut, *_, frame), weight in zip(pictures.values(), weights, strict=True):
        scale = cut.box.w / size
        scales.add(round(scale, 6))
        inset = (CUT_CLEARANCE + line_weight(weight, ink) * MM_PER_POINT / 2) * scale
        assert frame.box == pytest.approx(cut.box.inset(inset), abs=1e-5)
        assert (frame.line, frame.radius) == pytest.approx((weight * scale, 1.5 * scale), abs=1e-5)
    assert len(scales) == 1
    assert [bool(frame.dash) for *_, frame in pictures.values()] == [False, True, False, False]


@pytest.mark.parametrize("code", first(1, [wordiest_language(), *languages()]))
def test_the_title_of_a_booklet_leaves_room_for_the_metals_beside_it(code):
    half = half_paper(settings("letter"))
    sheet = rules_sheet.chapter(game(), replace(settings(code=code), paper=half)).pages[0]
    head = [leaf for leaf in leaves(sheet) if "head" in [group.name for group in leaf.groups]]
    (title,) = [leaf.box for leaf in head if getattr(leaf.item, "font", "") == "heavy"]
    markers = arts(head, "marker")
    assert len(markers) == 2
    assert not any(title.overlaps(marker.box) for marker in markers)
