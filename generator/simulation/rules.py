"""The contract of a game's rules, as programs play it."""

from abc import abstractmethod
from collections.abc import Hashable, Sequence
from typing import Any, Protocol, TypeVar

StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")

CHANCE = -1
"""Who acts where neither player decides: dice, for example."""


class GameRules(Protocol[StateT, ActionT]):
    """The rules of a game of open information. Games derive from it.

    States and actions are immutable. What is random happens in states of its own, in which CHANCE
    acts.
    """

    players: int
    """How many players there are; they are numbered from 0, and 0 starts."""

    has_points: bool = False
    """Whether players score points, by which one of them is ahead."""

    max_turns: int
    """A game with more actions is a draw."""

    @abstractmethod
    def start(self) -> StateT:
        """The state before the first turn."""

    @abstractmethod
    def player_to_move(self, state: StateT, /) -> int:
        """The player who acts, or CHANCE."""

    @abstractmethod
    def actions(self, state: StateT, /) -> Sequence[ActionT]:
        """The legal actions of the player to move, in a fixed order; at least one while nobody has
        won. Actions that lead to equal states are listed once."""

    @abstractmethod
    def after(self, state: StateT, action: ActionT, /) -> StateT:
        """The state after an action."""

    def chances(self, state: StateT, /) -> Sequence[tuple[StateT, int]]:
        """The states that may follow where CHANCE acts, in a fixed order, with their weights."""
        return ()

    @abstractmethod
    def winners(self, state: StateT, /) -> tuple[int, ...]:
        """The players who have won and share the win; none while the game goes on."""

    def scores(self, state: StateT, /) -> tuple[float, ...]:
        """The points of the players; 0 for all where there are none."""
        return (0.0,) * self.players

    @abstractmethod
    def value(self, state: StateT, player: int, /) -> float:
        """How good a state is for a player, as a greedy player judges it: more is better."""

    def repetition_key(self, state: StateT, /) -> Hashable | None:
        """What is equal for positions that repeat each other; None where nothing can repeat."""
        return None


AnyRules = GameRules[Any, Any]
"""Rules whose types of states and actions do not matter."""
