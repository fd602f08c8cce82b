"""Tasks for workers: this process, processes on this machine, or a Dask cluster.

All three kinds of workers are executors of concurrent.futures. What those lack is here: few tasks
are under way at a time, and when a worker dies, no more is lost than the task that killed it.
"""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, wait
from contextlib import contextmanager
from functools import partial
from itertools import islice
from typing import NamedTuple, TypeVar

T = TypeVar("T")
R = TypeVar("R")

_TASKS_PER_WORKER = 2  # under way: one being done, and one waiting so that no worker is idle
_MAX_DEATHS = 2  # of workers over a task that is done alone, until the task is to blame
_PAUSES = 0.0, 0.2  # seconds before workers are started again
_CHECK_INTERVAL = 1.0  # seconds between two looks at whether a result can still come


class WorkerFailure(NamedTuple):
    """Instead of a result: the task killed its worker, again and again."""

    why: str


class Workers:
    """An executor that is started again when it breaks.

    size is the number of tasks it does at a time, worker_death the error of a task whose worker
    died. check is called while no result comes. It raises if none can come any more, or breaks the
    executor.
    """

    def __init__(
        self,
        start: Callable[[], Executor],
        size: int,
        worker_death: type[Exception],
        check: Callable[[Executor], None] = lambda executor: None,
    ):
        self._start, self._worker_death, self._check = start, worker_death, check
        self._max_running = 1 if size == 1 else size * _TASKS_PER_WORKER
        self._executor = start()

    def results(
        self,
        function: Callable[[T], R],
        tasks: Iterable[T],
        split: Callable[[T], Iterable[T]] = lambda task: (task,),
    ) -> Iterator[tuple[T, R | WorkerFailure]]:
        """Each task with what the function makes of it, in the order of the tasks.

        When a worker dies, the tasks under way are split, and their parts done one at a time, with
        WorkerFailure for one that kills its worker even so.
        """
        source = iter(tasks)
        running: deque[tuple[T, Future[R]]] = deque()
        while True:
            for task in islice(source, self._max_running - len(running)):
                running.append((task, self._submit(function, task)))
            if not running:
                return
            finished = [running.popleft()]
            if self._is_lost(finished[0][1]):  # a pool that breaks loses all that is under way
                finished += running
                running.clear()
            for task, future in finished:
                if self._is_lost(future):
                    yield from self._results_alone(function, split(task))
                else:
                    yield task, future.result()

    def close(self, wait_for_tasks: bool = True) -> None:
        """Ends the workers. What they have not begun is not done, what is under way is, unless
        nobody waits for it."""
        self._executor.shutdown(wait=wait_for_tasks, cancel_futures=True)

    def _submit(self, function: Callable[[T], R], task: T) -> Future[R]:
        for pause in _PAUSES:  # a worker, or their server, may have died before, or be dying
            try:
                return self._executor.submit(function, task)
            except (BrokenExecutor, OSError, EOFError):
                self._check(self._executor)
                self.close()
                time.sleep(pause)
                self._executor = self._start()
        return self._executor.submit(function, task)

    def _is_lost(self, future: Future[R]) -> bool:
        """Waits for a task. Whether it was not done to its end, because a worker died."""
        while not future.done():  # wait alone would not see that it was cancelled
            wait([future], _CHECK_INTERVAL)
            self._check(self._executor)
        return future.cancelled() or isinstance(future.exception(), self._worker_death)

    def _results_alone(
        self, function: Callable[[T], R], tasks: Iterable[T]
    ) -> Iterator[tuple[T, R | WorkerFailure]]:
        """The results of tasks that are done one at a time: if a worker dies now, the task is to
        blame."""
        for task in tasks:
            for _ in range(_MAX_DEATHS):
                self._check(self._executor)
                future = self._submit(function, task)
                if not self._is_lost(future):
                    yield task, future.result()
                    break
            else:
                yield task, WorkerFailure("its worker died, and another one too")


class SerialExecutor(Executor):
    """Does everything in this process, at once."""

    def submit(self, function: Callable[..., R], /, *args: object, **options: object) -> Future[R]:
        future: Future[R] = Future()
        try:
            future.set_result(function(*args, **options))
        except Exception as error:
            future.set_exception(error)
        return future


@contextmanager
def local(processes: int) -> Iterator[Workers]:
    """So many processes on this machine; this one if it is only one."""
    if processes > 1:
        from generator.core.process_pool import break_if_stuck, start_pool

        workers = Workers(partial(start_pool, processes), processes, BrokenExecutor, break_if_stuck)
    else:
        workers = Workers(SerialExecutor, processes, BrokenExecutor)
    wait_for_tasks = True
    try:
        yield workers
    except KeyboardInterrupt:
        wait_for_tasks = False  # their processes end with this one
        raise
    finally:
        workers.close(wait_for_tasks)
