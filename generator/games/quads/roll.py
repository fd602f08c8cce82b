"""The roll of Quads. Nothing in the game is random, so every seed gives the same game.

Input: a definition. Output: a frozen Quads with all its pieces.
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
    def quads_set(self) -> QuadsSet:
        """The set of the game."""
        return self.definition.quads_set


def roll(definition: QuadsDefinition, size: str, players: int, seed: str) -> Quads:
    """The game. The seed changes nothing."""
    names = (definition.quads_set.key,)
    fingerprints = fingerprint(VERSION, definition.digests)
    return Quads(GameId("quads", size, names, players, FIXED, fingerprints), definition)


def starting_pieces(player: Player) -> tuple[Piece, ...]:
    """The pieces of a player at the start: the player's own, and a neutral one."""
    return (*HANDS[player], NEUTRALS[PLAYERS.index(player)])
