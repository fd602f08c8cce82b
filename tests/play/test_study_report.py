"""The report of a study, and the command that makes it.

UPDATE_GOLDEN=1 writes the reports of made-up boards anew: read what has changed.
"""

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest
from analysis.reports import compare, report_text, terminal_text
from commands import typed
from play.studies import ALL, METALS, QUADS, SMALL, STUDY, findings_of, made_up, part, trial

from generator import games
from generator.analysis.console import MAX_LINES
from generator.analysis.report import Heading, as_csv, as_json
from generator.play.figures import BOARD_FIGURES, FIGURES
from generator.studies import study as studies
from generator.studies.report import publication

DOCS = Path(__file__).parents[2] / "docs"
BASE = games.game("magnetmen").catalogue.find("base")
WORDS = ["--size", "small", "--players", "2", "--rolls", "4", "--games", "2", "--player", "greedy"]
pytestmark = pytest.mark.usefixtures("in_an_empty_folder")
TRAP = {"pick_ratio": (12, 10), "owners": (1, 2), "icon_points": (9, 4), "share": (1, 4)}


def longer_games(kinds=1):
    """Sets with which games became longer, and types that are traps."""
    parts = [part(f"base/a{n or ''}", variant=1 + n % 2, **TRAP) for n in range(kinds)]
    old, new = (
        tuple(trial(n, *parts, seats=0.5 + n / 100, turns=turns + n % 3) for n in range(20))
        for turns in (9, 20)
    )
    return made_up(*new, old=old)


def two_powers():
    """A type that is always there, with one of two powers, of which one has two numbers."""
    types = [part(power=f"{n % 4} points", variant=1 + n % 2) for n in range(40)]
    return made_up(*(trial(n, kind, turns=(5.0, 50.0)[n % 2]) for n, kind in enumerate(types)))


def few_boards():
    """Three that are alike, and one that nobody can play."""
    found = made_up(*(trial(n, part(pick_ratio=(9, 9)), part("base/b")) for n in range(3)))
    return replace(found, cases={SMALL: replace(found.cases[SMALL], unplayable=1)})


MADE_UP = {
    "longer": longer_games,
    "powers": two_powers,
    "few": few_boards,
    "same": lambda: made_up(*[trial(n) for n in range(9)], old=tuple(trial(n) for n in range(9))),
    "fine": lambda: made_up(*(trial(n, part("base/a")) for n in range(20))),
    # half of the interval is more than half of the usual value; large numbers may be less exact
    "wide": lambda: made_up(
        *(trial(n, part(pick_ratio=(90 + 20 * (n % 2), 10))) for n in range(12)),
        *(trial(n, part("base/b", pick_ratio=(90 * (n == 12), 10))) for n in range(12, 24)),
    ),
}
PLAYED = {
    "base": lambda: findings_of(STUDY),
    "all": lambda: findings_of(ALL),
    "one": lambda: findings_of(replace(STUDY, rolls=1, games=16, player=None)),
    "metals": lambda: findings_of(METALS),
    "quads": lambda: findings_of(QUADS),
    "many types": lambda: longer_games(30),
}
played = pytest.mark.parametrize("name", PLAYED)


@pytest.mark.parametrize("name", MADE_UP)
def test_a_report_says_what_was_found(name):
    made = publication(MADE_UP[name]())
    sections = {
        "the same again": made.command,
        "--quiet": "\n".join(made.lines),
        "80 characters": terminal_text(made, 80),
        "180 characters": terminal_text(made, 180),
        "--report": report_text(made),
        "--csv": as_csv(made.data),
    }
    text = "\n".join(f"=== {title}\n{text}" for title, text in sections.items())
    compare(text, f"reports/{name}.txt")


@played
def test_a_terminal_shows_what_matters_in_forty_lines(name):
    made = publication(PLAYED[name]())
    for width in (80, 180):
        lines = terminal_text(made, width).splitlines()
        assert lines[0] == made.title and 6 < len(lines) <= MAX_LINES == 40
        assert all(len(line.rstrip()) <= width for line in lines[2:])
    assert len(lines) == MAX_LINES or name != "many types"


