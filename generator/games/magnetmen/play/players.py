"""Players, and whole games of theirs.

Input: a Game, a player for each seat, a seed. Output: Plays. The same seed gives the same play
on every platform, whether the kernel is compiled or not.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from typing import Any, Literal, NamedTuple

from generator.games.magnetmen.play import chance, matches
from generator.games.magnetmen.play.game import Game
from generator.seeds import Stream

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


RANDOM, GREEDY, MONTE_CARLO = Player("random"), Player("greedy"), Player("monte_carlo")


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
    ImportError if the kernel is to be compiled and numba is missing.
    """
    if len(players) != game.facts.players:
        raise ValueError(f"expected {game.facts.players} players, found {len(players)}")
    seats = [
        number for one in players for number in (_KINDS[one.kind], one.candidates, one.playouts)
    ]
    stream = Stream(seed, "play")
    words = [stream.below(chance.WORD + 1) for _ in range(4)]
    engine = _engine(game, compiled)
    at_once = min(max(1, ROOM // game.facts.longest), count)
    return engine.play(seats, words, range(first, first + count), at_once)


def can_compile(game: Game) -> bool:
    """Whether numba is installed and the game not too large for compiled code."""
    if not find_spec("numba"):
        return False
    from generator.games.magnetmen.play import compiled

    return compiled.fits(game.facts, game.state().moment)


class _Engine:
    """A game made ready for the kernel, as Python runs it."""

    def __init__(self, game: Game):
        self.facts = game.facts
        self.moments = [game.state().moment for _ in range(3)]

    def numbers(self, values: list[int]) -> Any:
        """A list as the kernel takes it."""
        return values

    def listed(self, values: Any) -> list[int]:
        """The other way round."""
        return values

    def kernel(self, *given: Any) -> None:
        """matches.play_many, but for facts and moments."""
        matches.play_many(self.facts, *self.moments, *given)

    def play(
        self, seats: list[int], seed: list[int], numbers: range, at_once: int
    ) -> Iterator[Play]:
        """The games of these numbers, so many for one call of the kernel."""
        players, longest = self.facts.players, self.facts.longest
        words = [self.numbers(values) for values in (seats, seed, [0] * 4)]
        found = [self.numbers([0] * (at_once * size)) for size in (players, 1, longest)]
        scores, lengths, trace = found
        for first in numbers[::at_once]:
            games = min(at_once, numbers.stop - first)
            self.kernel(*words, first, games, *found)
            for game in range(games):
                start = game * longest
                points = self.listed(scores[game * players : (game + 1) * players])
                actions = self.listed(trace[start : start + lengths[game]])
                yield Play(tuple(points), tuple(actions))


class _CompiledEngine(_Engine):
    """The same, compiled."""

    def __init__(self, game: Game):
        from generator.games.magnetmen.play import compiled

        super().__init__(game)
        given = [compiled.record(value) for value in (self.facts, *self.moments)]
        self.kernel = partial(compiled.kernel()["play_many"], *given)
        self.numbers = compiled.numbers
        self.listed = compiled.listed


def _engine(game: Game, compiled: bool | None) -> _Engine:
    use = can_compile(game) if compiled is None else compiled
    return _CompiledEngine(game) if use else _Engine(game)
