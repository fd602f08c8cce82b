"""Numbers of many boards and rolls: intervals that hold what they promise."""

import math
import random
from statistics import stdev

import pytest

from generator.analysis import intervals
from generator.analysis.intervals import Estimate, counted_mean, ratio, share_estimate


def mean(values) -> intervals.Statistic:
    """The mean over boards, given the values of numbered boards."""
    return ratio({board: (value, 1.0) for board, value in dict(values).items()})


def error(statistic: intervals.Statistic) -> float:
    """The standard error behind an interval."""
    _, low, high = statistic.estimate
    return (high - low) / 2 / intervals.student_quantile(statistic.boards - 1)


def test_student_has_the_quantiles_of_the_tables():
    for freedom, expected in ((2, 4.303), (7, 2.365), (30, 2.042), (1000, 1.962)):
        precision = 0.05 if freedom < 5 else 0.002
        assert intervals.student_quantile(freedom) == pytest.approx(expected, rel=precision)


@pytest.mark.parametrize(
    ("values", "enough"),
    [
        ([3.0], False),
        ([1.0, 2.0, 3.0, 4.0], False),
        ([1.0, 4.0, 2.0, 9.0, 4.0], True),
        ([1.0] * 19, False),
        ([1.0] * 20, True),
        ([0.0] * 19, False),
    ],
)
def test_a_mean_has_its_standard_error_unless_too_few_boards_tell(values, enough):
    """Three boards that are alike say nothing of a spread: no "1.00 ± 0.00"."""
    found = mean(enumerate(values))
    value, low, high = found.estimate
    assert value == found.value == sum(values) / len(values)
    if enough:
        assert high - value == pytest.approx(value - low)
        assert error(found) == pytest.approx(stdev(values) / len(values) ** 0.5)
    else:
        assert (low, high) == (-math.inf, math.inf)


def test_boards_without_any_do_not_count():
    found = ratio({1: (2.0, 1.0), 2: (6.0, 3.0), 3: (0.0, 0.0)})
    assert (found.value, found.boards) == (2.0, 2)
    assert set(found.influences.values()) == {0.0}
    assert ratio({1: (0.0, 0.0)}) is None is ratio({})


def test_what_boards_share_cancels_and_other_boards_vary_on_their_own():
    one, other, others = (
        mean((n + first, n % 7 + more) for n in range(50))
        for first, more in ((0, 0.0), (0, 1.0), (50, 1.0))
    )
    assert intervals.difference(other, one).estimate == pytest.approx((1, 1, 1))
    apart = intervals.difference(others, one)
    assert error(apart) == pytest.approx(math.hypot(error(one), error(others))) and error(one) > 0.2
    twice = mean((n, 2.0 * (n % 7)) for n in range(50))
    assert intervals.quotient(twice, one).estimate == pytest.approx((2, 2, 2))
    assert intervals.quotient(one, mean({1: 0.0})) is None


def test_intervals_hold_the_true_ratio_about_95_times_in_100():
    chances = random.Random(5)
    held = 0
    for _ in range(400):
        wholes = [chances.uniform(1, 3) for _ in range(12)]
        pairs = ((2 * whole + chances.gauss(0, 1), whole) for whole in wholes)
        _, low, high = ratio(dict(enumerate(pairs))).estimate
        held += low <= 2 <= high
    assert 0.92 < held / 400 < 0.98


def test_the_interval_of_a_share_is_wilsons():
    """Newcombe, Statistics in Medicine 17 (1998), table I: 81 of 263 and 0 of 20."""
    assert share_estimate(81, 263)[1:] == pytest.approx((0.2553, 0.3662), abs=1e-4)
    assert share_estimate(0, 20)[1:] == pytest.approx((0.0, 0.1611), abs=1e-4)
    assert share_estimate(0, 0) == (0.0, 0.0, 1.0)


def test_the_mean_of_counted_values():
    found, quantile = counted_mean({4: 2, 6: 6}), intervals.student_quantile(7)
    assert found.value == 5.5
    assert found.high - found.value == pytest.approx(quantile * (6 / 7 / 8) ** 0.5)
    assert counted_mean({0: 9, 1: 1}).low == 0.0
    assert counted_mean({3: 19}) == Estimate(3.0) and counted_mean({}) == Estimate(0.0)
