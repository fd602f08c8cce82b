"""Playtest boards, and find the board of a seed that plays best.

Input: a definition and a seed, Goals. Output: the best of the seed's boards; the PlaytestResult of
a board, from games that had no part in choosing it. Everything follows from the game ID and the
goals, and so is the same everywhere.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate, pairwise
from operator import itemgetter
from statistics import median
from typing import TypeVar

from generator.analysis.intervals import Estimate, share_estimate
from generator.games.magnetmen.candidates import Candidate
from generator.games.magnetmen.definition import MagnetmenDefinition
from generator.games.magnetmen.playtest_result import (
    BoardFigures,
    MissedLimit,
    PlaytestResult,
)
from generator.games.magnetmen.roll import Board, roll
from generator.games.magnetmen.simulation.game import Game
from generator.games.magnetmen.simulation.goals import (
    Goals,
    Limits,
    Search,
    Searching,
    goal_penalty,
    limit_usage,
    missed_limits,
)
from generator.games.magnetmen.simulation.kernel_data import MAX_SQUARES
from generator.games.magnetmen.simulation.metrics import board_figures
from generator.games.magnetmen.simulation.players import (
    GREEDY,
    RANDOM,
    Observations,
    Player,
    merge_observations,
    observe_games,
)
from generator.games.magnetmen.simulation.skill_ladder import Rung, play_rung
from generator.simulation.thread_pool import thread_pool

T = TypeVar("T")

ReportShare = Callable[[float], None]
"""Called with the share of the work that is done, from 0 to 1."""

MAX_PARTS = 8  # into which the final games are divided, to report progress


def playtest_board(
    board: Board, goals: Goals, report: ReportShare, games: str = "fresh"
) -> PlaytestResult:
    """The result of playing a board.

    `games` is part of the seed: games under another name are other games. A board must not be
    judged by the games that it was chosen by, because these flatter it.
    """
    searching = goals.search_for(board).fresh
    player = _searching_player(searching)
    observations, ladder = _final_games(board, player, games, searching.games, report)
    figures = _figures(board, player, observations)
    goal = goals.of(board)
    minutes = goals.minutes.estimate(figures.estimates["turns"].value)
    return PlaytestResult(
        figures=figures,
        missed_goals=_rounded(missed_limits(figures.estimates, goal)),
        goal_penalty=round(goal_penalty(figures.estimates, goal), 3),
        minutes=minutes,
        hints=_rounded(goals.hints.of(figures.estimates, minutes)),
        skill_ladder=ladder,
    )


def _rounded(limits: Iterable[MissedLimit]) -> tuple[MissedLimit, ...]:
    return tuple(limit._replace(value=round(limit.value, 3)) for limit in limits)


def _final_games(
    board: Board, player: Player, name: str, games: int, report: ReportShare
) -> tuple[Observations, tuple[Estimate, ...]]:
    """Observe `games` games, and play half as many for each rung of the skill ladder."""
    count = min(games, MAX_PARTS)
    ends = [games * part // count for part in range(count + 1)]
    parts = [
        partial(_observe, board, player, name, end - first, first) for first, end in pairwise(ends)
    ]
    rungs = [
        partial(play_rung, Game(board), better, others, f"{board.game_id} ladder", games // 2)
        for better, others in ((GREEDY, RANDOM), (player, GREEDY))
    ]
    observations: list[Observations] = []
    with thread_pool() as pool:
        played = pool.map(_call, parts)
        ladder = pool.map(_call, rungs)
        for part in played:
            observations.append(part)
            report(len(observations) / count)
        return merge_observations(observations), tuple(map(_win_share, ladder))


def _win_share(rung: Rung) -> Estimate:
    return share_estimate(rung.wins, rung.games).rounded()


def is_playable(board: Board) -> bool:
    """Whether the rules engine knows all powers on a board (it knows none in free text) and can
    play it compiled: uncompiled code takes a hundred times longer."""
    known = all(kind.power.simulated for kind in board.types)
    return known and len(board.squares) <= MAX_SQUARES


def find_best_board(
    definition: MagnetmenDefinition,
    size: str,
    players: int,
    seed: str,
    goals: Goals,
    report: ReportShare,
) -> Board:
    """Return the board of a seed that plays best among those tried; its first must be playable.

    Successive halving: greedy players rank all layouts of all rolls, a few games of searching
    players rank the shortlist, more games the finalists. Raises RollError.
    """
    search = goals.search_for(roll(definition, size, players, seed))
    step = _steps(search, report)
    rolls = (
        _layouts(definition, size, players, Candidate(seed, number), search.layouts)
        for number in range(search.rolls)
    )
    boards = _shortlist(rolls, search, goals, step)
    finalists = _ranked(boards, search.few, "few", goals, step)[: search.finalists]
    winner = _ranked(finalists, search.more, "more", goals, step)[0]
    report(1.0)
    return winner


def _steps(search: Search, report: ReportShare) -> Callable[[], None]:
    """A function to call after each roll or board; it reports the share of the search done."""
    costs = [search.layouts * search.quick] * search.rolls
    costs += [search.few.cost] * search.shortlist
    costs += [search.more.cost] * search.finalists
    totals = accumulate(costs)
    return lambda: report(next(totals) / sum(costs))


def _shortlist(
    rolls: Iterable[list[Board]], search: Search, goals: Goals, step: Callable[[], None]
) -> list[Board]:
    """The best of all layouts in games of greedy players, which cost next to nothing. If every
    roll is hopeless, layouts of the first roll."""
    first: list[Board] = []
    ranking: list[tuple[float, Board]] = []
    for boards in rolls:
        first = first or boards
        if is_playable(boards[0]):
            figures = list(_figures_of_each(boards, GREEDY, search.quick, "quick"))
            if not _is_hopeless(figures, goals.hopeless):
                penalties = (goal_penalty(estimates, goals.of(boards[0])) for estimates in figures)
                ranking += zip(penalties, boards, strict=True)
        step()
    best_first = [board for _, board in sorted(ranking, key=itemgetter(0))]
    return (best_first or first)[: search.shortlist]


def _layouts(
    definition: MagnetmenDefinition, size: str, players: int, first: Candidate, count: int
) -> list[Board]:
    """The first `count` layouts of a roll."""
    candidates = (first._replace(layout=number) for number in range(count))
    return [roll(definition, size, players, str(candidate)) for candidate in candidates]


def _is_hopeless(figures: Sequence[Mapping[str, Estimate]], limits: Limits) -> bool:
    """Whether some limit is missed by half of a roll's layouts, given the figures of each."""
    usages = [limit_usage(estimates, limits) for estimates in figures]
    return any(median(usage[name] for usage in usages) > 1 for name in usages[0])


