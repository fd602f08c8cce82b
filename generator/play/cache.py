"""Results of playtests in the user's cache folder."""

import hashlib
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

from generator.core import files
from generator.core.resources import cache_dir

T = TypeVar("T")


def cached(source: str, key: str, read: Callable[[Any], T], compute: Callable[[], Any]) -> T:
    """The cached value of a key; if there is none, it is computed and cached.

    source is the digest of the program's source. Any: `compute` gives JSON, `read` takes it."""
    value = load(source, key)
    if value is None:
        value = compute()
        store(source, key, value)
    return read(value)


def load(source: str, key: str) -> Any:
    if (content := files.read_cached(_file(source, key))) is not None:
        entry = json.loads(content)
        if entry["key"] == key:
            return entry["value"]
    return None


def store(source: str, key: str, value: Any) -> None:
    files.write_cached(_file(source, key), json.dumps({"key": key, "value": value}).encode())


def _file(source: str, key: str) -> Path:
    digest = hashlib.sha256(key.encode()).hexdigest()
    return cache_dir() / "play" / source / f"{digest[:24]}.json"


def source_digest(sources: Iterable[Path]) -> str:
    """A digest of source files, on which results depend."""
    digest = hashlib.sha256(b"".join(source.read_bytes() for source in sources))
    return digest.hexdigest()[:16]
