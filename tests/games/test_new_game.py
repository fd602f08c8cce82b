"""A game is a folder: with its set and its wording it is there in every command.

The game of dice in data/new_game is put beside the others in a copy of the program, in which
nothing else changes.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pypdfium2
import pytest
from short_run import first
from support import DATA

pytestmark = pytest.mark.process
ROOT = Path(__file__).parents[2]

TWENTY = """\
game: dice
title: {en: Twenty}
faces: 20
throws: 3
"""
BATCH = """\
jobs:
  - {game: dice, seeds: {of: oak, range: [2, 3]}, languages: [en, de]}
  - {game: magnetmen, seeds: [elm], playtest: false}
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory) -> Path:
    """The folder of a program that has the game."""
    folder = tmp_path_factory.mktemp("program")
    for name in ("generator", "sets"):
        shutil.copytree(ROOT / name, folder / name)
    (folder / "assets").symlink_to(ROOT / "assets")
    new = DATA / "new_game"
    shutil.copytree(new / "games", folder / "generator" / "games", dirs_exist_ok=True)
    shutil.copytree(new / "languages", folder / "generator" / "languages", dirs_exist_ok=True)
    shutil.copytree(new / "sets", folder / "sets", dirs_exist_ok=True)
    return folder


@pytest.fixture
def run(program, tmp_path):
    """Runs a command of that program in an empty folder; returns what it writes."""

    def run(*words: str, code: int = 0) -> str:
        process = subprocess.run(
            [sys.executable, "-m", "generator", *words], cwd=tmp_path, text=True,
            env={**os.environ, "PYTHONPATH": str(program)}, capture_output=True, check=False,
        )  # fmt: skip
        assert process.returncode == code, process.stderr
        return process.stdout if code == 0 else process.stdout + process.stderr

    return run


@pytest.fixture
def own_set(tmp_path) -> Path:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "twenty.yaml").write_text(TWENTY, "utf-8")
    return tmp_path / "mine" / "twenty.yaml"


def text_of(content: bytes) -> str:
    """The text on the first page of a PDF."""
    with pypdfium2.PdfDocument(content) as document:
        return document[0].get_textpage().get_text_range()


def test_help_lists_the_game(run):
    assert "Print throws of dice." in run("--help")
    assert "dice" in run("batch", "--help").partition("GAME")[2].partition("--")[0]
    options = run("dice", "--help")
    for option in ("--set", "--seed", "--count", "--id", "--paper", "--printer", "--sets-dir"):
        assert option in options


def test_its_command_prints(run, tmp_path):
    game_id, path = run("dice", "--seed", "oak").splitlines()
    assert game_id.startswith("dice.regular.classic.2.oak.1-")
    content = (tmp_path / path).read_bytes()
    assert "5 throws" in text_of(content)
    command = run("inspect", path).splitlines()[-1].split()
    assert command[:4] == ["board-generator", "dice", "--id", game_id]
    run(*command[1:], "--output", "again.pdf")
    assert (tmp_path / "again.pdf").read_bytes() == content


@pytest.mark.parametrize(
    ("language", "title"), first(1, [("fr", "5 lancers"), ("nl", "5 worpen"), ("de", "5 Würfe")])
)
def test_its_wording_is_found(run, tmp_path, language, title):
    run("dice", "--seed", "oak", "--language", language, "--output", "dice.pdf")
    assert title in text_of((tmp_path / "dice.pdf").read_bytes())


@pytest.mark.slow
def test_its_own_sets_are_found(run, tmp_path, own_set):
    words = ["dice", "--set", "twenty", "--sets-dir", "mine", "--seed", "x", "--count", "2"]
    *ids, path = run(*words, "--output", "two.pdf").splitlines()
    assert [game_id.split(".")[2:5] for game_id in ids] == [
        ["twenty", "2", f"x-{n}"] for n in (1, 2)
    ]
    assert "3 throws" in text_of((tmp_path / path).read_bytes())
    assert "did you mean 'twenty'?" in run("dice", "--set", "twent", *words[3:5], code=1)
    own_set.write_text(TWENTY.replace("20", "21"), "utf-8")
    assert "mine/twenty.yaml:3:8: faces: " in run(*words, code=1)


@pytest.mark.slow
def test_rules_and_everything_have_it(run):
    assert "/throws.dice." in run("rules", "dice")
    assert "/booklet.dice." in run("rules", "dice", "--booklet")
    assert "/booklet.all." in run("rules", "all", "--booklet")
    assert "/throws.dice." in run("all", "--no-playtest", "--output", "all")


@pytest.mark.slow
def test_batches_print_it(run, tmp_path):
    words = ["batch", "dice", "--seed", "x", "--count", "3", "--jobs", "1", "--output", "out"]
    paths = run(*words, "--pdfs", "both", "--contact", "--ink-share").splitlines()
    assert paths[0] == "out/dice.regular.classic.2.x.batch.pdf"
    assert paths[1].endswith(".contact.pdf")
    manifest = tmp_path / paths[2]
    rows = [json.loads(line) for line in manifest.read_text("utf-8").splitlines()]
    assert [row["status"] for row in rows] == ["done"] * 3
    (tmp_path / "out" / rows[1]["own"]["file"]).unlink()
    assert run("reprint", paths[2], "--jobs", "1").startswith(f"2 {rows[1]['id']}: ")


@pytest.mark.slow
def test_a_batch_file_may_name_it(run, tmp_path):
    (tmp_path / "party.yaml").write_text(BATCH, "utf-8")
    paths = run("batch", "--from", "party.yaml", "--jobs", "1").splitlines()
    assert [Path(path).name for path in paths] == [
        "party.dice.pdf", "party.dice.de.pdf", "party.magnetmen.boards.pdf",
        "party.jsonl", "party.csv",
    ]  # fmt: skip
    (tmp_path / "party.yaml").write_text(BATCH.replace("dice", "dicee"), "utf-8")
    message = run("batch", "--from", "party.yaml", code=1)
    assert "jobs[0].game: 'dicee' is not known here, did you mean 'dice'?" in message


@pytest.mark.slow
def test_batch_files_with_it_are_valid_and_in_the_schema(run, tmp_path):
    (tmp_path / "party.yaml").write_text(BATCH, "utf-8")
    run("validate", "party.yaml")
    run("schema", "--output", "schemas")
    assert '"dice"' in (tmp_path / "schemas" / "batch.json").read_text("utf-8")


@pytest.mark.slow
def test_its_sets_are_validated(run, own_set):
    run("validate", "mine/twenty.yaml")
    own_set.write_text(TWENTY.replace("20", "21"), "utf-8")
    assert "mine/twenty.yaml:3:8: faces: " in run("validate", "mine/twenty.yaml", code=1)


@pytest.mark.slow
def test_its_sets_have_a_schema(run, tmp_path):
    run("schema", "--output", "schemas")
    schema = json.loads((tmp_path / "schemas" / "dice.json").read_text("utf-8"))
    assert schema["properties"]["faces"]["maximum"] == 20
