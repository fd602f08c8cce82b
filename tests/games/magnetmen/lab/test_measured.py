"""What trials say: figures, goals, types and their powers; flags; two versions."""

import random

import pytest
from games.magnetmen.lab.workshops import SMALL, kind, shop, trial

from generator.games.magnetmen.lab.compared import compared
from generator.games.magnetmen.lab.measured import ALL, Key, statistics
from generator.games.magnetmen.play.goals import Limits

LIMITS = Limits(seat_deviation=0.2, ties=0.1, margin=0.5, decided=0.4, left=0.8, tight=0.2)
MANY = 12


def found(*trials):
    return statistics(trials, LIMITS)[0]


def flags(*trials):
    return {(row.key.measure, row.key.subject, row.key.power): set(row.flags)
            for row in shop(*trials).flagged}  # fmt: skip


def test_ratios_are_of_sums_over_boards():
    one = kind(PICKS=6, CHANCES=2, ICONS=4, POINTS=8, WON_POINTS=24, OWNERS=4, OWNERS_WON=24)
    other = kind(PICKS=2, CHANCES=2, ICONS=4, POINTS=0, WON_POINTS=0, OWNERS=4, OWNERS_WON=12)
    rest = kind("base/b", WON_POINTS=24)
    told = found(trial(1, one, rest), trial(2, other, rest))
    assert told[Key("pick_ratio", "base/a")].value == 2
    assert told[Key("icon_points", "base/a")].value == 1
    assert told[Key("share", "base/a")].value == pytest.approx(24 / 72)
    assert told[Key("owners", "base/a")].value == pytest.approx(3 / 4)
    assert told[Key("boards", "base/a")].value == 1


def test_powers_are_told_where_a_type_had_several():
    told = found(trial(1, kind(power="x", PICKS=4, CHANCES=1)),
                 trial(2, kind(power="y", PICKS=1, CHANCES=1)))  # fmt: skip
    assert told[Key("pick_ratio", "base/a", "x")].value == 4
    assert told[Key("pick_ratio", "base/a")].value == 2.5
    assert Key("pick_ratio", "base/a", "x") not in found(trial(1, kind(power="x", CHANCES=1)))


def test_goals_are_met_by_a_share_of_the_boards():
    told = found(trial(1), trial(2, ties=0.2), trial(3, ties=0.3, decided=0.1), trial(4))
    assert told[Key("goal", "ties")].value == 0.5
    assert told[Key("goal", "decided")].value == 0.75
    assert told[Key("goal", ALL)].value == 0.5


def test_boards_with_a_type_are_compared_with_those_without():
    longer = [trial(n, kind(), turns=20.0, ties=0.3) for n in range(3)]
    others = [trial(n, kind("base/b")) for n in range(3, 6)]
    told = found(*longer, *others)
    assert told[Key("length", "base/a")].value == 2
    assert told[Key("missed", "base/a")].value == pytest.approx(1 / 6)
    assert told[Key("length", "base/b")].value == 0.5
    assert Key("length", "base/a") not in found(*longer)


def test_seats_and_the_ladder():
    told = found(trial(1), trial(2))
    assert told[Key("seat", "1")].value == 0.5
    assert told[Key("ladder", "greedy")].value == 0.75


def test_without_boards_nothing_is_said():
    assert statistics((), LIMITS)[0] == {}


def many(**sums):
    """Boards that are alike but for a little."""
    return [trial(n, kind(CHANCES=10, **sums), kind("base/b", WON_POINTS=90)) for n in range(MANY)]


def test_flags():
    taken = {"PICKS": 30, "OWNERS": 4, "OWNERS_WON": 24}
    assert flags(*many(**taken)) == {("pick_ratio", "base/a", ""): {"dominant"},
                                     ("share", "base/b", ""): {"dominant"}}  # fmt: skip
    assert flags(*many(PICKS=1))["pick_ratio", "base/a", ""] == {"useless"}
    trap = flags(*many(PICKS=12, OWNERS=4, OWNERS_WON=12))
    assert trap["pick_ratio", "base/a", ""] == {"trap"}


def test_what_too_few_boards_tell_is_vague():
    one, *others = (kind(name, PICKS=10, CHANCES=10) for name in ("base/a", "base/b", "base/c"))
    wide = kind("base/b", PICKS=30, CHANCES=10)
    told = shop(trial(1, one, wide, others[1]), trial(2, *others), trial(3, *others))
    vague = {row.key.subject: row.vague for row in told.of(SMALL, "pick_ratio")}
    assert vague == {"base/a": True, "base/b": True, "base/c": False}
    assert not told.row(SMALL, Key("turns")).vague


