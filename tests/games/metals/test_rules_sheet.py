"""The rules sheet: sound everywhere and complete; numbers come from the definition."""

import itertools
from collections import Counter
from dataclasses import replace

import pytest
from games.metals.rules_pages import DAMAGE, common, gains, game, items_of, plain, words
from short_run import cases
from support import assert_sound, listing, settings, wordiest_language

from generator.core.errors import TextOverflowError
from generator.core.paper import PAPERS
from generator.games.metals.definition import FORMS, Faction, assign_keys
from generator.games.metals.sheets import rules_sheet
from generator.games.metals.sheets.rules_sheet import PAGE_EDGE
from generator.games.metals.sheets.tokens import HEAVY_FRAME
from generator.languages import Language, languages, load_language
from generator.layout.booklet import half_paper
from generator.layout.page import (
    CUT_CLEARANCE,
    MM_PER_POINT,
    Art,
    Group,
    Line,
    Page,
    Rect,
    Text,
    flatten,
)
from generator.layout.theme import LINES


@pytest.mark.parametrize(
    ("paper", "code", "ink"),
    cases(PAPERS, languages(), ("full", "low", "grey"), together=1,
          always=[("a4-letter-safe", wordiest_language(), "low")]),
)  # fmt: skip
@pytest.mark.parametrize("form", FORMS)
def test_two_sound_pages(form, paper, code, ink):
    pages = rules_sheet.pages(game(form=form), settings(paper, ink, code))
    assert len(pages) == 2 or (paper, form) == ("a2", "basic")
    for page in pages:
        assert_sound(page)
        assert page.paper == PAPERS[paper].portrait
        edges = page.paper.within(PAGE_EDGE)
        assert all(edges.contains(entry.box, 0.2) for entry in flatten(page))


@pytest.mark.parametrize(("paper", "code"), cases(("a4", "letter"), languages(), together=1))
def test_the_text_is_comfortable_to_read(paper, code):
    texts = [
        entry.item
        for page in rules_sheet.pages(game(), settings(paper, "full", code))
        for entry in flatten(page)
        if isinstance(entry.item, Text)
    ]
    prose = Counter(text.size for text in texts if text.font == "text")
    assert max(prose, key=prose.get) >= 9


@pytest.mark.parametrize("form", FORMS)
def test_every_game_of_a_form_has_the_same_rules_sheet(form):
    """A run prints it once."""
    games = game(form=form), game("wilds", form, "a"), game("gorge", form, "b")
    sheets = {tuple(map(listing, rules_sheet.pages(one, settings()))) for one in games}
    assert len(sheets) == 1


def test_every_wording_is_printed(monkeypatch):
    keys_said = set()
    say = Language.say

    def noting(self, key, **params):
        keys_said.add(key)
        return say(self, key, **params)

    monkeypatch.setattr(Language, "say", noting)
    rules_sheet.pages(game(), replace(settings(), backs="none"))
    rules_sheet.chapter(game(), settings())
    section = {"metals.rules": load_language("en").section("metals")["rules"]}
    while any(isinstance(texts, dict) for texts in section.values()):
        section = {
            f"{name}.{key}" if key else name: text
            for name, texts in section.items()
            for key, text in (texts if isinstance(texts, dict) else {"": texts}).items()
        }
    assert {key for key in keys_said if key.startswith("metals.rules.")} == section.keys()


def test_numbers_come_from_the_definition(figures):
    target = figures.target.model_copy(update={"basic": 7, "factions": 33})
    for form, number in (("basic", 7), ("factions", 33)):
        variant = game(form=form, target=target, on_map=2)
        text = words(rules_sheet.pages(variant, settings()))
        assert f"The first to reach {number} wins." in text
        assert f"Whoever reaches {number} wins at once." in text
        assert ("you play to 33" in text) == (form == "factions")
        assert str(40 - number) not in text
        assert "Each of you chooses at least 2 Metals" in text
        assert "You may have at most 2 Metals" in text


