"""The rules sheet: figures with their keys, notes of the printed sets and of no others."""

import json
import re
from functools import cache

import pytest
from short_run import cases
from support import DATA, SET_CHOICES, SHIPPED, definition, settings

from generator.core.resources import sets_dir
from generator.core.settings import INK_MODES
from generator.games.magnetmen.definition import load_definition
from generator.games.magnetmen.playtest import minutes_range
from generator.games.magnetmen.sheets import rule_figures, rules_sheet
from generator.languages import languages, load_language
from generator.layout.page import Art, Group, Oval, Rect, Text, flatten

OVERLAYS = {"shared/crossed": "crossed_out", "shared/destroyed": "destroyed"}
ALL_CHOICES = [*SET_CHOICES, ("example",)]
SEEDS = ("example", "x21", "42")
each_sets = pytest.mark.parametrize("sets", ALL_CHOICES, ids="+".join)


@cache
def load_sets(sets):
    return load_definition(sets, [DATA / "sets"])


@cache
def sheet(sets, code="en", seed="x21", paper="a4", ink="full"):
    return rules_sheet.pages(load_sets(sets), settings(paper, ink, code), seed)


def words(pages) -> str:
    """All text on a page; a change of font ends a text item, but is not a space."""
    text = " ".join(
        entry.item.text for page in pages for entry in flatten(page) if isinstance(entry.item, Text)
    )
    return re.sub(r" ([,.:])", r"\1", text)


def groups(page, prefix: str) -> list[str]:
    """The rest of the names of all groups that begin so."""
    return [
        group.name.removeprefix(prefix)
        for group in walk(page.items)
        if isinstance(group, Group) and group.name.startswith(prefix)
    ]


def walk(items):
    for item in items:
        yield item
        if isinstance(item, Group):
            yield from walk(item.items)


def arts(page, within: tuple[str, ...], inside: bool) -> set[str]:
    """The art on a page inside groups of such names, or outside of them."""
    return {
        entry.item.name
        for entry in flatten(page)
        if isinstance(entry.item, Art)
        and inside == any(group.name.startswith(within) for group in entry.groups)
    }


@pytest.mark.parametrize(("sets", "seed"), cases(ALL_CHOICES, SEEDS, together=1))
def test_every_mark_on_a_page_is_in_its_key(sets, seed):
    for page in sheet(sets, seed=seed):
        marks = set(groups(page, "mark "))
        overlays = arts(page, ("key ",), inside=False) & OVERLAYS.keys()
        assert marks
        assert marks | {OVERLAYS[name] for name in overlays} == set(groups(page, "key "))


@pytest.mark.parametrize(
    ("sets", "seed", "paper"), cases(ALL_CHOICES, SEEDS, ("a4", "letter"), together=1)
)
def test_no_type_in_a_figure_without_its_symbol_and_name(sets, seed, paper):
    keys = ("who", "legend row")
    for page in sheet(sets, seed=seed, paper=paper):
        portraits = {
            name for name in arts(page, keys, inside=False) if name.startswith("magnetmen/")
        }
        explained = arts(page, keys, inside=True)
        assert portraits
        assert portraits <= explained
        names = {name.rpartition("/")[2] for name in explained if name.startswith("magnetmen/")}
        assert {f"magnetmen/{name}" for name in names} <= explained
        assert {f"magnetmen/symbols/{name}" for name in names} <= explained
        text = words([page])
        for piece in load_sets(sets).pieces:
            if piece.art in names and not _shares_its_drawing(piece, sets):
                assert all(part in text for part in piece.printed_name("en").split())


def _shares_its_drawing(piece, sets) -> bool:
    return sum(other.art == piece.art for other in load_sets(sets).pieces) > 1


@pytest.mark.parametrize("ink", INK_MODES)
def test_the_framed_square_is_seen_in_every_ink(ink):
    """Low ink turns lines thin and grey; what is filled with ink stays dark."""
    for page in sheet(("base",), ink=ink):
        (frame,) = [one for one in walk(page.items) if getattr(one, "name", "") == "framed"]
        bars = [bar for bar in frame.items if isinstance(bar, Rect)]
        assert {bar.fill for bar in bars} == {"ink"}
        assert len(bars) == 4
        assert min(min(bar.box.w, bar.box.h) for bar in bars) >= 0.7


@pytest.mark.parametrize("sets", [("base",), SHIPPED], ids="+".join)
def test_taken_squares_are_crossed_out_in_their_circles(sets):
    """As players do it on the board: the portrait stays readable, because it still repels."""
    for page in sheet(sets):
        crosses = [
            item for item in walk(page.items) if getattr(item, "name", "") == "shared/crossed"
        ]
        spots = [item.box for item in walk(page.items) if isinstance(item, Oval)]
        portraits = [
            item.box
            for item in walk(page.items)
            if isinstance(item, Art) and item.fine and item.box.w > 5
        ]
        assert crosses
        for cross in crosses:
            assert any(
                cross.box.contains(spot) and spot.centre == pytest.approx(cross.box.centre)
                for spot in spots
            )
            assert cross.box.w < 0.55 * min(portrait.w for portrait in portraits)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_crosses_are_seen_at_arms_length(paper):
    for sets in SET_CHOICES:
        for page in sheet(sets, paper=paper):
            figures = [entry.item.box.w for entry in flatten(page) if isinstance(entry.item, Art)
                       and entry.item.name == "shared/crossed"]  # fmt: skip
            assert min(figures) >= rule_figures.BADGE
            assert max(figures) >= 3.6


