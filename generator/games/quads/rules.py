"""Which pieces fit where, whose turn it is, and who has lost.

Input: a Position, a square, a piece as it would lie there. Output: Faults, none when it is
allowed; and the next Position. Pure functions on plain data. "Facts" are those of the game's
leaflet; adjacent means sharing a side. Squares are numbered row by row.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from generator.games.quads.pieces import (
    HANDS,
    NEUTRALS,
    PLAYERS,
    Laid,
    Mark,
    Piece,
    Player,
    rotations,
)

SIDE = 6  # squares along an edge of the board
FRAME = Mark.PARALLEL  # the frame's lines run along its sides (facts: Components)

Fault = Literal[
    "taken",  # the square is not free
    "beside_neutral",  # the second neutral piece lies next to the first
    "touches_nothing",
    "mismatch",  # with a piece it touches
    "frame",  # a side at the edge does not carry the frame's lines (variant 2)
]


Clash = Literal[
    "solid_on_lines",
    "directions",  # lines of different directions
    "colours",  # solid sides of different owners
]


class Move(NamedTuple):
    """A piece put on a square, as it lies there."""

    square: int
    laid: Laid


@dataclass(frozen=True, slots=True)
class Position:
    """A board in the middle of a game. With `framed` the second variant is played."""

    squares: tuple[Laid | None, ...] = (None,) * SIDE**2
    side: int = SIDE
    framed: bool = False

    def __post_init__(self) -> None:
        if len(self.squares) != self.side**2:
            raise ValueError(f"{len(self.squares)} squares do not make {self.side} x {self.side}")

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces on the board."""
        return tuple(laid.piece for laid in self.squares if laid)

    @property
    def to_move(self) -> Player:
        """Light starts; then in turn (facts: Rules)."""
        return PLAYERS[len(self.pieces) % 2]

    @property
    def hand(self) -> tuple[Piece, ...]:
        """What the player to move can choose from: on the first turn the neutral pieces."""
        on_board = self.pieces
        pieces = HANDS[self.to_move] if len(on_board) >= len(NEUTRALS) else NEUTRALS
        return tuple(piece for piece in pieces if piece not in on_board)

    def with_piece(self, move: Move) -> "Position":
        """With a piece more, be it allowed or not."""
        squares = list(self.squares)
        squares[move.square] = move.laid
        return Position(tuple(squares), self.side, self.framed)


class IllegalMoveError(ValueError):
    """A move that the rules forbid."""


@lru_cache(maxsize=1024)
def neighbours(square: int, side: int) -> tuple[int | None, ...]:
    """The squares that share a side with this one, clockwise from the top; None is the frame."""
    row, column = divmod(square, side)
    around = ((row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1))
    return tuple(
        down * side + right if 0 <= down < side and 0 <= right < side else None
        for down, right in around
    )


def clash(piece: Piece, mark: Mark, other: Piece, other_mark: Mark) -> Clash | None:
    """Why two sides may not touch, None if they may: dark with dark, light with light, lines with
    lines of the same direction (facts: Rules)."""
    if mark != other_mark:
        return "solid_on_lines" if Mark.SOLID in (mark, other_mark) else "directions"
    if mark == Mark.SOLID and piece.owner != other.owner:
        return "colours"
    return None


def faults(position: Position, move: Move) -> frozenset[Fault]:
    """Everything that forbids a piece to lie there; whose turn it is does not matter."""
    if position.squares[move.square]:
        return frozenset({"taken"})
    return frozenset(_faults(position, move))


def _faults(position: Position, move: Move) -> Iterator[Fault]:
    piece, sides = move.laid.piece, move.laid.sides
    around = neighbours(move.square, position.side)
    touched = _touched(position, move.square)
    if piece in NEUTRALS:
        if touched:
            yield "beside_neutral"
        return
    if not touched:
        yield "touches_nothing"
    if clashes(position, move):
        yield "mismatch"
    edge = [mark for mark, other in zip(sides, around, strict=True) if other is None]
    if position.framed and any(mark != FRAME for mark in edge):
        yield "frame"


def clashes(position: Position, move: Move) -> frozenset[Clash]:
    """Why sides of a piece that lies there do not match those that it touches."""
    piece, sides = move.laid.piece, move.laid.sides
    found = {
        clash(piece, sides[direction], other.piece, other.sides[(direction + 2) % 4])
        for direction, other in _touched(position, move.square)
    }
    return frozenset(found - {None})


def _touched(position: Position, square: int) -> list[tuple[int, Laid]]:
    """The pieces beside a square, each with its direction: 0 is above, then clockwise."""
    around = enumerate(neighbours(square, position.side))
    return [
        (direction, laid)
        for direction, other in around
        if other is not None and (laid := position.squares[other])
    ]


def moves(position: Position) -> Iterator[Move]:
    """Everything the player to move may do, each look of a piece once."""
    ways = [laid for piece in position.hand for laid in rotations(piece)]
    for square, there in enumerate(position.squares):
        if there is None:
            tried = (Move(square, laid) for laid in ways)
            yield from (move for move in tried if not faults(position, move))


def play(position: Position, move: Move) -> Position:
    """The position after a move of the player to move. Raises IllegalMoveError."""
    piece = move.laid.piece
    if piece not in position.hand:
        raise IllegalMoveError(f"{position.to_move} has no piece {piece.key} to place")
    if found := faults(position, move):
        raise IllegalMoveError(f"{piece.key} on square {move.square}: {', '.join(sorted(found))}")
    return position.with_piece(move)


def loser(position: Position) -> Player | None:
    """Who cannot play loses (facts: Rules); None while the game goes on."""
    return position.to_move if next(moves(position), None) is None else None
