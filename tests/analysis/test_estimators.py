"""Numbers of many boards: intervals that hold what they promise, tests that can tell."""

import random
from statistics import mean as plain_mean
from statistics import stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.analysis.intervals import (
    Statistic,
    difference,
    holm_corrected,
    mean,
    p_value,
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
    assert p_value(change) < 1e-9


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


def test_chance_alone_is_called_a_difference_5_times_in_100():
    found = random.Random(8)
    called = 0
    for _ in range(400):
        change = mean({n: found.gauss(0, 1) for n in range(10)})
        called += p_value(change) < 0.05
    assert 0.025 < called / 400 < 0.08


def test_of_too_few_boards_nothing_is_tested():
    assert p_value(Statistic(5.0, {1: 0.0}, 1)) is None
    assert p_value(mean({n: 5.0 + n for n in range(4)})) is None


def test_boards_that_differ_alike_have_the_sign_test():
    assert p_value(mean(dict.fromkeys(range(5), -4.0))) == 0.0625
    assert p_value(mean(dict.fromkeys(range(12), -4.0))) == 2.0**-11
    assert p_value(mean(dict.fromkeys(range(12), 0.0))) == 1


def test_holm():
    assert holm_corrected([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm_corrected([0.9, 0.8]) == [1, 1]
    assert holm_corrected([]) == []


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_corrected_chances_keep_their_order(chances):
    found = holm_corrected(chances)
    assert all(one <= other <= 1 for one, other in zip(chances, found, strict=True))
    ordered = [each for _, each in sorted(zip(chances, found, strict=True))]
    assert ordered == sorted(ordered)


@given(st.lists(st.floats(-9, 9), min_size=1), st.floats(0, 1))
def test_quantiles_lie_between_the_values(values, part):
    assert min(values) <= quantile(values, part) <= max(values)


def test_the_middle_of_two_is_their_mean():
    assert quantile([3.0, 1.0], 0.5) == plain_mean([1, 3])
