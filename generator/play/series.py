"""Series of games between programs: played, and observed.

The same seed gives the same games on every platform, whether the kernel is compiled or not.
"""

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cached_property
from itertools import count as count_from
from typing import Any, Literal, NamedTuple

from generator.core.seeds import Stream
from generator.core.workers import cores
from generator.play import kernel, match, players
from generator.play.kernel import Array, Kernel, Source
from generator.play.random_numbers import WORD_MASK

MAX_CHUNK_ACTIONS = 1 << 16  # recorded by one call of a kernel: many games

Kind = Literal["random", "greedy", "two_ply", "monte_carlo", "tree_search"]


class Player(NamedTuple):
    """The player of a seat.

    A `greedy` player takes the action with the best value right after it, a `two_ply` player that
    after the best reply. A `monte_carlo` player evaluates `candidates` actions by `playouts` games
    of greedy players each. A `tree_search` player makes `playouts` of them in all, and looks at up
    to `candidates` actions of every player. All make any legal action in `errors` of 100 decisions.
    """

    kind: Kind
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
PLAYERS = {
    "random": RANDOM,
    "careless": Player("greedy", errors=25),
    "greedy": GREEDY,
    "two_ply": Player("two_ply"),
    "monte_carlo": MONTE_CARLO,
    "tree_search": Player("tree_search", 16, 300),
}
"""The players by name, from the weakest to the strongest."""


class Observations(NamedTuple):
    """Observed games: the points, and the shares of the win in parts of WIN_PARTS, by seat; the
    counters (see match.py) of each game; the game's own counters by block of games."""

    points: list[tuple[int, ...]]
    shares: list[tuple[int, ...]]
    games: list[tuple[int, ...]]
    blocks: list[tuple[int, ...]]

    def column(self, counter: int) -> list[int]:
        """A counter of all games."""
        return [row[counter] for row in self.games]


class Play(NamedTuple):
    """A game that was played: points and shares of the win by seat, and actions."""

    points: tuple[int, ...]
    shares: tuple[int, ...]
    actions: tuple[int, ...]


