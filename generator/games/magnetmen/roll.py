"""The roll: a definition and a seed become one board with nothing random left.

Each random choice has a stream of its own, named after it, so that adding a type to one set does
not change the boards of other sets.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from generator.core.errors import RollError
from generator.core.game_id import GameId, fingerprint
from generator.core.seeds import Stream, ranks
from generator.games.magnetmen import filling
from generator.games.magnetmen.definition import (
    BoardSize,
    MagnetmenDefinition,
    MagnetmenSet,
    PieceType,
    Possible,
)
from generator.games.magnetmen.powers import Power
from generator.languages import Language, localized
from generator.layout import theme

if TYPE_CHECKING:
    from generator.play.result import Result

LAYOUTS = 100  # at most, for each roll


class Candidate(NamedTuple):
    """A board of a seed: the number of the roll of types and powers, and that of its layout."""

    seed: str
    roll: int = 0
    layout: int = 0

    def __str__(self) -> str:
        number = self.roll * LAYOUTS + self.layout
        return f"{self.seed}+{number}" if number else self.seed

    @property
    def rolled_seed(self) -> str:
        """The seed of everything but the layout."""
        return str(self._replace(layout=0))

    @property
    def layout_stream(self) -> str:
        """The name of the layout's stream of random numbers, under `rolled_seed`."""
        return f"squares {self.layout}" if self.layout else "squares"


def candidate(seed: str) -> Candidate:
    """The candidate that the seed of a game ID names."""
    user_seed, _, number = seed.partition("+")
    return Candidate(user_seed, *divmod(int(number or 0), LAYOUTS))


T = TypeVar("T")

VERSION = 2  # raised whenever the same seed and definitions no longer give the same board
MAX_TRIES = 5000


@dataclass(frozen=True, slots=True)
class RolledType:
    """A type on a board, with the power rolled for it.

    count: the number of its squares. variant: the index of the power among those of the type.
    """

    set_name: str
    piece: PieceType
    power: Power
    count: int
    variant: int = 0

    @property
    def art(self) -> str:
        return self.piece.art

    def sentence(self, language: Language) -> str:
        """The power in the words of the legend, as markup."""
        return _sentence(_Same(self.power), _Same(self.piece), language)

    @property
    def terms(self) -> frozenset[str]:
        """The terms that the text of its power does not explain: see Primitive.terms."""
        return _terms(_Same(self.power))


class _Same(Generic[T]):
    """A definition as the key of a cache, compared by identity: not all definitions have a hash."""

    __slots__ = ("value",)

    def __init__(self, value: T):
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.value is self.value


@lru_cache(maxsize=4096)
def _sentence(power: _Same[Power], piece: _Same[PieceType], language: Language) -> str:
    """Cached: the boards of a run have the same few powers, and wording one takes longer than
    drawing it."""
    return power.value.sentence(piece.value, language)


@lru_cache(maxsize=4096)
def _terms(power: _Same[Power]) -> frozenset[str]:
    return frozenset(term for one in power.value.primitives() for term in one.terms)


@lru_cache(maxsize=4096)
def _is_open(power: _Same[Power]) -> bool:
    return power.value.is_open()


@dataclass(frozen=True, slots=True)
class Board:
    """A rolled board. squares: indexes into types, row by row. playtest_result: None for a board
    that was not playtested."""

    game_id: GameId
    definition: MagnetmenDefinition
    size: BoardSize
    players: int
    types: tuple[RolledType, ...]
    squares: tuple[int, ...]
    hue: str
    playtest_result: "Result | None" = None

    @property
    def sets(self) -> tuple[MagnetmenSet, ...]:
        return self.definition.sets

    @property
    def advanced(self) -> bool:
        """Whether a set on this board needs the advanced rules."""
        return any(game_set.rules == "advanced" for game_set in self.sets)

    @property
    def arts(self) -> list[str]:
        """The art of every square, row by row."""
        arts = [kind.art for kind in self.types]
        return [arts[kind] for kind in self.squares]

    def subtitle(self, language: Language) -> tuple[str, str]:
        """Two texts: the titles of the sets; the size and the number of players."""
        return _subtitle(_Same(self.sets), _Same(self.size), self.players, language)


