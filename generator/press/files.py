"""Writing results so that nothing is lost.

Input: a path and bytes. Output: the file, either wholly new or untouched.
"""

import os
import tempfile
from pathlib import Path


def write_atomically(path: Path, content: bytes) -> Path:
    """Write beside the target, then rename over it; folders are made. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.stem[:40]}.", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return path


def _umask() -> int:
    """mkstemp makes private files; results get the permissions any new file has here."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
