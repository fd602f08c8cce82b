"""What trials say: figures, goals, types and their powers; flags; two versions."""

import random

import pytest
from games.magnetmen.playtest.studies import SMALL, kind, summary, trial

from generator.games.magnetmen.playtest.measures import (
    ALL_GOALS,
    MeasureKey,
    case_statistics,
    differences,
)
from generator.games.magnetmen.simulation.goals import Limits

LIMITS = Limits(seat_deviation=0.2, ties=0.1, margin=0.5, decided=0.4, left=0.8, tight=0.2)
MANY = 20


def found(*trials):
    return case_statistics(trials, LIMITS)[0]


def flags(*trials):
    return {(row.key.measure, row.key.subject, row.key.variant): set(row.flags)
            for row in summary(*trials).estimates if row.flags}  # fmt: skip


def test_ratios_are_of_sums_over_boards():
    one = kind(PICKS=6, CHANCES=2, ICONS=4, POINTS=8, WON_POINTS=24, OWNERS=4, OWNERS_WON=24)
    other = kind(PICKS=2, CHANCES=2, ICONS=4, POINTS=0, WON_POINTS=0, OWNERS=4, OWNERS_WON=12)
    rest = kind("base/b", WON_POINTS=24)
    told = found(trial(1, one, rest), trial(2, other, rest))
    assert told[MeasureKey("pick_ratio", "base/a")].value == 2
    assert told[MeasureKey("icon_points", "base/a")].value == 1
    assert told[MeasureKey("share", "base/a")].value == pytest.approx(24 / 72)
    assert told[MeasureKey("owners", "base/a")].value == pytest.approx(3 / 4)
    assert told[MeasureKey("boards", "base/a")].value == 1


def test_powers_are_numbers_in_the_file_and_rolled_numbers_have_rows_of_their_own():
    told = found(
        trial(1, kind(power="x", PICKS=4, CHANCES=1)),
        trial(2, kind(variant=2, power="y1", PICKS=1, CHANCES=1)),
        trial(3, kind(variant=2, power="y2", PICKS=4, CHANCES=1)),
    )
    assert told[MeasureKey("pick_ratio", "base/a", 1)].value == 4
    assert told[MeasureKey("pick_ratio", "base/a", 2)].value == 2.5
    assert told[MeasureKey("pick_ratio", "base/a", 2, "y2")].value == 4
    assert told[MeasureKey("pick_ratio", "base/a")].value == 3
    assert MeasureKey("pick_ratio", "base/a", 1, "x") not in told


def test_the_only_power_of_a_type_has_no_rows():
    rows = summary(trial(1, kind(PICKS=4, CHANCES=1))).estimates_of(SMALL, "boards")
    assert [row.key for row in rows] == [MeasureKey("boards", "base/a")]


def test_goals_are_met_by_a_share_of_the_boards():
    told = found(trial(1), trial(2, ties=0.2), trial(3, ties=0.3, decided=0.1), trial(4))
    assert told[MeasureKey("goal", "ties")].value == 0.5
    assert told[MeasureKey("goal", "decided")].value == 0.75
    assert told[MeasureKey("goal", ALL_GOALS)].value == 0.5


def test_boards_with_a_type_are_compared_with_those_without():
    longer = [trial(n, kind(), turns=20.0, ties=0.3) for n in range(5)]
    others = [trial(n, kind("base/b")) for n in range(5, 10)]
    told = found(*longer, *others)
    assert told[MeasureKey("length", "base/a")].value == 2
    assert told[MeasureKey("missed", "base/a")].value == pytest.approx(1 / 6)
    assert told[MeasureKey("length", "base/b")].value == 0.5
    assert MeasureKey("length", "base/a") not in found(*longer)


