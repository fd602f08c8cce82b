"""The roll: a definition and a seed become one board with nothing random left.

Each random choice has a stream of its own, so that what is added to a set changes no others.
"""

import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.core.errors import RollError
from generator.core.game_id import GameId, fingerprint, image_of, image_seed, split_image
from generator.core.seeds import Stream, ranks
from generator.games.magnetmen import definition as d
from generator.games.magnetmen.definition import MagnetmenDefinition, PieceType, Room, fillable
from generator.games.magnetmen.powers import Power
from generator.languages import Language, load_language, localized
from generator.layout import theme
from generator.schema.set_files import theme_of

if TYPE_CHECKING:
    from generator.play.result import Result

VERSION = 2  # raised whenever the same seed and definitions no longer give the same board
LAYOUTS = 100  # at most, for each roll
SWAPS = 100  # at most, of a layout, and of each board with one swap
MAX_CHOICES = 5000  # of types
MAX_SHUFFLES = 200
_UNIT = 10**9  # shares are whole billionths of a square, so that their sum is exact


class Candidate(NamedTuple):
    """A board of a seed: the numbers of the roll of types and powers, of its layout, and of a swap
    of two squares (0 for none; 703 is swap 3 of the board with swap 7); which image of that board
    (see core/game_id.py)."""

    seed: str
    roll: int = 0
    layout: int = 0
    swap: int = 0
    image: str = ""

    def __str__(self) -> str:
        number = str(self.roll * LAYOUTS + self.layout) + (f"s{self.swap}" if self.swap else "")
        return image_seed(self.seed if number == "0" else f"{self.seed}+{number}", self.image)

    def swaps(self, count: int) -> list["Candidate"]:
        """So many boards that differ from this one by one more swap; none if it has two."""
        first = self.swap * SWAPS + 1
        return [self._replace(swap=first + n) for n in range(count if self.swap < SWAPS else 0)]

    def later_roll(self, number: int) -> "Candidate":
        return Candidate(self.seed, self.roll + number)

    @property
    def rolled_seed(self) -> str:
        return str(self._replace(layout=0, swap=0, image=""))


def candidate(seed: str) -> Candidate:
    plain, image = split_image(seed)
    user_seed, _, number = plain.partition("+")
    number, _, swap = number.partition("s")
    return Candidate(user_seed, *divmod(int(number or 0), LAYOUTS), int(swap or 0), image)


@dataclass(frozen=True, slots=True)
class RolledType:
    """A type on a board. variant: the index of its power among those of the type."""

    set_name: str
    piece: PieceType
    power: Power
    count: int
    variant: int = 0

    @property
    def name(self) -> str:
        return f"{self.set_name}/{self.piece.key}"

    def sentence(self, language: Language) -> str:
        return _sentence(self.power, self.piece, language)


# The boards of a run have the same few powers, and wording one takes longer than drawing it.
_sentence = lru_cache(maxsize=4096)(Power.sentence)


@dataclass(frozen=True, slots=True)
class Board:
    """squares: indexes into types, row by row."""

    game_id: GameId
    definition: MagnetmenDefinition
    size: d.BoardSize
    players: int
    types: tuple[RolledType, ...]
    squares: tuple[int, ...]
    hue: str
    playtest_result: "Result | None" = None

    @property
    def advanced(self) -> bool:
        return self.definition.rules == "advanced"

    def subtitle(self, language: Language) -> tuple[str, str]:
        """Two texts: the titles of the sets; the size and the number of players."""
        titles = " + ".join(localized(each.title, language.code) for each in self.definition.sets)
        size = localized(self.size.title, language.code).lower()
        return titles, language.say("magnetmen.board.subtitle", size=size, players=self.players)


def roll(definition: MagnetmenDefinition, size: str, players: int, seed: str) -> Board:
    """The seed may name a candidate. Raises RollError."""
    return roll_layouts(definition, size, players, candidate(seed), 1)[0]


