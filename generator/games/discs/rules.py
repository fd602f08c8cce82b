"""The rules of the race: which discs match the dice.

A die shows the key of a shape or a colour, or WILD, its white face.
"""

from collections.abc import Iterable
from typing import NamedTuple

WILD = None

Face = str | None


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
