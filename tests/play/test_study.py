"""Studies: boards that are played, and what they show together."""

import re
from dataclasses import replace
from functools import partial

import pytest
from play.studies import (
    METALS,
    QUADS,
    SMALL,
    STUDY,
    WORKERS,
    case_findings,
    findings_of,
    made_up,
    part,
    trial,
)
from short_run import first
from support import definition

from generator import games
from generator.analysis.intervals import share_estimate
from generator.core import workers
from generator.core.errors import OptionError
from generator.core.progress import SILENT
from generator.play.series import GREEDY, PLAYERS, Player
from generator.studies import study as studies
from generator.studies.study import ALL_GOALS, Case, Key, design, parse_player, play_boards

MANY = 20
MAGNETMEN, IN_METALS = games.game("magnetmen").programs, games.game("metals").programs


def told(*trials):
    """The values by key."""
    return {key: statistic.value for key, statistic in case_findings(*trials).statistics.items()}


def rows(*trials):
    return case_findings(*trials).rows


def flags(*trials):
    return {(key.measure, key.subject, key.variant): set(row.flags)
            for key, row in rows(*trials).items() if row.flags}  # fmt: skip


# The design ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("greedy", GREEDY), ("careless", Player("greedy", errors=25)),
        ("Two-Ply", Player("two_ply")), ("Monte-Carlo", Player("monte_carlo")),
        ("4x2", Player("monte_carlo", 4, 2)), ("monte_carlo 4x2", Player("monte_carlo", 4, 2)),
        ("tree_search", Player("tree_search", 16, 300)),
        ("Tree-search 4x20", Player("tree_search", 4, 20)),
    ],
)  # fmt: skip
def test_players_by_name(text, expected):
    assert parse_player(MAGNETMEN, text) == expected
    if text == "greedy":
        assert parse_player(IN_METALS, text) == Player("greedy", errors=10)


@pytest.mark.parametrize("text", ["gready", "0x2", "4x", "101x1", "4x1001", "greedy 4x2", ""])
def test_players_there_are_not(text):
    with pytest.raises(OptionError, match=f"expected {', '.join(PLAYERS)}, or CxP"):
        parse_player(MAGNETMEN, text)


def design_of(game, sets=(), sizes=(), players=(), player=None, folders=()):
    return design(game, sets, folders, sizes, players, 7, 4, player, "x")


def test_cases_are_each_once_and_have_the_defaults_of_the_game():
    many = design_of("magnetmen", (), ["Small", "small"], [2, 3, 2])
    assert many.cases == (Case("small", 2), Case("small", 3))
    usual = design_of("magnetmen", ["expert", "base"])
    assert (usual.sets, usual.cases) == (("base", "expert"), (Case("regular", 4),))
    assert design_of("metals", ["wilds"]).cases == (Case("basic", 2),)
    # where nothing is rolled, there is one board
    assert [design_of(*of).rolls for of in (("metals",), ("quads",), ("quads", ["small"]))] == [
        1, 1, 7,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("discs",), "--game: no program can play discs"),
        (("metals", ["wilds", "gorge"]), "metals is played with one set, found wilds, gorge"),
        (("metals", ["wilds"], (), [3]), "--players 3: expected 2"),
        (("magnetmen", (), ["enormous"]), "enormous"),
    ],
)  # fmt: skip
def test_what_cannot_be_studied(words, message):
    with pytest.raises(OptionError, match=message):
        design_of(*words)


# Playing ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("study", [STUDY, METALS, QUADS], ids=lambda study: study.game)
def test_a_trial_is_a_board_and_its_games(study):
    (case,) = study.cases
    (one, *others) = findings_of(study).cases[case].trials
    assert [each.number for each in (one, *others)] == [*range(1, study.rolls + 1)]
    assert len({each.game_id for each in (one, *others)}) == study.rolls
    assert sum(seat.value for seat in one.seats[str(study.player)]) == pytest.approx(1)
    assert ("decided" in one.figures) == (study.game != "quads")
    keys = {piece.key for piece in definition("base").pieces}
    assert {each.key.removeprefix("base/") for each in one.parts} <= keys
    assert bool(one.parts) == (study.game == "magnetmen")


@pytest.mark.parametrize("study", first(1, [STUDY, METALS]), ids=lambda study: study.game)
def test_another_seed_has_other_games_and_processes_change_nothing(study):
    few = replace(study, rolls=2)
    alone = play_boards(few, WORKERS, SILENT)
    assert play_boards(few, partial(workers.local, 2), SILENT) == alone
    assert play_boards(replace(few, seed="other"), WORKERS, SILENT) != alone


