"""The rules of Quads, in numbers: part of a kernel, see generator/play/kernel.py.

A face is a rotated piece, as an index of FACES: the two neutral pieces, then those of both players.
A mask of faces leaves the neutral ones out. An action is square * len(FACES) + face. Whoever cannot
place a piece loses. A test plays it beside rules for readers, tests/games/quads/rules.py.
"""

from functools import lru_cache
from typing import Annotated, Literal, NamedTuple

from generator.games.quads import pieces
from generator.games.quads.pieces import PIECES, Mark, RotatedPiece, Setup, neighbours
from generator.play.engine import WIN_PARTS, Numbers
from generator.play.kernel import Length
from generator.play.masks import (
    Mask,
    Masks,
    copy_masks,
    copy_numbers,
    empty_mask,
    get_mask,
    has_squares,
    lowest_square,
    set_mask,
    without_lowest,
)
from generator.play.players import Engine

FACES = tuple(rotated for piece in PIECES for rotated in pieces.rotations(piece))
"""Every rotated piece that looks different from the others."""

FACES_COUNT = len(FACES)
NEUTRAL_FACES = len(pieces.NEUTRALS)
MAX_SQUARES = 49
WAYS = 4
MAX_ACTIONS = MAX_SQUARES * (FACES_COUNT - NEUTRAL_FACES) // 2
WON = 1 << 20  # more than any other value of a state

# GameState.masks: the faces that fit on each free square, whoever has them; from HANDS on, those
# that each player has left.
HANDS = MAX_SQUARES


class GameTables(NamedTuple):
    """All that does not change in a game."""

    players: int  # 2
    max_actions: int  # no game has more
    squares: int
    may_be_opposite: int  # whether neutral pieces may lie on opposite squares
    adjacent: Annotated[Numbers, Length(MAX_SQUARES * WAYS)]  # -1 beyond the edge
    matching: Annotated[Masks, Length(WAYS * FACES_COUNT, words=2)]
    """By direction and face: the faces that may lie beside this one, which is in that direction."""
    allowed: Annotated[Masks, Length(MAX_SQUARES, words=2)]  # on each square, whatever lies beside
    rotated: Annotated[Masks, Length(FACES_COUNT, words=2)]  # all rotations of each face's piece


class GameState(NamedTuple):
    """All that changes in a game, and scratch."""

    masks: Annotated[Masks, Length(MAX_SQUARES + 2, words=2)]  # see HANDS
    faces: Annotated[Numbers, Length(MAX_SQUARES)]  # on each square; -1 where there is none
    touches: Annotated[Numbers, Length(MAX_SQUARES)]  # whether a square touches a piece
    turn: Annotated[Numbers, Length(1)]  # how many pieces lie on the board
    random: Annotated[Numbers, Length(4)]
    actions: Annotated[Numbers, Length(MAX_ACTIONS)]
    values: Annotated[Numbers, Length(MAX_ACTIONS)]


def copy_state(tables: GameTables, target: GameState, source: GameState) -> None:
    copy_masks(target.masks, source.masks)
    copy_numbers(target.faces, source.faces)
    copy_numbers(target.touches, source.touches)
    copy_numbers(target.turn, source.turn)


def decider(tables: GameTables, state: GameState) -> int:
    """The player whose turn it is; -1 if this player cannot place a piece."""
    player = state.turn[0] % 2
    if state.turn[0] < NEUTRAL_FACES:
        return player
    hand = get_mask(state.masks, HANDS + player)
    for square in range(tables.squares):
        if has_squares(get_mask(state.masks, square) & hand):
            return player
    return -1


def list_actions(tables: GameTables, state: GameState) -> int:
    """Returns the number of the legal actions, listed in state.actions."""
    count = 0
    if state.turn[0] < NEUTRAL_FACES:
        placed = -1  # the neutral face that lies on the board
        for square in range(tables.squares):
            placed = max(placed, state.faces[square])
        for square in range(tables.squares):
            opposite = state.faces[tables.squares - 1 - square]
            blocked = opposite >= 0 and not tables.may_be_opposite
            if state.faces[square] < 0 and not state.touches[square] and not blocked:
                for face in range(NEUTRAL_FACES):
                    if face != placed:
                        state.actions[count] = square * FACES_COUNT + face
                        count += 1
        return count
    hand = get_mask(state.masks, HANDS + state.turn[0] % 2)
    for square in range(tables.squares):
        faces = get_mask(state.masks, square) & hand
        while has_squares(faces):
            state.actions[count] = square * FACES_COUNT + NEUTRAL_FACES + lowest_square(faces)
            count += 1
            faces = without_lowest(faces)
    return count


