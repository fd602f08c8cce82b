"""The throws of the dice in one race, and how likely they are to match.

Input: a rolled game. Output: throws, drawn from a stream of the game's seed. Nothing depends on the
players: whoever takes them, all discs that match are gone before the next throw.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from generator.core.seeds import Stream
from generator.games.discs.definition import FACES, DiscSet
from generator.games.discs.dice import faces
from generator.games.discs.roll import DiscGame
from generator.games.discs.rules import WILD, matches

STREAM = "throws"


class Throw(NamedTuple):
    """How many discs lay in the middle, and how many of them match."""

    middle: int
    matching: int


def race(game: DiscGame) -> Iterator[Throw]:
    """The throws until the last disc is taken."""
    middle = [disc.symbols for disc in game.discs]
    shapes, colours = _dice(game.disc_set)
    stream = Stream(game.game_id.seed, STREAM)
    while middle:
        shape, colour = stream.choice(shapes), stream.choice(colours)
        left = [disc for disc in middle if not matches(disc, shape, colour)]
        yield Throw(len(middle), len(middle) - len(left))
        middle = left


def match_chance(disc_set: DiscSet) -> Fraction:
    """The chance that a throw matches a disc, which is the same for every disc of a set.

    Its symbols have different shapes and colours. So a throw matches if both dice show one of them,
    or one die shows one and the other is white, or both are white.
    """
    (one_shape, white), (one_colour, other_white) = (
        (die.count(die[0]), die.count(WILD)) for die in _dice(disc_set)
    )
    symbols = disc_set.symbols
    throws = symbols * (one_shape * one_colour + one_shape * other_white + white * one_colour)
    return Fraction(throws + white * other_white, FACES**2)


def _dice(disc_set: DiscSet) -> tuple[tuple[str | None, ...], tuple[str | None, ...]]:
    """The faces of the die of shapes, and of that of colours."""
    return faces(tuple(disc_set.shapes)), faces(tuple(disc_set.colours))
