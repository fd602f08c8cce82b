"""Files with the mistakes of designers, and the line that each prints.

The mistakes within one file are the table in tests/bad_edits.py.
"""

from pathlib import Path

import pytest
from bad_edits import EDITS, FLAT, GOOD
from hypothesis import given
from hypothesis import strategies as st

from generator.core.errors import DefinitionError
from generator.games.magnetmen.load import load_definition
from generator.layout.text import INLINE_ART
from generator.schema.markup import PICTURES


@pytest.fixture(autouse=True)
def in_tmp_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def lines(text, *others, names=("mine",)):
    """The messages of loading, line by line, with mine.yaml, other1.yaml, ... in the folder."""
    Path("mine.yaml").write_text(text, encoding="utf-8")
    for number, other in enumerate(others, start=1):
        Path(f"other{number}.yaml").write_text(other, encoding="utf-8")
    with pytest.raises(DefinitionError) as bad:
        load_definition(list(names), [Path(".")])
    return str(bad.value).splitlines()


def test_the_file_that_is_edited_is_good():
    Path("mine.yaml").write_text(GOOD)
    load_definition(["mine"], [Path(".")])


@pytest.mark.parametrize("old, new, line", EDITS, ids=[row[1] or "nothing" for row in EDITS])
def test_edits(old, new, line):
    assert GOOD.count(old) == 1
    assert lines(GOOD.replace(old, new)) == [f"mine.yaml:{line}"]


EXPLOSION = "\n".join(
    ["l0: &l0 [1, 2, 3, 4, 5, 6, 7, 8, 9]"]
    + [f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 9)}]" for n in range(1, 9)]
)
FILES = {
    "empty": ("", "1:1: the file is empty, expected 'key: value' lines"),
    "comment": ("# soon\n", "1:1: the file is empty, expected 'key: value' lines"),
    "list": ("- baker\n- king\n", "1:1: expected 'key: value' lines, found a list of 2"),
    "text": ("baker", "1:1: expected 'key: value' lines, found 'baker'"),
    "explosion": (
        EXPLOSION,
        "5:15: l4[1]: with this *l3 written out the file has more than 20,000 values",
    ),
    "huge": (
        "[" * 10_000_000,
        "1:1: this file is bigger than 1,000,000 bytes, expected a YAML file of a few pages",
    ),
}


@pytest.mark.parametrize("text, line", FILES.values(), ids=FILES)
def test_files(text, line):
    assert lines(text) == [f"mine.yaml:{line}"]


def test_deep_nesting():
    (line,) = lines("[" * 500_000)
    assert line.startswith("mine.yaml:1:42: [0][0][0]")
    assert line.endswith("[0]: nested deeper than 40 levels")


def test_not_utf8():
    Path("mine.yaml").write_bytes(GOOD.replace("Baker", "Boulangère").encode("latin-1"))
    with pytest.raises(DefinitionError) as bad:
        load_definition(["mine"], [Path(".")])
    message = "this file is not UTF-8, save it again with the encoding UTF-8"
    assert str(bad.value) == f"mine.yaml:6:29: {message}"


def test_all_mistakes_at_once():
    text = GOOD.replace("min: 2", "min: two").replace("weight: 2", "wieght: 2")
    text = text.replace(FLAT, "- flatt: 3").replace("retire", "retired") + "extra: 1\n"
    other = GOOD.replace("points: 3", "points: many").replace("king:", "king: 3\n  queen:")
    assert lines(text, other, names=["mine", "other1", "zoo"]) == [
        "mine.yaml:9:10: types.baker.min: expected a whole number, found 'two'",
        "mine.yaml:12:9: types.baker.powers[0].wieght: unknown key 'wieght', did you mean "
        "'weight'?",
        "mine.yaml:14:13: types.baker.powers[0].score[0].flatt: unknown kind of power 'flatt', "
        "did you mean 'flat'?",
        "mine.yaml:23:13: types.king.powers[0].on_take[0]: unknown kind of power 'retired', did "
        "you mean 'retire'?",
        "mine.yaml:24:1: extra: unknown key 'extra', expected one of: game, title, rules, alone, "
        "estimated_odds, types",
        "other1.yaml:14:28: types.baker.powers[0].score[0].flat.points: expected a whole number, "
        "{choice: [1, 2]} or {range: [1, 4]}, found 'many'",
        "other1.yaml:19:9: types.king: expected 'key: value' lines, found 3",
        "set 'zoo': there is no set of this name, expected one of: "
        "base, advanced, expert, mine, other1",
    ]


