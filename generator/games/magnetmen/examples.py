"""Positions that show the rules, found by playing: nothing on a rules sheet is drawn by hand.

Input: a definition and a seed. Output: frozen data about one moment of a game on a small board
that really was rolled and played by the rules, or two moments before and after something. The
same seed finds the same example, on every platform. The players move at random, but keep to three
types if they can, as people do who want to go on moving; and until an example is about it, nobody
takes what would ask for a decision, such as an Explorer. All examples of a rules sheet are of one
board if possible, and of types that leave Repel alone, as the sheet teaches it.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import NamedTuple, TypeVar

from generator.core.errors import RollError
from generator.core.seeds import Stream
from generator.games.magnetmen.basic_types import asks_nothing, plain
from generator.games.magnetmen.definition import MagnetmenDefinition
from generator.games.magnetmen.powers import Power
from generator.games.magnetmen.powers.destroy import Destroy
from generator.games.magnetmen.roll import Board, roll
from generator.games.magnetmen.rules import (
    REPEL,
    Position,
    Reason,
    destroyable,
    destroyable_by_power,
    may_take,
)

BOARDS = 400  # that are tried under one seed; few will do, but some hardly let anybody move
PLAIN_BOARDS = 100  # of types that leave Repel alone, before those
GAMES = 6  # that are played on each
PLAYER = 0  # the one shown: begins, and so is to move after each round
COLLECTION = (3, 2, 1)  # of a type, as many as this player collects
SMALL_COLLECTION = (3, 1)  # the same where a third type would leave hardly anything to take
MANY_TYPES = 5  # that can be taken, for the larger collection
EARLY_ROUNDS = (2, 3, 4)  # for a taking that still changes much
LATE_ROUNDS = (4, 5, 6)  # for a destruction, with something closed to open

# Marks of squares, as given by Example.mark: closed by Repel; all that its example must show.
REPELLED = frozenset(kind for kind, _ in REPEL)
FREE_SHOWN = 4  # squares at least, so that an example of Repel is not all about what is closed
KINDS_SHOWN = REPELLED | {"free", "used"}

T = TypeVar("T")


class NoExample(RollError):
    """These sets have no such moment, or none was found."""


@dataclass(frozen=True, slots=True)
class Example:
    """A moment: `player` is to move, and `verdicts` has for each square why it can't be taken.

    `turns` are the squares taken so far, player 0 first, one each in turn.
    """

    board: Board
    position: Position
    player: int
    turns: tuple[int, ...]
    verdicts: tuple[tuple[Reason, ...], ...]

    def mark(self, square: int) -> str:
        """ "free", or the kind of the first reason why the square can't be taken."""
        reasons = self.verdicts[square]
        return reasons[0].kind if reasons else "free"

    @property
    def free(self) -> tuple[int, ...]:
        """The squares that the player may take."""
        return tuple(square for square, reasons in enumerate(self.verdicts) if not reasons)


@dataclass(frozen=True, slots=True)
class TurnExample:
    """A turn: `square` is taken; `after` tells what the same player may take then."""

    before: Example
    square: int
    after: Example

    @property
    def closed(self) -> tuple[int, ...]:
        """The other squares that the player could take before and can't now."""
        lost = set(self.before.free) - set(self.after.free) - {self.square}
        return tuple(sorted(lost))


@dataclass(frozen=True, slots=True)
class DestroyExample:
    """`square` is destroyed: by the power of `taken`, a square taken first; or as an action
    (advanced rules), and `taken` is None. `between` stands after the taking, if any."""

    before: Example
    taken: int | None
    between: Example
    square: int
    after: Example

    @property
    def opened(self) -> tuple[int, ...]:
        """The squares that were closed to the player all along and can be taken now."""
        lost = {*self.before.free, *self.between.free}
        return tuple(square for square in self.after.free if square not in lost)


class Examples(NamedTuple):
    """What a rules sheet shows; `destroy` is None where the sets destroy nothing."""

    repel: Example
    turn: TurnExample
    destroy: DestroyExample | None