def test_of_one_board_figures_are_those_of_its_games_and_judges_play_an_eighth_of_them():
    found = findings_of(replace(STUDY, player=None, rolls=1, games=16)).cases[SMALL]
    (only,) = found.trials
    assert [*only.seats] == ["quick", "careless", "strong"]
    assert all(seats[0].value * 2 % 0.5 == 0 for seats in [*only.seats.values()][1:])  # 2 games
    assert found.rows[Key("panel", "strong 2")].estimate == only.seats["strong"][1]
    assert found.rows[Key("seat", "2")].estimate == only.seats["quick"][1]
    assert found.rows[Key("turns")].estimate == only.figures["turns"]


FREE = """game: magnetmen
title: {en: Free}
rules: basic
alone: {types: [2, 2]}
types:
  one: {name: {en: One}, art: painter, powers: [{text: {en: Sing.}}, {score: [flat: {points: 2}]}]}
  two: {name: {en: Two}, art: painter, powers: [{score: [flat: {points: 1}]}]}
"""


def test_boards_with_free_text_are_left_out(tmp_path):
    (tmp_path / "free.yaml").write_text(FREE)
    found = findings_of(replace(STUDY, sets=("free",), folders=(tmp_path,))).cases[SMALL]
    assert 0 < found.unplayable < 6
    assert len(found.trials) == 6 - found.unplayable


# Means and ratios over boards ------------------------------------------------------------------


def test_powers_are_numbers_in_the_file_and_rolled_numbers_have_rows_of_their_own():
    found = told(
        trial(1, part(power="x", pick_ratio=(4, 1))),
        trial(2, part(variant=2, power="y1", pick_ratio=(1, 1))),
        trial(3, part(variant=2, power="y2", pick_ratio=(4, 1))),
    )
    assert found[Key("pick_ratio", "base/a", 1)] == 4
    assert found[Key("pick_ratio", "base/a", 2)] == 2.5
    assert found[Key("pick_ratio", "base/a", 2, "y2")] == 4
    assert found[Key("pick_ratio", "base/a")] == 3  # a ratio of sums over boards
    assert Key("pick_ratio", "base/a", 1, "x") not in found
    only = told(trial(1, part(pick_ratio=(4, 1))), trial(2))
    assert {key: only[key] for key in only if key.of_part and key.measure == "boards"} == {
        Key("boards", "base/a"): 0.5
    }


def test_goals_are_met_by_a_share_of_the_boards():
    found = rows(trial(1), trial(2, ties=0.2), trial(3, ties=0.3, decided=0.1), trial(4))
    shares = {
        key.subject: row.estimate.value for key, row in found.items() if key.measure == "goal"
    }
    assert shares == {"seat_deviation": 1, "ties": 0.5, "margin": 1, "decided": 0.75, "left": 1,
                      "tight": 1, ALL_GOALS: 0.5}  # fmt: skip
    assert found[Key("goal", ALL_GOALS)].estimate == share_estimate(2, 4)


# Comparisons of parts --------------------------------------------------------------------------


def test_boards_with_a_power_are_compared_with_boards_without_the_part():
    """Not with boards where it has another power: the innocent one would be blamed."""
    guilty = [trial(n, part(power="x"), turns=2.0, ties=0.3) for n in range(5)]
    innocent = [trial(n, part(variant=2, power="y"), turns=20.0) for n in range(5, 10)]
    without = [trial(n, part("base/b"), turns=20.0) for n in range(10, 15)]
    found = told(*guilty, *innocent, *without)
    assert found[Key("length", "base/a", 1)] == pytest.approx(0.1)
    assert found[Key("length", "base/a", 2)] == 1
    assert found[Key("length", "base/a")] == pytest.approx(0.55)
    assert found[Key("missed", "base/a")] == pytest.approx(1 / 12)
    assert Key("length", "base/a") not in told(*guilty)


@pytest.mark.parametrize("without", [0, 4])
def test_powers_of_a_part_that_is_always_there_are_compared_with_each_other(without):
    boards = [
        trial(n, part(variant=1 + n % 2, power="xy"[n % 2]), turns=(2.0, 20.0)[n % 2])
        for n in range(2 * MANY)
    ]
    boards += [trial(n, turns=9.0) for n in range(100, 100 + without)]
    found = told(*boards)
    assert found[Key("length_other", "base/a", 2)] == 10
    assert found[Key("length_other", "base/a", 1)] == pytest.approx(0.1)
    assert not {key for key in found if key.measure in ("length", "missed")}
    assert not {key for key in found if key.measure == "length_other" and not key.variant}
    assert flags(*boards) == {("length_other", "base/a", n): {"uneven"} for n in (1, 2)}


