"""The rules of Quads for programs: the same as rules.py, with all that follows from shapes cached.

A test plays both side by side. Whoever cannot move loses, so a state is worth as much as the player
to move has fewer moves than the opponent would have. Sets of rotated pieces are bits of a number,
by their index in FACES.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from generator.games.quads.pieces import NEUTRALS, PIECES, PLAYERS, Piece, rotations
from generator.games.quads.rules import PUBLISHED, Setup, mismatch, neighbours
from generator.simulation.play import GameRules


class State(NamedTuple):
    """A board in the middle of a game.

    squares: the rotated piece on each square, as an index of FACES, or -1. fitting: the rotated
    pieces that fit on each free square that touches a piece, whoever has them. touching: the
    squares that touch a piece, as bits. hands: the rotated pieces that each player has left to
    place. turn: how many pieces lie on the board.
    """

    squares: tuple[int, ...]
    fitting: tuple[int, ...]
    touching: int
    hands: tuple[int, int]
    turn: int


class Action(NamedTuple):
    """Placing a rotated piece, as an index of FACES, on a square."""

    square: int
    face: int


FACES = tuple(rotated for piece in PIECES for rotated in rotations(piece))
"""Every rotated piece that looks different from the others."""

_FIRST_TURNS = len(NEUTRALS)


def _faces(pieces: Iterable[Piece]) -> int:
    """All rotations of some pieces."""
    members = frozenset(pieces)
    return sum(1 << index for index, face in enumerate(FACES) if face.piece in members)


_ROTATIONS = tuple(_faces([face.piece]) for face in FACES)
_ALL_FACES = (1 << len(FACES)) - 1


@cache
def _matching(direction: int, face: int) -> int:
    """The rotated pieces that may lie beside this one, which is in a direction from them."""
    other = FACES[face]
    mark = other.sides[(direction + 2) % 4]
    return sum(
        1 << index
        for index, rotated in enumerate(FACES)
        if mismatch(rotated.piece, rotated.sides[direction], other.piece, mark) is None
    )


class QuadsRules(GameRules[State, Action]):
    """The rules for a setup; see GameRules."""

    players = 2

    def __init__(self, setup: Setup = PUBLISHED):
        self.setup = setup
        self._squares = setup.side**2
        neutrals = 0 if setup.marked else len(NEUTRALS)
        self.max_turns = min(
            self._squares - len(setup.marked), neutrals + self.players * len(setup.shapes)
        )
        around = [neighbours(square, setup.side) for square in range(self._squares)]
        self._adjacent = tuple(
            tuple(
                (neighbour, (direction + 2) % 4)
                for direction, neighbour in enumerate(directions)
                if neighbour is not None
            )
            for directions in around
        )

    def start(self) -> State:
        light, dark = (_faces(self.setup.hand(player)) for player in PLAYERS)
        nothing = (0,) * self._squares
        state = State((-1,) * self._squares, nothing, 0, (light, dark), 0)
        for square, piece in zip(self.setup.marked, NEUTRALS, strict=False):
            state = self.after(state, Action(square, PIECES.index(piece)))
        return state

    def player_to_move(self, state: State) -> int:
        return state.turn % 2

    def winners(self, state: State) -> tuple[int, ...]:
        if state.turn < _FIRST_TURNS:
            return ()
        hand = state.hands[state.turn % 2]
        for faces in state.fitting:
            if faces & hand:
                return ()
        return (1 - state.turn % 2,)

    def actions(self, state: State) -> list[Action]:
        if state.turn < _FIRST_TURNS:
            return list(self._first_actions(state))
        hand, result = state.hands[state.turn % 2], []
        for square, faces in enumerate(state.fitting):
            left = faces & hand
            while left:
                lowest = left & -left
                result.append(Action(square, lowest.bit_length() - 1))
                left ^= lowest
        return result

    def _first_actions(self, state: State) -> Iterator[Action]:
        closed = {square for square, face in enumerate(state.squares) if face >= 0}
        if not self.setup.may_be_opposite:
            closed |= {self.setup.opposite(square) for square in closed}
        for square in range(self._squares):
            if square not in closed and not state.touching >> square & 1:
                for face in range(_FIRST_TURNS):
                    if face not in state.squares:
                        yield Action(square, face)

    def after(self, state: State, action: Action) -> State:
        square, face = action
        squares, fitting, touching = list(state.squares), list(state.fitting), state.touching
        squares[square], fitting[square] = face, 0
        for neighbour, direction in self._adjacent[square]:
            if squares[neighbour] < 0:
                touched = touching >> neighbour & 1
                faces = fitting[neighbour] if touched else _ALL_FACES
                fitting[neighbour] = faces & _matching(direction, face)
                touching |= 1 << neighbour
        light, dark = (hand & ~_ROTATIONS[face] for hand in state.hands)
        return State(tuple(squares), tuple(fitting), touching, (light, dark), state.turn + 1)

    def value(self, state: State, player: int) -> float:
        """How many more squares a player could play on than the opponent."""
        if state.turn < _FIRST_TURNS:
            return 0.0
        own, other = state.hands[player], state.hands[1 - player]
        lead = 0
        for faces in state.fitting:
            if faces:  # a sum of all squares would take twice as long
                lead += (faces & own != 0) - (faces & other != 0)
        return float(lead)
