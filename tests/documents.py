"""Documents for the tests of PDF/A conformance: every sheet of every game, and unusual ones.

In French, which has accents. Sheets are found through the list of games, so a new game is proven
without a word here.
"""

import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw
from support import settings

from generator import games
from generator.authoring.proof import set_pages
from generator.core.paper import PAPERS, Box
from generator.core.resources import find_art
from generator.layout.page import Art, Page
from generator.layout.text import Style, line
from generator.pdf.drawing import pdf
from generator.pdf.file import About

SETTINGS = settings(code="fr")
RECORD = {"games": [], "command": ["boards"]}
BITMAPS = "own bitmaps"


class Document(NamedTuple):
    """A PDF and what it was drawn from."""

    about: About
    pages: Sequence[Page]
    content: bytes


def draw(pages: Sequence[Page], title: str = "Essai", folders: Sequence[Path] = ()) -> Document:
    about = About(title, "sunday, a4", "fr", RECORD)
    content = pdf(pages, about, "full", lambda name: find_art(name, folders))
    return Document(about, pages, content)


def _sheet(name: str, sheet: str) -> Document:
    game = games.game(name)
    value = game.load(game.default_sets if game.single_set else game.catalogue.shipped, ())
    if sheet in game.rolled_sheets:
        value = game.roll(value, game.default_size, game.default_players, "proof")
    return draw(game.pages(sheet, value, SETTINGS, "proof"), f"{sheet} {name}")


def _set_proof() -> Document:
    game = games.game("magnetmen")
    return draw(set_pages(game, game.load(game.default_sets, ()), SETTINGS)[0])


def save_bitmaps(folder: Path) -> None:
    """A square drawing, clear around a red disc, and a wide photo."""
    disc = Image.new("RGBA", (300, 300), (0, 0, 0, 0))
    ImageDraw.Draw(disc).ellipse((30, 30, 270, 270), fill=(200, 30, 40, 255))
    disc.save(folder / "disc.png")
    Image.new("RGB", (400, 200), (30, 60, 200)).save(folder / "photo.jpg")


def _own_bitmaps() -> Document:
    with tempfile.TemporaryDirectory() as name:
        save_bitmaps(Path(name))
        items = (Art("disc", Box(50, 80, 20, 20)), Art("photo", Box(90, 80, 40, 40)))
        return draw([Page(PAPERS["a4"], items)], folders=[Path(name)])


def _long() -> Document:
    """More pages than an object stream holds, each with a text of its own."""
    logo, texts = Art("shared/logo", Box(50, 80, 20, 20)), (f"Page n° {n}" for n in range(300))
    pages = [Page(PAPERS["a4"], (*line(each, Style(12)).items(20, 20), logo)) for each in texts]
    return draw(pages)


_EMPTY = Page(PAPERS["letter"], ())
_UNUSUAL = {
    BITMAPS: _own_bitmaps,
    "set proof": _set_proof,
    "300 pages": _long,
    "nothing on it": lambda: draw([_EMPTY]),
    "odd title": lambda: draw([_EMPTY], 'Été <n° 1> & "Œufs de Pâques" à 5 € (fin) \\ 日曜日'),
}
_SHEETS = [f"{name} {sheet}" for name in games.names() for sheet in games.game(name).sheet_names]
NAMES = [*_SHEETS, *_UNUSUAL]


@cache
def document(name: str) -> Document:
    """One of NAMES, drawn once."""
    return _UNUSUAL[name]() if name in _UNUSUAL else _sheet(*name.split(" "))
