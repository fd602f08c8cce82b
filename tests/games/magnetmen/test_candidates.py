"""The boards of one seed: what they share, and in what they differ."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import rolled

from generator.core.seeds import canonical_seed
from generator.games.magnetmen.roll import LAYOUTS, Candidate, candidate


@given(st.integers(0, 99), st.integers(0, LAYOUTS - 1))
def test_every_candidate_can_be_read_back(roll, layout):
    one = Candidate("sunday", roll, layout)
    assert candidate(str(one)) == one


@pytest.mark.parametrize(
    ("one", "seed"),
    [
        (Candidate("sunday"), "sunday"),
        (Candidate("sunday", 0, 7), "sunday+7"),
        (Candidate("sunday", 2, 7), "sunday+207"),
        (Candidate("sunday", 2, 0), "sunday+200"),
    ],
)
def test_how_they_are_written(one, seed):
    assert str(one) == seed


def test_people_cannot_type_one_by_chance():
    assert candidate(canonical_seed("sunday+207")) == Candidate("sunday-207")


def types_and_squares(seed):
    board = rolled(seed)
    return [(kind.piece.key, kind.power, kind.count) for kind in board.types], board.squares


def test_layouts_share_types_and_powers_and_counts():
    types, squares = types_and_squares("sunday")
    for layout in (1, 2, 99):
        others, elsewhere = types_and_squares(str(Candidate("sunday", 0, layout)))
        assert others == types
        assert elsewhere != squares


def test_rolls_differ_in_all_but_the_hue():
    assert len({str(types_and_squares(str(Candidate("sunday", roll)))[0]) for roll in range(6)}) > 3
    hues = {rolled(str(Candidate("sunday", roll, layout))).hue for roll, layout in ((0, 1), (3, 2))}
    assert hues == {rolled("sunday").hue}


def test_a_candidate_is_part_of_the_id():
    assert ".sunday+207." in str(rolled("sunday+207").game_id)
