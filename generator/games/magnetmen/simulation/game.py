"""Magnetmen to be played: a Game, and a State of it, in the manner of OpenSpiel.

Input: a rolled Board, or any Position on one; Options. Output: states with the actions that are
legal in them. Decisions within a turn (what an Explorer destroys, a Pilot's second square) are
states of their own; those who can do nothing are passed over.
"""

from functools import cached_property
from typing import Literal, NamedTuple

from generator.games.magnetmen.roll import Board
from generator.games.magnetmen.rules import Position
from generator.games.magnetmen.simulation import lowering, scoring, turns
from generator.games.magnetmen.simulation import tables as f
from generator.games.magnetmen.simulation.readings import Options
from generator.games.magnetmen.simulation.tables import GameState, GameTables

Do = Literal["take", "destroy", "pass", "gain", "scratch"]


class Action(NamedTuple):
    """What a player decides.

    `take` and `destroy` concern a `square`; `pass` gives up a turn, or the rest of a power that
    says "up to";
    `gain` adds an icon of a `kind` (an index into the types); `scratch` destroys an icon of that
    kind in the inventory of `owner`, of a kind worth what is beside its square the one from
    `square`.
    """

    do: Do
    square: int | None = None
    kind: int | None = None
    owner: int | None = None


class Game:
    """A board and how its rules are read. Raises ValueError for more than four players."""

    def __init__(self, board: Board | Position, options: Options | None = None):
        self.position = board if isinstance(board, Position) else Position.start(board)
        self.options = options or Options()
        if len(self.position.inventories) > f.MAX_PLAYERS:
            raise ValueError(f"expected at most {f.MAX_PLAYERS} players")

    @cached_property
    def facts(self) -> GameTables:
        """The game as the kernel knows it."""
        return lowering.lower(self.position, self.options)

    def state(self, player: int = 0) -> "State":
        """The position the game was made from, that player to move if possible."""
        moment = lowering.moment(self.position, self.facts, player)
        turns.settle(self.facts, moment)
        return State(self, moment)

    def action(self, number: int) -> Action:
        """The action that has a number in the kernel, see turns.py."""
        squares, types = self.facts.squares, self.facts.types
        if number < squares:
            return Action("take", number)
        if number < 2 * squares:
            return Action("destroy", number - squares)
        if (number := number - 2 * squares) == 0:
            return Action("pass")
        if (number := number - 1) < types:
            return Action("gain", kind=number)
        if (number := number - types) < self.facts.players * types:
            return Action("scratch", kind=number % types, owner=number // types)
        owner, square = divmod(number - self.facts.players * types, squares)
        return Action("scratch", square, self.facts.kinds[square], owner)


class State:
    """A moment of a game in which somebody is to decide, or its end."""

    def __init__(self, game: Game, moment: GameState):
        self.game = game
        self.moment = moment

    @property
    def is_over(self) -> bool:
        """Whether nobody can move any more."""
        return self.moment.turn[f.NEED] == f.OVER

    @property
    def current_player(self) -> int | None:
        """Who is to decide, counted from 0 in turn order; None at the end."""
        return None if self.is_over else self.moment.turn[f.DECIDER]

    @property
    def within_turn(self) -> bool:
        """Whether the decision is one that a power brought."""
        return self.moment.turn[f.NEED] == f.STEP

    @property
    def scores(self) -> tuple[int, ...]:
        """What each player would have if the game ended here."""
        facts = self.game.facts
        return tuple(scoring.score(facts, self.moment, one) for one in range(facts.players))

    @property
    def inventories(self) -> tuple[tuple[int, ...], ...]:
        """How many icons of each type each player has."""
        types = self.game.facts.types
        counts = self.moment.counts
        return tuple(tuple(counts[at : at + types]) for at in range(0, len(counts), types))

    def square(self, square: int) -> Literal["open", "crossed_out", "destroyed"]:
        """What became of a square."""
        here = 1 << square
        if self.moment.masks[f.CROSSED] & here:
            return "crossed_out"
        return "open" if self.moment.masks[f.FREE] & here else "destroyed"

    def legal_actions(self) -> tuple[Action, ...]:
        """What the player to decide may do; nothing at the end."""
        return tuple(self._numbers())

    def apply(self, action: Action) -> None:
        """Carries out an action, and goes on to the next decision. Raises ValueError if it is
        not legal."""
        number = self._numbers().get(action)
        if number is None:
            raise ValueError(f"{action} is not legal here")
        turns.apply(self.game.facts, self.moment, number)

    def copy(self) -> "State":
        """The same moment, to be played on independently."""
        return State(self.game, GameState(*(list(numbers) for numbers in self.moment)))

    def _numbers(self) -> dict[Action, int]:
        """The legal actions with their numbers."""
        if self.is_over:
            return {}
        listed = self.moment.offers[: turns.offers(self.game.facts, self.moment)]
        return {self.game.action(number): number for number in listed}