def apply(tables: GameTables, state: GameState, action: int) -> None:
    square, face = action // FACES_COUNT, action % FACES_COUNT
    state.faces[square] = face
    set_mask(state.masks, square, empty_mask())
    for way in range(WAYS):
        neighbour = tables.adjacent[square * WAYS + way]
        if neighbour >= 0 and state.faces[neighbour] < 0:
            fitting = get_mask(tables.matching, (way + 2) % WAYS * FACES_COUNT + face)
            if state.touches[neighbour]:
                fitting = fitting & get_mask(state.masks, neighbour)
            else:
                fitting = fitting & get_mask(tables.allowed, neighbour)
            set_mask(state.masks, neighbour, fitting)
            state.touches[neighbour] = 1
    for player in range(2):
        hand = get_mask(state.masks, HANDS + player) & ~get_mask(tables.rotated, face)
        set_mask(state.masks, HANDS + player, hand)
    state.turn[0] += 1


def standing(tables: GameTables, state: GameState, player: int) -> int:
    """There are no points."""
    return 0


def outcome(tables: GameTables, state: GameState, player: int) -> int:
    """The win is that of the player who placed the last piece."""
    return 0 if state.turn[0] % 2 == player else WIN_PARTS


def state_value(tables: GameTables, state: GameState, player: int) -> int:
    """How many more squares a player could play on than the opponent."""
    if state.turn[0] < NEUTRAL_FACES:
        return 0
    if decider(tables, state) < 0:
        return WON if outcome(tables, state, player) else -WON
    own = get_mask(state.masks, HANDS + player)
    other = get_mask(state.masks, HANDS + 1 - player)
    lead = 0
    for square in range(tables.squares):
        faces = get_mask(state.masks, square)
        if has_squares(faces):
            if has_squares(faces & own):
                lead += 1
            if has_squares(faces & other):
                lead -= 1
    return lead


ENGINE = Engine(
    copy_state, copy_state, decider, list_actions, apply, standing, outcome, state_value
)


Reason = Literal[
    "beside_neutral", "opposite_neutral", "solid_on_lines", "directions", "colours", "frame"
]
"""Why a piece may not lie somewhere: as the second neutral one, where it touches another, at the
edge (variant 2)."""


def mismatch(face: RotatedPiece, other: RotatedPiece, way: int) -> Reason | None:
    """Why a face may not touch another, which is in that direction; None if it may."""
    mark, other_mark = face.sides[way], other.sides[(way + 2) % WAYS]
    if mark != other_mark:
        return "solid_on_lines" if Mark.SOLID in (mark, other_mark) else "directions"
    is_other_colour = mark == Mark.SOLID and face.piece.owner != other.piece.owner
    return "colours" if is_other_colour else None


_ROTATED = {
    piece: sum(1 << n for n, face in enumerate(FACES[NEUTRAL_FACES:]) if face.piece == piece)
    for piece in PIECES
}
"""The mask of all rotations of a piece; empty for a neutral one."""


@lru_cache(maxsize=1)
def _matching() -> list[Mask]:
    own = FACES[NEUTRAL_FACES:]
    return [
        sum(1 << number for number, face in enumerate(own) if not mismatch(face, other, way))
        for way in range(WAYS)
        for other in FACES
    ]


def _allowed(setup: Setup, square: int) -> Mask:
    """All faces; at the edge of a framed board, those with the lines of the frame (variant 2)."""
    around = neighbours(square, setup.side) if setup.is_framed else ()
    edges = [way for way, place in enumerate(around) if place is None]
    return sum(
        1 << number
        for number, face in enumerate(FACES[NEUTRAL_FACES:])
        if all(face.sides[way] == Mark.PARALLEL for way in edges)
    )


def game_tables(setup: Setup) -> GameTables:
    squares = setup.side**2
    adjacent = [place for square in range(squares) for place in neighbours(square, setup.side)]
    return GameTables(
        players=2,
        max_actions=min(squares, NEUTRAL_FACES + 2 * len(setup.shapes)),
        squares=squares,
        may_be_opposite=int(setup.may_be_opposite),
        adjacent=[-1 if place is None else place for place in adjacent],
        matching=_matching(),
        allowed=[_allowed(setup, square) for square in range(MAX_SQUARES)],
        rotated=[_ROTATED[face.piece] for face in FACES],
    )


def game_start(setup: Setup, tables: GameTables) -> GameState:
    """The state in which games with a setup begin."""
    hands = [sum(_ROTATED[piece] for piece in setup.hand(player)) for player in pieces.PLAYERS]
    state = GameState(
        masks=[0] * MAX_SQUARES + hands,
        faces=[-1] * MAX_SQUARES,
        touches=[0] * MAX_SQUARES,
        turn=[0],
        random=[1] * 4,
        actions=[0] * MAX_ACTIONS,
        values=[0] * MAX_ACTIONS,
    )
    for square, face in zip(setup.marked, range(NEUTRAL_FACES), strict=False):
        apply(tables, state, square * FACES_COUNT + face)
    return state
