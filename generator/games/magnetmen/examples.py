"""Positions that illustrate the rules. They come from played games: none is made by hand.

The same seed gives the same example on every platform. The players move at random, but collect only
three types if they can, as people do who want to keep their moves; and nobody takes an icon that
requires a decision, such as an Explorer, unless the example is about it. If possible, all examples
of a rules sheet are of one board, and of types that leave Repel alone, as the sheet explains it.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, zip_longest
from typing import NamedTuple, TypeVar

from generator.core.errors import RollError
from generator.core.seeds import Stream
from generator.games.magnetmen.definition import Alone, MagnetmenDefinition, MagnetmenSet, PieceType
from generator.games.magnetmen.powers import Power
from generator.games.magnetmen.primitives import Capacity, CloseAdjacent, Destroy, Immune
from generator.games.magnetmen.roll import Board, roll
from generator.games.magnetmen.rules import (
    REPEL,
    Kind,
    Position,
    destroyable,
    destroyable_by_power,
    may_take,
)


def leaves_repel_alone(power: Power) -> bool:
    """Whether a power does not change which squares may be taken before its icon is taken."""
    gates = [gate for gate in power.gate if not isinstance(gate, Immune | Capacity)]
    return power.simulated and not (gates or power.repel or power.find(CloseAdjacent))


def can_be_ignored(power: Power) -> bool:
    """Whether a player who takes the icon may continue as if it had no power: nothing happens, or
    only something optional, and the square is crossed out like any other."""
    return not power.find(Capacity) and all(
        getattr(primitive, "optional", False) for primitive in power.on_take
    )


def basic_definition(definition: MagnetmenDefinition) -> MagnetmenDefinition | None:
    """The sets with only the types and powers that leave Repel alone; None if there are none."""
    basic_sets = tuple(game_set for game_set in map(_basic_set, definition.sets) if game_set.types)
    if not basic_sets:
        return None
    number = sum(len(game_set.types) for game_set in basic_sets)
    fewest, most, always = definition.types_on_board()
    types = min(fewest, number), min(most, number)
    boards = definition.boards.model_copy(update={"types": types})
    if len(basic_sets) == 1:
        always_there = tuple(sorted(always & basic_sets[0].types.keys()))
        basic_sets = (
            basic_sets[0].model_copy(update={"alone": Alone(types=types, always=always_there)}),
        )
    return replace(definition, sets=basic_sets, boards=boards)


def _basic_set(game_set: MagnetmenSet) -> MagnetmenSet:
    types = {
        key: basic_type
        for key, piece in game_set.types.items()
        if (basic_type := _basic_type(piece))
    }
    return game_set.model_copy(update={"types": types})


def _basic_type(piece: PieceType) -> PieceType | None:
    """The type with only its powers that leave Repel alone, if possible only those that can be
    ignored; None if it has no such power."""
    powers = [power for power in piece.powers if power.weight and leaves_repel_alone(power)]
    powers = list(filter(can_be_ignored, powers)) or powers
    return piece.model_copy(update={"powers": tuple(powers)}) if powers else None


BOARDS = 400  # tried under one seed; few are enough, but some sets leave hardly any moves
PLAIN_BOARDS = 100  # of types that leave Repel alone, tried before those
GAMES = 6  # played on each board
PLAYER = 0  # whom the examples show: the first player, who is to move after each round
COLLECTION = (3, 2, 1)  # icons of each type that this player collects
SMALL_COLLECTION = (3, 1)  # the same if a third type would leave hardly any moves
MANY_TYPES = 5  # types to take that the larger collection needs
EARLY_ROUNDS = (2, 3, 4)  # before a turn that still changes much
LATE_ROUNDS = (4, 5, 6)  # before a destruction, so that some squares are closed

# Marks of squares, see Example.mark: those closed by Repel; those that its example must show.
REPELLED = frozenset(kind for kind, _ in REPEL)
FREE_SHOWN = 4  # squares at least that are free in the example of Repel
KINDS_SHOWN = REPELLED | {"free", "used"}

T = TypeVar("T")


class NoExample(RollError):
    """The sets have no such moment, or none turned up."""


@dataclass(frozen=True, slots=True)
class Example:
    """A moment: `player` is to move.

    turns: the squares taken so far, one by each player in turn, player 0 first. verdicts: for each
    square the reasons why it can't be taken.
    """

    board: Board
    position: Position
    player: int
    turns: tuple[int, ...]
    verdicts: tuple[tuple[Kind, ...], ...]

    def mark(self, square: int) -> str:
        """ "free", or the kind of the first reason why the square can't be taken."""
        reasons = self.verdicts[square]
        return reasons[0] if reasons else "free"

    @property
    def free(self) -> tuple[int, ...]:
        """The squares that the player may take."""
        return tuple(square for square, reasons in enumerate(self.verdicts) if not reasons)


