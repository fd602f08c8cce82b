"""The vetted boards that come with the program."""

import pytest
from support import SIZES, definition

from generator.games import vetted
from generator.games.magnetmen.roll import game_id, roll
from generator.games.magnetmen.simulation.board_search import BoardVetting, basis, playtest_board
from generator.games.magnetmen.simulation.goals import load_goals
from generator.games.vetted import case_of

MIN_BOARDS = 2
CASES = [(size, players) for size in SIZES for players in (2, 3, 4)]


def boards(size, players):
    name = game_id(definition("base"), size, players, "")
    return vetted.read(case_of(name), basis(name, load_goals())).games


@pytest.mark.parametrize(("size", "players"), CASES)
def test_every_base_case_has_some_for_the_present_sets_and_goals(size, players):
    seeds = [board.seed for board in boards(size, players)]
    assert len(set(seeds)) == len(seeds) >= MIN_BOARDS, "run: make vetted SET=base"


def test_the_plan_has_all_cases_of_the_base_set():
    plan = BoardVetting().plan()
    name = game_id(definition("base"), "huge", 3, "")
    assert plan[case_of(name)] == 32
    assert len(plan) == len(CASES) + 6 * 2 * 3  # of six other choices of sets, two sizes


@pytest.mark.slow
@pytest.mark.parametrize(("size", "players"), [("small", 2), ("regular", 4)])
def test_results_are_those_of_the_boards_when_they_are_played(size, players):
    board = boards(size, players)[0]
    rolled = roll(definition("base"), size, players, board.seed)
    assert playtest_board(rolled, load_goals(), lambda share: None).data() == board.result
