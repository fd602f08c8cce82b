"""The pieces: how many there are, why, and what turning does."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.core.resources import find_art
from generator.games.quads.definition import load_definition
from generator.games.quads.pieces import (
    NEUTRALS,
    PIECES,
    PUBLISHED,
    Mark,
    Piece,
    RotatedPiece,
    canonical_rotation,
    piece_showing,
    rotate,
    rotations,
)
from generator.games.quads.roll import roll

SOLID, PARALLEL, PERPENDICULAR = Mark
ALL_SIDES = tuple(product(Mark, repeat=4))
SHAPES = {min(rotate(sides, turns) for turns in range(4)) for sides in ALL_SIDES}
sides = st.tuples(*[st.sampled_from(Mark)] * 4)


def test_there_are_24_ways_to_mark_four_sides():
    assert len(SHAPES) == 24
    assert (3**4 + 3**2 + 2 * 3) / 4 == 24  # Burnside: the rotations by 0, 180, 90 and 270


def test_6_of_them_have_no_solid_side_and_1_is_all_solid():
    assert sum(SOLID not in shape for shape in SHAPES) == 6
    assert (SOLID,) * 4 in SHAPES


@pytest.mark.parametrize("player", ["light", "dark"])
def test_each_player_has_the_other_17(player):
    hand = [piece.sides for piece in PUBLISHED.hand(player)]
    assert len(set(hand)) == len(hand) == 17
    assert SHAPES - set(hand) == {
        shape for shape in SHAPES if SOLID not in shape or set(shape) == {SOLID}
    }


def test_neutral_pieces_are_all_parallel_and_all_perpendicular():
    assert [piece.sides for piece in NEUTRALS] == [(PARALLEL,) * 4, (PERPENDICULAR,) * 4]


def test_together_36_that_differ():
    assert len({piece.key for piece in PIECES}) == len(PIECES) == 36
    assert Counter(piece.owner for piece in PIECES) == {"light": 17, "dark": 17, "neutral": 2}


def test_half_of_them_come_with_each_player():
    quads = roll(load_definition(["classic"]), "regular", 2, "fixed")
    light, dark = quads.starting_pieces("light"), quads.starting_pieces("dark")
    assert len(light) == len(dark) == 18
    assert {*light, *dark} == set(PIECES)


def test_every_marking_is_a_rotation_of_one_shape():
    assert {canonical_rotation(marks) for marks in ALL_SIDES} == SHAPES
    count = sum(len(rotations(Piece("light", shape))) for shape in SHAPES)
    assert count == len(ALL_SIDES) == 81


def test_a_quarter_turn_brings_the_left_side_to_the_top():
    assert rotate((SOLID, PARALLEL, PERPENDICULAR, PARALLEL), 1) == (
        PARALLEL, SOLID, PARALLEL, PERPENDICULAR,
    )  # fmt: skip


@given(sides, st.integers(-8, 8), st.integers(-8, 8))
def test_turns_add_up(marks, first, second):
    assert rotate(rotate(marks, first), second) == rotate(marks, first + second)
    assert canonical_rotation(rotate(marks, first)) == canonical_rotation(marks)


@pytest.mark.parametrize("signs, count", [("#==|", 4), ("#=#=", 2), ("#|=|", 4)])
def test_a_piece_has_as_many_looks_as_rotations_that_differ(signs, count):
    looks = rotations(piece_showing("light", signs).piece)
    assert len({rotated_piece.sides for rotated_piece in looks}) == len(looks) == count


def test_neutral_pieces_look_the_same_from_all_sides():
    assert [len(rotations(piece)) for piece in NEUTRALS] == [1, 1]


def test_a_piece_is_known_by_how_it_lies():
    rotated_piece = piece_showing("dark", "=#|=")
    assert rotated_piece == RotatedPiece(
        Piece("dark", (SOLID, PERPENDICULAR, PARALLEL, PARALLEL)), 1
    )
    assert rotated_piece.piece.key == "dark #|=="
    assert "".join(rotated_piece.sides) == "=#|="


@given(st.sampled_from(PIECES), st.integers(0, 3))
def test_seen_undoes_turning(piece, quarter_turns):
    rotated_piece = RotatedPiece(piece, quarter_turns)
    assert piece_showing(piece.owner, "".join(rotated_piece.sides)).sides == rotated_piece.sides


@pytest.mark.parametrize("owner, signs", [("light", "####"), ("light", "=|=|"), ("neutral", "=|=|"),
                                          ("neutral", "#==="), ("dark", "#==")])  # fmt: skip
def test_what_is_no_piece(owner, signs):
    with pytest.raises(ValueError, match=r"there is no .* piece"):
        piece_showing(owner, signs)


@pytest.mark.parametrize("mark", Mark)
def test_every_mark_has_its_triangle(mark):
    assert find_art(mark.art).is_file()
