"""Studies: boards that are played, and what they show together.

UPDATE_GOLDEN=1 writes anew what made-up boards show: read what has changed.
"""

import re
from dataclasses import replace
from functools import partial

import pytest
from analysis.reports import compare
from play.studies import METALS, QUADS, SMALL, STUDY, WORKERS, findings_of, made_up, part, trial
from short_run import first
from support import definition

from generator import games
from generator.analysis.report import as_csv
from generator.core import workers
from generator.core.progress import SILENT
from generator.play.series import GREEDY, Player
from generator.studies.report import publication
from generator.studies.study import Case, Key, design, parse_player, play_boards

MAGNETMEN, IN_METALS = games.game("magnetmen").programs, games.game("metals").programs


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("greedy", GREEDY),
        ("careless", Player("greedy", errors=25)),
        ("Two-Ply", Player("two_ply")),
        ("Monte-Carlo", Player("monte_carlo")),
        *((text, Player("monte_carlo", 4, 2)) for text in ("4x2", "monte_carlo 4x2")),
        ("tree_search", Player("tree_search", 16, 300)),
        ("Tree-search 4x20", Player("tree_search", 4, 20)),
    ],
)
def test_players_by_name_and_as_reports_call_them(text, expected):
    """tests/mistakes/usage/playtest.txt has those there are not."""
    assert parse_player(MAGNETMEN, text) == expected
    plain = expected._replace(errors=0)
    assert parse_player(MAGNETMEN, str(plain))._replace(errors=0) == plain
    assert parse_player(IN_METALS, "greedy") == Player("greedy", errors=10)


def design_of(game, sets=(), sizes=(), players=()):
    return design(game, sets, (), sizes, players, 7, 4, None, "x")


def test_cases_are_each_once_and_have_the_defaults_of_the_game():
    many = design_of("magnetmen", (), ["Small", "small"], [2, 3, 2])
    assert many.cases == (Case("small", 2), Case("small", 3))
    usual = design_of("magnetmen", ["expert", "base"])
    assert (usual.sets, usual.cases) == (("base", "expert"), (Case("regular", 4),))
    assert design_of("metals", ["wilds"]).cases == (Case("basic", 2),)
    # where nothing is rolled, there is one board
    fixed, rolled = (("metals",), ("quads",)), ("quads", ["small"])
    assert [design_of(*words).rolls for words in (*fixed, rolled)] == [1, 1, 7]


@pytest.mark.parametrize("study", [STUDY, METALS, QUADS], ids=lambda study: study.game)
def test_a_trial_is_a_board_and_its_games(study):
    (one, *others) = findings_of(study).cases[study.cases[0]].trials
    assert [each.number for each in (one, *others)] == [*range(1, study.rolls + 1)]
    assert len({each.game_id for each in (one, *others)}) == study.rolls
    assert sum(seat.value for seat in one.seats[str(study.player)]) == pytest.approx(1)
    assert ("decided" in one.figures) == (study.game != "quads")
    assert one.figures["turns"].is_vague  # the mean of 4 games has no interval
    keys = {piece.key for piece in definition("base").pieces}
    assert {each.key.removeprefix("base/") for each in one.parts} <= keys
    assert bool(one.parts) == (study.game == "magnetmen")


@pytest.mark.parametrize("study", first(1, [STUDY, METALS]), ids=lambda study: study.game)
@pytest.mark.slow
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
    assert 0 < found.rows[Key("turns")].estimate.low == only.figures["turns"].low


def alike(count=20, **sums):
    return [trial(n, part(**sums), part("base/b", share=(1, 2))) for n in range(count)]


def two_kinds(without=0, **first_half):
    """Boards with one power of a type or another, and some without the type."""
    every = [trial(n, part(power="x"), **first_half) for n in range(5)]
    every += [trial(n, part(variant=2, power="y"), turns=20.0) for n in range(5, 10)]
    return [*every, *(trial(n, part("base/b"), turns=20.0) for n in range(10, 10 + without))]


BOARDS = {
    # powers are numbers in the file, and rolled numbers have rows of their own, if they differ
    "rolled": [
        trial(1, part(power="x", pick_ratio=(4, 1))),
        trial(2, part(variant=2, power="y1", pick_ratio=(1, 1))),
        trial(3, part(variant=2, power="y2", pick_ratio=(4, 1))),
    ],
    "one power": [trial(1, part(pick_ratio=(4, 1))), trial(2)],
    # goals are met by a share of the boards
    "goals": [trial(1), trial(2, ties=0.2), trial(3, ties=0.3, decided=0.1), trial(4)],
    # powers are compared with boards without the type: those with its other power prove nothing
    "guilty": two_kinds(5, turns=2.0, ties=0.3),
    # if there are too few of these, with each other
    "always there": two_kinds(turns=2.0),
    "nearly": two_kinds(4, turns=2.0),
    "dominant": alike(pick_ratio=(30, 10)),
    "useless": alike(pick_ratio=(1, 10)),
    "trap": alike(pick_ratio=(12, 10), owners=(1, 2)),
    "no trap": alike(pick_ratio=(12, 10)),
    "too few": alike(3, pick_ratio=(30, 10)),
    "unlike": [trial(n, part(pick_ratio=(60 * (n % 2), 10))) for n in range(8)],
    "long": [trial(n, part(f"base/{'ab'[n % 2]}"), turns=(20.0, 10.0)[n % 2]) for n in range(40)],
    "spoilt": [trial(n, part(f"base/{'ab'[n % 2]}"), tight=n % 2 / 2) for n in range(40)],
    # intervals hold possible values only
    "possible": [trial(n, part(pick_ratio=(9 * (n == 1), 9)), ties=float(n > 1)) for n in range(6)],
}


@pytest.mark.parametrize("name", BOARDS)
def test_what_boards_show_together(name):
    lines = as_csv(publication(made_up(*BOARDS[name])).data).splitlines()
    shown = [line for line in lines if re.search("measure|goal|base/|ties", line)]
    compare("\n".join(shown), f"studies/{name}.csv")


@pytest.mark.parametrize(
    ("study", "old", "new"),
    [
        (STUDY, "points: 2", "points: 7"),
        (METALS, r"choice: \[4, 6\]", "choice: [8, 10]"),
        (QUADS, r"marked: \[(\w+), (\w+)\]", r"marked: [\2, \1]"),
    ],
    ids=["magnetmen", "metals", "quads"],
)
def test_boards_of_every_game_differ_where_its_sets_did(study, old, new, tmp_path):
    (name,), (case,) = study.sets, study.cases
    study = replace(study, rolls=3)
    text = games.game(study.game).catalogue.find(name).read_text("utf-8")
    for folder, older in (("same", text), ("other", re.sub(old, new, text))):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / f"{name}.yaml").write_text(older, "utf-8")
        both = findings_of(study, str(tmp_path / folder))
        changes = [change.value for change in both.differences(case).values()]
        assert changes and any(changes) == (folder == "other")