class Match:
    """A game ready to be played: its kernel, its tables, and the state in which it begins.
    own_counters: how many counters of its own the game has."""

    def __init__(
        self, source: Source, tables: Any, start: Any, own_counters: int = 0
    ):  # Any: the game's own records
        self.source, self.tables, self.start = source, tables, start
        self.own_counters = own_counters
        self._of_thread = threading.local()

    @cached_property
    def can_compile(self) -> bool:
        """Whether numba is installed and the game small enough for compiled code."""
        return kernel.has_numba() and kernel.fits(self.tables, self.start)

    @cached_property
    def _records(self) -> tuple[Any, Any]:
        """The tables and the start for compiled code, which nobody changes."""
        linked = kernel.compiled_kernel(self.source)
        return linked.record(self.tables), linked.record(self.start)

    def _scratch(self, linked: Kernel) -> list[Any]:
        """Three states for a series of games, used again by the next one in the same thread."""
        states: list[Any] | None = getattr(self._of_thread, "states", None)
        if states is None or linked.is_compiled != self._of_thread.is_compiled:
            states = [linked.record(self.start) for _ in range(3)]
            self._of_thread.states, self._of_thread.is_compiled = states, linked.is_compiled
        return states

    def play(
        self,
        seats: Sequence[Player],
        seed: str,
        count: int,
        first: int = 0,
        compiled: bool | None = None,
    ) -> Iterator[Play]:
        """Play `count` games under a seed, numbered from `first`; each number is another game.

        By default the kernel is compiled if possible. Raises ValueError if there is not one player
        for each seat; ImportError if numba is missing.
        """
        width, n = self.tables.max_actions, self.tables.players
        for chunk in self._chunks(seats, seed, range(first, first + count), compiled):
            lengths = _listed(chunk.lengths[: chunk.games])
            ends = _rows(chunk.points, n), _rows(chunk.shares, n)
            starts = count_from(0, width)
            for start, length, points, shares in zip(starts, lengths, *ends, strict=False):
                actions = chunk.trace[start : start + length]
                actions = actions.tolist() if chunk.kernel.is_compiled else actions
                yield Play(points, shares, tuple(actions))

    def observe(
        self,
        seats: Sequence[Player],
        seed: str,
        count: int,
        first: int = 0,
        compiled: bool | None = None,
    ) -> Observations:
        """Observe the games that `play` would play. Raises the same errors."""
        result = Observations([], [], [], [])
        blocks: Array = None
        for chunk in self._chunks(seats, seed, range(first, first + count), compiled):
            linked = chunk.kernel
            if blocks is None:
                blocks = linked.zeros(match.BLOCKS * self.own_counters)
            counters = linked.zeros(chunk.games * match.GAME_COUNTERS)
            linked.functions["observe"](
                chunk.tables, chunk.start, chunk.state, chunk.seed, chunk.first, chunk.games,
                chunk.lengths, chunk.trace, counters, blocks, linked.zeros(match.COURSE_WIDTH),
            )  # fmt: skip
            n = chunk.games
            result.points.extend(list(_rows(chunk.points, self.tables.players))[:n])
            result.shares.extend(list(_rows(chunk.shares, self.tables.players))[:n])
            result.games.extend(_rows(counters, match.GAME_COUNTERS))
        if self.own_counters:
            result.blocks.extend(_rows(blocks, self.own_counters))
        return result

    def _chunks(
        self, seats: Sequence[Player], seed: str, numbers: range, compiled: bool | None
    ) -> Iterator["_Chunk"]:
        """Play the games in chunks. Each chunk overwrites the arrays of the one before."""
        players_, max_actions = self.tables.players, self.tables.max_actions
        if len(seats) != players_:
            raise ValueError(f"expected {players_} players, found {len(seats)}")
        compiled = self.can_compile if compiled is None else compiled
        linked = (kernel.compiled_kernel if compiled else kernel.python_kernel)(self.source)
        tables, start = self._records if compiled else (self.tables, self.start)
        states = self._scratch(linked)
        searches = (seat[1:3] for seat in seats if seat.kind == "tree_search")
        tree = linked.zeros(max((players.tree_length(*each) for each in searches), default=0))
        stream = Stream(seed, "play")
        words = linked.numbers([stream.below(WORD_MASK + 1) for _ in range(4)])
        chunk_size = min(max(1, MAX_CHUNK_ACTIONS // max_actions), len(numbers))
        arrays = [linked.zeros(chunk_size * n) for n in (players_, players_, 1, max_actions)]
        scratch = tree, linked.zeros(max_actions), linked.numbers(_numbers(seats)), words
        for first in numbers[::chunk_size]:
            games = min(chunk_size, numbers.stop - first)
            linked.functions["run_games"](tables, start, *states, *scratch, first, games, *arrays)
            yield _Chunk(linked, tables, start, states[0], words, first, games, *arrays)


class _Chunk(NamedTuple):
    """Games as a kernel recorded them, numbered from `first`, and what they were played with."""

    kernel: Kernel
    tables: Any
    start: Any
    state: Any
    seed: Array
    first: int
    games: int
    points: Array
    shares: Array
    lengths: Array
    trace: Array


def _numbers(seats: Sequence[Player]) -> list[int]:
    """The players as numbers for a kernel."""
    kinds = (getattr(players, seat.kind.upper()) for seat in seats)  # RANDOM, GREEDY, ...
    pairs = zip(kinds, seats, strict=True)
    return [number for kind, seat in pairs for number in (kind, *seat[1:])]


def _listed(numbers: Array) -> list[int]:
    values: list[int] = numbers if type(numbers) is list else numbers.tolist()
    return values


def _rows(numbers: Array, width: int) -> Iterator[tuple[int, ...]]:
    return zip(*[iter(_listed(numbers))] * width, strict=True)


def merged(parts: Sequence[Observations]) -> Observations:
    """The observations of one or more series of games on one board, together."""
    blocks = zip(*(part.blocks for part in parts), strict=True)
    return Observations(
        [row for part in parts for row in part.points],
        [row for part in parts for row in part.shares],
        [row for part in parts for row in part.games],
        [tuple(map(sum, zip(*block, strict=True))) for block in blocks],
    )


@contextmanager
def thread_pool() -> Iterator[ThreadPoolExecutor]:
    """A thread for each core. Whoever leaves early does not wait for the games under way."""
    pool = ThreadPoolExecutor(cores())
    try:
        yield pool
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
