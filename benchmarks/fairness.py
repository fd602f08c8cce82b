"""How fair the boards of seeds are that the search chooses, against the time it takes.

python -m benchmarks.fairness --set base --players 4 --seeds 24
python -m benchmarks.fairness --game metals --set wilds --seeds 24
python -m benchmarks.fairness --players 2 --search vetted --games 400 --others
python -m benchmarks.fairness --vetted

For each search, and for as many vetted boards taken at random, new games of the panel, of players
that took no part in the choice, and of one written here against the engine: the mean over boards of
the worst seat's distance from a fair share of wins, in points, with the 95% interval of boards.
Chance makes some seat the worst even on a board that is perfectly fair; in brackets is what such
boards would show in as many games, then what is left of the mean without it: the root of the
difference of squares. CPU seconds, of all threads, are those of this machine; compare them with
each other only.

With --vetted, the same of the vetted boards that come with the program, from the games of the panel
by which they were judged.
"""

import argparse
import math
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache, partial
from statistics import fmean
from typing import Any

from generator import games
from generator.analysis.intervals import mean_estimate, share_estimate
from generator.core.request import SEARCHES
from generator.core.seeds import Stream
from generator.play import vetted
from generator.play.figures import SeatShares, seat_estimates
from generator.play.goals import Goals, Judge
from generator.play.kernel import python_kernel
from generator.play.search import BoardGames, Programs, basis, call_all, find_best, vetted_result
from generator.play.series import Match
from generator.studies import vetting

HELD_OUT = (
    Judge(name="greedy", kind="greedy"),
    Judge(name="broader", kind="monte_carlo", candidates=24, playouts=32),
    Judge(name="deep", kind="tree_search", candidates=32, playouts=600),
)
AHEAD = "ahead"  # the player written here
PLAIN, VETTED = "as rolled", "vetted"


def main() -> None:
    """Print a line for each board, then the means of each search."""
    options = _options()
    game = games.game(options.game)
    programs = game.playtest
    assert programs
    if options.vetted:
        _print_vetted(options.game, programs)
        return
    goals, definition = programs.load_goals(), game.load(options.sets, ())
    rows: dict[str, list[list[SeatShares]]] = {}
    seconds: dict[str, list[float]] = {}
    for number in range(options.seeds):
        for search in options.searches:
            start = time.process_time()
            board = game.roll(definition, options.size, options.players, f"fairness-{number}")
            if search == VETTED:
                known = _vetted_seeds(programs, board, goals)
                if number >= len(known):
                    continue
                board = game.roll(definition, options.size, options.players, known[number])
            elif search != PLAIN:
                board = find_best(programs, board, goals, getattr(goals.search, search)).board
            seconds.setdefault(search, []).append(time.process_time() - start)
            chosen_by = () if options.others else goals.judges("vetting", programs.rules(board))
            shares = _judged(programs, board, (*chosen_by, *HELD_OUT), options.games)
            rows.setdefault(search, []).append(shares)
            _print_row(f"{search} {board.game_id.seed}", shares)
    for search, of_search in rows.items():
        columns = map(_column, zip(*of_search, strict=True))
        print(f"{search}: {fmean(seconds[search]):.1f} s of CPU;", *columns)


def _print_vetted(name: str, programs: Programs) -> None:
    """Print the number of vetted boards of each case, and the means over them."""
    goals, game = programs.load_goals(), games.game(name)
    for case in vetting.plan(name):
        first = game.roll(game.load(case.sets, ()), case.size, case.players, "any")
        boards = vetted.games_of(case, basis(first.game_id, goals))
        if len(boards) > 1:
            results = [vetted_result(programs, first, goals, board) for board in boards]
            panels = zip(*(result.panel for result in results), strict=True)
            rolls = len({programs.roll_of(board.seed) for board in boards})
            print(f"{case}: {len(boards)} boards of {rolls} rolls;", *map(_column, panels))


