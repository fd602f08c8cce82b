"""Tasks for workers: this process, processes on this machine, or a Dask cluster, all executors of
concurrent.futures."""

import gc
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager
from functools import partial
from itertools import islice
from typing import Any, TypeVar, cast

from generator.core.errors import SchedulerError, WorkersError

T = TypeVar("T")
R = TypeVar("R")

_PRELOADED = ["generator.batch.variant_pdf"]  # what workers need, read by the server they fork from
_TASKS_PER_WORKER = 2  # under way: one being done, and one waiting so that no worker is idle
_CHECK_INTERVAL = 1.0  # seconds between two looks at whether a result can still come
_MAX_STARTS = 4  # of a pool, until what it does is to blame
_PAUSE = 0.2  # seconds, in which the server of a pool that died comes to its end
_TIMEOUT = "10s"  # to reach a scheduler, and for it to have a worker
_MIN_TASKS = 2  # at a time: on its way to a single worker a task would leave it idle


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


def prepare() -> bool:
    """Starts the server that workers are copied from, where there is such a thing: it reads what
    they need while this process goes on."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return False
    from multiprocessing import forkserver, resource_tracker

    multiprocessing.get_context("forkserver").set_forkserver_preload(_PRELOADED)
    resource_tracker.ensure_running()  # else it would start in submit, and let Ctrl-C through
    # The server, and the workers that are copied from it, inherit that Ctrl-C is blocked: half
    # started, they would complain of it.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    forkserver.ensure_running()
    signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return True


def start_pool(processes: int) -> Executor:
    """A pool of so many processes."""
    context = multiprocessing.get_context("forkserver" if prepare() else "spawn")
    return ProcessPoolExecutor(processes, context, initializer=_set_up_worker)


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


class SerialExecutor(Executor):
    """Does everything in this process, at once."""

    def submit(self, function: Callable[..., R], /, *args: object, **options: object) -> Future[R]:
        future: Future[R] = Future()
        try:
            future.set_result(function(*args, **options))
        except Exception as error:
            future.set_exception(error)
        return future


class Workers:
    """An executor that is started again if it breaks.

    size is the number of tasks it does at a time. check is called while no result comes; it raises
    if none can come any more.
    """

    def __init__(
        self,
        start: Callable[[], Executor],
        size: int,
        check: Callable[[], None] = lambda: None,
    ):
        self._start, self._check = start, check
        self._max_running = 1 if size == 1 else size * _TASKS_PER_WORKER
        self._executor = start()
        self._starts = 1

    def results(self, function: Callable[[T], R], tasks: Iterable[T]) -> Iterator[tuple[T, R]]:
        """Each task with what the function makes of it, in the order of the tasks. Raises
        WorkersError where workers die again and again."""
        source, running = iter(tasks), deque[T]()
        while True:
            try:
                yield from self._results(function, source, running)
                return
            except (BrokenExecutor, CancelledError) as error:
                if self._starts == _MAX_STARTS:
                    raise WorkersError("workers died again and again") from error
                self._starts += 1
                self.close(wait_for_tasks=False)
                time.sleep(_PAUSE)
                self._executor = self._start()

    def _results(
        self, function: Callable[[T], R], source: Iterator[T], running: deque[T]
    ) -> Iterator[tuple[T, R]]:
        """The same; what was begun and not finished is left in `running`."""
        futures = deque(self._submit(function, task) for task in running)
        while True:
            for task in islice(source, self._max_running - len(running)):
                running.append(task)
                futures.append(self._submit(function, task))
            if not running:
                return
            while not futures[0].done():  # wait alone would not see that it was cancelled
                wait([futures[0]], _CHECK_INTERVAL)
                self._check()
            result = futures.popleft().result()
            yield running.popleft(), result

    def _submit(self, function: Callable[[T], R], task: T) -> Future[R]:
        try:
            future = self._executor.submit(function, task)
        except (OSError, EOFError) as error:  # the server that workers are copied from has died
            raise BrokenExecutor from error
        self._check()
        return future

    def close(self, wait_for_tasks: bool = True) -> None:
        """Ends the workers. What they have not begun is not done, what is under way is, unless
        nobody waits for it."""
        self._executor.shutdown(wait=wait_for_tasks, cancel_futures=True)


@contextmanager
def local(processes: int) -> Iterator[Workers]:
    """So many processes on this machine; this one if it is only one."""
    others, most = set[Any](), 0  # processes that are not of the pool; the most that it had
    executor: Any = None  # its queue has no public name

    def start() -> Executor:
        nonlocal others, most, executor
        others, most, executor = {*multiprocessing.active_children()}, 0, start_pool(processes)
        return cast(Executor, executor)

    def own() -> set[Any]:
        return {*multiprocessing.active_children()} - others

    def check() -> None:
        """A pool notices that a worker died, unless it died while it handed over a result: then it
        waits for the rest, which cannot come, as this process has the queue open itself."""
        nonlocal most
        if len(own()) < most:
            for process in own():
                process.kill()
            if queue := executor._result_queue:
                queue._writer.close()
            raise BrokenExecutor
        most = len(own())

    if processes == 1:
        yield Workers(SerialExecutor, 1)
        return
    workers, wait_for_tasks = Workers(start, processes, check), True
    try:
        yield workers
    except KeyboardInterrupt:  # what is under way is not waited for
        wait_for_tasks = False
        for process in own():
            process.kill()
        raise
    finally:
        workers.close(wait_for_tasks)


@contextmanager
def connect(address: str) -> Iterator[Workers]:
    """The workers of a scheduler, such as tcp://192.168.1.7:8786. Raises SchedulerError."""
    from distributed import Client, KilledWorker

    def error(reason: object) -> SchedulerError:
        return SchedulerError(f"--scheduler {address}: {reason}")

    def check() -> None:
        """Tasks that are sent while the scheduler cannot be reached would be waited for forever."""
        if client.status != "running":
            raise error("the scheduler is gone")

    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # it shows tracebacks
    try:
        client: Any = Client(address, timeout=_TIMEOUT, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as reason:
        raise error(reason) from reason
    with client:
        try:
            client.wait_for_workers(1, timeout=_TIMEOUT)  # they may have been started just now
        except TimeoutError:
            raise error("no worker is there, start some first") from None
        size = max(sum(client.nthreads().values()), _MIN_TASKS)
        start = partial(client.get_executor, pure=False)
        try:
            yield Workers(start, size, check)
        except KilledWorker as reason:
            raise error("workers died again and again") from reason
        except RuntimeError as reason:
            if "deserialization" not in str(reason):
                raise
            words = "a worker has another version of this program, or none"
            raise error(words) from reason
