"""The look of the box: pieces that lie as they may on the board.

Input: a rolled game, settings. Output: a BoxDesign.
"""

from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import chain, product

from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.quads.pieces import NEUTRALS, Piece, RotatedPiece, rotations
from generator.games.quads.roll import Quads
from generator.games.quads.rules import Setup, mismatch
from generator.games.quads.sheets import parts
from generator.games.quads.sheets.parts import rule
from generator.languages import load_language
from generator.layout.box_faces import BoxDesign, largest_grid, places_in_row
from generator.layout.page import Item

SIDES = (4, 3, 5, 2)  # pieces in a row of the picture, and rows
MAX_SHARE = 0.7  # of all pieces, in the picture: the last ones would hardly match each other

NOUNS = {"pieces": "sheet.box.pieces", "cards": "sheet.box.cards"}


def design(quads: Quads, settings: Settings) -> BoxDesign:
    """The design of the box."""
    say = load_language(settings.language_code).say
    return BoxDesign(
        say("game.quads"), parts.HUE, say("quads.about"),
        rule(quads, settings, "rules.goal.aim"), NOUNS,
        partial(_picture, quads, settings), partial(_ornament, quads, settings),
        str(quads.game_id),
    )  # fmt: skip


def _picture(quads: Quads, settings: Settings, box: Box) -> Iterator[Item]:
    """Matching pieces in as many rows as fill the box best."""
    most = MAX_SHARE * len(_pieces(quads.setup))
    shapes = [shape for shape in product(SIDES, SIDES) if shape[0] * shape[1] <= most]
    columns, rows, places = largest_grid(
        box, [shape for shape in shapes if mosaic(quads.setup, *shape)]
    )
    for place, rotated in zip(places, mosaic(quads.setup, columns, rows), strict=True):
        yield _piece(quads, settings, rotated, place)


def _ornament(quads: Quads, settings: Settings, box: Box) -> Iterator[Item]:
    """A row of single pieces, light and dark by turns."""
    pieces = _pieces(quads.setup)
    step = len(pieces) // 5 | 1  # odd
    for place, piece in zip(places_in_row(box, 5), pieces[::step], strict=False):
        yield _piece(quads, settings, RotatedPiece(piece, 0), place)


def _piece(quads: Quads, settings: Settings, rotated: RotatedPiece, place: Box) -> Item:
    solid = parts.solid(rotated.piece.owner, quads.quads_set, settings)
    return parts.piece(rotated, solid, place.x, place.y, place.w)


def _pieces(setup: Setup) -> tuple[Piece, ...]:
    """All pieces, light and dark by turns."""
    hands = zip(setup.hand("light"), setup.hand("dark"), strict=True)
    return (*chain.from_iterable(hands), *NEUTRALS)


@cache
def mosaic(setup: Setup, columns: int, rows: int) -> tuple[RotatedPiece, ...]:
    """Different pieces row by row, light and dark by turns, that match all their neighbours; empty
    if there are no such pieces."""
    return _filled((), _pieces(setup), columns, rows) or ()


def _filled(
    placed: tuple[RotatedPiece, ...], pieces: Sequence[Piece], columns: int, rows: int
) -> tuple[RotatedPiece, ...] | None:
    """The pieces that are placed, and more of them until all squares are taken; None if they do not
    allow that."""
    if len(placed) == columns * rows:
        return placed
    used = {rotated.piece for rotated in placed}
    for piece in sorted(pieces, key=lambda piece: piece.owner == _owner(placed)):
        if piece in used:
            continue
        for rotated in rotations(piece):
            if _matches(placed, rotated, columns):
                result = _filled((*placed, rotated), pieces, columns, rows)
                if result:
                    return result
    return None


def _owner(placed: Sequence[RotatedPiece]) -> str:
    return placed[-1].piece.owner if placed else ""


def _matches(placed: Sequence[RotatedPiece], rotated: RotatedPiece, columns: int) -> bool:
    """Whether the next piece matches those above and to the left of it."""
    row, column = divmod(len(placed), columns)
    others = [(0, placed[-columns])] if row else []
    others += [(3, placed[-1])] if column else []
    return all(
        mismatch(
            rotated.piece, rotated.sides[direction],
            other.piece, other.sides[(direction + 2) % 4],
        ) is None
        for direction, other in others
    )  # fmt: skip