def only_of(board: Board) -> MagnetmenDefinition:
    """The sets with only the types of a board, their powers and its rules, so that nothing printed
    from it contradicts the board."""
    definition = board.definition
    rules = "advanced" if board.advanced else "basic"
    sets = []
    for game_set in definition.sets:
        powers = {k.piece.key: k.power for k in board.types if k.set_name == game_set.key}
        types = {
            key: piece.model_copy(update={"powers": (powers[key],)})
            for key, piece in game_set.types.items()
            if key in powers
        }
        sets.append(game_set.model_copy(update={"types": types, "rules": rules}))
    return replace(definition, sets=tuple(sets))


@lru_cache(maxsize=64)
def _subtitle(
    sets: _Same[tuple[MagnetmenSet, ...]], size: _Same[BoardSize], players: int, language: Language
) -> tuple[str, str]:
    titles = " + ".join(localized(game_set.title, language.code) for game_set in sets.value)
    size_title = localized(size.value.title, language.code).lower()
    return titles, language.say("magnetmen.board.subtitle", size=size_title, players=players)


def game_id(definition: MagnetmenDefinition, size: str, players: int, seed: str) -> GameId:
    """The ID of the board that these values roll."""
    digests = fingerprint(VERSION, definition.digests)
    return GameId("magnetmen", size, definition.names, players, seed, digests)


def roll(definition: MagnetmenDefinition, size: str, players: int, seed: str) -> Board:
    """Roll one board; the seed may name a candidate. Raises RollError if the minima and maxima of
    the sets leave no way to fill it."""
    shape = definition.boards.sizes[size]
    squares = shape.columns * shape.rows
    board_candidate = candidate(seed)
    types = roll_types(definition, squares, board_candidate.rolled_seed)
    layout = Stream(board_candidate.rolled_seed, board_candidate.layout_stream)
    return Board(
        game_id(definition, size, players, seed),
        definition,
        shape,
        players,
        types,
        filling.fill([kind.count for kind in types], shape.columns, layout),
        Stream(board_candidate.seed, "hue").choice(tuple(theme.HUES)),
    )


def roll_layouts(
    definition: MagnetmenDefinition, size: str, players: int, first: Candidate, count: int
) -> list[Board]:
    """The first `count` layouts of a roll: what roll gives for each, faster. Raises RollError."""
    board = roll(definition, size, players, str(first))
    boards = [board]
    for number in range(1, count):
        layout = first._replace(layout=number)
        stream = Stream(layout.rolled_seed, layout.layout_stream)
        squares = filling.fill([kind.count for kind in board.types], board.size.columns, stream)
        game_id = replace(board.game_id, seed=str(layout))
        boards.append(replace(board, game_id=game_id, squares=squares))
    return boards


def roll_types(definition: MagnetmenDefinition, squares: int, seed: str) -> tuple[RolledType, ...]:
    """Roll the types of a board of that many squares, with their powers and counts. Raises
    RollError."""
    types = _choose(definition, squares, seed)
    counts = filling.apportion(
        squares,
        [possible.piece.frequency for possible in types],
        bounds(definition, [possible.piece for possible in types], squares),
        Stream(seed, "counts"),
    )
    powers = [_power(possible, seed) for possible in types]
    return tuple(
        RolledType(possible.set_name, possible.piece, power, count, variant)
        for possible, (variant, power), count in zip(types, powers, counts, strict=True)
    )


def _power(possible: Possible, seed: str) -> tuple[int, Power]:
    """The power of a type: its index, and the power with its numbers fixed."""
    powers = possible.piece.powers
    if len(powers) == 1 and not _is_open(_Same(powers[0])):
        return 0, powers[0]  # nothing to draw, and a stream is slow to set up
    stream = Stream(seed, f"power {possible.name}")
    number = stream.weighted(range(len(powers)), [power.weight for power in powers])
    power = powers[number]
    return number, power.rolled(stream) if _is_open(_Same(power)) else power


