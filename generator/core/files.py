"""Writing results so that nothing is lost."""

import hashlib
import io
import os
import sys
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal


def write_atomically(path: Path, content: bytes, lasting: bool = True) -> Path:
    """Write beside the target, then rename over it; folders are made. A link is followed, a pipe or
    a device written to as it stands. What need not outlast a power cut (lasting=False) is written
    without waiting for the disk. Raises OSError."""
    if path.is_dir():
        raise IsADirectoryError(f"{path}: this is a folder, expected the name of a file")
    target = resolve(path)
    # Its name is always the same, so that the next run writes over what a killed one has left.
    part = target.with_name(f".{target.name}.part")
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(content)
            return path
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            with part.open("wb") as file:
                file.write(content)
                if lasting:
                    file.flush()
                    os.fsync(file.fileno())  # else a power cut may leave an empty file there
            try:
                os.replace(part, target)
            except FileNotFoundError:  # another process, which writes the same file, moved it there
                return write_atomically(path, content, lasting)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise OSError(f"{path}: cannot be written: {error.strerror or error}") from error
    return path


def zip_file(files: Mapping[str, bytes]) -> bytes:
    """A ZIP of some files, the same bytes for the same files."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as target:
        for name, file in files.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))  # the earliest that ZIPs know
            entry.external_attr = 0o644 << 16  # readable where the archive is unpacked
            target.writestr(entry, file, zipfile.ZIP_DEFLATED)
    return content.getvalue()


def resolve(path: Path) -> Path:
    """The absolute path without links."""
    return Path(os.path.realpath(path))  # Path.resolve fails where links lead in a circle


def writable(folder: Path) -> None:
    """Makes a folder, if it is not there, before long work for what is to lie in it. Raises
    OSError where it cannot be written to."""
    from tempfile import TemporaryFile  # here, because only long work needs it

    try:
        folder.mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=folder).close()
    except OSError as error:
        raise OSError(f"{folder}: cannot be written: {error.strerror or error}") from error


@contextmanager
def exclusive_lock(path: Path) -> Iterator[None]:
    """While a file is worked on, by nobody else; a process that is killed gives it free. Raises
    OSError if somebody else does, or if the folder cannot be written to."""
    from filelock import FileLock, Timeout

    writable(path.parent)
    file = path.with_name(f".{path.name}.lock")
    lock = FileLock(file, timeout=0)
    try:
        lock.acquire()
    except Timeout:
        words = "another run is at work on this, wait for it or stop it"
        raise OSError(f"{path}: {words}") from None
    try:
        yield
    finally:
        with suppress(OSError):  # Windows removes no open file
            file.unlink()  # while it is locked: whoever waits for it makes a new one
        lock.release()


CUT_FORMATS = ("svg", "dxf")

Pdfs = Literal["one", "each", "both"]
"""The PDFs of a batch: one of all variants, one of each, or both."""


@dataclass(frozen=True, slots=True)
class Output:
    """A folder, or one PDF in it if file_name is not ""; the formats of the cut files beside it; of
    batches which PDFs they make."""

    folder: Path
    file_name: str = ""
    cut_formats: tuple[str, ...] = ()
    pdfs: Pdfs = "one"
    contact_sheet: bool = False

    @classmethod
    def at(cls, path: Path, cut_formats: Sequence[str] = ()) -> "Output":
        """The output a path names: a PDF, or a folder."""
        if path.suffix.lower() == ".pdf":
            return cls(path.parent, path.name, tuple(cut_formats))
        return cls(path, cut_formats=tuple(cut_formats))

    def path(self, stem: str) -> Path:
        """The file that is named, else one of that stem in the folder."""
        return self.folder / (self.file_name or f"{stem}.pdf")

    @property
    def stem(self) -> str:
        """The stem of the file that is named; "" if none is."""
        return Path(self.file_name).stem

    @property
    def has_own_pdfs(self) -> bool:
        return self.pdfs != "one"


def read_cached(path: Path) -> bytes | None:
    """None if there is none; a damaged file is deleted, and standard error says so."""
    try:
        whole = path.read_bytes()
    except OSError:
        return None
    content = whole[hashlib.sha256().digest_size :]
    if whole == _with_digest(content):
        return content
    print(f"{path}: this cached file is damaged; computing it again", file=sys.stderr)
    with suppress(OSError):
        path.unlink()
    return None


def write_cached(path: Path, content: bytes) -> None:
    """Caches content. If the file cannot be written, nothing is cached."""
    with suppress(OSError):
        write_atomically(path, _with_digest(content))


def _with_digest(content: bytes) -> bytes:
    return hashlib.sha256(content).digest() + content
