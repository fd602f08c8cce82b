"""Playtest boards, and find the board of a seed that plays best.

A board is judged by games that had no part in choosing it. Results are cached by the program's
source, the board and the goals.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import accumulate, combinations, pairwise
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from generator import play
from generator.analysis import intervals
from generator.analysis.intervals import NORMAL_QUANTILE, Estimate
from generator.core.game_id import GameId
from generator.core.request import SearchName
from generator.games import vetted
from generator.games.magnetmen import playtest_result
from generator.games.magnetmen.definition import CATALOGUE, MagnetmenDefinition
from generator.games.magnetmen.playtest_result import (
    BoardFigures,
    MissedLimit,
    PlaytestResult,
    SeatShares,
)
from generator.games.magnetmen.roll import Board, Candidate, candidate, game_id, roll, roll_layouts
from generator.games.magnetmen.simulation.goals import (
    AT_LEAST,
    Goals,
    Limits,
    Member,
    Round,
    Search,
    goal_penalty,
    limit_usage,
    load_goals,
    missed_limits,
)
from generator.games.magnetmen.simulation.panel import PanelGames, call_all, judge
from generator.games.magnetmen.tables import MAX_SQUARES
from generator.games.vetted import Basis, Case
from generator.play.cache import cached, load, source_digest, store

ReportShare = Callable[[float], None]
"""Called with the share of the work that is done, from 0 to 1."""

MIN_BOARDS = 2  # in a round, whatever the effort


def playtest_board(
    board: Board, goals: Goals, report: ReportShare, games: str = "fresh"
) -> PlaytestResult:
    """The result of playing a board.

    `games` is part of the seed: games under another name are other games. A board must not be
    judged by the games that it was chosen by, because these flatter it.
    """
    members = goals.judges("panel", board)
    panel_games = PanelGames(board, games)
    judge([panel_games], members, goals.fresh, report)
    figures = panel_games.figures(members[0])
    panel = tuple(panel_games.seat_shares(member) for member in members)
    estimates = _panel_estimates(figures, panel)
    goal = goals.of(board)
    minutes = goals.minutes.estimate(figures.estimates["turns"].value)
    likely = [shares.likely_deviation for shares in panel]
    return PlaytestResult(
        figures=figures,
        missed_goals=_rounded(missed_limits(estimates, goal)),
        goal_penalty=round(goal_penalty(estimates, goal, likely), 3),
        minutes=minutes,
        hints=_rounded(goals.hints.of(figures.estimates, minutes)),
        panel=panel,
    )


def _panel_estimates(figures: BoardFigures, panel: Sequence[SeatShares]) -> dict[str, Estimate]:
    """The figures of a board, with the deviation of seats among the players of a panel with whom
    the board is least fair."""
    worst = max((shares.deviation for shares in panel), key=lambda figure: figure.value)
    return {**figures.estimates, "seat_deviation": worst}


def passes_vetting(board: Board, goals: Goals, seat_limit: float, stages: Sequence[int]) -> bool:
    """Whether a board meets all goals, and its worst seat is within a limit among each member of
    the panel, in games that had no part in choosing it.

    `stages` are the numbers of games of each member after which the board is judged. Before the
    last stage, it is turned down if it is probably beyond a limit: by a standard error.
    """
    members = goals.judges("panel", board)
    games = PanelGames(board, "vetting")
    for start, end in pairwise((0, *stages)):
        is_last = end == stages[-1]
        for member in sorted(members, key=games.cost):
            call_all([*games.tasks(member, end - start)])
            shares = games.seat_shares(member)
            margin = 0.0 if is_last else shares.standard_error
            if shares.deviation.value > seat_limit + margin:
                return False
        figures = games.figures(members[0]).estimates
        if missed_limits(figures if is_last else _favourable(figures), goals.of(board)):
            return False
    return True


def _favourable(estimates: Mapping[str, Estimate]) -> dict[str, Estimate]:
    """Figures that are a standard error better."""

    def better(name: str, figure: Estimate) -> float:
        standard_error = (figure.high - figure.low) / (2 * NORMAL_QUANTILE)
        return figure.value + (standard_error if name in AT_LEAST else -standard_error)

    return {name: figure._replace(value=better(name, figure)) for name, figure in estimates.items()}


def _rounded(limits: Iterable[MissedLimit]) -> tuple[MissedLimit, ...]:
    return tuple(limit._replace(value=round(limit.value, 3)) for limit in limits)


def is_playable(board: Board) -> bool:
    """Whether the rules engine knows all powers on a board (it knows none in free text) and can
    play it compiled: uncompiled code takes a hundred times longer."""
    known = all(kind.power.simulated for kind in board.types)
    return known and len(board.squares) <= MAX_SQUARES


class Choice(NamedTuple):
    """The board that was chosen, and whether Ctrl-C stopped the search for it. The runners-up are
    the other boards of the last round, from the best."""

    board: Board
    stopped: bool = False
    runners_up: Sequence[Board] = ()


def find_best_board(
    definition: MagnetmenDefinition,
    size: str,
    players: int,
    seed: str,
    goals: Goals,
    search: Search,
    report: ReportShare = lambda share: None,
    may_stop: bool = False,
) -> Choice:
    """Choose the board of a seed that plays best among those tried; its first must be playable.

    Successive halving: greedy players tell which rolls are hopeless; then each round judges the
    best boards of the round before by more games, or by better players; weaker ones who played on
    a board before still count. With `may_stop`, Ctrl-C
    ends the search, and the best board so far is chosen. Raises RollError.
    """
    step = _steps(search, report)
    boards = [PanelGames(roll(definition, size, players, seed), "choice")]
    judges: tuple[Member, ...] = ()
    try:
        boards = _hopeful(definition, size, players, seed, search, goals)
        step(1.0)
        for judging in search.rounds:
            members = goals.judges(judging.judges, boards[0].board)
            boards = _contenders(boards, members, judging)
            judge(boards, members, judging.effort, step)
            judges = tuple(dict.fromkeys((*members, *judges)))
            boards = _ranked(boards, judges, goals)
    except KeyboardInterrupt:
        if not may_stop:
            raise
        first_judges = goals.judges(search.rounds[0].judges, boards[0].board)
        return Choice(_best_so_far(boards, judges, first_judges, goals), stopped=True)
    report(1.0)
    best, *others = (games.board for games in boards)
    return Choice(best, runners_up=others)


def _best_so_far(
    boards: Sequence[PanelGames],
    judges: Sequence[Member],
    first_judges: Sequence[Member],
    goals: Goals,
) -> Board:
    """The best board of a search that was stopped: of the last complete round, which the judges
    played; in the first round, of the boards that its judges, first_judges, are done with."""
    if not judges:
        judged = [board for board in boards if board.is_judged(first_judges)]
        boards = _ranked(judged, first_judges, goals) or boards
    return boards[0].board


def _steps(search: Search, report: ReportShare) -> Callable[[float], None]:
    """A function to call with the share of a phase that is done: of the sieve, then of each round.
    It reports the share of the search."""
    efforts = [judging.effort for judging in search.rounds]
    weights = [max(1, sum(efforts) // 10), *efforts]
    starts = [0, *accumulate(weights)]
    phase = 0

    def step(share: float) -> None:
        nonlocal phase
        report((starts[phase] + share * weights[phase]) / starts[-1])
        phase += share == 1

    return step


def _hopeful(
    definition: MagnetmenDefinition,
    size: str,
    players: int,
    seed: str,
    search: Search,
    goals: Goals,
) -> list[PanelGames]:
    """The layouts of the rolls that are not hopeless, in turn; if all are, those of the first."""
    first: list[PanelGames] = []
    rolls: list[list[PanelGames]] = []
    for number in range(search.rolls):
        boards = roll_layouts(definition, size, players, Candidate(seed, number), search.layouts)
        layouts = [PanelGames(board, "choice") for board in boards]
        first = first or layouts
        if is_playable(boards[0]) and not _is_hopeless(layouts, search.sieve, goals.hopeless):
            rolls.append(layouts)
    return [layout for layouts in zip(*(rolls or [first]), strict=True) for layout in layouts]


def _is_hopeless(layouts: Sequence[PanelGames], games: int, limits: Limits) -> bool:
    """Whether greedy players miss some limit on half of a roll's layouts."""
    figures = (layout.greedy_figures("sieve", games).estimates for layout in layouts)
    usages = [limit_usage(estimates, limits) for estimates in figures]
    return any(median(usage[name] for usage in usages) > 1 for name in usages[0])


