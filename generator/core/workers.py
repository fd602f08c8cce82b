"""Who does the work: this process, processes on this machine, or a Dask cluster.

Input: tasks. Output: their results in the order of the tasks. All three are executors of
concurrent.futures; what is special here is that a worker which dies is made good.
"""

import atexit
import logging
import os
import shutil
import signal
import tempfile
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
)
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple, TypeVar

from generator.core.errors import SchedulerError
from generator.core.process import set_up

T = TypeVar("T")
R = TypeVar("R")

_AHEAD = 2  # tasks that wait for each worker, so that none is idle
_TRIES = 2  # deaths of a worker over one task alone, until the task is to blame
_PATIENCE = "10s"  # to reach a scheduler, and for it to have a worker
_GRACE = 1.0  # seconds for workers to end in order after Ctrl-C; who just begins would complain
_SOCKET_FOLDER = "BOARD_GENERATOR_SOCKET_FOLDER"  # as in worker_server.py
_own_socket_folders: list[str] = []  # one at most
_PAUSE = 1.0  # seconds between two looks at whether somebody is still at work


class WorkerFailure(NamedTuple):
    """Instead of a result: the task took its worker with it, again and again."""

    why: str


class Workers:
    """An executor, made anew when it breaks. size is how many tasks it does at a time, killed the
    error that says a worker died over a task; check raises when no result can come any more."""

    def __init__(
        self,
        start: Callable[[], Executor],
        size: int,
        killed: type[Exception],
        check: Callable[[], None] = lambda: None,
    ):
        self._start, self._killed, self._check = start, killed, check
        self._ahead = 1 if size == 1 else size * _AHEAD
        self._executor = start()

    def results(
        self, function: Callable[[T], R], tasks: Iterable[T], split: Callable[[T], Iterable[T]]
    ) -> Iterator[tuple[T, R | WorkerFailure]]:
        """Each task with what the function makes of it. A task over which a worker died is split,
        and its parts come one by one, with WorkerFailure for one that kills again."""
        source = iter(tasks)
        waiting: deque[tuple[T, Future[R]]] = deque()
        while True:
            while len(waiting) < self._ahead and (task := next(source, None)) is not None:
                waiting.append((task, self._submit(function, task)))
            if not waiting:
                return
            task, future = waiting.popleft()
            try:
                yield task, self._result(future)
            except self._killed:
                for part in split(task):
                    yield part, self._alone(function, part)
                waiting = deque(self._again(function, *each) for each in waiting)

    def close(self, patience: float | None = None) -> None:
        """Ends the workers; what they have not begun is not done. For what is under way it waits,
        or only so many seconds."""
        end = partial(self._executor.shutdown, wait=True, cancel_futures=True)
        if patience is None:
            end()
            return
        ending = threading.Thread(target=end, daemon=True)
        ending.start()
        ending.join(patience)

    def _submit(self, function: Callable[[T], R], task: T) -> Future[R]:
        try:
            return self._executor.submit(function, task)
        except (BrokenExecutor, OSError, EOFError):  # a worker, or their server, died before that
            self._renew()
            return self._executor.submit(function, task)

    def _result(self, future: Future[R]) -> R:
        while True:
            try:
                return future.result(_PAUSE)
            except TimeoutError:
                if future.done():  # just now; or the error is the task's own
                    return future.result()
                self._check()

    def _again(self, function: Callable[[T], R], task: T, future: Future[R]) -> tuple[T, Future[R]]:
        """A task that was under way when a worker died: all of a broken executor's are lost."""
        lost = future.cancelled() or (
            future.done() and isinstance(future.exception(), self._killed)
        )
        return task, self._submit(function, task) if lost else future

    def _alone(self, function: Callable[[T], R], task: T) -> R | WorkerFailure:
        """A task while no other is under way: if a worker dies now, the task is to blame."""
        for _ in range(_TRIES):
            self._renew()
            try:
                return self._result(self._submit(function, task))
            except self._killed:
                continue
        self._renew()
        return WorkerFailure("its worker died, and another one too")

    def _renew(self) -> None:
        self._executor.shutdown(wait=True, cancel_futures=True)
        self._executor = self._start()


