"""Processes of their own for what takes time, printing sheets and checking sets, and their tasks.
Laying out is not made for several threads, and a sheet may be playtested for seconds."""

import asyncio
import difflib
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from starlette.requests import Request

from generator import games
from generator.authoring import diff
from generator.authoring.validate import validate
from generator.core.diagnostics import Diagnostic
from generator.core.errors import EXPECTED_ERRORS, DefinitionError
from generator.core.settings import check_choice
from generator.core.workers import start_pool
from generator.games.authoring_support import authoring_support
from generator.languages import load_language
from generator.web.studio.files import RefusedError

T = TypeVar("T")

_CHECK_INTERVAL = 0.05  # seconds between two looks at whether the page still waits
_PATIENCE = 0.4  # seconds that a task gets to end by itself: starting a process takes as long
ABANDONED = RefusedError("the page no longer waits for this", 499)


class Worker:
    """A process that does one task at a time. It is ended when the page no longer waits for its
    task, such as the sheet of an older draft, so that the next task does not wait either."""

    def __init__(self, start: Callable[[], Executor] | None = None):
        self._start = start or partial(start_pool, 1)
        self._executor: Executor | None = None
        self._turn = asyncio.Lock()

    async def run(self, request: Request, function: Callable[..., T], *arguments: object) -> T:
        """What the function makes of the arguments, all of which another process can be sent.
        Raises RefusedError: for what is wrong with the files, or ABANDONED."""
        async with self._turn:
            if await request.is_disconnected():
                raise ABANDONED
            task = asyncio.wrap_future(self.submit(function, *arguments))
            # Nobody may wait for an error any more.
            task.add_done_callback(lambda done: done.cancelled() or done.exception())
            while not task.done():
                await asyncio.wait([task], timeout=_CHECK_INTERVAL)
                if not task.done() and await request.is_disconnected():
                    await asyncio.wait([task], timeout=_PATIENCE)
                    if not task.done():
                        self.stop()
                    raise ABANDONED
            try:
                return task.result()
            except (BrokenExecutor, asyncio.CancelledError):
                self._executor = None
                words = "The process that did this has ended; try it again."
                raise RefusedError(words, 500) from None

    def submit(self, function: Callable[..., T], *arguments: object) -> "Future[T]":
        """Hand a task to the process, which is started if need be. Raises RefusedError."""
        for _ in range(2):  # the process may have died since the last task
            self._executor = self._executor or self._start()
            try:
                return self._executor.submit(_done, function, *arguments)
            except (BrokenExecutor, OSError, EOFError):
                self._executor = None
        raise RefusedError("No process can be started.", 500)

    def stop(self) -> None:
        """End the process at once, whatever it does."""
        executor, self._executor = self._executor, None
        if executor is None:
            return
        # Any: this has no public name. It is None where the executor has ended.
        processes: Any = getattr(executor, "_processes", None)
        for process in list((processes or {}).values()):
            process.kill()
        executor.shutdown(wait=False, cancel_futures=True)


def _done(function: Callable[..., T], *arguments: object) -> T:
    """Do a task; an expected error becomes one that another process can be handed."""
    try:
        return function(*arguments)
    except RefusedError:
        raise
    except EXPECTED_ERRORS as error:
        problems = error.problems if isinstance(error, DefinitionError) else ()
        raise RefusedError(str(error), problems=problems) from None


# Tasks: their files are those of the stage (see files.py) or shipped ones; the caller puts right
# how messages name them.


def problems(file: Path, sets_dirs: Sequence[Path]) -> list[Diagnostic]:
    return list(validate([file], sets_dirs))


def legend(
    game: str, sets: Sequence[str], size: str, language_code: str, sets_dirs: Sequence[Path]
) -> list[dict[str, Any]]:
    """The types of some sets with the odds of their variants. Any: JSON. Raises GeneratorError."""
    check_choice("game", game, games.names())
    contract = games.game(game)
    definition = contract.load(sets or contract.default_sets, sets_dirs)
    look = size or contract.default_size, load_language(language_code)
    types = authoring_support(game).legend(definition, *look)
    return [
        {**kind._asdict(), "variants": [variant._asdict() for variant in kind.variants]}
        for kind in types
    ]


def changes(file: Path, saved: Path, sets_dirs: Sequence[Path]) -> tuple[list[str], list[str], str]:
    """How a file of the stage differs from the saved one: the lines of a unified diff, the
    differences in words, and why there are none, such as mistakes in either. Raises OSError."""
    old, new = saved.read_text("utf-8") if saved.is_file() else "", file.read_text("utf-8")
    versions = old.splitlines(), new.splitlines(), "saved", "now"
    lines = list(difflib.unified_diff(*versions, lineterm=""))
    if not saved.is_file():
        return lines, [], "this file has not been saved yet"
    try:
        return lines, diff.differences(saved, file, sets_dirs), ""
    except EXPECTED_ERRORS as error:
        return lines, [], str(error)
