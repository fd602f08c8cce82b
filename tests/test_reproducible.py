"""Same input, same bytes: in other processes, time zones, folders, hash seeds, Pythons."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from short_run import first

pytestmark = pytest.mark.process
ROOT = Path(__file__).parents[1]
COMMANDS = [
    "boards --seed same --set base --set expert --count 2 --no-playtest",
    "rules magnetmen --paper letter --ink low",
]
SURROUNDINGS = [
    {"PYTHONHASHSEED": "0", "TZ": "UTC"},
    {"PYTHONHASHSEED": "4242", "TZ": "Pacific/Auckland"},
    {"LC_ALL": "C", "SOURCE_DATE_EPOCH": "1", "RL_ttfAsciiReadable": "0", "TZ": "CET"}
    | dict.fromkeys(("RL_pdfMultiLine", "RL_pdfComments", "RL_useA85"), "1"),
]
# From Python 3.12 on, sum() of floats is rounded once, as the browser's is; 3.11 rounds each step.
COMPENSATED_SUM = """
import builtins, math, runpy, sys
plain = sum
def compensated(values, start=0):
    values = list(values)
    is_number = all(isinstance(value, (int, float)) for value in values)
    if is_number and any(isinstance(value, float) for value in values):
        return math.fsum([start, *values])
    return plain(values, start)
builtins.sum = compensated
sys.argv = ["board-generator", *sys.argv[1:]]
runpy.run_module("generator", run_name="__main__")
"""


def printed(command: str, folder: Path, *start: str, **environment: str) -> bytes:
    folder.mkdir()
    command = [*(start or (sys.executable, "-m", "generator")), *command.split()]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    options = {"check": True, "capture_output": True, "cwd": folder, "env": environment}
    subprocess.run([*command, "--output", "out.pdf"], **options)
    return (folder / "out.pdf").read_bytes()


@pytest.mark.parametrize("command", first(1, COMMANDS))
def test_same_bytes_whatever_surrounds_the_run(command, tmp_path):
    runs = {printed(command, tmp_path / each["TZ"][:3], **each) for each in SURROUNDINGS}
    assert len(runs) == 1


@pytest.mark.slow
def test_same_bytes_on_other_pythons(tmp_path):
    """Those supported that are on this machine with what the project needs; if none is, nothing is
    compared."""
    found = (shutil.which(f"python3.{minor}") for minor in (11, 12, 13, 14))
    probe = "import reportlab, pydantic, yaml, click, pikepdf, fontpkg_lato"
    here = printed(COMMANDS[0], tmp_path / "here")
    for number, python in enumerate(filter(None, found)):
        if not subprocess.run([python, "-c", probe], capture_output=True, check=False).returncode:
            there = printed(COMMANDS[0], tmp_path / str(number), python, "-m", "generator")
            assert there == here, python


@pytest.mark.slow
def test_no_position_depends_on_how_python_sums_floats(tmp_path):
    words = "rules all --booklet"
    other = printed(words, tmp_path / "other", sys.executable, "-c", COMPENSATED_SUM)
    assert other == printed(words, tmp_path / "plain")
