"""Endgames solved exactly: who wins if both players make no mistake from here.

Input: rules of a game for two in which nothing is random and nothing repeats; a state; how many
positions may be searched. Output: the winner, or None where that is too few.
"""

from collections.abc import Hashable, Sequence
from functools import reduce
from typing import Any

from generator.simulation.rules import AnyRules

MAX_POSITIONS = 3000
SOLVED_EVERY = 10
"""A study solves the endgame of one game in so many: that takes ten times as long as playing."""


class Solver:
    """Searches at most so many positions, all calls together. It keeps what it has found."""

    def __init__(self, rules: AnyRules, max_positions: int = MAX_POSITIONS):
        self._rules = rules
        self._positions_left = max_positions
        self._winners: dict[Hashable, int] = {}

    def winner(self, state: Hashable) -> int | None:
        """Who wins from a state; None if there were too few positions to search."""
        if (known := self._winners.get(state)) is not None:
            return known
        if winners := self._rules.winners(state):
            return winners[0]
        if self._positions_left <= 0:
            return None
        self._positions_left -= 1
        winner = self._best_result(state)
        if winner is not None:
            self._winners[state] = winner
        return winner

    def _best_result(self, state: Hashable) -> int | None:
        rules, player = self._rules, self._rules.player_to_move(state)
        following = [rules.after(state, action) for action in rules.actions(state)]
        following.sort(key=lambda after: -rules.value(after, player))
        for after in following:
            winner = self.winner(after)
            if winner is None or winner == player:
                return winner
        return 1 - player


def is_won_for_mover(rules: AnyRules, actions: Sequence[Any], turns_left: int) -> bool | None:
    """Whether the player to move could win, at the moment of a game when at most so many turns were
    left to max_turns; None if the game ended before, or cannot be solved from there."""
    turn = rules.max_turns - turns_left
    if turn >= len(actions):
        return None
    state = reduce(rules.after, actions[:turn], rules.start())
    winner = Solver(rules).winner(state)
    return None if winner is None else winner == rules.player_to_move(state)