@dataclass(frozen=True, slots=True)
class TurnExample:
    """A turn that takes `square`. In `after` the same player is to move again."""

    before: Example
    square: int
    after: Example

    @property
    def closed(self) -> tuple[int, ...]:
        """The other squares that the player could take before and can't take after."""
        lost = set(self.before.free) - set(self.after.free) - {self.square}
        return tuple(sorted(lost))


@dataclass(frozen=True, slots=True)
class DestroyExample:
    """A destruction of `square`: by the power of the square `taken`, or, if that is None, as a turn
    (advanced rules). `between` is the moment after `taken` was taken, or `before`."""

    before: Example
    taken: int | None
    between: Example
    square: int
    after: Example

    @property
    def opened(self) -> tuple[int, ...]:
        """The squares that were closed to the player before and between, and can be taken after."""
        lost = {*self.before.free, *self.between.free}
        return tuple(square for square in self.after.free if square not in lost)


class Examples(NamedTuple):
    """The examples of a rules sheet; `destroy` is None if the sets cannot destroy squares."""

    repel: Example
    turn: TurnExample
    destroy: DestroyExample | None


def examples(definition: MagnetmenDefinition, seed: str) -> Examples:
    """All examples, of the first board that has them all, else of several boards. Raises
    NoExample, RollError."""
    destroys = can_destroy(definition)
    for board in _all_boards(definition, seed):
        repel = _first_on_board(board, "repel", _repel_moment)
        turn = _first_on_board(board, "turn", _turn_moment) if repel else None
        destroy = _first_on_board(board, "destroy", _destroy_moment) if turn and destroys else None
        if repel and turn and (destroy or not destroys):
            return Examples(repel, turn, destroy)
    return Examples(
        repel_example(definition, seed),
        turn_example(definition, seed),
        destroy_example(definition, seed) if destroys else None,
    )


def repel_example(definition: MagnetmenDefinition, seed: str) -> Example:
    """A player with one, two and three icons of three types (or one and three of two), on a board
    with squares of every kind: free, crossed out, and closed by an icon beside, above or below, or
    diagonally. Raises NoExample, RollError."""
    return _search(definition, seed, "repel", _repel_moment)


def _repel_moment(board: Board, stream: Stream) -> Example | None:
    example = _play_rounds(board, sum(_collection(board)), stream)
    if example and _marks(example) >= KINDS_SHOWN and len(example.free) >= FREE_SHOWN:
        return example
    return None


def turn_example(definition: MagnetmenDefinition, seed: str) -> TurnExample:
    """A turn after which Repel closes more squares to the player. Raises NoExample, RollError."""
    return _search(definition, seed, "turn", _turn_moment)


def _turn_moment(board: Board, stream: Stream) -> TurnExample | None:
    before = _play_rounds(board, stream.choice(EARLY_ROUNDS), stream)
    if before is None:
        return None
    for square in stream.shuffled(before.free):
        power = before.position.power_of(square)
        if can_be_ignored(power) and not power.on_take:
            turn = TurnExample(before, square, _after_taking(before, square))
            if turn.closed and _repelled(turn.after, turn.closed):
                return turn
    return None


def can_destroy(definition: MagnetmenDefinition) -> bool:
    """Whether these sets ever let a player destroy a square of the board."""
    powers = (power for piece in definition.pieces for power in piece.powers)
    return definition.rules == "advanced" or any(map(_destroys_a_square, powers))


def destroy_example(definition: MagnetmenDefinition, seed: str) -> DestroyExample:
    """A destruction that opens a square that Repel closed to the player: as a turn under the
    advanced rules, else by a power such as the Explorer's. Raises NoExample, RollError."""
    return _search(definition, seed, "destroy", _destroy_moment)


def _destroy_moment(board: Board, stream: Stream) -> DestroyExample | None:
    before = _play_rounds(board, stream.choice(LATE_ROUNDS), stream)
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
    find_moment: Callable[[Board, Stream], T | None],
) -> T:
    """The first example, in a fixed order of boards and games. Raises NoExample, RollError."""
    for board in _all_boards(definition, seed):
        example = _first_on_board(board, name, find_moment)
        if example is not None:
            return example
    sets = " + ".join(game_set.key for game_set in definition.sets)
    raise NoExample(f"sets {sets}: no example for '{name}' was found with the seed {seed!r}")


