"""The report on paper: sound pages, in every language; and the command that makes it."""

import csv
import io
import json
import subprocess
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest
from games.magnetmen.playtest.studies import (
    SMALL,
    STUDY,
    findings_of,
    kind,
    study_with,
    summary,
    trial,
)
from rich.console import Console
from support import assert_percent_signs, assert_sound, definition
from typer.testing import CliRunner

from generator.cli.app import app
from generator.core.paper import PAPERS
from generator.games.magnetmen.definition import CATALOGUE
from generator.games.magnetmen.playtest import sample
from generator.games.magnetmen.playtest.console import WIDTH, show
from generator.games.magnetmen.playtest.edits import edits, power_matches
from generator.games.magnetmen.playtest.findings import Findings
from generator.games.magnetmen.playtest.measures import FIGURES
from generator.games.magnetmen.playtest.paired_tests import compare
from generator.games.magnetmen.playtest.report import report
from generator.games.magnetmen.playtest.study import Case, parse_player
from generator.games.magnetmen.playtest.wording import Wording
from generator.games.magnetmen.simulation.readings import Options
from generator.languages import languages, load_language
from generator.layout.page import Text, flatten
from generator.layout.report import report_pages

ALL = study_with(
    sets=("base", "advanced", "expert"), cases=(SMALL, Case("small", 4)), rolls=8, games=2,
    player=parse_player("random"), options=Options(ties=False),
)  # fmt: skip
DOCS = Path(__file__).parents[4] / "docs"
ONE = study_with(rolls=1, games=2)
WORDS = ["--size", "small", "--players", "2", "--rolls", "4", "--games", "2", "--player", "greedy"]


@pytest.fixture(autouse=True)
def somewhere(tmp_path, monkeypatch):
    monkeypatch.setattr(
        "generator.games.magnetmen.playtest.trial_cache.cache_dir", lambda: tmp_path / "cache"
    )
    monkeypatch.chdir(tmp_path)


def pages(findings, code="en", paper="a4"):
    return report_pages(report(findings, load_language(code)), PAPERS[paper])


def texts(found):
    return " ".join(
        each.item.text for page in found for each in flatten(page) if isinstance(each.item, Text)
    )


@pytest.mark.parametrize("code", languages())
def test_pages_are_sound(code):
    for study in (STUDY, ALL, ONE):
        found = pages(findings_of(study), code)
        for page in found:
            assert_sound(page)
        assert_percent_signs(found, code)


@pytest.mark.parametrize("paper", sorted(set(PAPERS) - {"a4"}))
def test_on_any_paper(paper):
    for page in pages(findings_of(ALL), "fr", paper):
        assert_sound(page)


def test_the_same_twice_on_paper():
    for page in pages(both := findings_of(STUDY, STUDY)):
        assert_sound(page)
    told = texts(pages(both))
    assert "Nothing that programs play was edited" in told
    assert "What else moved" not in told
    assert "Mean" in told and ", now " in told


@pytest.mark.parametrize("code", languages())
def test_two_versions_on_paper(code):
    """Readings, which concern boards; an edit of a power, a power that is gone."""
    for found in (findings_of(STUDY, study_with(options=Options(ties=False))), shop_of_edits()):
        for page in pages(found, code):
            assert_sound(page)
    told = texts(pages(shop_of_edits()))
    assert "What was edited" in told
    assert "judge, first power: score if points" in told
    assert "more than chance" in told
    assert "second power: removed" in told