def room(piece: PieceType, squares: int, limit: int) -> tuple[int, int]:
    """The fewest and the most squares of a type on a board: at least one; at most the limit, unless
    its min is more."""
    least, most = piece.room(squares)
    return least, max(least, min(most, limit))


def bounds(
    definition: MagnetmenDefinition, pieces: Sequence[PieceType], squares: int
) -> list[tuple[int, int]]:
    """The fewest and the most squares of each type, for types that are on a board together.

    No type has more than the largest share. If that cannot fill the board, the limit rises for all
    types by as little as possible.
    """
    rooms: list[tuple[int, int]] = []
    for limit in range(definition.boards.most_of_a_type(squares), squares + 1):
        rooms = [room(piece, squares, limit) for piece in pieces]
        if sum(most for _, most in rooms) >= squares:
            break
    return rooms


def limit_on(definition: MagnetmenDefinition, types: int, squares: int) -> int:
    """The most squares of any type on a board of that many types: the largest share, if some choice
    of types can fill the board within it; else all squares."""
    return _limit_on(_Same(definition), types, squares)


@lru_cache(maxsize=256)
def _limit_on(same: _Same[MagnetmenDefinition], types: int, squares: int) -> int:
    """Cached, since every roll needs it."""
    definition = same.value
    limit = definition.boards.most_of_a_type(squares)
    always = definition.types_on_board()[2]
    most = {
        possible.name: room(possible.piece, squares, limit)[1] for possible in definition.possible
    }
    widest = sorted(
        definition.possible, key=lambda possible: (possible.key not in always, -most[possible.name])
    )
    of_each_set = {possible.set_name: possible.name for possible in reversed(widest)}.values()
    others = [possible.name for possible in widest if possible.name not in of_each_set]
    names = [*of_each_set, *others][:types]
    return limit if sum(most[name] for name in names) >= squares else squares


def _choose(definition: MagnetmenDefinition, squares: int, seed: str) -> list[Possible]:
    """Choose the types of a board, in the order of the sets; all valid choices are equally likely.

    Draws whole choices until one has a type of every set and can fill the squares within its minima
    and maxima, and within the largest share if any choice can. Raises RollError.
    """
    candidates = definition.possible
    fewest, most, always = definition.types_on_board()
    possible = definition.fillable(squares)
    if not possible:
        raise RollError(f"no choice of {fewest} to {most} types can fill {squares} squares")
    drawn_count = Stream(seed, "types").choice(range(fewest, most + 1))
    count = min(possible, key=lambda number: (abs(number - drawn_count), number))
    for limit in dict.fromkeys((limit_on(definition, count, squares), squares)):
        for attempt in range(MAX_TRIES):
            choice = _draw(candidates, count, always, f"{seed}\n{attempt}")
            if _fills(choice, squares, len(definition.sets), limit):
                return choice
    raise RollError(
        f"none of {MAX_TRIES} choices of {count} types had one of each set and could fill "
        f"{squares} squares within their minima and maxima"
    )


def _draw(
    candidates: Sequence[Possible], count: int, always: frozenset[str], seed: str
) -> list[Possible]:
    """A random choice of `count` candidates, in their order, including those always on a board."""
    rank_of = ranks(seed, [possible.name for possible in candidates])
    order = sorted(range(len(candidates)), key=rank_of.__getitem__)
    if always:
        order.sort(key=lambda index: candidates[index].key not in always)
    return [candidates[index] for index in sorted(order[:count])]


def _fills(choice: list[Possible], squares: int, sets: int, limit: int) -> bool:
    """Whether a choice has a type of every set, and can fill the squares."""
    rooms = [room(possible.piece, squares, limit) for possible in choice]
    return len({possible.set_name for possible in choice}) == sets and sum(
        low for low, _ in rooms
    ) <= squares <= sum(high for _, high in rooms)
