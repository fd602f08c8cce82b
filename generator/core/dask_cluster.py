"""Workers of a Dask cluster, through the client's executor.

The scheduler itself gives the tasks of a lost worker to others.
"""

import logging
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any

from generator.core.errors import SchedulerError
from generator.core.workers import Workers

_TIMEOUT = "10s"  # to reach a scheduler, and for it to have a worker
_MIN_TASKS = 2  # at a time: on its way to a single worker a task would leave it idle


@contextmanager
def connect(address: str) -> Iterator[Workers]:
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
