"""The roll: a definition and a seed become one board with nothing random left.

Input: a checked definition, the name of a size, the number of players, a canonical seed.
Output: a frozen Board. Every thing that is drawn has a stream of its own, named after it, so
that a type added to one set leaves the boards of other sets as they were.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, TypeVar

from generator.core.errors import RollError
from generator.core.game_id import GameId, fingerprint
from generator.core.seeds import Stream, ranks
from generator.games.magnetmen import filling
from generator.games.magnetmen.candidates import candidate
from generator.games.magnetmen.definition import (
    BoardSize,
    MagnetmenDefinition,
    MagnetmenSet,
    PieceType,
    Possible,
)
from generator.games.magnetmen.playtest_result import PlaytestResult
from generator.games.magnetmen.powers import Power
from generator.languages import Language, localized
from generator.layout import theme

T = TypeVar("T")

VERSION = 2  # raised whenever the same seed and definitions no longer give the same board
MAX_TRIES = 5000


@dataclass(frozen=True, slots=True)
class RolledType:
    """A type on a board: with the power that was rolled for it, on that many squares; which of
    the type's powers that is."""

    set_name: str
    piece: PieceType
    power: Power
    count: int
    variant: int = 0

    @property
    def art(self) -> str:
        return self.piece.art

    def sentence(self, language: Language) -> str:
        """The power as the legend says it, as markup."""
        return _sentence(_Same(self.power), _Same(self.piece), language)

    @property
    def terms(self) -> frozenset[str]:
        """The terms that its power takes for granted: see Primitive.terms."""
        return _terms(_Same(self.power))


class _Same(Generic[T]):
    """A definition as a key of a cache, told by identity: not all definitions have a hash."""

    __slots__ = ("value",)

    def __init__(self, value: T):
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.value is self.value


@lru_cache(maxsize=4096)
def _sentence(power: _Same[Power], piece: _Same[PieceType], language: Language) -> str:
    """Boards of a run have the same few powers; wording one takes longer than drawing it."""
    return power.value.sentence(piece.value, language)


@lru_cache(maxsize=4096)
def _terms(power: _Same[Power]) -> frozenset[str]:
    return frozenset(term for one in power.value.primitives() for term in one.terms)


@lru_cache(maxsize=4096)
def _is_open(power: _Same[Power]) -> bool:
    return power.value.is_open()


@dataclass(frozen=True, slots=True)
class Board:
    """A rolled board. squares holds, row by row, indexes into types; playtest_result is None for a
    board that was not playtested."""

    game_id: GameId
    definition: MagnetmenDefinition
    size: BoardSize
    players: int
    types: tuple[RolledType, ...]
    squares: tuple[int, ...]
    hue: str
    playtest_result: PlaytestResult | None = None

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
        arts = [kind.art for kind in self.types]
        return [arts[kind] for kind in self.squares]

    def subtitle(self, language: Language) -> tuple[str, str]:
        """In words: the sets; size and players."""
        return _subtitle(_Same(self.sets), _Same(self.size), self.players, language)


@lru_cache(maxsize=64)
def _subtitle(
    sets: _Same[tuple[MagnetmenSet, ...]], size: _Same[BoardSize], players: int, language: Language
) -> tuple[str, str]:
    titles = " + ".join(localized(chosen.title, language.code) for chosen in sets.value)
    size_title = localized(size.value.title, language.code).lower()
    return titles, language.say("magnetmen.board.subtitle", size=size_title, players=players)


def game_id(definition: MagnetmenDefinition, size: str, players: int, seed: str) -> GameId:
    """The ID of the board these would roll."""
    digests = fingerprint(VERSION, definition.digests)
    return GameId("magnetmen", size, definition.names, players, seed, digests)


def roll(definition: MagnetmenDefinition, size: str, players: int, seed: str) -> Board:
    """One board; the seed may name a candidate. Raises RollError when the sets' minima and maxima
    leave no way to fill it."""
    shape = definition.boards.sizes[size]
    squares = shape.columns * shape.rows
    which = candidate(seed)
    types = roll_types(definition, squares, which.rolled_seed)
    layout = Stream(which.rolled_seed, which.layout_stream)
    return Board(
        game_id(definition, size, players, seed),
        definition,
        shape,
        players,
        types,
        filling.fill([kind.count for kind in types], shape.columns, layout),
        Stream(which.seed, "hue").choice(tuple(theme.HUES)),
    )


