"""Same input, same bytes: in other processes, time zones, folders, hash seeds, Pythons."""

import hashlib
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
    [
        "boards",
        "--seed",
        "same",
        "--set",
        "base",
        "--set",
        "expert",
        "--count",
        "2",
        "--no-playtest",
    ],
    ["inventories", "--seed", "same", "--language", "fr", "--no-playtest"],
    ["rules", "magnetmen", "--paper", "letter", "--ink", "low"],
    ["legends"],
]


def digest(command, folder, python=sys.executable, **environment) -> str:
    folder.mkdir(exist_ok=True)
    path = folder / "out.pdf"
    subprocess.run(
        [python, "-m", "generator", *command, "--output", str(path)],
        check=True,
        capture_output=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
    )
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize("command", first(1, COMMANDS), ids=lambda command: command[0])
def test_same_bytes_whatever_surrounds_the_run(command, tmp_path):
    runs = {
        digest(command, tmp_path / "a", PYTHONHASHSEED="0", TZ="UTC"),
        digest(command, tmp_path / "b", PYTHONHASHSEED="4242", TZ="Pacific/Auckland"),
        digest(
            command,
            tmp_path / "c",
            LC_ALL="C",
            SOURCE_DATE_EPOCH="1",
            RL_pdfMultiLine="1",
            RL_pdfComments="1",
            RL_ttfAsciiReadable="0",
            RL_useA85="1",
        ),
    }
    assert len(runs) == 1


def other_pythons() -> list[str]:
    """Other supported Pythons on this machine that have what the project needs."""
    pythons = []
    for minor in (11, 12, 13, 14):
        path = shutil.which(f"python3.{minor}")
        if not path or sys.version_info[:2] == (3, minor):
            continue
        probe = "import reportlab, pydantic, yaml, click, pikepdf, fontpkg_lato"
        if subprocess.run([path, "-c", probe], capture_output=True, check=False).returncode == 0:
            pythons.append(path)
    return pythons


@pytest.mark.slow
def test_same_bytes_on_other_pythons(tmp_path):
    """Compares what is there; with one Python it compares that with itself."""
    runs = {
        digest(COMMANDS[0], tmp_path / str(number), python)
        for number, python in enumerate([sys.executable, *other_pythons()])
    }
    assert len(runs) == 1


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


@pytest.mark.slow
def test_no_position_depends_on_how_python_sums_floats(tmp_path):
    words = ["rules", "all", "--booklet", "--output"]
    for name, start in (("plain", ["-m", "generator"]), ("other", ["-c", COMPENSATED_SUM])):
        command = [sys.executable, *start, *words, str(tmp_path / f"{name}.pdf")]
        subprocess.run(command, check=True, capture_output=True)
    assert (tmp_path / "plain.pdf").read_bytes() == (tmp_path / "other.pdf").read_bytes()
