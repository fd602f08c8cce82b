"""Edited texts that are not saved yet, and the sets folder as it would be with them.

Drafts lie in the folder .drafts of the sets folder, so that no edit is lost when the browser or the
studio is closed. The generator reads the stage: a temporary copy of the sets folder in which drafts
take the place of the files. So no part of it knows about drafts, and own art is found beside a set.
"""

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path

from generator import games
from generator.core.diagnostics import Diagnostic, display_path
from generator.core.files import write_atomically
from generator.core.resources import BITMAP_SUFFIXES, file_signature, sets_dir
from generator.schema.set_files import ART, NAME
from generator.web.backend import zip_file
from generator.web.studio.workspace import (
    SHIPPED,
    RefusedError,
    Workspace,
    is_shipped,
    kind_of_file,
    not_found,
    signature_of,
)

_DRAFTS = ".drafts"
_BASES = "signatures.json"  # of the files when their drafts were begun


class Drafts:
    """The drafts of a workspace. Their folder is read like any other: it may come with the sets of
    a stranger."""

    def __init__(self, workspace: Workspace):
        self._workspace = workspace
        self._files = Workspace(workspace.folder / _DRAFTS)

    def put(self, path: str, text: str) -> None:
        """Keep an edited text. Raises RefusedError, OSError."""
        file = self._workspace.writable_place(path, text)
        draft = self._files.place(path)
        with self._workspace.lock:
            if not draft.is_file():
                write_atomically(self._files.folder / ".gitignore", b"*\n", lasting=False)
                self._write_bases({**self._bases(), path: signature_of(file)})
            write_atomically(draft, text.encode(), lasting=False)

    def drop(self, path: str) -> None:
        """Forget a draft, if there is one. Raises RefusedError, OSError."""
        draft = self._files.place(path)
        with self._workspace.lock:
            draft.unlink(missing_ok=True)
            self._write_bases({path: self._bases().get(path, "") for path in self._files.paths()})

    def texts(self) -> dict[str, str]:
        """The text of each draft, by path."""
        with self._workspace.lock:
            paths = (path for path in self._files.paths() if not path.endswith(BITMAP_SUFFIXES))
            return {path: self._files.read(path).text for path in paths}

    def base(self, path: str) -> str | None:
        """The signature of the file when its draft was begun; None without a draft."""
        with self._workspace.lock:
            has_draft = not is_shipped(path) and self._files.place(path).is_file()
            return self._bases().get(path, "") if has_draft else None

    def _bases(self) -> dict[str, str]:
        """The signatures by path; none where the file is damaged."""
        try:
            bases = json.loads((self._files.folder / _BASES).read_bytes())
            return {str(path): str(signature) for path, signature in bases.items()}
        except (OSError, ValueError, AttributeError, RecursionError):
            return {}

    def _write_bases(self, bases: dict[str, str]) -> None:
        """Write them beside the drafts; without drafts nothing is left."""
        if bases:
            write_atomically(self._files.folder / _BASES, json.dumps(bases).encode(), lasting=False)
        elif self._files.folder.is_dir():
            shutil.rmtree(self._files.folder)


class Stage:
    """A copy of the sets folder in a temporary folder, with the drafts or without."""

    def __init__(self, workspace: Workspace, drafts: Drafts | None, folder: Path):
        self._workspace, self._drafts, self.folder = workspace, drafts, folder
        self._copied: dict[str, tuple[int, ...] | str] = {}

    @property
    def sets_dirs(self) -> tuple[Path, ...]:
        """The folder for the generator, up to date."""
        self.update()
        return (self.folder,)

    def update(self) -> None:
        """Write what has changed since the last time, delete what is there no more."""
        with self._workspace.lock:
            self.folder.mkdir(parents=True, exist_ok=True)
            sources: dict[str, tuple[int, ...] | str] = {
                path: file_signature(self._workspace.folder / path)
                for path in self._workspace.paths()
            }
            sources.update(self._drafts.texts() if self._drafts else {})
            for path in self._copied.keys() - sources.keys():
                (self.folder / path).unlink(missing_ok=True)
            for path, source in sources.items():
                if self._copied.get(path) != source:
                    file = self._workspace.folder / path
                    content = source.encode() if isinstance(source, str) else file.read_bytes()
                    write_atomically(self.folder / path, content, lasting=False)
            self._copied = sources

    def file(self, path: str) -> Path:
        """The file of a path, up to date: in the stage, or shipped. Raises RefusedError."""
        if is_shipped(path):
            self._workspace.read(path)
            return sets_dir() / path.removeprefix(f"{SHIPPED}/")
        self._workspace.place(path)
        (folder,) = self.sets_dirs
        return folder / path

    def relabel(self, text: str) -> str:
        """A message in which files have the paths that the page knows."""
        labels = {self.folder: "", self._workspace.folder: "", sets_dir(): f"{SHIPPED}/"}
        for folder, label in labels.items():
            for name in {display_path(folder), str(folder), str(folder.resolve())}:
                # Not within another path: a folder may be called assets here and sets there.
                text = re.sub(rf"(?<![\w./-]){re.escape(name)}/", label, text)
        return text

    def relabelled(self, problem: Diagnostic) -> Diagnostic:
        """A diagnostic in which files have the paths that the page knows."""
        file, message = self.relabel(problem.file), self.relabel(problem.message)
        return replace(problem, file=file, message=message)