@played
def test_every_figure_has_a_meaning_and_is_in_csv_and_json(name):
    findings = PLAYED[name]()
    made = publication(findings)
    blocks = made.blocks
    meanings = dict(blocks[blocks.index(Heading("What the figures mean")) + 1].rows)
    measures = {key.measure for case in findings.cases.values() for key in case.rows}
    assert meanings.keys() == {FIGURES[measure].name for measure in measures}
    assert all(meanings.values())
    rows = list(csv.DictReader(as_csv(made.data).splitlines()))
    data = json.loads(as_json(made.data))
    assert len(rows) == len(data["rows"]) == sum(len(case.rows) for case in findings.cases.values())
    assert data["about"]["sets"] == [*findings.study.sets]
    assert [(case["size"], case["players"]) for case in data["cases"]] == [*findings.cases]
    (case, *_) = findings.cases.values()
    mean = sum(each.figures["turns"].value for each in case.trials) / len(case.trials)
    turns = next(float(row["value"]) for row in rows if row["measure"] == "turns")
    assert turns == pytest.approx(mean, abs=1e-6)


def test_boards_that_nobody_can_play_are_counted():
    none = studies.CaseFindings(studies.Case("tiny", 2), (), {}, {}, {}, 6)
    found = findings_of(STUDY)
    both = publication(replace(found, cases={none.case: none, **found.cases}))
    assert "No program can play 6 boards." in report_text(both)
    assert both.lines == publication(found).lines


def test_figures_are_called_the_same_in_the_docs():
    docs = " ".join((DOCS / "playtest.md").read_text("utf-8").split()).replace("'", "’").lower()
    of_parts = ("pick_ratio", "icon_points", "share", "owners", "missed", "length")
    for name in (*BOARD_FIGURES, *of_parts):
        assert f"| {FIGURES[name].name.lower()} |" in docs


def run(*words: str, start=("playtest", *WORDS)):
    return typed(*start, "--jobs", "1", *words)


def test_tables_and_files(tmp_path):
    (tmp_path / "old").mkdir()
    older = BASE.read_text("utf-8").replace("points: 2", "points: 5")
    (tmp_path / "old" / "base.yaml").write_text(older, "utf-8")
    words = ("--against", "old", "--csv", "a/all.csv", "--report", "out/all.html")
    result = run(*words)
    assert result.exit_code == 0, result.stderr
    files = [tmp_path / "out/all.html", tmp_path / "a/all.csv"]
    assert result.stdout.splitlines()[-2:] == ["a/all.csv", "out/all.html"]
    assert len(result.stdout.splitlines()) <= MAX_LINES + 2
    assert "boards played: 4 of 4" in result.stderr
    before = [file.read_bytes() for file in files]
    rows = list(csv.DictReader(before[1].decode().splitlines()))
    assert any(float(row["difference"] or 0) for row in rows)
    quiet = run(*words, "--quiet")
    assert not quiet.stderr and quiet.stdout.splitlines()[2:] == ["a/all.csv", "out/all.html"]
    assert before == [file.read_bytes() for file in files]


@pytest.mark.parametrize("game", ["magnetmen", "metals", "quads"])
def test_quietly_it_has_two_lines_and_json_is_all_on_standard_output(game):
    words = {"magnetmen": WORDS, "metals": ["--set", "wilds", *WORDS[4:]], "quads": WORDS[4:-2]}
    start = ("playtest", "--game", game, *words[game])
    result = run("--quiet", start=start)
    assert (result.exit_code, result.stderr) == (0, "")
    assert len(result.stdout.splitlines()) == 2
    data = json.loads(run("--json", start=start).stdout)
    assert (data["about"]["game"], data["about"]["player"][:6]) == (game, "greedy")
    assert {row["measure"] for row in data["rows"]} >= {"turns", "seat"}


def test_ctrl_c_says_that_nothing_is_saved(monkeypatch, tmp_path):
    def stopped(*given):
        raise KeyboardInterrupt

    monkeypatch.setattr(studies, "_play", stopped)
    result = run("--csv", "x.csv")
    assert result.exit_code == 1 and "stopped; nothing is saved" in result.stderr
    assert list(tmp_path.iterdir()) == []
