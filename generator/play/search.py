"""Find the board of a seed that plays best, and judge it by games that had no part in choosing it.

A board is a rolled value of any game, such as a map of Metals.
"""

import hashlib
import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from generator.analysis import intervals
from generator.analysis.intervals import Estimate, share_estimate
from generator.core import files
from generator.core.errors import RollError
from generator.core.game_id import GameId, split_image
from generator.core.request import SearchName
from generator.core.resources import cache_dir
from generator.core.seeds import FIXED
from generator.core.workers import cores
from generator.play import goals as goal_model
from generator.play import kernel, vetted
from generator.play.figures import (
    BOARD_FIGURES,
    SeatShares,
    board_figures,
    deviation,
    seat_estimates,
)
from generator.play.goals import Goals, Judge, LimitsByFigure, Search
from generator.play.players import TURNS, Engine
from generator.play.result import Result, hints_of, rounded
from generator.play.series import GREEDY, RANDOM, Match, Observations, Player, merged
from generator.play.vetted import Basis, Vetted
from generator.schema.set_files import Catalogue

ReportShare = Callable[[float], None]
"""Called with the share of the work that is done, from 0 to 1."""


class Part(NamedTuple):
    """What games showed of a part of a board, such as a type of squares. key and variant name it in
    every version of a set: the type, and which of its powers it has, from 1. name: the type in
    words. power: as the set has it; rolled: as this board has it. measures: for each measure by
    name, two sums whose ratio it is."""

    key: str
    name: str
    variant: int
    power: str
    rolled: str
    measures: Mapping[str, tuple[float, float]]


MIN_BOARDS = 2  # in a round, whatever the effort
MIN_GAMES, MAX_GAMES = 4, 400  # of a judge on a board, whatever the effort
LENGTH_GAMES = 32  # of a kind of player, to estimate how long games take
PART_GAMES = 25  # at most, of a task for a thread
SEARCH_SHARE = 0.7  # of the work is the search, about
RESULTS_VERSION = 3  # raised whenever playing the same board gives another result


@dataclass(frozen=True, slots=True)
class Programs:
    """What a game gives to programs that play it: PROGRAMS of its module `playtest`. Any, here and
    below: the game's own definitions and rolled values. engine, match: its rules, and a
    rolled value ready to be played, imported when called. players: those of `playtest --player`, by
    name. goals: the model of its play.yaml; None where nothing is chosen by play, as for the rest.
    candidates: layouts of the roll that is so many after a seed's. rules, squares: of a value, by
    which goals differ; squares also for the share of unused ones. why_not: why no program can
    play a value, "" if one can. roll_of: what seeds of one roll have in common. neighbours: seeds
    of values that differ little from that of a seed. parts: what games showed of parts of a value.
    images: those of a value that play like it (see core/game_id.py). has_points: whether players
    have points on the way."""

    catalogue: Catalogue
    engine: Callable[[], Engine[Any, Any]]
    match: Callable[[Any], Match]
    players: Mapping[str, Player]
    roll: Callable[[Any, str, int, str], Any]
    candidates: Callable[[Any, str, int, str, int, int], Sequence[Any]] = lambda *roll: ()
    goals: type[Goals] | None = None
    noun: str = "board"
    rules: Callable[[Any], str] = lambda value: "basic"
    squares: Callable[[Any], int] = lambda value: 0
    why_not: Callable[[Any], str] = lambda value: ""
    roll_of: Callable[[str], str] = lambda seed: seed
    neighbours: Callable[[str], Sequence[str]] = lambda seed: ()
    parts: Callable[[Any, Observations], Sequence[Part]] = lambda value, observed: ()
    images: tuple[str, ...] = ()
    has_points: bool = True

    def load_goals(self, folders: Sequence[Path] = ()) -> Goals:
        """Those of play.yaml in the user's folders, else the shipped one. Raises
        DefinitionError."""
        assert self.goals is not None, "something is chosen by play"
        return self.catalogue.read_other(self.goals, goal_model.NAME, folders).content


@dataclass(frozen=True, slots=True)
class Options:
    """How values are played before they are printed. is_final: the very value of the seed is
    judged, not the best of the seed chosen. may_stop: Ctrl-C ends the search with the best so far.
    games: the name of the games that judge it; others are other games. report is called with the
    share that is done, prepare before any game."""

    is_final: bool = False
    search: SearchName = "usual"
    may_stop: bool = False
    games: str = "fresh"
    report: ReportShare = lambda share: None
    prepare: Callable[[], None] = lambda: None

    def report_from(self, start: float, end: float) -> ReportShare:
        return lambda share: self.report(start + share * (end - start))


