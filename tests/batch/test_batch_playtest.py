"""The command `batch` where boards and maps are playtested, and the best of them kept."""

import csv
import json
from pathlib import Path

import pytest
from batch.batches import contents
from batch.commands import BOARDS, QUICK
from click.testing import CliRunner

from generator.batch import selection
from generator.cli.app import app
from generator.cli.app import app as whole_app


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def playtested(*words: str) -> list[str]:
    """The same, playtested."""
    result = CliRunner().invoke(app, [*words, *QUICK])
    assert result.exit_code == 0, result.stderr
    return result.stdout.splitlines()


def lines_of(table: str) -> list[dict[str, str]]:
    return list(csv.DictReader(Path(table).read_text("utf-8-sig").splitlines()))


def test_the_maps_that_play_best_are_kept():
    words = ["batch", "metals", "--set", "wilds", "--sheet", "map", "--seed", "x"]
    paths = playtested(*words, "--keep", "2", "--of", "5", "--output", "out")
    tried = lines_of(paths[-1])
    assert [line["rank"] for line in tried] == ["1", "2", "3", "4", "5"]
    penalties = [float(line["goal_penalty"]) for line in tried]
    assert penalties == sorted(penalties)
    rows = [json.loads(line) for line in Path(paths[1]).read_text("utf-8").splitlines()]
    assert [row["id"] for row in rows] == [line["id"] for line in tried[:2]]
    for row, line in zip(rows, lines_of(paths[2]), strict=True):
        assert 0 <= row["figures"]["seat_1"] <= 1
        assert float(line["play_seat_1"]) == row["figures"]["seat_1"]


def test_a_drawn_map_is_not_reported_as_unplayed():
    result = CliRunner().invoke(app, ["batch", "metals", "--sheet", "map", "--count", "1"])
    assert result.exit_code == 0
    assert "not playtested" not in result.stderr


@pytest.mark.parametrize("how", [QUICK, ["--no-playtest"]])
def test_settings_that_fit_no_board_are_refused_first(how, monkeypatch):
    monkeypatch.setattr(selection, "select", lambda *_: pytest.fail("played"))
    result = CliRunner().invoke(app, [*BOARDS, "--count", "3", "--tile", "a4", *how])
    assert result.exit_code == 1
    message = "--tile a4: the sheet is no larger than that, expected a larger --paper, or a --scale"
    assert result.stderr == f"{message} above 1\n"
    assert not list(Path().iterdir())


def test_what_plays_best_is_printed_and_recorded():
    paths = playtested(*BOARDS, "--seed", "x", "--count", "3", "--output", "out")
    rows = [json.loads(line) for line in Path(paths[1]).read_text("utf-8").splitlines()]
    assert [row["id"].split(".")[4].partition("+")[0] for row in rows] == ["x-1", "x-2", "x-3"]
    assert sorted(row["rank"] for row in rows) == [1, 2, 3]
    assert all(row["playtest"] and row["figures"]["turns"] > 5 for row in rows)
    table = lines_of(paths[2])
    assert [float(line["play_turns"]) for line in table] == [
        row["figures"]["turns"] for row in rows
    ]


def test_the_best_of_many_are_kept_in_their_order():
    paths = playtested(*BOARDS, "--seed", "x", "--keep", "2", "--of", "5", "--output", "out")
    rows = [json.loads(line) for line in Path(paths[1]).read_text("utf-8").splitlines()]
    trials = lines_of(paths[-1])
    assert paths[-1].endswith(".tried.csv")
    assert len(trials) == 5
    penalties = [float(line["goal_penalty"]) for line in trials]
    assert penalties == sorted(penalties)
    assert [row["id"] for row in rows] == [line["id"] for line in trials[:2]]
    assert [row["rank"] for row in rows] == [1, 2]
    # their recorded figures had no part in the selection
    margins = [str(row["figures"]["margin"]) for row in rows]
    assert set(margins).isdisjoint(line["margin"] for line in trials[:2])


def test_what_was_tried_of_another_batch_is_not_written_over():
    words = [*BOARDS, "--seed", "x", "--output", "out"]
    playtested(*words, "--keep", "2", "--of", "5")
    before = contents(Path("out"))
    result = CliRunner().invoke(app, [*words, "--keep", "1", "--of", "3", *QUICK])
    assert result.exit_code == 1
    assert "lists another batch" in result.stderr
    assert contents(Path("out")) == before


def test_a_variant_is_the_board_of_its_seed():
    playtested(*BOARDS, "--seed", "x", "--count", "2", "--pdfs", "each", "--output", "o")
    words = ["boards", "--size", "small", "--players", "2", "--seed", "x-1"]
    result = CliRunner().invoke(whole_app, [*words, *QUICK, "--output", "b.pdf"])
    assert result.exit_code == 0, result.stderr
    own_pdfs = sorted(Path("o").glob("*.x-1*.pdf"))
    assert [path.read_bytes() for path in own_pdfs] == [Path("b.pdf").read_bytes()]


def test_what_no_program_can_play_is_printed_and_reported(tmp_path):
    text = (
        "game: magnetmen\ntitle: {en: Free}\nrules: basic\nalone: {types: [2, 2]}\ntypes:\n"
        "  one: {name: {en: One}, art: baby, powers: [{text: {en: Sing a song.}}]}\n"
        "  two: {name: {en: Two}, art: baker, powers: [{score: [{flat: {points: 1}}]}]}\n"
    )
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "free.yaml").write_text(text, "utf-8")
    words = [*BOARDS, "--set", "free", "--sets-dir", "mine", "--seed", "x"]
    result = CliRunner().invoke(app, [*words, "--count", "2"])
    assert result.exit_code == 0, result.stderr
    assert "2 of 2 are not playtested" in result.stderr
