"""Files as they were in a revision of git.

Everything that git refuses raises RevisionError with git's own words.
"""

import io
import posixpath
import subprocess
import tarfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from generator.core.errors import RevisionError


class CommittedFile(NamedTuple):
    """A file in a revision.

    path is its path from the top of the repository; label is REVISION:PATH; companions are the
    files that were looked for beside it, by their paths from its folder.
    """

    label: str
    path: str
    content: bytes
    companions: Mapping[str, bytes]


def committed_file(
    revision: str, file: str, folder: Path, companions: Sequence[str]
) -> CommittedFile:
    """A file as it was in a revision, with those of its companions (files or whole folders beside
    it) that the revision has.

    A path that begins with a dot or a slash is relative to the folder, any other to the top of the
    repository that the folder is in. Raises RevisionError.
    """
    if revision.startswith("-"):
        raise RevisionError(f"{revision}: expected a revision of git, such as HEAD~1")
    path = path_from_top(file, folder)
    label = f"{revision}:{path}"
    top = top_folder(folder)
    parent = posixpath.dirname(path)
    patterns = (f"./{path}", *(posixpath.join(".", parent, name) for name in companions))
    listing = _git(["ls-tree", "-r", "--name-only", "-z", revision, "--", *patterns], top)
    contents = _contents(revision, [name for name in listing.split("\0") if name], top)
    if path not in contents:
        raise RevisionError(f"{label}: this revision has no such file")
    content = contents.pop(path)
    beside = {posixpath.relpath(name, parent or "."): data for name, data in contents.items()}
    return CommittedFile(label, path, content, beside)


def top_folder(folder: Path) -> Path:
    """The top of the repository that a folder is in. Raises RevisionError."""
    return Path(_git(["rev-parse", "--show-toplevel"], folder))


def path_from_top(file: str, folder: Path) -> str:
    """The path of a file from the top of its repository, as in `committed_file`. Raises
    RevisionError."""
    if not file.startswith((".", "/")):
        return posixpath.normpath(file)
    prefix = _git(["rev-parse", "--show-prefix"], folder)
    return posixpath.normpath(posixpath.join(prefix, file))


def _contents(revision: str, names: Sequence[str], top: Path) -> dict[str, bytes]:
    """The contents of files in a revision, by name."""
    if not names:
        return {}
    archive = _run(["archive", "--format=tar", revision, "--", *names], top)
    contents: dict[str, bytes] = {}
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        for member in tar:
            if member.isfile() and (stream := tar.extractfile(member)):
                contents[member.name] = stream.read()
    return contents


def _git(arguments: Sequence[str], folder: Path) -> str:
    return _run(arguments, folder).decode(errors="replace").rstrip("\n")


def _run(arguments: Sequence[str], folder: Path) -> bytes:
    """The output of a git command."""
    command = ["git", "-C", str(folder), *arguments]
    try:
        process = subprocess.run(command, capture_output=True, check=False)
    except FileNotFoundError:
        raise RevisionError("git is not installed, without it only files can be compared") from None
    if process.returncode:
        lines = process.stderr.decode(errors="replace").strip().splitlines() or ["it failed"]
        raise RevisionError(f"git: {lines[0].removeprefix('fatal: ')}")
    return process.stdout