class BoardGames:
    """The games that judges play on a board. `stream` is part of their seed: games of another
    stream are other games."""

    def __init__(self, programs: Programs, board: Any, stream: str):
        self.programs, self.board, self.stream = programs, board, stream
        self._match = programs.match(board)
        self._played: dict[Judge, list[Observations]] = {}

    @cached_property
    def turns(self) -> float:
        """About how many turns a game takes: the mean of greedy players. With rules beyond the
        basic ones they end some games early, while searching players go on for about as long as
        random ones."""
        kinds = (GREEDY,) if self.programs.rules(self.board) == "basic" else (GREEDY, RANDOM)
        games = (self.observe(kind, "length", LENGTH_GAMES).column(TURNS) for kind in kinds)
        return max(sum(turns) / len(turns) for turns in games)

    def observe(self, player: Player, stream: str, games: int, first: int = 0) -> Observations:
        seed = f"{self.board.game_id} {stream}"
        return self._match.observe([player] * self._match.tables.players, seed, games, first)

    def cost(self, judge: Judge) -> float:
        """About how many actions a game between judges takes, in thousands. A playout goes through
        half of the turns on average."""
        actions_of_turn = 1 + judge.player.playouts_per_decision * self.turns / 2
        return self.turns * actions_of_turn * (100 - judge.errors) / 100_000

    def games_for(self, judges: Sequence[Judge], effort: float) -> dict[Judge, int]:
        """How many games judges can play with an effort, in thousands of actions: as many as give
        the least sum of their variances (Neyman allocation)."""
        roots = [math.sqrt(self.cost(judge)) for judge in judges]
        games = (int(effort / math.fsum(roots) / root) for root in roots)
        return dict(zip(judges, (max(MIN_GAMES, min(MAX_GAMES, n)) for n in games), strict=True))

    def tasks(self, judge: Judge, games: int) -> Iterator[Callable[[], None]]:
        """Functions that together play games of a judge, besides those played before. Several
        threads may call them; their order has no effect."""
        parts = self._played.setdefault(judge, [])
        start = sum(len(part.games) for part in parts)
        end = start + games
        for first in range(start, end, PART_GAMES):
            parts.append(Observations([], [], [], []))
            yield partial(self._play, judge, len(parts) - 1, first, min(PART_GAMES, end - first))

    def _play(self, judge: Judge, part: int, first: int, games: int) -> None:
        stream = f"{self.stream} {judge.name}"
        self._played[judge][part] = self.observe(judge.player, stream, games, first)

    def is_judged(self, judges: Sequence[Judge]) -> bool:
        """Whether judges have played, and no tasks of theirs are left."""
        every = (self._played.get(judge) for judge in judges)
        return all(parts and all(part.games for part in parts) for parts in every)

    def figures(self, judge: Judge) -> dict[str, Estimate]:
        return self.figures_of(merged(self._played[judge]))

    def figures_of(self, games: Observations) -> dict[str, Estimate]:
        return board_figures(games, self.programs.squares(self.board))

    def seat_shares(self, judge: Judge) -> SeatShares:
        shares = [row for part in self._played[judge] for row in part.shares]
        return SeatShares(judge.name, str(judge.player), len(shares), seat_estimates(shares))


def play_games(
    boards: Sequence[BoardGames],
    judges: Sequence[Judge],
    effort: float,
    report: ReportShare = lambda share: None,
) -> None:
    """Let judges play on boards, which share the effort, in thousands of actions, equally."""
    tasks: list[Callable[[], None]] = []
    for board in boards:
        for judge, games in board.games_for(judges, effort / len(boards)).items():
            tasks += board.tasks(judge, games)
    call_all(tasks, report)


def call_all(tasks: Sequence[Callable[[], None]], report: ReportShare = lambda share: None) -> None:
    """Call all functions, in threads. Who interrupts this does not wait for the games under way."""
    pool = ThreadPoolExecutor(cores())
    try:
        for number, _ in enumerate(pool.map(lambda task: task(), tasks), 1):
            report(number / len(tasks))
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def limits_of(programs: Programs, board: Any, goals: Goals) -> LimitsByFigure:
    case = programs.rules(board), programs.squares(board), board.game_id.players
    return goals.nearest(*case).limits


def judge_board(
    programs: Programs, board: Any, goals: Goals, report: ReportShare, games: str = "fresh"
) -> Result:
    """The result of playing a board. It must not be judged by the games that it was chosen by,
    because these flatter it: games under another name are other games."""
    judges = goals.judges("panel", programs.rules(board))
    played = BoardGames(programs, board, games)
    play_games([played], judges, goals.fresh, report)
    panel = [*map(played.seat_shares, judges)]
    return _result_of(programs, board, goals, played.figures(judges[0]), panel)


