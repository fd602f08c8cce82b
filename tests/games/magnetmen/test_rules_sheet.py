"""The rules sheet: figures with their keys, notes of the printed sets and of no others."""

import json
import re
from functools import cache
from itertools import pairwise

import pytest
from games.magnetmen.sets import BASE, base_with
from short_run import cases, first
from support import (
    DATA,
    SET_CHOICES,
    SHIPPED,
    assert_sound,
    definition,
    settings,
    wordiest_language,
)

from generator.core.paper import PAPERS
from generator.core.resources import sets_dir
from generator.core.settings import INK_MODES
from generator.games.magnetmen.definition import load_definition
from generator.games.magnetmen.playtest import PROGRAMS, minutes_range
from generator.games.magnetmen.sheets import rule_figures, rules_sheet
from generator.languages import languages, load_language
from generator.layout.page import Art, Group, Line, Oval, Rect, Text, flatten
from generator.layout.theme import line_weight

OVERLAYS = {"shared/crossed": "crossed_out", "shared/destroyed": "destroyed"}
ALL_CHOICES = [*SET_CHOICES, ("example",)]
SEEDS = ("example", "x21", "42")
ENGLISH = load_language("en")


@cache
def load_sets(sets):
    return load_definition(sets, [DATA / "sets"])


@cache
def sheet(sets, code="en", seed="x21", paper="a4", ink="full"):
    return rules_sheet.pages(load_sets(sets), settings(paper, ink, code), seed)


def words(pages) -> str:
    """All text on a page; a change of font ends a text item, but is not a space."""
    entries = (entry for page in pages for entry in flatten(page))
    text = " ".join(entry.item.text for entry in entries if isinstance(entry.item, Text))
    return re.sub(r" ([,.:])", r"\1", text)


def walk(items):
    for item in items:
        yield item
        if isinstance(item, Group):
            yield from walk(item.items)


def groups(page, prefix: str) -> set[str]:
    """The rest of the names of all groups that begin so."""
    names = (item.name for item in walk(page.items) if isinstance(item, Group))
    return {name.removeprefix(prefix) for name in names if name.startswith(prefix)}


def arts(page, within: tuple[str, ...], inside: bool) -> set[str]:
    """The art on a page inside groups of such names, or outside of them."""
    return {
        entry.item.name
        for entry in flatten(page)
        if isinstance(entry.item, Art)
        and "/look/" not in entry.item.name
        and inside == any(group.name.startswith(within) for group in entry.groups)
    }


FULLEST = (SHIPPED, "nl", "letter", "c"), (SHIPPED, wordiest_language(), "a4-letter-safe", "42")
AXES = ((("base",), ("base", "advanced"), SHIPPED), languages(), PAPERS, SEEDS)


@pytest.mark.parametrize(
    ("sets", "code", "paper", "seed"), cases(*AXES, together=1, always=FULLEST)
)
def test_rules_are_sound(sets, code, paper, seed):
    pages = sheet(sets, code, seed, paper)
    assert len(pages) == 2
    for page in pages:
        assert_sound(page)


@pytest.mark.parametrize(
    ("sets", "seed", "paper"), cases(ALL_CHOICES, SEEDS, ("a4", "letter"), together=1)
)
def test_marks_are_in_a_key_and_types_have_their_symbols_and_names(sets, seed, paper):
    keys = ("who", "legend row")
    drawn = [piece.art for piece in load_sets(sets).pieces]
    for page in sheet(sets, seed=seed, paper=paper):
        marks = groups(page, "mark ")
        overlays = arts(page, ("key ",), inside=False) & OVERLAYS.keys()
        assert marks
        assert marks | {OVERLAYS[name] for name in overlays} == groups(page, "key ")

        faces = [e for e in flatten(page) if e.groups and e.groups[-1].name == "who"]
        lefts = sorted({round(face.frames[-1].x, 6) for face in faces})  # as far apart in all rows
        steps = [right - left for left, right in pairwise(lefts)]
        assert steps == pytest.approx([max(steps, default=0)] * len(steps))

        portraits = {n for n in arts(page, keys, inside=False) if n.startswith("magnetmen/")}
        explained = arts(page, keys, inside=True)
        assert portraits and portraits <= explained
        names = {name.rpartition("/")[2] for name in explained if name.startswith("magnetmen/")}
        assert {f"magnetmen/{name}" for name in names} <= explained
        assert {f"magnetmen/symbols/{name}" for name in names} <= explained
        text = words([page])
        for piece in load_sets(sets).pieces:
            if piece.art in names and drawn.count(piece.art) == 1:
                assert all(part in text for part in piece.name_for(ENGLISH).split())