def roll_layouts(
    definition: MagnetmenDefinition, size: str, players: int, first: Candidate, count: int
) -> list[Board]:
    """The boards of a candidate and of the next layouts of its roll. Raises RollError."""
    shape = definition.boards.sizes[size]
    types = roll_types(definition, shape.squares, first.rolled_seed)
    own = theme_of(definition.sets)
    hue = Stream(first.seed, "hue").choice(own.hues if own and own.hues else tuple(theme.HUES))
    names = tuple(game_set.key for game_set in definition.sets)
    digests, boards = fingerprint(VERSION, definition.digests), []
    counts = [kind.count for kind in types]
    for number in range(first.layout, first.layout + count):
        stream = Stream(first.rolled_seed, f"squares {number}" if number else "squares")
        layout_seed = str(first._replace(layout=number))
        squares = fill(counts, shape.columns, stream)
        for swap in filter(None, (first.swap // SWAPS, first.swap)):
            swap_seed = str(first._replace(layout=number, swap=swap, image=""))
            squares = swap_two(squares, shape.columns, Stream(swap_seed, "swap"))
        squares = image_of(squares, shape.columns, first.image)
        game_id = GameId("magnetmen", size, names, players, layout_seed, digests)
        boards.append(Board(game_id, definition, shape, players, types, squares, hue))
    return boards


def roll_types(definition: MagnetmenDefinition, squares: int, seed: str) -> tuple[RolledType, ...]:
    types = _choose(definition, squares, seed)
    rooms: list[Room] = []
    # If the largest share cannot fill the board, it rises for all types by as little as possible.
    for limit in range(definition.boards.most_of_a_type(squares), squares + 1):
        rooms = [possible.piece.room(squares, limit) for possible in types]
        if sum(most for _, most in rooms) >= squares:
            break
    frequencies = [possible.piece.frequency for possible in types]
    counts = apportion(squares, frequencies, rooms, Stream(seed, "counts"))
    rolled = []
    for (set_name, piece, name), count in zip(types, counts, strict=True):
        powers, power, number = piece.powers, piece.powers[0], 0
        if len(powers) > 1 or power.is_open:  # a stream is slow to set up
            stream = Stream(seed, f"power {name}")
            number = stream.weighted(range(len(powers)), [power.weight for power in powers])
            power = powers[number].rolled(stream)
        rolled.append(RolledType(set_name, piece, power, count, number))
    return tuple(rolled)


@lru_cache(maxsize=256)
def _limit_on(definition: MagnetmenDefinition, types: int, squares: int) -> int:
    """The most squares of any type: the largest share, if some choice of so many types can fill the
    board within it; else all squares. Cached, since every roll needs it."""
    limit, always = definition.boards.most_of_a_type(squares), definition.types_on_board()[2]
    ranked = sorted(
        (piece.key not in always, -piece.room(squares, limit)[1], set_name, name)
        for set_name, piece, name in definition.possible
    )
    of_each_set = {each[2]: each for each in reversed(ranked)}.values()
    widest = [*of_each_set, *(each for each in ranked if each not in of_each_set)][:types]
    return limit if -sum(each[1] for each in widest) >= squares else squares


def _choose(definition: MagnetmenDefinition, squares: int, seed: str) -> list[d.Possible]:
    """Draws whole choices until one has a type of every set and can fill the squares, within the
    largest share if any can: all valid ones are equally likely. Raises RollError."""
    candidates, (fewest, most, always) = definition.possible, definition.types_on_board()
    names = [each.name for each in candidates]
    optional = [each.piece.key not in always for each in candidates]
    numbers = fillable(definition, squares)
    if not numbers:
        raise RollError(f"no choice of {fewest} to {most} types can fill {squares} squares")
    drawn = Stream(seed, "types").choice(range(fewest, most + 1))
    count = min(numbers, key=lambda number: (abs(number - drawn), number))
    for limit in dict.fromkeys((_limit_on(definition, count, squares), squares)):
        for attempt in range(MAX_CHOICES):
            rank = ranks(f"{seed}\n{attempt}", names)
            order = sorted(range(len(names)), key=lambda n: (optional[n], rank[n]))
            choice = [candidates[number] for number in sorted(order[:count])]
            rooms = [each.piece.room(squares, limit) for each in choice]
            fits = sum(low for low, _ in rooms) <= squares <= sum(high for _, high in rooms)
            if fits and len({each.set_name for each in choice}) == len(definition.sets):
                return choice
    words = f"none of {MAX_CHOICES} choices of {count} types had one of each set and could fill "
    raise RollError(f"{words}{squares} squares within their minima and maxima")


def apportion(
    squares: int, weights: Sequence[float], bounds: Sequence[Room], stream: Stream
) -> tuple[int, ...]:
    """In proportion to the weights, within the bounds (fewest, most): each count is the exact share
    rounded down or up, its expectation is the share. Raises ValueError if no counts add up."""
    if not sum(low for low, _ in bounds) <= squares <= sum(high for _, high in bounds):
        raise ValueError(f"{squares} squares cannot be shared out within {list(bounds)}")
    mark, total, counts = stream.below(_UNIT), 0, []
    for share in _shares(squares, tuple(weights), tuple(bounds)):
        counts.append((total + share + mark) // _UNIT - (total + mark) // _UNIT)
        total += share
    return tuple(counts)


@lru_cache(maxsize=1024)
def _shares(squares: int, weights: tuple[float, ...], bounds: tuple[Room, ...]) -> tuple[int, ...]:
    """In billionths of a square: weights times a common factor, limited to the bounds; the smallest
    factor for which the rounded shares are enough."""
    target, ranges = squares * _UNIT, [(low * _UNIT, high * _UNIT) for low, high in bounds]

    def cut(factor: float) -> list[int]:
        return [
            low if (share := round(weight * factor * _UNIT)) < low else min(share, high)
            for weight, (low, high) in zip(weights, ranges, strict=True)
        ]

    # Before rounding, the sum of the shares is linear in the factor between the bends, at which a
    # type leaves its minimum or reaches its maximum.
    bends = [(low / weight, weight) for weight, (low, _) in zip(weights, bounds, strict=True)]
    bends += [(high / weight, -weight) for weight, (_, high) in zip(weights, bounds, strict=True)]
    factor = slope = near = 0.0
    total = float(sum(low for low, _ in bounds))
    for bend, change in sorted(bends):
        if total >= squares:
            break
        rise = slope * (bend - factor)
        if total + rise >= squares:
            factor += (squares - total) / slope
            near = len(weights) / (slope * _UNIT)  # rounding adds less than 1 per type
            break
        factor, total, slope = bend, total + rise, slope + change
    low, high = factor - near, factor + near
    less, shares = cut(low), cut(high)
    while sum(shares) > target and low < (middle := (low + high) / 2) < high:
        steps = {step for step in zip(weights, less, shares, strict=True) if step[1] < step[2]}
        if len(steps) == 1 and all(more - few == 1 for _, few, more in steps):
            break  # those that still differ round up at the same factor
        between = cut(middle)
        if sum(between) < target:
            low, less = middle, between
        else:
            high, shares = middle, between
    free = next((i for i, share in enumerate(shares) if share % _UNIT), 0)
    shares[free] -= sum(shares) - target  # shares that round up at the same factor may be too many
    return tuple(shares)


def largest_group_allowed(count: int, squares: int) -> int:
    """The largest orthogonally connected group allowed for a type, since nobody believes that a
    solid block is random. About 95 of 100 random fills have no group above it: this fits
    simulations of shares from 5 to 50% on 6 x 6, 8 x 8 and 11 x 11 squares."""
    share = count / squares
    return max(2, math.ceil((0.9 + 14 * share**2) * math.sqrt(count)))


def largest_groups(cells: Sequence[int], columns: int) -> dict[int, int]:
    """The size of the largest orthogonally connected group of each type."""
    largest = dict.fromkeys(cells, 1)
    groups: dict[int, list[int]] = {}  # by cell, of the cells that have a neighbour of their type
    for cell, other in _borders(columns, len(cells)):
        kind = cells[cell]
        if kind != cells[other]:
            continue
        group, more = groups.get(cell) or [cell], groups.get(other) or [other]
        if group is not more:
            group += more
            for member in group:
                groups[member] = group
            if len(group) > largest[kind]:
                largest[kind] = len(group)
    return largest


@lru_cache(maxsize=64)
def _borders(columns: int, cells: int) -> tuple[tuple[int, int], ...]:
    """The pairs of cells that are side by side or one above the other."""
    beside = [(cell, cell + 1) for cell in range(cells) if (cell + 1) % columns]
    return *beside, *((cell, cell + columns) for cell in range(cells - columns))


def fill(counts: Sequence[int], columns: int, stream: Stream) -> tuple[int, ...]:
    """The type of every square: a shuffle, repeated while a type has too large a group; the last of
    MAX_SHUFFLES whatever it is, as a type that covers most of the board must form large groups."""
    cells = [kind for kind, count in enumerate(counts) for _ in range(count)]
    allowed = [largest_group_allowed(count, len(cells)) for count in counts]
    for _ in range(MAX_SHUFFLES):
        cells = stream.shuffled(cells)
        if all(size <= allowed[kind] for kind, size in largest_groups(cells, columns).items()):
            break
    return tuple(cells)


def swap_two(cells: tuple[int, ...], columns: int, stream: Stream) -> tuple[int, ...]:
    """The squares after two of different types, drawn at random, have changed places. Others are
    drawn if some type's largest group grows; after MAX_SHUFFLES draws, nothing is changed."""
    before = largest_groups(cells, columns)
    for _ in range(MAX_SHUFFLES):
        one, other = stream.below(len(cells)), stream.below(len(cells))
        swapped = [*cells]
        swapped[one], swapped[other] = cells[other], cells[one]
        groups = largest_groups(swapped, columns)
        if cells[one] != cells[other] and all(groups[kind] <= before[kind] for kind in groups):
            return tuple(swapped)
    return cells


def record(board: Board, language_code: str) -> dict[str, Any]:
    language = load_language(language_code)
    lines = []
    for kind in board.types:
        power = kind.sentence(language).replace("**", "")
        power = power.replace("\u00a0[points]", "").replace("[points]", "points")
        # Ten thousand boards share a few hundred such lines.
        lines.append(sys.intern(f"{kind.count:2} × {kind.name}: {power}"))
    return {"id": str(board.game_id), "told": lines}


def warnings(value: Board | MagnetmenDefinition) -> Iterator[str]:
    """A warning for each type whose drawing an earlier one has."""
    first: dict[str, str] = {}
    for kind in value.types if isinstance(value, Board) else value.possible:
        if (other := first.setdefault(kind.piece.art, kind.name)) != kind.name:
            words = "have one drawing, players cannot tell them apart"
            yield f"warning: {other} and {kind.name} {words}"
