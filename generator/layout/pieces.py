"""The pieces of a game, found on the pages of its sheets."""

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from generator.layout.page import Page, PlacedPiece

# Finished sizes of cards in mm, upright, as print services name them (thegamecrafter.com).
CARD_SIZES = {
    "poker": (63.5, 88.9),
    "bridge": (57.15, 88.9),
    "tarot": (69.85, 120.65),
    "mini": (44.45, 63.5),
}
MIN_SCALE, MAX_SCALE = 0.85, 1.25  # smaller texts are hard to read, larger pictures look coarse
MAX_BORDER = 0.12  # of the width or height of a card, what may be left when a piece is fitted to it


class Piece(NamedTuple):
    """A piece: the name of its page, its number there among different pieces, from 1; its faces at
    a place where they are printed; and how many copies are printed."""

    sheet: str
    number: int
    front: PlacedPiece
    back: PlacedPiece | None
    copies: int

    @property
    def name(self) -> str:
        return self.front.face.name

    @property
    def stem(self) -> str:
        """A name for its files, which sorts: its sheet, its number there, its name."""
        words = f"{self.sheet} {self.number:03} {self.name}".lower()
        return re.sub("[^a-z0-9]+", "-", words).strip("-")


def different_pieces(pages: Sequence[Page]) -> list[Piece]:
    """Each different piece of the pages, in the order of its first place."""
    pieces: dict[object, Piece] = {}
    numbers: dict[str, int] = {}
    for sheet, front, back in _printed(pages):
        key = sheet, look(front), look(back) if back else None
        piece = pieces.get(key)
        if piece is None:
            numbers[sheet] = numbers.get(sheet, 0) + 1
            piece = Piece(sheet, numbers[sheet], front, back, 0)
        pieces[key] = piece._replace(copies=piece.copies + 1)
    return list(pieces.values())


def _printed(pages: Sequence[Page]) -> Iterator[tuple[str, PlacedPiece, PlacedPiece | None]]:
    """The faces of every piece, with the name of the page of its front."""
    for page, next_page in zip_longest(pages, pages[1:]):
        fronts = [piece for piece in page.pieces if not piece.is_back]
        beyond_a_fold = [piece for piece in page.pieces if piece.is_back]
        behind = [piece for piece in next_page.pieces if piece.is_back] if next_page else []
        backs = beyond_a_fold or behind
        for number, front in enumerate(fronts):
            yield page.name, front, backs[number] if backs else None


def look(piece: PlacedPiece) -> object:
    """What two faces that look alike have in common, wherever they lie."""
    size = round(piece.box.w, 6), round(piece.box.h, 6)
    return piece.face.items, size, piece.bleed, piece.ground


def scale_to_fit(piece: PlacedPiece, width: float, height: float) -> float | None:
    """How many times larger a piece fits a card of that size; None if it is no card of about that
    size and shape."""
    scale = min(width / piece.box.w, height / piece.box.h)
    filled = scale * min(piece.box.w / width, piece.box.h / height)
    is_near = MIN_SCALE <= scale <= MAX_SCALE and filled >= 1 - MAX_BORDER
    return scale if is_near and not piece.outline else None
