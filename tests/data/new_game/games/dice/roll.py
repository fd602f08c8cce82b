"""Throw a die with a seed.

Input: a definition, a seed. Output: Throws.
"""

from dataclasses import dataclass

from generator.core.game_id import GameId, digest, fingerprint
from generator.core.seeds import Stream
from generator.games.dice.definition import DiceDefinition

VERSION = 1  # raised whenever the same seed no longer gives the same throws
SIZE = "regular"


@dataclass(frozen=True, slots=True)
class Throws:
    """What the die shows each time."""

    game_id: GameId
    definition: DiceDefinition
    numbers: tuple[int, ...]


def roll(definition: DiceDefinition, size: str, players: int, seed: str) -> Throws:
    """The throws of a seed."""
    (dice,) = definition.sets
    stream = Stream(seed, "throws")
    numbers = tuple(1 + stream.below(dice.faces) for _ in range(dice.throws))
    marks = fingerprint(VERSION, (digest(dice),))
    return Throws(GameId("dice", size, (dice.key,), players, seed, marks), definition, numbers)
