"""Positions that illustrate the rules, from played games: none is made by hand.

Players move at random, but collect only three types if they can, as people do who want to keep
their moves; and nobody takes an icon that requires a decision unless the example is about it.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain, repeat
from operator import le
from typing import Any, NamedTuple

from generator.core.errors import RollError
from generator.core.seeds import Stream
from generator.games.magnetmen import engine
from generator.games.magnetmen.definition import Alone, MagnetmenDefinition
from generator.games.magnetmen.engine import GameState
from generator.games.magnetmen.match import decider, start_state
from generator.games.magnetmen.powers import Power
from generator.games.magnetmen.primitives import Capacity, CloseAdjacent, Destroy, Immune
from generator.games.magnetmen.roll import Board, RolledType, roll
from generator.games.magnetmen.tables import GameTables, game_tables
from generator.play.masks import Mask

BOARDS = 400  # tried under one seed; few are enough, but some sets leave hardly any moves
PLAIN_BOARDS = 100  # of types that leave Repel alone, tried before those
GAMES = 6  # played on each board
PLAYER = 0  # whom the examples show: the first player, who is to move after each round
COLLECTION = (3, 2, 1)  # icons of each type that this player collects
SMALL_COLLECTION = (3, 1)  # the same if a third type would leave hardly any moves
MANY_TYPES = 5  # types to take that the larger collection needs
EARLY_ROUNDS = (2, 3, 4)  # before a turn that still changes much
LATE_ROUNDS = (4, 5, 6)  # before a destruction, so that some squares are closed

REPELLED = {"repel_side", "repel_above", "repel_diagonal"}
FREE_SHOWN = 4  # squares at least that are free in the example of Repel


class NoExample(RollError):
    """The sets have no such moment, or none turned up."""


def why_closed(tables: GameTables, state: GameState, player: int) -> dict[str, Mask]:
    """The squares that a player can't take, by reasons: "out" alone; "used"; "destroyed"; or any of
    the ways of Repel, and "power"."""
    free, crossed = state.masks[engine.FREE], state.masks[engine.CROSSED]
    board = (1 << tables.squares) - 1
    if state.out[player]:
        return {"out": board}
    closed = {"used": crossed & ~free, "destroyed": board & ~(free | crossed)}
    first = engine.REPELS + 3 * player
    for place, way in enumerate(("repel_side", "repel_above", "repel_diagonal"), first):
        others = {first, first + 1, first + 2} - {place}
        masks = [0 if index in others else mask for index, mask in enumerate(state.masks)]
        closed[way] = free & ~engine.unrepelled_squares(tables, state._replace(masks=masks), player)
    return closed | {"power": free & ~engine.takeable_squares(tables, state, player, 0)}


@dataclass(frozen=True)
class Example:
    """A moment of a game, in which PLAYER is to move. turns: the squares taken, turn by turn."""

    board: Board
    turns: tuple[int, ...]
    tables: GameTables
    state: GameState

    @cached_property
    def marks(self) -> list[str]:
        """For each square "free", or the first reason why PLAYER can't take it."""
        closed = why_closed(self.tables, self.state, PLAYER).items()
        squares = range(len(self.board.squares))
        return [next((why for why, mask in closed if mask >> at & 1), "free") for at in squares]

    @property
    def free(self) -> tuple[int, ...]:
        return tuple(square for square, mark in enumerate(self.marks) if mark == "free")

    @property
    def states(self) -> tuple[str, ...]:
        """Whether each square is "open", "crossed_out" or "destroyed"."""
        free, crossed = self.state.masks[engine.FREE], self.state.masks[engine.CROSSED]
        names = ("destroyed", "open", "crossed_out", "crossed_out")
        squares = range(len(self.board.squares))
        return tuple(names[(free >> at & 1) + 2 * (crossed >> at & 1)] for at in squares)

    @property
    def counts(self) -> list[int]:
        return self.state.counts[: len(self.board.types)]

    def type_of(self, square: int) -> RolledType:
        return self.board.types[self.board.squares[square]]

    def after(self, action: int, *turns: int) -> "Example":
        """After an action of PLAYER, which took these squares."""
        state = GameState(*map(list, self.state))
        engine.apply(self.tables, state, action)
        return replace(self, turns=(*self.turns, *turns), state=state)


