"""How names and texts with control characters are shown on a terminal."""

import io
import os
import subprocess
import sys

import pytest

from generator.cli.app import SafeStream


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
    class ClosedStream(io.StringIO):
        def write(self, text: str) -> int:
            raise OSError("Input/output error")

    assert SafeStream(ClosedStream(), (OSError,)).write("text") == 4
    with pytest.raises(OSError, match="Input"):
        SafeStream(ClosedStream()).write("text")


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no pseudo-terminals")
def test_the_command_line_shows_no_raw_control_character():
    import pty

    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "generator", "boards", "--no-playtest", "--set", "\x1b[31mred"]
    subprocess.run(command, stdout=theirs, stderr=theirs, timeout=60, check=False)
    os.close(theirs)
    output = os.read(ours, 1 << 16)
    os.close(ours)
    assert b"red" in output
    assert b"\x1b" not in output
