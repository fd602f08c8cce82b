"""Metals behind the contract of simulation/rules.py, for programs that play any game.

Its playtests use the kernel, which is a hundred times as fast; this is rules.py itself.
"""

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import replace

from generator.games.metals import rules
from generator.games.metals.position import Position
from generator.games.metals.roll import MetalsGame
from generator.games.metals.rules import Action, Deploy
from generator.games.metals.simulation.kernel_data import MAX_TURNS
from generator.simulation.rules import GameRules


class MetalsRules(GameRules[Position, Action]):
    """The rules on the map of a game, with the factions in each player's pool; see GameRules."""

    players = 2
    has_points = True
    max_turns = MAX_TURNS

    def __init__(self, game: MetalsGame, pool: Sequence[str | None] = ()):
        self._game = game
        self._pool = pool or (None,) * game.definition.figures.on_map

    def start(self) -> Position:
        return Position.start(self._game, (self._pool, self._pool))

    def player_to_move(self, state: Position) -> int:
        return state.active

    def actions(self, state: Position) -> list[Action]:
        """Of the Metals of one faction in a pool, the first alone is deployed."""
        first: dict[str | None, int] = {}
        for index, metal in enumerate(state.metals):
            if metal.player == state.active and metal.space is None:
                first.setdefault(metal.faction, index)
        return [
            action
            for action in rules.legal_actions(state)
            if not isinstance(action, Deploy) or action.metal in first.values()
        ]

    def after(self, state: Position, action: Action) -> Position:
        return rules.apply(state, action)[0]

    def winners(self, state: Position) -> tuple[int, ...]:
        winner = rules.winner(state)
        return () if winner is None else (winner,)

    def scores(self, state: Position) -> tuple[float, ...]:
        return state.scores

    def value(self, state: Position, player: int) -> float:
        """The lead in points."""
        return float(state.scores[player] - state.scores[1 - player])

    def repetition_key(self, state: Position) -> Hashable:
        metals = (replace(metal, just_deployed=False) for metal in state.metals)
        return state.active, state.scores, frozenset(Counter(metals).items())