# Sets against each other, and the names that are asked for


OTHER = """\
game: magnetmen
title: {en: Other}
types:
  bread_baker:
    name: {en: Bread baker}
    art: doctor
    powers: [{on_take: [retire]}]
  king:
    name: {en: King of Other}
    powers: [{on_take: [retire]}]
"""
BOARDS = """\
game: magnetmen
sizes:
  tiny: {title: {en: Tiny}, columns: 3, rows: 3, slots: 6}
types: [2, 4]
players: [2, 3]
"""


def test_types_of_one_name_in_two_sets():
    Path("boards.yaml").write_text(BOARDS)
    assert lines(GOOD, OTHER, names=["mine", "other1"]) == [
        "other1.yaml:5:16: types.bread_baker.name.en: mine.yaml:5 has this name too, "
        "give one of them another",
        "other1.yaml:8:3: types.king: mine.yaml:19 has a type of this name too, "
        "give one of them another",
    ]


def test_too_few_types_in_two_sets():
    other = OTHER.replace("Bread baker", "Doctor").replace("king", "judge")
    assert lines(GOOD, other, names=["mine", "other1"]) == [
        "other1.yaml:3:1: types: a board has up to 7 types, mine and other1 have only 4; add types"
    ]


@pytest.mark.parametrize(
    "name, line",
    [
        ("expart", "set 'expart': there is no set of this name, did you mean 'expert'?"),
        (
            "zoo",
            "set 'zoo': there is no set of this name, expected one of: "
            "base, advanced, expert, mine",
        ),
        (
            "My Set",
            "set 'My Set': the name of a set must be of a-z, 0-9 and _, a letter first",
        ),
        (
            "../mine",
            "set '../mine': the name of a set must be of a-z, 0-9 and _, a letter first",
        ),
    ],
)
def test_names_of_sets(name, line):
    assert lines(GOOD, names=[name]) == [line]


@pytest.mark.parametrize(
    "old, new, line",
    [
        (
            "columns: 3",
            "colums: 3",
            "3:29: sizes.tiny.colums: unknown key 'colums', did you mean 'columns'?",
        ),
        ("columns: 3", "columns: 1", "3:38: sizes.tiny.columns: expected at least 2, found 1"),
        ("rows: 3", "rows: 300", "3:47: sizes.tiny.rows: expected at most 30, found 300"),
        ("slots: 6", "slots: six", "3:57: sizes.tiny.slots: expected a whole number, found 'six'"),
        ("players: [2, 3]", "players: [1]", "5:11: players[0]: expected at least 2, found 1"),
        ("players: [2, 3]", "players: 2-4", "5:10: players: expected a list, found '2-4'"),
        ("players: [2, 3]", "", "1:1: players: the key 'players' is missing, expected a list"),
        (
            "{title: {en: Tiny}, columns: 3, rows: 3, slots: 6}",
            "3x3",
            "3:9: sizes.tiny: expected 'key: value' lines, found '3x3'",
        ),
    ],
)
def test_boards(old, new, line):
    Path("boards.yaml").write_text(BOARDS.replace(old, new))
    assert lines(GOOD) == [f"boards.yaml:{line}"]


def test_pictures_of_the_markup():
    assert set(INLINE_ART) == PICTURES


WORDS = st.sampled_from(
    ["", "~", "x", "3", "-3", "2.5", "true", "[]", "{}", "[1, 2]", "{en: X}", "{choice: [1, x]}",
     "{range: [3, 1]}", "- x", "flat", "retire", "score:", "'", ": ", "*x", "&x ", "!x", "\n", "  "]
)  # fmt: skip


@given(st.lists(st.tuples(st.integers(0, len(GOOD)), st.integers(0, 12), WORDS), max_size=4))
def test_any_slip_is_a_problem_or_none(tmp_path_factory, slips):
    text = GOOD
    for place, length, word in slips:
        text = text[:place] + word + text[place + length :]
    folder = tmp_path_factory.getbasetemp()
    (folder / "slip.yaml").write_text(text, encoding="utf-8")
    try:
        load_definition(["slip"], [folder])
    except DefinitionError as bad:
        assert len(str(bad).splitlines()) == len(bad.problems) > 0
