"""Results of playtests in the user's cache folder, by the program's source and a key."""

import hashlib
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

from generator.core import cache as cached_files
from generator.core.resources import cache_dir

T = TypeVar("T")


def cached(source: str, key: str, read: Callable[[Any], T], compute: Callable[[], Any]) -> T:
    """The cached value of a key; if there is none, it is computed and cached.

    source is the digest of the program's source. Any: `compute` gives JSON, `read` takes it."""
    digest = hashlib.sha256(key.encode()).hexdigest()
    file = cache_dir() / "play" / source / f"{digest[:24]}.json"
    if (content := cached_files.read(file)) is not None:
        entry = json.loads(content)
        if entry["key"] == key:
            return read(entry["value"])
    value = compute()
    cached_files.write(file, json.dumps({"key": key, "value": value}).encode())
    return read(value)


def source_digest(sources: Iterable[Path]) -> str:
    """A digest of source files, on which results depend."""
    digest = hashlib.sha256(b"".join(source.read_bytes() for source in sources))
    return digest.hexdigest()[:16]