@pytest.mark.parametrize("ink", INK_MODES)
@pytest.mark.parametrize("sets", [("base",), SHIPPED], ids="+".join)
def test_frames_crosses_and_marks_are_seen_in_every_ink(sets, ink):
    """Low ink turns lines thin and grey; what is filled with ink stays dark. Crosses lie in their
    circles, seen at arm's length: the portrait stays readable, because it still repels."""
    for page in sheet(sets, ink=ink):
        items = list(walk(page.items))
        (frame,) = (item for item in items if getattr(item, "name", "") == "framed")
        bars = [bar for bar in frame.items if isinstance(bar, Rect)]
        assert [bar.fill for bar in bars] == ["ink"] * 4
        assert min(min(bar.box.w, bar.box.h) for bar in bars) >= 0.7
        marks = [item.items for item in items if getattr(item, "name", "").startswith("mark ")]
        pens = [item.line for mark in marks for item in mark if isinstance(item, Line)]
        assert line_weight(min(pens), ink) > 1  # point
        spots = [item.box for item in items if isinstance(item, Oval)]
        figures = [item.box for item in items if isinstance(item, Art) and item.fine]
        portrait = min(box.w for box in figures if box.w > 5)
        crosses = [item.box for item in items if getattr(item, "name", "") == "shared/crossed"]
        assert max(cross.w for cross in crosses) >= 3.6
        for cross in crosses:
            assert rule_figures.BADGE <= cross.w < 0.55 * portrait
            centres = [spot.centre for spot in spots if cross.contains(spot)]
            assert any(centre == pytest.approx(cross.centre) for centre in centres)


# What is said of which sets

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


CHOICES = dict.fromkeys([SHIPPED, ("base",), ("example",), *ALL_CHOICES])


@pytest.mark.parametrize("names", first(3, map("+".join, CHOICES)))
def test_what_is_said_is_about_the_printed_sets(names):
    text = words(sheet(sets := tuple(names.split("+"))))
    said = {note for note in NOTES if note in text}
    assert said == {note for note, of_sets in NOTES.items() if of_sets & set(sets)}
    for other in ("advanced", "expert"):
        assert (other.capitalize() in text) == (other in sets)
    assert f"Page 1 of 2 · {' + '.join(name.capitalize() for name in sets)}" in text
    assert ("Athlete" in text.replace("“", "")) <= ("base" in sets)


@pytest.mark.parametrize(
    ("sets", "titles"),
    [
        (("base",), ""),
        (("expert",), ""),
        (("advanced", "expert"), ""),
        (("base", "expert"), "Expert"),
        (SHIPPED, "Advanced or Expert"),
    ],
)
def test_the_advanced_rules_are_for_some_sets_only_where_others_are_printed(sets, titles):
    text = words(sheet(sets))
    assert (f"With the {titles} set, you may" in text) == bool(titles)
    assert ("Or destroy a free square instead" in text) == (not titles and sets != ("base",))


ATHLETES = "for each Athlete you have”: 3 Athletes are worth **3** each, **9** together"


@pytest.mark.parametrize(
    ("shown", "example"),
    [
        (load_sets(("base",)), ATHLETES),
        (load_sets(("base", "expert")), ATHLETES),
        (load_sets(("advanced",)), "3 Bakers are worth **5** each, **15** together"),
        (load_sets(("expert",)), "2 Life Guards are worth **3** each, **6** together"),
        (load_sets(("example",)), ""),
        (base_with({key: BASE[key] for key in ("baby", "ballerina")}), ""),  # none is simple
    ],
)
def test_the_example_of_a_score_is_one_of_the_printed_sets(shown, example):
    text = rules_sheet.scoring(shown, ENGLISH).replace("\xa0", " ")
    assert example in text if example else text == "The legend counts **for each icon**."


@pytest.mark.parametrize("code", languages())
def test_notes_are_whole_in_every_language(code):
    for sets in SET_CHOICES:
        texts = list(rules_sheet.power_notes(definition(*sets), load_language(code)))
        assert all(text.endswith(".") for text in texts)
        assert len(texts) == len(list(rules_sheet.power_notes(definition(*sets), ENGLISH)))


def test_minutes_are_those_of_the_figures_of_play():
    """Those of ready-made boards lie in the range of their rules."""
    for sets, minutes in ((("base",), "10 to 25"), (SHIPPED, "15 to 75")):
        assert f"2 to 4\xa0players · {minutes}\xa0minutes · one printed sheet" in words(sheet(sets))
    for sets in SET_CHOICES:
        shortest, longest = minutes_range(definition(*sets), ())
        for file in (sets_dir() / "magnetmen" / "vetted").glob(f"*.{'+'.join(sets)}.?.jsonl"):
            _, *boards = map(json.loads, file.read_text(encoding="utf-8").splitlines())
            turns = [figures[0][0] / 1000 for _, figures, _ in boards]
            minutes = [*map(PROGRAMS.load_goals().minutes.estimate, turns)]
            assert shortest <= min(minutes) and sum(minutes) / len(minutes) <= longest
