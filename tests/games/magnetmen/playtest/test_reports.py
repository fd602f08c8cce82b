"""The report of a study, and the command that makes it."""

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest
from analysis.reports import all_charts, report_text, terminal_text
from games.magnetmen.playtest.studies import (
    SMALL,
    STUDY,
    findings_of,
    kind,
    study_with,
    summary,
    trial,
)
from short_run import first
from support import definition
from typer.testing import CliRunner

from generator.analysis import html_report
from generator.analysis.console import DEFAULT_WIDTH
from generator.analysis.report import Heading, Table
from generator.cli.app import app
from generator.games.magnetmen.definition import CATALOGUE
from generator.games.magnetmen.playtest import study as studies
from generator.games.magnetmen.playtest.measures import MEASURES, differences
from generator.games.magnetmen.playtest.report import Findings, publication, report
from generator.games.magnetmen.playtest.study import parse_player
from generator.games.magnetmen.simulation.description import FIGURES
from generator.games.study import Case

ALL = study_with(
    sets=("base", "advanced", "expert"), cases=(SMALL, Case("small", 4)), rolls=8, games=2,
    player=parse_player("random"),
)  # fmt: skip
DOCS = Path(__file__).parents[4] / "docs"
ONE = study_with(rolls=1, games=2)
WORDS = ["--size", "small", "--players", "2", "--rolls", "4", "--games", "2", "--player", "greedy"]


@pytest.fixture(autouse=True)
def somewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def text_of(findings) -> str:
    return report_text(report(findings))


def compared(old, new) -> Findings:
    return Findings(new, old, "old", tuple(differences(old, new)))


def longer_games() -> Findings:
    """Sets with which games became longer."""
    lured = kind(CHANCES=10, PICKS=12, OWNERS=4, OWNERS_WON=12)
    return compared(
        *(summary(*(trial(n, lured, turns=turns + n % 3) for n in range(20))) for turns in (9, 20))
    )


STUDIES = [
    lambda: findings_of(ONE),
    lambda: findings_of(STUDY),
    lambda: findings_of(ALL),
    longer_games,
]


@pytest.mark.parametrize("study", first(1, STUDIES))
def test_every_chart_is_what_vega_lite_understands(study):
    vl_convert = pytest.importorskip("vl_convert")
    for chart in all_charts(report(study())):
        vl_convert.vegalite_to_vega(dict(chart.spec) | {"width": 300}, vl_version="6.4")
        json.dumps(chart.spec, allow_nan=False)


def test_two_versions_are_charted_side_by_side():
    for chart in all_charts(report(longer_games())):
        values = chart.spec["data"]["values"]
        assert {value["version"] for value in values} == {"before", "after"}


def test_two_versions_that_are_the_same_do_not_differ(tmp_path):
    (tmp_path / "base.yaml").write_bytes(CATALOGUE.find("base").read_bytes())
    both = findings_of(STUDY, str(tmp_path))
    assert both.older.estimates == both.summary.estimates
    assert all(each.change == 0 for each in both.differences)
    assert "Too few boards to tell" in text_of(both)
    columns = ("old", "difference", "difference_low", "difference_high")
    assert publication(both).columns[-4:] == columns


def test_every_figure_of_a_report_has_a_meaning():
    made = report(findings_of(STUDY))
    start = made.blocks.index(Heading("What the figures mean"))
    meanings = dict(made.blocks[start + 1].rows)
    assert all(meanings.values())
    titles = {chart.title for chart in all_charts(made)}
    rows = {row[0] for block in made.blocks if isinstance(block, Table) for row in block.rows}
    assert titles <= meanings.keys()
    assert {FIGURES[name].name for name in MEASURES} <= rows & meanings.keys()


def test_types_of_one_version_only_are_shown():
    old, new = (summary(*(trial(n, kind(name, PICKS=9, CHANCES=9)) for n in range(4)))
                for name in ("base/athlete", "base/baby"))  # fmt: skip
    charts = [chart for chart in all_charts(report(Findings(new, old, "old")))
              if chart.title == "Taken"]  # fmt: skip
    labels = {value["label"] for value in charts[0].spec["data"]["values"]}
    assert labels == {"Athlete", "Baby"}


