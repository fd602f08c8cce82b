"""The command `studio` as a process: it serves, and Ctrl-C ends it at once with all it started."""

import os
import signal
import socket
import time
from pathlib import Path

import pytest
from commands import run
from web.studio.running import prepare, running
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
    return {
        each.pid for each in found if (each.info["cwd"] or "").startswith(str(folder))
    } - {os.getpid()}  # fmt: skip


@pytest.mark.process
@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["ctrl-c", "kill"])
def test_ctrl_c_ends_all_at_once(folder, number):
    """Also while a page listens to events, a sheet is printed and a job runs."""
    with running(folder) as studio:
        assert studio.first_line.startswith(f"{studio.address} edits the sets in mine")
        body = {"query": QUERY, "playtest": False}
        assert studio.call("POST", "/api/sheet", body).status == 200
        events = studio.call("GET", "/api/events")
        assert events.readline() == b": connected\n"
        job = {"job": {**JOB, "kind": "playtest"}}
        assert studio.call("POST", "/api/start", job).status == 200
        studio.ask("POST", "/api/sheet", {**body, "playtest": True})
        while not processes_of(studio.temporary):
            time.sleep(0.05)
        seconds, output = studio.stop(number)
        events.close()
        assert seconds < 5  # a second, on a machine with nothing else to do
        assert "Traceback" not in output
        assert studio.process.returncode == 0
        end = time.monotonic() + 10
        while left := processes_of(folder) | processes_of(studio.temporary):
            assert time.monotonic() < end, left
            time.sleep(0.1)
        assert not list(studio.temporary.iterdir())


def test_a_port_in_use_gets_a_clear_word(folder):
    with open_socket(0) as listener:
        port = listener.getsockname()[1]
        result = run("studio", "--port", str(port))
    assert result.exit_code == 1
    assert result.output == (
        f"port {port} cannot be used (Address already in use), choose another with --port\n"
    )


def test_without_the_page_the_studio_says_what_builds_it(folder):
    (folder / "bundle" / "index.html").unlink()
    result = run("studio")
    assert (result.exit_code, "make studio" in result.output) == (1, True)


def test_only_this_machine_can_connect():
    with open_socket(0) as listener:
        assert listener.getsockname()[0] == "127.0.0.1"
        assert listener.family == socket.AF_INET