_SCHEMA_LINE = re.compile(r"# yaml-language-server:.*\n")  # its path holds only where it stood
_TITLE = re.compile(r"^title:.*\n(?:[ }].*\n)*", re.MULTILINE)  # on one line, or on several
_MAX_TITLE = 60  # characters


def duplicate(
    workspace: Workspace, drafts: Drafts, game: str, name: str, new_name: str, title: str
) -> str:
    """Copy a set to another name in the same folder, or a shipped set into the sets folder; the new
    path. Its own art lies beside both. Raises RefusedError, OSError."""
    if game not in games.names():
        raise RefusedError(f"game {game!r}: expected {', '.join(games.names())}")
    catalogue = games.game(game).catalogue
    if not NAME.fullmatch(new_name):
        raise RefusedError("The name of a set must be of a-z, 0-9 and _, a letter first.")
    reserved = {catalogue.common, *dict(catalogue.others)}
    if new_name in reserved or new_name in catalogue.available([workspace.folder]):
        raise RefusedError(f"There is already a set, or another file, of the name {new_name}.")
    path, text = _text(workspace, drafts, game, name)
    folder = path.rpartition("/")[0]
    new_path = f"{folder}/{new_name}.yaml" if folder else f"{new_name}.yaml"
    text = _SCHEMA_LINE.sub("", text, count=1)
    if title:  # in place of its titles in all languages
        if len(title) > _MAX_TITLE:
            raise RefusedError(f"title: expected at most {_MAX_TITLE} characters")
        line = f"title: {{en: {json.dumps(title, ensure_ascii=False)}}}\n"
        text = _TITLE.sub(lambda _: line, text, count=1)
    workspace.add(new_path, text.encode())
    return new_path


def _text(workspace: Workspace, drafts: Drafts, game: str, name: str) -> tuple[str, str]:
    """The path in the sets folder that a set has, or would have, and its text with its edits."""
    catalogue, texts = games.game(game).catalogue, drafts.texts()
    for path in (f"{game}/{name}.yaml", f"{name}.yaml"):
        file = workspace.place(path)
        if path in texts:
            return path, texts[path]
        if file.is_file() and (kind := kind_of_file(file)) and kind.game == game:
            return path, workspace.read(path).text
    if name not in catalogue.shipped:
        raise not_found(f"{game}/{name}.yaml")
    return f"{game}/{name}.yaml", workspace.read(f"shipped/{game}/{name}.yaml").text


def zipped(stage: Stage, path: str) -> bytes:
    """A set with its edits, the art beside it, and the own common file of its game beside it.
    Raises RefusedError, OSError."""
    file = stage.file(path)
    if not file.is_file():
        raise not_found(path)
    kind = kind_of_file(file)
    game = kind.game if kind else ""
    files = [file]
    common = games.game(game).catalogue.common if game else ""
    if common and not file.is_relative_to(sets_dir()):
        files.append(file.parent / f"{common}.yaml")
    files += sorted((file.parent / ART).rglob("*.*"))
    top = game or "sets"
    return zip_file(
        {
            f"{top}/{member.relative_to(file.parent).as_posix()}": member.read_bytes()
            for member in files
            if member.is_file()
        }
    )
