"""Endgames solved exactly, against games whose winner is known."""

from itertools import accumulate

import pytest

from generator.games.quads.pieces import OWN_SHAPES
from generator.games.quads.playtest.fast_rules import QuadsRules
from generator.games.quads.rules import Setup
from generator.simulation.endgames import Solver, is_won_for_mover
from generator.simulation.matches import play_games
from generator.simulation.players import RandomPlayer
from generator.simulation.rules import GameRules


class Nim(GameRules[int, int]):
    """One heap, of which one to three are taken in turn; who takes the last one wins. The state is
    twice what is left, plus who is to move. A heap of a multiple of four is lost."""

    players = 2

    def __init__(self, heap):
        self.heap = self.max_turns = heap

    def start(self):
        return 2 * self.heap

    def player_to_move(self, state):
        return state % 2

    def actions(self, state):
        return range(1, min(3, state // 2) + 1)

    def after(self, state, action):
        return 2 * (state // 2 - action) + 1 - state % 2

    def winners(self, state):
        return () if state > 1 else (1 - state % 2,)

    def value(self, state, player):
        return 0.0


@pytest.mark.parametrize("heap", range(1, 20))
def test_nim(heap):
    expected = 1 if heap % 4 == 0 else 0
    assert Solver(Nim(heap)).winner(2 * heap) == expected
    assert is_won_for_mover(Nim(heap), [1] * heap, heap) == (heap % 4 != 0)


def test_too_few_positions_solve_nothing():
    assert Solver(Nim(40), 5).winner(80) is None
    assert Solver(Nim(40), 5).winner(2 * 3) == 0


def test_a_game_that_ends_before_has_no_endgame():
    nim = Nim(12)
    assert is_won_for_mover(nim, [3, 3, 3, 3], 8) is None
    assert is_won_for_mover(nim, [3, 3, 3, 3], 9) is True  # 3 left, after three turns


def test_no_move_of_quads_leads_from_a_lost_endgame_to_a_won_one():
    """And some move does from a won one."""
    rules = QuadsRules(Setup(5, OWN_SHAPES[::2], (0, 7)))
    for game in play_games(rules, (RandomPlayer(),) * 2, 4, "oak"):
        states = list(accumulate(game.actions, rules.after, initial=rules.start()))
        for state in states[-6:-1]:
            player, solver = rules.player_to_move(state), Solver(rules, 100_000)
            results = {solver.winner(rules.after(state, action)) for action in rules.actions(state)}
            assert (player in results) == (Solver(rules, 100_000).winner(state) == player)
        assert Solver(rules).winner(states[-1]) == game.wins.index(1)
