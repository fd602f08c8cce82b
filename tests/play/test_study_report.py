"""The report of a study, and the command that makes it."""

import csv
import json
import re
import shlex
from dataclasses import replace
from pathlib import Path

import pytest
from analysis.reports import report_text, terminal_text
from click.testing import CliRunner
from play.studies import ALL, METALS, QUADS, SMALL, STUDY, findings_of, made_up, part, trial

from generator import games
from generator.analysis.console import DEFAULT_WIDTH, MAX_LINES
from generator.analysis.report import Heading, Table, as_csv, as_json
from generator.cli.app import app
from generator.play.figures import BOARD_FIGURES, FIGURES
from generator.studies import study as studies
from generator.studies.report import publication

DOCS = Path(__file__).parents[2] / "docs"
BASE = games.game("magnetmen").catalogue.find("base")
WORDS = ["--size", "small", "--players", "2", "--rolls", "4", "--games", "2", "--player", "greedy"]


@pytest.fixture(autouse=True)
def somewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def report(findings):
    return publication(findings).report


def text_of(findings) -> str:
    return report_text(report(findings))


def shown(findings, width=DEFAULT_WIDTH) -> str:
    return terminal_text(report(findings), width)


TRAP = {"pick_ratio": (12, 10), "owners": (1, 2), "icon_points": (9, 4), "share": (1, 4)}


def longer_games():
    """Sets with which games became longer, and a type that is a trap."""
    old, new = (
        tuple(trial(n, part(**TRAP), turns=turns + n % 3) for n in range(20)) for turns in (9, 20)
    )
    return made_up(*new, old=old)


def panel_of_one():
    return findings_of(replace(STUDY, rolls=1, games=16, player=None))


FINDINGS = {
    "base": lambda: findings_of(STUDY), "all": lambda: findings_of(ALL), "one": panel_of_one,
    "metals": lambda: findings_of(METALS), "quads": lambda: findings_of(QUADS),
    "longer": longer_games,
}  # fmt: skip
every = pytest.mark.parametrize("name", FINDINGS)


# The report ------------------------------------------------------------------------------------


@every
def test_every_figure_of_a_report_has_a_meaning(name):
    findings = FINDINGS[name]()
    made = report(findings)
    start = made.blocks.index(Heading("What the figures mean"))
    meanings = dict(made.blocks[start + 1].rows)
    assert all(meanings.values())
    measures = {key.measure for case in findings.cases.values() for key in case.rows}
    assert meanings.keys() == {FIGURES[measure].name for measure in measures}
    rows = {row[0] for block in made.blocks if isinstance(block, Table) for row in block.rows}
    (case, *_) = findings.cases.values()
    assert {FIGURES[name].name for name in case.trials[0].figures} <= rows


def test_it_says_which_side_of_a_goal_is_good_and_that_owners_fall_into_a_trap():
    text = text_of(longer_games())
    assert "≤ 10%" in text and "≥ 40%" in text
    assert "Taken: 1.20 (1.20 to 1.20) times as often as by chance; Owners win: 0.50" in text


def test_powers_are_told_apart_and_marked_if_the_part_is_always_there():
    boards = [
        trial(n, part(power=f"{n % 4} points", variant=1 + n % 2), turns=(5.0, 50.0)[n % 2])
        for n in range(40)
    ]
    text = text_of(made_up(*boards))
    for name in ("A 1 (power 1)", "A 2 (power 2)", "A 1 (0 points)", "A 2 (3 points)"):
        assert f"\n{name}\n" in text
    assert "An asterisk (*)" in text
    assert "Game length, against its other powers: 10.00 (10.00 to 10.00)*" in text
    assert "powers differ" in text


def test_boards_that_are_furthest_from_fair_can_be_printed():
    boards = [trial(n, seats=0.5 + n / 100) for n in range(20)]
    text = text_of(made_up(*boards))
    start = text.index("Boards that are furthest from fair")
    assert re.findall(r"board \d+", text[start:])[:5] == [f"board {n}" for n in range(19, 14, -1)]


def test_far_quantiles_need_boards_beyond_them():
    few, many = (
        text_of(made_up(*(trial(n, turns=float(n)) for n in range(count)))) for count in (3, 101)
    )
    row = few[few.index("\nTurns\ntoo few") :].split("\n")
    assert row[2:8] == ["too few", "too few", "too few", "1.00", "too few", "too few"]
    row = many[many.index("\nTurns\n50.00") :].split("\n")
    assert row[3:8] == ["5.00", "25.00", "50.00", "75.00", "95.00"]


