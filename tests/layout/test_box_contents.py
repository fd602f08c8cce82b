"""How pieces lie in a box: everything fits, nothing overlaps, more pieces need a larger box."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator import games
from generator.core.settings import CARD_THICKNESS, Settings
from generator.layout.box_contents import (
    FLATTEST,
    MIN_SIZE,
    PLAY,
    Kind,
    Packing,
    kinds_of,
    packings,
)

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
    sheets = {sheet: layout(rolled, Settings()) for sheet, layout in game.rolled_sheets.items()}
    return kinds_of(sheets, CARD_THICKNESS)


def assert_holds(packing: Packing, kinds: list[Kind]) -> None:
    """All pieces lie in the box, side by side or one layer on another, with room to spare."""
    for kind in kinds:
        packed = sum(stack.number for stack in packing.stacks if stack.kind == kind)
        assert packed == kind.number * kinds.count(kind)
    w, h, d = packing.size
    for stack in packing.stacks:
        assert stack.box.w == stack.kind.w
        assert stack.box.h == stack.kind.h
        assert stack.box.x >= 0
        assert stack.box.y >= 0
        assert stack.z >= 0
        assert stack.box.right <= w - PLAY + 0.01
        assert stack.box.bottom <= h - PLAY + 0.01
        assert stack.z + stack.height <= d - PLAY + 0.01
    for one, other in combinations(packing.stacks, 2):
        above = min(one.z + one.height, other.z + other.height) - max(one.z, other.z) <= 1e-6
        assert above or not one.box.overlaps(other.box, 1e-5)


@given(KINDS)
def test_every_packing_holds_all_pieces(kinds):
    found = packings(kinds)
    assert found
    for packing in found[:5]:
        assert_holds(packing, kinds)


@pytest.mark.parametrize(("name", "set_name"), CASES)
def test_the_pieces_of_every_game_fit(name, set_name):
    kinds = contents(name, set_name)
    best = packings(kinds)[0]
    assert_holds(best, kinds)
    assert best.size.w == 65, "a poker card of 63 mm and 2 mm of play"
    assert best.size.h == 90


def test_counts_and_sizes_are_those_of_the_sheets():
    assert contents("discs", "classic") == [
        Kind("cards", 63, 88, 0.3, 6), Kind("discs", 40, 40, 0.3, 36), Kind("dice", 25, 25, 25, 2),
    ]  # fmt: skip
    tokens = [kind for kind in contents("metals", "classic") if kind.sheet == "tokens"]
    assert sum(kind.number for kind in tokens) == 68
    assert {kind.w for kind in tokens} == {24, 33, 12, 10}


def test_a_stack_is_as_high_as_its_cards_together():
    """60 cards of 0.3 mm, and 2 mm of play."""
    (best, *_) = packings([CARDS._replace(number=60)])
    assert best.size == pytest.approx((65, 90, 60 * 0.3 + 2))


def test_no_box_is_too_small_for_its_title():
    (best, *_) = packings([Kind("pieces", 10, 10, 0.3, 1)])
    assert best.size == pytest.approx((MIN_SIZE.w, MIN_SIZE.h, FLATTEST * MIN_SIZE.w))


def test_of_equal_boxes_the_one_with_the_fewest_stacks_is_taken():
    (best, *_) = packings([CARDS, Kind("pieces", 29.5, 29.5, 0.3, 36)])
    assert [stack.number for stack in best.stacks] == [6, 18, 18]


def volume(kind: Kind) -> float:
    w, h, d = packings([CARDS, kind])[0].size
    return w * h * d


@pytest.mark.parametrize("side", [24, 40])
def test_many_more_or_much_thicker_pieces_need_a_larger_box(side):
    kind = Kind("tokens", side, side, 0.3, 40)
    numbers = [volume(kind._replace(number=number)) for number in (40, 300, 600, 1000)]
    assert numbers == sorted(set(numbers))
    thicknesses = [volume(kind._replace(thickness=thickness)) for thickness in (0.3, 2.4, 4, 5)]
    assert thicknesses == sorted(set(thicknesses))


@given(st.integers(1, 120), st.sampled_from((10, 24, 33, 40)), st.floats(0.1, 3))
def test_one_piece_more_never_gets_a_smaller_box(number, side, thickness):
    kind = Kind("tokens", side, side, thickness, number)
    fewer, more = (
        packings([CARDS, kind._replace(number=count)])[0].cost for count in (number, number + 1)
    )
    assert fewer <= more + 1e-3


@pytest.mark.parametrize(("name", "set_name"), CASES)
def test_boxes_are_neither_flat_nor_deep(name, set_name):
    w, _, d = packings(contents(name, set_name))[0].size
    assert 0.2 <= d / w <= 0.5


def test_the_order_of_sheets_does_not_matter():
    kinds = contents("metals", "classic")
    assert packings(kinds)[0].size == packings(kinds[::-1])[0].size