def test_powers_are_compared_with_boards_without_the_type():
    """Not with boards where it has another power: the innocent one would be blamed."""
    guilty = [trial(n, kind(power="x"), turns=2.0) for n in range(5)]
    innocent = [trial(n, kind(variant=2, power="y"), turns=20.0) for n in range(5, 10)]
    without = [trial(n, kind("base/b"), turns=20.0) for n in range(10, 15)]
    told = found(*guilty, *innocent, *without)
    assert told[MeasureKey("length", "base/a", 1)].value == pytest.approx(0.1)
    assert told[MeasureKey("length", "base/a", 2)].value == 1


@pytest.mark.parametrize("without", [0, 4])
def test_powers_of_a_type_that_is_always_there_are_compared_with_each_other(without):
    short = [trial(n, kind(power="x"), turns=2.0) for n in range(MANY)]
    usual = [trial(n, kind(variant=2, power="y"), turns=20.0) for n in range(MANY, 2 * MANY)]
    others = [trial(n, turns=9.0) for n in range(100, 100 + without)]
    told = found(*short, *usual, *others)
    assert told[MeasureKey("length_other", "base/a", 2)].value == 10
    assert told[MeasureKey("length_other", "base/a", 1)].value == pytest.approx(0.1)
    assert not {key for key in told if key.measure in ("length", "missed")}
    assert not {key for key in told if key.measure == "length_other" and not key.variant}
    marks = flags(*short, *usual, *others)
    assert marks == {("length_other", "base/a", number): {"uneven"} for number in (1, 2)}


def test_seats():
    assert found(trial(1), trial(2))[MeasureKey("seat", "1")].value == 0.5


def test_without_boards_nothing_is_said():
    assert case_statistics((), LIMITS)[0] == {}


def many(**sums):
    """Boards that are alike but for a little."""
    return [trial(n, kind(CHANCES=10, **sums), kind("base/b", WON_POINTS=90)) for n in range(MANY)]


def test_flags():
    taken = {"PICKS": 30, "OWNERS": 4, "OWNERS_WON": 24}
    assert flags(*many(**taken)) == {("pick_ratio", "base/a", 0): {"dominant"},
                                     ("share", "base/b", 0): {"dominant"}}  # fmt: skip
    assert flags(*many(PICKS=1))["pick_ratio", "base/a", 0] == {"useless"}
    trap = flags(*many(PICKS=12, OWNERS=4, OWNERS_WON=12))
    assert trap["pick_ratio", "base/a", 0] == {"trap"}


def test_what_too_few_boards_tell():
    one, *others = (kind(name, PICKS=10, CHANCES=10) for name in ("base/a", "base/b", "base/c"))
    wide = kind("base/b", PICKS=90, CHANCES=10)
    boards = [trial(n, others[0] if n else wide, others[1]) for n in range(MANY)]
    told = summary(*boards[:-1], trial(MANY, one, *others))
    few = {row.key.subject: row.is_vague for row in told.estimates_of(SMALL, "pick_ratio")}
    assert few == {"base/a": True, "base/b": True, "base/c": False}
    assert not told.estimate(SMALL, MeasureKey("turns")).is_vague
    assert summary(*boards[:3]).estimate(SMALL, MeasureKey("turns")).is_vague


def test_large_numbers_may_be_less_exact():
    told = summary(*(trial(n, kind(PICKS=90 + 20 * (n % 2), CHANCES=10)) for n in range(12)))
    (row,) = told.estimates_of(SMALL, "pick_ratio")
    assert row.high - row.value > 0.5
    assert not row.is_vague


def test_what_cannot_be_below_0_has_no_interval_there():
    boards = [trial(1, kind(PICKS=9, CHANCES=9), turns=1.0)]
    told = summary(*boards, *(trial(n, kind(CHANCES=9)) for n in range(2, 7)))
    for key in (MeasureKey("turns"), MeasureKey("pick_ratio", "base/a")):
        row = told.estimate(SMALL, key)
        assert row.low <= row.value < row.high
    assert told.estimate(SMALL, MeasureKey("pick_ratio", "base/a")).low == 0


def test_few_boards_have_no_far_quantiles():
    assert summary(*(trial(n, turns=float(n)) for n in range(3))).estimate(
        SMALL, MeasureKey("turns")
    ).quantiles == (None, None, 1, None, None)


