"""Play games of Metals between programs.

Input: a MetalsGame, a player for each seat, a seed. Output: GameResults. The same seed gives the
same games on every platform, whether the kernel is compiled or not.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from typing import Any, NamedTuple

from generator.core.seeds import Stream
from generator.games.metals.roll import MetalsGame
from generator.games.metals.simulation import bots, matches
from generator.games.metals.simulation import kernel_data as k
from generator.games.metals.simulation.lowering import empty_state, game_tables
from generator.simulation.random_numbers import WORD_MASK

MAX_CHUNK_GAMES = 64  # played by one call of the kernel


class Player(NamedTuple):
    """A player of the kernel: its kind and three numbers, see bots.py."""

    kind: int
    careless: int = 0
    candidates: int = 8
    playouts: int = 0


PLAYERS: Mapping[str, Player] = {
    "random": Player(bots.RANDOM),
    "careless": Player(bots.GREEDY, 25),
    "greedy": Player(bots.GREEDY, 10),
    "two_ply": Player(bots.TWO_PLY, 10),
    "monte_carlo": Player(bots.MONTE_CARLO, candidates=6, playouts=8),
}
"""The players by name, from the weakest to the strongest. Greedy and two-ply players that were
never careless would play much the same game again and again."""


class GameResult(NamedTuple):
    """What happened in a game. winner is None for a draw; decided is the share of the turns after
    which the winner stays ahead, 1 for a draw; spaces is the share of the spaces that a Metal was
    on; actions are numbers of the kernel."""

    winner: int | None
    turns: int
    lead_changes: int
    decided: float
    spaces: float
    actions: tuple[int, ...]

    @property
    def first_player(self) -> float:
        """The share of the win that the first player has: a draw is half a win."""
        return 0.5 if self.winner is None else float(self.winner == 0)

    def figures(self) -> dict[str, float]:
        """The figures of the game, as `playtest` names them."""
        return {
            "first_player": self.first_player,
            "draws": float(self.winner is None),
            "turns": float(self.turns),
            "lead_changes": float(self.lead_changes),
            "decided": self.decided,
            "spaces": self.spaces,
        }


def play_games(
    game: MetalsGame,
    players: Sequence[Player],
    seed: str,
    count: int,
    first: int = 0,
    compiled: bool | None = None,
) -> Iterator[GameResult]:
    """Play `count` games under a seed, numbered from `first`; each number is another game. By
    default the kernel is compiled if numba is installed."""
    stream = Stream(seed, "play")
    words = [stream.below(WORD_MASK + 1) for _ in range(4)]
    engine = _engine(game, find_spec("numba") is not None if compiled is None else compiled)
    seats, seed_words = (
        engine.make_array(numbers) for numbers in ([n for player in players for n in player], words)
    )
    spaces = len(game.map)
    for start in range(first, first + count, MAX_CHUNK_GAMES):
        games = min(MAX_CHUNK_GAMES, first + count - start)
        results, trace = (
            engine.make_array([0] * games * n) for n in (matches.RESULTS, k.MAX_TURNS)
        )
        engine.run_games(seats, seed_words, start, games, results, trace)
        for number in range(games):
            numbers = results[number * matches.RESULTS : (number + 1) * matches.RESULTS]
            yield _result(numbers, trace[number * k.MAX_TURNS : (number + 1) * k.MAX_TURNS], spaces)


def _result(numbers: Sequence[int], actions: Sequence[int], spaces: int) -> GameResult:
    winner, turns, lead_changes, *not_ahead, visited = numbers
    return GameResult(
        None if winner == k.NONE else winner,
        turns,
        lead_changes,
        1.0 if winner == k.NONE else not_ahead[winner] / turns,
        visited / spaces,
        tuple(actions[:turns]),
    )


class _Engine(NamedTuple):
    """The kernel for a game, compiled or not, and how its arrays are made."""

    run_games: Callable[..., None]
    make_array: Callable[[list[int]], Any]  # a list, or an array of ctypes


def _engine(game: MetalsGame, compiled: bool) -> _Engine:
    records = game_tables(game), empty_state(), empty_state(), empty_state()
    if not compiled:
        return _Engine(partial(matches.run_games, *records), list)
    from generator.games.metals.simulation.kernel_source import KERNEL
    from generator.simulation import machine_code

    kernel = machine_code.kernel(KERNEL)
    run_games = partial(kernel["run_games"], *map(machine_code.make_record, records))
    return _Engine(run_games, machine_code.make_array)
