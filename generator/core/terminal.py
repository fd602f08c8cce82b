"""Standard output and standard error as this program writes to them.

Input: streams. Output: streams that survive a closed terminal, and that show a terminal no control
characters from names and texts of the user.
"""

import re
from contextlib import suppress
from typing import Any, TextIO

# All but tabs and line ends. A terminal obeys them: they could move its cursor or set its title.
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def escape_controls(text: str) -> str:
    """The text with control characters written as Python escapes."""
    return _CONTROL.sub(lambda match: ascii(match[0])[1:-1], text)


class _Wrapper:
    """A stream behind another one; what is not defined here is that of the stream."""

    def __init__(self, stream: TextIO):
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


class Unheard(_Wrapper):
    """A stream that may fail because a terminal is closed or `head` has read enough: that ends no
    work."""

    def write(self, text: str) -> int:
        with suppress(OSError):
            self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError):
            self._stream.flush()


class Escaping(_Wrapper):
    """A stream whose control characters are escaped. Other programs get the text as it is: only
    for terminals."""

    def write(self, text: str) -> int:
        self._stream.write(escape_controls(text))
        return len(text)

    @property
    def plain(self) -> TextIO:
        """The stream without escaping."""
        return self._stream


def safe_stream(stream: TextIO) -> TextIO:
    """The stream; escaping if it is a terminal."""
    return Escaping(stream) if stream.isatty() else stream  # type: ignore[return-value]


def plain_stream(stream: TextIO) -> TextIO:
    """The stream for what controls the terminal on purpose, such as a progress bar."""
    return stream.plain if isinstance(stream, Escaping) else stream
