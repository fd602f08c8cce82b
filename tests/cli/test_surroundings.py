"""The command line where its surroundings fail: terminals, streams, disks, folders."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from commands import output_lines
from support import DATA

from generator.cli.app import SafeStream

BOARD = ("boards", "--no-playtest", "--output", "board.pdf")


def program(folder, *words, before="", **options) -> subprocess.CompletedProcess:
    """A run in a process of its own, behind some code."""
    code = f"import os, sys; sys.argv = {['x', *words]}; {before}\n"
    environment = {**os.environ, "PYTHONPATH": str(DATA.parents[1]), **options.pop("env", {})}
    command = [sys.executable, "-c", f"{code}from generator.cli.app import main; main()"]
    return subprocess.run(command, cwd=folder, env=environment, **options)


@pytest.mark.process
def test_a_terminal_without_the_characters_does_not_end_a_run(tmp_path):
    output_lines("boards", "--seed", "sunday", "--output", str(tmp_path / "board.pdf"))
    cp1252 = {"PYTHONIOENCODING": "cp1252"}
    shown = program(tmp_path, "inspect", "board.pdf", env=cp1252, capture_output=True, check=True)
    assert b"\\u2212" in shown.stdout


@pytest.mark.process
@pytest.mark.parametrize(("words", "code"), [("--version", 0), ("boards --size x", 2)])
def test_the_exit_code_is_that_of_the_command(words, code, tmp_path):
    assert program(tmp_path, *words.split(), capture_output=True).returncode == code


@pytest.mark.process
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_behind_standard_output_is_no_traceback(tmp_path):
    with open("/dev/full", "w") as full:
        result = program(tmp_path, "--version", stdout=full, stderr=subprocess.PIPE)
    assert (result.returncode, b"Traceback" in result.stderr) == (1, False)


@pytest.mark.process
@pytest.mark.slow
def test_closed_streams_do_not_end_a_run(tmp_path):
    """Python has None for a stream that its parent has closed."""
    assert program(tmp_path, *BOARD, before="sys.stdout = sys.stderr = None").returncode == 0
    assert (tmp_path / "board.pdf").is_file()


@pytest.mark.process
@pytest.mark.slow
def test_work_goes_on_when_nobody_listens_any_more(tmp_path):
    """Nobody reads its standard error any more, as in `2>&1 | head`."""
    reader, writer = os.pipe()
    os.close(reader)
    words = ["batch", "--count", "3", "--no-playtest", "--jobs", "1", "--output", "party.pdf"]
    result = program(tmp_path, *words, stdout=subprocess.PIPE, stderr=writer, text=True, check=True)
    os.close(writer)
    assert result.stdout.split() == ["party.pdf", "party.jsonl", "party.csv"]
    assert (tmp_path / "party.jsonl").read_text().count('"status":"done"') == 3


@pytest.mark.process
def test_a_board_that_is_not_playtested_waits_for_no_rules_engine(tmp_path):
    script = (
        "import sys\nfrom generator.cli.app import app\n"
        f"app({[*BOARD]}, standalone_mode=False)\n"
        "slow = {'numba'}\n"
        "print(sorted(slow & sys.modules.keys()))"
    )
    environment = {**os.environ, "PYTHONPATH": str(DATA.parents[1])}
    output = subprocess.check_output([sys.executable, "-c", script], cwd=tmp_path, env=environment)
    assert output.splitlines()[-1] == b"[]"


# Control characters in names and texts.


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_control_characters_are_escaped_on_a_terminal():
    out = Terminal()
    SafeStream(out).write("\x1b]0;title\x07 \x9b2J\u2028 a\tb\n")
    assert out.getvalue() == "\\x1b]0;title\\x07 \\x9b2J\\u2028 a\tb\n"


def test_others_get_the_text_as_it_is():
    """Another program, and a progress bar, which controls the terminal itself."""
    out, terminal = io.StringIO(), Terminal()
    SafeStream(out).write("\x1b2J")
    SafeStream(terminal).unescaped.write("\x1b2J")
    assert out.getvalue() == terminal.getvalue() == "\x1b2J"


def test_a_closed_terminal_ends_no_work():
    closed = io.StringIO()
    closed.write = lambda text: os.close(-1)
    assert SafeStream(closed, (OSError,)).write("text") == 4
    with pytest.raises(OSError):
        SafeStream(closed).write("text")


@pytest.mark.process
@pytest.mark.skipif(sys.platform == "win32", reason="this system has no pseudo-terminals")
def test_the_command_line_shows_no_raw_control_character(tmp_path):
    import pty

    ours, theirs = pty.openpty()
    words = ("boards", "--no-playtest", "--set", "\x1b[31mred")
    program(tmp_path, *words, stdout=theirs, stderr=theirs, timeout=60)
    os.close(theirs)
    output = os.read(ours, 1 << 16)
    os.close(ours)
    assert b"red" in output and b"\x1b" not in output
