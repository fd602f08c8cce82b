"""The rules of the race: which discs match the dice, what a grab brings, and who wins.

Input and output are plain values, and nothing here is random. A die shows the key of a shape or a
colour, or WILD, its white face.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

WILD = None

Face = str | None

MAX_DISCS_IN_TURN = 5
"""The most discs that a player takes where players take turns: one for each finger of a hand. With
next_roller, it gives all seats the same chances, as near as can be (docs/findings.md)."""


class Symbol(NamedTuple):
    """One symbol of a disc: the key of its shape, the key of its colour."""

    shape: str
    colour: str


def matches(disc: Iterable[Symbol], shape: Face, colour: Face) -> bool:
    """Whether a disc with these symbols matches the dice.

    It must show the shape in the colour that the dice show. A white face stands for any colour or
    any shape, so with two white faces every disc matches.
    """
    return any(shape in (WILD, symbol.shape) and colour in (WILD, symbol.colour) for symbol in disc)


def roll_is_over(middle: Iterable[Iterable[Symbol]], shape: Face, colour: Face) -> bool:
    """Whether no disc in the middle matches, so that the next player rolls."""
    return not any(matches(disc, shape, colour) for disc in middle)


class Grab(NamedTuple):
    """What picking up a disc brings: by how many discs the player's stack grows, and how many discs
    the player puts back into the middle."""

    discs_won: int
    returned_discs: int


def grab(is_match: bool, stack: int) -> Grab:
    """What a player gets for picking up a disc. `stack` is the number of discs the player has.

    A wrong disc goes back, and with it one disc of the stack as a penalty, if there is one.
    """
    if is_match:
        return Grab(1, 0)
    penalty = min(1, stack)
    return Grab(-penalty, 1 + penalty)


def game_is_over(middle: int) -> bool:
    """Whether the game ends. `middle` is the number of discs left in the middle."""
    return middle == 0


def next_roller(stacks: Sequence[int], roller: int) -> int:
    """Who rolls next where players take turns: the player with the fewest discs; of several, the
    first to the left of the one who rolled, who comes last."""
    order = [(roller + step) % len(stacks) for step in range(1, len(stacks) + 1)]
    return min(order, key=lambda player: stacks[player])


def winners(stacks: Sequence[int]) -> list[int]:
    """The indexes of the players with the most discs; several players may share the win."""
    tallest = max(stacks)
    return [player for player, stack in enumerate(stacks) if stack == tallest]
