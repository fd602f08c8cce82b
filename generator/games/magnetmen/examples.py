"""Positions that show the rules, found by playing: nothing on a rules sheet is drawn by hand.

Input: a definition and a seed. Output: frozen data about one moment of a game on a small board
that really was rolled and played by the rules, or two moments before and after something. The
same seed finds the same example, on every platform. The players move at random; but the one
shown keeps to three types, as people do who want to go on moving, and until an example is about
it, nobody takes what would ask for a decision, such as an Explorer.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, islice, zip_longest
from typing import TypeVar

from generator.games.base import CannotRoll
from generator.games.magnetmen.definition import MagnetmenDefinition
from generator.games.magnetmen.powers import Power
from generator.games.magnetmen.powers.close_adjacent import CloseAdjacent
from generator.games.magnetmen.powers.destroy import Destroy
from generator.games.magnetmen.powers.retire import Retire
from generator.games.magnetmen.roll import Board, roll
from generator.games.magnetmen.rules import (
    REPEL,
    Position,
    Reason,
    destroyable,
    destroyable_by_power,
    may_take,
)
from generator.seeds import Stream

BOARDS = 400  # that are tried under one seed; few will do, but some hardly let anybody move
PLAIN_BOARDS = 200  # that are looked at for one whose powers leave the rules alone; it may be rare
GAMES = 6  # that are played on each
PLAYER = 0  # the one shown: begins, and so is to move after each round
COLLECTION = (3, 2, 1)  # of a kind, as many as this player collects
ROUNDS = sum(COLLECTION)
EARLY_ROUNDS = (2, 3, 4)  # for a taking that still changes much
LATE_ROUNDS = (4, 5, 6)  # for a destruction, with something closed to open

# Marks of squares, as given by Example.mark: closed by Repel; all that its example must show.
REPELLED = frozenset(kind for kind, _ in REPEL)
FREE_SHOWN = 4  # squares at least, so that an example of Repel is not all about what is closed
KINDS_SHOWN = REPELLED | {"free", "used"}

T = TypeVar("T")


class NoExample(CannotRoll):
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


def repel_example(definition: MagnetmenDefinition, seed: str) -> Example:
    """A player with one, two and three of three types, and squares of every kind around: free,
    crossed out, closed by an icon beside, above or below, diagonal. Raises NoExample, CannotRoll.
    """

    def moment(board: Board, stream: Stream) -> Example | None:
        found = _played(board, ROUNDS, stream)
        if found and _marks(found) >= KINDS_SHOWN and len(found.free) >= FREE_SHOWN:
            return found
        return None

    return _search(definition, seed, "repel", moment)


def turn_example(definition: MagnetmenDefinition, seed: str) -> TurnExample:
    """A taking that makes Repel close other squares to the player. Raises NoExample, CannotRoll."""

    def moment(board: Board, stream: Stream) -> TurnExample | None:
        before = _played(board, stream.choice(EARLY_ROUNDS), stream)
        for square in stream.shuffled(before.free) if before else ():
            if _is_plain(before.position.power_of(square)):
                turn = TurnExample(before, square, _after_taking(before, square))
                if turn.closed and _repelled(turn.after, turn.closed):
                    return turn
        return None

    return _search(definition, seed, "turn", moment)


def can_destroy(definition: MagnetmenDefinition) -> bool:
    """Whether these sets ever let a player destroy a square."""
    powers = (power for piece in definition.pieces for power in piece.powers)
    return definition.rules == "advanced" or any(map(_destroys_a_square, powers))


def destroy_example(definition: MagnetmenDefinition, seed: str) -> DestroyExample:
    """A destruction that opens a square Repel had closed to the player: an action with the
    advanced rules, else by a power such as the Explorer's. Raises NoExample, CannotRoll."""

    def moment(board: Board, stream: Stream) -> DestroyExample | None:
        before = _played(board, stream.choice(LATE_ROUNDS), stream)
        if before is None:
            return None
        if board.advanced:
            squares = destroyable(before.position, before.player)
            return _destruction(before, None, before, squares, stream)
        return _by_power(before, stream)

    return _search(definition, seed, "destroy", moment)


def _search(
    definition: MagnetmenDefinition,
    seed: str,
    name: str,
    moment: Callable[[Board, Stream], T | None],
) -> T:
    """The first example in a fixed order of boards, and games on them: the seed's own board first,
    but before it those whose powers leave the rules as the sheet teaches them, if there are any."""
    plain = filter(_by_the_book, islice(_boards(definition, seed), PLAIN_BOARDS))
    for board in chain(plain, _boards(definition, seed)):
        for game in range(GAMES):
            found = moment(board, Stream(board.game_id.seed, f"example {name} {game}"))
            if found is not None:
                return found
    sets = " + ".join(chosen.key for chosen in definition.sets)
    raise NoExample(f"sets {sets}: no example for '{name}' was found with the seed {seed!r}")


def _boards(definition: MagnetmenDefinition, seed: str) -> Iterator[Board]:
    """Boards of the smallest size for the fewest players."""
    sizes = definition.boards.sizes
    smallest = min(sizes, key=lambda name: sizes[name].squares)
    players = min(definition.boards.players)
    for number in range(BOARDS):
        yield roll(definition, smallest, players, f"{seed}-{number}" if number else seed)


def _by_the_book(board: Board) -> bool:
    """Whether no power there has a say in which squares may be taken or destroyed."""
    powers = [kind.power for kind in board.types]
    return not any(power.gate or power.repel or power.find(CloseAdjacent) for power in powers)


def _played(board: Board, rounds: int, stream: Stream) -> Example | None:
    """The moment after some rounds of random turns; None when somebody could not move."""
    position, turns = Position.start(board), []
    plain = [square for square in range(len(board.squares)) if _is_plain(position.power_of(square))]
    for turn in range(rounds * board.players):
        player = turn % board.players
        order = stream.shuffled(plain)
        wanted = [s for s in order if _fits(position, s)] if player == PLAYER else order
        square = next((s for s in wanted if not may_take(position, player, s)), None)
        if square is None:
            return None
        position = position.taken(player, square)
        turns.append(square)
    return _example(board, position, PLAYER, tuple(turns))


def _fits(position: Position, square: int) -> bool:
    """Whether a square's icon fits what the player shown wants to collect."""
    counts = list(position.inventories[PLAYER].counts)
    counts[position.squares[square]] += 1
    pairs = zip_longest(sorted(filter(None, counts), reverse=True), COLLECTION, fillvalue=0)
    return all(have <= wanted for have, wanted in pairs)


def _is_plain(power: Power) -> bool:
    """Whether taking asks the player for no decision."""
    return all(isinstance(one, CloseAdjacent | Retire) for one in power.on_take)


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
