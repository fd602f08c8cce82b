"""Make vetted boards: search seeds thoroughly, and keep what meets all goals in many new games."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack
from itertools import pairwise
from typing import Any, NamedTuple

from generator import games
from generator.analysis.intervals import NORMAL_QUANTILE
from generator.core.errors import OptionError
from generator.core.files import exclusive_lock
from generator.core.progress import Progress
from generator.core.seeds import derived_seed
from generator.core.workers import Workers
from generator.play import search as searching
from generator.play import vetted
from generator.play.figures import deviation
from generator.play.goals import Goals
from generator.play.search import BoardGames, Programs
from generator.play.vetted import Basis, Case, Table, Vetted

MAX_SEARCHES = 4  # for each board of the plan; where these find too few, the file stays short
_BOARDS_OF_ROLL = 4  # at most: they have the same types and powers
_NEAR = 0.75  # of the judges must have played all games if a board's neighbours are to be tried
_STAGES = (0.0, 0.1, 0.3, 0.6, 1.0)  # of a judge's games; after each a board may be dropped
_MARGIN = 1.5  # standard errors: less drops too many good boards, more plays too long on bad ones


class Task(NamedTuple):
    case: Case
    number: int

    @property
    def seed(self) -> str:
        return derived_seed(str(self.case), f"search {self.number}")


def plan(game: str) -> dict[Case, int]:
    """The cases that the package has boards for, and how many of each. Raises OptionError."""
    programs = games.game(game).playtest
    goals = programs.load_goals() if programs else None
    if not (goals and goals.vetted):
        raise OptionError(f"{game}: nothing of this game is vetted")
    return {
        Case(game, size, row.sets, players): row.count
        for row in goals.vetted
        for size in row.sizes
        for players in row.players
    }


def vet(task: Task) -> list[Vetted]:
    """What is certified of the best boards of a search. Where one failed after many games, its
    neighbours are tried until one passes. Raises RollError."""
    case, game = task.case, games.game(task.case.game)
    programs = game.playtest
    assert programs
    definition, goals = game.load(case.sets, ()), programs.load_goals()
    boards = [game.roll(definition, case.size, case.players, task.seed)]
    for search in goals.vetted_search or (goals.search.thorough,):
        choices = [searching.find_best(programs, board, goals, search) for board in boards]
        boards = [board for choice in choices for board in (choice.board, *choice.runners_up)]
    kept: list[Vetted] = []
    boards_of_roll: Counter[str] = Counter()
    for board in boards:
        roll = programs.roll_of(board.game_id.seed)
        if boards_of_roll[roll] == _BOARDS_OF_ROLL:
            continue
        lasted, entry = certified(programs, board, goals)
        if not entry and lasted >= _NEAR:
            entry = _certified_neighbour(programs, board, goals)
        if entry:
            boards_of_roll[roll] += 1
            kept.append(entry)
    return kept


def _certified_neighbour(programs: Programs, board: Any, goals: Goals) -> Vetted | None:
    """The first to be certified of a board's neighbours; then of the neighbours of those that were
    dropped only after all games."""
    name, near = board.game_id, []
    for seed in programs.neighbours(name.seed):
        other = programs.roll(board.definition, name.size, name.players, seed)
        lasted, entry = certified(programs, other, goals)
        if entry:
            return entry
        if lasted == 1:
            near.append(other)
    entries = (_certified_neighbour(programs, other, goals) for other in near)
    return next(filter(None, entries), None)


def certified(programs: Programs, board: Any, goals: Goals) -> tuple[float, Vetted | None]:
    """Let all judges play a board, in games that had no part in choosing it. Return the share of
    the judges who played all of theirs, and the board's entry if it met all goals and its worst
    seat was within each judge's limit. A board that is beyond a limit by more than a margin is
    dropped early. Of the orders tried on simulated boards, this one was among the fastest."""
    judges = goals.judges("vetting", programs.rules(board))
    limits = searching.limits_of(programs, board, goals)
    played = BoardGames(programs, board, "vetting")
    cheapest, *others = sorted(judges, key=lambda judge: played.cost(judge) * judge.games)
    steps = [(cheapest, _STAGES), *((judge, _STAGES[:2]) for judge in reversed(others))]
    steps += [(judge, _STAGES[1:]) for judge in others]
    finished = 0
    for judge, stages in steps:
        for before, share in pairwise(stages):
            finished += share == 1
            errors = _MARGIN if share < 1 else 0.0
            first, last = (round(judge.games * each) for each in (before, share))
            searching.call_all([*played.tasks(judge, last - first)])
            seats = played.seat_shares(judge)
            limit = judge.seat_deviation[len(seats.seats) - 2] + errors * seats.standard_error
            if round(deviation(seats.seats).value, 3) > limit:
                return finished / len(judges), None
            figures = played.figures(judge) if judge == judges[0] else {}
            for name in limits.keys() & figures.keys():
                (low, high), figure = limits[name], figures[name]
                margin = errors * (figure.high - figure.low) / (2 * NORMAL_QUANTILE)
                if not low - margin <= round(figure.value, 3) <= high + margin:
                    return finished / len(judges), None
    panel = [played.seat_shares(judge) for judge in judges]
    return 1.0, Vetted(
        board.game_id.seed,
        [
            [round(1000 * number) for number in figure]
            for name, figure in played.figures(judges[0]).items()
            if name != "seat_deviation"
        ],
        [[each.games, *(round(1000 * seat.value) for seat in each.seats)] for each in panel],
    )


def extend(
    plan: Mapping[Case, int],
    workers: Callable[[], AbstractContextManager[Workers]],
    progress: Progress,
) -> int:
    """Find boards that the files lack, so many for each case, or more; return how many were found.
    A file of other sets or goals is begun anew. Raises RollError, OSError."""
    found = 0
    with ExitStack() as stack:
        for folder in {case.path.parent for case in plan}:
            stack.enter_context(exclusive_lock(folder / "tables"))
        bases = {case: _basis(case) for case in plan}
        tables = {case: vetted.read(case, bases[case]) for case in plan}

        def lacking(case: Case) -> int:
            return max(0, plan[case] - len(tables[case].games))

        def tasks() -> Iterator[Task]:
            """So that all cases grow alike. Whether a case needs another search is not decided
            until a worker is free for it."""
            made = {case: tables[case].searches for case in plan}
            while cases := [
                case for case in plan if lacking(case) and made[case] < plan[case] * MAX_SEARCHES
            ]:
                case = min(cases, key=lambda case: made[case] / plan[case])
                yield Task(case, made[case])
                made[case] += 1

        progress.phase("vetting", sum(map(lacking, plan)))
        with workers() as pool:
            for task, result in pool.results(vet, tasks()):
                case, table, before = task.case, tables[task.case], lacking(task.case)
                tables[case] = Table((*table.games, *result), table.searches + 1)
                vetted.write(case, bases[case], tables[case])
                progress.step(before - lacking(case))
                found += len(result)
    return found


def _basis(case: Case) -> Basis:
    game = games.game(case.game)
    assert game.playtest
    name = game.roll(game.load(case.sets, ()), case.size, case.players, "any").game_id
    return searching.basis(name, game.playtest.load_goals())
