"""Sheets that are written again when what they show has changed.

Input: a WatchRequest, a seed. Output: in a folder, a PDF of each sheet and a PNG of each of its
pages, each wholly new or untouched. The files that changed do not tell which sheets are affected:
the sheets are laid out, which takes milliseconds, and compared with those written last, together
with the files of the art on them.
"""

import io
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import pypdfium2  # type: ignore[import-untyped]  # has neither stubs nor py.typed
from PIL import Image

from generator.core.files import write_atomically
from generator.core.game_id import GameId
from generator.core.resources import file_signature, find_art
from generator.core.settings import Settings
from generator.games.base import Game
from generator.layout.page import Art, Page, placed
from generator.printing import build, rolling
from generator.printing.build import Document
from generator.printing.rolling import Request

DPI = 120  # fine enough to judge a sheet on a screen; drawing it at 144 takes half as long again


@dataclass(frozen=True, slots=True)
class WatchRequest:
    """The sheets of a game, what to roll for them, how they look, the folder they are written to."""

    game: Game
    sheets: tuple[str, ...]
    request: Request
    settings: Settings
    sets_dirs: tuple[Path, ...]
    folder: Path


class Update(NamedTuple):
    """The game that was rolled, the names of the sheets that were written, and warnings."""

    game_id: GameId
    sheets: tuple[str, ...]
    warnings: tuple[str, ...]


class _SheetState(NamedTuple):
    """All that a sheet shows: its pages, and the signature of each file of art on them."""

    pages: tuple[Page, ...]
    art: frozenset[tuple[Path, tuple[int, ...]]]


class WatchedSheets:
    """The requested sheets as they were last written."""

    def __init__(self, watched: WatchRequest):
        self.watched = watched
        self._states: dict[str, _SheetState] = {}

    def update(self, seed: str, rewrite_all: bool = False) -> Update:
        """Write the sheets that have changed, or all. Raises build's EXPECTED_ERRORS and
        OptionError, and then leaves all files as they are."""
        watched = self.watched
        request = replace(watched.request, seed=seed)
        (rolled,) = rolling.rolls(watched.game, request, watched.sets_dirs)
        states = {sheet: self._state(sheet, rolled, seed) for sheet in watched.sheets}
        changed = [
            sheet
            for sheet, state in states.items()
            if rewrite_all or state != self._states.get(sheet)
        ]
        documents = [
            self._document(sheet, states[sheet].pages, rolled, request) for sheet in changed
        ]
        pngs_by_document = _pngs([document.content for document in documents])
        for document, pngs in zip(documents, pngs_by_document, strict=True):
            _write(document, pngs)
        self._states = states
        warnings = dict.fromkeys(
            warning for document in documents for warning in document.warnings
        )
        return Update(rolled.game_id, tuple(changed), tuple(warnings))

    def path(self, sheet: str) -> Path:
        """The PDF of a sheet; the PNG of its first page ends in .1.png instead."""
        return self.watched.folder / f"{self.watched.game.name}.{sheet}.pdf"

    # `rolled` is Any below: a value of whichever game, handed back to the game unread.

    def _state(self, sheet: str, rolled: Any, seed: str) -> _SheetState:
        game, settings = self.watched.game, self.watched.settings
        if sheet in game.rolled_sheets:
            pages = game.rolled_sheets[sheet](rolled, settings)
        else:
            options = self._options(sheet, seed)
            pages = game.definition_sheets[sheet](rolled.definition, settings, **options)
        files = {find_art(name, rolled.definition.art_dirs) for name in _art_names(pages)}
        return _SheetState(tuple(pages), frozenset((file, file_signature(file)) for file in files))

    def _document(
        self, sheet: str, pages: Sequence[Page], rolled: Any, request: Request
    ) -> Document:
        game, settings, path = self.watched.game, self.watched.settings, self.path(sheet)
        if sheet in game.rolled_sheets:
            words = build.command(game, sheet, request, settings, (rolled.game_id,))
            return build.rolled_document(game, sheet, pages, [rolled], words, settings, path)
        options = self._options(sheet, request.seed)
        return build.definition_document(
            game, sheet, pages, rolled.definition, settings, path, options
        )

    def _options(self, sheet: str, seed: str) -> dict[str, str]:
        """The options of a sheet of a whole definition: the seed of the examples in the rules."""
        return {"seed": seed} if sheet == self.watched.game.rules_sheet else {}


def _art_names(pages: Sequence[Page]) -> set[str]:
    items = (entry.item for page in pages for entry in placed(page))
    return {item.name for item in items if isinstance(item, Art)}


def _pngs(contents: Sequence[bytes]) -> list[list[bytes]]:
    """Each page of each PDF as a PNG. PDFium draws one page at a time; meanwhile the pages before
    it are compressed."""
    with ThreadPoolExecutor() as pool:
        futures = [
            [pool.submit(_png, image) for image in _page_images(content)] for content in contents
        ]
        return [[future.result() for future in of_document] for of_document in futures]


def _page_images(content: bytes) -> Iterator[Image.Image]:
    with closing(pypdfium2.PdfDocument(content)) as document:
        for page in document:
            yield page.render(scale=DPI / 72).to_pil()


def _png(image: Image.Image) -> bytes:
    file = io.BytesIO()
    image.save(file, "png", compress_level=1)
    return file.getvalue()


def _write(document: Document, pngs: Sequence[bytes]) -> None:
    """Write a sheet's files, and delete those of pages that it no longer has."""
    write_atomically(document.path, document.content, lasting=False)
    for number, png in enumerate(pngs, 1):
        write_atomically(document.path.with_suffix(f".{number}.png"), png, lasting=False)
    number = len(pngs) + 1
    while (old_page := document.path.with_suffix(f".{number}.png")).is_file():
        old_page.unlink()
        number += 1
