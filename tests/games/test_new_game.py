"""A game is a folder: with its set and its wording it is there in every command and every test.

The bingo in data/new_game, without pieces and without programs, is put beside the other games in a
copy of the program, in which nothing else changes.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pypdfium2
import pytest
from support import DATA

from generator import games

pytestmark = [pytest.mark.process, pytest.mark.slow]
ROOT = Path(__file__).parents[2]

SHORT = """\
game: bingo
title: {en: Short}
words: [{en: a cat}]
"""
BATCH = """\
jobs:
  - {game: bingo, seeds: {of: oak, range: [2, 3]}, languages: [en, de]}
  - {game: magnetmen, seeds: [elm], playtest: false}
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory) -> Path:
    """The folder of a program that has the game."""
    folder = tmp_path_factory.mktemp("program")
    for name in ("generator", "sets", "tests", "docs"):
        ignored = shutil.ignore_patterns("bundle", "node_modules")
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    (folder / "assets").symlink_to(ROOT / "assets")
    shutil.copy(ROOT / "pyproject.toml", folder)
    new = DATA / "new_game"
    for place in ("generator/games", "generator/languages", "sets"):
        shutil.copytree(new / Path(place).name, folder / place, dirs_exist_ok=True)
    return folder


@pytest.fixture
def run(program, tmp_path):
    """Runs a command of that program in an empty folder; returns what it writes."""

    def run(*words: str, code: int = 0) -> str:
        options = {"env": {**os.environ, "PYTHONPATH": str(program)}, "cwd": tmp_path}
        command = [sys.executable, "-m", "generator", *words]
        process = subprocess.run(command, text=True, capture_output=True, **options)
        assert process.returncode == code, process.stderr
        return process.stdout if code == 0 else process.stdout + process.stderr

    return run


def text_of(path: Path) -> str:
    """The text on the first page of a PDF."""
    with pypdfium2.PdfDocument(path) as document:
        return document[0].get_textpage().get_text_range()


def test_help_lists_the_game_and_its_command_has_the_options_that_matter(run):
    assert "Print bingo: board, rules." in run("--help")
    options = run("bingo", "--help")
    for option in ("--set", "--seed", "--count", "--sheet", "--id", "--paper", "--printer"):
        assert option in options
    for option in ("--backs", "--tile", "--playtest", "--size", "--thickness"):
        assert option not in options


def test_its_command_prints(run, tmp_path):
    game_id, *paths = run("bingo", "--seed", "oak").splitlines()
    assert game_id.startswith("bingo.regular.party.4.oak.1-")
    assert paths[-1] == f"output/{game_id}.pdf"
    command = run("inspect", paths[-1]).splitlines()[-1].split()
    assert command[:4] == ["board-generator", "bingo", "--id", game_id]
    run(*command[1:], "--output", "again.pdf")
    assert (tmp_path / "again.pdf").read_bytes() == (tmp_path / paths[-1]).read_bytes()


@pytest.mark.parametrize(
    ("language", "word"), [("fr", "Barrez"), ("nl", "Streep"), ("de", "Streicht")]
)
def test_its_wording_is_found(run, tmp_path, language, word):
    run("rules", "bingo", "--language", language, "--output", "bingo.pdf")
    assert word in text_of(tmp_path / "bingo.pdf")


def test_batches_and_batch_files_print_it(run, tmp_path):
    paths = run("batch", "bingo", "--seed", "x", "--count", "2", "--jobs", "1").splitlines()
    rows = [json.loads(line) for line in (tmp_path / paths[1]).read_text("utf-8").splitlines()]
    assert [row["status"] for row in rows] == ["done"] * 2
    (tmp_path / "party.yaml").write_text(BATCH, "utf-8")
    run("validate", "party.yaml")
    names = [Path(path).name for path in run("batch", "--from", "party.yaml").splitlines()]
    assert {"party.bingo.pdf", "party.bingo.de.pdf"} <= {*names}


def test_its_sets_are_validated(run, tmp_path):
    own_set = tmp_path / "mine" / "short.yaml"
    own_set.parent.mkdir()
    own_set.write_text(SHORT, "utf-8")
    assert "mine/short.yaml:3:8: words: " in run("validate", "mine/short.yaml", code=1)


def test_every_test_of_all_games_passes_with_it(program):
    """No test knows how many games there are, or that a game is cut out, tiled or played. Golden
    files of the game are written first."""
    files = [
        str(path.relative_to(program))
        for path in sorted((program / "tests").rglob("test_*.py"))
        if re.search(r"games\.names\(\)|from documents import", path.read_text("utf-8"))
        and path.name not in ("test_new_game.py", "test_package.py")
    ]
    assert len(files) > 7
    others = " or ".join(games.names())
    others += " or test_bitmap or test_virtual_table"  # which take long
    with_play = "test_cli or test_backend or test_site or test_printer_profile"  # would compile
    run_tests = ["-m", "pytest", "-q", "--hypothesis-profile=short", "-k"]
    commands = [
        ["-m", "generator", "schema", "--output", "sets/schemas", "--docs", "docs/sets.md"],
        [*run_tests, "bingo", "tests/test_golden_sheets.py"],
        [*run_tests, f"bingo or not ({others} or {with_play})", *files],
    ]
    for words in commands:
        writes = words is commands[1]
        environment = {**os.environ, "PYTHONPATH": str(program)}
        environment |= {"UPDATE_GOLDEN": "1"} if writes else {}
        command, options = [sys.executable, *words], {"cwd": program, "env": environment}
        process = subprocess.run(command, text=True, capture_output=True, **options)
        assert process.returncode == 0 or writes, process.stdout[-4000:]
