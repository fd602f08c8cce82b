"""Tasks for workers: this process, processes on this machine, or a Dask cluster."""

import gc
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent import futures
from concurrent.futures import Executor
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import Any, TypeVar

from generator.core.errors import WorkersError

T = TypeVar("T")
R = TypeVar("R")

_PRELOADED = ["generator.batch.run"]  # what workers need, read by the server they fork from
_CHECK_INTERVAL = 1.0  # seconds between two looks at whether a result can still come
_PAUSE = 0.5  # seconds, in which the server of a pool that died comes to its end
_TIMEOUT = "10s"  # to reach a scheduler, and for it to have a worker


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
    """Starts the server that workers are copied from, if there is one; it reads what they need."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return False
    from multiprocessing import forkserver, resource_tracker

    multiprocessing.get_context("forkserver").set_forkserver_preload(_PRELOADED)
    resource_tracker.ensure_running()  # else it would start in submit, and let Ctrl-C through
    with _undisturbed():
        forkserver.ensure_running()
    return True


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Ctrl-C has to wait. A server of workers, and what is copied from it, inherits that it is
    blocked: half started, they would complain of it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def start_pool(processes: int) -> Executor:
    """A pool of so many processes."""
    context = multiprocessing.get_context("forkserver" if prepare() else "spawn")
    return futures.ProcessPoolExecutor(processes, context, initializer=_set_up_worker)


def _set_up_worker() -> None:
    """In a new worker: Ctrl-C is for the parent, and a worker must not outlive it."""
    set_up()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    parent = multiprocessing.parent_process()
    assert parent  # workers have one

    def end_with_parent() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=end_with_parent, daemon=True).start()


class Workers:
    """An executor, which is started once more if it breaks; without one, this process. check is
    called while no result comes; it raises if none can. is_remote: workers have another disk."""

    def __init__(
        self,
        start: Callable[[], Executor] | None = None,
        check: Callable[[], None] = lambda: None,
        is_remote: bool = False,
    ):
        self._start, self._check, self.is_remote = start, check, is_remote
        self._executor = start() if start else None
        self._is_second = False

    def results(self, function: Callable[[T], R], tasks: Iterable[T]) -> Iterator[tuple[T, R]]:
        """Each task with what the function makes of it, in their order; it should be small: the
        pool of a worker that dies half through handing it over waits. Raises WorkersError if
        workers die again."""
        if self._executor is None:
            yield from ((task, function(task)) for task in tasks)
            return
        left = deque(tasks)
        while left:
            try:
                results = self._submitted(function, left)
                while results:
                    while not results[0].done():  # wait alone would not see that it was cancelled
                        futures.wait([results[0]], _CHECK_INTERVAL)
                        self._check()
                    result = results.popleft().result()
                    yield left.popleft(), result
            except (futures.BrokenExecutor, futures.CancelledError) as error:
                self._check()
                self.close(wait_for_tasks=False)
                if self._is_second or not self._start:
                    raise WorkersError("workers died, and died again") from error
                time.sleep(_PAUSE)
                self._is_second, self._executor = True, self._start()

    def _submitted(
        self, function: Callable[[T], R], tasks: Iterable[T]
    ) -> deque[futures.Future[R]]:
        assert self._executor
        try:
            with _undisturbed():  # else a process may begin that nobody knows of
                return deque(self._executor.submit(function, task) for task in tasks)
        except (OSError, EOFError) as error:  # the server that workers are copied from has died
            raise futures.BrokenExecutor from error
        finally:
            self._check()

    def close(self, wait_for_tasks: bool = True) -> None:
        """Ends the workers. What they have not begun is not done. If what is under way is not
        waited for, they are killed: a pool that breaks forgets a worker that is just starting."""
        if self._executor:
            if not (wait_for_tasks or self.is_remote):
                for process in multiprocessing.active_children():
                    process.kill()
            only_local = {} if self.is_remote else {"cancel_futures": True}
            self._executor.shutdown(wait_for_tasks, **only_local)


StartWorkers = Callable[[], AbstractContextManager[Workers]]


@contextmanager
def local(processes: int) -> Iterator[Workers]:
    """So many processes on this machine; this one if it is only one."""
    workers = Workers(partial(start_pool, processes) if processes > 1 else None)
    try:
        yield workers
    except KeyboardInterrupt:
        workers.close(wait_for_tasks=False)
        raise
    finally:
        workers.close()


@contextmanager
def connect(address: str) -> Iterator[Workers]:
    """The workers of a scheduler, such as tcp://192.168.1.7:8786. Raises WorkersError."""
    from distributed import Client, KilledWorker

    def error(reason: object) -> WorkersError:
        return WorkersError(f"--scheduler {address}: {reason}")

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
        try:
            yield Workers(partial(client.get_executor, pure=False), check, is_remote=True)
        except KilledWorker as reason:
            raise error("workers died again and again") from reason
        except RuntimeError as reason:
            if "deserialization" not in str(reason):
                raise
            words = "a worker has another version of this program, or none"
            raise error(words) from reason
