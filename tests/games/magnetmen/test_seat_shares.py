"""The seats' shares of wins: how far they are from fair, given how many games tell."""

import random

import pytest

from generator.analysis.intervals import Estimate
from generator.games.magnetmen.playtest_result import USUAL_DEVIATION, SeatShares


def shares_of(games, *values):
    return SeatShares("any", "any", games, tuple(Estimate(v, v - 0.1, v + 0.1) for v in values))


@pytest.mark.parametrize("games", [4, 10, 40])
def test_on_fair_boards_the_deviation_is_less_than_measured(games):
    """The mean over boards as rolled, of which the seats' true shares are known."""
    rng = random.Random(games)
    measured = corrected = true = 0.0
    for _ in range(4000):
        first = min(1.0, max(0.0, rng.gauss(0.5, USUAL_DEVIATION)))
        won = sum(rng.random() < first for _ in range(games)) / games
        measured += abs(won - 0.5)
        corrected += shares_of(games, won, 1 - won).deviation.value
        true += abs(first - 0.5)
    assert abs(corrected - true) < 0.75 * abs(measured - true)


def test_many_games_are_believed():
    assert shares_of(4000, 0.6, 0.4).deviation.value == pytest.approx(0.1, abs=0.001)
    assert shares_of(4000, 0.6, 0.4).likely_deviation == pytest.approx(0.1, abs=0.001)


def test_few_games_make_no_board_good():
    few, many = (shares_of(games, 0.5, 0.5) for games in (4, 4000))
    assert few.deviation.value == many.deviation.value == 0
    assert few.likely_deviation > 0.1 > 10 * many.likely_deviation


def test_the_interval_is_that_of_the_furthest_seat():
    low, high = shares_of(40, 0.45, 0.3, 0.25).deviation[1:]
    assert (low, high) == pytest.approx((0.45 - 0.1 - 1 / 3, 0.45 + 0.1 - 1 / 3), abs=1e-9)
    assert shares_of(40, 0.36, 0.34, 0.3).deviation.low == 0
