"""The tree search: its tree, its rewards, and how well it plays."""

import math
from itertools import islice

import pytest
from games.magnetmen.simulation.small_games import all_sets, base, states, wins
from games.magnetmen.simulation.states import Game
from positions import fresh, position, type_called

from generator.games.magnetmen.simulation import (
    tree_search,
)
from generator.games.magnetmen.simulation.players import (
    GREEDY,
    Player,
)


def test_tree_search_beats_greedy():
    assert wins(Player("tree_search", 8, 24), GREEDY, 12) > 0.7


@pytest.mark.slow
def test_a_long_tree_search_beats_monte_carlo():
    assert wins(Player("tree_search", 16, 100), Player("monte_carlo", 4, 2), 16) > 0.6


def test_tree_search_does_the_only_thing_there_is_without_thinking():
    game = Game(fresh((type_called("a"),), 1, (0,), 2, 9, False))
    state, tree = game.state().kernel_state, [0] * tree_search.tree_length(4, 3)
    assert tree_search.tree_action(game.tables, state, game.state().kernel_state, tree, 4, 3) == 0
    assert tree[tree_search.FIRST_NODE + tree_search.VISITS] == 0


def searched_tree(game, number, candidates, playouts):
    """The state of a game after some actions, its tree after a search, and the action."""
    *_, state = islice(states(game, number), 6)
    tree = [0] * tree_search.tree_length(candidates, playouts)
    arguments = game.tables, state.kernel_state, game.state().kernel_state, tree
    return state, tree, tree_search.tree_action(*arguments, candidates, playouts)


@pytest.mark.parametrize("number", range(4))
def test_a_tree_counts_its_playouts(number):
    """Each playout goes through one child of every node above the one where it leaves the tree."""
    game = [base, all_sets][number % 2]()
    state, tree, action = searched_tree(game, number, 6, 40)
    assert game.action(action) in state.legal_actions()
    values = [tree[at : at + tree_search.NODE_WIDTH] for at in range(4, len(tree), 8)]
    root = values[0]
    assert 20 <= root[tree_search.VISITS] <= 40
    for node in values:
        first, count = node[tree_search.FIRST_CHILD], node[tree_search.CHILDREN]
        if node[tree_search.VISITS] and count:
            children = values[first : first + count]
            assert count <= 6
            visits = sum(child[tree_search.VISITS] for child in children)
            assert visits in (node[tree_search.VISITS], node[tree_search.VISITS] - 1)
            margins = [child[tree_search.VALUE] for child in children]
            assert margins == sorted(margins, reverse=True)
            most = tree_search.SOLE_WIN + 2 * tree_search.MAX_MARGIN_REWARD
            for child in children:
                assert 0 <= child[tree_search.REWARDS] <= most * child[tree_search.VISITS]


def test_a_tree_keeps_the_children_with_the_best_margins():
    tree = [0] * tree_search.tree_length(3, 2)
    tree_search.set_node(tree, 0, 0, 0, 0)
    tree[tree_search.FIRST_NODE + tree_search.FIRST_CHILD] = 1
    for action, value in enumerate((2, 5, 1, 5, 9, 0)):
        tree_search.insert_child(tree, 0, 3, action, value)
    places = [tree_search.node_place(node) for node in (1, 2, 3)]
    assert [tree[place + tree_search.ACTION] for place in places] == [4, 1, 3]
    assert tree[tree_search.FIRST_NODE + tree_search.CHILDREN] == 3


def test_rewards_of_a_tree_share_out_wins():
    def rewards(*icons):
        game = Game(position("a", *({"a": count} for count in icons)))
        tree = [0] * tree_search.tree_length(1, 1)
        tree_search.set_rewards(game.tables, game.state().kernel_state, tree)
        return tree[: len(icons)]

    most, point = tree_search.MAX_MARGIN_REWARD, tree_search.MARGIN_REWARD
    win = tree_search.SOLE_WIN
    assert rewards(1, 3) == [most - 2 * point, win + most + 2 * point]
    assert rewards(2, 2) == [win // 2 + most] * 2
    assert rewards(0, 99)[0] == 0


@pytest.mark.parametrize("number", [0, 1, 2, 3, 99, 100, 10**6, 2**32 - 1])
def test_square_roots_are_rounded_down(number):
    assert tree_search.integer_root(number) == math.isqrt(number)