def test_a_goal_says_which_side_is_good():
    text = text_of(Findings(summary(*(trial(n, kind(), ties=0.05 * n) for n in range(4)))))
    assert "Goal: at most 14%, met on" in text
    assert "Goal: at least 33%, met on" in text
    assert "≤ 14%" in text and "≥ 33%" in text


def test_a_trap_comes_with_the_wins_of_owners():
    lured = kind(CHANCES=10, PICKS=12, OWNERS=4, OWNERS_WON=12)
    text = text_of(Findings(summary(*(trial(n, lured) for n in range(20)))))
    assert "times as often as by chance, owners win 0.50" in text


def test_it_says_how_it_was_measured():
    text = text_of(findings_of(ALL))
    for part in ("Sets: base, advanced, expert", "8 boards of the seed", "random"):
        assert part in text


def test_every_type_is_in_it():
    text = text_of(findings_of(ALL))
    rows = {row.key.subject for row in findings_of(ALL).summary.estimates_of(SMALL, "pick_ratio")}
    for piece in findings_of(ALL).summary.sample.definition.pieces:
        if any(name.endswith(f"/{piece.key}") for name in rows):
            assert piece.printed_name("en") in text


def shown(findings, width=DEFAULT_WIDTH):
    return terminal_text(report(findings), width)


def test_a_terminal_has_no_number_that_says_nothing():
    """Three boards that are alike are no "1.00 (1.00 to 1.00)"."""
    boards = [trial(n, kind(PICKS=9, CHANCES=9), kind("base/b")) for n in range(3)]
    for width in (80, DEFAULT_WIDTH):
        text = shown(Findings(summary(*boards)), width)
        row = next(line for line in text.splitlines() if line.startswith(" base/a "))
        assert row.split()[1:] == ["3", "too", "few", *"–––––"]
        turns = next(line for line in text.splitlines() if line.startswith(" Turns  "))
        assert turns.split()[1:3] == ["too", "few"]


def test_a_narrow_terminal_has_values_without_intervals_rather_than_half_a_table():
    lured = kind(CHANCES=10, PICKS=12, OWNERS=4, OWNERS_WON=12)
    findings = Findings(summary(*(trial(n, lured, turns=9 + n % 3) for n in range(20))))
    rows = {
        width: next(row for row in shown(findings, width).splitlines() if row[:8] == " base/a ")
        for width in (80, DEFAULT_WIDTH)
    }
    assert rows[80].split()[:3] == ["base/a", "20", "1.20"]
    assert "1.20 (1.20 to 1.20)" in rows[DEFAULT_WIDTH]


def test_tables_fit_a_narrow_terminal():
    for findings in (findings_of(ALL), longer_games()):
        rows = [line for line in shown(findings, 80).splitlines() if line.count("  ") > 4]
        assert len(rows) > 20
        assert all(len(line.rstrip()) <= 80 for line in rows)


def test_powers_of_a_type_are_told_apart():
    sums = {"PICKS": 9, "CHANCES": 9}
    boards = [trial(n, kind("expert/life_guard", str(n % 2), 1 + n % 2, **sums)) for n in range(8)]
    findings = Findings(summary(*boards, of=definition("expert")))
    narrow = shown(findings, 80)
    assert "Life Guard 1 " in narrow and "Life Guard 2 " in narrow
    text = text_of(findings)
    assert "player on your left" in text and "player on your right" in text


def test_a_power_of_a_type_that_is_always_there_names_what_it_is_compared_with():
    boards = [
        trial(n, kind("expert/life_guard", str(n % 2), 1 + n % 2), turns=(5.0, 50.0)[n % 2])
        for n in range(40)
    ]
    findings = Findings(summary(*boards, of=definition("expert")))
    assert "10.00*" in shown(findings, 80)
    text = text_of(findings)
    assert "An asterisk (*)" in text
    assert "Life Guard, second power (" in text
    assert "games 10.00 (10.00 to 10.00)* times as long as on boards with its other power" in text


