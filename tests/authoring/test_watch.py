"""The command `watch`, running while files are saved; and which changes matter to it."""

import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from watchfiles import Change

from generator import games
from generator.authoring.watch import ChangeFilter
from generator.core.request import Request
from generator.core.resources import assets_dir, sets_dir

PATIENCE = 30  # seconds: machines may be busy
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
        words = ["-m", "generator", "watch", "--size", "small", "--players", "2", *options]
        self.folder = folder
        self.process = subprocess.Popen(
            [sys.executable, *words], cwd=folder, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        )  # fmt: skip
        self.lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in self.process.stdout:
            self.lines.put(line.rstrip())

    def next(self) -> str:
        """The text of the next line with a time; the lines before it go to `between`."""
        self.between = []
        while True:
            line = self.lines.get(timeout=PATIENCE)
            if line_match := re.search(r"\d\d:\d\d:\d\d (.*)", line):
                return line_match[1]
            self.between.append(line)

    def wait_for_first_sheet(self) -> "Running":
        """Reads on until the first sheets are made."""
        assert re.fullmatch(r"seed oak: .*\.pdf printed in \d+\.\d\d s", self.next())
        return self

    def after(self, name: str) -> str:
        """The next line about a file; a save of an editor may count as two."""
        while not (line := self.next()).startswith(name):
            pass
        return line

    def read_output(self, name: str) -> bytes:
        return (self.folder / "output" / "watch" / name).read_bytes()

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
        words = ("--set", "garden", "--sets-dir", "mine", "--seed", "oak", *options)
        running.append(Running(tmp_path, *words))
        return running[-1]

    yield start
    for running_process in running:
        running_process.process.kill()
        running_process.process.wait()
        running_process.process.stdout.close()


def save(path: Path, text: str) -> None:
    """Saves as most editors do: writes a new file and renames it over the old one."""
    new = path.with_name(f".{path.name}.new~")
    new.write_text(text, encoding="utf-8")
    new.replace(path)


def base_with_name(name: str) -> str:
    return BASE.replace("Guitarist", name)


@pytest.mark.process
def test_a_designer_at_work(start, tmp_path):
    session = start("--sheet", "legends", "--sheet", "boards").wait_for_first_sheet()
    garden = tmp_path / "mine" / "garden.yaml"
    assert session.read_output("magnetmen.legends.pdf").startswith(b"%PDF")

    # the change alone is seen: the seed stays, and with it the board
    for name in ("Lutist", "Fiddler", "Drummer"):
        before = session.read_output("magnetmen.legends.pdf")
        save(garden, base_with_name(name))
        line = session.after("mine/garden.yaml")
        assert "magnetmen.legends.pdf, " in line and "magnetmen.boards.pdf printed in" in line
        assert session.read_output("magnetmen.legends.pdf") != before

    # a broken file tells all its mistakes, and nothing is touched
    good = session.read_output("magnetmen.boards.pdf")
    save(garden, base_with_name("Lutist").replace("frequency:", "frequncy:"))
    assert session.after("mine/garden.yaml").endswith(
        "nothing printed, the sheets stay as they were"
    )
    save(garden, base_with_name("Drummer") + "# a comment\n")
    assert session.after("mine/garden.yaml") == "mine/garden.yaml: no sheet changes"
    assert len(session.between) == BASE.count("frequency:")
    assert "did you mean 'frequency'?" in session.between[0]
    assert session.read_output("magnetmen.boards.pdf") == good

    # a set that is not used changes nothing
    save(tmp_path / "mine" / "other.yaml", "broken: [")
    # written in pieces, the file is broken for a while
    text = base_with_name("Piper")
    with garden.open("w", encoding="utf-8") as file:
        for start_at in range(0, len(text), 4000):
            file.write(text[start_at : start_at + 4000])
            file.flush()
            time.sleep(0.01)
    while "printed in" not in (line := session.next()):
        assert line.startswith("mine/garden.yaml")
    assert session.read_output("magnetmen.boards.pdf") != good
    assert session.exit_code_after(signal.SIGINT) == 0


