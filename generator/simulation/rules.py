"""The contract of a game's rules, as programs play it."""

from collections.abc import Hashable, Sequence
from typing import Any, Protocol, TypeVar

StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")


class GameRules(Protocol[StateT, ActionT]):
    """The rules of a game of whole turns and open information.

    States and actions are immutable. Nothing is random but who plays what.
    """

    players: int
    """How many players there are; they are numbered from 0, and 0 starts."""

    has_points: bool
    """Whether players score points, by which one of them is ahead."""

    max_turns: int
    """A game that lasts longer is a draw."""

    def start(self) -> StateT:
        """The state before the first turn."""

    def player_to_move(self, state: StateT, /) -> int:
        """The player whose turn it is."""

    def actions(self, state: StateT, /) -> Sequence[ActionT]:
        """The legal actions, in a fixed order; at least one while nobody has won. Actions that lead
        to equal states are listed once."""

    def after(self, state: StateT, action: ActionT, /) -> StateT:
        """The state after a whole turn."""

    def winner(self, state: StateT, /) -> int | None:
        """The player who has won; None while the game goes on."""

    def scores(self, state: StateT, /) -> tuple[float, ...]:
        """The points of the players; 0 for all where there are none."""

    def value(self, state: StateT, player: int, /) -> float:
        """How good a state is for a player, as a greedy player judges it: more is better."""

    def repetition_key(self, state: StateT, /) -> Hashable | None:
        """What is equal for positions that repeat each other; None where nothing can repeat."""


AnyRules = GameRules[Any, Any]
"""Rules whose types of states and actions do not matter."""
