"""Statistics and playtests in the background: their commands, progress, reports, and their end."""

import asyncio
import json
import time

import pytest
from web.studio.studios import BASE, MINE, open_client, write

from generator.web.studio.changes import Events
from generator.web.studio.drafts import Drafts
from generator.web.studio.jobs import JobRequest, Jobs, command
from generator.web.studio.workspace import Workspace

REQUEST = {
    "kind": "statistics", "game": "magnetmen", "sets": ["mine"], "size": "small", "players": 2,
    "compare": False,
}  # fmt: skip
EDITED = BASE.replace("frequency: 2.5", "frequency: 3.5")


def words_of(**changes) -> str:
    request = JobRequest(**{**REQUEST, "sets": ("mine",), **changes})
    return " ".join(command(request))


def test_the_commands_of_jobs():
    rest = "--sets-dir draft --report report.html"
    assert words_of() == f"stats mine --game magnetmen --size small --players 2 {rest}"
    assert words_of(kind="playtest", sets=("base", "mine")) == (
        f"playtest --game magnetmen --set base --set mine --size small --players 2 {rest}"
    )
    assert "--against saved" in words_of(kind="playtest", compare=True)


@pytest.mark.parametrize(
    "changes",
    [
        {"sets": ["--help"]}, {"sets": ["../mine"]}, {"sets": []}, {"sets": ["mine", "-x"]},
        {"sets": ["mine x"]}, {"size": "--csv=x"}, {"size": 1}, {"players": "--csv"},
        {"players": 0}, {"players": True}, {"game": "--x"}, {"kind": "rm"}, {"kind": []},
        {"compare": "yes"},
    ],
    ids=str,
)  # fmt: skip
def test_nothing_that_looks_like_an_option_gets_on_a_command_line(client, changes):
    assert client.post("/api/jobs", json={**REQUEST, **changes}).status_code == 400
    assert client.get("/api/jobs").json() == []


@pytest.mark.parametrize("job_id", ["0", "%2e%2e%2f%2e%2e", "x" * 1000])
def test_a_job_that_there_is_not(client, job_id):
    assert client.get(f"/api/jobs/{job_id}/report").status_code == 404
    assert client.get(f"/reports/{job_id}").status_code == 404
    assert client.delete(f"/api/jobs/{job_id}").status_code in (404, 405)


class Stream(asyncio.StreamReader):
    """What a command prints."""

    def __init__(self, text: str):
        super().__init__()
        self.feed_data(text.encode())
        self.feed_eof()


class Process:
    def __init__(self, text: str):
        self.stderr = Stream(text)


def test_progress_is_what_the_command_prints(tmp_path):
    class Record(Events):
        def publish(self, event):
            events.append((event["phase"], event["share"]))

    events: list[tuple[str, float]] = []
    text = (
        "rolled: 1,500 of 3,000, 20 a second, 1 s left\nplaying: 25%\nboards.yaml:1:1: no\nsorry\n"
    )

    async def follow() -> str:
        workspace = Workspace.at(tmp_path)
        jobs = Jobs(workspace, Drafts(workspace), Record(), tmp_path)
        from generator.web.studio.jobs import Job

        return await jobs._follow(Job("1", "statistics", "magnetmen", ("mine",)), Process(text))

    assert asyncio.run(follow()) == "boards.yaml:1:1: no\nsorry"
    assert events == [("rolled", 0.5), ("playing", 0.25)]


def wait(client, job_id: str, state: str) -> dict:
    """The job, once it is in a state."""
    end = time.monotonic() + 120
    while time.monotonic() < end:
        (job,) = (job for job in client.get("/api/jobs").json() if job["id"] == job_id)
        if job["state"] == state:
            return job
        assert job["state"] == "running", job
        time.sleep(0.05)
    raise AssertionError("it takes too long")


