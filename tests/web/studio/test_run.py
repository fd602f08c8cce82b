"""The command `studio` as a process: it serves, and Ctrl-C ends it at once with all it started."""

import os
import signal
import time
from contextlib import suppress
from pathlib import Path
from threading import Thread

import httpx2
import pytest
from commands import run
from web.studio.running import PATIENCE, prepare, running
from web.studio.studios import JOB, QUERY

from generator.web import site
from generator.web.studio.server import open_socket

psutil = pytest.importorskip("psutil")


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """A folder to work in, with a page and a set."""
    bundle = prepare(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(site, "BUNDLE", bundle)
    return tmp_path


def processes_of(folder: Path) -> set[int]:
    """The processes, but this one, that work in a folder or below it."""
    found = psutil.process_iter(["pid", "cwd"])
    inside = {each.pid for each in found if (each.info["cwd"] or "").startswith(str(folder))}
    return inside - {os.getpid()}


@pytest.mark.process
@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["ctrl-c", "kill"])
def test_ctrl_c_ends_all_at_once(folder, number):
    """Also while a page listens to events, a sheet is printed and a job runs."""

    def print_played() -> None:
        with suppress(httpx2.HTTPError):
            studio.page.post("/api/sheet", json={"query": QUERY, "playtest": True})

    with running(folder) as studio:
        assert studio.first_line.startswith(f"{studio.address}/?code=")
        assert studio.first_line.endswith(" edits the sets in mine; Ctrl-C ends it\n")
        studio.page.tell("sheet", query=QUERY, playtest=False)
        studio.page.tell("start", job={**JOB, "kind": "playtest"})
        with studio.page.stream("GET", "/events") as events:
            assert next(events.iter_lines()) == ": connected"
            Thread(target=print_played, daemon=True).start()
            while not processes_of(studio.temporary):
                time.sleep(0.05)
            start = time.monotonic()
            studio.process.send_signal(number)
            studio.process.wait(PATIENCE)
            assert time.monotonic() - start < 5  # a second, on a machine with nothing else to do
        assert "Traceback" not in studio.process.stdout.read()
        assert studio.process.returncode == 0
        end = time.monotonic() + 10
        while left := processes_of(folder) | processes_of(studio.temporary):
            assert time.monotonic() < end, left
            time.sleep(0.1)
        assert not list(studio.temporary.iterdir())


def test_only_this_machine_can_connect_and_a_port_in_use_gets_a_clear_word(folder):
    with open_socket(0) as listener:
        address, port = listener.getsockname()
        assert address == "127.0.0.1"
        result = run("studio", "--port", str(port))
    assert result.exit_code == 1
    assert result.output == (
        f"port {port} cannot be used (Address already in use), choose another with --port\n"
    )


def test_without_the_page_the_studio_says_what_builds_it(folder):
    (folder / "bundle" / "index.html").unlink()
    result = run("studio")
    assert (result.exit_code, "make studio" in result.output) == (1, True)
