"""Statistics against counting anew on the rolled values, and the command as people type it.

UPDATE_GOLDEN=1 writes a report of few rolls anew: read what has changed.
"""

import csv
import json
from collections import Counter
from pathlib import Path

import pytest
from analysis.reports import compare, results, statistics_report, terminal_text
from commands import typed
from support import definition

from generator.analysis.report import as_csv
from generator.games.authoring_support import statistics_of
from generator.games.magnetmen.roll import roll

MEASURES = statistics_of("magnetmen").measures


def test_types_and_squares_are_counted_as_they_lie_on_the_boards_by_any_number_of_processes():
    on, squares = Counter(), Counter()
    for number in range(1, 301):
        board = roll(definition("base"), "regular", 4, f"x-{number}")
        for index, kind in enumerate(board.types):
            on[f"base/{kind.piece.key}"] += 1
            squares[f"base/{kind.piece.key}"] += board.squares.count(index)
    assert results().rows == results(jobs=2).rows
    for row in results().of("boards"):
        assert row.estimate.value == on[row.subject] / 300
    for row in results().of("squares"):
        assert row.estimate.value == pytest.approx(squares[row.subject] / on[row.subject])
        assert row.cases == on[row.subject]


def test_a_report_of_few_rolls():
    """Two types are called the same; of three rolls, means have no interval."""
    made = statistics_report(("example", "base"), "small", 3)
    sections = made.command, *(terminal_text(made, width) for width in (80, 180)), as_csv(made.data)
    compare("\n\n".join(sections), "reports/stats.txt")


def test_the_guide_for_designers_names_every_measure_and_each_is_shown():
    docs = (Path(__file__).parents[2] / "docs" / "designing.md").read_text("utf-8")
    assert all(f"`{measure}`" in docs for measure in MEASURES)
    assert set(MEASURES) <= {row.measure for row in results(("expert",), "small", 8).rows}


@pytest.mark.usefixtures("in_an_empty_folder")
def test_tables_and_files(tmp_path):
    words = ("stats", "base", "--seeds", "60", "--csv", "a/all.csv", "--report", "out/all.html")
    result = typed(*words)
    assert result.exit_code == 0, result.stderr
    assert "Explorer" in result.stdout and "100.0%" in result.stdout
    assert "rolled: 60 of 60" in result.stderr
    files = [tmp_path / "out/all.html", tmp_path / "a/all.csv"]
    content = [file.read_bytes() for file in files]
    quiet = typed(*words, "--quiet")
    assert quiet.stdout.splitlines()[-2:] == ["a/all.csv", "out/all.html"] and not quiet.stderr
    assert content == [file.read_bytes() for file in files]
    rows = list(csv.DictReader(content[1].decode().splitlines()))
    always = next(r for r in rows if (r["measure"], r["subject"]) == ("boards", "base/explorer"))
    assert (always["value"], always["cases"]) == ("1.0", "60")


@pytest.mark.usefixtures("in_an_empty_folder")
def test_json_is_all_there_is_on_standard_output():
    words = ("stats", "expert", "--seeds", "20", "--json", "--csv", "x.csv", "--seed")
    result = typed(*words, "Oak!")
    told = json.loads(result.stdout)
    assert (told["game"], told["sets"], told["seed"]) == ("magnetmen", ["expert"], "oak")
    assert "x.csv" in result.stderr
    assert json.loads(typed(*words, "elm").stdout)["rows"] != told["rows"]
