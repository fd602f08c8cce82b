"""Make vetted boards: search seeds thoroughly, and keep what is as good in new games as it was."""

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
from generator.play.goals import Goals, Stock
from generator.play.search import BoardGames, Options, Programs
from generator.play.vetted import Basis, Case, Table, Vetted

MAX_SEARCHES = 4  # for each board of the plan; where these find too few, the file stays short
_BOARDS_OF_ROLL = 2  # at most: they have the same types and powers


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
    """The best of a seed that meet all goals, with results from new games, because those that a
    board was chosen by flatter it. Raises RollError."""
    case, game = task.case, games.game(task.case.game)
    programs = game.playtest
    assert programs
    definition, goals = game.load(case.sets, ()), programs.load_goals()
    stock = searching.stock_of(goals, case.sets, case.size, case.players)
    assert stock, f"{case} is in the plan"
    first = game.roll(definition, case.size, case.players, task.seed)
    # The last round would leave three boards, but more than these may pass.
    search = goals.search.thorough
    search = search.model_copy(update={"rounds": search.rounds[:-1]})
    choice = searching.find_best(programs, first, goals, search)
    kept: list[Vetted] = []
    boards_of_roll: Counter[str] = Counter()
    for board in (choice.board, *choice.runners_up):
        seed = board.game_id.seed
        roll = programs.roll_of(seed)
        if boards_of_roll[roll] < _BOARDS_OF_ROLL and passes(programs, board, goals, stock):
            boards_of_roll[roll] += 1
            options = Options(is_final=True)
            value = searching.play(programs, definition, case.size, case.players, seed, (), options)
            kept.append(Vetted(seed, value.playtest_result.data()))
    return kept


def passes(programs: Programs, board: Any, goals: Goals, stock: Stock) -> bool:
    """Whether a board meets all goals, and its worst seat is within a limit among each judge of the
    panel, in games that had no part in choosing it. It is looked at after each of several numbers
    of games; before the last, it is turned down if it is beyond a limit by a standard error."""
    judges = goals.judges("panel", programs.rules(board))
    limits = searching.limits_of(programs, board, goals)
    played = BoardGames(programs, board, "vetting")
    for start, end in pairwise((0, *stock.games)):
        errors = 0 if end == stock.games[-1] else 1
        for judge in sorted(judges, key=played.cost):
            searching.call_all([*played.tasks(judge, end - start)])
            shares = played.seat_shares(judge)
            if shares.deviation.value > stock.seat_deviation + errors * shares.standard_error:
                return False
        figures = played.figures(judges[0])
        for name, (low, high) in limits.items():
            if name in figures:
                figure = figures[name]
                margin = errors * (figure.high - figure.low) / (2 * NORMAL_QUANTILE)
                if not low - margin <= figure.value <= high + margin:
                    return False
    return True


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
    return searching.basis(game.playtest, name, game.playtest.load_goals())
