"""Examples for the rules: discs of the very set that was rolled, judged by rules.py.

Input: a rolled game. Output: what the dice show, a few discs, and which of them match.
"""

from typing import NamedTuple

from generator.games.discs.roll import Disc, DiscGame
from generator.games.discs.rules import WILD, Face, matches

EACH = 3  # discs that match, and discs that do not


class Example(NamedTuple):
    """What both dice show, and discs with whether each of them matches."""

    shape: Face
    colour: Face
    discs: tuple[tuple[Disc, bool], ...]


def exact(game: DiscGame) -> Example:
    """A shape and a colour: the blue arrow, where there is one. Of the others, discs that show
    both, but not together, come first: those are what players take by mistake."""
    colour = _preferred("blue", game.chosen.colours)
    return _example(game, _preferred("arrow", game.chosen.shapes), colour)


def wild(game: DiscGame) -> Example:
    """A shape and a white colour die: the puzzle piece, where there is one."""
    return _example(game, _preferred("puzzle", game.chosen.shapes), WILD)


def _preferred(key: str, kinds: dict) -> str:
    return key if key in kinds else next(iter(kinds))


def _example(game: DiscGame, shape: Face, colour: Face) -> Example:
    right = [disc for disc in game.discs if matches(disc.symbols, shape, colour)]
    wrong = [disc for disc in game.discs if disc not in right]
    wrong.sort(key=lambda disc: -_likeness(disc, shape, colour))
    shown = {*right[:EACH], *wrong[:EACH]}
    return Example(
        shape, colour, tuple((disc, disc in right) for disc in game.discs if disc in shown)
    )


def _likeness(disc: Disc, shape: Face, colour: Face) -> int:
    """How many of the dice a disc agrees with, each die for itself."""
    return sum(
        face is not WILD and matches(disc.symbols, *dice)
        for face, dice in ((shape, (shape, WILD)), (colour, (WILD, colour)))
    )
