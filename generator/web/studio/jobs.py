"""Statistics and playtests of a set with its edits, which take minutes, as HTML reports. A job is a
run of this program's own commands on copies of the sets as they are now; one runs at a time."""

import asyncio
import os
import re
import secrets
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

import generator
from generator import games
from generator.core.settings import check_choice
from generator.schema.set_files import NAME
from generator.web.backend import Message
from generator.web.studio.files import Drafts, RefusedError, Stage, Workspace, signature_of

_PATIENCE = 0.3  # seconds for processes to end by themselves
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


@dataclass
class Job:
    """A job as the page sees it."""

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
        """End a job, if it runs or waits."""
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
        time.sleep(_PATIENCE if processes else 0)
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
    return ["playtest", *game, *sets, *looks, *against, *rest]


def _signal(process: asyncio.subprocess.Process, number: int) -> None:
    """Signal a process, and those that it started, where they have a group."""
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, number)
        elif process.returncode is None:
            process.terminate()