def shop_of_edits():
    """A Judge whose first power was worth other points and whose second power went."""
    old = definition("advanced")
    (chosen,) = old.sets
    power = chosen.types["judge"].powers[0]
    score = power.score[0].model_copy(update={"points": 9})
    judge = chosen.types["judge"].model_copy(
        update={"powers": (power.model_copy(update={"score": (score,)}),)}
    )
    judge._key = "judge"
    copy = chosen.model_copy(update={"types": {**chosen.types, "judge": judge}})
    copy._key = chosen.key
    (boards, file) = old.files
    new = replace(old, sets=(copy,), files=(boards, replace(file, content=copy)))
    sums = {"PICKS": 8, "CHANCES": 8, "ICONS": 8, "OWNERS": 4, "OWNERS_WON": 12}

    def version(of, points):
        trials = [
            trial(
                n,
                kind("advanced/judge", str(n // 12), 1 + n // 12, POINTS=8 * points, **sums),
            )
            for n in range(12 * len(of.sets[0].types["judge"].powers))
        ]
        return summary(*trials, of=of)

    summaries = version(old, 3), version(new, 9)
    plays = [each.sample for each in summaries]
    changed = edits(*plays)
    differences = compare(*summaries, changed, power_matches(old, new))
    return Findings(summaries[1], summaries[0], "old", tuple(differences), changed)


def test_types_of_one_version_only_are_shown():
    old, new = (summary(*(trial(n, kind(name, PICKS=9, CHANCES=9)) for n in range(4)))
                for name in ("base/athlete", "base/baby"))  # fmt: skip
    told = texts(pages(Findings(new, old, "old")))
    assert told.count("Athlete") == 4  # charts
    assert told.count("Baby") == 5  # and the table


def test_a_goal_says_which_side_is_good():
    told = texts(pages(Findings(summary(*(trial(n, kind(), ties=0.05 * n) for n in range(4))))))
    assert "Goal: at most 14%, met on" in told
    assert "Goal: at least 33%, met on" in told


def test_a_dash_is_explained_where_there_is_one():
    names = ("PICKS", "CHANCES", "ICONS", "POINTS", "WON_POINTS", "OWNERS", "OWNERS_WON")
    sums = dict.fromkeys(names, 9)
    one, other = (kind(name, **sums) for name in ("base/a", "base/b"))
    known = [trial(n, one if n < 20 else other) for n in range(40)]
    told = texts(pages(Findings(summary(*known))))
    assert "A dash (" not in told
    assert " – " not in told
    assert "too few" not in told
    told = texts(pages(Findings(summary(*known[:21]))))
    assert told.count("A dash (") == 1
    assert " – " in told
    assert "too few" in told


def test_only_players_that_are_shown_are_explained():
    assert "searching" not in texts(pages(findings_of(STUDY)))
    searched = findings_of(study_with(player=parse_player("1x1"), rolls=1, games=2))
    assert "one searching player" in texts(pages(searched))


def test_a_trap_is_told_with_the_wins_of_owners():
    lured = kind(CHANCES=10, PICKS=12, OWNERS=4, OWNERS_WON=12)
    told = texts(pages(Findings(summary(*(trial(n, lured) for n in range(20))))))
    assert "times as often as by chance, owners win 0.50" in told


def test_it_says_how_it_was_measured():
    told = texts(pages(findings_of(ALL)))
    for part in ("sets base, advanced, expert", "8 boards of the seed", "ties=False", "random"):
        assert part in told


def test_every_type_is_in_it():
    told = texts(pages(findings_of(ALL), "fr"))
    rows = {row.key.subject for row in findings_of(ALL).summary.estimates_of(SMALL, "pick_ratio")}
    for piece in findings_of(ALL).summary.sample.definition.pieces:
        if any(name.endswith(f"/{piece.key}") for name in rows):
            assert piece.printed_name("fr") in told


def shown(findings, width=WIDTH):
    """What a terminal shows."""
    console = Console(width=width, record=True, file=io.StringIO())
    show(findings, console)
    return console.export_text()


def test_a_terminal_has_no_number_that_tells_nothing():
    """Three boards that are alike are no "1.00 ± 0.00"."""
    boards = [trial(n, kind(PICKS=9, CHANCES=9), kind("base/b")) for n in range(3)]
    for width in (80, WIDTH):
        told = shown(Findings(summary(*boards)), width)
        row = next(line for line in told.splitlines() if line.lstrip().startswith(("a ", "base/a")))
        assert row.split()[1:] == ["3", "too", "few", *"–––––"]
        turns = next(line for line in told.splitlines() if line.startswith(" turns  "))
        assert turns.split()[1:3] == ["too", "few"]
        assert "±" not in told


def test_a_narrow_terminal_has_values_without_intervals_rather_than_half_a_table():
    lured = kind(CHANCES=10, PICKS=12, OWNERS=4, OWNERS_WON=12)
    found = Findings(summary(*(trial(n, lured, turns=9 + n % 3) for n in range(20))))
    row = next(line for line in shown(found, 80).splitlines() if line.startswith(" a "))
    assert row.split()[:3] == ["a", "20", "1.20"]
    assert "±" not in row
    assert "±" in next(line for line in shown(found).splitlines() if "base/a  " in line)


def test_tables_fit_a_narrow_terminal():
    for found in (findings_of(ALL), shop_of_edits()):
        rows = [line for line in shown(found, 80).splitlines() if line.count("  ") > 4]
        assert len(rows) > 20
        assert all(len(line.rstrip()) <= 80 for line in rows)


def test_a_narrow_terminal_shows_where_powers_differ():
    """Not the first letters, which are the same for both."""
    sums = {"PICKS": 9, "CHANCES": 9}
    boards = [trial(n, kind("expert/life_guard", str(n % 2), 1 + n % 2, **sums)) for n in range(8)]
    told = shown(Findings(summary(*boards, of=definition("expert"))), 80)
    assert [line.split()[:2] for line in told.splitlines() if line.startswith("   ") and
            line.split()[:1] in (["1"], ["2"])] == [["1", "left"], ["2", "right"]]  # fmt: skip


def test_a_power_of_a_type_that_is_always_there_names_what_it_is_compared_with():
    boards = [
        trial(n, kind("expert/life_guard", str(n % 2), 1 + n % 2), turns=(5.0, 50.0)[n % 2])
        for n in range(40)
    ]
    found = Findings(summary(*boards, of=definition("expert")))
    told = shown(found, 80)
    assert "10.00*" in told
    assert "against boards with its other powers" in told
    why = "expert/life_guard, second power (… right …): games 10.00 (10.00 to 10.00) times"
    assert f"{why} as long as on boards with its other power\n" in told
    assert "without it" not in told.split("goals missed, game length")[0]
    report = texts(pages(found))
    assert "times as long as on boards with its other power" in " ".join(report.split())
    assert "An asterisk (*)" in report


def test_a_terminal_tells_why_and_what():
    lured = kind(CHANCES=10, PICKS=12, OWNERS=4, OWNERS_WON=12)
    old, new = ([trial(n, lured, turns=turns + n % 3) for n in range(20)] for turns in (9, 20))
    told = shown(
        Findings(summary(*new), summary(*old), "old", compare(summary(*old), summary(*new)))
    )
    assert "base/a: taken 1.20 (1.20 to 1.20) times as often as by chance, owners win" in told
    line = next(line for line in told.splitlines() if line.startswith("turns "))
    assert line.split() == ["turns", "9.95", "20.95", "+11.00", "(11.00", "to", "11.00)", "more",
                            "than", "chance"]  # fmt: skip


def test_a_terminal_tells_what_an_edit_did():
    told = shown(shop_of_edits(), 80)
    before, after = told.split("What else moved")
    assert "judge, first power: score if points: 3 → 9" in before
    assert "judge, second power: removed" in before
    assert "advanced/judge, first power" in before
    assert "advanced/judge, second power: removed" in before
    assert "None of the other" in after


def test_figures_have_the_same_names_everywhere():
    """In a terminal, in the report, in what inspect tells, in the docs."""
    found = findings_of(STUDY)
    docs = " ".join((DOCS / "playtest.md").read_text("utf-8").split()).replace("'", "’")
    words = Wording(load_language("en"))
    for name in FIGURES:
        title = words(f"figure.{name}")
        small = title[:1].lower() + title[1:]
        assert f"{small} " in shown(found, 80)
        assert title in texts(pages(found))
        assert f"| {small} |" in docs
    for name in ("pick_ratio", "icon_points", "share", "owners", "missed", "length"):
        assert f"| {words(f'measure.{name}')} |" in docs


def test_one_board_that_cannot_be_played_is_told_in_the_singular():
    found = findings_of(STUDY).summary
    one = replace(found, sample=found.sample._replace(unplayable={SMALL: 1}))
    assert "no program can play 1 board:" in shown(Findings(one))


def typed(*words: str):
    return CliRunner().invoke(
        app, ["playtest", *WORDS, "--jobs", "1", *words], prog_name="board-generator"
    )


def test_tables_and_files(tmp_path):
    words = ("--csv", "a/all.csv", "--output", "out")
    result = typed(*words)
    assert result.exit_code == 0, result.stderr
    name = "out/playtest.small.base.2.playtest.x4.pdf"
    assert result.stdout.splitlines()[-2:] == ["a/all.csv", name]
    assert "base/explorer" in result.stdout
    assert "boards played: 4 of 4" in result.stderr
    before = (tmp_path / name).read_bytes(), (tmp_path / "a/all.csv").read_bytes()
    rows = list(csv.DictReader((tmp_path / "a/all.csv").read_text("utf-8").splitlines()))
    turns = next(row for row in rows if row["measure"] == "turns")
    assert float(turns["p25"]) <= float(turns["p50"]) <= float(turns["p75"])
    assert turns["p5"] == turns["p95"] == turns["low"] == ""  # four boards are too few
    assert typed(*words, "--quiet").stderr == ""
    assert before == ((tmp_path / name).read_bytes(), (tmp_path / "a/all.csv").read_bytes())


def test_the_pdf_knows_the_command_that_prints_it_again():
    assert typed("--output", "x.pdf", "--option", "ties=no", "--quiet").exit_code == 0
    told = CliRunner().invoke(app, ["inspect", "x.pdf"]).stdout
    assert "playtest --set base --size small --players 2 --option ties=false --rolls 4" in told
    with pikepdf.open("x.pdf") as document:
        assert len(document.pages) > 1


def test_by_itself_it_takes_all_cores_and_games_enough():
    result = CliRunner().invoke(app, ["playtest", *WORDS[:4], "--rolls", "1", "--player", "random"])
    assert result.exit_code == 0, result.stderr
    assert "base: 1 board of the seed playtest for each size" in result.stdout
    assert "64 games on each board, player random" in result.stdout


def test_json_is_all_there_is_on_standard_output():
    told = json.loads(typed("--json", "--csv", "x.csv").stdout)
    assert told["about"]["player"] == "greedy"
    assert told["goals"][0]["boards"] == 4
    assert {row["measure"] for row in told["rows"]} >= {"turns", "seat", "ladder", "pick_ratio"}


def test_an_older_folder_is_compared(tmp_path):
    (tmp_path / "old").mkdir()
    text = CATALOGUE.find("base").read_text("utf-8")
    (tmp_path / "old" / "base.yaml").write_text(text.replace("points: 2", "points: 5"))
    result = typed("--against", "old", "--csv", "x.csv")
    assert result.exit_code == 0, result.stderr
    assert "veterinarian, first power: score flat points: 5 → 2" in result.stdout
    rows = list(csv.DictReader((tmp_path / "x.csv").read_text("utf-8").splitlines()))
    assert any(float(row["difference"] or 0) for row in rows)


def test_readings_are_compared_with_the_usual_ones():
    words = ("--option", "stuck=waits", "--set", "advanced", "--against", "usual", "--json")
    told = json.loads(typed(*words).stdout)
    assert told["about"]["options"] == {"stuck": "waits"}
    turns = next(row for row in told["rows"] if row["measure"] == "turns")
    assert turns["old"] + turns["difference"] == pytest.approx(turns["value"])
    usual = json.loads(typed(*words[2:4], "--json").stdout)
    assert turns["old"] == next(r["value"] for r in usual["rows"] if r["measure"] == "turns")


def test_a_revision_of_git_is_compared(tmp_path):
    def git(*words):
        subprocess.run(["git", "-c", "user.name=T", "-c", "user.email=t@example.org", *words],
                       cwd=tmp_path, check=True, capture_output=True)  # fmt: skip

    text = CATALOGUE.find("base").read_text("utf-8")
    mine = tmp_path / "mine.yaml"
    mine.write_text(text.replace("points: 2", "points: 5"))
    for words in (("init",), ("add", "."), ("commit", "-m", "x")):
        git(*words)
    mine.write_text(text)
    result = typed("--against", "HEAD", "--set", "mine", "--sets-dir", ".", "--json")
    assert result.exit_code == 0, result.stderr
    told = json.loads(result.stdout)
    assert told["about"]["against"] == "HEAD"
    assert any(row["difference"] for row in told["rows"])


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("--set", "bass"), 1, "did you mean 'base'?"),
        (("--option", "tie=no"), 2, "--option 'tie=no': expected NAME=VALUE"),
        (("--against", "nowhere"), 2, "--against 'nowhere': "),
        (("--against", "~nobody-here"), 2, "--against '~nobody-here': "),
        (("--against", "usual"), 2, "name some by --option"),
        (("--against", "."), 2, "this folder has no base.yaml"),
        (("--output", "x.png"), 2, "expected the name of a .pdf file"),
    ],
)
def test_mistakes(words, code, message, tmp_path):
    result = typed(*words)
    assert (result.exit_code, result.stdout) == (code, "")
    assert message in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_says_how_to_go_on(monkeypatch):
    def stopped(*given):
        raise KeyboardInterrupt

    monkeypatch.setattr(sample, "run_trial", stopped)
    result = typed("--csv", "x.csv")
    assert result.exit_code == 1
    assert "stopped; the same command with --resume goes on" in result.stderr
