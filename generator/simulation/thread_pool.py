"""Threads for compiled games, which run side by side."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from generator.core.process import cores


@contextmanager
def thread_pool() -> Iterator[ThreadPoolExecutor]:
    """A thread for each core. Whoever leaves early does not wait for the games under way."""
    pool = ThreadPoolExecutor(cores())
    try:
        yield pool
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
