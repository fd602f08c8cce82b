"""Play games of Metals between programs. The same seed gives the same games on every platform,
whether the kernel is compiled or not."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from itertools import product
from typing import Any, NamedTuple, get_args

from generator.core.seeds import Stream
from generator.games.metals.factions import Assault, Faction, Ground, Side
from generator.games.metals.map import FACINGS, Map
from generator.games.metals.roll import MetalsGame
from generator.games.metals.simulation import engine
from generator.games.metals.simulation.engine import MAX_TURNS, RESULTS, GameState, GameTables
from generator.simulation import random_numbers
from generator.simulation.kernel import KernelSource, layout
from generator.simulation.random_numbers import WORD_MASK

GROUNDS: tuple[Ground, ...] = get_args(Ground)
_SIDES: tuple[Side, ...] = ("rear", "side", "front", "side")  # by the difference of facings


def game_tables(game: MetalsGame) -> GameTables:
    """The tables of a game. Each player has as many Metals as may be on the map: more would make no
    difference in the basic game. With factions, each is of a random one."""
    board, figures = game.map, game.definition.figures
    factions = tuple(figures.factions.values()) if game.factions else ()
    spaces = range(len(board))
    grounds = [_ground(board, space) for space in spaces]
    targets = [space for space in spaces if board.points(space)]
    ahead = [board.ahead(space, facing) for space, facing in product(spaces, FACINGS)]
    return GameTables(
        spaces=len(board),
        target=game.target,
        on_map=figures.on_map,
        pool=figures.on_map,
        factions=len(factions),
        corners=list(board.corners),
        ahead=[engine.NONE if space is None else space for space in ahead],
        points=[board.points(space) for space in spaces],
        ground=[GROUNDS.index(ground) for ground in grounds],
        covers=[int(ground == "forest") for ground in grounds],
        heals=[int(ground == "city") for ground in grounds],
        steps=[min(board.steps(space, target) for target in targets) for space in spaces],
        gains=[gain for faction in factions for gain in _gains(faction)],
    )


def _ground(board: Map, space: int) -> Ground:
    return "corner" if board.is_corner(space) else board.spaces[space]


def _gains(faction: Faction) -> Iterator[int]:
    """The points of a faction in every kind of assault, in the order of GameTables.gains."""
    for attacker_on, target_on, side, damaged in product(GROUNDS, GROUNDS, _SIDES, (False, True)):
        assault = Assault(0, 0, side, attacker_on, target_on, not damaged, damaged)
        yield faction.gain if faction.when.holds(assault) else 0


def empty_state() -> GameState:
    """A state with all Metals in the pools."""
    state = GameState(
        *([0] * field.length.entries for field in layout(GameState) if field.length is not None)
    )
    state.space[:] = [engine.NONE] * engine.MAX_METALS
    state.faction[:] = [engine.NONE] * engine.MAX_METALS
    state.occupant[:] = [engine.NONE] * engine.MAX_SPACES
    return state


MAX_CHUNK_GAMES = 64  # played by one call of the kernel


class Player(NamedTuple):
    """A player of the kernel: its kind and three numbers, see engine.py."""

    kind: int
    careless: int = 0
    candidates: int = 8
    playouts: int = 0


PLAYERS: Mapping[str, Player] = {
    "random": Player(engine.RANDOM),
    "careless": Player(engine.GREEDY, 25),
    "greedy": Player(engine.GREEDY, 10),
    "two_ply": Player(engine.TWO_PLY, 10),
    "monte_carlo": Player(engine.MONTE_CARLO, candidates=6, playouts=8),
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
    kernel = _kernel(game, find_spec("numba") is not None if compiled is None else compiled)
    seats, seed_words = (
        kernel.make_array(numbers) for numbers in ([n for player in players for n in player], words)
    )
    spaces = len(game.map)
    for start in range(first, first + count, MAX_CHUNK_GAMES):
        games = min(MAX_CHUNK_GAMES, first + count - start)
        results = kernel.make_array([0] * games * RESULTS)
        trace = kernel.make_array([0] * games * MAX_TURNS)
        kernel.run_games(seats, seed_words, start, games, results, trace)
        for number in range(games):
            numbers = results[number * RESULTS : (number + 1) * RESULTS]
            yield _result(numbers, trace[number * MAX_TURNS : (number + 1) * MAX_TURNS], spaces)


def _result(numbers: Sequence[int], actions: Sequence[int], spaces: int) -> GameResult:
    winner, turns, lead_changes, *not_ahead, visited = numbers
    return GameResult(
        None if winner == engine.NONE else winner,
        turns,
        lead_changes,
        1.0 if winner == engine.NONE else not_ahead[winner] / turns,
        visited / spaces,
        tuple(actions[:turns]),
    )


class _Kernel(NamedTuple):
    """The kernel for a game, compiled or not, and how its arrays are made."""

    run_games: Callable[..., None]
    make_array: Callable[[list[int]], Any]  # a list, or an array of ctypes


def _kernel(game: MetalsGame, compiled: bool) -> _Kernel:
    records = game_tables(game), empty_state(), empty_state(), empty_state()
    if not compiled:
        return _Kernel(partial(engine.run_games, *records), list)
    from generator.simulation import machine_code

    kernel = machine_code.kernel(KERNEL)
    run_games = partial(kernel["run_games"], *map(machine_code.make_record, records))
    return _Kernel(run_games, machine_code.make_array)


KERNEL = KernelSource(
    (engine, random_numbers),
    "generator.games.metals.simulation.compiler",
    subject="map",
    seconds=15,
)
