"""Rolls and counts: many seeds, in this process or in several.

Input: a game, sets, how many seeds. Output: Figures. The seeds are those of a batch: text-1,
text-2, ... The sums do not depend on how many processes there are.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from generator import games
from generator.analysis.estimates import flagged
from generator.analysis.figures import Figures, Statistics, Sums
from generator.core.errors import OptionError, RollError
from generator.core.progress import Progress
from generator.core.workers import WorkerFailure, Workers

CHUNK = 250  # seeds in a task


class Asked(NamedTuple):
    """What is rolled, and how often."""

    game: str
    sets: tuple[str, ...]
    sets_dirs: tuple[Path, ...]
    size: str
    players: int
    seed: str
    seeds: int


class _Task(NamedTuple):
    asked: Asked
    first: int
    last: int


def statistics(game: str) -> Statistics:
    """The statistics of a game. Raises OptionError for one in which nothing is random."""
    if game not in ("magnetmen", "metals", "discs"):
        raise OptionError(f"nothing is random in {game}, so there is nothing to count")
    return import_module(f"generator.games.{game}.statistics").STATISTICS


def collected(
    asked: Asked, workers: Callable[[], AbstractContextManager[Workers]], progress: Progress
) -> Figures:
    """The figures of so many rolls. Raises DefinitionError, OptionError, RollError."""
    told = statistics(asked.game)
    definition = _checked(asked, told)
    progress.phase("rolled", asked.seeds)
    sums: Sums = Counter()
    with workers() as pool:
        for task, found in pool.results(_count, _tasks(asked), lambda task: [task]):
            if isinstance(found, WorkerFailure):
                raise RollError(f"seeds {task.first} to {task.last}: {found.why}")
            sums.update(found)
            progress.step(task.last - task.first + 1)
    rows = flagged(told.rows(definition, asked.size, sums, asked.seeds))
    return Figures(definition, asked.size, asked.seed, asked.seeds, tuple(rows))


def _checked(asked: Asked, told: Statistics) -> Any:
    game = games.game(asked.game)
    definition = game.load(asked.sets, asked.sets_dirs)
    game.check_options(definition, asked.size, asked.players)
    if told.still(definition):
        names = "+".join(chosen.key for chosen in definition.sets)
        raise OptionError(f"nothing is random in the set {names}, so there is nothing to count")
    return definition


def _tasks(asked: Asked) -> Iterator[_Task]:
    for first in range(1, asked.seeds + 1, CHUNK):
        yield _Task(asked, first, min(first + CHUNK - 1, asked.seeds))


def _count(task: _Task) -> Sums:
    """The sums of some seeds; in any process."""
    asked = task.asked
    definition, counting = _counting(asked.game, asked.sets, asked.sets_dirs)
    roll = games.game(asked.game).roll
    sums: Sums = Counter()
    for number in range(task.first, task.last + 1):
        rolled = roll(definition, asked.size, asked.players, f"{asked.seed}-{number}")
        sums.update(counting(rolled))
    return sums


@cache
def _counting(game: str, sets: Sequence[str], sets_dirs: Sequence[Path]) -> tuple[Any, Callable]:
    definition = games.game(game).load(sets, sets_dirs)
    return definition, statistics(game).counting(definition)
