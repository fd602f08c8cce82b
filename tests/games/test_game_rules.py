"""Programs that play by the contract of simulation/rules.py."""

import random

import pytest

from generator.games.quads.fast_rules import QuadsRules
from generator.games.quads.pieces import OWN_SHAPES
from generator.games.quads.rules import Setup
from generator.simulation.play import (
    GreedyPlayer,
    MonteCarloPlayer,
    RandomPlayer,
    ReplyPlayer,
    most_promising,
    play_game,
    play_games,
)

SMALL = QuadsRules(Setup(5, OWN_SHAPES[::2], (0, 7)))


@pytest.mark.parametrize(
    "player",
    [RandomPlayer(), GreedyPlayer(0.5), ReplyPlayer(2), MonteCarloPlayer(2, 1)],
    ids=lambda player: type(player).__name__,
)
def test_any_program_plays_a_whole_game(player):
    game = play_game(SMALL, (player,) * 2, random.Random(1))
    assert sum(game.wins) == pytest.approx(1)
    assert 0 < game.turns == len(game.actions) <= SMALL.max_turns
    assert play_game(SMALL, (player,) * 2, random.Random(1)) == game


def test_chance_decides_which_of_equal_actions_are_looked_at():
    """Else some squares would be preferred, and images of a board would not be played alike."""
    rules = QuadsRules()
    looked_at = {
        action
        for seed in range(20)
        for action, _ in most_promising(rules, rules.start(), 3, random.Random(seed))
    }
    assert len(looked_at) > 30


def test_a_monte_carlo_player_beats_a_greedy_one():
    rules = SMALL
    seats = MonteCarloPlayer(4, 4), GreedyPlayer()
    assert sum(game.wins[0] for game in play_games(rules, seats, 12, "strong")) >= 8
    assert sum(game.wins[1] for game in play_games(rules, seats[::-1], 12, "strong")) >= 8
