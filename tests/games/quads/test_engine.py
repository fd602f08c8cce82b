"""Quads as programs play it: the same moves and results as by rules.py here, whatever the setup."""

import pytest
from games.quads import rules
from games.quads.rules import Move, Position
from play.agreement import play_beside
from short_run import first

from generator.games.quads.engine import FACES, FACES_COUNT
from generator.games.quads.pieces import OWN_SHAPES, PLAYERS, PUBLISHED, Setup
from generator.games.quads.playtest import match_of
from generator.play.series import GREEDY, RANDOM

SMALL = Setup(4, OWN_SHAPES[::2])
SETUPS = (
    PUBLISHED,
    Setup(may_be_opposite=False),
    SMALL,
    Setup(5, OWN_SHAPES[3:14], marked=(3, 15)),
    Setup(5, OWN_SHAPES[6:], marked=(0, 8)),
)


def move(action: int) -> Move:
    return Move(action // FACES_COUNT, FACES[action % FACES_COUNT])


class OracleGame:
    """A game by rules.py here, for play_beside."""

    def __init__(self, setup: Setup):
        self.position = Position.start(setup)

    def decider(self):
        over = rules.loser(self.position) is not None
        return -1 if over else PLAYERS.index(rules.to_move(self.position))

    def legal(self):
        return list(rules.moves(self.position))

    def apply(self, action):
        self.position = rules.play(self.position, action)

    def standings(self):
        return (0, 0)

    def winners(self):
        lost = rules.loser(self.position) or rules.to_move(self.position)
        return [number for number, player in enumerate(PLAYERS) if player != lost]


@pytest.mark.parametrize("part", first(1, range(8)))
@pytest.mark.parametrize("setup", SETUPS)
def test_an_independent_player_meets_no_difference(setup, part):
    """In 200 games; there was none in 1,000 (40 parts)."""
    for seed in range(5 * part, 5 * part + 5):
        play_beside(match_of(setup), OracleGame(setup), move, seed)


def test_compiled_games_follow_the_rules_and_a_greedy_player_wins():
    won = 0.0
    for seats in ((GREEDY, RANDOM), (RANDOM, GREEDY)):
        for game in match_of(SMALL).play(seats, "rules", 16):
            position = Position.start(SMALL)
            for action in game.actions:
                position = rules.play(position, move(action))
            assert PLAYERS[game.shares.index(0)] == rules.loser(position)
            won += seats[game.shares.index(max(game.shares))] == GREEDY
    assert won >= 24  # p < 0.005
