"""The command as people type it."""

import csv
import io
import json
from pathlib import Path

import pikepdf
import pytest
from analysis.counted import results
from rich.console import Console
from support import GAME_NAMES
from typer.testing import CliRunner

from generator import games
from generator.analysis import sampling
from generator.analysis.export import show
from generator.cli.app import app
from generator.games.sampling import statistics_of
from generator.languages import load_language


def run(*words: str):
    return CliRunner().invoke(app, ["stats", *words], prog_name="board-generator")


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_tables_in_a_terminal():
    result = run("base", "--size", "small", "--seeds", "50")
    assert result.exit_code == 0, result.stderr
    assert "base/explorer" in result.stdout
    assert "100.0%" in result.stdout
    assert "What stands out: nothing: everything turns up" in result.stdout
    assert "rolled: 50 of 50" in result.stderr


def shown(*asked, width, seeds=40):
    console = Console(width=width, record=True, file=io.StringIO())
    show(results(*asked, seeds=seeds), statistics_of(asked[0]).measures, console)
    return console.export_text()


@pytest.mark.parametrize(
    "asked",
    [("magnetmen", ("base", "advanced", "expert")), ("metals", ("wilds",), "basic"),
     ("discs", ("classic",))],
)  # fmt: skip
def test_tables_fit_a_narrow_terminal(asked):
    told = shown(*asked, width=80, seeds=6)
    assert all(len(line.rstrip()) <= 80 for line in told.splitlines())
    assert "chan…" not in told
    assert "σ" not in told
    assert "within chance" in told


def test_a_narrow_terminal_shows_where_powers_differ():
    told = shown("magnetmen", ("expert",), width=80)
    assert " 1 left " in told and " 2 right " in told
    assert "You can only take it if the player" in " ".join(
        shown("magnetmen", ("expert",), width=200).split()
    )


def test_three_rolls_are_told_as_too_few():
    told = shown("magnetmen", ("base",), width=80, seeds=3)
    squares = told.split("Squares of the type")[1].split("Pairs of equal")[0]
    assert squares.count("too few") >= 6
    assert "too few: fewer than 5" in told
    assert "everything turns up" in told
    assert "not everything turned up" in shown("magnetmen", ("expert",), width=80, seeds=1)
    assert "too few" not in shown("metals", ("wilds",), "basic", width=80)


def test_measures_have_the_same_names_everywhere():
    docs = " ".join((Path(__file__).parents[2] / "docs" / "stats.md").read_text("utf-8").split())
    names = load_language("en").section("stats")["measures"]
    for game in ("magnetmen", "metals"):
        for measure in statistics_of(game).measures:
            assert f"| {names[measure]} |" in docs
    told = shown("magnetmen", ("base",), width=80)
    for measure in ("boards", "squares", "neighbours", "group"):
        name = names[measure]
        assert f"\n{name[:1].upper()}{name[1:]}" in f"\n{told}"


def test_the_files_that_are_asked_for(tmp_path):
    words = ("base", "--seeds", "60", "--csv", "a/all.csv", "--output", "out", "--quiet")
    result = run(*words)
    name = "out/stats.magnetmen.regular.base.statistics.x60.pdf"
    assert result.stdout.splitlines()[-2:] == ["a/all.csv", name]
    assert result.stderr == ""
    with pikepdf.open(tmp_path / name) as document:
        assert len(document.pages) > 1
    content = (tmp_path / name).read_bytes(), (tmp_path / "a/all.csv").read_bytes()
    assert run(*words).exit_code == 0
    assert content == ((tmp_path / name).read_bytes(), (tmp_path / "a/all.csv").read_bytes())
    rows = list(csv.DictReader((tmp_path / "a/all.csv").read_text("utf-8").splitlines()))
    assert list(rows[0]) == [
        "measure", "subject", "detail", "seen", "low", "high", "expected", "deviation", "of",
        "flag",
    ]  # fmt: skip
    always = next(r for r in rows if (r["measure"], r["subject"]) == ("boards", "base/explorer"))
    assert (always["seen"], always["expected"], always["of"]) == ("1.0", "1.0", "60")


def test_json_is_all_there_is_on_standard_output():
    result = run("wilds", "--seeds", "20", "--json", "--csv", "x.csv", "--seed", "Oak!")
    told = json.loads(result.stdout)
    assert (told["game"], told["sets"], told["seed"]) == ("metals", ["wilds"], "oak")
    assert {row["measure"] for row in told["rows"]} >= {"size", "place", "balance"}
    assert "x.csv" in result.stderr


def test_a_game_on_its_own_stands_for_its_first_set():
    told = json.loads(run("--game", "discs", "--seeds", "2", "--json").stdout)
    assert told["sets"] == ["classic"]


def test_another_seed_gives_other_figures():
    one, other = (json.loads(run("--seeds", "20", "--json", "--seed", s).stdout) for s in "ab")
    assert one["rows"] != other["rows"]


CLASSIC = ", ".join(
    name for name in games.names() if "classic" in games.game(name).catalogue.shipped
)


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("classic",), 2, f"--game: expected one of {CLASSIC}, which all have classic"),
        (("classic", "--game", "metals"), 2, "nothing is random in the set classic"),
        (("classic", "--game", "quads"), 2, "nothing is random in quads"),
        (("base", "--game", "chess"), 2, f"--game 'chess': expected {GAME_NAMES}"),
        (("bass",), 1, "set 'bass': there is no set of this name, did you mean 'base'?"),
        (("base", "--size", "giant"), 2, "--size 'giant': expected small, regular"),
        (("base", "--output", "x.png"), 2, "expected the name of a .pdf file"),
    ],
)
def test_mistakes(words, code, message):
    result = run(*words, "--seeds", "5")
    assert result.exit_code == code
    assert message in result.stderr
    assert result.stdout == ""


def test_ctrl_c_leaves_nothing_behind(tmp_path, monkeypatch):
    def stopped(task):
        raise KeyboardInterrupt

    monkeypatch.setattr(sampling, "_count", stopped)
    result = run("base", "--csv", "x.csv", "--output", "x.pdf", "--jobs", "1")
    assert result.exit_code == 1
    assert "stopped; nothing is written" in result.stderr
    assert list(tmp_path.iterdir()) == []
