"""Players of any game, which play Magnetmen here, and their random numbers."""

from itertools import islice

import pytest
from games.magnetmen.simulation.small_games import all_sets, base, states, wins
from games.magnetmen.simulation.states import Game
from play import nim
from play.kernels import functions_of
from positions import fresh, position, type_called

from generator.games.magnetmen.match import KERNEL
from generator.play import players, random_numbers
from generator.play.engine import BEYOND_VALUES
from generator.play.series import GREEDY, RANDOM, Player

kernel = functions_of(KERNEL)


@pytest.mark.parametrize(
    "kind, heaps",
    [
        ("greedy", (1, 2, 3)),  # sees only that it wins at once
        ("two_ply", (1, 2, 3, 5)),  # and that the opponent would
        ("monte_carlo", (1, 2, 3, 5, 6, 7)),
        ("tree_search", (1, 2, 3, 5, 6, 7, 9, 10, 11)),
    ],
)
def test_what_wins_is_found(kind, heaps):
    """Whoever leaves a multiple of 4 wins at Nim."""
    choose_action = functions_of(nim.KERNEL).choose_action
    seats = [getattr(players, kind.upper()), 3, 100, 0] * 2
    for heap in heaps:
        state, *scratch = (nim.start_of(heap) for _ in range(3))
        tree = [0] * players.tree_length(3, 100)
        tables = nim.match_of(heap).tables
        assert choose_action(tables, state, *scratch, tree, seats) == heap % 4


def test_greedy_beats_random():
    assert wins(GREEDY, RANDOM, 40) > 0.85


def test_monte_carlo_beats_greedy():
    assert wins(Player("monte_carlo", 6, 4), GREEDY, 12) > 0.7


def test_monte_carlo_does_the_only_thing_there_is_without_thinking():
    game = Game(fresh((type_called("a"),), 1, (0,), 2, 9, False))
    state = game.start()
    words = list(state.random)
    scratch = game.start(), game.start()
    action = kernel.monte_carlo_action(game.tables, state, *scratch, 8, 8)
    assert action == 0
    assert state.random == words


def test_errors_are_random_actions():
    """With errors in half of the decisions of greedy players, they play worse than without."""
    careless = Player("greedy", errors=50)
    assert str(careless) == "greedy, 50% errors"
    assert wins(GREEDY, careless, 40) > 0.6 < wins(careless, RANDOM, 40)


def test_a_win_is_above_all_and_a_tie_half_of_it():
    def result(own, other):
        game = Game(position("a", "a" * own, "a" * other))
        return kernel.game_value(game.tables, game.start(), 0)

    assert result(1, 3) == -2
    assert result(2, 2) == players.WIN
    assert result(3, 1) == 2 * players.WIN + 2


@pytest.mark.parametrize("number", range(4))
def test_a_candidate_that_is_given_up_would_not_have_been_taken(number):
    game = [base, all_sets][number % 2]()
    *_, state = islice(states(game, number), 9)
    arguments = game.tables, state, game.start()
    actions = kernel.list_actions(game.tables, state)
    before = list(state.random)
    action = kernel.monte_carlo_action(*arguments, game.start(), 6, 3)
    state.random[:] = before
    count = kernel.choose_candidates(*arguments, 6)
    assert count == min(6, actions)
    candidates = state.actions[:count]
    values = [
        kernel.playout_value(*arguments, game.start(), one, 3, -BEYOND_VALUES) for one in candidates
    ]
    assert action == candidates[values.index(max(values))]


def test_candidates_are_of_as_many_types_as_there_are():
    game = all_sets()
    kernel_state, trial = game.start(), game.start()
    actions = kernel.list_actions(game.tables, kernel_state)
    candidates = {*kernel_state.actions[:actions]}
    types = {kernel.action_class(game.tables, action) for action in candidates}
    kernel.choose_candidates(game.tables, kernel_state, trial, len(types))
    assert {*kernel_state.actions[:actions]} == candidates
    assert {
        kernel.action_class(game.tables, one) for one in kernel_state.actions[: len(types)]
    } == types


def test_chance_is_xorshift128():
    """The first numbers from the state that Marsaglia gives (Xorshift RNGs, 2003)."""
    kernel_state = base().start()
    kernel_state.random[:] = [123456789, 362436069, 521288629, 88675123]
    first = [random_numbers.random_below(kernel_state, 1 << 32) for _ in range(4)]
    assert first == [3701687786, 458299110, 2500872618, 3633119408]


def test_games_have_seeds_of_their_own():
    sown, kernel_state = set(), base().start()
    for number in range(2000):
        random_numbers.seed_rng(kernel_state, [1, 2, 3, 4], number)
        assert all(0 <= word <= random_numbers.WORD_MASK for word in kernel_state.random)
        sown.add(tuple(kernel_state.random))
    assert len(sown) == 2000
