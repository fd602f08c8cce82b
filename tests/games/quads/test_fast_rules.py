"""Quads as programs play it: the same moves and results as rules.py, whatever the setup."""

import random

import pytest
from games.quads import oracle
from short_run import budget

from generator.games.quads.fast_rules import FACES, QuadsRules
from generator.games.quads.pieces import OWN_SHAPES, PLAYERS
from generator.games.quads.rules import PUBLISHED, Move, Position, Setup
from generator.simulation.play import GreedyPlayer, RandomPlayer, play_games

SMALL = Setup(4, OWN_SHAPES[::2])
SETUPS = (
    PUBLISHED,
    Setup(may_be_opposite=False),
    SMALL,
    Setup(5, OWN_SHAPES[3:14], marked=(3, 15)),
    Setup(5, OWN_SHAPES[6:], marked=(0, 8)),
)


def move(action):
    return Move(action.square, FACES[action.face])


@pytest.mark.parametrize("setup", SETUPS)
def test_it_plays_by_the_rules(setup):
    fast, source = QuadsRules(setup), random.Random(setup.side)
    for _ in range(budget(2)):
        state, position = fast.start(), Position.start(setup)
        while not fast.winners(state):
            actions = fast.actions(state)
            assert {move(action) for action in actions} == set(oracle.moves(position))
            assert len(set(actions)) == len(actions)
            action = source.choice(actions)
            state, position = fast.after(state, action), oracle.play(position, move(action))
            assert PLAYERS[fast.player_to_move(state)] == oracle.to_move(position)
        (winner,) = fast.winners(state)
        assert PLAYERS[1 - winner] == oracle.loser(position)


def test_greedy_players_beat_random_ones():
    fast = QuadsRules(SMALL)
    wins = sum(game.wins[0] for game in play_games(fast, (GreedyPlayer(), RandomPlayer()), 16, "a"))
    wins += sum(
        game.wins[1] for game in play_games(fast, (RandomPlayer(), GreedyPlayer()), 16, "b")
    )
    assert wins >= 24  # p < 0.005
