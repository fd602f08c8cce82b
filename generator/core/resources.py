"""The folders of the shipped art and sets, and of the cache."""

import os
from collections.abc import Iterable
from pathlib import Path

_PACKAGE = Path(__file__).parents[1]
BITMAP_SUFFIXES = (".png", ".jpg", ".jpeg", ".PNG", ".JPG", ".JPEG")  # cameras shout
LANGUAGES = tuple(sorted(path.parent.name for path in _PACKAGE.glob("languages/*/common.yaml")))
"""The codes of all languages, from their folders: their wording is read when it is needed."""

ART_SUFFIXES = (".svg", *BITMAP_SUFFIXES)


def assets_dir() -> Path:
    """The folder of the shipped art, one folder a game."""
    return _shipped("assets")


def sets_dir() -> Path:
    """The folder of the shipped sets, one folder a game."""
    return _shipped("sets")


def _shipped(name: str) -> Path:
    installed = _PACKAGE / "_data" / name  # where a wheel has it; a checkout has it at its top
    return installed if installed.is_dir() else _PACKAGE.parent / name


def file_signature(path: Path) -> tuple[int, ...]:
    """A value that changes whenever the file is saved. Raises OSError."""
    status = path.stat()
    return status.st_mtime_ns, status.st_size, status.st_ino


def cache_dir() -> Path:
    """The folder for results that take long to compute; it may be deleted at any time."""
    try:
        home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    except RuntimeError:  # a user without a home: nothing can be cached
        home = Path(os.devnull)
    return home / "board-generator"


def find_art(name: str, folders: Iterable[Path] = ()) -> Path:
    """The file of an art name such as "magnetmen/baker": in the first of the folders that has
    it, else the shipped one; an SVG before a bitmap. Raises FileNotFoundError."""
    for folder in (*folders, assets_dir()):
        for suffix in ART_SUFFIXES:
            if (path := folder / f"{name}{suffix}").is_file():
                return path
    raise FileNotFoundError(f"there is no art {name}.svg")
