"""Roll many seeds and count, in this process or in several.

Input: a Request, and a function that opens it. Output: Results. The seeds are those of a
batch: text-1, text-2, ... The results do not depend on the number of processes.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from functools import cache
from typing import Any, NamedTuple

from generator.analysis.estimates import flag_unexpected
from generator.analysis.results import Key, Results, Statistics, Sums
from generator.core.errors import OptionError, RollError
from generator.core.progress import Progress
from generator.core.request import Request
from generator.core.workers import WorkerFailure, Workers
from generator.schema.set_files import GameDefinition

SEEDS_PER_TASK = 250


class Sampler(NamedTuple):
    """A loaded and checked definition, how a seed is rolled from it, and the game's statistics."""

    definition: GameDefinition
    roll: Callable[[str], Any]  # a value of whichever game, which only its statistics read
    statistics: Statistics


OpenSampler = Callable[[Request], Sampler]
"""Load a sampler. Raises DefinitionError, OptionError. Must be importable by name, because other
processes receive it pickled."""


class _Task(NamedTuple):
    """The seeds from first to last of a request."""

    open_sampler: OpenSampler
    request: Request
    first: int
    last: int


def sample(
    request: Request,
    open_sampler: OpenSampler,
    workers: Callable[[], AbstractContextManager[Workers]],
    progress: Progress,
) -> Results:
    """Roll all seeds of a request and estimate. Raises DefinitionError, OptionError, RollError."""
    definition, _, statistics = open_sampler(request)
    if statistics.is_deterministic(definition):
        names = "+".join(loaded.key for loaded in definition.sets)
        raise OptionError(f"nothing is random in the set {names}, so there is nothing to count")
    progress.phase("rolled", request.count)
    sums: Sums = Counter()
    with workers() as pool:
        tasks = _tasks(request, open_sampler)
        for task, result in pool.results(_count, tasks, lambda task: [task]):
            if isinstance(result, WorkerFailure):
                raise RollError(f"seeds {task.first} to {task.last}: {result.why}")
            sums.update(result)
            progress.step(task.last - task.first + 1)
    estimates = statistics.estimate(definition, request.size, sums, request.count)
    flagged = tuple(flag_unexpected(estimates))
    return Results(definition, request.size, request.master_seed, request.count, flagged)


def _tasks(request: Request, open_sampler: OpenSampler) -> Iterator[_Task]:
    for first in range(1, request.count + 1, SEEDS_PER_TASK):
        last = min(first + SEEDS_PER_TASK - 1, request.count)
        yield _Task(open_sampler, request, first, last)


def _count(task: _Task) -> Sums:
    """The sums over the seeds of a task; runs in any process."""
    sampler, count = _counting(task.open_sampler, task.request)
    sums: Sums = Counter()
    for seed in task.request.seeds[task.first - 1 : task.last]:
        sums.update(count(sampler.roll(seed)))
    return sums


@cache
def _counting(
    open_sampler: OpenSampler, request: Request
) -> tuple[Sampler, Callable[[Any], Iterable[Key]]]:
    """The sampler of a request, and what counts its rolls; loaded once in each process."""
    sampler = open_sampler(request)
    return sampler, sampler.statistics.counting(sampler.definition)
