"""The rules of Quads for readers, to compare the engine with: which pieces fit where, who has lost.

All functions are pure. "Facts" are those of the game's leaflet; adjacent means sharing a side.
Squares are numbered row by row.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from generator.games.quads.pieces import (
    NEUTRALS,
    PLAYERS,
    PUBLISHED,
    Mark,
    Piece,
    Player,
    RotatedPiece,
    Setup,
    neighbours,
    rotations,
)

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


class IllegalMoveError(ValueError):
    """A move that the rules forbid."""


def to_move(position: Position) -> Player:
    """The player to move. Light starts; then the players take turns (facts: Rules)."""
    return PLAYERS[len(position.pieces) % 2]


def hand(position: Position) -> tuple[Piece, ...]:
    """The pieces of the player to move: on each player's first turn the neutral ones."""
    on_board = position.pieces
    is_first_turn = len(on_board) < len(NEUTRALS)
    pieces = NEUTRALS if is_first_turn else position.setup.hand(to_move(position))
    return tuple(piece for piece in pieces if piece not in on_board)


def moves(position: Position) -> Iterator[Move]:
    """Every legal move; rotations of a piece that look the same count once."""
    candidates = [rotation for piece in hand(position) for rotation in rotations(piece)]
    for square, occupant in enumerate(position.squares):
        if occupant is None:
            for rotated_piece in candidates:
                move = Move(square, rotated_piece)
                if not violations(position, move):
                    yield move


def play(position: Position, move: Move) -> Position:
    """The position after a move of the player to move. Raises IllegalMoveError."""
    piece = move.rotated_piece.piece
    if piece not in hand(position):
        raise IllegalMoveError(f"{to_move(position)} has no piece {piece.key} to place")
    if reasons := violations(position, move):
        words = ", ".join(sorted(reasons))
        raise IllegalMoveError(f"{piece.key} on square {move.square}: {words}")
    return position.with_piece(move)


def loser(position: Position) -> Player | None:
    """The player who cannot move, and so loses (facts: Rules); None while the game goes on."""
    return to_move(position) if next(moves(position), None) is None else None