class _OfCluster(Executor):
    """A cluster's executor. It never breaks: the scheduler finds other workers for lost tasks."""

    def __init__(self, client: Any):
        self._client, self._inner = client, client.get_executor(pure=False)

    def submit(self, function: Callable[..., R], /, *args: object, **options: object) -> Future[R]:
        future: Future[R] = self._inner.submit(function, *args, **options)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        if self._client.status == "running":
            self._inner.shutdown(wait=not cancel_futures)


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
def _undisturbed() -> Iterator[None]:
    """Processes start while Ctrl-C has to wait: one that is half started would complain. They and
    their server inherit that, so it never reaches them."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Undisturbed(ProcessPoolExecutor):
    """Processes that start so."""

    def submit(self, function: Callable[..., R], /, *args: object, **options: object) -> Future[R]:
        with _undisturbed():
            return super().submit(function, *args, **options)


@contextmanager
def local(jobs: int) -> Iterator[Workers]:
    """So many processes on this machine; this one if it is only one."""
    start: Callable[[], Executor] = SerialExecutor if jobs == 1 else partial(_processes, jobs)
    yield from _closing(Workers(start, jobs, BrokenExecutor))


@contextmanager
def cluster(address: str) -> Iterator[Workers]:
    """The workers of a Dask scheduler, such as tcp://192.168.1.7:8786. Raises SchedulerError."""
    from distributed import Client, KilledWorker

    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # it shows tracebacks
    try:
        # Any: distributed has few types.
        client: Any = Client(  # type: ignore[no-untyped-call]
            address, timeout=_PATIENCE, set_as_default=False
        )
    except (OSError, ValueError) as error:
        raise SchedulerError(f"--scheduler {address}: {error}") from error
    with client:
        try:
            client.wait_for_workers(1, timeout=_PATIENCE)  # they may have been started just now
        except TimeoutError:
            words = "no worker is there, start some first"
            raise SchedulerError(f"--scheduler {address}: {words}") from None
        size = max(sum(client.nthreads().values()), 2)
        start, check = partial(_OfCluster, client), partial(_check, client)
        try:
            yield from _closing(Workers(start, size, KilledWorker, check))
        except CancelledError as error:
            raise SchedulerError(f"--scheduler {address}: the scheduler is gone") from error
        except RuntimeError as error:
            if "deserialization" not in str(error):
                raise
            words = "a worker has another version of this program, or none"
            raise SchedulerError(f"--scheduler {address}: {words}") from error


def _check(client: Any) -> None:
    """Tasks that are sent while the scheduler cannot be reached would be waited for forever."""
    if client.status != "running":
        raise CancelledError


def _closing(workers: Workers) -> Iterator[Workers]:
    """The workers, and their end. Ctrl-C hardly waits for them: they end with this process
    (_begin)."""
    patience = None
    try:
        yield workers
    except KeyboardInterrupt:
        patience = _GRACE
        raise
    finally:
        workers.close(patience)


def _processes(jobs: int) -> Executor:
    """Processes that are not copies of this one, which may have threads (the progress bar)."""
    import multiprocessing

    if prepare():
        context = multiprocessing.get_context("forkserver")
        return _Undisturbed(jobs, context, initializer=_begin)
    return ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), initializer=_begin)


def prepare() -> bool:
    """Starts the server that processes are copied from, where there is such a thing: it reads what
    they need while this process goes on."""
    import multiprocessing

    if "forkserver" not in multiprocessing.get_all_start_methods():
        return False
    from multiprocessing import forkserver, resource_tracker

    # Who leaves at once leaves semaphores to their tracker, which would complain behind the prompt.
    os.environ.setdefault("PYTHONWARNINGS", "ignore::UserWarning:multiprocessing.resource_tracker")
    _make_socket_folder()
    preload = ["generator.core.worker_server", "generator.batch.variant_pdf"]
    multiprocessing.get_context("forkserver").set_forkserver_preload(preload)
    resource_tracker.ensure_running()  # else it would start in submit, and let Ctrl-C through
    with _undisturbed():
        forkserver.ensure_running()
    return True


def _make_socket_folder() -> None:
    """Has multiprocessing keep its sockets in a folder that `remove_socket_folder` knows: left to
    itself, it removes its own only if the interpreter is taken down in order."""
    import multiprocessing

    # Any: multiprocessing has no type, and no public name, for it.
    settings: dict[str, Any] = multiprocessing.current_process()._config  # type: ignore[attr-defined]
    if "tempdir" not in settings:
        settings["tempdir"] = tempfile.mkdtemp(prefix="boards-")
        _own_socket_folders.append(settings["tempdir"])
        os.environ[_SOCKET_FOLDER] = settings["tempdir"]
        atexit.register(remove_socket_folder)


def remove_socket_folder() -> None:
    """Removes the folder that this process made. Another program that it starts inherits the
    environment variable, but must leave the folder alone."""
    while _own_socket_folders:
        shutil.rmtree(_own_socket_folders.pop(), ignore_errors=True)


def _begin() -> None:
    """In a new worker: Ctrl-C is for the parent, and a worker must not outlive it."""
    import multiprocessing

    set_up()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent  # workers have one

    def follow() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()
