"""Make vetted games: search seeds thoroughly, and keep what is as good in new games as it was."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from functools import partial
from typing import Any, NamedTuple

from generator import games
from generator.core.errors import OptionError, RollError
from generator.core.files import exclusive_lock
from generator.core.progress import Progress
from generator.core.seeds import derived_seed
from generator.core.workers import WorkerFailure, Workers
from generator.games import vetted
from generator.games.base import Vetting
from generator.games.vetted import Case, Table, Vetted

MAX_SEARCHES = 4
"""The most searches for each game of the plan; where these find too few, the file stays short."""


class Task(NamedTuple):
    """A search for vetted games: its case, and its number in it from 0."""

    case: Case
    number: int

    @property
    def seed(self) -> str:
        return derived_seed(str(self.case), f"search {self.number}")


def vetting_of(game: str) -> Vetting[Any, Any]:
    """The vetted values of a game. Any: the game's own types. Raises OptionError."""
    playtest = games.game(game).playtest
    if not (playtest and playtest.vetting):
        raise OptionError(f"{game}: nothing of this game is vetted")
    return playtest.vetting


def vet(task: Task) -> Sequence[Vetted]:
    """The best of a seed that meet all goals, with their results.

    The results come from new games, because those that a board was chosen by flatter it. Raises
    RollError.
    """
    case, vetting = task.case, vetting_of(task.case.game)
    game = games.game(case.game)
    assert game.playtest, f"programs play {case.game}"
    definition = game.load(case.sets, ())
    play = partial(game.playtest.play, definition, case.size, case.players, sets_dirs=())
    seeds = vetting.search(definition, case.size, case.players, task.seed)
    return [Vetted(seed, vetting.result_data(play(seed, is_final=True))) for seed in seeds]


def extend(
    plan: Mapping[Case, int],
    workers: Callable[[], AbstractContextManager[Workers]],
    progress: Progress,
) -> int:
    """Find games that the files lack, and return how many were found.

    The plan has the number of games for each case. A search may find more than are lacking. A file
    of other sets or goals is begun anew. Raises RollError, OSError.
    """
    with ExitStack() as stack:
        for folder in {case.path.parent for case in plan}:
            stack.enter_context(exclusive_lock(folder / "tables"))
        drafts = [_Draft(case, count) for case, count in plan.items()]
        progress.phase("vetting", sum(draft.lacking for draft in drafts))
        with workers() as pool:
            return sum(_search(drafts, pool, progress))


def _search(drafts: Sequence["_Draft"], pool: Workers, progress: Progress) -> Iterator[int]:
    """Search until no file lacks games; the number that each search finds."""
    of_case = {draft.case: draft for draft in drafts}
    for task, result in pool.results(vet, _tasks(drafts)):
        if isinstance(result, WorkerFailure):
            raise RollError(f"{task.case}, search {task.number}: {result.why}")
        lacking = of_case[task.case].lacking
        of_case[task.case].add(result)
        for _ in range(lacking - of_case[task.case].lacking):
            progress.step()
        yield len(result)


def _tasks(drafts: Sequence["_Draft"]) -> Iterator[Task]:
    """Searches, so that all cases grow alike. Whether a case needs another search is not decided
    until a worker is free for it."""
    numbers = {draft.case: draft.table.searches for draft in drafts}
    while open_drafts := [draft for draft in drafts if draft.needs_search(numbers[draft.case])]:
        case = min(open_drafts, key=lambda draft: numbers[draft.case] / draft.goal).case
        yield Task(case, numbers[case])
        numbers[case] += 1


class _Draft:
    """The file of a case that is being made, and its number of games in the plan."""

    def __init__(self, case: Case, goal: int):
        self.case, self.goal = case, goal
        definition = games.game(case.game).load(case.sets, ())
        self._basis = vetting_of(case.game).basis(definition, case.size, case.players)
        self.table = vetted.read(case, self._basis)

    @property
    def lacking(self) -> int:
        return max(0, self.goal - len(self.table.games))

    def needs_search(self, number: int) -> bool:
        """Whether another search, of this number, is to be made."""
        return self.lacking > 0 and number < self.goal * MAX_SEARCHES

    def add(self, games: Sequence[Vetted]) -> None:
        self.table = Table((*self.table.games, *games), self.table.searches + 1)
        vetted.write(self.case, self._basis, self.table)
