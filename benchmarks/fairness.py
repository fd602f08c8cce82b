"""How fair the boards of seeds are that the search chooses, against the time it takes.

python -m benchmarks.fairness --set base --players 4 --seeds 24
python -m benchmarks.fairness --vetted

For each search, and for vetted boards, fresh games of the panel and of searchers that took no part
in the choice: the mean over boards of the worst seat's distance from a fair share of wins, in
points, corrected as in playtest_result.py, with the 95% interval of boards. Chance makes some seat
the worst even on a board that is perfectly fair; in brackets is what such boards would show in as
many games. CPU seconds, of all
threads, are those of this machine; compare them with each other only.

With --vetted, the same of the vetted boards that come with the program, from the games of the panel
by which they were judged, and how many of them miss a goal in these games.
"""

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from statistics import fmean

from generator.analysis.intervals import mean_estimate, share_estimate
from generator.core.request import SEARCHES, SearchName
from generator.games import vetted
from generator.games.magnetmen.load import load_definition
from generator.games.magnetmen.playtest_result import PlaytestResult, SeatShares
from generator.games.magnetmen.roll import Board, candidate, roll
from generator.games.magnetmen.simulation.board_search import BoardVetting, find_best_board
from generator.games.magnetmen.simulation.description import surely_misses
from generator.games.magnetmen.simulation.goals import Goals, Member, load_goals
from generator.games.magnetmen.simulation.panel import PanelGames, call_all

HELD_OUT = (
    Member(name="greedy", kind="greedy", candidates=1, playouts=1),
    Member(name="broad", kind="monte_carlo", candidates=24, playouts=32),
)
PLAIN, VETTED = "as rolled", "vetted"


def main() -> None:
    """Print a line for each board, then the means of each search."""
    options = _options()
    if options.vetted:
        _print_vetted()
        return
    goals, definition = load_goals(), load_definition(options.sets)
    rows: dict[str, list[list[SeatShares]]] = {}
    seconds: dict[str, list[float]] = {}
    for number in range(options.seeds):
        seed = f"fairness-{number}"
        for search in options.searches:
            start = time.process_time()
            board = roll(definition, options.size, options.players, seed)
            if search == VETTED:
                board = _vetted(board, number)
            elif search != PLAIN:
                board = _chosen(board, seed, goals, search)
            seconds.setdefault(search, []).append(time.process_time() - start)
            shares = _judged(board, goals, options.games)
            rows.setdefault(search, []).append(shares)
            _print_row(f"{search} {board.game_id.seed}", shares)
    for search, of_search in rows.items():
        columns = map(_column, zip(*of_search, strict=True))
        print(f"{search}: {fmean(seconds[search]):.1f} s of CPU;", *columns)


def _print_vetted() -> None:
    """Print the number of vetted boards of each case, the means over them, and the goals that they
    miss."""
    vetting = BoardVetting()
    for case in vetting.plan():
        basis = vetting.basis(load_definition(case.sets), case.size, case.players)
        boards = vetted.games_of(case, basis)
        results = [PlaytestResult.of(board.result) for board in boards]
        if results:
            panels = zip(*(result.panel for result in results), strict=True)
            rolls = len({candidate(board.seed).rolled_seed for board in boards})
            print(f"{case}: {len(boards)} boards of {rolls} rolls;", *map(_column, panels))
            print(f"{case}:", _missed_goals(results))


def _missed_goals(results: Sequence[PlaytestResult]) -> str:
    """How many boards miss a goal, that of seats, and a goal for sure; strong players' games."""
    missed = [[goal.name for goal in result.missed_goals] for result in results]
    sure = [any(surely_misses(goal, result) for goal in result.missed_goals) for result in results]
    of_seats = sum("seat_deviation" in names for names in missed)
    games = [result.panel[-1].games for result in results]
    return (
        f"{sum(map(bool, missed))} of {len(results)} boards miss a goal in these games, {of_seats} "
        f"of them that of seats, {sum(sure)} for sure; {min(games)} to {max(games)} games of "
        f"{results[0].panel[-1].name} players"
    )


def _column(of_boards: Sequence[SeatShares]) -> str:
    """A kind of player, the mean over boards, and in brackets that of fair boards."""
    mean, low, high = mean_estimate(100 * shares.deviation.value for shares in of_boards)
    fair = fmean(_fair_deviation(len(one.seats), one.games) for one in of_boards)
    return f"{of_boards[0].name} {mean:.1f} ± {(high - low) / 2:.1f} ({fair:.1f})"


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
    parser.add_argument("--set", dest="sets", action="append")
    parser.add_argument("--size", default="regular")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seeds", type=int, default=24)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument(
        "--search", dest="searches", action="append", choices=[PLAIN, *SEARCHES, VETTED]
    )
    parser.add_argument("--vetted", action="store_true")
    options = parser.parse_args()
    options.sets = options.sets or ["base"]
    options.searches = options.searches or [PLAIN, *SEARCHES, VETTED]
    return options


def _chosen(first: Board, seed: str, goals: Goals, search: SearchName) -> Board:
    size = next(name for name, size in first.definition.boards.sizes.items() if size == first.size)
    return find_best_board(
        first.definition, size, first.players, seed, goals, goals.search.named(search)
    ).board


def _vetted(first: Board, number: int) -> Board:
    """The vetted board of that number, of the case of another board."""
    name, definition = first.game_id, first.definition
    basis = BoardVetting().basis(definition, name.size, name.players)
    seed = vetted.games_of(vetted.case_of(name), basis)[number].seed
    return roll(definition, name.size, name.players, seed)


def _judged(board: Board, goals: Goals, games: int) -> list[SeatShares]:
    """The shares of seats in fresh games of the panel, and of those who took no part."""
    fresh = PanelGames(board, "benchmark")
    members = (*goals.judges("panel", board), *HELD_OUT)
    tasks: list[Callable[[], None]] = []
    for member in members:
        count = games if member.player.playouts_per_decision < 500 else games // 2
        tasks += fresh.tasks(member, 20 * games if member.kind == "greedy" else count)
    call_all(tasks)
    return [fresh.seat_shares(member) for member in members]


def _print_row(label: str, of_board: list[SeatShares]) -> None:
    seats = (
        f"{shares.name} {'/'.join(f'{100 * seat.value:.0f}' for seat in shares.seats)}"
        for shares in of_board
    )
    print(f"{label}:", ", ".join(seats), flush=True)


if __name__ == "__main__":
    main()
