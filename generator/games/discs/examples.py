"""Examples for the rules, with discs of the game that is printed.

Input: a rolled game. Output: a throw of the dice, a few discs, and which of them match by rules.py.
"""

from collections.abc import Collection
from typing import NamedTuple

from generator.games.discs.roll import Disc, DiscGame
from generator.games.discs.rules import WILD, Face, matches

MAX_DISCS_PER_KIND = 3  # of those that match, and of those that do not


class Example(NamedTuple):
    """What both dice show, and some discs, each with whether it matches."""

    shape: Face
    colour: Face
    discs: tuple[tuple[Disc, bool], ...]


def exact(game: DiscGame) -> Example:
    """A throw of a shape and a colour: the blue arrow, if the set has both.

    Discs that show both, but not together, come first among those that do not match: players take
    them by mistake.
    """
    colour = _prefer("blue", game.disc_set.colours)
    return _example(game, _prefer("arrow", game.disc_set.shapes), colour)


def wild(game: DiscGame) -> Example:
    """A throw of a shape and a white colour face: the puzzle piece, if the set has it."""
    return _example(game, _prefer("puzzle", game.disc_set.shapes), WILD)


def _prefer(key: str, kinds: Collection[str]) -> str:
    """The key if there is such a kind, else the first kind."""
    return key if key in kinds else next(iter(kinds))


def _example(game: DiscGame, shape: Face, colour: Face) -> Example:
    matching = [disc for disc in game.discs if matches(disc.symbols, shape, colour)]
    others = [disc for disc in game.discs if disc not in matching]
    others.sort(key=lambda disc: -_matching_dice(disc, shape, colour))
    selection = {*matching[:MAX_DISCS_PER_KIND], *others[:MAX_DISCS_PER_KIND]}
    discs = tuple((disc, disc in matching) for disc in game.discs if disc in selection)
    return Example(shape, colour, discs)


def _matching_dice(disc: Disc, shape: Face, colour: Face) -> int:
    """How many of the two dice a disc matches, each by itself."""
    return sum(
        face is not WILD and matches(disc.symbols, *dice)
        for face, dice in ((shape, (shape, WILD)), (colour, (WILD, colour)))
    )