def _ranked(
    boards: Sequence[Board],
    searching: Searching,
    name: str,
    goals: Goals,
    step: Callable[[], None],
) -> list[Board]:
    """Boards from the best to the worst, by games of searching players under a name."""
    penalties = []
    player = _searching_player(searching)
    figures = _figures_of_each(boards, player, searching.games, name)
    for board, estimates in zip(boards, figures, strict=True):
        penalties.append(goal_penalty(estimates, goals.of(board)))
        step()
    ranking = sorted(zip(penalties, boards, strict=True), key=itemgetter(0))
    return [board for _, board in ranking]


def _figures_of_each(
    boards: Sequence[Board], player: Player, games: int, name: str
) -> Iterator[dict[str, Estimate]]:
    """The named figures of each board, from games between players of one kind."""
    calls = [partial(_observe, board, player, name, games) for board in boards]
    with thread_pool() as pool:
        for board, observations in zip(boards, pool.map(_call, calls), strict=True):
            yield _figures(board, player, observations).estimates


def _call(function: Callable[[], T]) -> T:
    return function()


def _searching_player(searching: Searching) -> Player:
    return Player("monte_carlo", searching.candidates, searching.playouts)


def _observe(board: Board, player: Player, name: str, games: int, first: int = 0) -> Observations:
    """Observe games between players of one kind. The name is part of the seed."""
    seats = [player] * board.players
    return observe_games(Game(board), seats, f"{board.game_id} {name}", games, first)


def _figures(board: Board, player: Player, observations: Observations) -> BoardFigures:
    kinds = [f"{kind.set_name}/{kind.piece.key}" for kind in board.types]
    return board_figures(observations, str(player), kinds, len(board.squares))
