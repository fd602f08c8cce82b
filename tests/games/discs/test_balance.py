"""Discs are all different and every symbol is on as many as any other, give or take one; and
that works for every number of discs there can be."""

import itertools
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.core.seeds import Stream
from generator.games.discs.balance import balanced_discs, different_discs


def deal(shapes, colours, symbols, discs, seed="test"):
    return balanced_discs(shapes, colours, symbols, discs, Stream(seed, "discs"))


def range_of(counts, keys) -> int:
    numbers = [counts[key] for key in keys]
    return max(numbers) - min(numbers)


def assert_balanced(shapes, colours, symbols, discs, seed="test"):
    discs_dealt = deal(shapes, colours, symbols, discs, seed)
    assert len(set(discs_dealt)) == len(discs_dealt) == discs
    for disc in discs_dealt:
        assert len(disc) == symbols
        assert len({shape for shape, _ in disc}) == symbols
        assert len({colour for _, colour in disc}) == symbols
    symbols_dealt = [symbol for disc in discs_dealt for symbol in disc]
    pairs = itertools.product(range(shapes), range(colours))
    assert set(symbols_dealt) <= set(itertools.product(range(shapes), range(colours)))
    assert range_of(Counter(symbols_dealt), pairs) <= 1
    assert range_of(Counter(shape for shape, _ in symbols_dealt), range(shapes)) <= 1
    assert range_of(Counter(colour for _, colour in symbols_dealt), range(colours)) <= 1


@pytest.mark.parametrize(
    ("shapes", "colours", "symbols", "discs", "deals", "most"),
    [(3, 3, 2, 4, 1000, 0.07), (5, 5, 2, 11, 200, 0.15)],
)
def test_no_shape_and_no_colour_is_at_an_advantage(shapes, colours, symbols, discs, deals, most):
    """How often each is there differs by one at most in a game; over many games it evens out. The
    limit is four standard errors or more: numbers are v or v + 1, so one deal deviates by 0.5."""
    symbols_dealt = [
        symbol
        for number in range(deals)
        for disc in deal(shapes, colours, symbols, discs, f"fair-{number}")
        for symbol in disc
    ]
    for side, kinds in enumerate((shapes, colours)):
        counts = Counter(symbol[side] for symbol in symbols_dealt)
        fair = symbols * discs / kinds
        assert {kind for kind in range(kinds) if abs(counts[kind] / deals - fair) > most} == set()


SMALL = [
    (shapes, colours, symbols)
    for shapes, colours in itertools.product(range(1, 5), repeat=2)
    for symbols in range(1, min(shapes, colours, 3) + 1)
]


@pytest.mark.parametrize("shapes, colours, symbols", SMALL)
def test_every_possible_number_of_discs_can_be_balanced(shapes, colours, symbols):
    for discs in range(different_discs(shapes, colours, symbols) + 1):
        assert_balanced(shapes, colours, symbols, discs)


@pytest.mark.parametrize("shapes, colours, symbols", SMALL)
def test_how_many_different_discs_there_are(shapes, colours, symbols):
    """Counted: sets of pairs in which no shape and no colour comes twice."""
    pairs = itertools.product(range(shapes), range(colours))
    counted = sum(
        len({shape for shape, _ in disc}) == len({colour for _, colour in disc}) == symbols
        for disc in itertools.combinations(pairs, symbols)
    )
    assert different_discs(shapes, colours, symbols) == counted


@pytest.mark.parametrize("shapes, colours, symbols", SMALL)
def test_one_disc_more_is_refused(shapes, colours, symbols):
    most = different_discs(shapes, colours, symbols)
    with pytest.raises(ValueError, match=f"there are only {most}"):
        deal(shapes, colours, symbols, most + 1)


def test_no_disc_can_show_more_symbols_than_there_are_shapes_or_colours():
    assert different_discs(5, 2, 3) == different_discs(2, 5, 3) == 0


@given(
    st.integers(1, 6), st.integers(1, 6), st.integers(1, 6), st.floats(0, 1), st.integers(0, 999)
)
def test_larger_numbers(shapes, colours, symbols, share, seed):
    symbols = min(symbols, shapes, colours)
    discs = round(share * min(60, different_discs(shapes, colours, symbols)))
    assert_balanced(shapes, colours, symbols, discs, str(seed))


def test_the_published_set_has_each_symbol_on_four_or_five_discs():
    counts = Counter(symbol for disc in deal(5, 5, 3, 36) for symbol in disc)
    assert Counter(counts.values()) == {4: 17, 5: 8}


def test_other_seeds_give_other_sets():
    assert len({frozenset(deal(5, 5, 3, 36, str(seed))) for seed in range(30)}) == 30


def test_every_disc_turns_up():
    """No symbol or disc is left out by the way the sets are made."""
    discs_dealt = {disc for seed in range(40) for disc in deal(3, 3, 2, 4, str(seed))}
    assert len(discs_dealt) == different_discs(3, 3, 2)
