"""Goals of maps: how they are read, what they are worth, which are missed."""

import pytest

from generator.core.resources import sets_dir
from generator.games.metals.definition import load_definition
from generator.games.metals.map_search import Limits, load_goals
from generator.games.metals.roll import MissedGoal, roll
from generator.play.series import Player

SHIPPED = (sets_dir() / "metals" / "goals.yaml").read_text("utf-8")
LIMITS = Limits(first_player=0.1, turns=(10, 40), lead_changes=0.5, spaces=0.4)
GOOD = {"first_player": 0.5, "turns": 20.0, "lead_changes": 1.0, "spaces": 0.5}


def test_each_form_has_its_goals():
    goals, definition = load_goals(), load_definition(("wilds",))
    assert goals.of(roll(definition, "basic", 2, "x")) == goals.goals.basic
    assert goals.of(roll(definition, "factions", 2, "x")) == goals.goals.factions


def test_the_panel_is_of_players_of_the_kernel():
    players = {name: member.player for name, member in load_goals().panel.items()}
    assert players["two_ply"].kind == "two_ply"
    assert players["careless"] == Player("greedy", errors=25)


def test_the_penalty_is_the_share_of_the_limit_that_is_used_up():
    assert LIMITS.penalty([GOOD]) == 0
    assert LIMITS.penalty([GOOD | {"first_player": 0.45}]) == pytest.approx(0.5)
    assert LIMITS.penalty([GOOD | {"first_player": 0.8}]) == pytest.approx(3)


def test_the_worst_of_the_panel_counts():
    assert LIMITS.penalty([GOOD, GOOD | {"first_player": 0.55}]) == pytest.approx(0.5)


@pytest.mark.parametrize(
    "figure, met, missed, penalty",
    [
        ("turns", 10, 8, 10 / 8), ("turns", 40, 50, 50 / 40), ("lead_changes", 0.5, 0.25, 2),
        ("spaces", 0.4, 0.2, 2), ("spaces", 0.4, 0.0, 10),
    ],
)  # fmt: skip
def test_other_figures_count_only_where_they_miss_their_goal(figure, met, missed, penalty):
    assert LIMITS.penalty([GOOD | {figure: met}]) == 0
    assert LIMITS.penalty([GOOD | {figure: missed}]) == pytest.approx(penalty)
    assert not list(LIMITS.missed("greedy", GOOD | {figure: met}))
    (goal,) = LIMITS.missed("greedy", GOOD | {figure: missed})
    assert goal[:3] == ("greedy", figure, missed)


def test_missed_goals_have_their_limits():
    assert list(LIMITS.missed("careless", GOOD | {"first_player": 0.7})) == [
        MissedGoal("careless", "first_player", 0.7, 0.4, 0.6)
    ]
