"""Roll what a Quads set leaves to the seed: the players' shapes, the squares of the neutral pieces.

Input: a definition, a canonical seed. Output: a frozen Quads, with nothing random left. Where a set
leaves nothing to the seed, every seed gives the same game.
"""

from dataclasses import dataclass

from generator.core.game_id import GameId, fingerprint
from generator.core.seeds import FIXED, Stream
from generator.games.quads.definition import QuadsDefinition, QuadsSet
from generator.games.quads.pieces import NEUTRALS, OWN_SHAPES, PLAYERS, Piece, Player, Sides
from generator.games.quads.rules import Setup

VERSION = 1  # raised whenever the same seed and definition no longer give the same game
SIZE = "regular"


@dataclass(frozen=True, slots=True)
class Quads:
    """A game ready to be laid out."""

    game_id: GameId
    definition: QuadsDefinition
    setup: Setup

    @property
    def quads_set(self) -> QuadsSet:
        """The set of the game."""
        return self.definition.quads_set

    def starting_pieces(self, player: Player) -> tuple[Piece, ...]:
        """The pieces of a player at the start: the player's own, and a neutral one."""
        return (*self.setup.hand(player), NEUTRALS[PLAYERS.index(player)])


def roll(definition: QuadsDefinition, size: str, players: int, seed: str) -> Quads:
    """The game of a seed."""
    quads_set = definition.quads_set
    are_shapes_rolled = quads_set.hand_size < len(OWN_SHAPES)
    are_neutrals_marked = quads_set.neutrals == "marked"
    setup = Setup(
        quads_set.board,
        _shapes(quads_set.hand_size, seed) if are_shapes_rolled else OWN_SHAPES,
        _marked_squares(quads_set.board, seed) if are_neutrals_marked else (),
        may_be_opposite=quads_set.neutrals != "not_opposite",
    )
    seed = seed if are_shapes_rolled or are_neutrals_marked else FIXED
    fingerprints = fingerprint(VERSION, definition.digests)
    game_id = GameId("quads", size, (quads_set.key,), players, seed, fingerprints)
    return Quads(game_id, definition, setup)


def _shapes(count: int, seed: str) -> tuple[Sides, ...]:
    """So many of the shapes, in their order."""
    chosen_shapes = set(Stream(seed, "shapes").shuffled(OWN_SHAPES)[:count])
    return tuple(shape for shape in OWN_SHAPES if shape in chosen_shapes)


def _marked_squares(board: int, seed: str) -> tuple[int, int]:
    """The square of each neutral piece: any two that may be marked, each pair equally likely."""
    setup, squares = Setup(board), range(board**2)
    pairs = [
        (one, other) for one in squares for other in squares if setup.may_be_marked(one, other)
    ]
    return Stream(seed, "marked squares").choice(pairs)
