"""Play Magnetmen: a Game and its States, in the manner of OpenSpiel.

Input: a rolled Board, or any Position on one; Options. Output: states with their legal actions.
Decisions within a turn (what an Explorer destroys, a Pilot's second square) are states of their
own. Players who can do nothing are skipped.
"""

from functools import cached_property
from typing import Literal, NamedTuple

from generator.games.magnetmen.position import Position
from generator.games.magnetmen.roll import Board
from generator.games.magnetmen.simulation import kernel_data as k
from generator.games.magnetmen.simulation import lowering, scoring, turns
from generator.games.magnetmen.simulation.kernel_data import GameState, GameTables
from generator.games.magnetmen.simulation.readings import Options

Do = Literal["take", "destroy", "pass", "gain", "scratch"]


class Action(NamedTuple):
    """An action that a player chooses.

    `take` and `destroy` are about a `square`. `pass` gives up a turn, or the rest of a power that
    says "up to". `gain` adds an icon of a `kind` (an index into the types). `scratch` destroys an
    icon of that kind in the inventory of `owner`: the one from `square`, if icons of the kind score
    their neighbours.
    """

    do: Do
    square: int | None = None
    kind: int | None = None
    owner: int | None = None


class Game:
    """A game on a board, by Options. Raises ValueError for more than four players."""

    def __init__(self, board: Board | Position, options: Options | None = None):
        self.position = board if isinstance(board, Position) else Position.start(board)
        self.options = options or Options()
        if len(self.position.inventories) > k.MAX_PLAYERS:
            raise ValueError(f"expected at most {k.MAX_PLAYERS} players")

    @cached_property
    def tables(self) -> GameTables:
        """The game in the form of the kernel."""
        return lowering.game_tables(self.position, self.options)

    def state(self, player: int = 0) -> "State":
        """The state of the game's position in which a player is to move, if possible."""
        kernel_state = lowering.initial_state(self.position, self.tables, player)
        turns.advance(self.tables, kernel_state)
        return State(self, kernel_state)

    def action(self, number: int) -> Action:
        """The action with a number of the kernel, see turns.py."""
        squares, types = self.tables.squares, self.tables.types
        if number < squares:
            return Action("take", number)
        if number < 2 * squares:
            return Action("destroy", number - squares)
        if (number := number - 2 * squares) == 0:
            return Action("pass")
        if (number := number - 1) < types:
            return Action("gain", kind=number)
        if (number := number - types) < self.tables.players * types:
            return Action("scratch", kind=number % types, owner=number // types)
        owner, square = divmod(number - self.tables.players * types, squares)
        return Action("scratch", square, self.tables.kinds[square], owner)


class State:
    """A moment of a game in which a player has to decide, or its end."""

    def __init__(self, game: Game, kernel_state: GameState):
        self.game = game
        self.kernel_state = kernel_state

    @property
    def is_over(self) -> bool:
        """Whether nobody can move any more."""
        return self.kernel_state.turn[k.NEED] == k.OVER

    @property
    def current_player(self) -> int | None:
        """The player who has to decide, from 0 in turn order; None at the end."""
        return None if self.is_over else self.kernel_state.turn[k.DECIDER]

    @property
    def within_turn(self) -> bool:
        """Whether the decision is a step of a power, within a turn."""
        return self.kernel_state.turn[k.NEED] == k.STEP

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each player if the game ended here."""
        tables = self.game.tables
        return tuple(
            scoring.score(tables, self.kernel_state, player) for player in range(tables.players)
        )

    @property
    def inventories(self) -> tuple[tuple[int, ...], ...]:
        """The number of icons of each type, by player."""
        types = self.game.tables.types
        counts = self.kernel_state.counts
        return tuple(tuple(counts[first : first + types]) for first in range(0, len(counts), types))

    def square(self, square: int) -> Literal["open", "crossed_out", "destroyed"]:
        """The state of a square."""
        here = 1 << square
        if self.kernel_state.masks[k.CROSSED] & here:
            return "crossed_out"
        return "open" if self.kernel_state.masks[k.FREE] & here else "destroyed"

    def legal_actions(self) -> tuple[Action, ...]:
        """The actions among which the player has to decide; none at the end."""
        return tuple(self._numbers())

    def apply(self, action: Action) -> None:
        """Carry out an action, and go on to the next decision. Raises ValueError if the action is
        not legal."""
        number = self._numbers().get(action)
        if number is None:
            raise ValueError(f"{action} is not legal here")
        turns.apply(self.game.tables, self.kernel_state, number)

    def copy(self) -> "State":
        """Return an independent copy."""
        return State(self.game, GameState(*(list(numbers) for numbers in self.kernel_state)))

    def _numbers(self) -> dict[Action, int]:
        """The legal actions with their numbers."""
        if self.is_over:
            return {}
        numbers = self.kernel_state.actions[
            : turns.list_actions(self.game.tables, self.kernel_state)
        ]
        return {self.game.action(number): number for number in numbers}
