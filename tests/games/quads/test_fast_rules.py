"""Quads as programs play it: the same moves and results as rules.py."""

import random

import pytest
from short_run import budget

from generator.games.quads import rules
from generator.games.quads.playtest.fast_rules import QuadsRules, move
from generator.games.quads.rules import Position
from generator.simulation.matches import play_games
from generator.simulation.players import GreedyPlayer, RandomPlayer


@pytest.mark.parametrize("framed", [False, True])
@pytest.mark.parametrize("side", [4, 6])
def test_it_plays_by_the_rules(side, framed):
    fast, source = QuadsRules(side, framed), random.Random(side)
    for _ in range(budget(2)):
        state, position = fast.start(), Position((None,) * side**2, side, framed)
        while fast.winner(state) is None:
            actions = fast.actions(state)
            assert {move(action) for action in actions} == set(rules.moves(position))
            assert len(set(actions)) == len(actions)
            action = source.choice(actions)
            state, position = fast.after(state, action), rules.play(position, move(action))
            assert rules.PLAYERS[fast.player_to_move(state)] == position.to_move
        assert rules.PLAYERS[1 - fast.winner(state)] == rules.loser(position)


def test_greedy_players_beat_random_ones():
    fast = QuadsRules(4)
    wins = sum(game.wins[0] for game in play_games(fast, (GreedyPlayer(), RandomPlayer()), 16, "a"))
    wins += sum(
        game.wins[1] for game in play_games(fast, (RandomPlayer(), GreedyPlayer()), 16, "b")
    )
    assert wins >= 24  # p < 0.005