def _first_on_board(
    board: Board, name: str, find_moment: Callable[[Board, Stream], T | None]
) -> T | None:
    """The first example in the games on one board, if there is one."""
    for game in range(GAMES):
        example = find_moment(board, Stream(board.game_id.seed, f"example {name} {game}"))
        if example is not None:
            return example
    return None


def _all_boards(definition: MagnetmenDefinition, seed: str) -> Iterator[Board]:
    """Boards of types that leave Repel alone, if they can fill any; then boards of all types."""
    basic = basic_definition(definition)
    basic_boards = _boards(basic, seed, PLAIN_BOARDS) if basic else ()
    return chain(_until_roll_fails(basic_boards), _boards(definition, seed, BOARDS))


def _until_roll_fails(boards: Iterable[Board]) -> Iterator[Board]:
    """The boards up to the first that cannot be rolled."""
    with suppress(RollError):
        yield from boards


def _boards(definition: MagnetmenDefinition, seed: str, count: int) -> Iterator[Board]:
    """Boards of the smallest size for the fewest players. Raises RollError."""
    sizes = definition.boards.sizes
    smallest = min(sizes, key=lambda name: sizes[name].squares)
    players = min(definition.boards.players)
    for number in range(count):
        yield roll(definition, smallest, players, f"{seed}-{number}" if number else seed)


def _play_rounds(board: Board, rounds: int, stream: Stream) -> Example | None:
    """The moment after some rounds of random turns; None if a player could not move."""
    position, turns, collection = Position.start(board), [], _collection(board)
    ignorable = [
        square for square in range(len(board.squares)) if can_be_ignored(position.power_of(square))
    ]
    for turn in range(rounds * board.players):
        player = turn % board.players
        order = stream.shuffled(ignorable)
        collectable = [s for s in order if _fits(position, player, s, collection)]
        choice = collectable if player == PLAYER else chain(collectable, order)
        square = next((s for s in choice if not may_take(position, player, s)), None)
        if square is None:
            return None
        position = position.taken(player, square)
        turns.append(square)
    return _example(board, position, PLAYER, tuple(turns))


def _collection(board: Board) -> tuple[int, ...]:
    """The number of icons that PLAYER collects of each type, the largest first."""
    types = sum(can_be_ignored(kind.power) for kind in board.types)
    return COLLECTION if types >= MANY_TYPES else SMALL_COLLECTION


def _fits(position: Position, player: int, square: int, collection: tuple[int, ...]) -> bool:
    """Whether a player who takes the square stays within the collection."""
    counts = list(position.inventories[player].counts)
    counts[position.squares[square]] += 1
    pairs = zip_longest(sorted(filter(None, counts), reverse=True), collection, fillvalue=0)
    return all(count <= target for count, target in pairs)


def _destroys_a_square(power: Power) -> bool:
    """Whether taking the icon lets the player destroy one square, and does nothing else."""
    primitive = power.on_take[0] if len(power.on_take) == 1 else None
    return (
        isinstance(primitive, Destroy)
        and (primitive.where, primitive.who) == ("board", "you")
        and (primitive.count == 1 or primitive.optional)
    )


def _example(board: Board, position: Position, player: int, turns: tuple[int, ...]) -> Example:
    squares = range(len(position.squares))
    verdicts = tuple(may_take(position, player, square) for square in squares)
    return Example(board, position, player, turns, verdicts)


def _after_taking(before: Example, square: int) -> Example:
    """The moment after the player took a square, with the same player to move."""
    position = before.position.taken(before.player, square)
    return _example(before.board, position, before.player, (*before.turns, square))


def _marks(example: Example) -> set[str]:
    return {example.mark(square) for square in range(len(example.verdicts))}


def _repelled(example: Example, squares: tuple[int, ...]) -> bool:
    """Whether it is Repel that closes all of these squares."""
    return all(example.mark(square) in REPELLED for square in squares)


def _by_power(before: Example, stream: Stream) -> DestroyExample | None:
    """An example of a destruction by the power of a square that the player takes first."""
    for taken in stream.shuffled(before.free):
        if _destroys_a_square(before.position.power_of(taken)):
            between = _after_taking(before, taken)
            squares = destroyable_by_power(between.position)
            example = _destruction(before, taken, between, squares, stream)
            if example is not None:
                return example
    return None


def _destruction(
    before: Example, taken: int | None, between: Example, squares: tuple[int, ...], stream: Stream
) -> DestroyExample | None:
    """An example in which destroying one of `squares` opens a square that Repel closed."""
    for square in stream.shuffled(squares):
        position = between.position.destroyed(square)
        after = _example(before.board, position, before.player, between.turns)
        example = DestroyExample(before, taken, between, square, after)
        if example.opened and _repelled(between, example.opened):
            return example
    return None