def test_what_is_uncertain_has_no_flag():
    unlike = [trial(n, kind(PICKS=60 * (n % 2), CHANCES=10)) for n in range(4)]
    assert ("pick_ratio", "base/a", 0) not in flags(*unlike)


def test_what_spoils_games():
    without = [trial(n, kind("base/b")) for n in range(MANY)]
    longer = [trial(n, kind(), turns=20.0) for n in range(MANY, 2 * MANY)]
    told = flags(*without, *longer)
    assert told["length", "base/a", 0] == {"breaking"}
    assert told["length", "base/b", 0] == {"breaking"}
    worse = [trial(n, kind(), ties=0.5, tight=0.5) for n in range(MANY, 2 * MANY)]
    assert flags(*without, *worse) == {("missed", "base/a", 0): {"breaking"}}


def test_intervals_hold_what_they_are_of():
    """Also of a type that is good for games: fewer goals are missed on boards that have it."""
    chosen = random.Random(1)
    worse = [trial(n, kind("base/b"), ties=chosen.random(), tight=0.5) for n in range(MANY)]
    better = [trial(n, kind(), ties=chosen.random() / 9) for n in range(MANY, 2 * MANY)]
    rows = [row for row in summary(*worse, *better).estimates if row.low is not None]
    assert all(row.low <= row.value <= row.high for row in rows)
    missed = next(row for row in rows if row.key == MeasureKey("missed", "base/a"))
    assert missed.low < missed.high < 0


def test_quantiles_are_of_boards():
    row = summary(*(trial(n, turns=float(n)) for n in range(101))).estimate(
        SMALL, MeasureKey("turns")
    )
    assert row.quantiles == (5, 25, 50, 75, 95)
    assert row.low < row.value == 50 < row.high


def test_shares_of_boards_have_wilsons_interval():
    row = summary(*(trial(n, ties=0.0) for n in range(20))).estimate(
        SMALL, MeasureKey("boards", "base/a")
    )
    assert row is None
    met = summary(*(trial(n) for n in range(20))).estimate(SMALL, MeasureKey("goal", ALL_GOALS))
    assert 0 <= met.low < met.high <= 1


def test_versions_are_compared_board_by_board():
    old = [trial(n, turns=10.0 + n) for n in range(20)]
    new = [replace_turns(each, each.figures["turns"] + 1 + 0.1 * (each.number % 2)) for each in old]
    changes = {each.key: each for each in differences(summary(*old), summary(*new))}
    turns = changes[MeasureKey("turns")]
    assert turns.change == pytest.approx(1.05)
    assert turns.low < 1.05 < turns.high < 1.2
    assert [key for key, each in changes.items() if each.is_clear] == [MeasureKey("turns")]
    assert changes[MeasureKey("left")].change == 0


def replace_turns(each, turns):
    return each._replace(figures=each.figures | {"turns": turns})


def test_of_few_boards_nothing_is_clear():
    old, new = (summary(*(trial(n, turns=turns + n) for n in range(4))) for turns in (10.0, 20.0))
    turns = next(e for e in differences(old, new) if e.key == MeasureKey("turns"))
    assert (turns.change, turns.low, turns.is_clear) == (10, None, False)


def test_what_a_version_has_not_is_told_without_a_difference():
    old, new = summary(trial(1, kind()), trial(2, kind())), summary(trial(1), trial(2))
    gone = next(e for e in differences(old, new) if e.key == MeasureKey("boards", "base/a"))
    assert (gone.old, gone.new, gone.change, gone.is_clear) == (1, None, None, False)


def test_noise_alone_is_seldom_clear():
    chances = random.Random(3)

    def noisy():
        return summary(*(trial(n, turns=chances.gauss(10, 1), choices=chances.gauss(9, 1))
                      for n in range(15)))  # fmt: skip

    clear = [each for _ in range(40) for each in differences(noisy(), noisy()) if each.is_clear]
    assert len(clear) <= 10