def test_it_says_how_it_was_measured():
    text = text_of(findings_of(ALL))
    for words in ("Sets: base, advanced, expert", "8 boards of the seed “lab” for each size",
                  "player random", "no figure is claimed for people"):  # fmt: skip
        assert words in text
    assert "1 board of the seed" in text_of(panel_of_one())
    assert "an eighth of the games" in text_of(panel_of_one())


def test_boards_that_nobody_can_play_are_counted():
    found = findings_of(STUDY)
    one = replace(found, cases={SMALL: replace(found.cases[SMALL], unplayable=1)})
    assert "No program can play 1 board." in text_of(one)
    none = studies.CaseFindings(studies.Case("tiny", 2), (), {}, {}, {}, 6)
    both = replace(found, cases={none.case: none, **found.cases})
    assert "No program can play 6 boards." in text_of(both)
    assert report(both).lines == report(found).lines


def test_figures_are_called_the_same_in_the_docs():
    docs = " ".join((DOCS / "playtest.md").read_text("utf-8").split()).replace("'", "’").lower()
    of_parts = ("pick_ratio", "icon_points", "share", "owners", "missed", "length")
    for name in (*BOARD_FIGURES, *of_parts):
        assert f"| {FIGURES[name].name.lower()} |" in docs


@pytest.mark.parametrize("player", ["", "greedy", "two_ply", "monte_carlo 4x2", "tree_search 4x20"])
def test_it_knows_the_command_that_makes_it_again(player):
    programs = games.game("magnetmen").programs
    chosen = studies.parse_player(programs, player) if player else None
    study = replace(ALL, player=chosen, seed="x y")
    found = replace(longer_games(), study=study, against="my old")
    words = shlex.split(report(found).command)
    assert words[:4] == ["board-generator", "playtest", "--game", "magnetmen"]
    options = list(zip(words[2:-2:2], words[3:-2:2], strict=True))
    assert [value for option, value in options if option == "--set"] == [*study.sets]
    assert [value for option, value in options if option == "--players"] == ["2", "4"]
    assert dict(options).get("--player", "") == player
    assert dict(options)["--seed"] == "x y" and dict(options)["--against"] == "my old"


# A terminal ------------------------------------------------------------------------------------


@every
@pytest.mark.parametrize("width", [80, 180])
def test_a_terminal_shows_what_matters_in_forty_lines(name, width):
    lines = shown(FINDINGS[name](), width).splitlines()
    made = report(FINDINGS[name]())
    assert lines[0] == made.title and 6 < len(lines) <= MAX_LINES == 40
    assert all(len(line.rstrip()) <= width for line in lines[2:])


def test_many_types_and_differences_still_fit():
    kinds = [part(f"base/type{n}", variant=1 + n % 2, **TRAP) for n in range(30)]
    old, new = (
        tuple(trial(n, *kinds, turns=turns + n % 3) for n in range(20)) for turns in (9, 20)
    )
    assert len(shown(made_up(*new, old=old), 80).splitlines()) == MAX_LINES


def test_numbers_have_intervals_where_there_is_room_and_none_that_say_nothing():
    """Three boards that are alike are no "1.00 (1.00 to 1.00)"."""
    for width, cell in ((80, "1.20 "), (DEFAULT_WIDTH, "1.20 (1.20 to 1.20)")):
        lines = shown(made_up(*(trial(n, part(**TRAP)) for n in range(20))), width).splitlines()
        assert cell in [line for line in lines if line.startswith(" A ")][-1]
    boards = [trial(n, part(pick_ratio=(9, 9)), part("base/b")) for n in range(3)]
    for width in (80, DEFAULT_WIDTH):
        text = shown(made_up(*boards), width)
        row = next(line for line in text.splitlines() if line.startswith(" A "))
        assert row.split()[1:] == ["3", "too", "few", *"–––––"]
        turns = next(line for line in text.splitlines() if line.startswith(" Turns  "))
        assert turns.split()[1:3] == ["too", "few"]


def test_differences_have_values_and_intervals():
    boards = [trial(n) for n in range(9)]
    assert re.search(r"None of \d+ numbers differs", shown(made_up(*boards, old=tuple(boards))))
    row = next(line for line in shown(longer_games()).splitlines() if " Turns " in line)
    assert row.split()[-6:] == ["9.95", "20.95", "+11.00", "(+11.00", "to", "+11.00)"]