@pytest.mark.parametrize("code", languages())
def test_the_table_has_a_row_for_every_faction(code, figures):
    language = load_language(code)
    page = rules_sheet.pages(game(form="factions"), settings(code=code))[-1]
    rows = faction_rows(page)
    assert len(rows) == len(figures.factions)
    for row, faction in zip(rows, figures.factions.values(), strict=True):
        leaves = items_of(row)
        text = words([Page(page.paper, (row,))])
        assert text.startswith(faction.name["en"])
        clause = faction.when.clause(language)
        gain = language.say("metals.rules.factions.gain", gain=faction.gain, clause=clause)
        assert plain(gain) in text
        assert gains(leaves) == {f"+{faction.gain}": 2}  # in words, and in an attack
        emblems = [leaf.name for leaf in leaves if "emblems" in getattr(leaf, "name", "")]
        assert emblems[0] == emblems[-1] == faction.art  # the attacker is drawn last


def faction_rows(page: Page) -> list[Group]:
    def groups(items):
        for item in items:
            if isinstance(item, Group):
                yield item
                yield from groups(item.items)

    return [group for group in groups(page.items) if group.name == "faction"]


def factions(count: int, when: dict) -> dict[str, Faction]:
    """A number of factions with long names and large gains."""
    invented_factions = {
        f"faction_{number}": Faction.model_validate(
            {"name": {"en": f"Wanderers of Dusk {number}"}, "gain": 9, "when": when}
        )
        for number in range(count)
    }
    return assign_keys(invented_factions)


WHEN = {"attacked": {"attacker_on": "corner"}, "hit": {"hit_from": ["front", "side"]}}


@pytest.mark.parametrize(
    ("code", "reason", "count"),
    cases(languages(), WHEN, (1, 2, 24), together=1, always=[(wordiest_language(), "hit", 24)]),
)
def test_other_factions_are_printed_too(code, reason, count):
    when = WHEN[reason]
    metals_game = game(form="factions", factions=factions(count, when))
    pages = rules_sheet.pages(metals_game, settings("letter", code=code))
    assert len(pages) == (3 if count == 24 else 2)
    rows = [row for page in pages for row in faction_rows(page)]
    assert len(rows) == count
    for page in pages:
        assert_sound(page)
    sides = plain(load_language(code).say("metals.rules.factions.front"))
    labels = [
        entry.item.text for page in pages for entry in flatten(page) if isinstance(entry.item, Text)
    ]
    assert (sides in labels) == ("hit_from" in when)


@pytest.mark.parametrize("on_map", [1, 2, 9])
def test_more_and_fewer_metals_on_the_map(on_map):
    for page in rules_sheet.pages(game(on_map=on_map), settings()):
        assert_sound(page)


def test_a_name_too_long_for_its_column_is_refused(figures):
    name = {"en": "M" * 60}
    long = {key: one.model_copy(update={"name": name}) for key, one in figures.factions.items()}
    with pytest.raises(TextOverflowError, match="a word is wider than"):
        rules_sheet.pages(game(form="factions", factions=assign_keys(long)), settings())


def test_what_is_scored_leaves_the_emblems_in_sight(figures):
    count = 0
    for page in rules_sheet.pages(game(form="factions"), settings("letter", code="fr")):
        every = list(flatten(page))
        labels = [entry.box for entry in every if getattr(entry.item, "fill", "") == "cream"]
        emblems = [entry.box for entry in every if "emblems" in getattr(entry.item, "name", "")]
        for pill, emblem in itertools.product(labels, emblems):
            assert common(pill, emblem) < 0.25 * emblem.w * emblem.h
        count += len(labels)
    assert count >= 2 + len(figures.factions)


def test_each_side_is_named_behind_its_attacker(figures):
    text = words(rules_sheet.pages(game(form="factions"), settings()))
    assert "front side +1" in text
    assert "Here White Fang attacks." in text


def test_the_bow_is_shown_only_where_it_is_about_its_faction():
    arts = [
        entry.item.name
        for page in rules_sheet.pages(game(form="factions"), settings())
        for entry in flatten(page)
        if isinstance(entry.item, Art)
    ]
    assert arts.count("metals/emblems/artemisia") == 2


@pytest.mark.parametrize("ink", ["full", "low", "grey"])
def test_tokens_of_both_players_are_shown_with_their_lines(ink):
    first = rules_sheet.pages(game(), settings(ink=ink))[0]
    rings = [token[-1] for token in _pictures_of_tokens(first)]
    assert [bool(ring.dash) for ring in rings] == [False, True]
    assert "Plain line: yours. Dashed line: your opponent’s." in words([first])


