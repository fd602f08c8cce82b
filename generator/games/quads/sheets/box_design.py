"""The look of the box: pieces that lie as they may on the board.

Input: a rolled game, settings. Output: a BoxDesign.
"""

from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import chain, product

from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.quads.pieces import HANDS, NEUTRALS, Piece, RotatedPiece, rotations
from generator.games.quads.roll import Quads
from generator.games.quads.rules import mismatch
from generator.games.quads.sheets import parts
from generator.games.quads.wording import rule
from generator.languages import load_language
from generator.layout.box_faces import BoxDesign, largest_grid, places_in_row
from generator.layout.page import Item

SIDES = (4, 3, 5)  # pieces in a row of the picture, and rows

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
    columns, rows, places = largest_grid(box, product(SIDES, SIDES))
    for place, rotated in zip(places, mosaic(columns, rows), strict=True):
        yield _piece(quads, settings, rotated, place)


def _ornament(quads: Quads, settings: Settings, box: Box) -> Iterator[Item]:
    """A row of single pieces."""
    for place, rotated in zip(places_in_row(box, 5), mosaic(5, 3)[5:10], strict=False):
        yield _piece(quads, settings, rotated, place)


def _piece(quads: Quads, settings: Settings, rotated: RotatedPiece, place: Box) -> Item:
    solid = parts.solid(rotated.piece.owner, quads.quads_set, settings)
    return parts.piece(rotated, solid, place.x, place.y, place.w)


@cache
def mosaic(columns: int, rows: int) -> tuple[RotatedPiece, ...]:
    """Different pieces row by row, light and dark by turns, that match all their neighbours."""
    hands = zip(HANDS["light"], HANDS["dark"], strict=True)
    pieces = (*chain.from_iterable(hands), *NEUTRALS)
    result = _filled((), pieces, columns, rows)
    assert result, "every size of SIDES has one, see the tests"
    return result


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
