"""The tree search: its tree, its rewards, and how well it plays Magnetmen."""

import math
from itertools import islice

import pytest
from games.magnetmen.simulation.small_games import all_sets, base, states, wins
from games.magnetmen.simulation.states import Game
from play.kernels import functions_of
from positions import fresh, position, type_called

from generator.games.magnetmen.match import KERNEL
from generator.play import players
from generator.play.series import GREEDY, Player

kernel = functions_of(KERNEL)


def tree_action(game, kernel_state, tree, candidates, playouts) -> int:
    scratch = game.start(), game.start(), tree
    return kernel.tree_action(game.tables, kernel_state, *scratch, candidates, playouts)


def test_tree_search_beats_greedy():
    assert wins(Player("tree_search", 8, 24), GREEDY, 12) > 0.7


@pytest.mark.slow
def test_a_long_tree_search_beats_monte_carlo():
    assert wins(Player("tree_search", 16, 100), Player("monte_carlo", 4, 2), 16) > 0.6


def test_tree_search_does_the_only_thing_there_is_without_thinking():
    game = Game(fresh((type_called("a"),), 1, (0,), 2, 9, False))
    state, tree = game.start(), [0] * players.tree_length(4, 3)
    assert tree_action(game, state, tree, 4, 3) == 0
    assert tree[players.FIRST_NODE + players.VISITS] == 0


def searched_tree(game, number, candidates, playouts):
    """The state of a game after some actions, its tree after a search, and the action."""
    *_, state = islice(states(game, number), 6)
    tree = [0] * players.tree_length(candidates, playouts)
    return state, tree, tree_action(game, state, tree, candidates, playouts)


@pytest.mark.parametrize("number", range(4))
def test_a_tree_counts_its_playouts(number):
    """Each playout goes through one child of every node above the one where it leaves the tree."""
    game = [base, all_sets][number % 2]()
    state, tree, action = searched_tree(game, number, 6, 40)
    assert action in game.legal(state)
    values = [tree[at : at + players.NODE_WIDTH] for at in range(4, len(tree), 8)]
    root = values[0]
    assert 20 <= root[players.VISITS] <= 40
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


def test_a_tree_keeps_the_children_with_the_best_margins():
    tree = [0] * players.tree_length(3, 2)
    players.set_node(tree, 0, 0, 0, 0)
    tree[players.FIRST_NODE + players.FIRST_CHILD] = 1
    for action, value in enumerate((2, 5, 1, 5, 9, 0)):
        players.insert_child(tree, 0, 3, action, value)
    places = [players.node_place(node) for node in (1, 2, 3)]
    assert [tree[place + players.ACTION] for place in places] == [4, 1, 3]
    assert tree[players.FIRST_NODE + players.CHILDREN] == 3


def test_rewards_of_a_tree_share_out_wins():
    def rewards(*icons):
        game = Game(position("a", *("a" * count for count in icons)))
        tree = [0] * players.tree_length(1, 1)
        kernel.set_rewards(game.tables, game.start(), tree)
        return tree[: len(icons)]

    most, point = players.MAX_MARGIN_REWARD, players.MARGIN_REWARD
    win = players.SOLE_WIN
    assert rewards(1, 3) == [most - 2 * point, win + most + 2 * point]
    assert rewards(2, 2) == [win // 2 + most] * 2
    assert rewards(0, 99)[0] == 0


@pytest.mark.parametrize("number", [0, 1, 2, 3, 99, 100, 10**6, 2**32 - 1])
def test_square_roots_are_rounded_down(number):
    assert players.integer_root(number) == math.isqrt(number)
