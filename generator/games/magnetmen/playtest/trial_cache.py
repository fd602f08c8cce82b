"""Keep the results of boards on disk while a study runs, so that it can be resumed.

Input: everything that the results depend on, as text. Output: the known results, and a file in the
user's cache folder to which new ones are added, one per line. Each line begins with the digest of
its content; a line that was cut off or changed is ignored.
"""

import hashlib
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from generator.core.files import write_atomically
from generator.core.resources import cache_dir

# Any in this module: a result as JSON data.


class TrialCache:
    """Results by the number of their board, for one description of what they depend on."""

    def __init__(self, dependencies: str, resume: bool):
        name = hashlib.sha256(dependencies.encode()).hexdigest()[:24]
        self.path = cache_dir() / "playtest" / f"{name}.jsonl"
        self.results: dict[int, Any] = dict(_read(self.path)) if resume else {}
        self._file: int | None = None

    def add(self, number: int, result: Any) -> None:
        """Add the result of a board. Does not fail where the file cannot be written."""
        self.results[number] = result
        if self._file is not None:
            with suppress(OSError):
                os.write(self._file, _line([number, result]))

    @contextmanager
    def open(self) -> Iterator["TrialCache"]:
        """Start the file with the known results, and keep it open for more."""
        with suppress(OSError):
            write_atomically(self.path, b"".join(map(_line, map(list, self.results.items()))))
            self._file = os.open(self.path, os.O_WRONLY | os.O_APPEND)
        try:
            yield self
        finally:
            if self._file is not None:
                os.close(self._file)
                self._file = None


def _line(entry: list[Any]) -> bytes:
    content = json.dumps(entry, ensure_ascii=False)
    return f"{_digest(content)} {content}\n".encode()


def _read(path: Path) -> Iterator[tuple[int, Any]]:
    lines: list[str] = []
    with suppress(OSError):
        lines = path.read_text("utf-8", errors="replace").splitlines()
    damaged = 0
    for line in lines:
        digest, _, content = line.partition(" ")
        if digest == _digest(content):
            number, result = json.loads(content)
            yield number, result
        else:
            damaged += 1
    if damaged:
        lines_and_boards = (
            "line; playing its board" if damaged == 1 else "lines; playing their boards"
        )
        print(f"{path}: {damaged} damaged {lines_and_boards} again", file=sys.stderr)


def _digest(content: str) -> str:
    return hashlib.sha256(content.encode()).hexdigest()[:16]
