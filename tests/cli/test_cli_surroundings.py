"""The command line where its surroundings fail: terminals, streams, disks, folders."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from support import DATA

from generator.cli.app import app

RUNNER = CliRunner()
pytestmark = pytest.mark.process


def test_a_terminal_without_the_characters_does_not_end_a_run(tmp_path):
    """In a process: the encoding of a pipe is set before Python starts."""
    path = str(tmp_path / "board.pdf")
    RUNNER.invoke(app, ["boards", "--no-playtest", "--seed", "sunday", "--output", path])
    code = "import sys; sys.argv[0] = 'x'; from generator.cli.app import main; main()"
    process = subprocess.run(
        [sys.executable, "-c", code, "inspect", path],
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": "cp1252", "PYTHONPATH": str(DATA.parents[1])},
        capture_output=True,
        check=False,
    )
    assert process.returncode == 0, process.stderr
    assert b"\\u2212" in process.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_behind_standard_output_is_no_traceback(tmp_path):
    with open("/dev/full", "w") as full:
        process = subprocess.run(
            [sys.executable, "-m", "generator", "--version"],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(DATA.parents[1])},
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert process.returncode == 1
    assert b"Traceback" not in process.stderr


@pytest.mark.slow
def test_closed_streams_do_not_end_a_run(tmp_path):
    """In a process: Python has None for a stream that its parent has closed."""
    words = ["x", "boards", "--no-playtest", "--output", "board.pdf"]
    code = f"import sys; sys.argv = {words}; sys.stdout = sys.stderr = None\n"
    process = subprocess.run(
        [sys.executable, "-c", f"{code}from generator.cli.app import main; main()"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(DATA.parents[1])},
        check=False,
    )
    assert process.returncode == 0
    assert (tmp_path / "board.pdf").is_file()


@pytest.mark.slow
def test_work_goes_on_when_nobody_listens_any_more(tmp_path):
    """In a process: nobody reads its standard error any more, as in `2>&1 | head`."""
    reader, writer = os.pipe()
    os.close(reader)
    words = ["--count", "3", "--no-playtest", "--jobs", "1", "--output", "party.pdf"]
    process = subprocess.run(
        [sys.executable, "-m", "generator", "batch", *words],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(DATA.parents[1])},
        stdout=subprocess.PIPE,
        stderr=writer,
        text=True,
        check=False,
    )
    os.close(writer)
    assert process.returncode == 0
    assert process.stdout.split() == ["party.pdf", "party.jsonl", "party.csv"]
    assert (tmp_path / "party.jsonl").read_text().count('"status": "done"') == 3


@pytest.mark.skipif(sys.platform == "win32", reason="such a folder cannot be removed")
def test_a_folder_that_is_gone_is_reported(tmp_path):
    code = "import os; os.rmdir(os.getcwd()); from generator.cli.app import main; main()"
    process = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.argv = ['x', 'boards']; {code}"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(DATA.parents[1])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 1
    assert process.stderr.startswith("the folder you are in is gone")


def test_a_board_that_is_not_playtested_waits_for_no_rules_engine(tmp_path):
    script = (
        "import sys\nfrom generator.cli.app import app\n"
        "app(['boards', '--no-playtest', '--output', 'board.pdf'], standalone_mode=False)\n"
        "slow = {'generator.games.magnetmen.engine', 'numba'}\n"
        "print(sorted(slow & sys.modules.keys()))"
    )
    output = subprocess.check_output(
        [sys.executable, "-c", script],
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(DATA.parents[1])},
        stderr=subprocess.PIPE,
    )
    assert output.splitlines()[-1] == "[]"