def _contenders(
    boards: Sequence[PanelGames], members: Sequence[Member], judging: Round
) -> list[PanelGames]:
    """The boards that take part in a round: as many as its effort affords."""
    affordable = boards[0].affordable_boards(members, judging.effort)
    return list(boards[: min(judging.boards, max(affordable, MIN_BOARDS))])


def _ranked(
    boards: Sequence[PanelGames], members: Sequence[Member], goals: Goals
) -> list[PanelGames]:
    """Boards from the best to the worst, by all games of some members so far: the seats' shares of
    each, and the other figures of the first."""

    def penalty(games: PanelGames) -> float:
        deviations = [games.seat_shares(member).likely_deviation for member in members]
        estimates = games.figures(members[0]).estimates
        return goal_penalty(estimates, goals.of(games.board), deviations)

    return sorted(boards, key=penalty)


SEARCH_SHARE = 0.7  # of the work is the search, about


def playtest_seed(
    definition: MagnetmenDefinition,
    size: str,
    players: int,
    seed: str,
    folders: Sequence[Path] = (),
    is_final: bool = False,
    tell: ReportShare = lambda share: None,
    games: str = "fresh",
    prepare: Callable[[], None] = lambda: None,
    search: SearchName = "usual",
    may_stop: bool = False,
) -> Board:
    """Return the best board of a seed, or with `is_final` the very board that the seed names, with
    its result from games under the name `games`. `prepare` is called before any game is played.
    With `may_stop`, Ctrl-C ends the search with the best board so far.

    A vetted board has the result in its table. A board that programs cannot play gets none. Raises
    DefinitionError for the goals, RollError.
    """
    goals = load_goals(folders)
    first = roll(definition, size, players, seed)
    if not is_playable(first):
        return first
    choice = Choice(first)
    if not is_final:
        key = f"best {search} {first.game_id} {goals.model_dump_json()}"
        choice = _choice(first, key, lambda: _search(first, goals, tell, prepare, search, may_stop))
    start = 0.0 if is_final else SEARCH_SHARE
    result = _result(
        choice.board, goals, lambda share: tell(start + share * (1 - start)), games, prepare
    )
    tell(1.0)
    return replace(choice.board, playtest_result=result._replace(search_stopped=choice.stopped))