def test_large_numbers_may_be_less_exact():
    told = shop(*(trial(n, kind(PICKS=90 + 20 * (n % 2), CHANCES=10)) for n in range(12)))
    (row,) = told.of(SMALL, "pick_ratio")
    assert row.high - row.value > 0.5
    assert not row.vague


def test_what_cannot_be_below_0_has_no_interval_there():
    told = shop(trial(1, kind(PICKS=9, CHANCES=9), turns=1.0), trial(2, kind(CHANCES=9)))
    for key in (Key("turns"), Key("pick_ratio", "base/a")):
        row = told.row(SMALL, key)
        assert row.low == 0 < row.value < row.high


def test_what_is_uncertain_has_no_flag():
    unlike = [trial(n, kind(PICKS=60 * (n % 2), CHANCES=10)) for n in range(4)]
    assert ("pick_ratio", "base/a", "") not in flags(*unlike)


def test_what_spoils_games():
    without = [trial(n, kind("base/b")) for n in range(MANY)]
    longer = [trial(n, kind(), turns=20.0) for n in range(MANY, 2 * MANY)]
    told = flags(*without, *longer)
    assert told["length", "base/a", ""] == {"breaking"}
    assert told["length", "base/b", ""] == {"breaking"}
    worse = [trial(n, kind(), ties=0.5, tight=0.5) for n in range(MANY, 2 * MANY)]
    assert flags(*without, *worse) == {("missed", "base/a", ""): {"breaking"}}


def test_intervals_hold_what_they_are_of():
    """Also of a type that is good for games: fewer goals are missed on boards that have it."""
    chosen = random.Random(1)
    worse = [trial(n, kind("base/b"), ties=chosen.random(), tight=0.5) for n in range(MANY)]
    better = [trial(n, kind(), ties=chosen.random() / 9) for n in range(MANY, 2 * MANY)]
    rows = [row for row in shop(*worse, *better).rows if row.low is not None]
    assert all(row.low <= row.value <= row.high for row in rows)
    missed = next(row for row in rows if row.key == Key("missed", "base/a"))
    assert missed.low < missed.high < 0


def test_quantiles_are_of_boards():
    row = shop(*(trial(n, turns=float(n)) for n in range(101))).row(SMALL, Key("turns"))
    assert row.quantiles == (5, 25, 50, 75, 95)
    assert row.low < row.value == 50 < row.high


def test_shares_of_boards_have_wilsons_interval():
    row = shop(*(trial(n, ties=0.0) for n in range(20))).row(SMALL, Key("boards", "base/a"))
    assert row is None
    met = shop(*(trial(n) for n in range(20))).row(SMALL, Key("goal", ALL))
    assert 0 <= met.low < met.high <= 1


def test_versions_are_compared_board_by_board():
    old = [trial(n, turns=10.0 + n) for n in range(20)]
    new = [replace_turns(each, each.named["turns"] + 1 + 0.1 * (each.number % 2)) for each in old]
    differences = {each.key: each for each in compared(shop(*old), shop(*new))}
    turns = differences[Key("turns")]
    assert turns.difference == pytest.approx(1.05)
    assert turns.low < 1.05 < turns.high < 1.2
    assert turns.marked
    assert [key for key, each in differences.items() if each.marked] == [Key("turns")]
    assert differences[Key("left")].p == 1


def replace_turns(each, turns):
    return each._replace(named=each.named | {"turns": turns})


def test_what_a_version_has_not_is_told_without_a_test():
    old, new = shop(trial(1, kind()), trial(2, kind())), shop(trial(1), trial(2))
    gone = next(e for e in compared(old, new) if e.key == Key("boards", "base/a"))
    assert (gone.old, gone.new, gone.p, gone.marked) == (1, None, None, False)


def test_noise_alone_is_hardly_ever_marked():
    chances = random.Random(3)

    def noisy():
        return shop(*(trial(n, turns=chances.gauss(10, 1), choices=chances.gauss(9, 1))
                      for n in range(15)))  # fmt: skip

    marked = [each for _ in range(40) for each in compared(noisy(), noisy()) if each.marked]
    assert len(marked) <= 5
