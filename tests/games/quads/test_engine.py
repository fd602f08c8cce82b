"""Quads as programs play it: the same moves and results as by rules.py here, whatever the setup."""

import random

import pytest
from games.quads import rules
from games.quads.rules import Move, Position
from play.agreement import play_beside
from short_run import first

from generator.games.quads import engine
from generator.games.quads.engine import FACES, FACES_COUNT
from generator.games.quads.pieces import OWN_SHAPES, PLAYERS, PUBLISHED, Setup, rotations
from generator.games.quads.playtest import match_of
from generator.play.series import GREEDY, RANDOM

SMALL = Setup(4, OWN_SHAPES[::2])
SETUPS = (
    PUBLISHED,
    Setup(may_be_opposite=False),
    SMALL,
    Setup(5, OWN_SHAPES[3:14], marked=(3, 15)),
    Setup(5, OWN_SHAPES[6:], marked=(0, 8)),
    Setup(is_framed=True),
)


def move(action: int) -> Move:
    return Move(action // FACES_COUNT, FACES[action % FACES_COUNT])


class OracleGame:
    """A game by rules.py here, for play_beside."""

    def __init__(self, setup: Setup):
        self.position = Position.start(setup, setup.is_framed)

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


@pytest.mark.parametrize("part", first(1, range(5)))
@pytest.mark.parametrize("setup", first(1, SETUPS))
def test_an_independent_player_meets_no_difference(setup, part):
    """In 60 games; there was none in 1,000 (100 parts)."""
    for seed in range(2 * part, 2 * part + 2):
        play_beside(match_of(setup), OracleGame(setup), move, seed)


def test_a_state_is_worth_the_squares_that_only_its_player_can_play_on():
    setup, source = SETUPS[3], random.Random(3)
    tables = engine.game_tables(setup)
    state, position = engine.game_start(setup, tables), Position.start(setup)
    while (player := engine.decider(tables, state)) >= 0:
        counts = []
        for owner in PLAYERS:
            hand = [piece for piece in setup.hand(owner) if piece not in position.placed]
            looks = [look for piece in hand for look in rotations(piece)]
            moves = [[Move(square, look) for look in looks] for square in range(setup.side**2)]
            fits = [any(not rules.violations(position, each) for each in some) for some in moves]
            counts.append(sum(fits))
        assert engine.state_value(tables, state, player) == counts[player] - counts[1 - player]
        action = source.choice(state.actions[: engine.list_actions(tables, state)])
        engine.apply(tables, state, action)
        position = position.with_piece(move(action))
    last = 1 - PLAYERS.index(rules.to_move(position))
    assert engine.state_value(tables, state, last) == engine.WON


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
