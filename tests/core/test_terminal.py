"""How names and texts with control characters are shown on a terminal."""

import io
import os
import subprocess
import sys

import pytest

from generator.core.terminal import ErrorIgnoringStream, EscapingStream, plain_stream, safe_stream


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_control_characters_are_escaped_on_a_terminal():
    out = Terminal()
    safe_stream(out).write("\x1b]0;title\x07 \x9b2J\u2028 a\tb\n")
    assert out.getvalue() == "\\x1b]0;title\\x07 \\x9b2J\\u2028 a\tb\n"


def test_other_programs_get_the_text_as_it_is():
    out = io.StringIO()
    assert safe_stream(out) is out


def test_a_progress_bar_controls_the_terminal_itself():
    out = Terminal()
    safe = safe_stream(out)
    assert isinstance(safe, EscapingStream)
    assert plain_stream(safe) is out
    assert plain_stream(out) is out


def test_a_closed_terminal_ends_no_work():
    class ClosedStream(io.StringIO):
        def write(self, text: str) -> int:
            raise OSError("Input/output error")

    assert ErrorIgnoringStream(ClosedStream()).write("text") == 4


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
