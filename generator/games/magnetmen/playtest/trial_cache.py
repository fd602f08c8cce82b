"""What was found out of boards, kept while a workshop runs, so that it can go on later.

Input: a question. Output: the answers that are known; a file in the user's cache folder to which
new ones are added, a line each. A line has the digest of what it says: one that was cut off, or
changed, counts for nothing.
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


class Kept:
    """Answers to one question, each with the number of a board."""

    def __init__(self, question: str, resume: bool):
        name = hashlib.sha256(question.encode()).hexdigest()[:24]
        self.path = cache_dir() / "playtest" / f"{name}.jsonl"
        self.known = dict(_read(self.path)) if resume else {}
        self._file: int | None = None

    def add(self, number: int, answer: Any) -> None:
        """One more. Where nothing can be written, nothing is kept."""
        self.known[number] = answer
        if self._file is not None:
            with suppress(OSError):
                os.write(self._file, _line([number, answer]))

    @contextmanager
    def open(self) -> Iterator["Kept"]:
        """The file begun with what is known, and open for what is added."""
        with suppress(OSError):
            write_atomically(self.path, b"".join(map(_line, map(list, self.known.items()))))
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
            number, answer = json.loads(content)
            yield number, answer
        else:
            damaged += 1
    if damaged:
        lines_and_boards = (
            "line; playing its board" if damaged == 1 else "lines; playing their boards"
        )
        print(f"{path}: {damaged} damaged {lines_and_boards} again", file=sys.stderr)


def _digest(content: str) -> str:
    return hashlib.sha256(content.encode()).hexdigest()[:16]
