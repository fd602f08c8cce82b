"""The roll of Quads: nothing in it is random, so every seed gives the same game.

Input: a checked definition. Output: a frozen Quads with all its pieces.
"""

from dataclasses import dataclass

from generator.core.game_id import GameId, fingerprint
from generator.core.seeds import FIXED
from generator.games.quads.definition import QuadsDefinition, QuadsSet
from generator.games.quads.pieces import HANDS, NEUTRALS, PLAYERS, Piece, Player

VERSION = 1  # raised whenever the same definition no longer gives the same pieces
SIZE = "regular"


@dataclass(frozen=True, slots=True)
class Quads:
    """A game ready to be laid out."""

    game_id: GameId
    definition: QuadsDefinition

    @property
    def chosen(self) -> QuadsSet:
        """Its set."""
        return self.definition.chosen


def roll(definition: QuadsDefinition, size: str, players: int, seed: str) -> Quads:
    """The game; a seed changes nothing."""
    names = (definition.chosen.key,)
    marks = fingerprint(VERSION, definition.digests)
    return Quads(GameId("quads", size, names, players, FIXED, marks), definition)


def handed_out(player: Player) -> tuple[Piece, ...]:
    """The pieces that come with a player: one's own, and a neutral one."""
    return (*HANDS[player], NEUTRALS[PLAYERS.index(player)])
