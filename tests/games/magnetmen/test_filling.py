"""Counts and arrangements: exact, within bounds, unbiased, without solid blocks."""

from collections import Counter
from itertools import combinations
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.core.seeds import Stream
from generator.games.magnetmen.definition import fillable
from generator.games.magnetmen.roll import (
    _shares,
    apportion,
    fill,
    largest_group_allowed,
    largest_groups,
)

# The least squares of a type and how many more it may have, and whether it is always there.
ROOMS = st.tuples(st.tuples(st.integers(1, 9), st.integers(0, 9)), st.booleans())
SETS = st.lists(st.lists(ROOMS, min_size=1, max_size=4), min_size=1, max_size=2)


@given(SETS, st.integers(1, 30), st.integers(1, 5))
def test_numbers_of_types_are_those_of_some_choice(sets, squares, most):
    every = [
        (number, (low, low + more), always)
        for number, rooms in enumerate(sets)
        for (low, more), always in rooms
    ]
    pieces = [
        SimpleNamespace(key=key, room=lambda _, room=room: room)
        for key, (_, room, _) in enumerate(every)
    ]
    always = {key for key, piece in enumerate(every) if piece[2]}

    def of_set(number):
        mine = [piece for piece, (owner, *_) in zip(pieces, every, strict=True) if owner == number]
        return SimpleNamespace(pieces=mine)

    class Definition(SimpleNamespace):
        __hash__ = object.__hash__

    definition = Definition(
        sets=[of_set(number) for number in range(len(sets))],
        pieces=pieces,
        types_on_board=lambda: (0, most, always),
    )
    expected = [
        count
        for count in range(most + 1)
        if any(
            {number for number, _, _ in chosen} == {*range(len(sets))}
            and sum(is_always for _, _, is_always in chosen) == len(always)
            and sum(low for _, (low, _), _ in chosen) <= squares
            and sum(high for _, (_, high), _ in chosen) >= squares
            for chosen in combinations(every, count)
        )
    ]
    assert list(fillable(definition, squares)) == expected


TYPES = st.lists(
    st.tuples(st.floats(0.01, 50), st.integers(0, 12), st.integers(0, 40)), min_size=1, max_size=9
)


@given(TYPES, st.integers(1, 150), st.text(max_size=3))
def test_counts_add_up_within_bounds(types, squares, seed):
    weights = [weight for weight, _, _ in types]
    bounds = [(low, low + more) for _, low, more in types]
    if not sum(low for low, _ in bounds) <= squares <= sum(high for _, high in bounds):
        with pytest.raises(ValueError, match="cannot be shared out"):
            apportion(squares, weights, bounds, Stream(seed, "counts"))
        return
    counts = apportion(squares, weights, bounds, Stream(seed, "counts"))
    assert sum(counts) == squares
    assert all(low <= n <= high for n, (low, high) in zip(counts, bounds, strict=True))


def test_counts_are_the_exact_share_rounded_down_or_up():
    weights, bounds, total = [2.5, 1, 1, 1.33, 1.33], [(0, 64)] * 5, [0.0] * 5
    shares = [64 * weight / sum(weights) for weight in weights]
    for n in range(2000):
        counts = apportion(64, weights, bounds, Stream(str(n), "counts"))
        assert all(abs(count - share) < 1 for count, share in zip(counts, shares, strict=True))
        total = [before + count for before, count in zip(total, counts, strict=True)]
    # The mean of 2000 draws of a rounding lies within 5 standard errors (0.5 / sqrt(2000)).
    assert [sums / 2000 for sums in total] == pytest.approx(shares, abs=0.056)


def _halving(squares, weights, bounds):
    """The shares by another way: the factor is searched by halving an interval."""

    def cut(factor):
        return [
            min(max(round(weight * factor * 10**9), low * 10**9), high * 10**9)
            for weight, (low, high) in zip(weights, bounds, strict=True)
        ]

    low, high = 0.0, (squares + 1) / min(weights)
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if sum(cut(middle)) < squares * 10**9 else (low, middle)
    shares = cut(high)
    free = next((i for i, share in enumerate(shares) if share % 10**9), 0)
    shares[free] -= sum(shares) - squares * 10**9
    return tuple(shares)


WEIGHTS = st.sampled_from([0.1, 0.3, 0.5, 1, 1.33, 2, 2.5, 3])


@given(
    st.lists(st.tuples(WEIGHTS, st.integers(0, 12), st.integers(1, 40)), min_size=1, max_size=9),
    st.floats(0, 1),
)
def test_shares_are_those_of_the_least_factor_that_is_enough(types, place):
    """To the billionth, since the roll must not change; with weights that round up together."""
    weights = tuple(weight for weight, _, _ in types)
    bounds = tuple((low, low + more) for _, low, more in types)
    least, most = (sum(ends) for ends in zip(*bounds, strict=True))
    squares = max(1, round(least + place * (most - least)))
    assert _shares(squares, weights, bounds) == _halving(squares, weights, bounds)


@given(st.integers(0, 10_000))
def test_fill_keeps_counts_and_the_bound(n):
    counts = (20, 8, 9, 9, 9, 9)
    cells = fill(counts, 8, Stream(str(n), "fill"))
    assert Counter(cells) == dict(enumerate(counts))
    for kind, size in largest_groups(cells, 8).items():
        assert size <= largest_group_allowed(counts[kind], 64)


def test_groups_and_their_bound():
    """It admits about 95 of 100 random fills of one type, but no solid block of 3 x 3 in 64, nor a
    row of eight pairs; a type that must clump may."""
    assert largest_groups([*b"aabbabbba"], 3) == {ord("a"): 3, ord("b"): 3}
    assert Counter(fill((60, 4), 8, Stream("a", "fill"))) == {0: 60, 1: 4}
    assert largest_group_allowed(9, 64) < 9
    assert largest_group_allowed(16, 64) < 16
    refusals = 0
    for n in range(400):
        cells = Stream(str(n), "shuffle").shuffled([0] * 23 + [1 + i for i in range(41)])
        refusals += largest_groups(cells, 8)[0] > largest_group_allowed(23, 64)
    assert 2 <= refusals <= 50


def test_every_square_is_equally_likely_for_every_type():
    counts, rounds = Counter(), 3000
    for n in range(rounds):
        cells = fill((9, 9, 9, 9), 6, Stream(str(n), "fill"))
        counts.update(cell for cell, kind in enumerate(cells) if kind == 0)
    # A quarter of the rounds each; 5 standard deviations of 23.7.
    assert all(abs(counts[cell] - rounds / 4) < 119 for cell in range(36))
