"""A program that plays any game by trying actions out.

Input: rules, a state, random numbers. Output: an action.
"""

from dataclasses import dataclass
from functools import partial
from random import Random

from generator.simulation.matches import play_game
from generator.simulation.players import GreedyPlayer, best_candidate
from generator.simulation.rules import ActionT, AnyRules, GameRules, StateT


@dataclass(frozen=True, slots=True)
class MonteCarloPlayer:
    """Plays each of its most promising actions several times to the end with greedy players, and
    takes the one that wins most."""

    candidates: int = 6
    playouts: int = 6

    @property
    def name(self) -> str:
        return f"Monte Carlo, {self.candidates} candidates, {self.playouts} playouts"

    def choose(self, rules: GameRules[StateT, ActionT], state: StateT, source: Random) -> ActionT:
        wins = partial(self._wins, rules, rules.player_to_move(state), source)
        return best_candidate(rules, state, self.candidates, wins, source)

    def _wins(self, rules: AnyRules, player: int, source: Random, state: StateT) -> float:
        """How many of some games from a state the player wins."""
        players = (GreedyPlayer(),) * rules.players
        playouts = (play_game(rules, players, source, state) for _ in range(self.playouts))
        return sum(game.wins[player] for game in playouts)
