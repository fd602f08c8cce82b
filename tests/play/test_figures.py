"""Figures: from observations of games to numbers with intervals."""

import random

import pytest
from support import rolled

from generator.analysis.intervals import Estimate
from generator.games.magnetmen import match as c
from generator.games.magnetmen.playtest import PROGRAMS as MAGNETMEN
from generator.play.engine import WIN_PARTS
from generator.play.figures import (
    BOARD_FIGURES,
    USUAL_DEVIATION,
    SeatShares,
    board_figures,
    deviation,
    seat_estimates,
)
from generator.play.players import BLOCKS
from generator.play.series import Observations


def game(turns=10, choices=40, tight=1, passed=0, changes=2, decided=5, unused=32) -> tuple:
    return turns, choices, tight, passed, changes, decided, unused


def shares_of(points) -> tuple[int, ...]:
    best = max(points)
    return tuple(WIN_PARTS // points.count(best) * (each == best) for each in points)


def figures(points, games=None, squares=64) -> dict[str, Estimate]:
    games = games or [game()] * len(points)
    return board_figures(Observations(points, [*map(shares_of, points)], games, []), squares)


def test_what_is_the_same_in_every_game_is_certain():
    found = figures([(4, 2), (2, 4)])
    assert list(found) == list(BOARD_FIGURES)
    expected = {"turns": 10, "left": 0.5, "choices": 4, "tight": 0.1}
    expected |= {"waiting": 0, "changes": 2, "decided": 0.5, "ties": 0}
    assert {name: found[name].value for name in expected} == pytest.approx(expected)
    assert found["turns"] == (10, 10, 10)
    assert "left" not in figures([(4, 2), (2, 4)], squares=0)
    assert figures([(1, 0)] * 2, [game(turns=8, passed=2)] * 2)["waiting"].value == 0.2


def test_a_ratio_weighs_long_games_more_and_has_an_interval_of_two_standard_errors():
    """Each game is 1 choice off what 4 a turn would make: that is all that varies."""
    games = [game(turns=10, choices=41, tight=0), game(turns=30, choices=119, tight=4)] * 50
    found = figures([(1, 0)] * 100, games)
    assert found["tight"].value == pytest.approx(0.1)
    assert found["choices"].value == 4
    assert found["choices"].high - 4 == pytest.approx(1.96 * (100 * 100 / 99) ** 0.5 / 2000)
    assert found["turns"].high - 20 == pytest.approx(1.96 * 10 / 99**0.5)


def test_the_margin_is_by_the_points_of_the_winner_and_a_tie_is_one_however_many_win():
    """A margin is never more than all; a tie is shared out by seat."""
    assert figures([(8, 2), (4, 4)])["margin"].value == 0.375
    assert figures([(8, -4), (3, 3)])["margin"].value == 0.5
    assert figures([(-1, -4), (-2, -2)])["margin"].value == 0.5
    assert figures([(5, 5, 5), (5, 1, 1)])["ties"].value == 0.5
    seats = seat_estimates([shares_of(points) for points in [(3, 3, 1), (1, 0, 0)]])
    assert [seat.value for seat in seats] == [0.75, 0.25, 0]


def test_the_deviation_is_that_of_the_seat_furthest_off():
    found = figures([(1, 0)] * 90 + [(0, 1)] * 10)["seat_deviation"]
    assert found.value == pytest.approx(0.4)
    assert 0.3 < found.low < 0.4 < found.high < 0.5
    assert figures([(1, 0)] * 6 + [(0, 1)] * 4)["seat_deviation"].low == 0
    # of a seat that wins too seldom, the ends are the other way round
    seats = Estimate(0.45, 0.4, 0.5), Estimate(0.45, 0.4, 0.5), Estimate(0.1, 0.05, 0.2)
    assert deviation(seats) == pytest.approx((0.2333, 0.1333, 0.2833), abs=1e-4)


def test_what_games_of_magnetmen_show_of_a_type():
    """Sums over all blocks of games; the other types were on nobody's squares."""
    board = rolled("parts", ("base",), "small", 2)
    block = [0] * (c.KIND_COUNTERS * len(board.types))
    named = {c.PICKS: 3, c.CHANCES: 2 * c.WHOLE, c.ICONS: 4, c.POINTS: 10, c.WON_POINTS: 30}
    named |= {c.OWNERS: 2, c.OWNERS_WON: WIN_PARTS}
    for column, number in named.items():
        block[c.KIND_COUNTERS + column] = number
    block[c.WON_POINTS] = 10
    first, second, *_ = MAGNETMEN.parts(board, Observations([], [], [], [tuple(block)] * BLOCKS))
    kind = board.types[1]
    assert (second.key, second.variant) == (f"base/{kind.piece.key}", kind.variant + 1)
    ratios = {name: part / whole for name, (part, whole) in second.measures.items()}
    assert ratios == {"pick_ratio": 1.5, "icon_points": 2.5, "share": 0.75, "owners": 1.0}
    assert first.measures["share"] == (10 * BLOCKS, 40 * BLOCKS)
    assert first.measures["pick_ratio"] == (0, 0)


def seats_of(games, *values) -> SeatShares:
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
        corrected += seats_of(games, won, 1 - won).deviation.value
        true += abs(first - 0.5)
    assert abs(corrected - true) < 0.75 * abs(measured - true)


def test_many_games_are_believed_and_few_make_no_board_good():
    sure = seats_of(4000, 0.6, 0.4)
    assert (sure.deviation.value, sure.likely_deviation) == pytest.approx((0.1, 0.1), abs=0.001)
    few, many = (seats_of(games, 0.5, 0.5) for games in (4, 4000))
    assert few.deviation.value == many.deviation.value == 0
    assert few.likely_deviation > 0.1 > 10 * many.likely_deviation
    assert few.standard_error == pytest.approx(0.25)
    low, high = seats_of(40, 0.45, 0.3, 0.25).deviation[1:]  # of the furthest seat
    assert (low, high) == pytest.approx((0.35 - 1 / 3, 0.55 - 1 / 3), abs=1e-9)
