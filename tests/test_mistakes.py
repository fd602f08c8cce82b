"""Snapshots in tests/mistakes of all that the program says about mistakes, and of its help.

KIND/NAME.yaml (or another file, or a folder) is validated, and NAME.txt has what is printed.
usage/NAME.txt has commands, typed in a folder with the files of usage/NAME, with their answers.
UPDATE_GOLDEN=1 writes the texts anew: add a file, or a line `$ board-generator ...`, and read them.
"""

import re
import shlex
import shutil
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import click
import pytest
from short_run import first
from support import assert_golden

from generator.cli.app import app

FOLDER = Path(__file__).parent / "mistakes"
KINDS = sorted({path.name for path in FOLDER.iterdir()} - {"help", "usage"})
FILES = sorted(
    f"{kind}/{path.name}"
    for kind in KINDS
    for path in (FOLDER / kind).iterdir()
    if path.suffix != ".txt"
)
USAGE = sorted(path.stem for path in (FOLDER / "usage").glob("*.txt"))
HELP = ["board-generator", *app.list_commands(click.Context(app))]


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")


def answer(words: list[str]) -> str:
    """What a command prints, and its exit code. A command that fails leaves all files alone."""
    before, printed = contents(), StringIO()
    with redirect_stdout(printed), redirect_stderr(printed), pytest.raises(SystemExit) as leaving:
        app(words, prog_name="board-generator")
    code = leaving.value.code
    assert code == 0 or contents() == before, words
    return f"{printed.getvalue()}exit code {code}\n"


def contents() -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()}


@pytest.mark.parametrize("name", first(40, [*FILES[::2], *FILES[1::2]]))
def test_a_mistake_in_a_file(name):
    source = FOLDER / name
    if source.is_dir():
        shutil.copytree(source, ".", dirs_exist_ok=True)
        main = Path(f"{source.name}.yaml")
    else:
        main = Path(shutil.copy(source, "."))
    words = ["validate", str(main) if main.exists() else "."]
    assert_golden(answer(words), source.with_suffix(".txt"))


@pytest.mark.parametrize("name", first(6, [*USAGE[::2], *USAGE[1::2]]))
def test_usage(name):
    golden = FOLDER / "usage" / f"{name}.txt"
    if golden.with_suffix("").is_dir():
        shutil.copytree(golden.with_suffix(""), ".", dirs_exist_ok=True)
    commands = re.findall(r"^\$ board-generator (.*)$", golden.read_text("utf-8"), re.MULTILINE)
    text = "\n".join(
        f"$ board-generator {typed}\n{answer(shlex.split(typed))}" for typed in commands
    )
    assert_golden(text, golden)


@pytest.mark.parametrize("command", HELP)
def test_help(command):
    words = [command] if command != HELP[0] else []
    assert_golden(answer([*words, "--help"]), FOLDER / "help" / f"{command}.txt")


def test_every_snapshot_has_its_file():
    texts = {path.relative_to(FOLDER).as_posix() for path in FOLDER.glob("*/*.txt")}
    known = {f"{Path(name).with_suffix('')}.txt" for name in FILES}
    known |= {f"usage/{name}.txt" for name in USAGE} | {f"help/{name}.txt" for name in HELP}
    assert texts == known, "delete the texts that have no file any more"
