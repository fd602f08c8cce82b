"""Files in the user's cache folder.

Each file begins with the SHA-256 of its content, because a changed digit in a cached result would
otherwise change what is printed.
"""

import hashlib
import sys
from contextlib import suppress
from pathlib import Path

from generator.core.files import write_atomically

_DIGEST_BYTES = hashlib.sha256().digest_size


def read(path: Path) -> bytes | None:
    """The content of a cached file; None if there is none, or if it cannot be read.

    A damaged file is deleted, and standard error says so.
    """
    try:
        whole = path.read_bytes()
    except OSError:
        return None
    digest, content = whole[:_DIGEST_BYTES], whole[_DIGEST_BYTES:]
    if digest == _digest(content):
        return content
    print(f"{path}: this cached file is damaged; computing it again", file=sys.stderr)
    with suppress(OSError):
        path.unlink()
    return None


def write(path: Path, content: bytes) -> None:
    """Caches content. If the file cannot be written, nothing is cached."""
    with suppress(OSError):
        write_atomically(path, _digest(content) + content)


def _digest(content: bytes) -> bytes:
    return hashlib.sha256(content).digest()
