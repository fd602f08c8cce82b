"""Writing results so that nothing is lost.

Input: a path and bytes. Output: the file, either wholly new or untouched.
"""

import os
from pathlib import Path


def write_atomically(path: Path, content: bytes) -> Path:
    """Write beside the target, then rename over it; folders are made. Raises OSError.

    A link is followed: the file it leads to is the one that is replaced.
    """
    if path.is_dir():
        raise IsADirectoryError(f"{path}: this is a folder, expected the name of a file")
    try:
        return _written(path, path.resolve(), content)
    except OSError as error:
        raise OSError(f"{path}: cannot be written: {error.strerror or error}") from error


def writable(folder: Path) -> None:
    """Makes a folder, if it is not there, before long work for what is to lie in it. Raises
    OSError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OSError(f"{folder}: cannot be written: {error.strerror or error}") from error


def _written(path: Path, target: Path, content: bytes) -> Path:
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f".{target.stem[:40]}.{os.getpid()}.part")
    try:
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())  # else a power cut may leave an empty file behind the name
        os.replace(part, target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    return path