def test_differences_have_values_and_intervals():
    text = shown(longer_games())
    line = next(line for line in text.splitlines() if line.startswith(" Turns "))
    assert line.split() == ["Turns", "9.95", "20.95", "+11.00", "(+11.00", "to", "+11.00)"]


def test_figures_have_the_same_names_everywhere():
    """In a terminal, in the report, in the docs."""
    docs = " ".join((DOCS / "playtest.md").read_text("utf-8").split()).replace("'", "’")
    text = shown(findings_of(STUDY), 80)
    for title in (FIGURES[name].name for name in MEASURES):
        assert f" {title} " in text
        assert f"| {title[:1].lower()}{title[1:]} |" in docs
    for name in ("pick_ratio", "icon_points", "share", "owners", "missed", "length"):
        assert f"| {FIGURES[name].name.lower()} |" in docs.lower()


def test_one_board_that_cannot_be_played_is_told_in_the_singular():
    found = findings_of(STUDY).summary
    one = replace(found, sample=found.sample._replace(unplayable={SMALL: 1}))
    assert "No program can play 1 board:" in shown(Findings(one))


def typed(*words: str):
    return CliRunner().invoke(
        app, ["playtest", *WORDS, "--jobs", "1", *words], prog_name="board-generator"
    )


def test_tables_and_files(tmp_path, monkeypatch):
    monkeypatch.setattr(html_report, "_library", lambda: "")
    words = ("--csv", "a/all.csv", "--report", "out/all.html")
    result = typed(*words)
    assert result.exit_code == 0, result.stderr
    files = [tmp_path / "out/all.html", tmp_path / "a/all.csv"]
    assert result.stdout.splitlines()[-2:] == ["a/all.csv", "out/all.html"]
    assert "Explorer" in result.stdout
    assert "boards played: 4 of 4" in result.stderr
    before = [file.read_bytes() for file in files]
    rows = list(csv.DictReader(before[1].decode().splitlines()))
    turns = next(row for row in rows if row["measure"] == "turns")
    assert float(turns["p25"]) <= float(turns["p50"]) <= float(turns["p75"])
    assert turns["p5"] == turns["p95"] == turns["low"] == ""  # four boards are too few
    assert typed(*words, "--quiet").stderr == ""
    assert before == [file.read_bytes() for file in files]


def test_the_report_knows_the_command_that_makes_it_again():
    command = report(findings_of(study_with(rolls=4))).command
    assert "playtest --set base --size small --players 2 --rolls 4" in command


def test_by_itself_it_takes_all_cores_and_games_enough():
    result = CliRunner().invoke(app, ["playtest", *WORDS[:4], "--rolls", "1", "--player", "random"])
    assert result.exit_code == 0, result.stderr
    assert "1 board of the seed “playtest” for each size" in result.stdout
    assert "64 games on each, player random" in result.stdout


def test_json_is_all_there_is_on_standard_output():
    told = json.loads(typed("--json", "--csv", "x.csv").stdout)
    assert told["about"]["player"] == "greedy"
    assert told["goals"][0]["boards"] == 4
    assert {row["measure"] for row in told["rows"]} >= {"turns", "seat", "pick_ratio"}


def test_an_older_folder_is_compared(tmp_path):
    (tmp_path / "old").mkdir()
    text = CATALOGUE.find("base").read_text("utf-8")
    (tmp_path / "old" / "base.yaml").write_text(text.replace("points: 2", "points: 5"))
    result = typed("--against", "old", "--csv", "x.csv")
    assert result.exit_code == 0, result.stderr
    rows = list(csv.DictReader((tmp_path / "x.csv").read_text("utf-8").splitlines()))
    assert any(float(row["difference"] or 0) for row in rows)


@pytest.mark.parametrize("folder", ["nowhere", "~nobody-here", "."])
def test_a_folder_without_the_sets(folder, tmp_path):
    result = typed("--against", folder)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"--against '{folder}': expected a folder with" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_says_that_nothing_is_saved(monkeypatch):
    def stopped(*given):
        raise KeyboardInterrupt

    monkeypatch.setattr(studies, "_play", stopped)
    result = typed("--csv", "x.csv")
    assert result.exit_code == 1
    assert "stopped; nothing is saved" in result.stderr
