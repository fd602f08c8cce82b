"""Games of a panel on a board: how many an effort affords, and which."""

from statistics import fmean

import pytest
from support import SHIPPED, definition, rolled

from generator.games.magnetmen.roll import Candidate, roll, roll_layouts
from generator.games.magnetmen.simulation.goals import Member, load_goals
from generator.games.magnetmen.simulation.panel import MAX_GAMES, MIN_GAMES, PanelGames, judge
from generator.play.match import TURNS
from generator.play.series import Player

GREEDY = Member(name="greedy", kind="greedy", candidates=1, playouts=1)
CARELESS = Member(name="careless", kind="greedy", candidates=1, playouts=1, errors=25)
QUICK = Member(name="quick", kind="monte_carlo", candidates=2, playouts=1)
STRONG = Member(name="strong", kind="tree_search", candidates=4, playouts=20)
MEMBERS = (QUICK, CARELESS, STRONG)


def panel_games(stream="choice", seed="panel"):
    return PanelGames(rolled(seed, ("base",), "small", 2), stream)


def scores(games, member):
    """What follows from the scores of a member's games."""
    return games.seat_shares(member), games.figures(member).estimates


def test_better_players_play_fewer_games():
    games = panel_games().games_for(MEMBERS, 40)
    assert MIN_GAMES < games[STRONG] < games[QUICK] < games[CARELESS] < MAX_GAMES


def test_all_of_an_effort_is_used_and_no_more():
    one = panel_games()
    games = one.games_for(MEMBERS, 40)
    used = sum(games[member] * one.cost(member) for member in MEMBERS)
    assert 40 - sum(map(one.cost, MEMBERS)) < used <= 40


@pytest.mark.parametrize(("effort", "games"), [(0.001, MIN_GAMES), (10**6, MAX_GAMES)])
def test_games_are_bounded(effort, games):
    assert set(panel_games().games_for(MEMBERS, effort).values()) == {games}


def test_boards_that_an_effort_affords_get_the_fewest_games():
    one = panel_games()
    boards = one.affordable_boards(MEMBERS, 100)
    assert boards * MIN_GAMES * sum(map(one.cost, MEMBERS)) <= 100
    assert (boards + 1) * MIN_GAMES * sum(map(one.cost, MEMBERS)) > 100


def test_a_cost_is_about_the_number_of_actions():
    """Greedy players take about as many actions as there are turns."""
    one = panel_games()
    actions = 1000 * one.cost(GREEDY)
    assert one.turns == pytest.approx(actions, rel=0.1)
    assert one.cost(CARELESS) == pytest.approx(0.75 * one.cost(GREEDY))
    assert one.cost(STRONG) > 100 * one.cost(GREEDY)


def test_games_that_only_greedy_players_end_early_count_as_long():
    """On this board, greedy players need a fifth of the turns of others."""
    one = PanelGames(rolled("b", ("expert",), "regular", 2), "choice")
    greedy, random, searching = (
        fmean(row[TURNS] for row in one.observe(player, "test", games).games)
        for player, games in ((Player("greedy"), 32), (Player("random"), 32), (QUICK.player, 4))
    )
    assert one.turns == pytest.approx(random, rel=0.1)
    assert searching == pytest.approx(random, rel=0.2)
    assert greedy < random / 3


def test_later_games_continue_earlier_ones():
    """However the games of a member are split, they are the same."""
    split, whole = panel_games(), panel_games()
    for games in (3, 30, 7):
        for task in reversed(list(split.tasks(CARELESS, games))):
            task()
    for task in whole.tasks(CARELESS, 40):
        task()
    assert scores(split, CARELESS) == scores(whole, CARELESS)
    assert split.seat_shares(CARELESS).games == 40


def test_games_of_another_stream_or_member_are_others():
    other_name = CARELESS.model_copy(update={"name": "other"})
    results = []
    for games, member in (
        (panel_games(), CARELESS), (panel_games("fresh"), CARELESS), (panel_games(), other_name),
    ):  # fmt: skip
        judge([games], [member], 10)
        results.append(scores(games, member)[1])
    assert results[0] != results[1] != results[2] != results[0]


def test_boards_share_the_effort():
    alone, *several = (panel_games() for _ in range(5))
    judge([alone], MEMBERS, 20)
    judge(several, MEMBERS, 80)
    for games in several:
        assert scores(games, QUICK) == scores(alone, QUICK)


@pytest.mark.parametrize("sets", [("base",), SHIPPED])
def test_the_strong_member_of_every_panel_is_the_one_that_thinks_longest(sets):
    goals = load_goals()
    board = rolled("panel", sets, "regular", 4)
    for members in (goals.judges("panel", board), goals.judges("scouts", board)):
        quick, strong = members[0], members[-1]
        assert (quick.name, strong.name) == ("quick", "strong")
        assert strong.player.playouts_per_decision > quick.player.playouts_per_decision
        assert not quick.errors


@pytest.mark.parametrize("number", [0, 2])
def test_layouts_are_those_that_are_rolled(number):
    sets = definition("base")
    boards = roll_layouts(sets, "small", 3, Candidate("layouts", number), 4)
    for layout, board in enumerate(boards):
        assert board == roll(sets, "small", 3, str(Candidate("layouts", number, layout)))
