"""What a game's engine gives to the players, by name: functions over its own records Tables and
State. A game's modules come after this one in its kernel and so replace the functions below. A game
has to have those that raise NotImplementedError; the others are defaults.

An action is a number, a player the number of a seat, from 0.
"""

from typing import Protocol

Numbers = list[int]

MAX_PLAYERS = 4
WIN_PARTS = 12  # a win shared by up to four players is a whole number of parts
BEYOND_VALUES = 1 << 40  # more than any value of a state


class Tables(Protocol):
    """All that does not change in a game."""

    @property
    def players(self) -> int:
        """How many players there are."""

    @property
    def max_actions(self) -> int:
        """No game has more actions."""


class State(Protocol):
    """All that changes in a game, and scratch."""

    @property
    def actions(self) -> Numbers:
        """The legal actions, after list_actions."""

    @property
    def values(self) -> Numbers:
        """Scratch, as long as `actions`."""

    @property
    def random(self) -> Numbers:
        """The state of the random numbers: four words of 32 bits."""


def start_game(tables: Tables, state: State, start: State) -> None:
    """Begin a new game in `state`, which has its random numbers; `start` is the state in which all
    games begin, but for what is random."""
    raise NotImplementedError


def copy_state(tables: Tables, target: State, source: State) -> None:
    """Copy a state without its random numbers and scratch."""
    raise NotImplementedError


def decider(tables: Tables, state: State) -> int:
    """The player who decides; -1 if the game is over."""
    raise NotImplementedError


def list_actions(tables: Tables, state: State) -> int:
    """List the legal actions in state.actions; return their number."""
    raise NotImplementedError


def apply(tables: Tables, state: State, action: int) -> None:
    """Carry out an action, and all that follows until somebody decides again."""
    raise NotImplementedError


def standing(tables: Tables, state: State, player: int) -> int:
    """A player's points now."""
    raise NotImplementedError


def outcome(tables: Tables, state: State, player: int) -> int:
    """A player's share of the win, in parts of WIN_PARTS; of a game that is broken off, too."""
    raise NotImplementedError


def state_value(tables: Tables, state: State, player: int) -> int:
    """What a state is worth to a player."""
    return standing(tables, state, player)


def baseline(tables: Tables, state: State, player: int) -> int:
    """What `action_value` needs to know of a state before any action."""
    return 0


def action_class(tables: Tables, action: int) -> int:
    """Actions of one class are alike: searching players look at some of each."""
    return 0


def position_key(tables: Tables, state: State) -> int:
    """A number that is the same for positions that repeat each other; -1 where none can."""
    return -1


def is_turn(tables: Tables, state: State) -> bool:
    """Whether a turn begins, not a step within one."""
    return True


def note_action(tables: Tables, state: State, action: int, counters: Numbers, block: int) -> None:
    """Count what a game counts of each action, which follows, from index `block` on."""


def note_end(tables: Tables, state: State, counters: Numbers, block: int) -> None:
    """Count what a game counts at its end."""


def own_counter(tables: Tables, state: State) -> int:
    """A number that a game counts at its end, such as unused squares."""
    return 0
