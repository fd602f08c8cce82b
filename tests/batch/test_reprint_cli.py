"""The command `reprint` as people type it."""

from pathlib import Path

import pikepdf
import pytest
from batch.batches import contents
from batch.commands import BOARDS, ids, output_lines, run

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_reprint_lists_prints_and_is_done(tmp_path):
    words = [*BOARDS, "--seed", "x", "--count", "3", "--pdfs", "each", "--pattern", "{number}"]
    manifest = output_lines(*words, "--output", "o")[0]
    before = contents(Path("o"))
    assert "nothing is stale" in run("reprint", manifest).stderr
    Path("o/2.pdf").unlink()
    (line,) = output_lines("reprint", manifest, "--list")
    assert line == f"2 {ids(manifest)[1]}: 2.pdf is missing"
    assert not Path("o/2.pdf").exists()
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


def test_reprint_of_chosen_ones():
    manifest = output_lines(*BOARDS, "--seed", "x", "--count", "3", "--output", "o/all.pdf")[1]
    second = ids(manifest)[1]
    line, path, *_ = output_lines("reprint", manifest, "--id", second.upper())
    assert line == f"2 {second}: as printed"
    assert path == "o/all.reprint-1.pdf"
    with pikepdf.open(path) as document:
        assert len(document.pages) == 1
        assert second in str(document.docinfo.Title)
    for wrong, words in (
        (second.replace("x-2", "x-9"), "no such variant, did you mean 'magnetmen.small.base.2.x-"),
        ("x", "is not a game ID"),
    ):
        result = run("reprint", manifest, "--id", wrong)
        assert result.exit_code == 2
        assert words in result.stderr


def test_reprint_of_a_game_prints_all_settings_it_has(tmp_path):
    (tmp_path / "two.yaml").write_text(
        "jobs:\n  - {game: magnetmen, seeds: [x, y], sizes: [small], players: [2],\n"
        "     languages: [en, fr], playtest: false}\n"
    )
    manifest = output_lines("batch", "--from", "two.yaml", "--pdfs", "each", "--output", "o")[0]
    before = contents(Path("o"))
    first = ids(manifest)[0]
    for own in Path("o").glob("*.x.*.pdf"):
        own.write_bytes(b"")
    lines = output_lines("reprint", manifest, "--id", first, "--id", first)
    assert [line.partition(" ")[0] for line in lines[:-2]] == ["1", "3"]
    assert contents(Path("o")) == before


def test_reprint_of_what_cannot_be_printed_any_more(tmp_path):
    mine = tmp_path / "mine"
    mine.mkdir()
    base = (ROOT / "sets" / "magnetmen" / "base.yaml").read_text(encoding="utf-8")
    (mine / "garden.yaml").write_text(base, encoding="utf-8")
    words = ["--set", "garden", "--sets-dir", "mine", "--seed", "x", "--output", "o/all.pdf"]
    manifest = output_lines(*BOARDS, *words)[1]
    result = run("reprint", manifest)
    assert result.exit_code == 1
    assert "there is no set of this name" in result.stdout
    assert "(cannot be printed)" in result.stderr
    assert output_lines("reprint", manifest, "--sets-dir", "mine") == []


def test_a_printers_profile_is_reported_once(tmp_path):
    (tmp_path / "printer.yaml").write_text("ruler: 99\n")
    (tmp_path / "two.yaml").write_text(
        "jobs:\n  - {game: quads, seeds: [x], sheet: board, inks: [full, low]}\n"
    )
    for words in (["batch", "--from", "two.yaml", "--jobs", "1"], ["reprint", "output/two.jsonl"]):
        assert run(*words).stderr.count("fitted to printer.yaml") == 1
        assert run(*words, "--quiet").stderr == ""


def test_a_printers_profile_counts_in_a_reprint_too(tmp_path):
    (tmp_path / "printer.yaml").write_text("ruler: 99\n")
    manifest = output_lines(*BOARDS, "--seed", "x", "--pdfs", "each", "--output", "o")[0]
    (own,) = Path("o").glob("*.printer.pdf")
    before = own.read_bytes()
    own.unlink()
    output_lines("reprint", manifest, "--jobs", "1")
    assert own.read_bytes() == before
    (tmp_path / "printer.yaml").rename("elsewhere.yaml")
    own.unlink()
    result = run("reprint", manifest)
    assert result.exit_code == 2
    assert "these were fitted to a printer" in result.stderr
    assert "is missing" in output_lines("reprint", manifest, "--list")[0]
    output_lines("reprint", manifest, "--printer", "elsewhere.yaml", "--jobs", "1")
    assert own.read_bytes() == before
