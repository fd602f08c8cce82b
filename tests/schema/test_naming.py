"""The names of powers and keys."""

import pytest

from generator.schema.value_changes import key_in_words, ordinal


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
