"""The names of powers and keys."""

import pytest
from support import definition

from generator.languages import languages, load_language
from generator.layout.text import without_markup
from generator.schema.naming import GAP, differing_parts, key_in_words, ordinal


@pytest.mark.parametrize(
    ("number", "word"),
    [(1, "first"), (10, "tenth"), (11, "11th"), (12, "12th"), (21, "21st"), (22, "22nd"),
     (33, "33rd"), (113, "113th")],
)  # fmt: skip
def test_ordinals(number, word):
    assert ordinal(number) == word


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("types.judge.powers[1]", "judge, second power"),
        ("types.judge.powers[1].score[0].if.else", "judge, second power: score if else"),
        ("types.king.powers[0].gate[1].immune", "king, first power: second gate immune"),
        ("types.king.max", "king: max"),
        ("types.king", "type king"),
        ("sizes.small.slots", "sizes.small.slots"),
        ("map.rows[3]", "map.rows[3]"),
    ],
)
def test_keys_in_words(key, words):
    assert key_in_words(key) == words


def test_parts_that_differ():
    assert differing_parts(["+3 if you have 1 Judge", "+4 if you have 2 Judges"]) == [
        "+3 … 1 Judge", "+4 … 2 Judges",
    ]  # fmt: skip
    assert differing_parts(["take it from the left side", "take it from the right side"]) == [
        "… left …", "… right …",
    ]  # fmt: skip
    assert differing_parts(["the same", "the same"]) == ["the same", "the same"]
    assert differing_parts(["alone"]) == ["alone"]


@pytest.mark.parametrize("code", languages())
def test_powers_of_the_published_sets_can_be_told_apart_in_a_line(code):
    """The first letters of many powers are the same."""
    for piece in definition("base", "advanced", "expert").pieces:
        texts = [
            without_markup(power.sentence(piece, load_language(code))) for power in piece.powers
        ]
        starts = [part.strip(f"{GAP} ")[:18] for part in differing_parts(texts)]
        assert len(set(starts)) == len(piece.powers), piece.key