@pytest.mark.parametrize(
    ("made", "second"),
    [
        (lambda: made_up(*(trial(n) for n in range(20))), "nothing stands out"),
        (lambda: replace(longer_games(), older=None), "stands out: A a trap"),
        (longer_games, "1 numbers differ from old by more than their interval"),
    ],
)
def test_two_lines_say_what_matters_most(made, second):
    first_line, second_line = report(made()).lines
    assert first_line.startswith(
        "small, 2 players: all goals met on 100% (84 to 100) of 20 boards,"
    )
    assert first_line.endswith("seat imbalance 0% (0 to 0)")
    assert second_line == second


# Files -----------------------------------------------------------------------------------------


@every
def test_csv_and_json_have_all_figures(name):
    findings = FINDINGS[name]()
    made = publication(findings)
    rows = list(csv.DictReader(as_csv(made.data).splitlines()))
    data = json.loads(as_json(made.data))
    assert len(rows) == len(data["rows"]) == sum(len(case.rows) for case in findings.cases.values())
    assert data["about"]["sets"] == [*findings.study.sets]
    assert [(case["size"], case["players"]) for case in data["cases"]] == [*findings.cases]
    turns = next(row for row in rows if row["measure"] == "turns")
    (case, *_) = findings.cases.values()
    mean = sum(each.figures["turns"].value for each in case.trials) / len(case.trials)
    assert float(turns["value"]) == pytest.approx(mean, abs=1e-6)
    assert ("difference" in rows[0]) == (findings.older is not None)
    if findings.older:
        assert [turns[name] for name in ("old", "difference")] == ["9.95", "11.0"]
        assert float(turns["difference_low"]) == pytest.approx(11)


# The command -----------------------------------------------------------------------------------


def typed(*words: str):
    return CliRunner().invoke(
        app, ["playtest", *WORDS, "--jobs", "1", *words], prog_name="board-generator"
    )


def test_tables_and_files(tmp_path):
    (tmp_path / "old").mkdir()
    older = BASE.read_text("utf-8").replace("points: 2", "points: 5")
    (tmp_path / "old" / "base.yaml").write_text(older, "utf-8")
    words = ("--against", "old", "--csv", "a/all.csv", "--report", "out/all.html")
    result = typed(*words)
    assert result.exit_code == 0, result.stderr
    files = [tmp_path / "out/all.html", tmp_path / "a/all.csv"]
    assert result.stdout.splitlines()[-2:] == ["a/all.csv", "out/all.html"]
    assert len(result.stdout.splitlines()) <= MAX_LINES + 2
    assert "boards played: 4 of 4" in result.stderr
    before = [file.read_bytes() for file in files]
    rows = list(csv.DictReader(before[1].decode().splitlines()))
    turns = next(row for row in rows if row["measure"] == "turns")
    assert float(turns["p25"]) <= float(turns["p50"]) <= float(turns["p75"])
    assert turns["p5"] == turns["p95"] == turns["low"] == ""  # four boards are too few
    assert any(float(row["difference"] or 0) for row in rows)
    quiet = typed(*words, "--quiet")
    assert quiet.stderr == ""
    assert quiet.stdout.splitlines()[2:] == ["a/all.csv", "out/all.html"]
    assert before == [file.read_bytes() for file in files]


@pytest.mark.parametrize("game", ["magnetmen", "metals", "quads"])
def test_quietly_it_has_two_lines_and_json_is_all_on_standard_output(game):
    words = {"magnetmen": WORDS, "metals": ["--set", "wilds", *WORDS[4:]], "quads": WORDS[4:-2]}[
        game
    ]
    words = ["playtest", "--game", game, *words, "--jobs", "1"]
    result = CliRunner().invoke(app, [*words, "--quiet"])
    assert (result.exit_code, result.stderr) == (0, "")
    assert len(result.stdout.splitlines()) == 2
    data = json.loads(CliRunner().invoke(app, [*words, "--json"]).stdout)
    assert (data["about"]["game"], data["about"]["player"][:6]) == (game, "greedy")
    assert {row["measure"] for row in data["rows"]} >= {"turns", "seat"}


@pytest.mark.parametrize("folder", ["nowhere", "~nobody-here", "."])
def test_a_folder_without_the_sets(folder, tmp_path):
    result = typed("--against", folder)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"--against '{folder}': expected a folder with" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_says_that_nothing_is_saved(monkeypatch, tmp_path):
    def stopped(*given):
        raise KeyboardInterrupt

    monkeypatch.setattr(studies, "_play", stopped)
    result = typed("--csv", "x.csv")
    assert result.exit_code == 1
    assert "stopped; nothing is saved" in result.stderr
    assert list(tmp_path.iterdir()) == []
