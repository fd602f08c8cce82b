"""The roll: a definition and a seed become one board with nothing random left.

Input: a checked definition, the name of a size, the number of players, a canonical seed.
Output: a frozen Board. Every thing that is drawn has a stream of its own, named after it, so
that a type added to one set leaves the boards of other sets as they were.
"""

from dataclasses import dataclass

from generator import theme
from generator.game_id import GameId, fingerprint
from generator.games.base import CannotRoll
from generator.games.magnetmen import filling
from generator.games.magnetmen.definition import (
    BoardSize,
    MagnetmenDefinition,
    MagnetmenSet,
    PieceType,
)
from generator.games.magnetmen.powers import Power
from generator.languages import Language, localized
from generator.seeds import Stream, rank

VERSION = 1  # raised whenever the same seed and definitions no longer give the same board
MAX_TRIES = 5000


@dataclass(frozen=True, slots=True)
class RolledType:
    """A type on a board: with the power that was rolled for it, on that many squares."""

    set_name: str
    piece: PieceType
    power: Power
    count: int

    @property
    def art(self) -> str:
        return self.piece.art

    def sentence(self, language: Language) -> str:
        """The power as the legend says it, as markup."""
        return self.power.sentence(self.piece, language)


@dataclass(frozen=True, slots=True)
class Board:
    """A rolled board. squares holds, row by row, indexes into types."""

    game_id: GameId
    definition: MagnetmenDefinition
    size: BoardSize
    players: int
    types: tuple[RolledType, ...]
    squares: tuple[int, ...]
    hue: str

    @property
    def sets(self) -> tuple[MagnetmenSet, ...]:
        return self.definition.sets

    @property
    def advanced(self) -> bool:
        """Whether a set on this board brings the advanced rules."""
        return any(chosen.rules == "advanced" for chosen in self.sets)

    @property
    def arts(self) -> list[str]:
        """The art of every square, row by row."""
        return [self.types[kind].art for kind in self.squares]

    def subtitle(self, language: Language) -> str:
        """Sets, size and players in words."""
        sets = " + ".join(localized(chosen.title, language.code) for chosen in self.sets)
        size = localized(self.size.title, language.code).lower()
        return language.say("magnetmen.board.subtitle", sets=sets, size=size, players=self.players)


def game_id(definition: MagnetmenDefinition, size: str, players: int, seed: str) -> GameId:
    """The ID of the board these would roll."""
    names = tuple(chosen.key for chosen in definition.sets)
    return GameId("magnetmen", size, names, players, seed, fingerprint(VERSION, definition.digests))


def roll(definition: MagnetmenDefinition, size: str, players: int, seed: str) -> Board:
    """One board. Raises CannotRoll when the sets' minima and maxima leave no way to fill it."""
    shape = definition.boards.sizes[size]
    squares = shape.columns * shape.rows
    chosen = _choose(definition, squares, seed)
    counts = filling.apportion(
        squares,
        [piece.frequency for _, piece in chosen],
        [_bounds(piece, squares) for _, piece in chosen],
        Stream(seed, "counts"),
    )
    types = tuple(
        RolledType(name, piece, _power(piece, name, seed), count)
        for (name, piece), count in zip(chosen, counts, strict=True)
    )
    return Board(
        game_id(definition, size, players, seed),
        definition,
        shape,
        players,
        types,
        filling.fill(counts, shape.columns, Stream(seed, "squares")),
        Stream(seed, "hue").choice(tuple(theme.HUES)),
    )


def _power(piece: PieceType, set_name: str, seed: str) -> Power:
    stream = Stream(seed, f"power {set_name}/{piece.key}")
    variant = stream.weighted(piece.powers, [power.weight for power in piece.powers])
    return variant.rolled(stream)


def _bounds(piece: PieceType, squares: int) -> tuple[int, int]:
    """The least and the most squares a type may have; at least one, since it is on the board."""
    return max(1, piece.min or 0), squares if piece.max is None else min(piece.max, squares)


Candidate = tuple[str, PieceType]


def _choose(definition: MagnetmenDefinition, squares: int, seed: str) -> list[Candidate]:
    """Which types are on the board, in the sets' order; each possible choice equally likely.

    Whole choices are drawn and thrown away until one has every set and can fill the squares
    within its minima and maxima.
    """
    candidates = [(chosen.key, piece) for chosen in definition.sets for piece in chosen.pieces]
    fewest, most, always = definition.types_on_board()
    wanted = min(Stream(seed, "types").choice(range(fewest, most + 1)), len(candidates))
    for attempt in range(MAX_TRIES):
        picked = _draw(candidates, wanted, always, f"{seed}\n{attempt}")
        if _fills(picked, squares, len(definition.sets)):
            return [candidate for candidate in candidates if candidate in picked]
    raise CannotRoll(_why_not(candidates, wanted, squares))


def _draw(
    candidates: list[Candidate], wanted: int, always: frozenset[str], seed: str
) -> list[Candidate]:
    order = sorted(
        candidates,
        key=lambda item: (item[1].key not in always, rank(seed, f"{item[0]}/{item[1].key}")),
    )
    return order[:wanted]


def _fills(picked: list[Candidate], squares: int, sets: int) -> bool:
    bounds = [_bounds(piece, squares) for _, piece in picked]
    return len({name for name, _ in picked}) == sets and sum(
        low for low, _ in bounds
    ) <= squares <= sum(high for _, high in bounds)


def _why_not(candidates: list[Candidate], wanted: int, squares: int) -> str:
    bounds = [_bounds(piece, squares) for _, piece in candidates]
    least = sum(sorted(low for low, _ in bounds)[:wanted])
    most = sum(sorted((high for _, high in bounds), reverse=True)[:wanted])
    if least > squares:
        return (
            f"the smallest minima of {wanted} types add up to {least}, more than {squares} squares"
        )
    if most < squares:
        return (
            f"the largest maxima of {wanted} types add up to {most}, fewer than {squares} squares"
        )
    return (
        f"none of {MAX_TRIES} choices of {wanted} types had one of each set and could fill "
        f"{squares} squares within their minima and maxima"
    )
