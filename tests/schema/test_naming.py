"""The names of powers and keys."""

import pytest

from generator.authoring.diff import key_in_words


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("types.judge.powers[1]", "judge, second power"),
        ("types.judge.powers[1].score[0].if.else", "judge, second power: score if else"),
        ("types.king.powers[0].gate[1].immune", "king, first power: second gate immune"),
        ("types.king.powers[11]", "king, power 12"),
        ("types.king.max", "king: max"),
        ("types.king", "type king"),
        ("sizes.small.slots", "sizes.small.slots"),
        ("map.rows[3]", "map.rows[3]"),
    ],
)
def test_keys_in_words(key, words):
    assert key_in_words(key) == words