def vetted_result(programs: Programs, board: Any, goals: Goals, entry: Vetted) -> Result:
    """The result of a vetted board, or an image of one, from its entry in a table."""
    judges = goals.judges("vetting", programs.rules(board))
    panel = []
    for judge, (games, *wins) in zip(judges, entry.seats, strict=True):
        seats = tuple(share_estimate(share / 1000 * games, games) for share in wins)
        panel.append(SeatShares(judge.name, str(judge.player), games, seats))
    without = {"seat_deviation"} if programs.squares(board) else {"seat_deviation", "left"}
    names = [name for name in BOARD_FIGURES if name not in without]
    ends = (Estimate(*(number / 1000 for number in figure)) for figure in entry.figures)
    figures = dict(zip(names, ends, strict=True)) | {"seat_deviation": deviation(panel[0].seats)}
    return _result_of(programs, board, goals, figures, panel)


def _result_of(
    programs: Programs,
    board: Any,
    goals: Goals,
    figures: dict[str, Estimate],
    panel: Sequence[SeatShares],
) -> Result:
    """A result, given the figures of the first judge's games and the shares of all."""
    limits = limits_of(programs, board, goals)
    minutes = goals.minutes.estimate(figures["turns"].value) if goals.minutes else None
    of_board = figures | {"seat_deviation": max(shares.deviation for shares in panel)}
    likely = (shares.likely_deviation for shares in panel)
    result = Result(
        figures=figures,
        panel=tuple(panel),
        missed=goal_model.missed_limits(of_board, limits),
        penalty=round(goal_model.goal_penalty(of_board, limits, likely), 3),
        minutes=minutes,
        hints=hints_of(goals.hints, figures, minutes),
    )
    return rounded(result)


# The search -------------------------------------------------------------------------------------


class Choice(NamedTuple):
    """What was chosen, and whether Ctrl-C stopped the search for it; the other boards of the last
    round, from the best."""

    board: Any
    stopped: bool = False
    runners_up: Sequence[Any] = ()


