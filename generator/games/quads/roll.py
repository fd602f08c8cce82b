"""Roll what a Quads set leaves to the seed: shapes, squares of the neutral pieces."""

from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from generator.core.game_id import GameId, fingerprint
from generator.core.seeds import FIXED, Stream
from generator.games.quads import pieces
from generator.games.quads.definition import QuadsDefinition, QuadsSet
from generator.games.quads.pieces import NEUTRALS, OWN_SHAPES, PLAYERS, Setup
from generator.languages import load_language, localized

VERSION = 1  # raised whenever the same seed and definition no longer give the same game


@dataclass(frozen=True, slots=True)
class Quads:
    game_id: GameId
    definition: QuadsDefinition
    setup: Setup

    @property
    def quads_set(self) -> QuadsSet:
        return self.definition.only

    def starting_pieces(self, player: pieces.Player) -> tuple[pieces.Piece, ...]:
        """The pieces of a player at the start: the player's own, and a neutral one."""
        return (*self.setup.hand(player), NEUTRALS[PLAYERS.index(player)])


def roll(definition: QuadsDefinition, size: str, players: int, seed: str) -> Quads:
    """One of the setups that the set lists, or an image of it; else a random one. Its seed is FIXED
    where the set leaves nothing to it."""
    quads_set = definition.only
    if quads_set.setups:
        setup = Stream(seed, "setup").choice(quads_set.setups).setup(quads_set.board)
        setup = Stream(seed, "symmetry").choice(pieces.SYMMETRIES).image(setup)
    else:
        shapes = Stream(seed, "shapes").shuffled(OWN_SHAPES)[: quads_set.hand_size]
        may_be_opposite = quads_set.neutrals != "not_opposite"
        setup = Setup(quads_set.board, tuple(sorted(shapes)), (), may_be_opposite)
        if quads_set.neutrals == "marked":  # each pair of squares is equally likely
            every = product(range(setup.side**2), repeat=2)
            pairs = [pair for pair in every if setup.may_be_marked(*pair)]
            setup = replace(setup, marked=Stream(seed, "marked squares").choice(pairs))
    seed = seed if setup.marked or len(setup.shapes) < len(OWN_SHAPES) else FIXED
    fingerprints = fingerprint(VERSION, definition.digests)
    game_id = GameId("quads", size, (quads_set.key,), players, seed, fingerprints)
    return Quads(game_id, definition, setup)


def record(quads: Quads, language_code: str) -> dict[str, Any]:
    """What the PDF records of a game: the players' pieces, the marked squares."""
    language, setup = load_language(language_code), quads.setup
    lines = []
    for player in PLAYERS:
        signs = ("".join(piece.sides) for piece in quads.starting_pieces(player))
        name = localized(quads.quads_set.owner(player).name, language_code)
        lines.append(f"{name}: {'  '.join(signs)}")
    for square, piece in zip(setup.marked, NEUTRALS, strict=False):
        row, column = divmod(square, setup.side)
        words = {"signs": "".join(piece.sides), "row": row + 1, "column": column + 1}
        name = pieces.square_name(square, setup.side)
        lines.append(language.say("quads.marked", square=name, **words))
    return {"id": str(quads.game_id), "told": lines}
