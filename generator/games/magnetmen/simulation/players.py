"""Players, and whole games of theirs.

Input: a Game, a player for each seat, a seed. Output: Plays, or what was seen of them. The same
seed gives the same play on every platform, whether the kernel is compiled or not.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from typing import Any, Literal, NamedTuple

from generator.core.seeds import Stream
from generator.games.magnetmen.simulation import matches, observations, random_numbers
from generator.games.magnetmen.simulation.game import Game

ROOM = 1 << 16  # actions that are recorded at once: many games for one call of the kernel
_KINDS = {
    "random": matches.RANDOM,
    "greedy": matches.GREEDY,
    "monte_carlo": matches.MONTE_CARLO,
}


@dataclass(frozen=True, slots=True)
class Player:
    """How a seat is played.

    A `greedy` player takes the best margin after each move (bots.py); a `monte_carlo` player has
    so many `candidates` played to the end by greedy ones, so many times each (matches.py).
    """

    kind: Literal["random", "greedy", "monte_carlo"]
    candidates: int = 8
    playouts: int = 8

    def __str__(self) -> str:
        return f"monte_carlo {self.candidates}x{self.playouts}" if self.searches else self.kind

    @property
    def searches(self) -> bool:
        """Whether it has candidates played out."""
        return self.kind == "monte_carlo"


RANDOM, GREEDY, MONTE_CARLO = Player("random"), Player("greedy"), Player("monte_carlo")


class Seen(NamedTuple):
    """Games that were watched: of each its scores by seat, and its numbers as in observations.py;
    of each block of games the numbers of each type of the board."""

    scores: list[tuple[int, ...]]
    games: list[tuple[int, ...]]
    blocks: list[list[tuple[int, ...]]]


class Play(NamedTuple):
    """A game that was played: scores by seat, and what was done as numbers of Game.action."""

    scores: tuple[int, ...]
    actions: tuple[int, ...]


def plays(
    game: Game,
    players: Sequence[Player],
    seed: str,
    count: int,
    first: int = 0,
    compiled: bool | None = None,
) -> Iterator[Play]:
    """So many games under a seed, from the number `first` on; each number is a game of its own.

    By default what can be compiled is. Raises ValueError if there is not a player for each seat,
    or if what is to be compiled is too large; ImportError if numba is missing for it.
    """
    seats, words = _given(game, players, seed)
    engine = _engine(game, compiled)
    return engine.play(seats, words, range(first, first + count))


def watched(
    game: Game,
    players: Sequence[Player],
    seed: str,
    count: int,
    first: int = 0,
    compiled: bool | None = None,
) -> Seen:
    """What is seen of the games that `plays` gives. Raises as plays."""
    seats, words = _given(game, players, seed)
    return _engine(game, compiled).watch(seats, words, range(first, first + count))


def _given(game: Game, players: Sequence[Player], seed: str) -> tuple[list[int], list[int]]:
    """The players and the seed as the kernel takes them."""
    if len(players) != game.facts.players:
        raise ValueError(f"expected {game.facts.players} players, found {len(players)}")
    seats = [
        number for one in players for number in (_KINDS[one.kind], one.candidates, one.playouts)
    ]
    stream = Stream(seed, "play")
    return seats, [stream.below(random_numbers.WORD + 1) for _ in range(4)]


def together(parts: Sequence[Seen]) -> Seen:
    """What was seen of several series of games on one board. At least one is needed."""
    blocks = []
    for block in zip(*(part.blocks for part in parts), strict=True):
        kinds = zip(*block, strict=True)
        blocks.append([tuple(map(sum, zip(*kind, strict=True))) for kind in kinds])
    return Seen(
        [points for part in parts for points in part.scores],
        [row for part in parts for row in part.games],
        blocks,
    )


def can_compile(game: Game) -> bool:
    """Whether numba is installed and the game not too large for compiled code."""
    if not find_spec("numba"):
        return False
    from generator.games.magnetmen.simulation import machine_code

    return machine_code.fits(game.facts, game.state().moment)


class _Chunk(NamedTuple):
    """Some games as the kernel recorded them."""

    games: int
    scores: Any
    lengths: Any
    trace: Any


class _Engine:
    """A game made ready for the kernel, as Python runs it."""

    def __init__(self, game: Game):
        self.facts = game.facts
        start = game.state()
        self.moments = [start.moment, start.copy().moment, start.copy().moment]

    def numbers(self, values: list[int]) -> Any:
        """A list as the kernel takes it."""
        return values

    def zeros(self, count: int) -> Any:
        """So many zeros as the kernel takes them."""
        return [0] * count

    def kernel(self, *given: Any) -> None:
        """matches.play_many, but for facts and moments."""
        matches.play_many(self.facts, *self.moments, *given)

    def observe(self, *given: Any) -> None:
        """observing.observe, but for facts and moments."""
        observations.observe(self.facts, *self.moments[:2], *given)

    def play(self, seats: list[int], seed: list[int], numbers: range) -> Iterator[Play]:
        """The games of these numbers."""
        longest = self.facts.longest
        for chunk in self._chunks(seats, seed, numbers):
            for game, points in enumerate(self._points(chunk)):
                start = game * longest
                actions = chunk.trace[start : start + chunk.lengths[game]]
                yield Play(points, tuple(actions))

    def watch(self, seats: list[int], seed: list[int], numbers: range) -> Seen:
        """What is seen of the games of these numbers."""
        block = self.facts.types * observations.KIND_SEEN
        kinds = self.zeros(observations.BLOCKS * block)
        course = self.zeros(observations.COURSE)
        result = Seen([], [], [])
        for chunk in self._chunks(seats, seed, numbers):
            seen = self.zeros(chunk.games * observations.SEEN)
            self.observe(chunk.games, chunk.lengths, chunk.trace, seen, kinds, course)
            result.scores.extend(self._points(chunk))
            result.games.extend(_rows(seen, observations.SEEN))
        for one in _rows(kinds, block):
            result.blocks.append(list(_rows(one, observations.KIND_SEEN)))
        return result

    def _chunks(self, seats: list[int], seed: list[int], numbers: range) -> Iterator[_Chunk]:
        """The games, so many for one call of the kernel; each call overwrites what was there."""
        players, longest = self.facts.players, self.facts.longest
        at_once = min(max(1, ROOM // longest), len(numbers))
        words = [self.numbers(values) for values in (seats, seed)]
        found = [self.zeros(at_once * size) for size in (players, 1, longest)]
        for first in numbers[::at_once]:
            games = min(at_once, numbers.stop - first)
            self.kernel(*words, first, games, *found)
            yield _Chunk(games, *found)

    def _points(self, chunk: _Chunk) -> Iterator[tuple[int, ...]]:
        """The scores of each game."""
        players = self.facts.players
        return _rows(chunk.scores[: chunk.games * players], players)


def _rows(numbers: Sequence[int], width: int) -> Iterator[tuple[int, ...]]:
    return (tuple(numbers[at : at + width]) for at in range(0, len(numbers), width))


class _CompiledEngine(_Engine):
    """The same, compiled."""

    def __init__(self, game: Game):
        from generator.games.magnetmen.simulation import machine_code

        super().__init__(game)
        facts, *moments = (machine_code.record(value) for value in (self.facts, *self.moments))
        self.kernel = partial(machine_code.kernel().play_many, facts, *moments)
        self.observe = partial(machine_code.kernel().observe, facts, *moments[:2])
        self.numbers = machine_code.numbers
        self.zeros = machine_code.zeros


def _engine(game: Game, compiled: bool | None) -> _Engine:
    use = can_compile(game) if compiled is None else compiled
    return _CompiledEngine(game) if use else _Engine(game)
