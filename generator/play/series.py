"""Series of games between programs: played, and observed.

The same seed gives the same games on every platform, whether the kernel is compiled or not.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from threading import get_ident
from typing import Any, Literal, NamedTuple

from generator.core.seeds import Stream
from generator.play import kernel, players
from generator.play.players import Engine

MAX_CHUNK_ACTIONS = 1 << 16  # recorded by one call of a kernel: many games


class Player(NamedTuple):
    """The player of a seat.

    A `greedy` player takes the action with the best value right after it, a `two_ply` player that
    after the best reply. A `monte_carlo` player evaluates `candidates` actions by `playouts` games
    of greedy players each. A `tree_search` player makes `playouts` of them in all, and looks at up
    to `candidates` actions of every player. All make any legal action in `errors` of 100 decisions.
    """

    kind: Literal["random", "greedy", "two_ply", "monte_carlo", "tree_search"]
    candidates: int = 8
    playouts: int = 8
    errors: int = 0

    def __str__(self) -> str:
        name = f"{self.kind} {self.candidates}x{self.playouts}" if self.searches else self.kind
        return f"{name}, {self.errors}% errors" if self.errors else name

    @property
    def searches(self) -> bool:
        return self.kind in ("monte_carlo", "tree_search")

    @property
    def playouts_per_decision(self) -> int:
        looked_at = self.candidates if self.kind == "monte_carlo" else 1
        return self.searches * self.playouts * looked_at


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


Seats = Sequence[Player]


class Play(NamedTuple):
    """A game that was played: points and shares of the win (in parts of WIN_PARTS) by seat, and
    actions; counters (see players.py), if it was observed."""

    points: tuple[int, ...]
    shares: tuple[int, ...]
    actions: tuple[int, ...]
    counters: tuple[int, ...]


class Observations(NamedTuple):
    """Observed games: the points, the shares of the win, and the counters of each game; the game's
    own counters by block of games."""

    points: list[tuple[int, ...]]
    shares: list[tuple[int, ...]]
    games: list[tuple[int, ...]]
    blocks: list[tuple[int, ...]]

    def column(self, counter: int) -> list[int]:
        return [row[counter] for row in self.games]


class Match:
    """A game ready to be played: its engine, its tables, and the state in which it begins (Any: the
    game's own records). own_counters: how many counters of its own the game has."""

    def __init__(self, engine: Engine[Any, Any], tables: Any, start: Any, own_counters: int = 0):
        self.engine, self.tables, self.start = engine, tables, start
        self.own_counters = own_counters
        self._states: dict[tuple[int, bool], list[Any]] = {}

    @cached_property
    def _compiled(self) -> tuple[Any, Any]:
        linked = kernel.compiled_kernel(self.engine)
        return linked.record(self.tables), linked.record(self.start)

    def play(
        self,
        seats: Seats,
        seed: str,
        count: int,
        first: int = 0,
        compiled: bool | None = None,
        blocks: list[tuple[int, ...]] | None = None,
    ) -> Iterator[Play]:
        """Play `count` games under a seed, numbered from `first`; each number is another game. They
        are observed if there are `blocks`, to which the game's own counters are added.

        By default the kernel is compiled if possible. Raises ValueError if there is not one player
        for each seat; ImportError if numba is missing.
        """
        n, observes = self.tables.players, int(blocks is not None)
        if len(seats) != n:
            raise ValueError(f"expected {n} players, found {len(seats)}")
        compiled = kernel.has_numba() if compiled is None else compiled
        linked = (kernel.compiled_kernel if compiled else kernel.python_kernel)(self.engine)
        tables, start = self._compiled if compiled else (self.tables, self.start)
        of_thread = get_ident(), compiled
        if of_thread not in self._states:
            self._states[of_thread] = [linked.record(self.start) for _ in range(3)]
        searches = (seat[1:3] for seat in seats if seat.kind in ("monte_carlo", "tree_search"))
        tree = linked.zeros(max((players.tree_length(*each) for each in searches), default=0))
        keys, kinds, words = map(linked.zeros, (self.tables.max_actions, n * players.SEAT_WIDTH, 4))
        kinds[:] = [
            number
            for seat in seats
            for number in (getattr(players, seat.kind.upper()), *seat[1:])  # RANDOM, GREEDY, ...
        ]
        stream = Stream(seed, "play")
        words[:] = [stream.below(players.WORD_MASK + 1) for _ in range(4)]
        width = players.HEAD + self.tables.max_actions
        at_once = max(1, min(MAX_CHUNK_ACTIONS // self.tables.max_actions, count))
        records = linked.zeros(at_once * width)
        points, shares = (slice(at, at + n) for at in (players.FINAL_POINTS, players.FINAL_SHARES))
        counters = linked.zeros(players.BLOCKS * self.own_counters * observes)
        for done in range(0, count, at_once):
            games = min(at_once, count - done)
            of_run = first + done, games, observes, records, counters
            linked.play_games(
                tables, start, *self._states[of_thread], tree, keys, kinds, words, *of_run
            )
            if compiled:  # all at once, which is faster
                heads = records.reshape(-1, width)[:games, : players.HEAD].tolist()
            else:
                heads = [records[at : at + players.HEAD] for at in range(0, games * width, width)]
            for number, head in enumerate(map(tuple, heads)):
                at = number * width + players.HEAD
                actions = records[at : at + head[players.LENGTH]]
                actions = tuple(actions.tolist() if compiled else actions)
                yield Play(head[points], head[shares], actions, head[: players.LENGTH])
        if blocks is not None and self.own_counters:
            sums = counters.tolist() if compiled else counters
            blocks.extend(zip(*[iter(sums)] * self.own_counters, strict=True))

    def observe(
        self, seats: Seats, seed: str, count: int, first: int = 0, compiled: bool | None = None
    ) -> Observations:
        """Observe the games that `play` would play. Raises the same errors."""
        blocks: list[tuple[int, ...]] = []
        games = [*self.play(seats, seed, count, first, compiled, blocks)]
        points, shares, _, counters = zip(*games, strict=True) if games else [()] * 4
        return Observations([*points], [*shares], [*counters], blocks)


def merged(parts: Sequence[Observations]) -> Observations:
    blocks = zip(*(part.blocks for part in parts), strict=True)
    return Observations(
        [row for part in parts for row in part.points],
        [row for part in parts for row in part.shares],
        [row for part in parts for row in part.games],
        [tuple(map(sum, zip(*block, strict=True))) for block in blocks],
    )
