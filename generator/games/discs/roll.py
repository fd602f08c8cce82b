"""The roll: a set and a seed become its discs, with nothing random left.

Input: a checked definition, a canonical seed. Output: a frozen DiscGame. Every thing that is
drawn has a stream of its own, named after it.
"""

from dataclasses import dataclass
from typing import NamedTuple

from generator.core.game_id import GameId, fingerprint
from generator.core.seeds import Stream
from generator.games.discs.balance import balanced_discs
from generator.games.discs.definition import DiscsDefinition, DiscSet
from generator.games.discs.rules import Symbol

VERSION = 2  # raised whenever the same seed and definition no longer give the same discs
SIZE = "regular"
PLAYERS = 6  # the most there are; the discs are the same for fewer


Symbols = tuple[Symbol, ...]


class Disc(NamedTuple):
    """A disc: its symbols clockwise, the first one `turn` degrees clockwise from the top."""

    symbols: Symbols
    turn: int


@dataclass(frozen=True, slots=True)
class DiscGame:
    """All discs of a game."""

    game_id: GameId
    definition: DiscsDefinition
    discs: tuple[Disc, ...]

    @property
    def chosen(self) -> DiscSet:
        """The set it was rolled from."""
        return self.definition.chosen


def roll(definition: DiscsDefinition, size: str, players: int, seed: str) -> DiscGame:
    """The discs, those of one seed being the same for any number of players."""
    chosen = definition.chosen
    found = balanced_discs(
        len(chosen.shapes), len(chosen.colours), chosen.symbols, chosen.discs, Stream(seed, "discs")
    )
    marks = fingerprint(VERSION, definition.digests)
    game_id = GameId("discs", size, (chosen.key,), players, seed, marks)
    orders, turns = Stream(seed, "order of symbols"), Stream(seed, "turns")
    return DiscGame(
        game_id,
        definition,
        tuple(Disc(_symbols(each, chosen, orders), turns.below(360)) for each in found),
    )


def _symbols(found: frozenset[tuple[int, int]], chosen: DiscSet, orders: Stream) -> Symbols:
    """A disc's symbols by their keys, in an order of which every one is equally likely."""
    shapes, colours = tuple(chosen.shapes), tuple(chosen.colours)
    order = orders.shuffled(sorted(found))
    return tuple(Symbol(shapes[shape], colours[colour]) for shape, colour in order)
