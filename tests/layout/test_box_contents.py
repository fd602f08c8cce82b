"""How pieces lie in a box: everything fits, nothing overlaps, more pieces need a larger box."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator import games
from generator.core.settings import CARD_THICKNESS, Settings
from generator.layout.box import FLATTEST, MIN_SIZE, PLAY, Kind, box_size, kinds_of

CARDS = Kind("cards", 63, 88, 0.3, 6)
KINDS = st.lists(
    st.builds(
        Kind, st.just("pieces"), st.floats(10, 60), st.floats(60, 90), st.floats(0.1, 5),
        st.integers(1, 60),
    ),
    min_size=1, max_size=4,
)  # fmt: skip
CASES = [
    (name, sets) for name in ("metals", "quads", "discs")
    for sets in games.game(name).catalogue.shipped
]  # fmt: skip


def contents(name: str, set_name: str) -> list[Kind]:
    game = games.game(name)
    definition = game.load((set_name,), ())
    rolled = game.roll(definition, game.default_size, game.default_players, "box")
    sheets = {sheet: game.pages(sheet, rolled, Settings()) for sheet in game.rolled_sheets}
    return kinds_of(sheets, CARD_THICKNESS)


@given(KINDS)
def test_a_box_has_room_for_all_pieces_together(kinds):
    volume = sum(kind.w * kind.h * kind.thickness * kind.number for kind in kinds)
    size = box_size(kinds)
    assert size.w * size.h * size.d > volume
    assert all(kind.w + PLAY <= size.w + 0.01 for kind in kinds)
    assert all(kind.h + PLAY <= size.h + 0.01 for kind in kinds)
    assert max(kind.thickness for kind in kinds) + PLAY - 0.01 <= size.d
    stacked = sum(kind.thickness * kind.number for kind in kinds) + PLAY + 0.01
    assert size.d <= max(stacked, FLATTEST * size.w + 0.01)


@pytest.mark.parametrize(("name", "set_name"), CASES)
def test_the_box_of_every_game_is_that_of_a_deck_of_cards(name, set_name):
    w, h, d = box_size(contents(name, set_name))
    assert (w, h) == (65, 90), "a poker card of 63 mm and 2 mm of play"
    assert 0.2 <= d / w <= 0.5


def test_counts_and_sizes_are_those_of_the_sheets():
    assert contents("discs", "classic") == [
        Kind("cards", 63, 88, 0.3, 6), Kind("discs", 40, 40, 0.3, 36), Kind("dice", 25, 25, 25, 2),
    ]  # fmt: skip
    tokens = [kind for kind in contents("metals", "classic") if kind.sheet == "tokens"]
    assert sum(kind.number for kind in tokens) == 68
    assert {kind.w for kind in tokens} == {24, 33, 12, 10}


def test_a_stack_is_as_high_as_its_cards_together():
    """60 cards of 0.3 mm, and 2 mm of play."""
    assert box_size([CARDS._replace(number=60)]) == pytest.approx((65, 90, 60 * 0.3 + 2))


def test_no_box_is_too_small_for_its_title():
    size = box_size([Kind("pieces", 10, 10, 0.3, 1)])
    assert size == pytest.approx((*MIN_SIZE, FLATTEST * MIN_SIZE[0]))


def test_small_pieces_stand_in_stacks_before_the_cards():
    """36 pieces of 29.5 mm in six stacks, three beside three, are no wider than a card."""
    size = box_size([CARDS, Kind("pieces", 29.5, 29.5, 0.3, 36)])
    assert size == pytest.approx((65, 90, 13))


@given(st.integers(1, 120), st.sampled_from((10, 24, 33, 40)), st.floats(0.1, 3))
def test_one_piece_more_never_gets_a_smaller_box(number, side, thickness):
    kind = Kind("tokens", side, side, thickness, number)
    fewer, more = (box_size([CARDS, kind._replace(number=count)]) for count in (number, number + 1))
    assert math.prod(fewer) <= math.prod(more) + 1


def test_the_order_of_sheets_does_not_matter():
    kinds = contents("metals", "classic")
    assert box_size(kinds) == box_size(kinds[::-1])
