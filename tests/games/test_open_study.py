"""`playtest` of Metals and Quads."""

import csv
import json

import pytest
from analysis.reports import all_charts, report_text, terminal_text
from typer.testing import CliRunner

from generator.cli.app import app
from generator.core.errors import OptionError
from generator.core.progress import SILENT
from generator.core.workers import local
from generator.games.authoring_support import playtest_study
from generator.games.study import (
    FIGURES,
    BoardFigures,
    Case,
    Findings,
    OpenGameStudy,
    OpenStudy,
    StudyOptions,
    publication,
    report,
)


def run(*words: str):
    return CliRunner().invoke(app, ["playtest", *words], prog_name="board-generator")


def findings(
    game="metals", sets=("wilds",), rolls=3, games=4, player="random", processes=1, **more
):
    options = {"sizes": (), "players": (), "seed": "x", "sets_dirs": ()} | more
    command = playtest_study(game)
    study = command.design(StudyOptions(sets, rolls=rolls, games=games, player=player, **options))
    return command.run(study, "", lambda: local(processes), SILENT)


def test_means_are_those_of_the_games():
    result = findings()
    assert len({board.game_id for board in result.boards}) == 3
    for board in result.boards:
        assert all(len(values) == 4 for values in board.values.values())
        assert board.mean("turns") == sum(board.values["turns"]) / 4
        assert all(wins in (0.0, 0.5, 1.0) for wins in board.values["first_player"])
        assert all(0 <= value <= 1 for value in board.values["decided"])


@pytest.mark.slow
def test_processes_change_nothing():
    assert findings(processes=1) == findings(processes=2)


def test_a_game_of_which_nothing_is_rolled_has_one_board():
    result = findings("quads", ("classic",), rolls=50, games=3)
    assert len(result.boards) == 1
    assert result.figures(Case("regular", 2)) == ["first_player", "turns"]
    assert "the only board" in report(result).subtitle


def test_a_seed_that_rolls_a_board_of_quads_is_played():
    result = findings("quads", ("small",), rolls=3, games=1)
    assert len({board.game_id for board in result.boards}) == 3


def test_players_of_metals_are_those_of_its_kernel():
    turns = {
        player: findings(rolls=1, games=2, player=player).boards[0].values["turns"]
        for player in ("random", "careless", "greedy", "two_ply")
    }
    assert len(set(turns.values())) == 4


def test_the_report_says_who_played_and_lists_unfair_boards():
    made = report(findings())
    text = report_text(made)
    assert "player random" in text and "on each of 3 boards" in text
    assert "no figure is claimed for people" in text
    assert text.count("metals.basic.wilds.2.x-") == 3
    assert len(all_charts(made)) == 6
    assert all(FIGURES[key].meaning in text for key in findings().boards[0].values)
    assert all(len(line) <= 80 for line in terminal_text(made, 80).splitlines())


def test_intervals_of_shares_end_at_0_and_1_and_others_do_not():
    case = Case("regular", 2)
    values = {"first_player": (1.0, 0.5, 0.0, 1.0, 0.5), "turns": (0.0, 9.0, 0.0, 0.0, 0.0)}
    boards = [
        BoardFigures(case, f"board {n}", {name: (of[n],) for name, of in values.items()})
        for n in range(5)
    ]
    study = OpenStudy("quads", (), (), (case,), 5, 1, "greedy", "x")
    shares, turns = publication(Findings(study, tuple(boards))).records[:2]
    assert 0 < shares["low"] < shares["value"] < shares["high"] == 1
    assert turns["low"] < 0 and turns["high"] > 1


def test_files_and_json(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ("--game", "metals", "--games", "2", "--player", "random", "--csv", "m.csv", "--json")
    result = run(*words, "--jobs", "1", "--quiet")
    assert result.exit_code == 0, result.stderr
    data = json.loads(result.stdout)
    assert data["about"]["player"] == "random"
    rows = list(csv.DictReader((tmp_path / "m.csv").read_text("utf-8").splitlines()))
    assert {row["id"] for row in rows} == {"all", data["rows"][-1]["id"]}
    assert {row["figure"] for row in rows} >= {"first_player", "turns"}


def test_every_game_that_programs_play_has_a_study():
    for game in ("magnetmen", "metals", "quads"):
        assert playtest_study(game)
    with pytest.raises(OptionError, match="no program can play discs"):
        playtest_study("discs")
    assert isinstance(playtest_study("metals"), OpenGameStudy)
