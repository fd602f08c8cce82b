"""The basic game is lost for whoever starts: a proof in three steps, each checked exhaustively.

Dark answers every move on the opposite square (half a turn about the middle of the board) with the
piece of the same shape, turned by half a turn, whose lines run the other way: parallel ones become
perpendicular and the reverse. After each answer the board is the mirror image of itself in that
sense. So every square that is free for light has a free opposite, and

1. dark has the piece that answers, and has not played it yet;
2. the move and its answer never touch each other, as opposite squares are not adjacent;
3. the answer touches what the move touches, mirrored, and matches it just as the move does.

Dark can therefore answer whatever light plays, and light is the first who cannot move. On the
framed board the third step fails: a mirrored side has the wrong lines at the edge.
"""

import random
from itertools import product

import pytest
from short_run import budget, first

from generator.games.quads.pieces import HANDS, NEUTRALS, PIECES, Mark, Piece, piece_showing
from generator.games.quads.rules import (
    FRAME,
    SIDE,
    Move,
    Position,
    Setup,
    loser,
    mismatch,
    moves,
    neighbours,
    play,
    violations,
)

OTHER_LINES = {
    Mark.SOLID: Mark.SOLID,
    Mark.PARALLEL: Mark.PERPENDICULAR,
    Mark.PERPENDICULAR: Mark.PARALLEL,
}
OTHER_OWNER = {"light": "dark", "dark": "light", "neutral": "neutral"}
GAMES = budget(60)


def opposite(square: int) -> int:
    return SIDE**2 - 1 - square


def mirrored(move: Move) -> Move:
    """The answer to a move."""
    piece, sides = move.rotated_piece.piece, move.rotated_piece.sides
    turned = sides[2:] + sides[:2]
    signs = "".join(OTHER_LINES[mark] for mark in turned)
    return Move(opposite(move.square), piece_showing(OTHER_OWNER[piece.owner], signs))


def answering_piece(piece: Piece) -> Piece:
    sides = "".join(OTHER_LINES[mark] for mark in piece.sides)
    return piece_showing(OTHER_OWNER[piece.owner], sides).piece


def test_step_1_every_piece_has_one_that_answers_it():
    """One to one, and the answer to the answer is the piece itself."""
    answers = {piece: answering_piece(piece) for piece in PIECES}
    assert {answers[piece] for piece in HANDS["light"]} == set(HANDS["dark"])
    assert {answers[piece] for piece in NEUTRALS} == set(NEUTRALS)
    assert all(answers[answer] == piece for piece, answer in answers.items())
    assert all(answers[piece] != piece for piece in PIECES)


def test_step_2_opposite_squares_are_never_the_same_or_adjacent():
    for square in range(SIDE**2):
        assert opposite(square) not in (square, *neighbours(square, SIDE))


def test_step_3_mirrored_sides_touch_as_the_sides_do():
    """For all pieces and marks, and whatever lies on neighbouring squares."""
    for one, other in product(PIECES, repeat=2):
        for mark, other_mark in product(Mark, repeat=2):
            image = mismatch(
                answering_piece(one), OTHER_LINES[mark],
                answering_piece(other), OTHER_LINES[other_mark],
            )  # fmt: skip
            assert image == mismatch(one, mark, other, other_mark)
    for square in range(SIDE**2):
        around = neighbours(square, SIDE)
        image = neighbours(opposite(square), SIDE)
        mirrored_around = [None if each is None else opposite(each) for each in around]
        assert mirrored_around[2:] + mirrored_around[:2] == list(image)


@pytest.mark.parametrize("seed", first(1, range(5)))
def test_whoever_answers_like_this_wins(seed):
    """As a check of the proof: light plays at random."""
    source = random.Random(seed)
    for _ in range(max(1, GAMES // 5)):
        position = Position.start()
        while loser(position) is None:
            move = source.choice(list(moves(position)))
            position = play(position, move)
            answer = mirrored(move)
            assert not violations(position, answer)
            position = play(position, answer)
        assert loser(position) == "light"


def test_the_framed_board_takes_the_strategy_away():
    """Sides at the edge must have the frame's lines; those of an answer never have."""
    assert OTHER_LINES[FRAME] != FRAME
    source = random.Random("framed")
    for _ in range(GAMES):
        position, is_broken = Position.start(Setup(framed=True)), False
        while loser(position) is None and not is_broken:
            move = source.choice(list(moves(position)))
            position = play(position, move)
            answer = mirrored(move)
            is_broken = bool(violations(position, answer))
            if not is_broken:
                position = play(position, answer)
        assert is_broken
