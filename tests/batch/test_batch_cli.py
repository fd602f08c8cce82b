"""The commands `batch` and `reprint` as people type them; tests/mistakes/usage has more of that."""

import csv
import json
import re
from pathlib import Path

import pytest
from batch.batches import change, contents, own_set
from commands import BOARDS, ids, output_lines, played_lines, run, run_played
from short_run import first

from generator.batch import plan
from generator.core.errors import RollError
from generator.core.files import exclusive_lock


def stop(*_):
    raise KeyboardInterrupt


pytestmark = pytest.mark.usefixtures("in_an_empty_folder")


@pytest.mark.parametrize(
    ("seed", "stopped", "advice"),
    [
        ([], "plan.select", r"with --seed (\w{6}) to continue: what was played is kept"),
        ([], "run.run", r"with --seed (\w{6}) --resume to continue"),
        (["--seed", "x"], "plan.select", "to continue: what was played is kept"),
        (["--seed", "x"], "run.run", "with --resume to continue"),
    ],
)
def test_a_stopped_batch_says_how_to_continue(seed, stopped, advice, monkeypatch):
    monkeypatch.setattr(f"generator.batch.{stopped}", stop)
    result = run_played(*BOARDS, *seed)
    assert result.exit_code == 1
    assert re.fullmatch(f"stopped; run the same command {advice}", result.stderr.splitlines()[-1])


def test_a_batch_that_is_printed_again_and_stopped_stays_listed(monkeypatch, tmp_path):
    run(*BOARDS, "--seed", "x", "--output", "a.pdf")
    before = contents(tmp_path)
    monkeypatch.setattr("generator.batch.run.Run.combine", stop)
    assert run(*BOARDS, "--seed", "x", "--output", "a.pdf").exit_code == 1
    assert contents(tmp_path) == before


@pytest.mark.parametrize("how", [run, run_played])
def test_what_cannot_be_printed_is_refused_before_boards_are_played(how, monkeypatch, tmp_path):
    monkeypatch.setattr(plan, "select", lambda *_: pytest.fail("played"))
    result = how(*BOARDS, "--seed", "x", "--count", "2", "--tile", "a4")
    message = "--tile a4: the sheet is no larger than that, expected a larger --paper"
    assert result.exit_code and message in result.stderr
    assert not list(tmp_path.iterdir())


def test_failures_are_listed_at_the_end(monkeypatch):
    def fail(variant):
        raise RollError("no luck")

    monkeypatch.setattr(plan.Variant, "roll", fail)
    result = run(*BOARDS, "--seed", "x", "--count", "13")
    assert result.exit_code == 1
    first, *_, more, counts = result.stderr.splitlines()[-12:]
    assert first.startswith("variant 1 magnetmen.small.base.2.x-1.")
    assert first.endswith(" failed: no luck")
    assert [more, counts] == ["3 more failed, see the manifest", "0 printed, 13 failed"]


@pytest.mark.parametrize("how", [run, run_played])
def test_a_batch_that_is_under_way_is_left_alone(how, tmp_path):
    words = [*BOARDS, "--seed", "x", "--output", "party.pdf"]
    with exclusive_lock(tmp_path / "party.jsonl"):
        before = contents(tmp_path)
        result = how(*words)
        assert result.exit_code == 1
        assert result.stderr.startswith("party.jsonl: another run is at work on this")
        assert contents(tmp_path) == before
    assert how(*words).exit_code == 0


def test_a_batch_of_sets_that_changed_is_to_be_reprinted():
    garden = own_set(Path("mine"))
    words = [*BOARDS, "--set", "garden", "--sets-dir", "mine", "--seed", "x", "--output", "o"]
    manifest = output_lines(*words, "--count", "2", "--pdfs", "each")[0]
    change(garden)
    for more in (["--resume"], []):
        result = run(*words, "--count", "3", "--pdfs", "each", *more)
        assert result.exit_code == 1
        assert "or one of sets that have changed since" in result.stderr
        assert f"`reprint {manifest}` prints again what has changed" in result.stderr
    output_lines("reprint", manifest, "--sets-dir", "mine", "--jobs", "1")
    result = run(*words, "--count", "3", "--pdfs", "each", "--resume")
    assert "2 of 3 were there already" in result.stderr, "what was printed anew counts"


# Where boards and maps are playtested, and the best of them kept.


def lines_of(table: str) -> list[dict[str, str]]:
    return list(csv.DictReader(Path(table).read_text("utf-8-sig").splitlines()))


def rows_of(manifest: str) -> list[dict]:
    return [json.loads(line) for line in Path(manifest).read_text("utf-8").splitlines()]


MAPS = ["batch", "metals", "--set", "wilds", "--sheet", "map"]


@pytest.mark.parametrize("words", first(1, [MAPS, BOARDS]))
def test_the_best_of_many_are_kept_in_their_order(words):
    words = [*words, "--seed", "x", "--output", "out"]
    _, manifest, table, tried = played_lines(*words, "--keep", "2", "--of", "5")
    assert tried.endswith(".tried.csv")
    trials, rows = lines_of(tried), rows_of(manifest)
    assert [line["rank"] for line in trials] == ["1", "2", "3", "4", "5"]
    penalties = [float(line["goal_penalty"]) for line in trials]
    assert penalties == sorted(penalties)
    assert [row["id"] for row in rows] == [line["id"] for line in trials[:2]]
    for row, line, trial in zip(rows, lines_of(table), trials, strict=False):
        figures = {name: str(value) for name, value in row["figures"].items()}
        assert figures == {name: line[f"play_{name}"] for name in figures}
        assert figures != {name: trial[name] for name in figures}, "it had no part in the selection"
    before = contents(Path("out"))
    other = run_played(*words, "--keep", "1", "--of", "3")
    assert (other.exit_code, "lists another batch" in other.stderr) == (1, True)
    assert contents(Path("out")) == before


