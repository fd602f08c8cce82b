"""Goals: which one applies, how much of a limit is used, what is missed.

tests/mistakes has what is refused, in {magnetmen,metals}/play and metals/play_with_unknown_forms.
"""

import pytest
from support import SHIPPED, SIZES, rolled

from generator import games
from generator.analysis.intervals import Estimate
from generator.play.goals import MAX_USAGE, Minutes, goal_penalty, limit_usage, missed_limits
from generator.play.search import limits_of
from generator.play.series import Player

LIMITS = {"seat_deviation": (0, 0.2), "ties": (0, 0.1), "margin": (0, 0.5), "decided": (0.4, 1)}
LIMITS |= {"turns": (10, 40), "changes": (0.5, 100), "tight": (0, 0)}
KEPT = {"seat_deviation": 0.1, "ties": 0.1, "margin": 0.25, "decided": 0.8}
KEPT |= {"turns": 20, "changes": 1, "tight": 0}


def programs(game):
    return games.game(game).playtest


def estimates(**values):
    return {name: Estimate(value, value, value) for name, value in (KEPT | values).items()}


def penalty(*deviations, **values):
    return goal_penalty(estimates(**values), LIMITS, deviations)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("sets", [("base",), SHIPPED])
def test_shipped_goals_are_found_for_every_board(size, sets):
    goals = programs("magnetmen").load_goals()
    for players in (2, 3, 4):
        board = rolled("goals", sets, size, players)
        rules = programs("magnetmen").rules(board)
        goal = goals.nearest(rules, len(board.squares), players)
        assert (goal.rules, goal.squares, goal.players) == (rules, len(board.squares), players)
        assert limits_of(programs("magnetmen"), board, goals) == goal.limits
        assert rules == ("advanced" if board.advanced else "basic")
    for squares, nearest in ((1, 36), (49, 36), (51, 64), (500, 121)):
        goal = goals.nearest("basic", squares, 3)
        assert (goal.rules, goal.squares, goal.players) == ("basic", nearest, 3)


def test_each_form_of_metals_has_its_goals_but_the_judges_of_the_first():
    metals, goals = games.game("metals"), programs("metals").load_goals()
    for form, limits in (("basic", (14, 40)), ("factions", (20, 80))):
        rolled_map = metals.roll(metals.load(("wilds",), ()), form, 2, "x")
        assert limits_of(programs("metals"), rolled_map, goals)["turns"] == limits
        players = {judge.name: judge.player for judge in goals.judges("panel", form)}
        assert players["careless"] == Player("greedy", errors=25)


def test_minutes_come_in_steps_of_five():
    minutes = Minutes(start=3, turn=0.6)
    assert [minutes.estimate(turns) for turns in (1, 16, 28)] == [5, 15, 20]
    assert programs("magnetmen").load_goals().minutes_range("basic") == (10, 25)


USAGES = {
    # limited from above
    "ties": [(0.05, 0.5), (0.1, 1), (0.15, 1.5), (1, MAX_USAGE), (5, MAX_USAGE)],
    "tight": [(0, 0), (0.001, MAX_USAGE)],
    # from below
    "decided": [(0.8, 0.5), (0.4, 1), (0.2, 2), (0, MAX_USAGE)],
    "changes": [(2, 0.25), (0.25, 2)],
    # from both ends
    "turns": [(20, 0.5), (8, 1.25), (50, 1.25), (40, 1)],
}


@pytest.mark.parametrize(
    ("figure", "value", "usage"), [(name, *row) for name in USAGES for row in USAGES[name]]
)
def test_usage_is_the_share_of_the_nearer_limit(figure, value, usage):
    assert limit_usage(estimates(**{figure: value}), LIMITS)[figure] == pytest.approx(usage)
    missed = missed_limits(estimates(**{figure: value}), LIMITS)
    assert missed == (((figure, value, *LIMITS[figure]),) if usage > 1 else ())


def test_one_that_is_far_off_weighs_more_than_several_that_are_near():
    far, near = penalty(ties=0.3), penalty(ties=0.15, margin=0.6, changes=0.45)
    assert far > near > penalty() > penalty(ties=0.05)
    kept = penalty(seat_deviation=0.19, ties=0.095, margin=0.475, decided=0.42, turns=11)
    assert penalty(ties=0.15, margin=0.0) > kept


def test_each_kind_of_player_counts_with_its_own_deviation_of_seats():
    one = penalty(seat_deviation=0.4)
    assert penalty(0.4, seat_deviation=0.1) == one
    assert one < penalty(0.4, 0.4) < 2 * one
    without = {name: ends for name, ends in LIMITS.items() if name != "seat_deviation"}
    assert goal_penalty(estimates(), without, [0.4]) == goal_penalty(estimates(), without)
    assert goal_penalty({}, LIMITS) == 0  # figures that a board does not have are not limited
