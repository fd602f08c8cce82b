"""The pieces of Quads: every way to mark four sides, up to rotation.

A piece is a square that its diagonals cut into four triangles, one on each side; each triangle is
solid or has parallel lines (facts: Components). The pieces follow from these rules; none is listed
by hand.
"""

from enum import StrEnum
from itertools import product
from typing import Literal, NamedTuple

Player = Literal["light", "dark"]
Owner = Literal["light", "dark", "neutral"]
PLAYERS: tuple[Player, ...] = ("light", "dark")  # in turn order


class Mark(StrEnum):
    """What a triangle shows. The value is its sign in the key of a piece."""

    SOLID = "#"
    PARALLEL = "="  # lines parallel to the side
    PERPENDICULAR = "|"  # lines from the side towards the centre

    @property
    def art(self) -> str:
        """The name of the art of a triangle with this mark on the upper side of a piece."""
        return f"quads/{self.name.lower()}"


Sides = tuple[Mark, ...]
"""The marks of the four sides, clockwise from the top."""


class Piece(NamedTuple):
    """A piece as it comes out of the box: its owner, and its sides in canonical rotation."""

    owner: Owner
    sides: Sides

    @property
    def key(self) -> str:
        """A short name such as "light #=|=": the owner, then the sides clockwise from the top."""
        return f"{self.owner} {''.join(self.sides)}"


class RotatedPiece(NamedTuple):
    """A piece in one of its rotations, by a number of quarter turns clockwise."""

    piece: Piece
    quarter_turns: int

    @property
    def sides(self) -> Sides:
        """The marks after the rotation, clockwise from the top."""
        return rotate(self.piece.sides, self.quarter_turns)


def rotate(sides: Sides, quarter_turns: int) -> Sides:
    """The sides after quarter turns clockwise: one turn brings the left side to the top."""
    start = -quarter_turns % 4
    return sides[start:] + sides[:start]


def canonical_rotation(sides: Sides) -> Sides:
    """The rotation that stands for all four: the first in the order of the signs."""
    return min(rotate(sides, quarter_turns) for quarter_turns in range(4))


def shape_of(signs: str) -> Sides:
    """The shape whose sides show these signs, in any rotation, clockwise."""
    return canonical_rotation(tuple(Mark(sign) for sign in signs))


def rotations(piece: Piece) -> tuple[RotatedPiece, ...]:
    """The rotations of a piece that look different: 4, 2 or 1."""
    by_sides: dict[Sides, RotatedPiece] = {}
    for quarter_turns in range(4):
        rotated_piece = RotatedPiece(piece, quarter_turns)
        by_sides.setdefault(rotated_piece.sides, rotated_piece)
    return tuple(by_sides.values())


def piece_showing(owner: Owner, signs: str) -> RotatedPiece:
    """The rotated piece whose sides show these signs, clockwise from the top.

    Raises ValueError if there is no such piece.
    """
    sides = tuple(Mark(sign) for sign in signs)
    piece = Piece(owner, shape_of(signs))
    if piece not in PIECES:
        raise ValueError(f"there is no {owner} piece {signs}")
    return next(rotation for rotation in rotations(piece) if rotation.sides == sides)


SHAPES: tuple[Sides, ...] = tuple(
    sorted({canonical_rotation(sides) for sides in product(Mark, repeat=4)})
)
"""Every way to mark four sides, in canonical rotation."""


def _is_owned(sides: Sides) -> bool:
    """Whether players have this shape: at least one side is solid, but not all are."""
    return 1 <= sides.count(Mark.SOLID) <= 3


OWN_SHAPES = tuple(sides for sides in SHAPES if _is_owned(sides))
"""The shapes of a player's pieces."""

NEUTRALS = tuple(Piece("neutral", (mark,) * 4) for mark in (Mark.PARALLEL, Mark.PERPENDICULAR))
HANDS: dict[Player, tuple[Piece, ...]] = {
    player: tuple(Piece(player, sides) for sides in OWN_SHAPES) for player in PLAYERS
}
PIECES: tuple[Piece, ...] = (*NEUTRALS, *HANDS["light"], *HANDS["dark"])