def test_what_plays_best_is_printed_and_recorded():
    words = [*BOARDS, "--seed", "x", "--count", "3", "--pdfs", "both", "--output", "o"]
    rows = rows_of(played_lines(*words)[1])
    assert [row["id"].split(".")[4].partition("+")[0] for row in rows] == ["x-1", "x-2", "x-3"]
    assert all(row["playtest"] and row["figures"]["turns"] > 5 for row in rows)
    words = ["boards", "--size", "small", "--players", "2", "--seed", "x-1", "--output", "b.pdf"]
    played_lines(*words)
    assert Path("o", rows[0]["file"]).read_bytes() == Path("b.pdf").read_bytes()


# Printing again.


def test_reprint_lists_prints_and_is_done():
    words = [*BOARDS, "--seed", "x", "--count", "3", "--pdfs", "each"]
    manifest = output_lines(*words, "--output", "o")[0]
    before = contents(Path("o"))
    assert "nothing is stale" in run("reprint", manifest).stderr
    lost = Path(f"o/{ids(manifest)[1]}.pdf")
    lost.unlink()
    (line,) = output_lines("reprint", manifest, "--list")
    assert line == f"2 {ids(manifest)[1]}: {lost.name} is missing"
    assert not lost.exists()
    listed, *paths = output_lines("reprint", manifest, "--jobs", "1")
    assert listed == line
    assert paths == [manifest, "o/" + Path(manifest).with_suffix(".csv").name]
    assert contents(Path("o")) == before


def test_reprint_keeps_the_settings():
    words = ["discs", "--sheet", "discs", "--seed", "x", "--marks", "silhouette", "--gap", "7.5"]
    words += ["--backs", "gutterfold", "--ink", "low", "--language", "fr", "--paper", "letter"]
    manifest = output_lines("batch", *words, "--count", "2", "--pdfs", "each", "--output", "o")[0]
    before = contents(Path("o"))
    next(Path("o").glob("*.x-2.*.pdf")).unlink()
    output_lines("reprint", manifest, "--jobs", "1")
    assert contents(Path("o")) == before


@pytest.mark.slow
def test_reprint_of_a_game_prints_it_in_all_its_settings():
    Path("two.yaml").write_text(
        "jobs:\n  - {game: magnetmen, seeds: [x, y], sizes: [small], players: [2],\n"
        "     languages: [en, fr], playtest: false}\n"
    )
    manifest = output_lines("batch", "--from", "two.yaml", "--pdfs", "both", "--output", "o")[-2]
    own = {path: path.read_bytes() for path in Path("o").glob("*.x.*.pdf")}
    first = ids(manifest)[0]
    for path in own:
        path.write_bytes(b"")
    lines = output_lines("reprint", manifest, "--id", first.upper(), "--id", first)
    assert [line.partition(" ")[0] for line in lines[:2]] == ["1", "3"]
    assert lines[0] == f"1 {first}: as printed"
    again = "o/two.reprint-1.magnetmen.boards"
    assert lines[2:4] == [f"{again}.pdf", f"{again}.fr.pdf"]
    assert {path: path.read_bytes() for path in own} == own


def test_reprint_of_what_cannot_be_printed_any_more():
    garden, words = own_set(Path("mine")), ["--seed", "x", "--output", "o/all.pdf"]
    manifest = output_lines(*BOARDS, "--set", "garden", "--sets-dir", "mine", *words)[1]
    result = run("reprint", manifest)
    assert (result.exit_code, result.stdout, result.stderr.count("no set of")) == (1, "", 1)
    assert output_lines("reprint", manifest, "--sets-dir", "mine") == []
    garden.write_text(garden.read_text("utf-8").replace("flat:", "fat:", 1), "utf-8")
    result = run("reprint", manifest, "--sets-dir", "mine")
    assert (result.exit_code, result.stdout, result.stderr.count("'fat'")) == (1, "", 1)
    text = Path(manifest).read_text("utf-8").replace("small.garden", "tiny.base")
    Path(manifest).write_text(text, "utf-8")
    assert "(cannot be printed)" in run("reprint", manifest).stderr


def test_a_printers_profile_counts_in_a_reprint_too_and_is_reported_once():
    Path("printer.yaml").write_text("ruler: 99\n")
    Path("two.yaml").write_text(
        "jobs:\n  - {game: quads, seeds: [x], sheet: board, inks: [full, low]}\n"
    )
    again = ["reprint", "o/two.jsonl", "--jobs", "1"]
    words = ["batch", "--from", "two.yaml", "--pdfs", "each", "--output", "o", "--jobs", "1"]
    assert run(*words).stderr.count("fitted to printer.yaml") == 1
    (own,) = Path("o").glob("*.low.printer.pdf")
    before = own.read_bytes()
    own.unlink()
    assert run(*again).stderr.count("fitted to printer.yaml") == 1
    assert own.read_bytes() == before
    assert run(*again, "--quiet").stderr == ""
    Path("printer.yaml").rename("elsewhere.yaml")
    own.unlink()
    result = run(*again)
    assert (result.exit_code, "these were fitted to a printer" in result.stderr) == (2, True)
    assert "is missing" in output_lines(*again, "--list")[0]
    output_lines(*again, "--printer", "elsewhere.yaml")
    assert own.read_bytes() == before