@pytest.mark.slow
def test_own_pictures_appear_and_change(start, tmp_path):
    save(tmp_path / "mine" / "garden.yaml", BASE.replace("  guitarist:\n", "  gardener:\n"))
    session = start("--seed", "oak", "--sheet", "legends")
    assert "nothing printed" in session.next()
    # a folder that is ready is moved to where it is looked for
    ready = tmp_path / "ready" / "magnetmen" / "symbols"
    ready.mkdir(parents=True)
    save(ready / "gardener.svg", SYMBOL.format(r=40))
    save(ready.parent / "gardener.svg", PORTRAIT.format(r=40))
    (tmp_path / "ready").rename(tmp_path / "mine" / "assets")
    assert "magnetmen.legends.pdf printed in" in session.next()
    assert any("there is no drawing magnetmen/gardener.svg" in line for line in session.between)

    symbol = tmp_path / "mine" / "assets" / "magnetmen" / "symbols" / "gardener.svg"
    large = session.read_output("magnetmen.legends.pdf")
    save(symbol, SYMBOL.format(r=20))
    assert "symbols/gardener.svg: output/watch/magnetmen.legends.pdf printed in" in session.after(
        "mine/assets"
    )
    small = session.read_output("magnetmen.legends.pdf")
    assert small != large
    save(symbol, "<svg")
    assert "nothing printed" in session.after("mine/assets")
    assert session.exit_code_after(signal.SIGTERM) == 0


@pytest.mark.slow
def test_an_interrupt_that_python_loses_ends_it_all_the_same(tmp_path):
    script = (
        "import os, signal, sys\n"
        "from generator.authoring import watch\n"
        "real = watch._documents\n"
        "def documents(*given):\n"
        "    try:\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "    except KeyboardInterrupt:\n"
        "        pass\n"  # as where an object is deleted
        "    return real(*given)\n"
        "watch._documents = documents\n"
        "from generator.cli.app import app\n"
        "app(['watch', '--size', 'small', '--players', '2'])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, timeout=PATIENCE, check=False,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}, capture_output=True,
    )  # fmt: skip
    assert done.returncode == 0


@pytest.mark.slow
def test_impossible_requests_are_reported_at_once(start):
    assert start("--size", "enormous").process.wait(PATIENCE) == 2


@pytest.fixture
def request_(tmp_path) -> Request:
    (tmp_path / "mine").mkdir()
    quads = games.game("quads")
    return Request(
        "quads", ("classic",), quads.default_size, quads.default_players, ("oak",),
        sets_dirs=(tmp_path / "mine",),
    )  # fmt: skip


@pytest.fixture
def is_relevant(request_, tmp_path) -> ChangeFilter:
    return ChangeFilter(request_, tmp_path / "watch")


def test_what_can_matter(is_relevant, tmp_path):
    for place, matters in {
        "mine/classic.yaml": True,
        "mine/quads/classic.yaml": True,
        "mine/assets/quads/solid.svg": True,
        "mine/quads/assets/shared/logo.PNG": True,
        "mine/other.yaml": False,
        "mine/metals/classic.yaml": False,
        "mine/classic.yaml~": False,
        "mine/.classic.yaml.swp": False,
        "mine/picture.svg": False,
        "mine/quads.board.pdf": False,
    }.items():
        for change in Change:
            assert is_relevant(change, str(tmp_path / place)) == matters
    for path in sets_dir() / "quads" / "classic.yaml", assets_dir() / "quads" / "solid.svg":
        assert is_relevant(Change.modified, str(path))
        assert any(path.resolve().is_relative_to(folder) for folder in is_relevant.folders)


def test_folders_that_come_or_go_matter(is_relevant, request_, tmp_path):
    (tmp_path / "mine" / "assets").mkdir()
    assert is_relevant(Change.added, str(tmp_path / "mine" / "assets"))
    assert not is_relevant(Change.modified, str(tmp_path / "mine" / "assets"))
    assert is_relevant(Change.deleted, str(tmp_path / "mine" / "gone"))
    assert not is_relevant(Change.added, str(tmp_path / "mine" / "notes"))
    inside = ChangeFilter(replace(request_, sets_dirs=(sets_dir(),)), tmp_path / "watch")
    assert inside.folders == (sets_dir().resolve(), assets_dir().resolve())
