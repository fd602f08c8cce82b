"""The roll: a definition and a seed become one board with nothing random left.

Each random choice has a stream of its own, named after it, so that adding a type to one set does
not change the boards of other sets.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

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
    fillable,
)
from generator.games.magnetmen.powers import Power
from generator.languages import Language, localized
from generator.layout import theme

if TYPE_CHECKING:
    from generator.play.result import Result

VERSION = 2  # raised whenever the same seed and definitions no longer give the same board
LAYOUTS = 100  # at most, for each roll
MAX_TRIES = 5000


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


def candidate(seed: str) -> Candidate:
    """The candidate that the seed of a game ID names."""
    user_seed, _, number = seed.partition("+")
    return Candidate(user_seed, *divmod(int(number or 0), LAYOUTS))


@dataclass(frozen=True, slots=True)
class RolledType:
    """A type on a board with the power rolled for it, and the number of its squares. variant: the
    index of the power among those of the type."""

    set_name: str
    piece: PieceType
    power: Power
    count: int
    variant: int = 0

    @property
    def name(self) -> str:
        """See Possible.name."""
        return f"{self.set_name}/{self.piece.key}"

    @property
    def art(self) -> str:
        return self.piece.art

    def sentence(self, language: Language) -> str:
        """The power in the words of the legend, as markup."""
        return _sentence(self.power, self.piece, language)


# The boards of a run have the same few powers, and wording one takes longer than drawing it.
_sentence = lru_cache(maxsize=4096)(Power.sentence)


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
        return self.definition.rules == "advanced"

    @property
    def arts(self) -> list[str]:
        """The art of every square, row by row."""
        return [self.types[kind].art for kind in self.squares]

    def subtitle(self, language: Language) -> tuple[str, str]:
        """Two texts: the titles of the sets; the size and the number of players."""
        titles = " + ".join(localized(each.title, language.code) for each in self.sets)
        size = localized(self.size.title, language.code).lower()
        return titles, language.say("magnetmen.board.subtitle", size=size, players=self.players)


def only_of(board: Board) -> MagnetmenDefinition:
    """The sets with only the types of a board, their powers and its rules, so that nothing printed
    from it contradicts the board."""
    powers = {kind.name: (kind.power,) for kind in board.types}
    return board.definition.narrowed(powers, rules=board.definition.rules)


def game_id(definition: MagnetmenDefinition, size: str, players: int, seed: str) -> GameId:
    names = tuple(game_set.key for game_set in definition.sets)
    digests = fingerprint(VERSION, definition.digests)
    return GameId("magnetmen", size, names, players, seed, digests)


def roll(definition: MagnetmenDefinition, size: str, players: int, seed: str) -> Board:
    """Roll one board; the seed may name a candidate. Raises RollError."""
    return roll_layouts(definition, size, players, candidate(seed), 1)[0]


def roll_layouts(
    definition: MagnetmenDefinition, size: str, players: int, first: Candidate, count: int
) -> list[Board]:
    """The boards of a candidate and of the next layouts of its roll. Raises RollError."""
    shape = definition.boards.sizes[size]
    types = roll_types(definition, shape.squares, first.rolled_seed)
    hue = Stream(first.seed, "hue").choice(tuple(theme.HUES))
    name, boards = game_id(definition, size, players, str(first)), []
    counts = [kind.count for kind in types]
    for number in range(first.layout, first.layout + count):
        stream = Stream(first.rolled_seed, f"squares {number}" if number else "squares")
        squares = filling.fill(counts, shape.columns, stream)
        layout_id = replace(name, seed=str(first._replace(layout=number)))
        boards.append(Board(layout_id, definition, shape, players, types, squares, hue))
    return boards


def roll_types(definition: MagnetmenDefinition, squares: int, seed: str) -> tuple[RolledType, ...]:
    """Roll the types of a board of that many squares, with their powers and counts. Raises
    RollError."""
    types = _choose(definition, squares, seed)
    rooms: list[filling.Room] = []
    # If the largest share cannot fill the board, it rises for all types by as little as possible.
    for limit in range(definition.boards.most_of_a_type(squares), squares + 1):
        rooms = [possible.piece.room(squares, limit) for possible in types]
        if sum(most for _, most in rooms) >= squares:
            break
    frequencies = [possible.piece.frequency for possible in types]
    counts = filling.apportion(squares, frequencies, rooms, Stream(seed, "counts"))
    rolled = []
    for (set_name, piece, name), count in zip(types, counts, strict=True):
        powers, power, number = piece.powers, piece.powers[0], 0
        are_open = definition.open_powers[name]
        if len(powers) > 1 or are_open[0]:  # a stream is slow to set up
            stream = Stream(seed, f"power {name}")
            number = stream.weighted(range(len(powers)), [power.weight for power in powers])
            power = powers[number].rolled(stream) if are_open[number] else powers[number]
        rolled.append(RolledType(set_name, piece, power, count, number))
    return tuple(rolled)


@lru_cache(maxsize=256)
def _limit_on(definition: MagnetmenDefinition, types: int, squares: int) -> int:
    """The most squares of any type on a board of that many types: the largest share, if some choice
    of types can fill the board within it; else all squares. Cached, since every roll needs it."""
    limit, always = definition.boards.most_of_a_type(squares), definition.types_on_board()[2]
    ranked = sorted(
        (piece.key not in always, -piece.room(squares, limit)[1], set_name, name)
        for set_name, piece, name in definition.possible
    )
    of_each_set = {each[2]: each for each in reversed(ranked)}.values()
    widest = [*of_each_set, *(each for each in ranked if each not in of_each_set)][:types]
    return limit if -sum(each[1] for each in widest) >= squares else squares


def _choose(definition: MagnetmenDefinition, squares: int, seed: str) -> list[Possible]:
    """Choose the types of a board, in the order of the sets; all valid choices are equally likely.

    Draws whole choices until one has a type of every set and can fill the squares within its minima
    and maxima, and within the largest share if any choice can. Raises RollError.
    """
    candidates, optional = definition.possible, definition.optional
    names = [each.name for each in candidates]
    fewest, most, _ = definition.types_on_board()
    numbers = fillable(definition, squares)
    if not numbers:
        raise RollError(f"no choice of {fewest} to {most} types can fill {squares} squares")
    drawn = Stream(seed, "types").choice(range(fewest, most + 1))
    count = min(numbers, key=lambda number: (abs(number - drawn), number))
    for limit in dict.fromkeys((_limit_on(definition, count, squares), squares)):
        for attempt in range(MAX_TRIES):
            rank = ranks(f"{seed}\n{attempt}", names)
            order = sorted(range(len(names)), key=lambda n: (optional[n], rank[n]))
            choice = [candidates[number] for number in sorted(order[:count])]
            rooms = [each.piece.room(squares, limit) for each in choice]
            fits = sum(low for low, _ in rooms) <= squares <= sum(high for _, high in rooms)
            if fits and len({each.set_name for each in choice}) == len(definition.sets):
                return choice
    raise RollError(
        f"none of {MAX_TRIES} choices of {count} types had one of each set and could fill "
        f"{squares} squares within their minima and maxima"
    )