class Change(NamedTuple):
    """A turn that takes `square`, after which Repel closes those that have `changed`; or one that
    destroys `square`, which opens those: by the power of the square `taken`, or as a turn (None).
    `between` is the moment after `taken` was taken, or `before`."""

    before: Example
    taken: int | None
    between: Example
    square: int
    after: Example
    changed: tuple[int, ...]


class Examples(NamedTuple):
    """The examples of a rules sheet; `destroy` is None if the sets cannot destroy squares."""

    repel: Example
    turn: Change
    destroy: Change | None = None


@lru_cache(maxsize=32)
def examples(definition: MagnetmenDefinition, seed: str) -> Examples:
    """All examples, if possible of one board. Raises NoExample, RollError."""
    finders: dict[str, Callable[[Board, GameTables, Stream], object]]
    finders = {"repel": _repel_example, "turn": _turn_example}
    if can_destroy(definition):
        finders["destroy"] = _destroy_example
    first: dict[str, Any] = {}
    for board in _all_boards(definition, seed):
        tables, found = game_tables(board), dict[str, Any]()
        for name, find in finders.items():
            streams = (Stream(board.game_id.seed, f"example {name} {n}") for n in range(GAMES))
            tries = (find(board, tables, stream) for stream in streams)
            if example := next(filter(None, tries), None):
                found[name] = example
        if len(found) == len(finders):
            return Examples(**found)
        first = found | first
    if missing := next((name for name in finders if name not in first), None):
        sets = " + ".join(game_set.key for game_set in definition.sets)
        raise NoExample(f"sets {sets}: no example for {missing!r} was found with the seed {seed!r}")
    return Examples(**first)


def can_destroy(definition: MagnetmenDefinition) -> bool:
    """Whether these sets ever let a player destroy a square of the board."""
    powers = (power for piece in definition.pieces for power in piece.powers)
    return definition.rules == "advanced" or any(map(_destroys_a_square, powers))


def _destroys_a_square(power: Power) -> bool:
    """Whether taking the icon lets the player destroy one square, and does nothing else."""
    match power.on_take:
        case (Destroy(where="board", who="you") as destroy,):
            return destroy.count == 1 or destroy.optional
    return False


def _repel_example(board: Board, tables: GameTables, stream: Stream) -> Example | None:
    """One, two and three icons of three types (or one and three of two); squares of every kind."""
    example = _play_rounds(board, tables, sum(_collection(board)), stream)
    if example and {*example.marks} >= REPELLED | {"used"} and len(example.free) >= FREE_SHOWN:
        return example
    return None


def _turn_example(board: Board, tables: GameTables, stream: Stream) -> Change | None:
    """A turn after which Repel closes more squares to the player."""
    if (before := _play_rounds(board, tables, stream.choice(EARLY_ROUNDS), stream)) is None:
        return None
    for square in stream.shuffled(before.free):
        power = before.type_of(square).power
        if can_be_ignored(power) and not power.on_take:
            after = before.after(square, square)
            closed = tuple(sorted({*before.free} - {*after.free} - {square}))
            if closed and all(after.marks[one] in REPELLED for one in closed):
                return Change(before, None, before, square, after, closed)
    return None


