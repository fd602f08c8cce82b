"""Sheets that are written again when what they show has changed.

Input: a Request, the names of sheets, a seed. Output: in a folder, a PDF of each sheet and a PNG of
each of its pages, each wholly new or untouched. The files that changed do not tell which sheets are
affected: the sheets are laid out, which takes milliseconds, and compared with those written last,
together with the files of the art on them.
"""

import io
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pypdfium2  # type: ignore[import-untyped]  # it has neither stubs nor py.typed
from PIL import Image

from generator import games
from generator.core.files import write_atomically
from generator.core.game_id import GameId
from generator.core.output import Output
from generator.core.request import Request
from generator.core.resources import file_signature, find_art
from generator.core.settings import Settings
from generator.layout.page import Art, Page, flatten
from generator.pdf.document import Document, document
from generator.printing import rolling, sheets
from generator.printing.command_line import sheet_command

DPI = 120  # fine enough to judge a sheet on a screen; drawing it at 144 takes half as long again


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
    """Some sheets of a game, as they were last written to a folder."""

    def __init__(self, request: Request, names: Sequence[str], settings: Settings, output: Output):
        self.game = games.game(request.game)
        self.request, self.names, self.settings, self.output = request, names, settings, output
        self._states: dict[str, _SheetState] = {}

    def update(self, seed: str, rewrite_all: bool = False) -> Update:
        """Write the sheets that have changed, or all. Raises EXPECTED_ERRORS, and then leaves all
        files as they are."""
        request = self.request.with_seeds((seed,))
        (rolled,) = rolling.rolls(self.game, request)
        states = {name: self._state(name, rolled, seed) for name in self.names}
        changed = [
            name for name, state in states.items() if rewrite_all or state != self._states.get(name)
        ]
        documents = [self._document(name, states[name].pages, rolled, request) for name in changed]
        pngs_by_document = _pngs([pdf.content for pdf in documents])
        for pdf, pngs in zip(documents, pngs_by_document, strict=True):
            _write(pdf, pngs)
        self._states = states
        warnings = dict.fromkeys(warning for pdf in documents for warning in pdf.warnings)
        return Update(rolled.game_id, tuple(changed), tuple(warnings))

    def path(self, sheet: str) -> Path:
        """The PDF of a sheet; the PNG of its first page ends in .1.png instead."""
        return self.output.folder / f"{self.game.name}.{sheet}.pdf"

    # `rolled` is Any below: a value of whichever game, handed back to the game unread.

    def _state(self, sheet: str, rolled: Any, seed: str) -> _SheetState:
        if sheet in self.game.rolled_sheets:
            pages = self.game.rolled_sheets[sheet](rolled, self.settings)
        else:
            example_seed = self._example_seed(sheet, seed)
            pages = sheets.definition_pages(
                self.game, sheet, rolled.definition, self.settings, example_seed
            )
        files = {find_art(name, rolled.definition.art_dirs) for name in _art_names(pages)}
        return _SheetState(tuple(pages), frozenset((file, file_signature(file)) for file in files))

    def _document(
        self, sheet: str, pages: Sequence[Page], rolled: Any, request: Request
    ) -> Document:
        if sheet in self.game.rolled_sheets:
            own_request = replace(request, sheet=sheet)
            words = sheet_command(self.game, own_request, self.settings, (rolled.game_id,))
            contents = sheets.rolled_contents(self.game, sheet, [rolled], words, self.settings)
        else:
            example_seed = self._example_seed(sheet, request.seed)
            contents = sheets.definition_contents(
                self.game, sheet, rolled.definition, self.settings, example_seed
            )
        return document(pages, contents, self.settings, self.path(sheet))

    def _example_seed(self, sheet: str, seed: str) -> str:
        """The seed of the examples on a rules sheet; "" for other sheets."""
        return seed if sheet == self.game.rules_sheet else ""


def _art_names(pages: Sequence[Page]) -> set[str]:
    items = (entry.item for page in pages for entry in flatten(page))
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
    with closing(pypdfium2.PdfDocument(content)) as pdf:
        for page in pdf:
            yield page.render(scale=DPI / 72).to_pil()


def _png(image: Image.Image) -> bytes:
    file = io.BytesIO()
    image.save(file, "png", compress_level=1)
    return file.getvalue()


def _write(pdf: Document, pngs: Sequence[bytes]) -> None:
    """Write a sheet's files, and delete those of pages that it no longer has."""
    write_atomically(pdf.path, pdf.content, lasting=False)
    for number, png in enumerate(pngs, 1):
        write_atomically(pdf.path.with_suffix(f".{number}.png"), png, lasting=False)
    number = len(pngs) + 1
    while (old_page := pdf.path.with_suffix(f".{number}.png")).is_file():
        old_page.unlink()
        number += 1
