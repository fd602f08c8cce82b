"""Keys that are pressed while a command runs.

Input: standard input, if it is a terminal that the command has to itself. Output: the keys as they
are pressed, and lines. Without such a terminal there are none.
"""

import os
import select
import sys
from types import TracebackType
from typing import Any, Self

try:
    import termios
    import tty

    _HAS_TERMIOS = True
except ImportError:  # Windows
    _HAS_TERMIOS = False


class Keys:
    """A context in which the terminal passes on each key at once and does not print it. Ctrl-C
    still interrupts."""

    def __init__(self) -> None:
        self._original: list[Any] | None = None  # the terminal's settings, in termios' own form

    @property
    def available(self) -> bool:
        """Whether there is a terminal at which keys can be pressed."""
        return self._original is not None

    def __enter__(self) -> Self:
        if _HAS_TERMIOS and _in_foreground():
            self._original = termios.tcgetattr(sys.stdin)
            tty.setcbreak(sys.stdin)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._restore()

    def pressed(self) -> str:
        """The keys pressed since the last call; does not wait."""
        if not self._original or not select.select([sys.stdin], [], [], 0)[0]:
            return ""
        return os.read(sys.stdin.fileno(), 64).decode(errors="ignore")

    def read_line(self, prompt: str) -> str:
        """Ask for a line, which is printed while it is typed."""
        self._restore()
        try:
            return input(prompt)
        except EOFError:
            return ""
        finally:
            tty.setcbreak(sys.stdin)

    def _restore(self) -> None:
        if self._original:
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._original)


def _in_foreground() -> bool:
    """Whether keys reach this process: changing the terminal from the background would stop it."""
    try:
        return sys.stdin.isatty() and os.tcgetpgrp(sys.stdin.fileno()) == os.getpgrp()
    except (OSError, ValueError):
        return False
