"""Games of Magnetmen a second on one core, as Python runs the kernel and compiled.

Both play the same games on the same boards, so that the ratio holds on any machine; without numba
there is only the first. What is compiled was compiled before the clock starts.
"""

import time
from collections.abc import Iterator, Sequence

from generator.games.magnetmen.load import load_definition
from generator.games.magnetmen.roll import roll
from generator.games.magnetmen.simulation.board_search import find_best_board, playtest_board
from generator.games.magnetmen.simulation.game import Game
from generator.games.magnetmen.simulation.goals import load_goals
from generator.games.magnetmen.simulation.players import (
    GREEDY,
    MONTE_CARLO,
    Player,
    can_compile,
    play_games,
)

BOARDS = 12
VERDICTS = 6  # boards that are looked for and judged
SECONDS = 2.0  # for each measurement, about
ROUND = {"random": 20, "greedy": 20, "monte_carlo": 1}  # games on a board before the next look
SETS = {"base set": ("base",), "all sets": ("base", "advanced", "expert")}
CASES = [
    ("base set", 2, GREEDY),
    ("base set", 4, GREEDY),
    ("all sets", 2, GREEDY),
    ("all sets", 4, GREEDY),
    ("base set", 2, MONTE_CARLO),
]


def measure() -> Iterator[tuple[str, str]]:
    """Rows of (what, figure)."""
    for sets, players, player in CASES:
        games = _games(SETS[sets], players)
        what = f"{sets}, {players} players, {player.kind}"
        plain = _speed(games, [player] * players, False)
        yield f"{what}: games a second, uncompiled", f"{plain:,.0f}"
        if can_compile(games[0]):
            compiled = _speed(games, [player] * players, True)
            yield f"{what}: games a second, compiled", f"{compiled:,.0f}"
            yield f"{what}: compiled to uncompiled", f"{compiled / plain:.0f} x"
    if can_compile(_games(("base",), 2)[0]):
        yield from _verdicts()


def _verdicts() -> Iterator[tuple[str, str]]:
    """How long a board is played to be judged, and how long the best of a seed is looked for."""
    goals = load_goals()
    for sets, players, _ in CASES[:4]:
        definition = load_definition(SETS[sets])
        start = time.perf_counter()
        for number in range(VERDICTS):
            board = find_best_board(
                definition, "regular", players, f"bench-{number}", goals, goals.search.usual
            ).board
        searched = time.perf_counter()
        for _ in range(VERDICTS):
            playtest_board(board, goals, _nobody)
        judged = time.perf_counter()
        what = f"{sets}, {players} players"
        greedy = _speed(_games(SETS[sets], players), [GREEDY] * players, True)
        for name, seconds in (("judging", judged - searched), ("choosing", searched - start)):
            label = f"{what}: {name} a board"
            yield f"{label}, in greedy games of that time", f"{greedy * seconds / VERDICTS:,.0f}"
            yield f"{label}, seconds", f"{seconds / VERDICTS:.1f}"


def _nobody(share: float) -> None:
    """Is told how far the work is."""


def _games(sets: Sequence[str], players: int) -> list[Game]:
    definition = load_definition(sets)
    return [Game(roll(definition, "regular", players, f"bench-{n}")) for n in range(BOARDS)]


def _speed(games: Sequence[Game], players: Sequence[Player], compiled: bool) -> float:
    """Games a second, each board the same number of times."""
    for _ in play_games(games[0], players, "warm", 1, compiled=compiled):
        pass
    each = ROUND[players[0].kind] * (50 if compiled else 1)
    played, start = 0, time.perf_counter()
    while (passed := time.perf_counter() - start) < SECONDS:
        for game in games:
            played += sum(1 for _ in play_games(game, players, "bench", each, played, compiled))
    return played / passed
