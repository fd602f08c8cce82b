"""Intervals, deviations, flags."""

import math
import random

import pytest

from generator.analysis import estimates
from generator.analysis.intervals import student_quantile

NAMES = "baker", ""


def test_the_interval_of_a_share_is_wilsons():
    """Newcombe, Statistics in Medicine 17 (1998), table I: 81 of 263 and 0 of 20."""
    row = estimates.share("boards", NAMES, 81, 263, None)
    assert (row.low, row.high) == pytest.approx((0.2553, 0.3662), abs=1e-4)
    none = estimates.share("boards", NAMES, 0, 20, None)
    assert (none.low, none.high) == pytest.approx((0.0, 0.1611), abs=1e-4)


@pytest.mark.parametrize("chance", [0.02, 0.3, 0.9])
def test_intervals_hold_the_true_value_about_95_times_in_100(chance):
    source = random.Random(1)
    held = 0
    for _ in range(400):
        count = sum(source.random() < chance for _ in range(300))
        row = estimates.share("boards", NAMES, count, 300, None)
        held += row.low <= chance <= row.high
    assert 0.91 < held / 400 < 0.99


def test_deviations_are_standard_errors():
    row = estimates.share("boards", NAMES, 560, 1000, 0.5)
    assert row.deviation == pytest.approx(59.5 / math.sqrt(250))
    assert estimates.share("boards", NAMES, 440, 1000, 0.5).deviation == pytest.approx(
        -row.deviation
    )


@pytest.mark.parametrize(("count", "expected"), [(0, 0.0), (50, 1.0)])
def test_what_is_certain_has_no_deviation(count, expected):
    assert estimates.share("boards", NAMES, count, 50, expected).deviation == 0.0


def test_what_cannot_be_is_as_far_off_as_is_told():
    assert estimates.share("boards", NAMES, 3, 50, 0.0).deviation == estimates.MAX_DEVIATION


def test_the_mean_of_counted_values():
    row = estimates.mean("squares", NAMES, {4: 2, 6: 6}, 5.0, 0.25)
    assert row.value == 5.5
    assert row.high - row.value == pytest.approx(student_quantile(7) * math.sqrt(6 / 7 / 8))
    assert row.deviation == pytest.approx((0.5 - 0.5 / 8) / 0.25)
    own = math.sqrt(6 / 7 / 8)
    deviation = estimates.mean("squares", NAMES, {4: 2, 6: 6}, 5.0).deviation
    assert deviation == pytest.approx((0.5 - 0.5 / 8) / own)
    assert estimates.mean("squares", NAMES, {0: 9, 1: 1}).low == 0.0


@pytest.mark.parametrize(
    ("values", "enough"),
    [({3: 3}, False), ({3: 19}, False), ({3: 20}, True), ({3: 2, 4: 2}, False),
     ({3: 2, 4: 3}, True)],
)  # fmt: skip
def test_the_mean_of_too_few_has_no_interval(values, enough):
    row = estimates.mean("squares", NAMES, values, 3.0)
    assert (row.low is not None, row.deviation is not None) == (enough, enough)
    assert estimates.mean("squares", NAMES, values, 3.0, 0.5).deviation is not None


def test_nothing_seen_is_told_as_such():
    assert estimates.share("power", NAMES, 0, 0, 0.5)[3:] == (0.0, 0.0, 1.0, 0.5, None, 0, "")
    assert estimates.mean("squares", NAMES, {}, 3.0).deviation is None


def test_only_what_chance_does_not_explain_is_flagged():
    source = random.Random(2)
    fair = [
        estimates.share("pair", NAMES, sum(source.random() < 0.3 for _ in range(500)), 500, 0.3)
        for _ in range(200)
    ]
    assert max(abs(row.deviation) for row in fair) > 2.5  # as chance has it, of so many
    assert not any(row.flag for row in estimates.flag_unexpected(fair))
    odd = estimates.share("pair", NAMES, 230, 500, 0.3)
    rare = odd._replace(flag="rare")
    assert [row.flag for row in estimates.flag_unexpected([*fair, odd, rare])[-2:]] == [
        "unexpected", "rare",
    ]  # fmt: skip
    unknown = odd._replace(expected=None, deviation=None)
    assert estimates.flag_unexpected([unknown]) == [unknown]
