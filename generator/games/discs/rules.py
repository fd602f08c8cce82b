"""The rules of the race: which discs match what the dice show, what a grab brings, who wins.

Input: plain values. Output: plain values; nothing here is random. A die shows the key of a shape
or colour, or WILD: its white face.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

WILD = None

Face = str | None


class Symbol(NamedTuple):
    """One symbol of a disc: the key of its shape, the key of its colour."""

    shape: str
    colour: str


def matches(disc: Iterable[Symbol], shape: Face, colour: Face) -> bool:
    """Whether a disc with these symbols is to be taken.

    It must show the rolled shape in the rolled colour. A white colour die stands for any colour,
    a white shape die for any shape, so with two white dice every disc matches.
    """
    return any(shape in (WILD, symbol.shape) and colour in (WILD, symbol.colour) for symbol in disc)


def roll_is_over(middle: Iterable[Iterable[Symbol]], shape: Face, colour: Face) -> bool:
    """Whether the next player rolls: none of the discs left in the middle matches."""
    return not any(matches(disc, shape, colour) for disc in middle)


class Grab(NamedTuple):
    """What picking up a disc brings: by how many discs the player's stack grows, and how many
    lie in the middle afterwards that the player had in hand."""

    won: int
    given_back: int


def grab(right: bool, stack: int) -> Grab:
    """A disc picked up with a stack of so many. A wrong one goes back, and with it one disc of
    the stack as a penalty, if there is one."""
    if right:
        return Grab(1, 0)
    penalty = min(1, stack)
    return Grab(-penalty, 1 + penalty)


def game_is_over(middle: int) -> bool:
    """Whether the game ends with so many discs left in the middle."""
    return middle == 0


def winners(stacks: Sequence[int]) -> list[int]:
    """The indexes of the players with the tallest stack; several share the win."""
    tallest = max(stacks)
    return [player for player, stack in enumerate(stacks) if stack == tallest]
