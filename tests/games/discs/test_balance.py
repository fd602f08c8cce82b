"""Discs are all different and every symbol is on as many as any other, give or take one; and
that works for every number of discs there can be."""

import itertools
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from short_run import first

from generator.core.seeds import Stream
from generator.games.discs.balance import balanced_discs, different_discs

SMALL = [
    (shapes, colours, symbols)
    for shapes, colours in itertools.product(range(1, 5), repeat=2)
    for symbols in range(1, min(shapes, colours, 3) + 1)
]


def deal(shapes, colours, symbols, discs, seed="test"):
    return balanced_discs(shapes, colours, symbols, discs, Stream(seed, "discs"))


def assert_balanced(shapes, colours, symbols, discs, seed="test"):
    dealt = deal(shapes, colours, symbols, discs, seed)
    assert len(set(dealt)) == len(dealt) == discs
    for disc in dealt:
        for side in (0, 1):
            assert len({symbol[side] for symbol in disc}) == len(disc) == symbols
    pairs = list(itertools.product(range(shapes), range(colours)))
    on_discs = [symbol for disc in dealt for symbol in disc]
    assert set(on_discs) <= set(pairs)
    for kinds, found in (
        (pairs, on_discs),
        (range(shapes), [shape for shape, _ in on_discs]),
        (range(colours), [colour for _, colour in on_discs]),
    ):
        counts = [found.count(kind) for kind in kinds]
        assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize(
    ("shapes", "colours", "symbols", "discs", "deals", "most"),
    first(1, [(3, 3, 2, 4, 1000, 0.07), (5, 5, 2, 11, 200, 0.15)]),
)
def test_no_shape_and_no_colour_is_at_an_advantage(shapes, colours, symbols, discs, deals, most):
    """How often each is there differs by one at most in a game; over many games it evens out. The
    limit is four standard errors or more: numbers are v or v + 1, so one deal deviates by 0.5."""
    dealt = [
        symbol
        for number in range(deals)
        for disc in deal(shapes, colours, symbols, discs, f"fair-{number}")
        for symbol in disc
    ]
    for side, kinds in enumerate((shapes, colours)):
        counts, fair = Counter(symbol[side] for symbol in dealt), symbols * discs / kinds
        assert all(abs(counts[kind] / deals - fair) <= most for kind in range(kinds))


@pytest.mark.parametrize("shapes, colours, symbols", first(3, [*SMALL[-2::-1], SMALL[-1]]))
def test_every_possible_number_of_discs_can_be_balanced(shapes, colours, symbols):
    """Counted: sets of pairs in which no shape and no colour comes twice."""
    pairs = itertools.product(range(shapes), range(colours))
    most = sum(
        len({shape for shape, _ in disc}) == len({colour for _, colour in disc}) == symbols
        for disc in itertools.combinations(pairs, symbols)
    )
    assert different_discs(shapes, colours, symbols) == most
    for discs in range(most + 1):
        assert_balanced(shapes, colours, symbols, discs)


def test_no_disc_can_show_more_symbols_than_there_are_shapes_or_colours():
    assert different_discs(5, 2, 3) == different_discs(2, 5, 3) == 0


@given(
    st.integers(1, 6), st.integers(1, 6), st.integers(1, 6), st.floats(0, 1), st.integers(0, 999)
)
def test_larger_numbers(shapes, colours, symbols, share, seed):
    symbols = min(symbols, shapes, colours)
    discs = round(share * min(60, different_discs(shapes, colours, symbols)))
    assert_balanced(shapes, colours, symbols, discs, str(seed))


def test_every_disc_turns_up_and_other_seeds_give_other_sets():
    sets = [deal(3, 3, 2, 4, str(seed)) for seed in range(40)]
    assert len({disc for dealt in sets for disc in dealt}) == different_discs(3, 3, 2)
    assert len({frozenset(deal(5, 5, 3, 36, str(seed))) for seed in range(9)}) == 9
