"""Numbers of many boards and rolls: intervals that hold what they promise."""

import random
from statistics import mean as plain_mean
from statistics import stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.analysis import stats
from generator.analysis.intervals import (
    difference,
    mean,
    quantile,
    quotient,
    ratio,
    student_quantile,
)


@pytest.mark.parametrize(
    ("freedom", "expected"), [(2, 4.303), (7, 2.365), (30, 2.042), (1000, 1.962)]
)
def test_student_has_the_quantiles_of_the_tables(freedom, expected):
    assert student_quantile(freedom) == pytest.approx(expected, rel=0.05 if freedom < 5 else 0.002)


def test_a_mean_has_its_standard_error():
    values = [1.0, 4.0, 2.0, 9.0, 4.0]
    found = mean(dict(enumerate(values)))
    assert found.value == 4
    assert found.standard_error == pytest.approx(stdev(values) / 5**0.5)
    half = student_quantile(4) * found.standard_error
    assert found.interval == (4 - half, 4 + half)


@pytest.mark.parametrize(
    ("values", "enough"),
    [([3.0], False), ([1.0, 2.0, 3.0, 4.0], False), ([1.0, 2.0, 3.0, 4.0, 5.0], True),
     ([1.0] * 3, False), ([1.0] * 19, False), ([1.0] * 20, True), ([0.0] * 19, False)],
)  # fmt: skip
def test_too_few_boards_have_no_interval(values, enough):
    """Three boards that are alike say nothing of a spread: no "1.00 ± 0.00"."""
    statistic = mean(dict(enumerate(values)))
    assert (statistic.interval is not None) == (statistic.share_interval is not None) == enough


@pytest.mark.parametrize(
    ("values", "low_end", "high_end"),
    [([1.0, 0.5, 0.0, 1.0, 0.5], False, True), ([0.5, 0.0, 1.0, 0.0, 0.5], True, False),
     ([1.0, 0.0, 1.0, 0.0, 0.5], True, True), ([0.5, 0.6, 0.4, 0.5, 0.5], False, False)],
)  # fmt: skip
def test_the_interval_of_a_share_ends_at_0_and_1(values, low_end, high_end):
    statistic = mean(dict(enumerate(values)))
    low, high = statistic.interval
    assert (low < 0, high > 1) == (low_end, high_end)
    assert statistic.share_interval == (0.0 if low_end else low, 1.0 if high_end else high)


def test_boards_without_any_do_not_count():
    found = ratio({1: 2.0, 2: 6.0, 3: 0.0}, {1: 1.0, 2: 3.0, 3: 0.0})
    assert (found.value, found.boards, found.standard_error) == (2.0, 2, 0.0)
    assert ratio({1: 0.0}, {1: 0.0}) is None


def test_what_boards_share_cancels_in_a_difference():
    one = mean({n: float(n % 7) for n in range(50)})
    other = mean({n: n % 7 + 1.0 for n in range(50)})
    change = difference(other, one)
    assert change.value == 1
    assert change.standard_error < 1e-12


def test_other_boards_vary_on_their_own():
    one, other = mean({1: 1.0, 2: 3.0}), mean({3: 5.0, 4: 7.0})
    assert difference(other, one).standard_error == pytest.approx(
        (one.standard_error**2 + other.standard_error**2) ** 0.5
    )


def test_a_quotient_of_boards_that_grow_together_is_certain():
    one = mean({1: 1.0, 2: 3.0})
    assert quotient(mean({1: 2.0, 2: 6.0}), one).standard_error == pytest.approx(0)
    assert quotient(one, mean({1: 0.0})) is None


def test_intervals_hold_the_true_ratio_about_95_times_in_100():
    chances = random.Random(5)
    held = 0
    for _ in range(400):
        wholes = {n: chances.uniform(1, 3) for n in range(12)}
        parts = {n: 2 * wholes[n] + chances.gauss(0, 1) for n in wholes}
        low, high = ratio(parts, wholes).interval
        held += low <= 2 <= high
    assert 0.92 < held / 400 < 0.98


@given(st.lists(st.floats(-9, 9), min_size=1), st.floats(0, 1))
def test_quantiles_lie_between_the_values(values, part):
    assert min(values) <= quantile(values, part) <= max(values)


def test_the_middle_of_two_is_their_mean():
    assert quantile([3.0, 1.0], 0.5) == plain_mean([1, 3])


def test_the_interval_of_a_share_is_wilsons():
    """Newcombe, Statistics in Medicine 17 (1998), table I: 81 of 263 and 0 of 20."""
    row = stats.share_estimate("boards", ("a", ""), 81, 263)
    assert (row.low, row.high) == pytest.approx((0.2553, 0.3662), abs=1e-4)
    none = stats.share_estimate("boards", ("a", ""), 0, 20)
    assert (none.low, none.high) == pytest.approx((0.0, 0.1611), abs=1e-4)
    assert stats.share_estimate("power", ("a", ""), 0, 0)[3:] == (0.0, 0.0, 1.0, 0)


def test_the_mean_of_counted_values():
    row = stats.mean_estimate("squares", ("a", ""), {4: 2, 6: 6})
    assert row.value == 5.5
    assert row.high - row.value == pytest.approx(student_quantile(7) * (6 / 7 / 8) ** 0.5)
    assert stats.mean_estimate("squares", ("a", ""), {0: 9, 1: 1}).low == 0.0
    assert stats.mean_estimate("squares", ("a", ""), {3: 19}).low is None
    assert stats.mean_estimate("squares", ("a", ""), {}).cases == 0
