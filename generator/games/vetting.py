"""Make vetted games: search thoroughly for the best of a seed, and keep it with its result.

Input: how many games each case shall have, workers. Output: the files of vetted.py, each written
anew with every game that is found, so that a run that was stopped can be continued.
"""

from collections import defaultdict
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
from generator.games.vetted import Case, Vetted

MAX_ATTEMPTS = 5
"""Seeds that are searched for one vetted game. The last one is kept whatever its faults."""


class Task(NamedTuple):
    """A vetted game to find: its case, and its number in it from 0."""

    case: Case
    number: int

    def seed(self, attempt: int) -> str:
        """A seed to search."""
        return derived_seed(str(self.case), f"vetted {self.number} {attempt}")


def vetting_of(game: str) -> Vetting[Any, Any]:
    """The vetted values of a game. Any: the game's own types. Raises OptionError."""
    playtest = games.game(game).playtest
    if not (playtest and playtest.vetting):
        raise OptionError(f"{game}: nothing of this game is vetted")
    return playtest.vetting


def vet(task: Task) -> Vetted:
    """Search up to MAX_ATTEMPTS seeds until the best of one meets all goals, and play it.

    What is found is judged by games of its own, so that those of its result are new. Raises
    RollError.
    """
    case, vetting = task.case, vetting_of(task.case.game)
    game = games.game(case.game)
    assert game.playtest, f"programs play {case.game}"
    play = partial(game.playtest.play, game.load(case.sets, ()), case.size, case.players)
    for attempt in range(MAX_ATTEMPTS):
        rolled = play(task.seed(attempt), (), search="thorough", games="vetting")
        if vetting.meets_goals(rolled):
            break
    final = play(rolled.game_id.seed, (), is_final=True)
    return Vetted(final.game_id.seed, vetting.result_data(final))


def extend(
    plan: Mapping[Case, int],
    workers: Callable[[], AbstractContextManager[Workers]],
    progress: Progress,
) -> int:
    """Find the games that the files lack, and return how many they were.

    The plan has the number of games for each case. A file of other sets or goals is begun anew.
    Raises RollError, OSError.
    """
    with ExitStack() as stack:
        for folder in {case.path.parent for case in plan}:
            stack.enter_context(exclusive_lock(folder / "tables"))
        return _extend(plan, workers, progress)


def _extend(
    plan: Mapping[Case, int],
    workers: Callable[[], AbstractContextManager[Workers]],
    progress: Progress,
) -> int:
    tables = {case: _Table(case) for case in plan}
    tasks = list(_tasks({case: (len(tables[case].games), plan[case]) for case in plan}))
    progress.phase("vetting", len(tasks))
    with workers() as pool:
        for task, result in pool.results(vet, tasks):
            if isinstance(result, WorkerFailure):
                raise RollError(f"{task.case}, number {task.number}: {result.why}")
            tables[task.case].add(result)
            progress.step()
    return len(tasks)


def _tasks(ranges: Mapping[Case, tuple[int, int]]) -> Iterator[Task]:
    """The tasks by number, so that all cases grow alike; a case has a range of numbers."""
    numbers: dict[int, list[Case]] = defaultdict(list)
    for case, (first, end) in ranges.items():
        for number in range(first, end):
            numbers[number].append(case)
    for number in sorted(numbers):
        yield from (Task(case, number) for case in numbers[number])


class _Table:
    """The file of a case, and the games in it."""

    def __init__(self, case: Case):
        self._case = case
        definition = games.game(case.game).load(case.sets, ())
        self._basis = vetting_of(case.game).basis(definition, case.size, case.players)
        self.games: Sequence[Vetted] = vetted.read(case, self._basis)

    def add(self, game: Vetted) -> None:
        self.games = (*self.games, game)
        vetted.write(self._case, self._basis, self.games)
