"""Whole games of Quads by the rules that the sheets explain, to compare programs with."""

from collections.abc import Iterator

from generator.games.quads.pieces import NEUTRALS, PLAYERS, Piece, Player, rotations
from generator.games.quads.rules import Move, Position, violations


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
