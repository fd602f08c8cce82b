"""Keys that are pressed while a command runs.

Input: standard input, where it is a terminal that the command has for itself. Output: the keys, as
they are pressed; a typed line. Without such a terminal there are none.
"""

import os
import select
import sys
from types import TracebackType
from typing import Any, Self

try:
    import termios
    import tty
except ImportError:  # Windows
    termios = None


class Keys:
    """A context in which the terminal gives each key at once and does not show it. Ctrl-C still
    interrupts."""

    def __init__(self) -> None:
        self._before: list[Any] | None = None  # the terminal's settings, if there is one

    @property
    def there(self) -> bool:
        """Whether anybody can press any."""
        return self._before is not None

    def __enter__(self) -> Self:
        if termios and _in_foreground():
            self._before = termios.tcgetattr(sys.stdin)
            tty.setcbreak(sys.stdin)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if self._before:
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._before)

    def pressed(self) -> str:
        """The keys since the last time; does not wait."""
        if not self._before or not select.select([sys.stdin], [], [], 0)[0]:
            return ""
        return os.read(sys.stdin.fileno(), 64).decode(errors="ignore")

    def line(self, prompt: str) -> str:
        """A line that is typed, and seen while it is."""
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._before)
        try:
            return input(prompt)
        except EOFError:
            return ""
        finally:
            tty.setcbreak(sys.stdin)


def _in_foreground() -> bool:
    """Whether keys come here: changing the terminal from the background would stop the command."""
    try:
        return sys.stdin.isatty() and os.tcgetpgrp(sys.stdin.fileno()) == os.getpgrp()
    except (OSError, ValueError):
        return False
