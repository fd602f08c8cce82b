"""Magnetmen behind the contract of simulation/rules.py, for programs that play any game.

Its own playtests use the compiled engine and its players directly, which is far faster. A decision
within a turn, such as what an Explorer destroys, is an action of its own here, too.
"""

from generator.games.magnetmen.position import Position
from generator.games.magnetmen.roll import Board
from generator.games.magnetmen.simulation.game import Action, Game, State
from generator.games.magnetmen.simulation.readings import Options
from generator.simulation.rules import GameRules


class MagnetmenRules(GameRules[State, Action]):
    """The rules on a board; see GameRules. Raises ValueError for more than four players."""

    has_points = True

    def __init__(self, board: Board | Position, options: Options | None = None):
        self._game = Game(board, options)
        self.players = len(self._game.position.inventories)
        self.max_turns = self._game.tables.max_actions

    def start(self) -> State:
        return self._game.state()

    def player_to_move(self, state: State) -> int:
        player = state.current_player
        assert player is not None, "the game goes on"
        return player

    def actions(self, state: State) -> tuple[Action, ...]:
        return state.legal_actions()

    def after(self, state: State, action: Action) -> State:
        after = state.copy()
        after.apply(action)
        return after

    def winners(self, state: State) -> tuple[int, ...]:
        if not state.is_over:
            return ()
        scores = state.scores
        return tuple(player for player, score in enumerate(scores) if score == max(scores))

    def scores(self, state: State) -> tuple[float, ...]:
        return state.scores

    def value(self, state: State, player: int) -> float:
        """The lead over the best opponent."""
        scores = state.scores
        return float(scores[player] - max(scores[:player] + scores[player + 1 :]))
