"""Processes for what takes time. One prints sheets, another checks sets: laying out is not made for
several threads. Statistics and playtests take minutes: runs of this program's own commands, one at
a time, on copies of the sets as they are now."""

import asyncio
import difflib
import os
import re
import secrets
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import pypdfium2  # type: ignore[import-untyped]  # it has no types
from pydantic import Field, StringConstraints
from starlette.requests import Request

import generator
from generator import games
from generator.authoring import diff
from generator.authoring.validate import validate
from generator.core.diagnostics import Diagnostic
from generator.core.errors import EXPECTED_ERRORS, DefinitionError
from generator.core.game_id import parse
from generator.core.settings import check_choice
from generator.core.workers import start_pool
from generator.games.authoring_support import authoring_support
from generator.languages import load_language
from generator.schema.set_files import NAME
from generator.web.backend import Message
from generator.web.studio.files import Drafts, RefusedError, Stage, Workspace, signature_of

T = TypeVar("T")

_CHECK_INTERVAL = 0.05  # seconds between two looks at whether the page still waits
_TASK_PATIENCE = 0.4  # seconds to end by itself: starting a process takes as long
_MAX_PIXELS = 16_000_000  # of a page: browsers take no more
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
                    await asyncio.wait([task], timeout=_TASK_PATIENCE)
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


def page_drawn(pdf: bytes, number: int, width: int, height: int) -> tuple[bytes, dict[str, str]]:
    """A page, or the last, as pixels of four bytes; how many are in a row, and how many pages."""
    with pypdfium2.PdfDocument(pdf) as document:
        page = document[min(number, len(document)) - 1]
        across, down = page.get_size()
        scale = min(width / across, height / down, (_MAX_PIXELS / (across * down)) ** 0.5)
        bitmap = page.render(scale=scale, rev_byteorder=True, prefer_bgrx=True)
        return bytes(bitmap.buffer), {"Width": str(bitmap.width), "Pages": str(len(document))}


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
    return list(authoring_support(game).legend(definition, *look))


def board_with(
    id: str, of_set: str, type: str, power: int | None, sets_dirs: Sequence[Path]
) -> str | None:
    """The seed of a board like that of a game ID on which a type is, with one of its powers if one
    is named; "" if the board of the ID is one, None if none was found. Raises GeneratorError."""
    like = parse(id)
    game, is_on = games.game(like.game), authoring_support(like.game).is_on
    definition = game.load(like.sets, sets_dirs)
    for seed in (like.seed, *(f"board-{number}" for number in range(1, 2000))):
        if is_on(game.roll(definition, like.size, like.players, seed), of_set, type, power):
            return "" if seed == like.seed else seed
    return None


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


# Statistics and playtests, as HTML reports.

_JOB_PATIENCE = 0.3  # seconds for processes to end by themselves
_PROGRESS = re.compile(
    r"(?P<phase>[^:]+): (?:(?P<done>[\d,]+) of (?P<total>[\d,]+)|(?P<percent>\d+)%)"
)
_DRAFT, _SAVED, _REPORT = "draft", "saved", "report.html"  # reports name the two versions so
_DRAFT_FOLDER = re.compile(rf"(?<![\w./-]){_DRAFT}/")  # in front of the path of a file
_KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
_Name = Annotated[str, StringConstraints(pattern=rf"^{NAME.pattern}$")]

Kind = Literal["statistics", "playtest"]
Publish = Callable[[Mapping[str, Any]], None]  # to every page that listens; Any: JSON


class JobRequest(Message):
    """What to find out; a playtest with compare, about the edits against the saved files. No value
    looks like an option of the command line."""

    kind: Kind
    game: str
    sets: Annotated[tuple[_Name, ...], Field(min_length=1)]
    size: _Name | Literal[""] = ""
    players: Annotated[int, Field(ge=1, le=100)]
    compare: bool = False
    rolls: Annotated[int, Field(ge=1, le=1000)] = 40  # boards to play


@dataclass
class Job:
    id: str
    kind: Kind
    game: str
    sets: tuple[str, ...]
    phase: str = "waiting"
    share: float = 0.0
    state: Literal["running", "done", "failed", "cancelled"] = "running"
    error: str = ""


