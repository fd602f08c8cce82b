"""The rules of the race, and which symbols are on which disc."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from generator.core.game_id import GameId, fingerprint
from generator.core.seeds import Stream
from generator.games.discs.balance import balanced_discs
from generator.games.discs.definition import FACES, DiscsDefinition, DiscSet
from generator.languages import localized

VERSION = 2  # raised whenever the same seed and definition no longer give the same discs
WILD = None
Face = str | None


class Symbol(NamedTuple):
    """Keys of the set."""

    shape: str
    colour: str


def matches(disc: Iterable[Symbol], shape: Face, colour: Face) -> bool:
    """Whether a disc shows the shape in the colour that the dice show. A white face stands for any
    colour or any shape, so with two white faces every disc matches."""
    return any(shape in (WILD, symbol.shape) and colour in (WILD, symbol.colour) for symbol in disc)


def faces(kinds: Sequence[str]) -> tuple[Face, ...]:
    """Every kind on the same number of faces, and one to three white ones."""
    faces_per_kind = (FACES - 1) // len(kinds)
    white_faces = FACES - faces_per_kind * len(kinds)
    return (*(kind for kind in kinds for _ in range(faces_per_kind)), *[WILD] * white_faces)


class Disc(NamedTuple):
    """A disc: its symbols clockwise, the first one `turn` degrees clockwise from the top."""

    symbols: tuple[Symbol, ...]
    turn: int


@dataclass(frozen=True, slots=True)
class DiscGame:
    game_id: GameId
    definition: DiscsDefinition
    discs: tuple[Disc, ...]

    @property
    def disc_set(self) -> DiscSet:
        return self.definition.only


def roll(definition: DiscsDefinition, size: str, players: int, seed: str) -> DiscGame:
    """The discs of a seed. They are the same for any number of players."""
    disc_set = definition.only
    shapes, colours = tuple(disc_set.shapes), tuple(disc_set.colours)
    numbers = len(shapes), len(colours), disc_set.symbols, disc_set.discs
    orders, turns = Stream(seed, "order of symbols"), Stream(seed, "turns")
    discs = []
    for disc in balanced_discs(*numbers, Stream(seed, "discs")):
        order = orders.shuffled(sorted(disc))
        symbols = tuple(Symbol(shapes[shape], colours[colour]) for shape, colour in order)
        discs.append(Disc(symbols, turns.below(360)))
    fingerprints = fingerprint(VERSION, definition.digests)
    game_id = GameId("discs", size, (disc_set.key,), players, seed, fingerprints)
    return DiscGame(game_id, definition, tuple(discs))


def record(game: DiscGame, language_code: str) -> dict[str, Any]:
    """What the PDF records of a game: the symbols of each disc."""

    def words(symbol: Symbol) -> str:
        shape, colour = game.disc_set.shapes[symbol.shape], game.disc_set.colours[symbol.colour]
        return f"{localized(shape.name, language_code)} ({localized(colour.name, language_code)})"

    lines = [", ".join(map(words, disc.symbols)) for disc in game.discs]
    return {"id": str(game.game_id), "told": lines}
