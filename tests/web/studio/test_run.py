"""The command `studio` as a process: it serves, and Ctrl-C ends it at once with all it started."""

import os
import signal
import socket
import time
from itertools import chain
from pathlib import Path

import pytest
from click.testing import CliRunner
from web.studio.running import prepare, running
from web.studio.studios import JOB, QUERY

from generator.cli.app import app
from generator.web import site
from generator.web.studio.server import open_socket


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """A folder to work in, with a page and a set."""
    bundle = prepare(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(site, "BUNDLE", bundle)
    return tmp_path


def processes_of(folder: Path) -> list[str]:
    """The processes that work in a folder below this one."""
    found = []
    for link in Path("/proc").glob("[0-9]*/cwd"):
        try:
            place = os.readlink(link)
        except OSError:
            continue
        if place.startswith(str(folder)):
            found.append(link.parent.name)
    return found


@pytest.mark.process
@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/cwd").exists(), reason="processes are looked up in /proc")
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
        own = {str(os.getpid())}  # which works in this folder, too
        places = (folder, studio.temporary)
        while (left := {*chain(*map(processes_of, places))} - own) and time.monotonic() < end:
            time.sleep(0.1)
        assert not left
        assert not list(studio.temporary.iterdir())


def studio(*words: str):
    return CliRunner().invoke(app, ["studio", *words])


def test_a_port_in_use_gets_a_clear_word(folder):
    with open_socket(0) as listener:
        port = listener.getsockname()[1]
        result = studio("--port", str(port))
    assert result.exit_code == 1
    assert result.output == (
        f"port {port} cannot be used (Address already in use), choose another with --port\n"
    )


def test_without_its_packages_the_studio_says_what_brings_them(folder, monkeypatch):
    monkeypatch.setattr("generator.cli.options.find_spec", lambda name: None)
    result = studio()
    assert result.exit_code == 1
    assert result.output == "studio needs starlette: pip install 'board-generator[studio]'\n"


def test_without_the_page_the_studio_says_what_builds_it(folder):
    (folder / "bundle" / "index.html").unlink()
    result = studio()
    assert (result.exit_code, "make studio" in result.output) == (1, True)


def test_only_this_machine_can_connect():
    with open_socket(0) as listener:
        assert listener.getsockname()[0] == "127.0.0.1"
        assert listener.family == socket.AF_INET
