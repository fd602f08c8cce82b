"""The rules of Quads: which pieces fit where, who has lost, which setups play alike.

All functions are pure. "Facts" are those of the game's leaflet; adjacent means sharing a side.
Squares are numbered row by row.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import Literal, NamedTuple

from generator.games.quads.pieces import (
    NEUTRALS,
    OWN_SHAPES,
    Mark,
    Piece,
    Player,
    RotatedPiece,
    Sides,
    canonical_rotation,
)

SIDE = 6  # squares along an edge of the published board
FRAME = Mark.PARALLEL  # the frame's lines run along its sides (facts: Components)

Violation = Literal[
    "taken",  # the square is not free
    "beside_neutral",  # the second neutral piece lies next to the first
    "opposite_neutral",  # it lies opposite the first, where the setup forbids that
    "touches_nothing",
    "mismatch",  # with an adjacent piece
    "frame",  # a side at the edge does not have the frame's lines (variant 2)
]
"""A reason why a move is illegal."""

Mismatch = Literal[
    "solid_on_lines",
    "directions",  # lines of different directions
    "colours",  # solid sides of different owners
]
"""A reason why two sides may not touch."""


class Move(NamedTuple):
    """Placing a piece on a square."""

    square: int
    rotated_piece: RotatedPiece


@dataclass(frozen=True, slots=True)
class Setup:
    """What a game is played with; by default the published game.

    side: squares along an edge of the board. shapes: those of each player's pieces. marked: the
    squares of the neutral pieces, which lie there from the start; empty where players place them.
    may_be_opposite: whether the players may place them on opposite squares. framed: whether the
    lines of the frame count (variant 2).
    """

    side: int = SIDE
    shapes: tuple[Sides, ...] = OWN_SHAPES
    marked: tuple[int, ...] = ()
    may_be_opposite: bool = True
    framed: bool = False

    def hand(self, player: Player) -> tuple[Piece, ...]:
        """A player's own pieces."""
        return tuple(Piece(player, sides) for sides in self.shapes)

    def opposite(self, square: int) -> int:
        """The square half a turn about the middle of the board away."""
        return self.side**2 - 1 - square

    def may_be_marked(self, first: int, second: int) -> bool:
        """Whether neutral pieces may lie on two squares that the board marks: neither on one, nor
        side by side, nor opposite."""
        apart = (first, self.opposite(first), *neighbours(first, self.side))
        return second not in apart


PUBLISHED = Setup()


@dataclass(frozen=True, slots=True)
class Position:
    """A board in the middle of a game. Raises ValueError if the board has other squares."""

    squares: tuple[RotatedPiece | None, ...]
    setup: Setup = PUBLISHED

    def __post_init__(self) -> None:
        side = self.setup.side
        if len(self.squares) != side**2:
            raise ValueError(f"{len(self.squares)} squares do not make {side} x {side}")

    @classmethod
    def start(cls, setup: Setup = PUBLISHED) -> "Position":
        """The board before the first turn."""
        position = cls((None,) * setup.side**2, setup)
        for square, piece in zip(setup.marked, NEUTRALS, strict=False):
            position = position.with_piece(Move(square, RotatedPiece(piece, 0)))
        return position

    @property
    def pieces(self) -> tuple[Piece, ...]:
        return tuple(rotated_piece.piece for rotated_piece in self.squares if rotated_piece)

    def with_piece(self, move: Move) -> "Position":
        """The position with one more piece, whether the move is legal or not."""
        squares = list(self.squares)
        squares[move.square] = move.rotated_piece
        return Position(tuple(squares), self.setup)


def square_name(square: int, side: int) -> str:
    """A letter for the column and a number for the row; a1 is at the top left."""
    row, column = divmod(square, side)
    return f"{chr(ord('a') + column)}{row + 1}"


@lru_cache(maxsize=1024)
def neighbours(square: int, side: int) -> tuple[int | None, ...]:
    """The adjacent squares, clockwise from the top; None stands for the frame."""
    row, column = divmod(square, side)
    around = ((row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1))
    return tuple(
        down * side + right if 0 <= down < side and 0 <= right < side else None
        for down, right in around
    )