# Flags, and what too few boards tell -----------------------------------------------------------


def many(**sums):
    """Boards that are alike."""
    return [trial(n, part(**sums), part("base/b", share=(1, 2))) for n in range(MANY)]


def test_flags_of_what_is_taken_and_of_what_spoils_games():
    assert flags(*many(pick_ratio=(30, 10))) == {
        ("pick_ratio", "base/a", 0): {"dominant"}, ("share", "base/b", 0): {"dominant"},
    }  # fmt: skip
    assert flags(*many(pick_ratio=(1, 10)))["pick_ratio", "base/a", 0] == {"useless"}
    trap = flags(*many(pick_ratio=(12, 10), owners=(1, 2)))
    assert trap["pick_ratio", "base/a", 0] == {"trap"}
    assert set(flags(*many(pick_ratio=(12, 10)))) == {("share", "base/b", 0)}
    unlike = [trial(n, part(pick_ratio=(60 * (n % 2), 10))) for n in range(4)]
    assert told(*unlike)[Key("pick_ratio", "base/a")] == 3 and flags(*unlike) == {}

    without = [trial(n, part("base/b")) for n in range(MANY)]
    longer = [trial(n, part(), turns=20.0) for n in range(MANY, 2 * MANY)]
    assert flags(*without, *longer) == {
        ("length", "base/a", 0): {"breaking"}, ("length", "base/b", 0): {"breaking"},
    }  # fmt: skip
    worse = [trial(n, part(), ties=0.5, tight=0.5) for n in range(MANY, 2 * MANY)]
    assert flags(*without, *worse) == {("missed", "base/a", 0): {"breaking"}}


def test_what_too_few_boards_tell():
    """Too few, or with a wide interval: half of it is more than half of the usual value."""
    wide, *usual = (part(key, pick_ratio=(9 * n, 10)) for n, key in ((10, "base/b"),
                    (1, "base/a"), (1, "base/b"), (1, "base/c")))  # fmt: skip
    boards = [trial(n, usual[1] if n else wide, usual[2]) for n in range(MANY - 1)]
    found = rows(*boards, trial(MANY, *usual))
    few = {
        key.subject: row.shown.is_vague for key, row in found.items() if key.measure == "pick_ratio"
    }
    assert few == {"base/a": True, "base/b": True, "base/c": False}
    assert not found[Key("turns")].shown.is_vague
    assert rows(*boards[:3])[Key("turns")].shown.is_vague
    # large numbers may be less exact
    loose = [trial(n, part(pick_ratio=(90 + 20 * (n % 2), 10))) for n in range(12)]
    row = rows(*loose)[Key("pick_ratio", "base/a")]
    assert row.estimate.high - row.estimate.value > 0.5 and not row.shown.is_vague


# Two versions ----------------------------------------------------------------------------------


def differences(old, new):
    return made_up(*new, old=tuple(old)).differences(SMALL)


def test_boards_are_compared_by_their_numbers():
    old = [trial(n, turns=10.0 + n) for n in range(20)]
    new = [trial(n, turns=11.0 + n + 0.1 * (n % 2)) for n in reversed(range(20))]
    changes = differences(old, new)
    turns = changes[Key("turns")]
    assert turns.value == pytest.approx(1.05)
    assert 1 < turns.low < 1.05 < turns.high < 1.2
    assert changes[Key("left")] == (0, 0, 0)


@pytest.mark.parametrize(
    ("study", "old", "new"),
    [(STUDY, "points: 2", "points: 7"), (METALS, r"choice: \[4, 6\]", "choice: [8, 10]"),
     (QUADS, r"marked: \[(\w+), (\w+)\]", r"marked: [\2, \1]")],
    ids=["magnetmen", "metals", "quads"],
)  # fmt: skip
def test_boards_of_every_game_differ_where_its_sets_did(study, old, new, tmp_path):
    (name,), (case,) = study.sets, study.cases
    study = replace(study, rolls=3)
    with pytest.raises(OptionError, match=f"older versions of {name}.yaml"):
        studies.older_study(str(tmp_path), study)
    text = games.game(study.game).catalogue.find(name).read_text("utf-8")
    for folder, older in (("same", text), ("other", re.sub(old, new, text))):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / f"{name}.yaml").write_text(older, "utf-8")
        both = findings_of(study, str(tmp_path / folder))
        changes = [change.value for change in both.differences(case).values()]
        assert changes and any(changes) == (folder == "other")