def roll_types(definition: MagnetmenDefinition, squares: int, seed: str) -> tuple[RolledType, ...]:
    """The types of a board of so many squares, with their powers and counts. Raises RollError."""
    chosen = _choose(definition, squares, seed)
    counts = filling.apportion(
        squares,
        [each.piece.frequency for each in chosen],
        bounds(definition, [each.piece for each in chosen], squares),
        Stream(seed, "counts"),
    )
    powers = [_power(each, seed) for each in chosen]
    return tuple(
        RolledType(each.set_name, each.piece, power, count, variant)
        for each, (variant, power), count in zip(chosen, powers, counts, strict=True)
    )


def _power(possible: Possible, seed: str) -> tuple[int, Power]:
    """Which of a type's powers it has, and that power with its numbers fixed."""
    powers = possible.piece.powers
    if len(powers) == 1 and not _is_open(_Same(powers[0])):
        return 0, powers[0]  # nothing to draw, and setting up a stream takes a while
    stream = Stream(seed, f"power {possible.name}")
    number = stream.weighted(range(len(powers)), [power.weight for power in powers])
    power = powers[number]
    return number, power.rolled(stream) if _is_open(_Same(power)) else power


def room(piece: PieceType, squares: int, limit: int) -> tuple[int, int]:
    """The least and the most squares a type may have: at least one, since it is on the board; at
    most the limit, unless its min is more."""
    least, most = piece.room(squares)
    return least, max(least, min(most, limit))


def bounds(
    definition: MagnetmenDefinition, pieces: Sequence[PieceType], squares: int
) -> list[tuple[int, int]]:
    """The least and the most squares of types that are on a board together: none has more than the
    largest share, or only as many more as it takes to fill the board, as evenly as possible."""
    rooms: list[tuple[int, int]] = []
    for limit in range(definition.boards.most_of_a_type(squares), squares + 1):
        rooms = [room(piece, squares, limit) for piece in pieces]
        if sum(most for _, most in rooms) >= squares:
            break
    return rooms


def limit_on(definition: MagnetmenDefinition, types: int, squares: int) -> int:
    """What no type of a board of so many types exceeds: the largest share, if any choice of types
    can fill the board so; else all squares."""
    return _limit_on(_Same(definition), types, squares)


@lru_cache(maxsize=256)
def _limit_on(same: _Same[MagnetmenDefinition], types: int, squares: int) -> int:
    """Every roll asks for it."""
    definition = same.value
    limit = definition.boards.most_of_a_type(squares)
    always = definition.types_on_board()[2]
    most = {each.name: room(each.piece, squares, limit)[1] for each in definition.possible}
    widest = sorted(
        definition.possible, key=lambda each: (each.key not in always, -most[each.name])
    )
    of_each_set = {each.set_name: each.name for each in reversed(widest)}.values()
    others = [each.name for each in widest if each.name not in of_each_set]
    chosen = [*of_each_set, *others][:types]
    return limit if sum(most[name] for name in chosen) >= squares else squares


def _choose(definition: MagnetmenDefinition, squares: int, seed: str) -> list[Possible]:
    """Which types are on the board, in the sets' order; each possible choice equally likely.

    Whole choices are drawn and thrown away until one has every set and can fill the squares
    within its minima and maxima, and within the largest share if any choice can.
    """
    candidates = definition.possible
    fewest, most, always = definition.types_on_board()
    possible = definition.fillable(squares)
    if not possible:
        raise RollError(f"no choice of {fewest} to {most} types can fill {squares} squares")
    drawn = Stream(seed, "types").choice(range(fewest, most + 1))
    wanted = min(possible, key=lambda number: (abs(number - drawn), number))
    for limit in dict.fromkeys((limit_on(definition, wanted, squares), squares)):
        for attempt in range(MAX_TRIES):
            picked = _draw(candidates, wanted, always, f"{seed}\n{attempt}")
            if _fills(picked, squares, len(definition.sets), limit):
                return picked
    raise RollError(
        f"none of {MAX_TRIES} choices of {wanted} types had one of each set and could fill "
        f"{squares} squares within their minima and maxima"
    )


def _draw(
    candidates: Sequence[Possible], wanted: int, always: frozenset[str], seed: str
) -> list[Possible]:
    """So many of them, in the order they are given."""
    marks = ranks(seed, [each.name for each in candidates])
    order = sorted(range(len(candidates)), key=marks.__getitem__)
    if always:
        order.sort(key=lambda index: candidates[index].key not in always)
    return [candidates[index] for index in sorted(order[:wanted])]


def _fills(picked: list[Possible], squares: int, sets: int, limit: int) -> bool:
    rooms = [room(each.piece, squares, limit) for each in picked]
    return len({each.set_name for each in picked}) == sets and sum(
        low for low, _ in rooms
    ) <= squares <= sum(high for _, high in rooms)