def test_a_sheet_with_room_has_larger_figures_on_its_second_page():
    cells = {}
    for sets in (("base",), ("base", "advanced", "expert")):
        (figure,) = [one for one in walk(sheet(sets)[1].items)
                     if getattr(one, "name", "") == "destroy figure"]  # fmt: skip
        cells[sets] = next(item.box.w for item in walk(figure.items) if isinstance(item, Rect)
                           and item.box.w == item.box.h and item.box.w > 6)  # fmt: skip
    assert cells["base",] >= 10
    assert cells["base",] > max(cells.values()) - 1e-6 > min(cells.values())


# What is said of which sets ---------------------------------------------------------------------

# A word or two of each note, and the sets it is for; "four" only under the advanced rules.
NOTES = {
    "Adjacent": {"advanced", "expert", "example"},
    "Ignoring Repel": {"advanced", "example"},
    "Most and fewest": {"base"},
    "Lowest and highest type": {"base", "example"},
    "“Any square”": {"base", "example"},
    "can be taken several times": {"advanced", "example"},
    "Another square": {"advanced", "expert", "example"},
    "Counting squares": {"advanced", "expert", "example"},
    "own square is destroyed": {"expert"},
    "destroyed in an inventory": {"expert", "example"},
    "drawn without a square": {"expert", "example"},
    "If your neighbour": {"expert", "example"},
    "In the lead": {"expert", "example"},
    "four of one type": {"advanced", "expert", "example"},
    "To pass is": {"advanced", "expert", "example"},
}


@each_sets
@pytest.mark.parametrize("note", NOTES)
def test_notes_are_those_that_the_printed_sets_call_for(sets, note):
    assert (note in words(sheet(sets))) == bool(NOTES[note] & set(sets)), note


@each_sets
def test_no_other_set_is_spoken_of(sets):
    text = words(sheet(sets))
    for other in ("advanced", "expert"):
        title = other.capitalize()
        assert (title in text) == (other in sets)
    assert f"Page 1 of 2 · {' + '.join(name.capitalize() for name in sets)}" in text
    assert ("Athlete" in text.replace("“", "")) <= ("base" in sets)


@pytest.mark.parametrize(
    ("sets", "titles"),
    [
        (("base",), ""),
        (("expert",), ""),
        (("advanced", "expert"), ""),
        (("base", "expert"), "Expert"),
        (("base", "advanced", "expert"), "Advanced or Expert"),
    ],
)
def test_the_advanced_rules_are_for_some_sets_only_where_others_are_printed(sets, titles):
    assert rules_sheet.advanced_titles(definition(*sets), load_language("en")) == titles
    text = words(sheet(sets))
    assert (f"With the {titles} set, you may" in text) == bool(titles)
    assert ("On your turn, you may destroy" in text) == (not titles and sets != ("base",))


@pytest.mark.parametrize(
    ("sets", "example"),
    [
        (("base",), "3 Athletes are worth **3** each, **9** together"),
        (("base", "expert"), "3 Athletes are worth **3** each, **9** together"),
        (("advanced",), "3 Bakers are worth **5** each, **15** together"),
        (("expert",), "2 Life Guards are worth **3** each, **6** together"),
    ],
)
def test_the_example_of_a_score_is_one_of_the_printed_sets(sets, example):
    assert example in rules_sheet.scoring(definition(*sets), load_language("en"))


def test_a_set_without_simple_scores_has_no_example():
    whole = definition("base")
    few = {key: whole.sets[0].types[key] for key in ("baby", "ballerina")}
    (base,) = whole.sets
    from dataclasses import replace

    only = replace(whole, sets=(base.model_copy(update={"types": few}),))
    for sets_definition in (only, load_sets(("example",))):
        assert (
            rules_sheet.scoring(sets_definition, load_language("en"))
            == "The legend counts **for each icon**."
        )


@pytest.mark.parametrize("code", languages())
def test_squares_are_closed_whoever_stands_there(code):
    """Players are not kept from the icons of a type, but from the squares beside them."""
    aim = load_language(code).say("magnetmen.rules.idea.aim")
    phrases = {
        "en": "whoever stands there",
        "fr": "quelle que soit l’icône",
        "nl": "wie daar ook",
        "de": "egal wer dort steht",
    }
    assert phrases[code] in aim


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("sets", SET_CHOICES, ids="+".join)
def test_notes_are_whole_in_every_language(sets, code):
    texts = list(rules_sheet.power_notes(definition(*sets), load_language(code)))
    assert all(text.endswith(".") for text in texts)
    assert len(texts) == len(list(rules_sheet.power_notes(definition(*sets), load_language("en"))))


@pytest.mark.parametrize(("sets", "minutes"), [(("base",), "10 to 25"), (SHIPPED, "15 to 75")])
def test_minutes_are_those_of_the_figures_of_play(sets, minutes):
    text = words(rules_sheet.pages(definition(*sets), settings(), "test"))
    assert f"2 to 4 players · {minutes} minutes · one printed sheet" in text


def test_the_minutes_of_vetted_boards_lie_in_the_range_of_their_rules():
    for sets in SET_CHOICES:
        shortest, longest = minutes_range(definition(*sets), ())
        for file in (sets_dir() / "magnetmen" / "vetted").glob(f"*.{'+'.join(sets)}.?.jsonl"):
            _, *boards = map(json.loads, file.read_text(encoding="utf-8").splitlines())
            minutes = [board["result"]["minutes"] for board in boards]
            assert shortest <= min(minutes) and sum(minutes) / len(minutes) <= longest