def examples(definition: MagnetmenDefinition, seed: str) -> Examples:
    """All examples, of the first board that has them all; else of several boards. Raises
    NoExample, RollError."""
    destroys = can_destroy(definition)
    for board in _every_board(definition, seed):
        repel = _on(board, "repel", _repel_moment)
        turn = _on(board, "turn", _turn_moment) if repel else None
        destroy = _on(board, "destroy", _destroy_moment) if turn and destroys else None
        if repel and turn and (destroy or not destroys):
            return Examples(repel, turn, destroy)
    return Examples(
        repel_example(definition, seed),
        turn_example(definition, seed),
        destroy_example(definition, seed) if destroys else None,
    )


def repel_example(definition: MagnetmenDefinition, seed: str) -> Example:
    """A player with one, two and three of three types (or with one and three of two), and squares
    of every kind around: free, crossed out, closed by an icon beside, above or below, diagonal.
    Raises NoExample, RollError."""
    return _search(definition, seed, "repel", _repel_moment)


def _repel_moment(board: Board, stream: Stream) -> Example | None:
    found = _played(board, sum(_collection(board)), stream)
    if found and _marks(found) >= KINDS_SHOWN and len(found.free) >= FREE_SHOWN:
        return found
    return None


def turn_example(definition: MagnetmenDefinition, seed: str) -> TurnExample:
    """A taking that makes Repel close other squares to the player. Raises NoExample, RollError."""
    return _search(definition, seed, "turn", _turn_moment)


def _turn_moment(board: Board, stream: Stream) -> TurnExample | None:
    before = _played(board, stream.choice(EARLY_ROUNDS), stream)
    if before is None:
        return None
    for square in stream.shuffled(before.free):
        power = before.position.power_of(square)
        if asks_nothing(power) and not power.on_take:
            turn = TurnExample(before, square, _after_taking(before, square))
            if turn.closed and _repelled(turn.after, turn.closed):
                return turn
    return None


def can_destroy(definition: MagnetmenDefinition) -> bool:
    """Whether these sets ever let a player destroy a square."""
    powers = (power for piece in definition.pieces for power in piece.powers)
    return definition.rules == "advanced" or any(map(_destroys_a_square, powers))


def destroy_example(definition: MagnetmenDefinition, seed: str) -> DestroyExample:
    """A destruction that opens a square Repel had closed to the player: an action with the
    advanced rules, else by a power such as the Explorer's. Raises NoExample, RollError."""
    return _search(definition, seed, "destroy", _destroy_moment)


def _destroy_moment(board: Board, stream: Stream) -> DestroyExample | None:
    before = _played(board, stream.choice(LATE_ROUNDS), stream)
    if before is None:
        return None
    if board.advanced:
        squares = destroyable(before.position, before.player)
        return _destruction(before, None, before, squares, stream)
    return _by_power(before, stream)


def _search(
    definition: MagnetmenDefinition,
    seed: str,
    name: str,
    kernel_state: Callable[[Board, Stream], T | None],
) -> T:
    """The first example in a fixed order of boards, and games on them."""
    for board in _every_board(definition, seed):
        found = _on(board, name, kernel_state)
        if found is not None:
            return found
    sets = " + ".join(chosen.key for chosen in definition.sets)
    raise NoExample(f"sets {sets}: no example for '{name}' was found with the seed {seed!r}")


def _on(board: Board, name: str, kernel_state: Callable[[Board, Stream], T | None]) -> T | None:
    """The first example in the games on one board."""
    for game in range(GAMES):
        found = kernel_state(board, Stream(board.game_id.seed, f"example {name} {game}"))
        if found is not None:
            return found
    return None


def _every_board(definition: MagnetmenDefinition, seed: str) -> Iterator[Board]:
    """Boards of types that leave Repel alone, if the sets can fill any; then all boards."""
    simple = plain(definition)
    without = _boards(simple, seed, PLAIN_BOARDS) if simple else ()
    return chain(_possible(without), _boards(definition, seed, BOARDS))