def _column(of_boards: Sequence[SeatShares]) -> str:
    """A kind of player, the mean over boards, and in brackets that of fair boards."""
    mean, low, high = mean_estimate(100 * shares.deviation.value for shares in of_boards)
    fair = fmean(_fair_deviation(len(one.seats), one.games) for one in of_boards)
    left = math.sqrt(max(0.0, mean * mean - fair * fair))
    return f"{of_boards[0].judge} {mean:.1f} ± {(high - low) / 2:.1f} ({fair:.1f}, left {left:.1f})"


@cache
def _fair_deviation(players: int, games: int) -> float:
    """How many points the worst seat is measured off on a board where every game is a fair draw:
    the mean over 1,000 such boards."""
    draw = random.Random(f"fair {players} {games}")
    points = []
    for _ in range(1000):
        wins = Counter(draw.choices(range(players), k=games))
        seats = tuple(share_estimate(wins[seat], games) for seat in range(players))
        points.append(100 * SeatShares("", "", games, seats).deviation.value)
    return fmean(points)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fairness")
    parser.add_argument("--game", default="magnetmen")
    parser.add_argument("--set", dest="sets", action="append")
    parser.add_argument("--size")
    parser.add_argument("--players", type=int)
    parser.add_argument("--seeds", type=int, default=24)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument(
        "--search", dest="searches", action="append", choices=[PLAIN, *SEARCHES, VETTED]
    )
    parser.add_argument("--vetted", action="store_true")
    parser.add_argument("--others", action="store_true", help="only those that took no part")
    options = parser.parse_args()
    game = games.game(options.game)
    options.sets = options.sets or [*game.default_sets]
    options.size = options.size or game.default_size
    options.players = options.players or game.default_players
    options.searches = options.searches or [PLAIN, *SEARCHES, VETTED]
    return options


def _vetted_seeds(programs: Programs, first: Any, goals: Goals) -> list[str]:
    """The seeds of the vetted boards of the case of another board, shuffled."""
    name = first.game_id
    boards = vetted.games_of(vetted.case_of(name), basis(name, goals))
    return Stream("fairness", "vetted").shuffled([board.seed for board in boards])


def _judged(
    programs: Programs, board: Any, judges: Sequence[Judge], count: int
) -> list[SeatShares]:
    """The shares of seats in new games of judges, and of the player written here."""
    fresh = BoardGames(programs, board, "benchmark")
    tasks: list[Callable[[], None]] = []
    for judge in judges:
        tasks += fresh.tasks(judge, count if judge.player.searches else 20 * count)
    call_all(tasks)
    match = programs.match(board)
    wins = [play_ahead(match, f"{board.game_id} {number}") for number in range(count)]
    ahead = SeatShares(AHEAD, AHEAD, count, seat_estimates(wins))
    return [*map(fresh.seat_shares, judges), ahead]


def play_ahead(match: Match, seed: str) -> tuple[int, ...]:
    """Play a game between players who each take the action after which they are furthest ahead of
    the next player, or the least behind; return the seats' shares of the win. It knows a game by
    its engine alone, and has nothing of the players in play/."""
    engine, tables, chance = match.engine, match.tables, random.Random(seed)
    state, trial = (python_kernel(engine).record(match.start) for _ in range(2))
    players = range(tables.players)
    state.random[:] = [chance.getrandbits(32) | 1 for _ in state.random]
    engine.start_game(tables, state, match.start)

    def lead(action: int, player: int) -> tuple[int, float]:
        engine.copy_state(tables, trial, state)
        engine.apply(tables, trial, action)
        points = [engine.standing(tables, trial, seat) for seat in players]
        return points.pop(player) - max(points), chance.random()

    while (player := engine.decider(tables, state)) >= 0:
        actions = state.actions[: engine.list_actions(tables, state)]
        engine.apply(tables, state, max(actions, key=partial(lead, player=player)))
    return tuple(engine.outcome(tables, state, seat) for seat in players)


def _print_row(label: str, of_board: list[SeatShares]) -> None:
    seats = (
        f"{shares.judge} {'/'.join(f'{100 * seat.value:.0f}' for seat in shares.seats)}"
        for shares in of_board
    )
    print(f"{label}:", ", ".join(seats), flush=True)


if __name__ == "__main__":
    main()
