"""Statistics and playtests in the background, and the processes that print and check."""

import asyncio
import os
import time
from types import SimpleNamespace

import pytest
from support import SerialExecutor
from web.studio.studios import BASE, EDITED, JOB, MINE, studio_in, write

from generator import games
from generator.web.studio.files import Drafts, RefusedError, Workspace
from generator.web.studio.processes import ABANDONED, Job, JobRequest, Jobs, Worker, command


def test_the_commands_of_jobs():
    def words_of(**changes) -> str:
        return " ".join(command(JobRequest(**{**JOB, "sets": ("mine",), **changes})))

    looks, rest = "--size small --players 2", "--sets-dir draft --report report.html"
    assert words_of() == f"stats mine --game magnetmen {looks} {rest}"
    assert words_of(kind="playtest", sets=("base", "mine")) == (
        f"playtest --game magnetmen --set base --set mine {looks} --rolls 40 {rest}"
    )
    assert "--rolls 100 --against saved" in words_of(kind="playtest", compare=True, rolls=100)


def test_nothing_that_looks_like_an_option_gets_on_a_command_line(client):
    for changes in (
        *({"sets": sets} for sets in (["--help"], ["../mine"], [], ["mine", "-x"], ["mine x"])),
        *({"size": size} for size in ("--csv=x", 1, "small\n")),
        *({"players": players} for players in ("--csv", 0, True)),
        *({"kind": kind} for kind in ("rm", [])),
        *({"game": "--x"}, {"compare": "yes"}),
    ):
        client.tell("start", 400, job={**JOB, **changes})
    assert client.ask("job_list") == []


def test_a_job_that_there_is_not_has_no_report(client):
    """A frame cannot send the token, but the ID of a job, and it says what page it is on."""
    for job_id in ("0", "%2e%2e%2f%2e%2e", "x" * 1000):
        assert client.get(f"/reports/{job_id}").status_code == 404
    answer = client.get("/reports/0", headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 403


def test_progress_is_what_the_command_prints(tmp_path):
    events: list[dict] = []
    text = b"rolled: 1,500 of 3,000, 20 a second\nplaying: 25%\ndraft/boards.yaml:1:1: no\nsorry\n"

    async def follow() -> str:
        process = SimpleNamespace(stderr=asyncio.StreamReader())
        process.stderr.feed_data(text)
        process.stderr.feed_eof()
        workspace = Workspace(tmp_path)
        jobs = Jobs(workspace, Drafts(workspace), events.append, tmp_path)
        return await jobs._follow(Job("1", "statistics", "magnetmen", ("mine",)), process)

    assert asyncio.run(follow()) == "boards.yaml:1:1: no\nsorry"
    shown = [(event["phase"], event["share"]) for event in events]
    assert shown == [("rolled", 0.5), ("playing", 0.25)]


def wait(client, job_id: str, state: str) -> dict:
    """The job, once it is in a state."""
    end = time.monotonic() + 120
    while time.monotonic() < end:
        (job,) = (job for job in client.ask("job_list") if job["id"] == job_id)
        if job["state"] == state:
            return job
        assert job["state"] == "running", job
        time.sleep(0.05)
    raise AssertionError("it takes too long")


@pytest.mark.process
@pytest.mark.slow
def test_jobs_are_of_the_edits_and_can_be_cancelled(client):
    client.put_draft(EDITED)
    playtest = {**JOB, "kind": "playtest"}
    first = client.tell("start", job={**playtest, "rolls": 1, "compare": True})
    second = client.tell("start", job=playtest)
    client.put_draft(BASE.replace("score:", "scor:", 1))
    third = client.tell("start", job=JOB)
    assert client.get(f"/reports/{second}").status_code == 404
    wait(client, first, "done")
    answer = client.get(f"/reports/{first}", headers={"X-Studio-Token": ""})
    policy = answer.headers["content-security-policy"]
    assert "mine" in answer.text and policy.startswith("sandbox allow-scripts; default-src 'none'")
    assert "allow-same-origin" not in policy and "connect-src" not in policy
    client.tell("cancel", id=second)
    assert wait(client, second, "cancelled")["error"] == ""
    assert wait(client, third, "failed")["error"].startswith(f"{MINE}:")


def test_a_job_is_outdated_when_its_set_is_edited(client):
    client.tell("start", job=JOB)
    for draft, is_outdated in ((BASE, False), (EDITED, True), (BASE, False)):
        client.put_draft(draft)
        (job,) = client.ask("job_list")
        assert (job["game"], job["sets"]) == ("magnetmen", ["mine"])
        assert job["outdated"] == is_outdated


@pytest.mark.process
@pytest.mark.slow
def test_that_files_have_changed_is_told_but_of_drafts_nothing(tmp_path):
    async def session() -> None:
        studio = studio_in(tmp_path)
        streams = [studio.events.stream() for _ in range(2)]  # of two browsers
        for stream in streams:
            assert await anext(stream) == b": connected\n\n"
        watching = asyncio.create_task(studio.events.watch(studio.workspace.folder))
        await asyncio.sleep(0.2)
        file = write(tmp_path, MINE, "first")  # the folder was not there before
        for change in (lambda: write(tmp_path, MINE, "theirs"), file.unlink):
            for stream in streams:
                assert await asyncio.wait_for(anext(stream), 20) == b'data: {"type": "files"}\n\n'
            await asyncio.sleep(1)
            change()
        await asyncio.wait_for(anext(stream), 20)
        await asyncio.sleep(1)
        studio.drafts.put(MINE, "draft")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(anext(stream), 1)
        watching.cancel()

    asyncio.run(session())


# The process that prints --------------------------------------------------------------------


class Page:
    """A page that leaves after some seconds."""

    def __init__(self, patience: float = 1e9):
        self._end = time.monotonic() + patience

    async def is_disconnected(self) -> bool:
        return time.monotonic() > self._end


def refuse() -> None:
    raise RefusedError("no", 404)


@pytest.mark.process
def test_the_errors_of_a_task_keep_what_the_page_is_told():
    async def session() -> None:
        worker = Worker()
        with pytest.raises(RefusedError, match=r"^no$") as refusal:
            await worker.run(Page(), refuse)
        assert refusal.value.status == 404
        with pytest.raises(RefusedError, match="there is no set of this name") as mistake:
            await worker.run(Page(), games.game("quads").load, ("nothing",))
        assert len(mistake.value.problems) == 1
        with pytest.raises(RefusedError, match="try it again"):
            await worker.run(Page(), os._exit, 1)
        assert await worker.run(Page(), os.getpid) != os.getpid(), "it is started again"
        worker.stop()

    asyncio.run(session())


def test_a_task_whose_page_has_left_is_not_begun():
    with pytest.raises(RefusedError) as refusal:
        asyncio.run(Worker(SerialExecutor).run(Page(-1), refuse))
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