def _possible(boards: Iterable[Board]) -> Iterator[Board]:
    """As many of the boards as can be rolled."""
    with suppress(RollError):
        yield from boards


def _boards(definition: MagnetmenDefinition, seed: str, count: int) -> Iterator[Board]:
    """Boards of the smallest size for the fewest players."""
    sizes = definition.boards.sizes
    smallest = min(sizes, key=lambda name: sizes[name].squares)
    players = min(definition.boards.players)
    for number in range(count):
        yield roll(definition, smallest, players, f"{seed}-{number}" if number else seed)


def _played(board: Board, rounds: int, stream: Stream) -> Example | None:
    """The moment after some rounds of random turns; None when somebody could not move."""
    position, turns, collection = Position.start(board), [], _collection(board)
    quiet = [
        square for square in range(len(board.squares)) if asks_nothing(position.power_of(square))
    ]
    for turn in range(rounds * board.players):
        player = turn % board.players
        order = stream.shuffled(quiet)
        wanted = [s for s in order if _fits(position, player, s, collection)]
        choice = wanted if player == PLAYER else chain(wanted, order)
        square = next((s for s in choice if not may_take(position, player, s)), None)
        if square is None:
            return None
        position = position.taken(player, square)
        turns.append(square)
    return _example(board, position, PLAYER, tuple(turns))


def _collection(board: Board) -> tuple[int, ...]:
    """How many of a type the player shown collects, of each type."""
    types = sum(asks_nothing(kind.power) for kind in board.types)
    return COLLECTION if types >= MANY_TYPES else SMALL_COLLECTION


def _fits(position: Position, player: int, square: int, collection: tuple[int, ...]) -> bool:
    """Whether a square's icon fits what a player wants to collect."""
    counts = list(position.inventories[player].counts)
    counts[position.squares[square]] += 1
    pairs = zip_longest(sorted(filter(None, counts), reverse=True), collection, fillvalue=0)
    return all(have <= wanted for have, wanted in pairs)


def _destroys_a_square(power: Power) -> bool:
    """Whether taking lets the player destroy one square, and does nothing else."""
    only = power.on_take[0] if len(power.on_take) == 1 else None
    return (
        isinstance(only, Destroy)
        and (only.where, only.who) == ("board", "you")
        and (only.count == 1 or only.optional)
    )


def _example(board: Board, position: Position, player: int, turns: tuple[int, ...]) -> Example:
    squares = range(len(position.squares))
    verdicts = tuple(may_take(position, player, square) for square in squares)
    return Example(board, position, player, turns, verdicts)


def _after_taking(before: Example, square: int) -> Example:
    """What the same player may take then."""
    position = before.position.taken(before.player, square)
    return _example(before.board, position, before.player, (*before.turns, square))


def _marks(example: Example) -> set[str]:
    return {example.mark(square) for square in range(len(example.verdicts))}


def _repelled(example: Example, squares: tuple[int, ...]) -> bool:
    """Whether it is Repel that closes all of these squares."""
    return all(example.mark(square) in REPELLED for square in squares)


def _by_power(before: Example, stream: Stream) -> DestroyExample | None:
    """A square with such a power is taken, another is destroyed."""
    for taken in stream.shuffled(before.free):
        if _destroys_a_square(before.position.power_of(taken)):
            between = _after_taking(before, taken)
            squares = destroyable_by_power(between.position)
            found = _destruction(before, taken, between, squares, stream)
            if found is not None:
                return found
    return None


def _destruction(
    before: Example,
    taken: int | None,
    between: Example,
    squares: tuple[int, ...],
    stream: Stream,
) -> DestroyExample | None:
    """The destruction of one of the squares that opens another."""
    for square in stream.shuffled(squares):
        position = between.position.destroyed(square)
        after = _example(before.board, position, before.player, between.turns)
        found = DestroyExample(before, taken, between, square, after)
        if found.opened and _repelled(between, found.opened):
            return found
    return None
