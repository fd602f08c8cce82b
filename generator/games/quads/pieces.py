"""The pieces of Quads: every way to mark four sides, up to rotation.

Output: PIECES, all 36 of them, and what they are made of. A piece is a square cut by its
diagonals into four triangles, one a side; each is solid or carries parallel lines (facts:
Components). Nothing is listed by hand but what is left out.
"""

from enum import StrEnum
from itertools import product
from typing import Literal, NamedTuple

Player = Literal["light", "dark"]
Owner = Literal["light", "dark", "neutral"]
PLAYERS: tuple[Player, ...] = ("light", "dark")  # in turn order


class Mark(StrEnum):
    """What a triangle shows; the value is its sign in the key of a piece."""

    SOLID = "#"
    PARALLEL = "="  # lines parallel to the side
    PERPENDICULAR = "|"  # lines from the side towards the centre

    @property
    def art(self) -> str:
        """The art of a triangle with this mark, as it lies on the upper side."""
        return f"quads/{self.name.lower()}"


Sides = tuple[Mark, ...]
"""The marks of the four sides, clockwise from the top."""


class Piece(NamedTuple):
    """A piece as it comes out of the box: whose it is, its sides in their canonical rotation."""

    owner: Owner
    sides: Sides

    @property
    def key(self) -> str:
        """A short name, such as "light #=|=": the owner, the sides clockwise from the top."""
        return f"{self.owner} {''.join(self.sides)}"


class Laid(NamedTuple):
    """A piece as it lies on the board, turned clockwise by so many quarters."""

    piece: Piece
    quarters: int

    @property
    def sides(self) -> Sides:
        """The marks as one sees them, clockwise from the top."""
        return turned(self.piece.sides, self.quarters)


def turned(sides: Sides, quarters: int) -> Sides:
    """The sides after so many quarter turns clockwise: what was on the left comes to the top."""
    start = -quarters % 4
    return sides[start:] + sides[:start]


def canonical(sides: Sides) -> Sides:
    """The one of its four rotations that stands for all of them: the first by the signs."""
    return min(turned(sides, quarters) for quarters in range(4))


def rotations(piece: Piece) -> tuple[Laid, ...]:
    """Every way to lay a piece that looks different: 4, 2 or 1."""
    first: dict[Sides, Laid] = {}
    for quarters in range(4):
        laid = Laid(piece, quarters)
        first.setdefault(laid.sides, laid)
    return tuple(first.values())


def seen(owner: Owner, signs: str) -> Laid:
    """The piece whose sides, as it lies, show these signs clockwise from the top.

    Raises ValueError when there is no such piece.
    """
    sides = tuple(Mark(sign) for sign in signs)
    piece = Piece(owner, canonical(sides))
    if piece not in PIECES:
        raise ValueError(f"there is no {owner} piece {signs}")
    return next(laid for laid in rotations(piece) if laid.sides == sides)


SHAPES: tuple[Sides, ...] = tuple(sorted({canonical(sides) for sides in product(Mark, repeat=4)}))
"""Every way to mark four sides, once however it is turned."""


def _owned(sides: Sides) -> bool:
    """A player has every shape with a solid side but the one that is all solid."""
    return 1 <= sides.count(Mark.SOLID) <= 3


NEUTRALS = tuple(Piece("neutral", (mark,) * 4) for mark in (Mark.PARALLEL, Mark.PERPENDICULAR))
HANDS: dict[Player, tuple[Piece, ...]] = {
    player: tuple(Piece(player, sides) for sides in SHAPES if _owned(sides)) for player in PLAYERS
}
PIECES: tuple[Piece, ...] = (*NEUTRALS, *HANDS["light"], *HANDS["dark"])
