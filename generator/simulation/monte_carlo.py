"""A program that plays any game by trying actions out.

Input: rules, a state, random numbers. Output: an action.
"""

from dataclasses import dataclass
from random import Random

from generator.simulation.matches import play_game
from generator.simulation.players import GreedyPlayer, best_action, most_promising
from generator.simulation.rules import ActionT, GameRules, StateT


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
        player = rules.player_to_move(state)
        following = most_promising(rules, state, self.candidates, source)
        wins = [
            sum(self._wins(rules, after, player, source) for _ in range(self.playouts))
            for _, after in following
        ]
        return best_action([action for action, _ in following], wins, source)

    @staticmethod
    def _wins(
        rules: GameRules[StateT, ActionT], state: StateT, player: int, source: Random
    ) -> float:
        """The player's share of the win in a game from a state."""
        players = (GreedyPlayer(),) * rules.players
        return play_game(rules, players, source, state).wins[player]