def mismatch(piece: Piece, mark: Mark, other: Piece, other_mark: Mark) -> Mismatch | None:
    """Why two sides may not touch; None if they may.

    Dark may touch dark, light light, and lines lines of the same direction (facts: Rules).
    """
    if mark != other_mark:
        return "solid_on_lines" if Mark.SOLID in (mark, other_mark) else "directions"
    if mark == Mark.SOLID and piece.owner != other.owner:
        return "colours"
    return None


def violations(position: Position, move: Move) -> frozenset[Violation]:
    """Every rule that forbids a piece to lie there; whose turn it is does not matter."""
    if position.squares[move.square]:
        return frozenset({"taken"})
    return frozenset(_violations(position, move))


def _violations(position: Position, move: Move) -> Iterator[Violation]:
    piece, sides = move.rotated_piece.piece, move.rotated_piece.sides
    setup, adjacent = position.setup, _adjacent_pieces(position, move.square)
    if piece in NEUTRALS:
        if adjacent:
            yield "beside_neutral"
        if position.squares[setup.opposite(move.square)] and not setup.may_be_opposite:
            yield "opposite_neutral"
        return
    if not adjacent:
        yield "touches_nothing"
    if mismatches(position, move):
        yield "mismatch"
    around = neighbours(move.square, setup.side)
    edge = [mark for mark, neighbour in zip(sides, around, strict=True) if neighbour is None]
    if setup.framed and any(mark != FRAME for mark in edge):
        yield "frame"


def mismatches(position: Position, move: Move) -> frozenset[Mismatch]:
    """Why sides of a piece that lies there do not match those of adjacent pieces."""
    piece, sides = move.rotated_piece.piece, move.rotated_piece.sides
    reasons = (
        mismatch(piece, sides[direction], other.piece, other.sides[(direction + 2) % 4])
        for direction, other in _adjacent_pieces(position, move.square)
    )
    return frozenset(reason for reason in reasons if reason is not None)


def _adjacent_pieces(position: Position, square: int) -> list[tuple[int, RotatedPiece]]:
    """The adjacent pieces, each with its direction: 0 is above, then clockwise."""
    return [
        (direction, rotated_piece)
        for direction, neighbour in enumerate(neighbours(square, position.setup.side))
        if neighbour is not None and (rotated_piece := position.squares[neighbour])
    ]


_OTHER_LINES = {
    Mark.SOLID: Mark.SOLID,
    Mark.PARALLEL: Mark.PERPENDICULAR,
    Mark.PERPENDICULAR: Mark.PARALLEL,
}


class Symmetry(NamedTuple):
    """The board is mirrored left to right, then turned clockwise; lines are exchanged.

    Every game on a setup has its image on the other, move by move. The frame's lines are not
    exchanged: on the framed board only turns and mirror images play alike."""

    quarter_turns: int
    mirrored: bool
    exchanges_lines: bool

    def image(self, setup: Setup) -> Setup:
        parallel, perpendicular = (self.square(square, setup.side) for square in setup.marked)
        marked = (perpendicular, parallel) if self.exchanges_lines else (parallel, perpendicular)
        shapes = tuple(sorted(self.shape(shape) for shape in setup.shapes))
        return replace(setup, marked=marked, shapes=shapes)

    def square(self, square: int, side: int) -> int:
        row, column = divmod(square, side)
        if self.mirrored:
            column = side - 1 - column
        for _ in range(self.quarter_turns):
            row, column = column, side - 1 - row
        return row * side + column

    def shape(self, shape: Sides) -> Sides:
        if self.mirrored:
            shape = tuple(reversed(shape))
        if self.exchanges_lines:
            shape = tuple(_OTHER_LINES[mark] for mark in shape)
        return canonical_rotation(shape)


SYMMETRIES = tuple(Symmetry(*values) for values in product(range(4), (False, True), (False, True)))
"""All 16 of them."""


def first_image(setup: Setup) -> Setup:
    """The same setup for all images of one: the first of them by its squares and shapes."""
    images = [symmetry.image(setup) for symmetry in SYMMETRIES]
    return min(images, key=lambda image: (image.marked, image.shapes))
