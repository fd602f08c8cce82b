"""Counts and arrangements: exact, within bounds, unbiased, without solid blocks."""

from collections import Counter
from itertools import combinations
from types import SimpleNamespace
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.core.seeds import Stream
from generator.games.magnetmen import definition
from generator.games.magnetmen.definition import fillable
from generator.games.magnetmen.roll import (
    _shares,
    apportion,
    fill,
    largest_group_allowed,
    largest_groups,
)

TYPES = st.lists(
    st.tuples(st.floats(0.01, 50), st.integers(0, 12), st.integers(0, 40)), min_size=1, max_size=9
)


ROOMS = st.lists(
    st.tuples(st.tuples(st.integers(1, 9), st.integers(0, 9)), st.booleans()),
    min_size=1,
    max_size=4,
)


class Sets(NamedTuple):
    """What `fillable` asks of a definition; a piece is its room and whether it is always there."""

    groups: tuple[tuple[tuple[definition.Room, bool], ...], ...]
    most: int

    @property
    def sets(self):
        return [
            SimpleNamespace(pieces=[
                SimpleNamespace(key=(number, place, always), room=lambda _, room=room: room)
                for place, (room, always) in enumerate(group)
            ])
            for number, group in enumerate(self.groups)
        ]  # fmt: skip

    @property
    def pieces(self):
        return [piece for game_set in self.sets for piece in game_set.pieces]

    def types_on_board(self):
        return 0, self.most, {piece.key for piece in self.pieces if piece.key[2]}


@given(st.lists(ROOMS, min_size=1, max_size=2), st.integers(1, 30), st.integers(1, 5))
def test_numbers_of_types_are_those_of_some_choice(groups, squares, most):
    rooms = tuple(
        tuple(((low, low + more), always) for (low, more), always in group) for group in groups
    )
    every = [(number, *piece) for number, group in enumerate(rooms) for piece in group]
    expected = [
        count
        for count in range(most + 1)
        if any(
            {number for number, _, _ in pieces} == {*range(len(groups))}
            and sum(always for _, _, always in pieces) == sum(always for _, _, always in every)
            and sum(low for _, (low, _), _ in pieces) <= squares
            and sum(high for _, (_, high), _ in pieces) >= squares
            for pieces in combinations(every, count)
        )
    ]
    assert list(fillable(Sets(rooms, most), squares)) == expected


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
    weights, bounds = [2.5, 1, 1, 1.33, 1.33], [(0, 64)] * 5
    shares = [64 * weight / sum(weights) for weight in weights]
    total = [0.0] * 5
    for n in range(2000):
        counts = apportion(64, weights, bounds, Stream(str(n), "counts"))
        for i, (count, share) in enumerate(zip(counts, shares, strict=True)):
            assert abs(count - share) < 1
            total[i] += count
    # The mean of 2000 draws of a rounding lies within 5 standard errors (0.5 / sqrt(2000)).
    for sums, share in zip(total, shares, strict=True):
        assert sums / 2000 == pytest.approx(share, abs=0.056)


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


def test_a_bound_type_leaves_the_rest_to_the_others():
    assert apportion(36, [1, 1], [(0, 3), (0, 36)], Stream("a", "b")) == (3, 33)
    assert apportion(40, [10, 1, 1], [(0, 10), (0, 40), (0, 40)], Stream("a", "b")) == (10, 15, 15)


def test_largest_groups():
    grid = "aab" "bab" "bba"  # fmt: skip
    assert largest_groups([ord(kind) for kind in grid], 3) == {ord("a"): 3, ord("b"): 3}


@given(st.integers(0, 10_000))
def test_fill_keeps_counts_and_the_bound(n):
    counts = (20, 8, 9, 9, 9, 9)
    cells = fill(counts, 8, Stream(str(n), "fill"))
    assert Counter(cells) == dict(enumerate(counts))
    for kind, size in largest_groups(cells, 8).items():
        assert size <= largest_group_allowed(counts[kind], 64)


def test_a_type_that_must_clump_may():
    cells = fill((60, 4), 8, Stream("a", "fill"))
    assert Counter(cells) == {0: 60, 1: 4}


def test_a_solid_block_is_never_plausible():
    """What the bound is for: a 3 x 3 block of nine in 64, a row of eight pairs."""
    assert largest_group_allowed(9, 64) < 9
    assert largest_group_allowed(16, 64) < 16


def test_the_bound_is_rarely_hit():
    """It says it admits about 95 of 100 random fills of one type: more would bend the odds."""
    refusals = 0
    for n in range(400):
        cells = Stream(str(n), "shuffle").shuffled([0] * 23 + [1 + i for i in range(41)])
        refusals += largest_groups(cells, 8)[0] > largest_group_allowed(23, 64)
    assert 2 <= refusals <= 50


def test_every_square_is_equally_likely_for_every_type():
    counts = Counter()
    rounds = 3000
    for n in range(rounds):
        cells = fill((9, 9, 9, 9), 6, Stream(str(n), "fill"))
        counts.update(cell for cell, kind in enumerate(cells) if kind == 0)
    # A quarter of the rounds each; 5 standard deviations of 23.7.
    assert all(abs(counts[cell] - rounds / 4) < 119 for cell in range(36))
