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
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import pypdfium2
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
class Wanted:
    """The sheets of a game, what to roll for them, how they look, the folder they go to."""

    game: Game
    sheets: tuple[str, ...]
    request: Request
    settings: Settings
    sets_dirs: tuple[Path, ...]
    folder: Path


class Made(NamedTuple):
    """The game that was rolled, the sheets that were written, what there is to say of them."""

    game_id: GameId
    sheets: tuple[str, ...]
    warnings: tuple[str, ...]


class _Look(NamedTuple):
    """All that a sheet shows: its pages, and the state of each file of art on them."""

    pages: tuple[Page, ...]
    art: frozenset[tuple[Path, tuple[int, ...]]]


class Sheets:
    """The wanted sheets, as they were last written."""

    def __init__(self, wanted: Wanted):
        self.wanted = wanted
        self._looks: dict[str, _Look] = {}

    def update(self, seed: str, every: bool = False) -> Made:
        """Writes the sheets that are not what they were, or every one. Raises build's
        EXPECTED_ERRORS and OptionError; then all files are as before."""
        wanted = self.wanted
        request = replace(wanted.request, seed=seed)
        (value,) = rolling.rolls(wanted.game, request, wanted.sets_dirs)
        looks = {sheet: self._look(sheet, value, seed) for sheet in wanted.sheets}
        stale = [sheet for sheet in looks if every or looks[sheet] != self._looks.get(sheet)]
        documents = [self._document(sheet, looks[sheet].pages, value, request) for sheet in stale]
        pictures = _pictures([document.content for document in documents])
        for document, pngs in zip(documents, pictures, strict=True):
            _write(document, pngs)
        self._looks = looks
        told = dict.fromkeys(word for document in documents for word in document.warnings)
        return Made(value.game_id, tuple(stale), tuple(told))

    def path(self, sheet: str) -> Path:
        """The PDF of a sheet; the PNG of its first page ends in .1.png instead."""
        return self.wanted.folder / f"{self.wanted.game.name}.{sheet}.pdf"

    def _look(self, sheet: str, value, seed: str) -> _Look:
        game, settings = self.wanted.game, self.wanted.settings
        if sheet in game.rolled_sheets:
            pages = game.rolled_sheets[sheet](value, settings)
        else:
            options = self._options(sheet, seed)
            pages = game.definition_sheets[sheet](value.definition, settings, **options)
        files = {find_art(name, value.definition.art_dirs) for name in _art_names(pages)}
        return _Look(tuple(pages), frozenset((file, file_signature(file)) for file in files))

    def _document(self, sheet: str, pages: Sequence[Page], value, request: Request) -> Document:
        game, settings, path = self.wanted.game, self.wanted.settings, self.path(sheet)
        if sheet in game.rolled_sheets:
            words = build.command(game, sheet, request, settings, (value.game_id,))
            return build.rolled_document(game, sheet, pages, [value], words, settings, path)
        options = self._options(sheet, request.seed)
        return build.definition_document(
            game, sheet, pages, value.definition, settings, path, options
        )

    def _options(self, sheet: str, seed: str) -> dict[str, str]:
        """What goes to a sheet that needs no roll: the seed of the examples in the rules."""
        return {"seed": seed} if sheet == self.wanted.game.rules_sheet else {}


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


def _write(document: Document, pictures: Sequence[bytes]) -> None:
    """A sheet's files, without those of pages it no longer has."""
    write_atomically(document.path, document.content, lasting=False)
    for number, picture in enumerate(pictures, 1):
        write_atomically(document.path.with_suffix(f".{number}.png"), picture, lasting=False)
    number = len(pictures) + 1
    while (left := document.path.with_suffix(f".{number}.png")).is_file():
        left.unlink()
        number += 1
