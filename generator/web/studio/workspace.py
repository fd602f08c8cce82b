"""The files of the sets folder as the studio sees them.

A path is written as magnetmen/mine.yaml, magnetmen/assets/magnetmen/painter.svg or
shipped/magnetmen/base.yaml: folders and names of a-z, 0-9 and _, so that it cannot lead elsewhere.
Links are refused.
"""

import re
import threading
from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Literal, NamedTuple

from generator import games
from generator.authoring.validate import Role, kind_of, role_of
from generator.core.errors import DefinitionError, GeneratorError
from generator.core.files import resolve, write_atomically
from generator.core.resources import ART_SUFFIXES, file_signature, sets_dir
from generator.core.yaml_source import MAX_BYTES, read_source
from generator.schema.reference import FileKind
from generator.schema.set_files import ART


class RefusedError(GeneratorError):
    """A request that cannot be met. `status` is that of HTTP, `data` goes into the answer beside
    the message."""

    def __init__(self, message: str, status: int = 400, data: Mapping[str, object] | None = None):
        super().__init__(message)
        self.status, self.data = status, dict(data or {})


def not_found(what: str) -> RefusedError:
    return RefusedError(f"{what}: there is no such file", 404)


Kind = Literal["set", "common", "other", "art"]

SHIPPED = "shipped"  # in front of the paths of shipped files
MAX_TEXT = MAX_BYTES
MAX_PATH = 200  # characters
_TEXT_SUFFIXES = (".yaml", ".svg")
_NAME = "[a-z0-9_]{1,60}"
_YAML = re.compile(rf"(?:({_NAME})/)?{_NAME}\.yaml")
_SUFFIXES = "|".join(re.escape(suffix) for suffix in ART_SUFFIXES)
_ART = re.compile(rf"(?:({_NAME})/)?{ART}/(?:{_NAME}/){{0,3}}{_NAME}(?:{_SUFFIXES})")


class StudioFile(NamedTuple):
    """A file as the page lists it. `game` is "" where it is unknown."""

    path: str
    game: str
    name: str
    kind: Kind
    shipped: bool
    signature: str


class FileText(NamedTuple):
    """The text of a file, and the signature of what was read."""

    text: str
    signature: str