@pytest.mark.process
@pytest.mark.slow
def test_a_report_of_the_edits_and_a_cancelled_playtest(client):
    client.put("/api/draft", json={"path": MINE, "text": EDITED})
    first = client.post("/api/jobs", json={**REQUEST, "compare": True}).json()["id"]
    second = client.post("/api/jobs", json={**REQUEST, "kind": "playtest"}).json()["id"]
    assert client.get(f"/api/jobs/{second}/report").status_code == 404
    wait(client, first, "done")
    answer = client.get(f"/reports/{first}", headers={"X-Studio-Token": ""})
    assert "mine" in answer.text
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("sandbox allow-scripts; default-src 'none'")
    assert "allow-same-origin" not in policy
    assert "connect-src" not in policy
    assert client.get(f"/api/jobs/{first}/report").content == answer.content
    client.delete(f"/api/jobs/{second}")
    job = wait(client, second, "cancelled")
    assert job["error"] == ""


def test_a_job_is_outdated_when_its_set_is_edited(client):
    client.post("/api/jobs", json=REQUEST)
    assert listed(client) == [("magnetmen", ["mine"], False)]
    client.put("/api/draft", json={"path": MINE, "text": EDITED})
    assert listed(client) == [("magnetmen", ["mine"], True)]
    client.put("/api/draft", json={"path": MINE, "text": BASE})
    assert listed(client) == [("magnetmen", ["mine"], False)]


def listed(client) -> list[tuple[str, list[str], bool]]:
    jobs = client.get("/api/jobs").json()
    return [(job["game"], job["sets"], job["outdated"]) for job in jobs]


@pytest.mark.process
@pytest.mark.slow
def test_a_job_on_a_set_with_mistakes_fails_with_them(client):
    client.put("/api/draft", json={"path": MINE, "text": BASE.replace("score:", "scor:", 1)})
    job_id = client.post("/api/jobs", json=REQUEST).json()["id"]
    job = wait(client, job_id, "failed")
    assert job["error"].startswith("magnetmen/mine.yaml:")


def test_the_report_of_a_job_needs_its_id_and_this_page(client):
    """A frame cannot send the token."""
    answer = client.get("/reports/0", headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 403


def test_events_reach_every_page_until_the_end():
    async def session() -> list[str]:
        events = Events()
        streams = [events.stream() for _ in range(2)]
        for stream in streams:
            assert await anext(stream) == b": connected\n\n"
        events.publish({"type": "file", "path": "é\n"})
        lines = [(await anext(stream)).decode() for stream in streams]
        events.close()
        for stream in streams:
            with pytest.raises(StopAsyncIteration):
                await anext(stream)
        return lines

    lines = asyncio.run(session())
    assert [json.loads(line.removeprefix("data: ")) for line in lines] == [
        {"type": "file", "path": "é\n"}
    ] * 2
    assert all(line.count("\n") == 2 for line in lines)


@pytest.mark.process
@pytest.mark.slow
def test_files_that_others_change_are_reported_but_not_those_saved_here(tmp_path):
    from web.studio.studios import studio_in

    async def session() -> list[dict]:
        studio = studio_in(tmp_path)
        stream = studio.events.stream()
        await anext(stream)
        watching = asyncio.create_task(studio.watcher.run())
        await asyncio.sleep(0.2)

        async def next_event() -> dict:
            line = await asyncio.wait_for(anext(stream), 20)
            return json.loads(line.removeprefix(b"data: "))

        events = []
        file = write(tmp_path, MINE, "first")  # the folder was not there before
        events.append(await next_event())
        await asyncio.sleep(0.5)
        signature = studio.workspace.write(MINE, "ours", events[0]["signature"])
        studio.watcher.learn(MINE, signature)
        studio.drafts.put(MINE, "draft")
        file.touch()
        await asyncio.sleep(0.5)
        write(tmp_path, MINE, "theirs")
        events.append(await next_event())
        file.unlink()
        events.append(await next_event())
        watching.cancel()
        return events

    events = asyncio.run(session())
    assert [event["path"] for event in events] == [MINE] * 3
    first, theirs, deleted = (event["signature"] for event in events)
    assert first and theirs and first != theirs
    assert deleted == ""


@pytest.mark.process
def test_an_open_studio_and_its_jobs_end_with_the_client(tmp_path):
    write(tmp_path, MINE)
    with open_client(tmp_path) as client:
        client.post("/api/jobs", json={**REQUEST, "kind": "playtest"})
        start = time.monotonic()
    assert time.monotonic() - start < 10