class Jobs:
    """The jobs of a run. Every change of one is published."""

    def __init__(self, workspace: Workspace, drafts: Drafts, publish: Publish, folder: Path):
        self._workspace, self._drafts, self._publish = workspace, drafts, publish
        self._folder = folder
        self._jobs: dict[str, Job] = {}
        self._processes: dict[str, asyncio.subprocess.Process] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Lock()

    async def start(self, job: JobRequest) -> str:
        """Start a job; its ID. Raises OptionError, OSError."""
        check_choice("game", job.game, games.names())
        started = Job(secrets.token_hex(8), job.kind, job.game, job.sets)
        folder = self._folder / started.id
        Stage(self._workspace, self._drafts, folder / _DRAFT).update()
        Stage(self._workspace, None, folder / _SAVED).update()
        self._jobs[started.id] = started
        task = asyncio.create_task(self._run(started, command(job), folder))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return started.id

    def listing(self, now: Path) -> list[dict[str, Any]]:
        """All jobs, the oldest first; `outdated` says whether their sets are other ones in the
        folder `now`. Any: JSON."""

        def is_outdated(job: Job) -> bool:
            then = self._folder / job.id / _DRAFT
            paths = [f"{place}{name}.yaml" for place in (f"{job.game}/", "") for name in job.sets]
            return any(signature_of(then / path) != signature_of(now / path) for path in paths)

        return [{**asdict(job), "outdated": is_outdated(job)} for job in self._jobs.values()]

    def report(self, id: str) -> bytes:
        """The report of a job that is done. Raises RefusedError."""
        if id not in self._jobs or self._jobs[id].state != "done":
            raise RefusedError("This job has no report.", 404)
        return (self._folder / id / _REPORT).read_bytes()

    async def cancel(self, id: str) -> None:
        if id in self._jobs and self._jobs[id].state == "running":
            self._set(self._jobs[id], state="cancelled")
            if process := self._processes.get(id):
                _signal(process, signal.SIGTERM)

    def stop(self) -> None:
        """End everything at once. A job whose process is just starting ends with its task."""
        for task in self._tasks:
            task.cancel()
        processes = list(self._processes.values())
        for process in processes:
            _signal(process, signal.SIGTERM)
        time.sleep(_JOB_PATIENCE if processes else 0)
        for process in processes:
            _signal(process, _KILL)

    async def _run(self, job: Job, words: Sequence[str], folder: Path) -> None:
        async with self._turn:
            if job.state != "running":
                return  # it was cancelled while it waited
            self._set(job, phase="starting")
            # In a group of its own; it finds this program from its folder.
            paths = [str(Path(generator.__file__).parents[1]), os.environ.get("PYTHONPATH")]
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "generator", *words),
                cwd=folder,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.PIPE,
                start_new_session=True,
            )
            self._processes[job.id] = process
            try:
                last_lines = await self._follow(job, process)
                code = await process.wait()
            finally:
                self._processes.pop(job.id, None)
            error = "" if code == 0 else last_lines or f"It ended with code {code}."
            if job.state == "running":
                self._set(job, state="failed" if error else "done", error=error)

    async def _follow(self, job: Job, process: asyncio.subprocess.Process) -> str:
        """Read what the command prints until it ends; the last of it that is no progress."""
        assert process.stderr
        if job.state != "running":
            _signal(process, signal.SIGTERM)
        last_lines: list[str] = []
        async for raw in process.stderr:
            line = raw.decode(errors="replace").strip()
            if match := _PROGRESS.match(line):
                done = float((match["done"] or match["percent"]).replace(",", ""))
                total = int((match["total"] or "100").replace(",", ""))
                self._set(job, phase=match["phase"], share=done / max(1, total))
            elif line:
                last_lines = [*last_lines, line][-10:]
        return _DRAFT_FOLDER.sub("", "\n".join(last_lines))

    def _set(self, job: Job, **values: Any) -> None:  # Any: of the type of the field
        vars(job).update(values)
        self._publish({"type": "job", **asdict(job)})


def command(request: JobRequest) -> list[str]:
    """The words of the command line for a job."""
    size = ["--size", request.size] if request.size else []
    game, looks = ["--game", request.game], [*size, "--players", str(request.players)]
    rest = ["--sets-dir", _DRAFT, "--report", _REPORT]
    if request.kind == "statistics":
        return ["stats", *request.sets, *game, *looks, *rest]
    sets = [word for name in request.sets for word in ("--set", name)]
    against = ["--against", _SAVED] if request.compare else []
    boards = ["--rolls", str(request.rolls)]
    return ["playtest", *game, *sets, *looks, *boards, *against, *rest]


def _signal(process: asyncio.subprocess.Process, number: int) -> None:
    """Signal a process, and those that it started, where they have a group."""
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, number)
        elif process.returncode is None:
            process.terminate()
