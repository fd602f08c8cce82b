"""The rules of Quads for readers, to compare the engine with: which pieces fit where, who has lost.

"Facts" are those of the game's leaflet; adjacent means sharing a side. Squares are numbered row by
row.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from generator.games.quads import pieces
from generator.games.quads.pieces import Mark, Piece, Player, RotatedPiece, Setup

FRAME = Mark.PARALLEL  # the frame's lines run along its sides (facts: Components)


class Move(NamedTuple):
    """Placing a piece on a square."""

    square: int
    rotated_piece: RotatedPiece


@dataclass(frozen=True, slots=True)
class Position:
    """A board in the middle of a game."""

    squares: tuple[RotatedPiece | None, ...]
    setup: Setup = pieces.PUBLISHED
    framed: bool = False  # whether the lines of the frame count (facts: variant 2)

    @classmethod
    def start(cls, setup: Setup = pieces.PUBLISHED, framed: bool = False) -> "Position":
        """The board before the first turn."""
        position = cls((None,) * setup.side**2, setup, framed)
        for square, piece in zip(setup.marked, pieces.NEUTRALS, strict=False):
            position = position.with_piece(Move(square, RotatedPiece(piece, 0)))
        return position

    @property
    def placed(self) -> tuple[Piece, ...]:
        return tuple(rotated_piece.piece for rotated_piece in self.squares if rotated_piece)

    def with_piece(self, move: Move) -> "Position":
        """The position with one more piece, whether the move is legal or not."""
        squares = list(self.squares)
        squares[move.square] = move.rotated_piece
        return replace(self, squares=tuple(squares))


def mismatch(piece: Piece, mark: Mark, other: Piece, other_mark: Mark) -> str | None:
    """Why two sides may not touch; None if they may.

    Dark may touch dark, light light, and lines lines of the same direction (facts: Rules).
    """
    if mark != other_mark:
        return "solid_on_lines" if Mark.SOLID in (mark, other_mark) else "directions"
    return "colours" if mark == Mark.SOLID and piece.owner != other.owner else None


def violations(position: Position, move: Move) -> frozenset[str]:
    """Every rule that forbids a piece to lie there; whose turn it is does not matter."""
    occupied = position.squares[move.square] is not None
    return frozenset({"taken"} if occupied else _violations(position, move))


def _violations(position: Position, move: Move) -> Iterator[str]:
    setup, (piece, sides) = position.setup, (move.rotated_piece.piece, move.rotated_piece.sides)
    around = pieces.neighbours(move.square, setup.side)
    beside = [None if square is None else position.squares[square] for square in around]
    if piece in pieces.NEUTRALS:
        if any(beside):
            yield "beside_neutral"
        if position.squares[setup.opposite(move.square)] and not setup.may_be_opposite:
            yield "opposite_neutral"
        return
    if not any(beside):
        yield "touches_nothing"
    for direction, other in enumerate(beside):
        if around[direction] is None and position.framed and sides[direction] != FRAME:
            yield "frame"
        if other:
            opposite = other.sides[(direction + 2) % 4]
            if reason := mismatch(piece, sides[direction], other.piece, opposite):
                yield reason


def to_move(position: Position) -> Player:
    """The player to move. Light starts; then the players take turns (facts: Rules)."""
    return pieces.PLAYERS[len(position.placed) % 2]


def hand(position: Position) -> tuple[Piece, ...]:
    """The pieces of the player to move: on each player's first turn the neutral ones."""
    on_board = position.placed
    is_first_turn = len(on_board) < len(pieces.NEUTRALS)
    own = pieces.NEUTRALS if is_first_turn else position.setup.hand(to_move(position))
    return tuple(piece for piece in own if piece not in on_board)


def moves(position: Position) -> Iterator[Move]:
    """Every legal move; rotations of a piece that look the same count once."""
    candidates = [rotation for piece in hand(position) for rotation in pieces.rotations(piece)]
    for square, occupant in enumerate(position.squares):
        if occupant is None:
            for rotated_piece in candidates:
                move = Move(square, rotated_piece)
                if not violations(position, move):
                    yield move


def play(position: Position, move: Move) -> Position:
    """The position after a legal move of the player to move."""
    assert move.rotated_piece.piece in hand(position)
    assert not violations(position, move)
    return position.with_piece(move)


def loser(position: Position) -> Player | None:
    """The player who cannot move, and so loses (facts: Rules); None while the game goes on."""
    return to_move(position) if next(moves(position), None) is None else None
