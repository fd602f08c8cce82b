"""Figures: from observations to numbers with intervals."""

import json

import pytest

from generator.games.magnetmen import match as o
from generator.games.magnetmen.playtest_result import BoardFigures, Estimate
from generator.games.magnetmen.simulation.panel import board_figures
from generator.play.engine import WIN_PARTS
from generator.play.match import BLOCKS
from generator.play.series import Observations

NONE = (0,) * o.KIND_COUNTERS


def game(turns=10, choices=40, tight=1, waits=0, changes=2, decided=5, unused=32) -> tuple:
    return turns, choices, tight, waits, changes, decided, unused


def shares_of(scores) -> tuple[int, ...]:
    best = max(scores)
    return tuple(WIN_PARTS // scores.count(best) * (score == best) for score in scores)


def observations_of(scores, games=None, blocks=None) -> Observations:
    games = games or [game()] * len(scores)
    blocks = blocks or [NONE] * BLOCKS
    return Observations(scores, list(map(shares_of, scores)), games, blocks)


def of(scores, games=None, blocks=None) -> BoardFigures:
    return board_figures(observations_of(scores, games, blocks), "greedy", ["a"], 64)


class TestNamed:
    def test_what_is_the_same_in_every_game_is_certain(self):
        estimates = of([(4, 2), (2, 4)]).estimates
        assert estimates["turns"] == (10, 10, 10)
        assert estimates["left"] == (0.5, 0.5, 0.5)
        assert estimates["choices"] == (4, 4, 4)
        assert estimates["tight"].value == 0.1
        assert estimates["changes"].value == 2
        assert estimates["decided"].value == 0.5
        assert estimates["waiting"].value == 0

    def test_a_mean_has_an_interval_of_two_standard_errors(self):
        games = [game(turns=8), game(turns=12)] * 50
        turns = of([(1, 0)] * 100, games).estimates["turns"]
        assert turns.value == 10
        assert turns.high - 10 == pytest.approx(1.96 * 2 / 99**0.5)
        assert 10 - turns.low == pytest.approx(turns.high - 10)

    def test_a_share_of_turns_weighs_long_games_more(self):
        games = [game(turns=10, tight=0), game(turns=30, tight=4)]
        assert of([(1, 0)] * 2, games).estimates["tight"].value == 0.1

    def test_its_interval_counts_turns_and_what_was_seen_of_them_together(self):
        """Each game is 1 choice off what 4 a turn would make: that is all that varies."""
        games = [game(turns=10, choices=41), game(turns=20, choices=79)] * 50
        choices = of([(1, 0)] * 100, games).estimates["choices"]
        assert choices.value == 4
        assert choices.high - 4 == pytest.approx(1.96 * (100 * 100 / 99) ** 0.5 / 1500)

    def test_waiting_is_a_share_of_all_turns_there_might_have_been(self):
        assert of([(1, 0)] * 2, [game(turns=8, waits=2)] * 2).estimates["waiting"].value == 0.2

    def test_the_margin_is_by_the_points_of_the_winner(self):
        assert of([(8, 2), (4, 4)]).estimates["margin"].value == 0.375
        assert of([(8, -4), (3, 3)]).estimates["margin"].value == 0.5  # never more than all of it
        assert of([(-1, -4), (-2, -2)]).estimates["margin"].value == 0.5

    def test_a_tie_is_one_however_many_win(self):
        assert of([(5, 5, 5), (5, 1, 1)]).estimates["ties"].value == 0.5


class TestSeats:
    def test_a_tie_is_shared_out(self):
        seats = of([(3, 3, 1), (1, 0, 0)]).seats
        assert [seat.value for seat in seats] == [0.75, 0.25, 0]

    def test_the_interval_of_a_share_is_wilsons(self):
        seat = of([(1, 0)] * 8 + [(0, 1)] * 2).seats[0]
        assert seat == pytest.approx((0.8, 0.4902, 0.9433), abs=1e-4)

    def test_the_deviation_is_that_of_the_seat_furthest_off(self):
        deviation = of([(1, 0)] * 90 + [(0, 1)] * 10).estimates["seat_deviation"]
        assert deviation.value == pytest.approx(0.4)
        assert 0.3 < deviation.low < 0.4 < deviation.high < 0.5

    def test_a_deviation_that_may_be_chance_may_be_nothing(self):
        assert of([(1, 0)] * 6 + [(0, 1)] * 4).estimates["seat_deviation"].low == 0


class TestKinds:
    def kind(self, rows):
        return of([(1, 0)] * 16, blocks=rows).kinds[0]

    def test_ratios_of_sums(self):
        row = [0] * o.KIND_COUNTERS
        row[o.PICKS], row[o.CHANCES] = 3, 2 * o.WHOLE
        row[o.ICONS], row[o.POINTS], row[o.WON_POINTS] = 4, 10, 120
        row[o.OWNERS], row[o.OWNERS_WON] = 2, 18
        kind = self.kind([tuple(row)] * BLOCKS)
        assert kind.name == "a"
        assert kind.pick_ratio == (1.5, 1.5, 1.5)
        assert kind.icon_points.value == 2.5
        assert kind.share.value == 1
        assert kind.owners.value == 1.5

    def test_blocks_that_differ_make_an_interval(self):
        rows = []
        for picks in (2, 4) * (BLOCKS // 2):
            row = [0] * o.KIND_COUNTERS
            row[o.PICKS], row[o.CHANCES] = picks, 2 * o.WHOLE
            rows.append(tuple(row))
        ratio = self.kind(rows).pick_ratio
        assert ratio.value == 1.5
        # 8 means of a standard deviation of sqrt(2/7), a half of it since each is of 2
        assert ratio.high - 1.5 == pytest.approx(2.365 * (2 / 7) ** 0.5 * 2 / 2 / 8**0.5)

    def test_a_type_that_nobody_could_take_is_0(self):
        assert self.kind([NONE] * BLOCKS).pick_ratio == (0, 0, 0)


def test_figures_go_through_json():
    figures = of([(3, 1), (1, 2), (2, 2)])
    again = BoardFigures.of(json.loads(json.dumps(figures.data())))
    assert again.data() == figures.data()
    assert again.estimates["turns"] == Estimate(10, 10, 10)
