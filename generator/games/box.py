"""The box for the pieces of a game, from what its own sheets print.

Input: a game, a rolled value, settings. Output: the pages of the box. Sheets that are played on lie
beside it.
"""

from typing import Any

from generator.core.errors import CutError
from generator.core.settings import Settings
from generator.games.base import AnyGame
from generator.layout import box_sheet
from generator.layout.box_contents import Kind
from generator.layout.page import Page
from generator.layout.pieces import different_pieces

# Sheets whose pieces have a name of their own in `sheet.box.count` of the wording.
_NOUNS = ("cards", "dice", "discs", "pieces", "tokens")


def pages(game: AnyGame, rolled: Any, settings: Settings) -> list[Page]:
    """The pages (Any: of the game's type). Raises CutError if nothing is cut out of the sheets of
    the game, PieceTooLargeError, TextOverflowError."""
    design = game.box_design(rolled, settings)
    kinds = contents(game, rolled, settings) if design else []
    if not design or not kinds:
        raise CutError(f"--sheet box: nothing is cut out of the sheets of {game.name}")
    return box_sheet.pages(design, kinds, settings)


def contents(game: AnyGame, rolled: Any, settings: Settings) -> list[Kind]:
    """The pieces of all sheets, by name and size, cards last. A net with squares is that of a cube,
    which is as high as it is wide."""
    counts: dict[tuple[str, float, float, float], int] = {}
    for sheet, layout in game.rolled_sheets.items():
        noun = sheet if sheet in _NOUNS else "pieces"
        for piece in different_pieces(layout(rolled, settings)):
            box, thickness = piece.front.box, settings.thickness
            if piece.front.squares:
                box, thickness = piece.front.squares[0], piece.front.squares[0].w
            key = noun, min(box.w, box.h), max(box.w, box.h), thickness
            counts[key] = counts.get(key, 0) + piece.copies
    kinds = [Kind(*key, count) for key, count in counts.items()]
    return sorted(kinds, key=lambda kind: kind.noun == "cards")