def _result(
    board: Board, goals: Goals, tell: ReportShare, games: str, prepare: Callable[[], None]
) -> PlaytestResult:
    """The result of a board: that of its table if it is vetted, else cached or played."""
    if games == "fresh" and (data := vetted.result_of(board.game_id, basis(board.game_id, goals))):
        return PlaytestResult.of(data)

    def compute() -> dict[str, Any]:  # Any: JSON
        prepare()
        return playtest_board(board, goals, tell, games).data()

    key = f"certificate {games} {board.game_id} {goals.model_dump_json()}"
    return cached(_source_digest(), key, PlaytestResult.of, compute)


def _search(
    first: Board,
    goals: Goals,
    tell: ReportShare,
    prepare: Callable[[], None],
    search: SearchName,
    may_stop: bool,
) -> Choice:
    prepare()
    name = first.game_id
    return find_best_board(
        first.definition, name.size, name.players, name.seed, goals, goals.search.named(search),
        lambda share: tell(share * SEARCH_SHARE), may_stop,
    )  # fmt: skip


def _choice(first: Board, key: str, search: Callable[[], Choice]) -> Choice:
    """The board of a seed that a search chooses, cached unless it was stopped."""
    if (seed := load(_source_digest(), key)) is not None:
        name = first.game_id
        return Choice(roll(first.definition, name.size, name.players, seed))
    choice = search()
    if not choice.stopped:
        store(_source_digest(), key, choice.board.game_id.seed)
    return choice


