"""Play whole games between players, and observe them: the same games on every platform."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib.util import find_spec
from typing import Any, Literal, NamedTuple
from weakref import WeakKeyDictionary

from generator.core.seeds import Stream
from generator.games.magnetmen.powers import effects
from generator.games.magnetmen.simulation import bots, engine, kernel_data, matches, tree_search
from generator.games.magnetmen.simulation.game import Game
from generator.games.magnetmen.simulation.kernel_data import GameState, GameTables
from generator.simulation import random_numbers
from generator.simulation.kernel import KernelSource

MAX_CHUNK_ACTIONS = 1 << 16  # recorded by one call of the kernel: many games
KERNEL = KernelSource(
    (kernel_data, effects, engine, random_numbers, bots, tree_search, matches),
    "generator.games.magnetmen.simulation.compiler",
    subject="board",
    seconds=40,
)
_KINDS = {
    "random": matches.RANDOM,
    "greedy": matches.GREEDY,
    "monte_carlo": matches.MONTE_CARLO,
    "tree_search": matches.TREE_SEARCH,
}


@dataclass(frozen=True, slots=True)
class Player:
    """The player of a seat.

    A `greedy` player maximizes the margin after each action (bots.py). A `monte_carlo` player
    evaluates `candidates` actions by `playouts` games of greedy players each (bots.py). A
    `tree_search` player makes `playouts` of them in all, and looks at up to `candidates` actions of
    every player (tree_search.py). All make any legal action in `errors` of 100 decisions.
    """

    kind: Literal["random", "greedy", "monte_carlo", "tree_search"]
    candidates: int = 8
    playouts: int = 8
    errors: int = 0

    def __str__(self) -> str:
        name = f"{self.kind} {self.candidates}x{self.playouts}" if self.searches else self.kind
        return f"{name}, {self.errors}% errors" if self.errors else name

    @property
    def searches(self) -> bool:
        """Whether it chooses by playouts."""
        return self.kind in ("monte_carlo", "tree_search")

    @property
    def playouts_per_decision(self) -> int:
        """How many playouts it makes for a decision."""
        if self.kind == "monte_carlo":
            return self.candidates * self.playouts
        return self.playouts if self.kind == "tree_search" else 0


RANDOM, GREEDY, MONTE_CARLO = Player("random"), Player("greedy"), Player("monte_carlo")
TREE_SEARCH = Player("tree_search", 16, 300)


class Observations(NamedTuple):
    """Observed games: the scores by seat and the counters (see matches.py) of each game; the
    counters of each type, by block of games."""

    scores: list[tuple[int, ...]]
    games: list[tuple[int, ...]]
    blocks: list[list[tuple[int, ...]]]


class Play(NamedTuple):
    """A game that was played: scores by seat, and actions as numbers of Game.action."""

    scores: tuple[int, ...]
    actions: tuple[int, ...]


def play_games(
    game: Game,
    players: Sequence[Player],
    seed: str,
    count: int,
    first: int = 0,
    compiled: bool | None = None,
) -> Iterator[Play]:
    """Play `count` games under a seed, numbered from `first`; each number is another game.

    By default the kernel is compiled if possible. Raises ValueError if there is not one player for
    each seat, or if the game is too large to be compiled; ImportError if numba is missing.
    """
    seats, words = _kernel_arguments(game, players, seed)
    return _engine(game, compiled).play(seats, words, range(first, first + count))


def observe_games(
    game: Game,
    players: Sequence[Player],
    seed: str,
    count: int,
    first: int = 0,
    compiled: bool | None = None,
) -> Observations:
    """Observe the games that play_games would play. Raises the same errors."""
    seats, words = _kernel_arguments(game, players, seed)
    return _engine(game, compiled).observe_games(seats, words, range(first, first + count))


def _kernel_arguments(
    game: Game, players: Sequence[Player], seed: str
) -> tuple[list[int], list[int]]:
    """The players and the seed as numbers for the kernel."""
    if len(players) != game.tables.players:
        raise ValueError(f"expected {game.tables.players} players, found {len(players)}")
    seats = [
        number
        for player in players
        for number in (_KINDS[player.kind], player.candidates, player.playouts, player.errors)
    ]
    stream = Stream(seed, "play")
    return seats, [stream.below(random_numbers.WORD_MASK + 1) for _ in range(4)]


def merge_observations(parts: Sequence[Observations]) -> Observations:
    """Merge the observations of one or more series of games on one board."""
    blocks = []
    for block in zip(*(part.blocks for part in parts), strict=True):
        kinds = zip(*block, strict=True)
        blocks.append([tuple(map(sum, zip(*kind, strict=True))) for kind in kinds])
    return Observations(
        [points for part in parts for points in part.scores],
        [row for part in parts for row in part.games],
        blocks,
    )


def can_compile(game: Game) -> bool:
    """Whether numba is installed and the game small enough for compiled code."""
    if not _has_numba():
        return False
    from generator.simulation import machine_code

    return game in _records or machine_code.fits(game.tables, game.start())


@cache
def _has_numba() -> bool:
    """Whether numba is installed. Looking for it takes as long as a short series of games."""
    return find_spec("numba") is not None


_records: WeakKeyDictionary[Game, Any] = WeakKeyDictionary()
"""The tables and the start of games as records, which nobody changes: laid out once for all series
of games on a board (Any: machine_code.py is imported late)."""

Array = list[int] | Any
"""Numbers for the kernel: a list, or for compiled code an array of ctypes, which Any stands for."""


class _Chunk(NamedTuple):
    """Games as the kernel recorded them, numbered from `first`."""

    first: int
    games: int
    scores: Array
    lengths: Array
    trace: Array


class _Engine(NamedTuple):
    """A game prepared for the kernel, compiled or not: its entry functions, with the tables and
    states already passed, and how their arrays are made."""

    tables: GameTables
    run_games: Callable[..., None]
    observe: Callable[..., None]
    make_array: Callable[[list[int]], Array]
    zeros: Callable[[int], Array]

    def play(self, seats: list[int], seed: list[int], numbers: range) -> Iterator[Play]:
        max_actions = self.tables.max_actions
        for chunk in self._chunks(seats, seed, numbers):
            for game, points in enumerate(self._scores(chunk)):
                start = game * max_actions
                actions = chunk.trace[start : start + chunk.lengths[game]]
                yield Play(points, tuple(actions))

    def observe_games(self, seats: list[int], seed: list[int], numbers: range) -> Observations:
        """Play and observe the games of these numbers."""
        width = self.tables.types * matches.KIND_COUNTERS
        kind_counters = self.zeros(matches.BLOCKS * width)
        course = self.zeros(matches.COURSE_WIDTH)
        result = Observations([], [], [])
        for chunk in self._chunks(seats, seed, numbers):
            counters = self.zeros(chunk.games * matches.GAME_COUNTERS)
            self.observe(chunk.games, chunk.lengths, chunk.trace, counters, kind_counters, course)
            result.scores.extend(self._scores(chunk))
            result.games.extend(_rows(counters, matches.GAME_COUNTERS))
        for block in _rows(kind_counters, width):
            result.blocks.append(list(_rows(block, matches.KIND_COUNTERS)))
        return result

    def _chunks(self, seats: list[int], seed: list[int], numbers: range) -> Iterator[_Chunk]:
        """Play the games in chunks. Each chunk overwrites the arrays of the one before."""
        players, max_actions = self.tables.players, self.tables.max_actions
        chunk_size = min(max(1, MAX_CHUNK_ACTIONS // max_actions), len(numbers))
        words = [self.zeros(_tree_length(seats)), self.make_array(seats), self.make_array(seed)]
        arrays = [self.zeros(chunk_size * width) for width in (players, 1, max_actions)]
        for first in numbers[::chunk_size]:
            games = min(chunk_size, numbers.stop - first)
            self.run_games(*words, first, games, *arrays)
            yield _Chunk(first, games, *arrays)

    def _scores(self, chunk: _Chunk) -> Iterator[tuple[int, ...]]:
        players = self.tables.players
        return _rows(chunk.scores[: chunk.games * players], players)


def _tree_length(seats: Sequence[int]) -> int:
    """The length of the array that the searches of these players need."""
    players = (
        seats[at : at + matches.SEAT_WIDTH] for at in range(0, len(seats), matches.SEAT_WIDTH)
    )
    searches = (player[1:3] for player in players if player[0] == matches.TREE_SEARCH)
    return max((tree_search.tree_length(*search) for search in searches), default=0)


def _rows(numbers: Sequence[int], width: int) -> Iterator[tuple[int, ...]]:
    return (tuple(numbers[at : at + width]) for at in range(0, len(numbers), width))


def _engine(game: Game, compiled: bool | None) -> _Engine:
    if compiled is None:
        compiled = can_compile(game)
    return (_compiled_engine if compiled else _python_engine)(game)


def _python_engine(game: Game) -> _Engine:
    tables, start = game.tables, game.start()
    scratch, trial = (GameState(*map(list, start)) for _ in range(2))
    return _Engine(
        tables,
        partial(matches.run_games, tables, start, scratch, trial),
        partial(matches.observe, tables, start, scratch),
        make_array=list,
        zeros=lambda count: [0] * count,
    )


def _compiled_engine(game: Game) -> _Engine:
    from generator.simulation import machine_code

    kernel = machine_code.kernel(KERNEL)
    if game not in _records:
        values = game.tables, game.start()
        _records[game] = tuple(map(machine_code.make_record, values))
    tables, start = _records[game]
    records = (tables, start, start.copy(), start.copy())
    return _Engine(
        game.tables,
        partial(kernel["run_games"], *records),
        partial(kernel["observe"], *records[:3]),
        machine_code.make_array,
        machine_code.zeros,
    )