def _pictures_of_tokens(*pages: Page) -> list[list[Rect]]:
    """The cut line and the frame of each."""
    pictures: dict[tuple, list[Rect]] = {}
    for page in pages:
        for entry in flatten(page):
            if "token" in [group.name for group in entry.groups] and isinstance(entry.item, Rect):
                corner = round(entry.box.centre[0]), round(entry.box.centre[1]), page.name
                pictures.setdefault(corner, []).append(entry.item)
    return list(pictures.values())


@pytest.mark.parametrize("ink", ["full", "low"])
@pytest.mark.parametrize("size", [20.0, 24.0])
def test_all_pictures_of_tokens_are_tokens_at_one_scale(ink, size):
    """Fronts and backs: the frame lies as far inside the cut, and is as round and as heavy, as on
    the sheet of tokens (heavier on backs in line art); names, which would be too small, are left
    out of all."""
    counts = game().definition.figures.tokens.model_copy(update={"size": size})
    metals_game = game(tokens=counts)
    pages = rules_sheet.pages(metals_game, settings(ink=ink))
    pictures = _pictures_of_tokens(*pages)
    assert len(pictures) == 4
    scales = {round(cut.box.w / size, 6) for cut, *_ in pictures}
    assert len(scales) == 1
    (scale,) = scales
    weights = [LINES["frame"]] * 3 + [LINES["frame"] if ink == "full" else HEAVY_FRAME]
    for (cut, *_, frame), points in zip(pictures, weights, strict=True):
        weight = points * scale
        inset = CUT_CLEARANCE * scale + weight * MM_PER_POINT / 2
        assert frame.box == pytest.approx(cut.box.inset(inset), abs=1e-5)
        assert frame.line == pytest.approx(weight, abs=1e-5)
        assert frame.radius == pytest.approx(1.5 * scale, abs=1e-5)
    in_tokens = (
        entry.item for page in pages for entry in flatten(page)
        if "token" in [group.name for group in entry.groups]
    )  # fmt: skip
    assert not [item for item in in_tokens if isinstance(item, Text)]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_token_is_shown_turned_over_about_the_line_through_its_point(paper):
    """Facing a side of the reader's, where turning it like a page would move the point."""
    pages = rules_sheet.pages(game(), settings(paper))
    tokens = [
        entry
        for page in pages
        for entry in flatten(page)
        if entry.turn == 90 and "token" in [group.name for group in entry.groups]
    ]
    points = [entry.box for entry in tokens if getattr(entry.item, "name", "").endswith("figurine")]
    bursts = [entry.box for entry in tokens if getattr(entry.item, "name", "") == DAMAGE]
    front, back = points
    (burst,) = bursts
    assert back.contains(burst)
    assert not front.overlaps(burst)
    assert front.y == pytest.approx(back.y)
    level = front.centre[1]
    axes = [
        entry.box
        for page in pages
        for entry in flatten(page)
        if isinstance(entry.item, Line) and entry.item.dash and entry.box.h == 0
    ]
    for box in points:
        assert any(axis.y == pytest.approx(level, abs=0.3) and axis.x < box.x
                   and axis.right > box.right for axis in axes)  # fmt: skip


@pytest.mark.parametrize(
    ("code", "side", "shapes"),
    [
        ("de", "kurze Seite", ("runder Marker", "vier Zähnen")),
        ("en", "short side", ("round marker", "four teeth")),
        ("fr", "petit côté", ("marqueur rond", "quatre dents")),
        ("nl", "korte kant", ("ronde marker", "vier tanden")),
    ],
)
def test_the_sheet_says_how_the_map_lies_and_whose_markers_are_whose(code, side, shapes):
    text = words(rules_sheet.pages(game(), settings(code=code)))
    for phrase in (side, *shapes):
        assert phrase in text


@pytest.mark.parametrize("code", languages())
def test_the_title_of_a_booklet_leaves_room_for_the_metals_beside_it(code):
    half = half_paper(settings("letter"))
    sheet = rules_sheet.chapter(game(), replace(settings(code=code), paper=half)).pages[0]
    head = [entry for entry in flatten(sheet) if "head" in [group.name for group in entry.groups]]
    (title,) = [entry.box for entry in head if getattr(entry.item, "font", "") == "title"]
    markers = [entry.box for entry in head if "marker" in getattr(entry.item, "name", "")]
    assert len(markers) == 2
    assert not any(title.overlaps(marker) for marker in markers)