class Workspace:
    """A sets folder. It may be missing until something is saved."""

    def __init__(self, folder: Path):
        self.folder = folder  # absolute, without links
        self.lock = threading.RLock()  # a write, and the look before it at what is there

    @classmethod
    def at(cls, folder: Path) -> "Workspace":
        """The workspace of a folder that the user names, be it through links."""
        return cls(resolve(folder))

    def place(self, path: str) -> Path:
        """The file of a path in the sets folder, which need not exist. Raises RefusedError."""
        match = len(path) <= MAX_PATH and (_YAML.fullmatch(path) or _ART.fullmatch(path))
        if not match or match[1] not in (None, *games.names()):
            raise RefusedError(f"{path!r}: expected GAME/NAME.yaml, NAME of a-z, 0-9 and _")
        file = self.folder / path
        self._refuse_links(file)
        return file

    def _refuse_links(self, file: Path) -> None:
        inside = (part for part in (file, *file.parents) if part.is_relative_to(self.folder))
        is_outside = not file.resolve().is_relative_to(self.folder)
        if is_outside or any(part.is_symlink() for part in inside if part != self.folder):
            path = file.relative_to(self.folder).as_posix()
            raise RefusedError(f"{path}: this is a link; the studio follows none")

    def read(self, path: str) -> FileText:
        """A file of the sets folder, or a shipped one. Raises RefusedError, OSError."""
        if is_shipped(path):
            return _text(_shipped_place(path), path)
        return _text(self.place(path), path)

    def write(self, path: str, text: str, signature: str) -> str:
        """Replace the file that has a signature, or make one ("" for none); the new signature.

        Raises RefusedError, with the text and signature of the file if it is another by now.
        """
        file = self.writable_place(path, text)
        with self.lock:
            if signature_of(file) != signature:
                now = _text(file, path) if file.is_file() else FileText("", "")
                raise RefusedError(f"{path}: the file has changed on disk", 409, now._asdict())
            write_atomically(file, text.encode())
            return signature_of(file)

    def writable_place(self, path: str, text: str) -> Path:
        """The file of a path that may get this text. Raises RefusedError."""
        if is_shipped(path):
            raise RefusedError(f"{path}: built-in files are read-only; duplicate the set")
        file = self.place(path)
        if file.suffix not in _TEXT_SUFFIXES:
            raise RefusedError(f"{path}: this is a picture, no text")
        if len(text.encode()) > MAX_TEXT:
            raise RefusedError(f"{path}: too large, expected at most {MAX_TEXT:,} bytes", 413)
        return file

    def add(self, path: str, content: bytes) -> None:
        """Make a file that does not exist yet. Raises RefusedError, OSError."""
        file = self.place(path)
        with self.lock:
            if file.exists():
                raise RefusedError(f"{path}: there is already a file of this name")
            write_atomically(file, content)

    def files(self) -> Iterator[StudioFile]:
        """The files of the sets folder, then the shipped ones."""
        for path in self.paths():
            file = self.folder / path
            game, kind = _recognized(file, file_signature(file))
            yield StudioFile(path, game, file.stem, kind, False, signature_of(file))
        for game in games.names():
            for file in sorted((sets_dir() / game).glob("*.yaml")):
                path = f"{SHIPPED}/{game}/{file.name}"
                kind = _recognized(file, file_signature(file))[1]
                yield StudioFile(path, game, file.stem, kind, True, signature_of(file))

    def paths(self) -> Iterator[str]:
        """The paths of the files in the sets folder that the studio can open."""
        for place in (self.folder, *(self.folder / game for game in games.names())):
            for file in sorted([*place.glob("*.yaml"), *(place / ART).rglob("*.*")]):
                path = file.relative_to(self.folder).as_posix()
                try:
                    if self.place(path).is_file():
                        yield path
                except RefusedError:
                    continue  # a link, or a name that no command finds

    def signatures(self) -> dict[str, str]:
        return {path: signature_of(self.folder / path) for path in self.paths()}


def is_shipped(path: str) -> bool:
    return path.startswith(f"{SHIPPED}/")


def kind_of_file(file: Path) -> FileKind | None:
    """The kind of a YAML file, by its folder and name alone where it cannot be read."""
    try:
        return kind_of(file, read_source(file).data)
    except DefinitionError:
        return kind_of(file, {})


def signature_of(file: Path) -> str:
    """A value that is another for every content of a file; "" where there is none."""
    try:
        return _signature(file, file_signature(file)) if file.is_file() else ""
    except OSError:  # it was deleted meanwhile
        return ""


@lru_cache(maxsize=2000)
def _signature(file: Path, _: tuple[int, ...]) -> str:
    return sha256(file.read_bytes()).hexdigest()[:20]


def _text(file: Path, path: str) -> FileText:
    if not file.is_file():
        raise not_found(path)
    if file.suffix not in _TEXT_SUFFIXES:
        raise RefusedError(f"{path}: this is a picture, no text")
    if file.stat().st_size > MAX_TEXT:
        raise RefusedError(f"{path}: too large, expected at most {MAX_TEXT:,} bytes", 413)
    content = file.read_bytes()
    try:
        return FileText(content.decode(), sha256(content).hexdigest()[:20])
    except UnicodeDecodeError:
        raise RefusedError(f"{path}: this is no UTF-8 text") from None


def _shipped_place(path: str) -> Path:
    name = path.removeprefix(f"{SHIPPED}/")
    match = len(path) <= MAX_PATH and _YAML.fullmatch(name)
    if not match or match[1] not in games.names():
        raise not_found(path)
    return sets_dir() / name


@lru_cache(maxsize=500)
def _recognized(file: Path, _: tuple[int, ...]) -> tuple[str, Kind]:
    folder = file.parent.name
    if file.suffix != ".yaml":
        return next((part.name for part in file.parents if part.name in games.names()), ""), "art"
    kind = kind_of_file(file)
    if kind is None or not kind.game:
        return folder if folder in games.names() else "", "other"
    return kind.game, _KINDS.get(role_of(kind), "other")


_KINDS: dict[Role, Kind] = {"set": "set", "common": "common"}