@cache
def _source_digest() -> str:
    """A digest of the program's source, on which results depend."""
    folder = Path(__file__).parent
    folders = folder, folder.parent / "powers", Path(str(play.__file__)).parent
    sources = [path for folder in folders for path in sorted(folder.glob("*.py"))]
    modules = intervals, playtest_result
    return source_digest((*sources, *(Path(str(module.__file__)) for module in modules)))


RESULTS_VERSION = 1  # raised whenever playing the same board gives another result


class Check(NamedTuple):
    """How boards are checked: how far a seat may be from its fair share of wins, whoever of the
    panel plays, and after how many games of each member that is judged."""

    seat_limit: float
    stages: tuple[int, ...]


CHECK = Check(0.08, (25, 50, 100, 200))
REGULAR_BASE_CHECK = Check(0.06, (25, 50, 100, 200, 400))
"""For regular boards of the base set, which are printed most."""
_JUDGING = {"minutes", "hints", "panel", "fresh", "goals"}
"""What of the goals has an effect on the result of a board. How it was found has none."""
_BOARDS_PER_ROLL = 2  # at most: they have the same types and powers


class BoardVetting:
    """Vetted boards behind the contract of games/base.py."""

    def plan(self) -> Mapping[Case, int]:
        """More of the base set, in all sizes, than of the other choices of sets, in two sizes."""
        players = (2, 3, 4)
        choices = [sets for n in (1, 2, 3) for sets in combinations(CATALOGUE.shipped, n)]
        base: tuple[str, ...] = ("base",)
        cases = [(base, size, 32) for size in ("small", "regular", "big", "huge")]
        cases += [(sets, size, 8) for sets in choices[1:] for size in ("regular", "big")]
        return {
            Case("magnetmen", size, sets, n): count for sets, size, count in cases for n in players
        }

    def basis(
        self,
        definition: MagnetmenDefinition,
        size: str,
        players: int,
        sets_dirs: Sequence[Path] = (),
    ) -> Basis:
        return basis(game_id(definition, size, players, ""), load_goals(sets_dirs))

    def with_result(self, rolled: Board, result: dict[str, Any]) -> Board:
        return replace(rolled, playtest_result=PlaytestResult.of(result))

    def search(
        self, definition: MagnetmenDefinition, size: str, players: int, seed: str
    ) -> Sequence[str]:
        goals = load_goals()
        # Its last round would leave three boards, but more than these may pass.
        all_rounds = goals.search.thorough
        search = all_rounds.model_copy(update={"rounds": all_rounds.rounds[:-1]})
        choice = find_best_board(definition, size, players, seed, goals, search)
        boards = (choice.board, *choice.runners_up)
        check = _check(choice.board.game_id)
        seeds: list[str] = []
        boards_of_roll: Counter[str] = Counter()
        for board in boards:
            seed = board.game_id.seed
            roll = candidate(seed).rolled_seed
            if boards_of_roll[roll] < _BOARDS_PER_ROLL and passes_vetting(board, goals, *check):
                boards_of_roll[roll] += 1
                seeds.append(seed)
        return seeds

    def result_data(self, rolled: Board) -> dict[str, Any]:
        assert rolled.playtest_result is not None
        return rolled.playtest_result.data()


def _check(name: GameId) -> Check:
    return REGULAR_BASE_CHECK if (name.sets, name.size) == (("base",), "regular") else CHECK


def basis(name: GameId, goals: Goals) -> Basis:
    """What the result of a board depends on besides its seed; and how boards are checked, because
    all boards of a table have passed the same check."""
    judging = f"{RESULTS_VERSION} {_check(name)} {goals.model_dump_json(include=_JUDGING)}"
    return Basis(name.fingerprint, hashlib.sha256(judging.encode()).hexdigest()[:16])
