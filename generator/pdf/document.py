"""PDF documents of any pages: drawn, checked, ready to be written."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from generator.core.diagnostics import Diagnostic
from generator.core.errors import PageCheckError
from generator.core.files import write_atomically
from generator.core.game_id import GameId
from generator.core.resources import find_art
from generator.core.settings import Settings
from generator.layout.checks import LayoutChecker
from generator.layout.page import Page
from generator.pdf.drawing import pdf
from generator.pdf.file import About

_PAGES_PER_STEP = 64  # a processor that repeats one step is quicker by a tenth


@dataclass(frozen=True, slots=True)
class Document:
    """A PDF that is ready to be written, or a file that goes with it."""

    path: Path
    content: bytes
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """What was printed: the IDs of the games, in page order; the files; warnings; for a run of
    several games, why some are missing."""

    game_ids: tuple[GameId, ...]
    paths: tuple[Path, ...]
    warnings: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Contents:
    """What a document says of itself: title and subject for people, the record for `inspect`; and
    the folders with its own art."""

    title: str
    record: dict[str, Any]  # JSON data
    subject: str = ""
    art_dirs: tuple[Path, ...] = field(default=())


def document(
    pages: Iterable[Page], contents: Contents, settings: Settings, path: Path, check: bool = True
) -> Document:
    """The PDF of the pages, which are checked on their way unless the caller does that. Raises
    PageCheckError, ArtError, or as the layout."""
    tiles = f" on tiles of {settings.tile.name}" if settings.tile else ""
    subject = (
        f"{contents.subject}{settings.paper.name}{tiles}, {settings.ink} ink, "
        f"{settings.language_code}"
    )
    record = dict(contents.record)
    if settings.fitted:
        record["printer"] = _printer_lines(settings)
    about = About(contents.title, subject, settings.language_code, record)
    art_dirs = contents.art_dirs
    if art_dirs:
        pages = list(pages)  # they are looked at twice
    checked = _CheckedPages(pages) if check else None
    content = pdf(checked or pages, about, settings.ink, partial(find_art, folders=art_dirs))
    if checked and checked.diagnostics:
        raise PageCheckError(checked.diagnostics)
    return Document(path, content, tuple(_bitmap_warnings(pages, art_dirs)))


class _CheckedPages:
    """Pages, checked on their way to being drawn. They are not kept: there may be ten thousand."""

    def __init__(self, pages: Iterable[Page]):
        self.pages = pages
        self.diagnostics: list[Diagnostic] = []

    def __iter__(self) -> Iterator[Page]:
        checker, pages = LayoutChecker(), iter(self.pages)
        while batch := list(islice(pages, _PAGES_PER_STEP)):
            self.diagnostics += [fault for page in batch for fault in checker.check(page)]
            yield from batch


def _printer_lines(settings: Settings) -> list[str]:
    """What a printer's profile changed, for people."""
    paper = settings.printed_paper
    offset = [distance * paper.scale for distance in settings.back_offset]
    margins = ", ".join(f"{margin * paper.scale:g}" for margin in paper.margins)
    return [
        f"drawn {paper.scale:.4f} times as large",
        f"margins {margins} mm (left, top, right, bottom)",
        f"backs moved {offset[0]:g} mm to the right, {offset[1]:g} mm down",
    ]


def _bitmap_warnings(pages: Iterable[Page], art_dirs: tuple[Path, ...]) -> list[str]:
    if not art_dirs:
        return []
    from generator.pdf.bitmap import (
        low_resolution_warnings,  # it needs Pillow, and few sets have own art
    )

    return low_resolution_warnings(pages, art_dirs)


def write(
    documents: Sequence[Document], game_ids: tuple[GameId, ...] = (), warnings: tuple[str, ...] = ()
) -> Report:
    """Write all documents; none of them is touched before all of them are drawn. Raises OSError."""
    paths = tuple(write_atomically(each.path, each.content) for each in documents)
    of_documents = (warning for each in documents for warning in each.warnings)
    return Report(game_ids, paths, tuple(dict.fromkeys((*warnings, *of_documents))))
