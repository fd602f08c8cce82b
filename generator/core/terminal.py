"""Standard output and standard error."""

import re
from contextlib import suppress
from typing import Any, TextIO

# All but tabs and line ends. A terminal obeys them: they could move its cursor or set its title.
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def escape_controls(text: str) -> str:
    """The text with control characters written as Python escapes."""
    return _CONTROL.sub(lambda match: ascii(match[0])[1:-1], text)


class _StreamWrapper:
    """A stream around another one, which handles all that is not defined here."""

    def __init__(self, stream: TextIO):
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


class ErrorIgnoringStream(_StreamWrapper):
    """A stream whose failures are ignored: a closed terminal, or a `head` that has read enough,
    ends no work."""

    def write(self, text: str) -> int:
        with suppress(OSError):
            self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError):
            self._stream.flush()


class EscapingStream(_StreamWrapper):
    """A stream that escapes control characters. For terminals only: other programs get the text
    as it is."""

    def write(self, text: str) -> int:
        self._stream.write(escape_controls(text))
        return len(text)

    @property
    def plain(self) -> TextIO:
        """The stream without escaping."""
        return self._stream


def safe_stream(stream: TextIO) -> TextIO:
    """The stream; escaping if it is a terminal."""
    return EscapingStream(stream) if stream.isatty() else stream  # type: ignore[return-value]


def plain_stream(stream: TextIO) -> TextIO:
    """The stream for what controls the terminal on purpose, such as a progress bar."""
    return stream.plain if isinstance(stream, EscapingStream) else stream
