"""Versions of a set: a file as it is, or as it was in a revision of git.

Input: what is typed: FILE, REVISION:FILE, or a revision and the file of a set. Output: a Version:
the file and what lies beside it, ready to be staged. git is called only for revisions.
"""

import io
import posixpath
import subprocess
import tarfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from generator import games
from generator.authoring.input_files import game_of, kind_of, role_of
from generator.core.diagnostics import shown
from generator.core.errors import RevisionError
from generator.core.yaml_source import read_source
from generator.schema.staging import ART, art_beside, staged

_UNREAD = "unread"  # a game and a name for a file that is only looked at


class Version(NamedTuple):
    """A file of a game, the own art and the own boards beside it by their paths from its folder,
    and what messages call it. folders are where else to look for boards and figures."""

    game: str
    common: bool
    name: str
    content: bytes
    beside: dict[str, bytes]
    label: str
    folders: tuple[Path, ...] = ()


def typed(text: str) -> Version:
    """FILE or REVISION:FILE. Raises RevisionError, DefinitionError."""
    revision, colon, file = text.partition(":")
    if Path(text).is_file():
        return on_disk(Path(text))
    if not (revision and colon and file):
        raise RevisionError(f"{text}: no such file; expected FILE or REVISION:FILE")
    return in_git(revision, file, Path())


def now(text: str) -> Path | None:
    """The FILE of REVISION:FILE as it lies on disk; None where it does not."""
    revision, colon, file = text.partition(":")
    if not (revision and colon and file):
        return None
    path = Path(_git(["rev-parse", "--show-toplevel"], Path())) / _from_top(file, Path())
    return Path(shown(path)) if path.is_file() else None


def on_disk(path: Path) -> Version:
    """A file as it is. Raises RevisionError, DefinitionError, OSError."""
    content = path.read_bytes()
    game, common = _game(content, path, shown(path))
    beside = art_beside(path)
    own = path.parent / f"{games.game(game).catalogue.common}.yaml"
    if not common and own.is_file():
        beside[own.name] = own.read_bytes()
    folder = path.absolute().parent
    folders = (folder.parent if folder.name == game else folder,)
    return Version(game, common, path.stem, content, beside, shown(path), folders)


def in_git(revision: str, file: str, where: Path) -> Version:
    """A file as it was in a revision; the file from the top of the repository that `where` is in,
    or from `where` if it begins with a dot. Raises RevisionError, DefinitionError."""
    if revision.startswith("-"):
        raise RevisionError(f"{revision}: expected a revision of git, such as HEAD~1")
    path = _from_top(file, where)
    label = f"{revision}:{path}"
    top = Path(_git(["rev-parse", "--show-toplevel"], where))
    folder = posixpath.dirname(path)
    names = _git(
        ["ls-tree", "-r", "--name-only", "-z", revision, "--", f"./{path}",
         *(posixpath.join(".", folder, each) for each in _beside())], top,
    ).split("\0")  # fmt: skip
    files = _archived(revision, [name for name in names if name], top)
    if path not in files:
        raise RevisionError(f"{label}: this revision has no such file")
    content = files.pop(path)
    game, common = _game(content, Path(path), label)
    beside = {posixpath.relpath(name, folder or "."): each for name, each in files.items()}
    wanted = f"{games.game(game).catalogue.common}.yaml"
    kept = {
        name: each
        for name, each in beside.items()
        if name.startswith(f"{ART}/") or (name == wanted and not common)
    }
    return Version(
        game, common, posixpath.splitext(posixpath.basename(path))[0], content, kept, label
    )


def _beside() -> list[str]:
    """What may lie beside a set and belong to it."""
    commons = (games.game(name).catalogue.common for name in games.names())
    return [ART, *(f"{common}.yaml" for common in commons if common)]


def _from_top(file: str, where: Path) -> str:
    if not file.startswith((".", "/")):
        return posixpath.normpath(file)
    prefix = _git(["rev-parse", "--show-prefix"], where)
    return posixpath.normpath(posixpath.join(prefix, file))


def _archived(revision: str, names: Sequence[str], top: Path) -> dict[str, bytes]:
    """The contents of files in a revision."""
    if not names:
        return {}
    content = _run(["archive", "--format=tar", revision, "--", *names], top)
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        members = (member for member in archive if member.isfile())
        return {member.name: archive.extractfile(member).read() for member in members}


def _git(words: Sequence[str], where: Path) -> str:
    return _run(words, where).decode(errors="replace").rstrip("\n")


def _run(words: Sequence[str], where: Path) -> bytes:
    """What git says. Raises RevisionError with its own words, or that there is no git."""
    command = ["git", "-C", str(where), *words]
    try:
        done = subprocess.run(command, capture_output=True, check=False)
    except FileNotFoundError:
        raise RevisionError("git is not installed, without it only files can be compared") from None
    if done.returncode:
        words = done.stderr.decode(errors="replace").strip().splitlines() or ["it failed"]
        raise RevisionError(f"git: {words[0].removeprefix('fatal: ')}")
    return done.stdout


def _game(content: bytes, path: Path, label: str) -> tuple[str, bool]:
    """The game of a file, and whether it is the one that is no set."""
    with staged(_UNREAD, _UNREAD, content, {}, label) as stage, stage.telling():
        data = read_source(stage.folder / _UNREAD / f"{_UNREAD}.yaml").data
    kind = kind_of(path, data)
    if kind is None or role_of(kind) not in ("set", "common"):
        raise RevisionError(f"{label}: expected a set, or the boards or figures of a game")
    return game_of(kind), role_of(kind) == "common"
