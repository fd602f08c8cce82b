"""Files with the mistakes of designers, and the line that each prints.

A row is a piece of a good file, what replaces it, and the lines that follow, without the name of
the file at their beginning.
"""

from pathlib import Path

import pytest

from generator.core.errors import DefinitionError
from generator.core.resources import find_art
from generator.games.metals.load import load_definition

DRAWN = """\
game: metals
title: {en: Mine}
map:
  drawn: |
    .....
    .1F..
    C.2.C
    ..F1.
    .....
"""
ROLLED = """\
game: metals
title: {en: Mine}
map:
  rolled:
    columns: 5
    rows: {choice: [5, 7]}
    spaces:
      point_2: {count: 2, apart: 2, from_corner: 3}
      forest: {count: {range: [2, 5]}}
"""
FIGURES = """\
game: metals
target: {basic: 10, factions: 20}
on_map: 3
figurine: {base: [25, 30]}
tokens:
  {metals: 3, size: 28, identification: 6, identification_size: 34, damage: 6, score: 1,
   damage_size: 12, score_size: 10}
factions:
  zipang:
    name: {en: Zipang}
    when: {hit_from: [side]}
  dinorda:
    name: {en: Dinorda}
    when: {target_on: city}
"""


@pytest.fixture(autouse=True)
def in_tmp_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def lines(**files: str) -> list[str]:
    """The messages of loading, line by line, with these files in the folder."""
    for name, text in files.items():
        Path(f"{name}.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(DefinitionError) as bad:
        load_definition(["mine"], [Path(".")])
    return str(bad.value).splitlines()


@pytest.mark.parametrize("text", [DRAWN, ROLLED])
def test_the_files_that_are_edited_are_good(text):
    Path("mine.yaml").write_text(text)
    Path("figures.yaml").write_text(FIGURES, encoding="utf-8")
    load_definition(["mine"], [Path(".")])


AT = "4:10: map.drawn: "  # where the drawing begins
DRAWINGS = [
    (".1F..", ".1f..",
     ["row 2, column 3: 'f' is no kind of space, use one of . 1 2 F C"]),
    (".1F..", ".3 ..",
     ["row 2, column 2: '3' is no kind of space, use one of . 1 2 F C",
      "row 2, column 3: ' ' is no kind of space, use one of . 1 2 F C"]),
    ("C.2.C\n", "C.2.\n",
     ["row 3 has 4 spaces, row 1 has 5; make them equal"]),
    (".1F..\n    C.2.C\n    ..F1.\n    .....\n", ".....\n",
     ["expected 3 to 10 rows, found 2"]),
    ("    C.2.C\n", "    C.2.C\n" * 7,
     ["expected 3 to 10 rows, found 11"]),
    ("drawn: |", "drawn: >",
     ["all rows came out as one; write 'drawn: |', and each row on a line of its own below"]),
    ("  drawn: |\n    .....\n    .1F..\n    C.2.C\n    ..F1.\n    .....\n", "  drawn: ''\n",
     ["expected 3 to 8 columns, found 0", "expected 3 to 10 rows, found 1"]),
    (".1F..", ".1...",
     ["row 2, column 3 and row 4, column 3 differ; make them equal, for the map must look the "
      "same from both sides"]),
    (".1F..", "...F.",
     ["row 2, column 2 and row 4, column 4 differ (and 2 more pairs); make them equal, for the "
      "map must look the same from both sides"]),
    (".....\n    .1F..", "..2..\n    21F..",
     ["row 1, column 3 and row 5, column 3 differ (and 1 more pair); make them equal, for the "
      "map must look the same from both sides",
      "row 2, column 1 is next to a corner, too near for 2 points; move it away"]),
    ("    .....\n    .1F..", "    F....\n    .1F..",
     ["row 1, column 1 and row 5, column 5 differ; make them equal, for the map must look the "
      "same from both sides",
      "row 1, column 1 is a corner, where Metals are deployed; make it '.'"]),
    (".1F..\n    C.2.C\n    ..F1.", "..F..\n    C...C\n    ..F..",
     ["expected a space with points, 1 or 2, found none"]),
]  # fmt: skip


@pytest.mark.parametrize("old, new, words", DRAWINGS)
def test_drawings(old, new, words):
    assert DRAWN.count(old) == 1
    assert lines(mine=DRAWN.replace(old, new)) == sorted(f"mine.yaml:{AT}{word}" for word in words)


FOREST = "{count: {range: [2, 5]}}"
TWO = "{count: 2, apart: 2, from_corner: 3}"
KINDS = "map.rolled.spaces"
RULES = [
    ("columns: 5", "columns: 2",
     "5:14: map.rolled.columns: expected a whole number from 3 to 8, found 2"),
    ("columns: 5", "columns: {range: [7, 9]}",
     "5:14: map.rolled.columns: expected a whole number from 3 to 8, found 9"),
    ("columns: 5", "columns: [5, 6]",
     "5:14: map.rolled.columns: expected a whole number, {choice: [1, 2]} or {range: [1, 4]}, "
     "found a list of 2; write {choice: [5, 6]}"),
    ("{choice: [5, 7]}", "11",
     "6:11: map.rolled.rows: expected a whole number from 3 to 10, found 11"),
    ("    rows: {choice: [5, 7]}\n", "",
     "4:3: map.rolled.rows: the key 'rows' is missing, expected a whole number, {choice: ...} or "
     "{range: ...}"),
    ("forest", "forrest",
     "9:7: map.rolled.spaces.forrest: unknown key 'forrest', did you mean 'forest'?"),
    (FOREST, "{count: many}",
     f"9:23: {KINDS}.forest.count: expected a whole number, {{choice: [1, 2]}} or {{range: [1, "
     "4]}, found 'many'"),
    (FOREST, "4",
     f"9:15: {KINDS}.forest: expected {{count: ...}}, found 4; write {{count: 4}}"),
    (FOREST, "{apart: 2}",
     f"9:7: {KINDS}.forest.count: the key 'count' is missing, expected a whole number, {{choice: "
     "...} or {range: ...}"),
    (FOREST, "{count: 4, apart: 0}",
     f"9:33: {KINDS}.forest.apart: expected at least 1, found 0"),
    ("from_corner: 3", "from_corner: 1",
     f"8:50: {KINDS}.point_2.from_corner: expected at least 2, found 1"),
    ("{choice: [5, 7]}", "{range: [5, 7]}",
     f"9:23: {KINDS}.forest.count: expected an even number, found 3; a map of 5 x 6 has no middle "
     "space, and all others come in pairs, half a turn apart"),
    ("{count: 2, apart", "{count: 3, apart",
     f"8:7: {KINDS}: point_2 and forest can both be odd in number, but there is one middle space "
     "and all others come in pairs, half a turn apart; keep all counts but one even"),
    (TWO, "{count: 12, from_corner: 3}",
     f"8:24: {KINDS}.point_2.count: expected at most 5, for so many spaces of a map of 5 x 5 keep "
     "the distances 'apart' and 'from_corner', found 12"),
    (TWO, "{count: 2, apart: 9}",
     f"8:24: {KINDS}.point_2.count: expected at most 1, for so many spaces of a map of 5 x 5 keep "
     "the distances 'apart' and 'from_corner', found 2"),
    ("[2, 5]", "[2, 20]",
     f"8:7: {KINDS}: the counts add up to 22, a map of 5 x 5 has 21 spaces besides the corners; "
     "lower a count"),
    (TWO, "{count: {choice: [0, 2]}, apart: 2}",
     f"8:7: {KINDS}: there may be no space with points at all, and so no winner; give point_1 or "
     "point_2 a count of at least 1"),
    ("  rolled:", "  drawn: '...'\n  rolled:",
     "4:10: map.drawn: expected 3 to 10 rows, found 1"),
    ("game: metals", "game: magnetmen",
     "1:7: game: 'magnetmen' is not known here, expected only metals"),
]  # fmt: skip


@pytest.mark.parametrize("old, new, line", RULES)
def test_rules_of_rolled_maps(old, new, line):
    assert ROLLED.count(old) == 1
    assert lines(mine=ROLLED.replace(old, new)) == [f"mine.yaml:{line}"]


def test_a_map_is_either_drawn_or_rolled():
    words = "expected either drawn or rolled"
    head = ROLLED[: ROLLED.index("map:")]
    assert lines(mine=f"{head}map: {{}}\n") == [f"mine.yaml:3:6: map: {words}"]
    both = ROLLED.replace("  rolled:", "  drawn: '...\n\n    .1.\n\n    ...'\n  rolled:")
    assert lines(mine=both) == [f"mine.yaml:4:3: map: {words}"]
    assert lines(mine=head) == [
        "mine.yaml:1:1: map: the key 'map' is missing, expected 'key: value' lines"
    ]


WHEN = "when: {target_on: city}"
EDITS = [
    ("target: {basic: 10, factions: 20}", "target: {basic: 10}",
     "2:1: target.factions: the key 'factions' is missing, expected a whole number"),
    ("base: [25, 30]", "base: [30, 25]",
     "4:18: figurine.base: expected the smallest, then the largest, found 30, 25"),
    ("on_map: 3", "on_map: 0",
     "3:9: on_map: expected at least 1, found 0"),
    ("identification_size: 34", "identification_size: 32",
     "6:65: tokens.identification_size: expected 33 or more, so that it is seen around a base of "
     "30, found 32"),
    (" size: 28", " size: 5",
     "6:21: tokens.size: expected at least 15, found 5"),
    (WHEN, "when: {target_no: city}",
     "14:12: factions.dinorda.when.target_no: unknown condition 'target_no', did you mean "
     "'target_on'?"),
    (WHEN, "when: {target_on: forest}",
     "14:23: factions.dinorda.when.target_on: 'forest' is not known here, expected one of: "
     "point_1, point_2, city, corner"),
    (WHEN, "when: {target_on: citty}",
     "14:23: factions.dinorda.when.target_on: 'citty' is not known here, did you mean 'city'?"),
    (WHEN, "when: {target_on: city, attacker_on: city}",
     "14:29: factions.dinorda.when.attacker_on: 'attacker_on' does not go together with the other "
     "keys here, leave one out"),
    (WHEN, "when: city",
     "14:11: factions.dinorda.when: expected a condition, such as 'target_on: city', found "
     "'city'"),
    (WHEN, "when: {}",
     "14:11: factions.dinorda.when: expected a condition, such as 'target_on: city', found no "
     "keys"),
    ("hit_from: [side]", "hit_from: side",
     "11:22: factions.zipang.when.hit_from: expected a list, found 'side'; put it in "
     "brackets: [side]"),
    ("hit_from: [side]", "hit_from: [left]",
     "11:23: factions.zipang.when.hit_from[0]: 'left' is not known here, expected one of: "
     "front, side, rear"),
    ("hit_from: [side]", "hit_from: [side, side]",
     "11:22: factions.zipang.when.hit_from: expected different sides, found side, side"),
    ("hit_from: [side]", "hit_from: []",
     "11:22: factions.zipang.when.hit_from: expected at least 1 entry, found an empty list"),
    (WHEN, f"gain: 0\n    {WHEN}",
     "14:11: factions.dinorda.gain: expected at least 1, found 0"),
    ("dinorda:", "dinorad:",
     "12:3: factions.dinorad: there is no drawing metals/emblems/dinorad.svg, did you mean "
     "'dinorda'?"),
    ("dinorda:", "yeti:",
     "12:3: factions.yeti: there is no drawing metals/emblems/yeti.svg, add it"),
    ("{en: Dinorda}", "{en: zipang}",
     "13:16: factions.dinorda.name.en: zipang has this name too, give one of them another"),
    ("{en: Dinorda}", "{en: 'Dino 🦖'}",
     "13:16: factions.dinorda.name.en: no font here has '🦖' (U+1F996), use other characters"),
]  # fmt: skip


@pytest.mark.parametrize("old, new, line", EDITS)
def test_figures(old, new, line):
    assert FIGURES.count(old) == 1
    messages = lines(mine=DRAWN, figures=FIGURES.replace(old, new))
    assert messages == [f"figures.yaml:{line}"]


def test_a_character_that_no_font_has_in_a_title():
    assert lines(mine=DRAWN.replace("Mine", "'Mine 🎲'")) == [
        "mine.yaml:2:13: title.en: no font here has '🎲' (U+1F3B2), use other characters"
    ]


def test_an_emblem_of_ones_own_is_checked():
    path = Path("assets/metals/emblems/yeti.svg")
    path.parent.mkdir(parents=True)
    text = find_art("metals/emblems/dinorda").read_text(encoding="utf-8")
    path.write_text(text.replace("0 0 100 100", "0 0 50 50", 1), encoding="utf-8")
    (line, *_) = lines(mine=DRAWN, figures=FIGURES.replace("dinorda:", "yeti:"))
    assert line.startswith("assets/metals/emblems/yeti.svg:1:")


def test_the_mistakes_of_both_files_at_once():
    text = DRAWN.replace("title", "titel")
    figures = FIGURES.replace("on_map: 3", "on_map: three")
    messages = lines(mine=text, figures=figures)
    assert messages == [
        "figures.yaml:3:9: on_map: expected a whole number, found 'three'",
        "mine.yaml:2:1: titel: unknown key 'titel', did you mean 'title'?",
    ]
