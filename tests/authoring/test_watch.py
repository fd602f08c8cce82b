"""The command `watch`, running while files are saved; and which changes matter to it."""

import os
import queue
import re
import signal
import sys
import threading
import time
from pathlib import Path
from subprocess import DEVNULL, PIPE, STDOUT, Popen

import pytest
from watchfiles import Change

from generator.authoring.watch import Relevant
from generator.core.request import Request
from generator.core.resources import assets_dir, sets_dir

PATIENCE = 30  # seconds: machines may be busy
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
BASE = (sets_dir() / "magnetmen" / "base.yaml").read_text(encoding="utf-8")
SYMBOL = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
  <title>Symbol</title>
  <circle cx="50" cy="50" r="{r}" fill="none" stroke="currentColor" stroke-width="8"/>
</svg>
"""
PORTRAIT = SYMBOL.replace("currentColor", "#23263b").replace('"8"', '"4"')


class Running:
    """A running watch in a folder; its lines of output come from a queue."""

    def __init__(self, folder: Path, *options: str):
        words = ["-m", "generator", "watch", "--size", "small", "--players", "2", "--seed", "oak"]
        self.folder = folder
        command = [sys.executable, *words, "--set", "garden", "--sets-dir", "mine", *options]
        channels = {"stdin": DEVNULL, "stdout": PIPE, "stderr": STDOUT, "text": True}
        apart = {"cwd": folder, "env": ENVIRONMENT, "start_new_session": True}
        self.process = Popen(command, **channels, **apart)
        self.lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in self.process.stdout:
            self.lines.put(line.rstrip())

    def until(self, start: str, words: str) -> list[str]:
        """The lines up to one that begins so, behind its time, and has these words."""
        passed = []
        while True:
            passed.append(line := self.lines.get(timeout=PATIENCE))
            if re.match(rf"\d\d:\d\d:\d\d {re.escape(start)}", line) and words in line:
                return passed

    def output(self, name: str) -> bytes:
        return (self.folder / "output" / "watch" / f"magnetmen.{name}.pdf").read_bytes()

    def exit_code_after(self, number: int) -> int:
        """The exit code after a signal."""
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)


@pytest.fixture
def start(tmp_path):
    (tmp_path / "mine").mkdir()
    save(tmp_path / "mine" / "garden.yaml", BASE)
    running = []

    def start(*options: str) -> Running:
        running.append(Running(tmp_path, *options))
        return running[-1]

    yield start
    for each in running:
        each.process.kill()
        each.process.wait()
        each.process.stdout.close()


def save(path: Path, text: str) -> None:
    """Saves as most editors do: writes a new file and renames it over the old one."""
    new = path.with_name(f".{path.name}.new~")
    new.write_text(text, encoding="utf-8")
    new.replace(path)


@pytest.mark.process
def test_a_designer_at_work(start, tmp_path):
    session = start("--sheet", "legends", "--sheet", "boards")
    session.until("seed oak", "magnetmen.boards.pdf printed in")
    garden, own = tmp_path / "mine" / "garden.yaml", "mine/garden.yaml"

    # the change alone is seen: the seed stays, and with it the board
    before = session.output("legends")
    save(garden, BASE.replace("Guitarist", "Drummer"))
    assert "magnetmen.legends.pdf, " in session.until(own, "printed in")[-1]
    assert session.output("legends") != before

    # a broken file tells all its mistakes, and nothing is touched
    good = session.output("boards")
    save(garden, BASE.replace("frequency:", "frequncy:"))
    session.until(own, "nothing printed, the sheets stay as they were")
    save(garden, BASE.replace("Guitarist", "Drummer") + "# a comment\n")
    told = session.until(own, "no sheet changes")[:-1]
    assert len(told) == BASE.count("frequency:")
    assert "did you mean 'frequency'?" in told[0]
    assert session.output("boards") == good

    # written in pieces, the file is broken for a while
    text = BASE.replace("Guitarist", "Piper")
    with garden.open("w", encoding="utf-8") as file:
        for start_at in range(0, len(text), 4000):
            file.write(text[start_at : start_at + 4000])
            file.flush()
            time.sleep(0.01)
    session.until(own, "printed in")
    assert session.output("boards") != good
    assert session.exit_code_after(signal.SIGINT) == 0


@pytest.mark.slow
def test_own_pictures_appear_and_change(start, tmp_path):
    save(tmp_path / "mine" / "garden.yaml", BASE.replace("  guitarist:\n", "  gardener:\n"))
    session = start("--sheet", "legends")
    session.until("seed oak", "nothing printed")
    # a folder that is ready is moved to where it is looked for
    ready = tmp_path / "ready" / "magnetmen" / "symbols"
    ready.mkdir(parents=True)
    save(ready / "gardener.svg", SYMBOL.format(r=40))
    save(ready.parent / "gardener.svg", PORTRAIT.format(r=40))
    (tmp_path / "ready").rename(tmp_path / "mine" / "assets")
    missing = session.until("mine/assets", "magnetmen.legends.pdf printed in")
    assert any("there is no drawing magnetmen/gardener.svg" in line for line in missing)
    symbol = tmp_path / "mine" / "assets" / "magnetmen" / "symbols" / "gardener.svg"
    large = session.output("legends")
    save(symbol, SYMBOL.format(r=20))
    session.until("mine/assets/magnetmen/symbols/gardener.svg", "legends.pdf printed in")
    assert session.output("legends") != large
    save(symbol, "<svg")
    session.until("mine/assets", "nothing printed")
    assert session.exit_code_after(signal.SIGTERM) == 0


@pytest.mark.slow
def test_impossible_requests_are_reported_at_once(start):
    assert start("--size", "enormous").process.wait(PATIENCE) == 2


def test_what_can_matter(tmp_path):
    (tmp_path / "mine" / "assets").mkdir(parents=True)
    own = tmp_path / "mine", sets_dir()
    request = Request("quads", ("classic",), "", 2, ("oak",), sets_dirs=own)
    relevant = Relevant(request, tmp_path / "mine" / "out")
    assert relevant.folders == tuple(path.resolve() for path in (*own, assets_dir()))
    for name, change, matters in (
        ("classic.yaml", Change.modified, True),
        ("quads/assets/shared/logo.PNG", Change.added, True),
        (".classic.yaml", Change.modified, False),
        ("classic.yaml~", Change.modified, False),
        (".classic.yaml.swp", Change.added, False),
        ("quads.board.pdf", Change.added, False),
        ("assets", Change.added, True),
        ("assets", Change.modified, False),
        ("gone", Change.deleted, True),
        ("notes", Change.added, False),
        ("out", Change.deleted, False),
    ):
        assert relevant(change, str(tmp_path / "mine" / name)) == matters, (name, change)
