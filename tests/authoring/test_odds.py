"""Warnings about odds. tests/mistakes/warnings has what is said of them, and of conditions."""

import pytest
from authoring.own_sets import loaded

from generator.games.magnetmen.odds import _missed_sum, warnings


def test_a_set_in_order_is_not_odd(tmp_path):
    assert not list(warnings(loaded(tmp_path)))


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ((60, 35), "look like percentages but add up to 95"),
        ((0.5, 0.3, 0.25), "look like shares of 1 but add up to 1.05"),
        ((60, 40), ""),
        ((33, 33, 33), ""),
        ((0.333, 0.333, 0.333), ""),
        ((2, 1), ""),
        ((0.5, 0.25), ""),
        ((60, None), ""),
        ((60, 0, 35), ""),
        ((100, 1), ""),
        ((95,), ""),
    ],
)
def test_odds_that_look_like_shares_of_a_whole(written, message):
    assert _missed_sum(written).startswith(message)
    assert bool(_missed_sum(written)) == bool(message)
