"""Players of any game, which play Nim and Magnetmen here, and their random numbers."""

import math
from itertools import islice

import pytest
from games.magnetmen.simulation.small_games import all_sets, base, states, wins
from games.magnetmen.simulation.states import Game
from play import nim
from play.kernels import functions_of
from positions import fresh, position, type_called

from generator.games.magnetmen.match import ENGINE
from generator.play import players
from generator.play.series import GREEDY, RANDOM, Player

kernel = functions_of(ENGINE)


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
    choose_action = functions_of(nim.ENGINE).choose_action
    seats = [getattr(players, kind.upper()), 3, 100, 0] * 2
    for heap in heaps:
        state, *scratch = (nim.start_of(heap) for _ in range(3))
        tree = [0] * players.tree_length(3, 100)
        tables = nim.match_of(heap).tables
        assert choose_action(tables, state, *scratch, tree, seats) == heap % 4


CARELESS = Player("greedy", errors=50)


SLOWEST = Player("tree_search", 16, 100), Player("monte_carlo", 4, 2), 16, 0.6


@pytest.mark.parametrize(
    ("one", "other", "games", "share"),
    [
        (GREEDY, RANDOM, 40, 0.85),
        (GREEDY, CARELESS, 40, 0.6),
        (CARELESS, RANDOM, 40, 0.6),
        (Player("monte_carlo", 6, 4), GREEDY, 12, 0.7),
        (Player("tree_search", 8, 24), GREEDY, 12, 0.7),
        pytest.param(*SLOWEST, marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_better_players_win(one, other, games, share):
    assert wins(one, other, games) > share


@pytest.mark.parametrize("kind", ["monte_carlo", "tree_search"])
def test_who_searches_does_the_only_thing_there_is_without_thinking(kind):
    game = Game(fresh((type_called("a"),), 1, (0,), 2, 9, False))
    state, tree = game.start(), [0] * players.tree_length(8, 8)
    words = list(state.random)
    seats = [getattr(players, kind.upper()), 8, 8, 0] * 2
    assert kernel.choose_action(game.tables, state, game.start(), game.start(), tree, seats) == 0
    assert kind == "tree_search" or state.random == words
    assert tree[players.FIRST_NODE + players.VISITS] == 0


@pytest.mark.parametrize("number", range(4))
def test_a_candidate_that_is_given_up_would_not_have_been_taken(number):
    game = [base, all_sets][number % 2]()
    *_, state = islice(states(game, number), 9)
    arguments = game.tables, state, game.start()
    actions = ENGINE.list_actions(game.tables, state)
    before = list(state.random)
    action = kernel.monte_carlo_action(*arguments, game.start(), [0] * 6, 6, 3)
    state.random[:] = before
    count = kernel.choose_candidates(*arguments, 6)
    assert count == min(6, actions)
    candidates = state.actions[:count]
    values = [
        sum(kernel.playout_value(*arguments, game.start(), one, number) for number in range(3))
        for one in candidates
    ]
    assert action == candidates[values.index(max(values))]


@pytest.mark.parametrize("number", range(4))
def test_a_tree_counts_its_playouts(number):
    """Each playout goes through one child of every node above the one where it leaves the tree."""
    game = [base, all_sets][number % 2]()
    *_, state = islice(states(game, number), 6)
    tree, scratch = [0] * players.tree_length(6, 40), (game.start(), game.start())
    action = kernel.tree_action(game.tables, state, *scratch, tree, 6, 40)
    assert action in game.legal(state)
    width = players.NODE_WIDTH
    values = [tree[at : at + width] for at in range(players.FIRST_NODE, len(tree), width)]
    assert 20 <= values[0][players.VISITS] <= 40
    for node in values:
        first, count = node[players.FIRST_CHILD], node[players.CHILDREN]
        if node[players.VISITS] and count:
            children = values[first : first + count]
            assert count <= 6
            visits = sum(child[players.VISITS] for child in children)
            assert visits in (node[players.VISITS], node[players.VISITS] - 1)
            margins = [child[players.VALUE] for child in children]
            assert margins == sorted(margins, reverse=True)
            most = players.SOLE_WIN + 2 * players.MAX_MARGIN_REWARD
            for child in children:
                assert 0 <= child[players.REWARDS] <= most * child[players.VISITS]


def test_a_win_is_above_all_and_a_tie_is_shared_out():
    """In the value of a playout, and in the rewards of a tree."""

    def result(*icons):
        game = Game(position("a", *("a" * count for count in icons)))
        tree, state = [0] * players.tree_length(1, 1), game.start()
        kernel.set_rewards(game.tables, state, tree)
        return kernel.game_value(game.tables, state, 0), tree[: len(icons)]

    most, point = players.MAX_MARGIN_REWARD, players.MARGIN_REWARD
    win = players.SOLE_WIN
    assert result(1, 3) == (-2, [most - 2 * point, win + most + 2 * point])
    assert result(2, 2) == (players.WIN, [win // 2 + most] * 2)
    assert result(3, 1)[0] == 2 * players.WIN + 2
    assert result(0, 99)[1][0] == 0


def test_square_roots_are_rounded_down():
    for number in (0, 1, 2, 3, 99, 100, 10**6, 2**32 - 1):
        assert players.integer_root(number) == math.isqrt(number)


def test_chance_is_xorshift128_and_games_have_seeds_of_their_own():
    """The first numbers from the state that Marsaglia gives (Xorshift RNGs, 2003)."""
    state, sown = nim.start_of(1), set()
    state.random[:] = [123456789, 362436069, 521288629, 88675123]
    first = [players.random_below(state, 1 << 32) for _ in range(4)]
    assert first == [3701687786, 458299110, 2500872618, 3633119408]
    for number in range(2000):
        players.seed_rng(state, [1, 2, 3, 4], number)
        assert all(0 <= word <= players.WORD_MASK for word in state.random)
        sown.add(tuple(state.random))
    assert len(sown) == 2000
