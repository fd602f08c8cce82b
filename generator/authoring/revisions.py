"""Versions of a set: a file as it is on disk, or as it was in a revision of git.

Input: FILE or REVISION:FILE as given on the command line, or a revision and the file of a set.
Output: a Version, which has the content of the file and of what lies beside it, ready to be staged.
"""

import posixpath
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from generator import games
from generator.authoring.input_files import kind_of, role_of
from generator.core.diagnostics import display_path
from generator.core.errors import RevisionError
from generator.schema.git_files import committed_file, path_from_top, top_folder
from generator.schema.staging import ART, art_beside, yaml_data


class Version(NamedTuple):
    """A file of a game, with the own art and the own common file (boards or figures) beside it.

    common: whether it is itself the file that all sets of the game need. beside: contents by their
    paths from the folder of the file. label: what messages call it. folders: where else to look for
    the common file.
    """

    game: str
    common: bool
    name: str
    content: bytes
    beside: Mapping[str, bytes]
    label: str
    folders: tuple[Path, ...] = ()


def parse_version(text: str) -> Version:
    """The version that FILE or REVISION:FILE names. Raises RevisionError, DefinitionError."""
    if Path(text).is_file():
        return on_disk(Path(text))
    revision, colon, file = text.partition(":")
    if not (revision and colon and file):
        raise RevisionError(f"{text}: no such file; expected FILE or REVISION:FILE")
    return in_git(revision, file, Path())


def path_on_disk(text: str) -> Path | None:
    """The FILE of REVISION:FILE on disk; None where it does not exist. Raises RevisionError."""
    revision, colon, file = text.partition(":")
    if not (revision and colon and file):
        return None
    path = top_folder(Path()) / path_from_top(file, Path())
    return Path(display_path(path)) if path.is_file() else None


def on_disk(path: Path) -> Version:
    """A file as it is. Raises RevisionError, DefinitionError, OSError."""
    content = path.read_bytes()
    game, common = _game(content, path, display_path(path))
    beside = art_beside(path)
    common_file = path.parent / _common_file(game)
    if not common and common_file.is_file():
        beside[common_file.name] = common_file.read_bytes()
    folder = path.absolute().parent
    folders = (folder.parent if folder.name == game else folder,)
    return Version(game, common, path.stem, content, beside, display_path(path), folders)


def in_git(revision: str, file: str, folder: Path) -> Version:
    """A file as it was in a revision; see git_files.committed_file. Raises RevisionError,
    DefinitionError."""
    companions = [ART, *filter(None, map(_common_file, games.names()))]
    committed = committed_file(revision, file, folder, companions)
    game, common = _game(committed.content, Path(committed.path), committed.label)
    beside = {
        path: content
        for path, content in committed.companions.items()
        if path.startswith(f"{ART}/") or (path == _common_file(game) and not common)
    }
    name = posixpath.splitext(posixpath.basename(committed.path))[0]
    return Version(game, common, name, committed.content, beside, committed.label)


def _common_file(game: str) -> str:
    """The name of the file that all sets of a game need; "" if there is none."""
    common = games.game(game).catalogue.common
    return f"{common}.yaml" if common else ""


def _game(content: bytes, path: Path, label: str) -> tuple[str, bool]:
    """The game of a file, and whether it is the file that all sets need."""
    kind = kind_of(path, yaml_data(content, label))
    if kind is None or role_of(kind) not in ("set", "common"):
        raise RevisionError(f"{label}: expected a set, or the boards or figures of a game")
    return kind.game, role_of(kind) == "common"
