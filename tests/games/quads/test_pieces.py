"""The pieces: how many there are, why, and what turning does."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from generator.games.quads import pieces
from generator.games.quads.pieces import (
    NEUTRALS,
    PIECES,
    Mark,
    Piece,
    RotatedPiece,
    piece_showing,
    rotate,
)

ALL_SIDES = tuple(product(Mark, repeat=4))
SHAPES = {min(rotate(sides, turns) for turns in range(4)) for sides in ALL_SIDES}


def test_of_24_ways_to_mark_four_sides_17_have_one_to_three_solid_ones():
    assert len(SHAPES) == (3**4 + 3**2 + 2 * 3) / 4 == 24  # Burnside: by 0, 180, 90 and 270
    own = {shape for shape in SHAPES if Mark.SOLID in shape and set(shape) != {Mark.SOLID}}
    assert set(pieces.OWN_SHAPES) == own and len(own) == len(pieces.OWN_SHAPES) == 17


def test_together_36_that_differ():
    assert ["".join(piece.sides) for piece in NEUTRALS] == ["====", "||||"]
    hands = [pieces.PUBLISHED.hand(player) for player in pieces.PLAYERS]
    assert list(map(len, hands)) == [17, 17]
    assert {*NEUTRALS, *hands[0], *hands[1]} == set(PIECES)
    assert len({piece.key for piece in PIECES}) == len(PIECES) == 36


def test_every_marking_is_a_rotation_of_one_shape():
    assert {pieces.canonical_rotation(marks) for marks in ALL_SIDES} == SHAPES
    looks = [pieces.rotations(Piece("light", shape)) for shape in SHAPES]
    assert sum(map(len, looks)) == len({each.sides for some in looks for each in some}) == 81


@given(st.tuples(*[st.sampled_from(Mark)] * 4), st.integers(-8, 8), st.integers(-8, 8))
def test_turns_add_up(marks, first, second):
    assert rotate(rotate(marks, first), second) == rotate(marks, first + second)
    assert pieces.canonical_rotation(rotate(marks, first)) == pieces.canonical_rotation(marks)


def test_a_quarter_turn_brings_the_left_side_to_the_top():
    rotated_piece = piece_showing("dark", "=#|=")
    assert rotated_piece == RotatedPiece(Piece("dark", tuple(map(Mark, "#|=="))), 1)
    assert rotated_piece.piece.key == "dark #|=="


@given(st.sampled_from(PIECES), st.integers(0, 3))
def test_a_piece_is_known_by_how_it_lies(piece, quarter_turns):
    rotated_piece = RotatedPiece(piece, quarter_turns)
    assert piece_showing(piece.owner, "".join(rotated_piece.sides)).sides == rotated_piece.sides
