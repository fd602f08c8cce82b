"""The command as people type it."""

import csv
import json
from pathlib import Path

import pytest
from analysis.counted import SETS_DIR, statistics_report
from analysis.reports import terminal_text
from click.testing import CliRunner
from support import definition

from generator.analysis import stats
from generator.cli.app import app
from generator.games.authoring_support import statistics_of


def run(*words: str):
    return CliRunner().invoke(app, ["stats", *words], prog_name="board-generator")


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_tables_in_a_terminal():
    result = run("base", "--size", "small", "--seeds", "50")
    assert result.exit_code == 0, result.stderr
    assert "Explorer" in result.stdout
    assert "100.0%" in result.stdout
    assert "rolled: 50 of 50" in result.stderr


def test_powers_are_named_in_full():
    text = terminal_text(statistics_report(sets=("expert",), seeds=40))
    assert "You can only take it if the player on your left" in " ".join(text.split())


def test_three_rolls_are_too_few_and_the_report_says_so():
    text = " ".join(terminal_text(statistics_report(seeds=3)).split())
    squares = text.split("Squares of the type")[1].split("Powers")[0]
    assert squares.count("too few") >= 6
    assert "Too few: a mean of fewer than 5" in text


def test_a_report_says_which_command_made_it():
    command = statistics_report(seeds=3).command
    words = "board-generator stats base --game magnetmen --size regular --players 4 --seed x"
    assert command == f"{words} --seeds 3 --report report.html"


@pytest.mark.slow
def test_two_types_of_one_name_are_told_apart():
    text = terminal_text(
        statistics_report(sets=("base", "example"), seeds=6, sets_dirs=(SETS_DIR,))
    )
    names = [piece.printed_name("en") for piece in definition("base").pieces]
    assert all(name in text for name in names)


def test_the_guide_for_designers_names_every_measure():
    docs = (Path(__file__).parents[2] / "docs" / "designing.md").read_text("utf-8")
    for measure in statistics_of("magnetmen").measures:
        assert f"`{measure}`" in docs


def test_files(tmp_path, monkeypatch):
    words = ("base", "--seeds", "60", "--csv", "a/all.csv", "--report", "out/all.html", "--quiet")
    result = run(*words)
    assert result.stdout.splitlines()[-2:] == ["a/all.csv", "out/all.html"]
    assert result.stderr == ""
    files = [tmp_path / "out/all.html", tmp_path / "a/all.csv"]
    content = [file.read_bytes() for file in files]
    assert run(*words).exit_code == 0
    assert content == [file.read_bytes() for file in files]
    assert b"Explorer" in content[0]
    rows = list(csv.DictReader(content[1].decode().splitlines()))
    assert list(rows[0]) == [
        "measure", "subject", "detail", "value", "low", "high", "cases",
    ]  # fmt: skip
    always = next(r for r in rows if (r["measure"], r["subject"]) == ("boards", "base/explorer"))
    assert (always["value"], always["cases"]) == ("1.0", "60")


def test_json_is_all_there_is_on_standard_output():
    result = run("expert", "--seeds", "20", "--json", "--csv", "x.csv", "--seed", "Oak!")
    told = json.loads(result.stdout)
    assert (told["game"], told["sets"], told["seed"]) == ("magnetmen", ["expert"], "oak")
    assert {row["measure"] for row in told["rows"]} >= {"boards", "squares"}
    assert "x.csv" in result.stderr


def test_sets_of_a_game_without_statistics_are_refused():
    for words in (("wilds",), ("--game", "discs")):
        result = run(*words)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "only of magnetmen" in result.stderr


def test_another_seed_gives_other_figures():
    one, other = (json.loads(run("--seeds", "20", "--json", "--seed", s).stdout) for s in "ab")
    assert one["rows"] != other["rows"]


def test_ctrl_c_leaves_nothing_behind(tmp_path, monkeypatch):
    def stopped(*given):
        raise KeyboardInterrupt

    monkeypatch.setattr(stats, "_count", stopped)
    result = run("base", "--csv", "x.csv", "--report", "x.html", "--jobs", "1")
    assert result.exit_code == 1
    assert "stopped; nothing is written" in result.stderr
    assert list(tmp_path.iterdir()) == []