def find_best(
    programs: Programs,
    first: Any,
    goals: Goals,
    search: Search,
    report: ReportShare = lambda share: None,
    may_stop: bool = False,
) -> Choice:
    """The board that plays best among those tried of the seed of `first`, which must be playable.

    Successive halving: greedy players tell which rolls are hopeless; then each round judges the
    best boards of the round before by more games, or by better players; weaker ones who played on
    a board before still count. With `may_stop`, Ctrl-C ends the search, and the best board so far
    is chosen. Raises RollError.
    """
    efforts = [judging.effort for judging in search.rounds]
    weights = [max(1, sum(efforts) // 10), *efforts]  # of telling what is hopeless, and of rounds

    def share_of(phase: int) -> ReportShare:
        return lambda share: report((sum(weights[:phase]) + share * weights[phase]) / sum(weights))

    boards = [BoardGames(programs, first, "choice")]
    rules = programs.rules(first)
    judges: tuple[Judge, ...] = ()
    try:
        boards = _hopeful(programs, first, search, goals)
        share_of(0)(1.0)
        for phase, judging in enumerate(search.rounds, 1):
            playing = goals.judges(judging.judges, rules)
            cost = MIN_GAMES * math.fsum(map(boards[0].cost, playing))
            boards = boards[: min(judging.boards, max(int(judging.effort / cost), MIN_BOARDS))]
            play_games(boards, playing, judging.effort, share_of(phase))
            judges = tuple(dict.fromkeys((*playing, *judges)))
            boards = _ranked(boards, judges, goals)
    except KeyboardInterrupt:
        if not may_stop:
            raise
        if not judges:  # in the first round, of the boards that its judges are done with
            judges = goals.judges(search.rounds[0].judges, rules)
            judged = [board for board in boards if board.is_judged(judges)]
            boards = _ranked(judged, judges, goals) or boards
        return Choice(boards[0].board, stopped=True)
    report(1.0)
    best, *others = (games.board for games in boards)
    return Choice(best, runners_up=others)


def _hopeful(programs: Programs, first: Any, search: Search, goals: Goals) -> list[BoardGames]:
    """The layouts of the rolls that are not hopeless, in turn; if all are, those of the first."""
    name = first.game_id
    rolls: list[list[BoardGames]] = []
    of_first: list[BoardGames] = []
    for number in range(search.rolls):
        try:
            case = name.size, name.players, name.seed
            boards = programs.candidates(first.definition, *case, number, search.layouts)
        except RollError:  # sets that leave little room fail with some seeds
            if not number:
                raise
            continue
        layouts = [BoardGames(programs, board, "choice") for board in boards]
        of_first = of_first or layouts
        if not programs.why_not(boards[0]) and not _is_hopeless(layouts, search, goals.hopeless):
            rolls.append(layouts)
    return [layout for layouts in zip(*(rolls or [of_first]), strict=True) for layout in layouts]


def _is_hopeless(layouts: Sequence[BoardGames], search: Search, limits: LimitsByFigure) -> bool:
    """Whether greedy players miss some limit on half of a roll's layouts."""
    if not limits:
        return False
    played = ((each, each.observe(GREEDY, "sieve", search.sieve)) for each in layouts)
    usages = [goal_model.limit_usage(each.figures_of(games), limits) for each, games in played]
    return any(median(usage[name] for usage in usages) > 1 for name in usages[0])


def _ranked(
    boards: Sequence[BoardGames], judges: Sequence[Judge], goals: Goals
) -> list[BoardGames]:
    """Boards from the best to the worst, by all games of some judges so far: the seats' shares of
    each, and the other figures of the first."""

    def penalty(games: BoardGames) -> float:
        deviations = [games.seat_shares(judge).likely_deviation for judge in judges]
        limits = limits_of(games.programs, games.board, goals)
        return goal_model.goal_penalty(games.figures(judges[0]), limits, deviations)

    return sorted(boards, key=penalty)


def play(
    programs: Programs,
    definition: Any,
    size: str,
    players: int,
    seed: str,
    folders: Sequence[Path] = (),
    options: Options = Options(),
) -> Any:
    """The best value of a seed, or the very value that it names, with its result. A vetted one has
    the result in its file; one that programs cannot play, or in which nothing is random, gets none.
    Raises DefinitionError for the goals, RollError."""
    goals = programs.load_goals(folders)
    first = programs.roll(definition, size, players, seed)
    if first.game_id.seed == FIXED or programs.why_not(first):
        return first
    choice = Choice(first) if options.is_final else _choice(programs, first, goals, options)
    start = 0.0 if options.is_final else SEARCH_SHARE
    result = _result(programs, choice.board, goals, options, start)
    options.report(1.0)
    return replace(choice.board, playtest_result=replace(result, stopped=choice.stopped))


def _result(programs: Programs, board: Any, goals: Goals, options: Options, start: float) -> Result:
    """The result of a board: that of its file if it is vetted, else cached or played. An image has
    that of its board. `start` is the share of the work that is done before."""
    games, name = options.games, board.game_id
    plain, image = split_image(name.seed)
    if image:
        board = programs.roll(board.definition, name.size, name.players, plain)
    if games == "fresh":
        shipped = vetted.games_of(vetted.case_of(name), basis(name, goals))
        if entry := vetted.entry_of(name.seed, shipped):
            return vetted_result(programs, board, goals, entry)
    file = _cached_file(programs, f"result {games} {board.game_id} {goals.model_dump_json()}")
    if (known := files.read_cached(file)) is None:
        options.prepare()
        result = judge_board(programs, board, goals, options.report_from(start, 1.0), games)
        known = json.dumps(result.data()).encode()
        files.write_cached(file, known)
    return Result.of(json.loads(known))


def _choice(programs: Programs, first: Any, goals: Goals, options: Options) -> Choice:
    """The board of a seed that a search chooses, cached unless it was stopped."""
    key = f"best {options.search} {first.game_id} {goals.model_dump_json()}"
    file, name = _cached_file(programs, key), first.game_id
    if (seed := files.read_cached(file)) is not None:
        return Choice(programs.roll(first.definition, name.size, name.players, seed.decode()))
    options.prepare()
    search: Search = getattr(goals.search, options.search)
    report = options.report_from(0.0, SEARCH_SHARE)
    choice = find_best(programs, first, goals, search, report, options.may_stop)
    if not choice.stopped:
        files.write_cached(file, choice.board.game_id.seed.encode())
    return choice


def _cached_file(programs: Programs, key: str) -> Path:
    """The file in the user's cache for what depends on a key, and on the program's source."""
    digest = hashlib.sha256(key.encode()).hexdigest()
    return cache_dir() / "play" / _source_digest(programs.engine()) / digest[:24]


@cache
def _source_digest(engine: Engine[Any, Any]) -> str:
    paths = {*kernel.sources(engine), *Path(__file__).parent.glob("*.py"), Path(intervals.__file__)}
    return hashlib.sha256(b"".join(each.read_bytes() for each in sorted(paths))).hexdigest()[:16]


_CHECKS = {"panel", "goals", "vetted_judges"}
"""What of play.yaml has an effect on whether a board is vetted, and on the figures of its games.
How it was found has none."""


def basis(name: GameId, goals: Goals) -> Basis:
    """What a vetted board and its figures depend on besides its seed."""
    checks = f"{RESULTS_VERSION} {goals.model_dump_json(include=_CHECKS)}"
    return Basis(name.fingerprint, hashlib.sha256(checks.encode()).hexdigest()[:16])
