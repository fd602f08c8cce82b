"""A pool of processes on this machine, which are not copies of this one: it may have threads.

Where there are fork servers, workers are copied from one, which has read what they need. Its set-up
is in worker_server.py. Ctrl-C is for this process only; its workers end with it, however it ends.
"""

import atexit
import multiprocessing
import os
import shutil
import signal
import tempfile
import threading
from concurrent.futures import Executor, ProcessPoolExecutor
from typing import Any

from generator.core.process import set_up

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
