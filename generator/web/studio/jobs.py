"""Statistics and playtests of a set with its edits, which take minutes, as HTML reports.

Every job is a run of this program's own commands in a process of its own, on copies of the sets as
they are now, so that editing goes on meanwhile. One job runs at a time.
"""

import asyncio
import os
import re
import secrets
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, NamedTuple

import generator
from generator.schema.set_files import NAME
from generator.web.studio.changes import Events
from generator.web.studio.drafts import Drafts, Stage
from generator.web.studio.workspace import RefusedError, Workspace, signature_of

MAX_JOBS = 20  # kept; the oldest that have ended make room
_PATIENCE = 0.5  # seconds for a process to end by itself
_PROGRESS = re.compile(
    r"(?P<phase>[^:]+): (?:(?P<done>[\d,]+) of (?P<total>[\d,]+)|(?P<percent>\d+)%)"
)
_DRAFT, _SAVED, _REPORT = "draft", "saved", "report.html"  # reports name the two versions so
_DRAFT_FOLDER = re.compile(rf"(?<![\w./-]){_DRAFT}/")  # in front of the path of a file


class JobRequest(NamedTuple):
    """What to find out; a playtest with compare, about the edits against the saved files."""

    kind: Literal["statistics", "playtest"]
    game: str
    sets: tuple[str, ...]
    size: str
    players: int
    compare: bool


@dataclass
class Job:
    """A job as the page sees it."""

    id: str
    kind: str
    game: str
    sets: tuple[str, ...]
    phase: str = "waiting"
    share: float = 0.0
    state: Literal["running", "done", "failed", "cancelled"] = "running"
    error: str = ""


class Jobs:
    def __init__(self, workspace: Workspace, drafts: Drafts, events: Events, folder: Path):
        self._workspace, self._drafts, self._events = workspace, drafts, events
        self._folder = folder
        self._jobs: dict[str, Job] = {}
        self._processes: dict[str, asyncio.subprocess.Process] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Lock()

    def start(self, request: JobRequest) -> str:
        """Start a job; its ID. Raises RefusedError, OSError."""
        job = Job(secrets.token_hex(8), request.kind, request.game, request.sets)
        folder = self._folder / job.id
        Stage(self._workspace, self._drafts, folder / _DRAFT).update()
        Stage(self._workspace, None, folder / _SAVED).update()
        words = command(request)
        self._jobs[job.id] = job
        ended = [job_id for job_id, each in self._jobs.items() if each.state != "running"]
        for job_id in ended[: max(0, len(self._jobs) - MAX_JOBS)]:
            del self._jobs[job_id]
            (self._folder / job_id / _REPORT).unlink(missing_ok=True)
        task = asyncio.get_running_loop().create_task(self._run(job, words, folder))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return job.id

    def listing(self, now: Path) -> list[dict[str, Any]]:
        """All jobs, the oldest first; `outdated` says whether their sets are other ones in the
        folder `now`. Any: JSON."""

        def is_outdated(job: Job) -> bool:
            then = self._folder / job.id / _DRAFT
            paths = [f"{place}{name}.yaml" for place in (f"{job.game}/", "") for name in job.sets]
            return any(signature_of(then / path) != signature_of(now / path) for path in paths)

        return [{**asdict(job), "outdated": is_outdated(job)} for job in self._jobs.values()]

    def report(self, job_id: str) -> bytes:
        """The report of a job that is done. Raises RefusedError."""
        if self._job(job_id).state != "done":
            raise RefusedError("This job has no report.", 404)
        return (self._folder / job_id / _REPORT).read_bytes()

    def cancel(self, job_id: str) -> None:
        """End a job that runs or waits. Raises RefusedError."""
        job = self._job(job_id)
        if job.state == "running":
            self._set(job, state="cancelled")
            if process := self._processes.get(job_id):
                _signal(process, signal.SIGTERM)

    def stop(self) -> None:
        """End everything at once. A job whose process is just starting ends with its task."""
        for task in self._tasks:
            task.cancel()
        processes = list(self._processes.values())
        for process in processes:
            _signal(process, signal.SIGTERM)
        end = time.monotonic() + _PATIENCE
        while any(_is_running(process) for process in processes) and time.monotonic() < end:
            time.sleep(0.01)
        for process in processes:
            _signal(process, _KILL)

    def _job(self, job_id: str) -> Job:
        if job_id not in self._jobs:
            raise RefusedError("There is no such job.", 404)
        return self._jobs[job_id]

    async def _run(self, job: Job, words: Sequence[str], folder: Path) -> None:
        async with self._turn:
            if job.state != "running":
                return  # it was cancelled while it waited
            self._set(job, phase="starting")
            process = await _start(words, folder)
            self._processes[job.id] = process
            try:
                last_lines = await self._follow(job, process)
                code = await process.wait()
            finally:
                self._processes.pop(job.id, None)
            if job.state == "running" and code == 0:
                self._set(job, state="done", share=1.0)
            elif job.state == "running":
                self._set(job, state="failed", error=last_lines or f"It ended with code {code}.")

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

    def _set(self, job: Job, **values: Any) -> None:
        """Change a job, and tell the page. Any: of the type of the field."""
        for name, value in values.items():
            setattr(job, name, value)
        self._events.publish({"type": "job", **asdict(job)})


def command(request: JobRequest) -> list[str]:
    """The words of the command line for a job, of which nothing may look like an option. Raises
    RefusedError."""
    for name in (*request.sets, *filter(None, [request.size])):
        if not NAME.fullmatch(name):
            raise RefusedError(f"{name!r}: expected a name of a-z, 0-9 and _, a letter first")
    if not request.sets:
        raise RefusedError("sets: expected at least one set")
    size = ["--size", request.size] if request.size else []
    game, looks = ["--game", request.game], [*size, "--players", str(request.players)]
    rest = ["--sets-dir", _DRAFT, "--report", _REPORT]
    if request.kind == "statistics":
        return ["stats", *request.sets, *game, *looks, *rest]
    sets = [word for name in request.sets for word in ("--set", name)]
    against = ["--against", _SAVED] if request.compare else []
    return ["playtest", *game, *sets, *looks, *against, *rest]


async def _start(words: Sequence[str], folder: Path) -> asyncio.subprocess.Process:
    """This program in a process, and a group, of its own; it finds this program from its folder."""
    paths = filter(None, [str(Path(generator.__file__).parents[1]), os.environ.get("PYTHONPATH")])
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "generator", *words),
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
    )


_KILL = getattr(signal, "SIGKILL", signal.SIGTERM)


def _signal(process: asyncio.subprocess.Process, number: int) -> None:
    """Signal a process, and those that it started, where they have a group."""
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, number)
        elif process.returncode is None:
            process.terminate()


def _is_running(process: asyncio.subprocess.Process) -> bool:
    if not hasattr(os, "killpg"):  # where a signal of 0 would end it
        return False
    try:
        os.kill(process.pid, 0)
    except ProcessLookupError:
        return False
    return True