def _destroy_example(board: Board, tables: GameTables, stream: Stream) -> Change | None:
    """As a turn under the advanced rules, else by a power such as the Explorer's."""
    if (before := _play_rounds(board, tables, stream.choice(LATE_ROUNDS), stream)) is None:
        return None
    moments: Iterable[tuple[int | None, Example]] = [(None, before)]
    if not board.advanced:
        moments = (
            (taken, before.after(taken, taken))
            for taken in stream.shuffled(before.free)
            if _destroys_a_square(before.type_of(taken).power)
        )
    for taken, between in moments:
        decides = decider(tables, between.state) == PLAYER
        choices = between.state.masks[engine.DESTROYS] * decides
        squares = [square for square in range(tables.squares) if choices >> square & 1]
        for square in stream.shuffled(squares):
            after = between.after(tables.squares + square)
            opened = tuple(sorted({*after.free} - {*before.free} - {*between.free}))
            if opened and all(between.marks[one] in REPELLED for one in opened):
                return Change(before, taken, between, square, after, opened)
    return None


def _play_rounds(board: Board, tables: GameTables, rounds: int, stream: Stream) -> Example | None:
    """The moment after some rounds of random turns; None if a player could not move."""
    state, turns, collection = start_state(tables), [], _collection(board)
    can_ignore = [can_be_ignored(kind.power) for kind in board.types]
    ignorable = [at for at, kind in enumerate(board.squares) if can_ignore[kind]]
    for turn in range(rounds * board.players):
        player = turn % board.players
        own = state.counts[player * tables.types : (player + 1) * tables.types]
        fitting = []  # one more of these types stays in the collection
        for kind in range(tables.types):
            counts = sorted((n + (kind == other) for other, n in enumerate(own)), reverse=True)
            if all(map(le, filter(None, counts), chain(collection, repeat(0)))):
                fitting.append(kind)
        order = stream.shuffled(ignorable)
        choice = [square for square in order if board.squares[square] in fitting]
        if player != PLAYER:
            choice += order
        takes = state.masks[engine.TAKES] if decider(tables, state) == player else 0
        square = next((one for one in choice if takes >> one & 1), None)
        if square is None:
            return None
        engine.apply(tables, state, square)
        while state.turn[engine.NEED] == engine.STEP:  # its power is declined
            engine.apply(tables, state, 2 * tables.squares)
        turns.append(square)
    return Example(board, tuple(turns), tables, state)


def _collection(board: Board) -> tuple[int, ...]:
    types = sum(can_be_ignored(kind.power) for kind in board.types)
    return COLLECTION if types >= MANY_TYPES else SMALL_COLLECTION


def can_be_ignored(power: Power) -> bool:
    """Whether a player may go on as if it had no power, and its square is like any other."""
    optional = all(getattr(primitive, "optional", False) for primitive in power.on_take)
    return optional and not power.find(Capacity)


def _all_boards(definition: MagnetmenDefinition, seed: str) -> Iterator[Board]:
    """Of the smallest size for the fewest players: of types that leave Repel alone, as the sheet
    explains it, with powers that can be ignored if they have any; then of all. Raises RollError."""
    sizes, players = definition.boards.sizes, min(definition.boards.players)
    smallest = min(sizes, key=lambda name: sizes[name].squares)
    seeds = [f"{seed}-{number}" if number else seed for number in range(BOARDS)]
    powers: dict[str, list[Power]] = {}
    for _, piece, name in definition.possible:
        if plain := list(filter(_leaves_repel_alone, piece.likely)):
            powers[name] = list(filter(can_be_ignored, plain)) or plain
    if powers:
        fewest, most, always = definition.types_on_board()
        types = min(fewest, len(powers)), min(most, len(powers))
        keys = {piece.key for _, piece, name in definition.possible if name in powers}
        alone = Alone(types=types, always=tuple(sorted(always & keys)))
        boards = definition.boards.model_copy(update={"types": types})
        basic = replace(definition.narrowed(powers, alone=alone), boards=boards)
        with suppress(RollError):
            for each in seeds[:PLAIN_BOARDS]:
                yield roll(basic, smallest, players, each)
    for each in seeds:
        yield roll(definition, smallest, players, each)


def _leaves_repel_alone(power: Power) -> bool:
    """Whether it does not change which squares may be taken before its icon is taken."""
    gates = [gate for gate in power.gate if not isinstance(gate, Immune | Capacity)]
    return power.simulated and not (gates or power.repel or power.find(CloseAdjacent))
