"""Goals: how they are read, which one applies, which are missed."""

from support import SHIPPED, rolled

from generator.analysis.intervals import Estimate
from generator.core.resources import sets_dir
from generator.games.magnetmen.definition import CATALOGUE
from generator.games.magnetmen.simulation.goals import (
    Limits,
    Minutes,
    goal_penalty,
    limit_usage,
    load_goals,
)

PLAY = sets_dir() / "magnetmen" / "play.yaml"
LIMITS = Limits(seat_deviation=0.2, ties=0.1, margin=0.5, decided=0.4, left=0.8, tight=0.2)
KEPT = {"seat_deviation": 0.1, "ties": 0.1, "margin": 0.25, "decided": 0.8, "left": 0.4, "tight": 0}


def estimates(**values):
    return {name: Estimate(value, value, value) for name, value in (KEPT | values).items()}


def test_shipped_goals_are_found_for_every_board():
    goals = load_goals()
    for sets in (("base",), SHIPPED):
        for size in ("small", "regular", "big", "huge"):
            for players in (2, 3, 4):
                board = rolled("goals", sets, size, players)
                goal = goals.of(board)
                assert goal.players == players
                assert goal.rules == ("advanced" if board.advanced else "basic")


def test_the_goal_of_the_nearest_number_of_squares_counts():
    goals = load_goals()
    sizes = sorted({goal.squares for goal in goals.goals if goal.rules == "basic"})
    board = rolled("goals", ("base",), "huge", 4)
    assert goals.of(board).squares == sizes[-1]


def test_penalties_are_shares_of_the_limits():
    usage = limit_usage(estimates(), LIMITS)
    assert usage == {
        "seat_deviation": 0.5,
        "ties": 1,
        "margin": 0.5,
        "decided": 0.5,
        "left": 0.5,
        "tight": 0,
    }


def test_of_decided_more_is_better():
    assert limit_usage(estimates(decided=0.2), LIMITS)["decided"] == 2
    assert limit_usage(estimates(decided=0.0), LIMITS)["decided"] == 10


def test_one_that_is_far_off_weighs_more_than_several_that_are_near():
    far = goal_penalty(estimates(ties=0.3), LIMITS)
    near = goal_penalty(estimates(ties=0.15, margin=0.6, left=0.9), LIMITS)
    assert far > near > goal_penalty(estimates(), LIMITS)


def test_one_that_misses_is_worse_than_all_that_are_just_kept():
    close_values = estimates(
        seat_deviation=0.19, ties=0.095, margin=0.475, decided=0.42, left=0.76, tight=0.19
    )
    assert goal_penalty(estimates(ties=0.15, margin=0.0), LIMITS) > goal_penalty(
        close_values, LIMITS
    )


def test_minutes_come_in_steps_of_five():
    minutes = Minutes(start=3, turn=0.6)
    assert [minutes.estimate(turns) for turns in (1, 16, 28)] == [5, 15, 20]


def test_it_is_no_set():
    assert "play" not in CATALOGUE.available()


def test_each_kind_of_player_counts_with_its_own_deviation_of_seats():
    one = goal_penalty(estimates(seat_deviation=0.4), LIMITS)
    assert goal_penalty(estimates(seat_deviation=0.1), LIMITS, [0.4]) == one
    two = goal_penalty(estimates(), LIMITS, [0.4, 0.4])
    assert one < two < 2 * one
