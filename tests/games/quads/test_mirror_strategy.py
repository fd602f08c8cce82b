"""The basic game is lost for whoever starts: a proof in three steps, each checked exhaustively.

Dark answers every move on the opposite square (half a turn about the middle of the board) with the
piece of the same shape, turned by half a turn, whose lines run the other way: parallel ones become
perpendicular and the reverse. After each answer the board is the mirror image of itself in that
sense. So every square that is free for light has a free opposite, and

1. dark has the piece that answers, and has not played it yet;
2. the move and its answer never touch each other, as opposite squares are not adjacent;
3. the answer touches what the move touches, mirrored, and matches it just as the move does.

Dark can therefore answer whatever light plays, and light is the first who cannot move. On the
framed board the third step fails: a mirrored side has the wrong lines at the edge. Where neutral
pieces may not lie opposite each other, no board is ever its own image.
"""

from itertools import product

import pytest
from games.quads.rules import FRAME, Position, mismatch, moves, play

from generator.games.quads.pieces import (
    NEUTRALS,
    OTHER_LINES,
    PIECES,
    PUBLISHED,
    Mark,
    Piece,
    Setup,
    neighbours,
    piece_showing,
)

OTHER_OWNER = {"light": "dark", "dark": "light", "neutral": "neutral"}


def other(mark: Mark) -> Mark:
    return OTHER_LINES.get(mark, mark)


def answering_piece(piece: Piece) -> Piece:
    return piece_showing(OTHER_OWNER[piece.owner], "".join(map(other, piece.sides))).piece


def test_step_1_every_piece_has_one_that_answers_it():
    """One to one, and the answer to the answer is the piece itself."""
    answers = {piece: answering_piece(piece) for piece in PIECES}
    assert {answers[piece] for piece in PUBLISHED.hand("light")} == set(PUBLISHED.hand("dark"))
    assert {answers[piece] for piece in NEUTRALS} == set(NEUTRALS)
    assert all(answers[answer] == piece != answer for piece, answer in answers.items())


def test_step_2_opposite_squares_are_never_the_same_or_adjacent():
    for square in range(PUBLISHED.side**2):
        assert PUBLISHED.opposite(square) not in (square, *neighbours(square, PUBLISHED.side))


def test_step_3_mirrored_sides_touch_as_the_sides_do():
    """For all pieces and marks, and whatever lies on neighbouring squares."""
    for one, two in product(PIECES, repeat=2):
        for mark, mark_two in product(Mark, repeat=2):
            answers = answering_piece(one), other(mark), answering_piece(two), other(mark_two)
            assert mismatch(*answers) == mismatch(one, mark, two, mark_two)
    assert other(FRAME) != FRAME
    for square in range(PUBLISHED.side**2):
        around = neighbours(square, PUBLISHED.side)
        image = [None if each is None else PUBLISHED.opposite(each) for each in around]
        opposite = neighbours(PUBLISHED.opposite(square), PUBLISHED.side)
        assert image[2:] + image[:2] == list(opposite)


@pytest.mark.parametrize("may_be_opposite", [True, False])
def test_the_neutral_pieces_keep_a_board_from_being_its_own_image(may_be_opposite):
    """Where they may not lie opposite each other, and on the pairs of squares that may be marked,
    which are the same; on some published board they are each other's image."""
    start = Position.start(Setup(may_be_opposite=may_be_opposite))
    pairs = {
        tuple(square for square, _ in sorted((one, two), key=lambda each: each.rotated_piece))
        for one in moves(start)
        for two in moves(play(start, one))
    }
    assert any(one == PUBLISHED.opposite(two) for one, two in pairs) == may_be_opposite
    if not may_be_opposite:
        assert pairs == {
            pair for pair in product(range(36), repeat=2) if PUBLISHED.may_be_marked(*pair)
        }
        assert len(pairs) == 36 * 35 - 2 * 60 - 36
