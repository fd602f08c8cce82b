"""Tasks for workers: this process, processes on this machine, or a Dask cluster.

All three kinds of workers are executors of concurrent.futures. What those lack is here: few tasks
are under way at a time, and when a worker dies, no more is lost than the task that killed it.
"""

import atexit
import gc
import logging
import multiprocessing
import os
import shutil
import signal
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from functools import partial
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from generator.core.errors import SchedulerError


def set_up() -> None:
    """Sets up garbage collection and pydantic for a process that does nothing else."""
    # A run makes millions of values and hardly a cycle: collecting garbage takes a tenth of it.
    gc.set_threshold(200_000, 20, 20)
    # Looking for plugins takes time, and what else is installed must not change what is read.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")


def cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


_PRELOADED = ["generator.core.worker_server", "generator.batch.variant_pdf"]
_SOCKET_FOLDER = "BOARD_GENERATOR_SOCKET_FOLDER"  # as in worker_server.py
_own_socket_folders: list[str] = []  # one at most


def start_pool(processes: int) -> Executor:
    """A pool of so many processes."""
    context = multiprocessing.get_context("forkserver" if prepare() else "spawn")
    return ProcessPoolExecutor(processes, context, initializer=_set_up_worker)


def break_if_stuck(executor: Executor) -> None:
    """Break a pool of which a worker has died, if the pool has not noticed.

    A pool notices at once, unless the worker died while it handed over a result: then it waits for
    the rest of the result, which cannot come, as this process has the queue open itself.
    """
    # Any: these have no public names. They are gone where the pool has ended.
    processes: Any = getattr(executor, "_processes", None)
    results: Any = getattr(executor, "_result_queue", None)
    if not processes or all(process.exitcode is None for process in list(processes.values())):
        return
    for process in list(processes.values()):
        process.kill()
    results._writer.close()


def prepare() -> bool:
    """Starts the server that workers are copied from, where there is such a thing: it reads what
    they need while this process goes on."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return False
    from multiprocessing import forkserver, resource_tracker

    # Who leaves at once leaves semaphores to their tracker, which would complain behind the prompt.
    os.environ.setdefault("PYTHONWARNINGS", "ignore::UserWarning:multiprocessing.resource_tracker")
    _make_socket_folder()
    multiprocessing.get_context("forkserver").set_forkserver_preload(_PRELOADED)
    resource_tracker.ensure_running()  # else it would start in submit, and let Ctrl-C through
    # The server, and the workers that are copied from it, inherit that Ctrl-C is blocked: half
    # started, they would complain of it.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    forkserver.ensure_running()
    signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return True


def remove_socket_folder() -> None:
    """Removes the folder that this process made. Another program that it starts inherits the
    environment variable, but must leave the folder alone."""
    while _own_socket_folders:
        shutil.rmtree(_own_socket_folders.pop(), ignore_errors=True)


def _make_socket_folder() -> None:
    """Has multiprocessing keep its sockets in a folder that `remove_socket_folder` knows: left to
    itself, it removes its own only if the interpreter is taken down in order."""
    # Any: multiprocessing has no type, and no public name, for it.
    settings: dict[str, Any] = multiprocessing.current_process()._config  # type: ignore[attr-defined]
    if "tempdir" not in settings:
        settings["tempdir"] = tempfile.mkdtemp(prefix="boards-")
        _own_socket_folders.append(settings["tempdir"])
        os.environ[_SOCKET_FOLDER] = settings["tempdir"]
        atexit.register(remove_socket_folder)


def _set_up_worker() -> None:
    """In a new worker: Ctrl-C is for the parent, and a worker must not outlive it."""
    set_up()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent  # workers have one

    def end_with_parent() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=end_with_parent, daemon=True).start()


_TIMEOUT = "10s"  # to reach a scheduler, and for it to have a worker
_MIN_TASKS = 2  # at a time: on its way to a single worker a task would leave it idle


@contextmanager
def connect(address: str) -> Iterator["Workers"]:
    """The workers of a scheduler, such as tcp://192.168.1.7:8786. Raises SchedulerError."""
    from distributed import KilledWorker

    def error(reason: object) -> SchedulerError:
        return SchedulerError(f"--scheduler {address}: {reason}")

    def check(executor: Executor) -> None:
        """Tasks that are sent while the scheduler cannot be reached would be waited for forever."""
        if client.status != "running":
            raise error("the scheduler is gone")

    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # it shows tracebacks
    try:
        client = _client(address)
    except (OSError, ValueError) as reason:
        raise error(reason) from reason
    with client:
        try:
            client.wait_for_workers(1, timeout=_TIMEOUT)  # they may have been started just now
        except TimeoutError:
            raise error("no worker is there, start some first") from None
        size = max(sum(client.nthreads().values()), _MIN_TASKS)
        try:
            yield Workers(lambda: client.get_executor(pure=False), size, KilledWorker, check)
        except RuntimeError as reason:
            if "deserialization" not in str(reason):
                raise
            words = "a worker has another version of this program, or none"
            raise error(words) from reason


def _client(address: str) -> Any:  # Any: distributed has few types
    from distributed import Client

    return Client(address, timeout=_TIMEOUT, set_as_default=False)  # type: ignore[no-untyped-call]


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
def local(processes: int) -> Iterator["Workers"]:
    """So many processes on this machine; this one if it is only one."""
    if processes > 1:
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
