"""The process that prints: its errors, and that nothing waits for what nobody wants any more."""

import asyncio
import os
import time

import pytest
from support import SerialExecutor

from generator import games
from generator.web.studio.worker import ABANDONED, TaskError, Worker
from generator.web.studio.workspace import RefusedError


class Page:
    """A page that leaves after some seconds."""

    def __init__(self, patience: float = 1e9):
        self._end = time.monotonic() + patience

    async def is_disconnected(self) -> bool:
        return time.monotonic() > self._end


def refuse() -> None:
    raise RefusedError("no", 404, {"key": "value"})


def load_nothing() -> None:
    games.game("magnetmen").load(("nothing",), ())


def fail() -> None:
    raise ZeroDivisionError


def test_the_errors_of_a_task_keep_what_the_page_is_told():
    worker = Worker(SerialExecutor)
    with pytest.raises(TaskError, match="no") as refusal:
        asyncio.run(worker.run(Page(), refuse))
    assert (refusal.value.status, refusal.value.data) == (404, {"key": "value"})
    with pytest.raises(TaskError, match="there is no set of this name") as mistake:
        asyncio.run(worker.run(Page(), load_nothing))
    assert len(mistake.value.problems) == 1
    with pytest.raises(ZeroDivisionError):
        asyncio.run(worker.run(Page(), fail))


def test_a_task_whose_page_has_left_is_not_begun():
    with pytest.raises(RefusedError) as refusal:
        asyncio.run(Worker(SerialExecutor).run(Page(-1), fail))
    assert refusal.value is ABANDONED


@pytest.mark.process
@pytest.mark.slow
def test_a_newer_task_does_not_wait_for_one_whose_page_has_left():
    async def session() -> float:
        worker = Worker()
        await worker.run(Page(), int)
        start = time.monotonic()
        older = asyncio.create_task(worker.run(Page(0.1), time.sleep, 60))
        await asyncio.sleep(0)
        await worker.run(Page(), int)
        with pytest.raises(RefusedError):
            await older
        worker.stop()
        return time.monotonic() - start

    assert asyncio.run(session()) < 20


@pytest.mark.process
def test_a_process_that_died_is_started_again():
    async def session() -> int:
        worker = Worker()
        with pytest.raises(RefusedError, match="try it again"):
            await worker.run(Page(), os._exit, 1)
        process = await worker.run(Page(), os.getpid)
        worker.stop()
        return process

    assert asyncio.run(session()) != os.getpid()
