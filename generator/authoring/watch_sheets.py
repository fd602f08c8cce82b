"""Sheets that are made anew when what they show has become another.

Input: what is wanted, a seed. Output: in a folder a PDF of each sheet and a PNG of each of its
pages, wholly new or untouched; what was made. Whether a sheet is affected by a change is not
guessed from the files: the sheets are laid out, which takes milliseconds, and compared with those
written last, with the files of the art on them.
"""

import io
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pypdfium2
from PIL import Image

from generator import games
from generator.core.files import write_atomically
from generator.core.game_id import GameId
from generator.core.output import Output
from generator.core.request import Request
from generator.core.resources import file_signature, find_art
from generator.core.settings import Settings
from generator.layout.page import Art, Page, placed
from generator.pdf.document import Document, document
from generator.printing import rolling, sheets
from generator.printing.command_line import sheet_command

DPI = 120  # fine enough to judge a sheet on a screen; drawing it at 144 takes half as long again


class Update(NamedTuple):
    """The game that was rolled, the sheets that were written, what there is to say of them."""

    game_id: GameId
    sheets: tuple[str, ...]
    warnings: tuple[str, ...]


class _SheetState(NamedTuple):
    """All that a sheet shows: its pages, and the state of each file of art on them."""

    pages: tuple[Page, ...]
    art: frozenset[tuple[Path, tuple[int, ...]]]


class Sheets:
    """Some sheets of a game, as they were last written to a folder."""

    def __init__(self, request: Request, names: Sequence[str], settings: Settings, output: Output):
        self.game = games.game(request.game)
        self.request, self.names, self.settings, self.output = request, names, settings, output
        self._states: dict[str, _SheetState] = {}

    def update(self, seed: str, every: bool = False) -> Update:
        """Writes the sheets that are not what they were, or every one. Raises EXPECTED_ERRORS; then
        all files are as before."""
        request = self.request.with_seeds((seed,))
        (value,) = rolling.rolls(self.game, request)
        states = {sheet: self._state(sheet, value, seed) for sheet in self.names}
        stale = [sheet for sheet in states if every or states[sheet] != self._states.get(sheet)]
        documents = [self._document(sheet, states[sheet].pages, value, request) for sheet in stale]
        pictures = _pictures([each.content for each in documents])
        for one, pngs in zip(documents, pictures, strict=True):
            _write(one, pngs)
        self._states = states
        warnings = dict.fromkeys(warning for each in documents for warning in each.warnings)
        return Update(value.game_id, tuple(stale), tuple(warnings))

    def path(self, sheet: str) -> Path:
        """The PDF of a sheet; the PNG of its first page ends in .1.png instead."""
        return self.output.folder / f"{self.game.name}.{sheet}.pdf"

    def _state(self, sheet: str, value: Any, seed: str) -> _SheetState:
        if sheet in self.game.rolled_sheets:
            pages = self.game.rolled_sheets[sheet](value, self.settings)
        else:
            example_seed = self._example_seed(sheet, seed)
            pages = sheets.definition_pages(
                self.game, sheet, value.definition, self.settings, example_seed
            )
        files = {find_art(name, value.definition.art_dirs) for name in _art_names(pages)}
        return _SheetState(tuple(pages), frozenset((file, file_signature(file)) for file in files))

    def _document(
        self, sheet: str, pages: Sequence[Page], value: Any, request: Request
    ) -> Document:
        if sheet in self.game.rolled_sheets:
            own = replace(request, sheet=sheet)
            words = sheet_command(self.game, own, self.settings, (value.game_id,))
            contents = sheets.rolled_contents(self.game, sheet, [value], words, self.settings)
        else:
            example_seed = self._example_seed(sheet, request.seed)
            contents = sheets.definition_contents(
                self.game, sheet, value.definition, self.settings, example_seed
            )
        return document(pages, contents, self.settings, self.path(sheet))

    def _example_seed(self, sheet: str, seed: str) -> str:
        """The seed of the examples in the rules."""
        return seed if sheet == self.game.rules_sheet else ""


def _art_names(pages: Sequence[Page]) -> set[str]:
    items = (each.item for page in pages for each in placed(page))
    return {item.name for item in items if isinstance(item, Art)}


def _pictures(contents: Sequence[bytes]) -> list[list[bytes]]:
    """Each page of each PDF as a PNG. PDFium draws one page at a time; meanwhile those before are
    compressed."""
    with ThreadPoolExecutor() as pool:
        jobs = [[pool.submit(_png, page) for page in _drawn(content)] for content in contents]
        return [[job.result() for job in of_one] for of_one in jobs]


def _drawn(content: bytes) -> Iterator[Image.Image]:
    with closing(pypdfium2.PdfDocument(content)) as document:
        for page in document:
            yield page.render(scale=DPI / 72).to_pil()


def _png(picture: Image.Image) -> bytes:
    file = io.BytesIO()
    picture.save(file, "png", compress_level=1)
    return file.getvalue()


def _write(sheet: Document, pictures: Sequence[bytes]) -> None:
    """A sheet's files, without those of pages it no longer has."""
    write_atomically(sheet.path, sheet.content, lasting=False)
    for number, picture in enumerate(pictures, 1):
        write_atomically(sheet.path.with_suffix(f".{number}.png"), picture, lasting=False)
    number = len(pictures) + 1
    while (left := sheet.path.with_suffix(f".{number}.png")).is_file():
        left.unlink()
        number += 1
