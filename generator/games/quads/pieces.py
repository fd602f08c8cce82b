"""The pieces of Quads, every way to mark four sides; and what a game is played with."""

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, lru_cache
from itertools import product
from typing import Literal, NamedTuple

Player = Literal["light", "dark"]
Owner = Literal["light", "dark", "neutral"]
PLAYERS: tuple[Player, ...] = ("light", "dark")  # in turn order


class Mark(StrEnum):
    """What one of the four triangles of a piece shows. The value is its sign in keys."""

    SOLID = "#"
    PARALLEL = "="  # lines parallel to the side
    PERPENDICULAR = "|"  # lines from the side towards the centre

    @property
    def art(self) -> str:
        """The name of the art of the upper triangle of a piece."""
        return f"quads/{self.name.lower()}"


Sides = tuple[Mark, ...]
"""The marks of the four sides, clockwise from the top."""


class Piece(NamedTuple):
    """A piece as it comes out of the box: its owner, and its sides in canonical rotation."""

    owner: Owner
    sides: Sides

    @property
    def key(self) -> str:
        """A name such as "light #=|="."""
        return f"{self.owner} {''.join(self.sides)}"


class RotatedPiece(NamedTuple):
    piece: Piece
    quarter_turns: int  # clockwise

    @property
    def sides(self) -> Sides:
        return rotate(self.piece.sides, self.quarter_turns)


@cache
def rotate(sides: Sides, quarter_turns: int) -> Sides:
    """The sides after quarter turns clockwise: one turn brings the left side to the top."""
    start = -quarter_turns % 4
    return sides[start:] + sides[:start]


def canonical_rotation(sides: Sides) -> Sides:
    """The rotation that stands for all four: the first in the order of the signs."""
    return min(rotate(sides, turns) for turns in range(4))


def shape_of(signs: str) -> Sides:
    """The shape whose sides show these signs, in any rotation, clockwise."""
    return canonical_rotation(tuple(Mark(sign) for sign in signs))


@cache
def rotations(piece: Piece) -> tuple[RotatedPiece, ...]:
    """The rotations of a piece that look different: 4, 2 or 1."""
    first = {rotate(piece.sides, turns): turns for turns in (3, 2, 1, 0)}
    return tuple(RotatedPiece(piece, turns) for turns in sorted(first.values()))


def piece_showing(owner: Owner, signs: str) -> RotatedPiece:
    """The rotated piece whose sides show these signs, clockwise from the top."""
    looks = rotations(Piece(owner, shape_of(signs)))
    return next(each for each in looks if "".join(each.sides) == signs)


OWN_SHAPES: tuple[Sides, ...] = tuple(
    sides
    for sides in sorted({canonical_rotation(sides) for sides in product(Mark, repeat=4)})
    if 1 <= sides.count(Mark.SOLID) <= 3
)
"""The shapes of a player's pieces, in canonical rotation: at least one side is solid, not all."""

NEUTRALS = tuple(Piece("neutral", (mark,) * 4) for mark in (Mark.PARALLEL, Mark.PERPENDICULAR))
PIECES: tuple[Piece, ...] = (
    *NEUTRALS,
    *(Piece(player, sides) for player in PLAYERS for sides in OWN_SHAPES),
)


@dataclass(frozen=True, slots=True)
class Setup:
    """What a game is played with; by default the published game. Squares are numbered row by row.

    marked: the squares of the neutral pieces, which lie there from the start; empty where players
    place them. may_be_opposite: whether the players may place them on opposite squares.
    """

    side: int = 6  # squares along an edge of the board
    shapes: tuple[Sides, ...] = OWN_SHAPES  # those of each player's pieces
    marked: tuple[int, ...] = ()
    may_be_opposite: bool = True
    is_framed: bool = False  # whether sides at the edge must have the lines of the frame

    def hand(self, player: Player) -> tuple[Piece, ...]:
        return tuple(Piece(player, sides) for sides in self.shapes)

    def opposite(self, square: int) -> int:
        """The square half a turn about the middle of the board away."""
        return self.side**2 - 1 - square

    def may_be_marked(self, first: int, second: int) -> bool:
        """Whether neutral pieces may lie on two squares that the board marks: neither on one, nor
        side by side, nor opposite."""
        return second not in (first, self.opposite(first), *neighbours(first, self.side))


PUBLISHED = Setup()
OTHER_LINES = {Mark.PARALLEL: Mark.PERPENDICULAR, Mark.PERPENDICULAR: Mark.PARALLEL}


class Symmetry(NamedTuple):
    """The board is mirrored left to right, then turned clockwise; lines are exchanged. Every game
    has its image, move by move, but for the framed board, whose frame's lines stay."""

    quarter_turns: int
    mirrored: bool
    exchanges_lines: bool

    def image(self, setup: Setup) -> Setup:
        marked = tuple(self.square(square, setup.side) for square in setup.marked)
        marked = marked[::-1] if self.exchanges_lines else marked
        return replace(setup, marked=marked, shapes=tuple(sorted(map(self.shape, setup.shapes))))

    def square(self, square: int, side: int) -> int:
        row, column = divmod(square, side)
        if self.mirrored:
            column = side - 1 - column
        for _ in range(self.quarter_turns):
            row, column = column, side - 1 - row
        return row * side + column

    def shape(self, shape: Sides) -> Sides:
        if self.mirrored:
            shape = shape[::-1]
        if self.exchanges_lines:
            shape = tuple(OTHER_LINES.get(mark, mark) for mark in shape)
        return canonical_rotation(shape)


SYMMETRIES = tuple(Symmetry(*values) for values in product(range(4), (False, True), (False, True)))


def square_name(square: int, side: int) -> str:
    """A letter for the column and a number for the row; a1 is at the top left."""
    row, column = divmod(square, side)
    return f"{chr(ord('a') + column)}{row + 1}"


@lru_cache(maxsize=1024)
def neighbours(square: int, side: int) -> tuple[int | None, ...]:
    """The squares that share a side with one, clockwise from the top; None stands for the frame."""
    row, column = divmod(square, side)
    around = ((row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1))
    return tuple(
        down * side + right if 0 <= down < side and 0 <= right < side else None
        for down, right in around
    )
