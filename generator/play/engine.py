"""What engines and players share: constants, and the records of a game."""

from typing import Protocol

Numbers = list[int]

MAX_PLAYERS = 4
WIN_PARTS = 12  # a win shared by up to four players is a whole number of parts
BEYOND_VALUES = 1 << 40  # more than any value of a state


class Tables(Protocol):
    """All that does not change in a game. None has more actions than the most."""

    @property
    def players(self) -> int: ...

    @property
    def max_actions(self) -> int: ...


class State(Protocol):
    """All that changes in a game, and scratch: the legal actions, after list_actions; numbers, as
    many; the state of the random numbers, four words of 32 bits."""

    @property
    def actions(self) -> Numbers: ...

    @property
    def values(self) -> Numbers: ...

    @property
    def random(self) -> Numbers: ...
