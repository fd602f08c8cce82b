"""The rules of Quads for programs: the same as rules.py, with all that follows from shapes cached.

A test plays both side by side. Whoever cannot move loses, so a state is worth as much as the player
to move has fewer moves than the opponent would have.
"""

from functools import cache
from typing import NamedTuple

from generator.games.quads.pieces import HANDS, NEUTRALS, PIECES, PLAYERS, rotations
from generator.games.quads.rules import FRAME, Move, mismatch, neighbours


class State(NamedTuple):
    """The rotated piece on each square, as an index of FACES or -1; the pieces that lie there, as
    bits by their index in PIECES; how many turns were played."""

    squares: tuple[int, ...]
    played: int
    turn: int


class Action(NamedTuple):
    """Placing a rotated piece, as an index of FACES, on a square."""

    square: int
    face: int


FACES = tuple(rotated for piece in PIECES for rotated in rotations(piece))
"""Every rotated piece that looks different from the others."""

_PIECES = tuple(PIECES.index(rotated.piece) for rotated in FACES)
_FIRST_TURNS = len(NEUTRALS)


@cache
def _fitting(direction: int, face: int) -> frozenset[int]:
    """The faces that may lie on a square whose neighbour in a direction is this face."""
    other = FACES[face]
    return frozenset(
        index
        for index, rotated in enumerate(FACES)
        if mismatch(
            rotated.piece, rotated.sides[direction], other.piece, other.sides[(direction + 2) % 4]
        )
        is None
    )


@cache
def _framed(direction: int) -> frozenset[int]:
    """The faces whose side in a direction has the lines of the frame."""
    return frozenset(index for index, face in enumerate(FACES) if face.sides[direction] == FRAME)


class QuadsRules:
    """The rules on a board with that many squares along an edge; see GameRules."""

    players = 2
    has_points = False

    def __init__(self, side: int, framed: bool = False):
        self.framed = framed
        self.max_turns = side**2
        self._around = tuple(neighbours(square, side) for square in range(side**2))
        hands = [HANDS[player] for player in PLAYERS]
        self._hands = tuple(
            frozenset(index for index, face in enumerate(FACES) if face.piece in hand)
            for hand in (*hands, NEUTRALS)
        )

    def start(self) -> State:
        return State((-1,) * len(self._around), 0, 0)

    def player_to_move(self, state: State) -> int:
        return state.turn % 2

    def scores(self, state: State) -> tuple[float, ...]:
        """Nobody scores."""
        return (0.0, 0.0)

    def repetition_key(self, state: State) -> None:
        """Pieces are never taken away."""

    def winner(self, state: State) -> int | None:
        return None if self._can_move(state) else 1 - self.player_to_move(state)

    def _can_move(self, state: State) -> bool:
        hand = self._hand(state, self.player_to_move(state))
        return any(
            self._allowed(state, square, hand)
            for square, face in enumerate(state.squares)
            if face < 0
        )

    def actions(self, state: State) -> list[Action]:
        hand = self._hand(state, self.player_to_move(state))
        return [
            Action(square, face)
            for square, occupant in enumerate(state.squares)
            if occupant < 0
            for face in sorted(self._allowed(state, square, hand))
        ]

    def _hand(self, state: State, player: int) -> frozenset[int]:
        """The faces that a player has left to place."""
        hand = self._hands[player if state.turn >= _FIRST_TURNS else -1]
        return frozenset(face for face in hand if not state.played >> _PIECES[face] & 1)

    def _allowed(self, state: State, square: int, hand: frozenset[int]) -> frozenset[int]:
        """The faces of a hand that may lie on a free square."""
        allowed, touches = hand, False
        for direction, neighbour in enumerate(self._around[square]):
            if neighbour is None:
                if self.framed and state.turn >= _FIRST_TURNS:
                    allowed &= _framed(direction)
            elif (face := state.squares[neighbour]) >= 0:
                touches = True
                allowed &= _fitting(direction, face)
        if state.turn < _FIRST_TURNS:  # neutral pieces, which must not touch
            return frozenset() if touches else hand
        return allowed if touches else frozenset()

    def after(self, state: State, action: Action) -> State:
        squares = list(state.squares)
        squares[action.square] = action.face
        played = state.played | 1 << _PIECES[action.face]
        return State(tuple(squares), played, state.turn + 1)

    def value(self, state: State, player: int) -> float:
        """How many more squares a player could play on than the opponent."""
        if state.turn < _FIRST_TURNS:
            return 0.0
        own, other = (self._mobility(state, each) for each in (player, 1 - player))
        return float(own - other)

    def _mobility(self, state: State, player: int) -> int:
        hand = self._hand(state, player)
        return sum(
            bool(self._allowed(state, square, hand))
            for square, face in enumerate(state.squares)
            if face < 0
        )


def move(action: Action) -> Move:
    """An action as rules.py has it."""
    return Move(action.square, FACES[action.face])
