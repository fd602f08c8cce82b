"""The command `batch` as people type it."""

import re
from pathlib import Path

import pikepdf
import pytest
from batch.batches import contents
from batch.commands import BOARDS, QUICK, ids, output_lines, run
from click.testing import CliRunner
from support import DATA

from generator.batch import run as batch_run
from generator.cli.app import app
from generator.cli.app import app as whole_app
from generator.core.files import exclusive_lock

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_one_pdf_is_the_default():
    paths = output_lines(*BOARDS, "--seed", "Sunday", "--count", "3")
    stem = "output/magnetmen.small.base.2.sunday.batch"
    assert paths == [f"{stem}.pdf", f"{stem}.jsonl", f"{stem}.csv"]
    with pikepdf.open(paths[0]) as document:
        assert len(document.pages) == 3
    assert [name.split(".")[4] for name in ids(paths[1])] == ["sunday-1", "sunday-2", "sunday-3"]


def test_what_inspect_says_prints_the_same_bytes(tmp_path):
    options = ["--ink", "low", "--language", "fr", "--no-rules"]
    output_lines(*BOARDS, "--seed", "x", "--count", "2", *options, "--output", "one.pdf")
    last = CliRunner().invoke(whole_app, ["inspect", "one.pdf"]).stdout.splitlines()[-1].split()
    assert last[:2] == ["board-generator", "batch"]
    output_lines(*last[1:], "--output", "again.pdf")
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "again.pdf").read_bytes()
    assert (tmp_path / "one.jsonl").is_file()


def test_names_leave_out_options_without_effect_on_the_sheet():
    words = ["batch", "metals", "--set", "wilds", "--no-playtest", "--seed", "x", "--count", "1"]
    (pdf, *_) = output_lines(*words, "--sheet", "map", "--marks", "frame")
    assert pdf == "output/map.metals.basic.wilds.2.x.batch.pdf"


def test_own_files_with_names_from_a_pattern():
    words = ["--seed", "x", "--count", "2", "--pdfs", "each", "--pattern", "{number:03}-{seed}"]
    paths = output_lines(*BOARDS, *words)
    assert len(paths) == 2, "the manifest tells of the others"
    assert {"001-x-1.pdf", "002-x-2.pdf"} < set(contents(Path("output")))


def test_a_batch_file(tmp_path):
    paths = output_lines("batch", "--from", str(DATA / "batch" / "tournament.yaml"), "--jobs", "1")
    assert [Path(path).name for path in paths] == [
        "tournament.magnetmen.boards.pdf",
        "tournament.magnetmen.boards.fr.pdf",
        "tournament.magnetmen.boards.low.pdf",
        "tournament.magnetmen.boards.low.fr.pdf",
        "tournament.metals.map.pdf",
        "tournament.metals.map.letter.pdf",
        "tournament.jsonl",
        "tournament.csv",
    ]
    assert len(ids(paths[-2])) == 6 * 3 * 4 + 4


@pytest.mark.parametrize(
    ("seed", "stopped", "advice"),
    [
        ([], "selection.select", r"with --seed (\w{6}) to continue: what was played is kept"),
        ([], "run.run", r"with --seed (\w{6}) --resume to continue"),
        (["--seed", "x"], "selection.select", "to continue: what was played is kept"),
        (["--seed", "x"], "run.run", "with --resume to continue"),
    ],
)
def test_a_stopped_batch_says_how_to_continue(seed, stopped, advice, monkeypatch):
    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(f"generator.batch.{stopped}", stop)
    result = CliRunner().invoke(app, [*BOARDS, *seed, *QUICK])
    assert result.exit_code == 1
    assert re.fullmatch(f"stopped; run the same command {advice}", result.stderr.splitlines()[-1])


def test_names_are_checked_before_boards_are_played(monkeypatch):
    monkeypatch.setattr("generator.batch.selection.select", None)
    words = ["--seed", "x", "--count", "2", "--pdfs", "each", "--pattern", "{game}"]
    result = CliRunner().invoke(app, [*BOARDS, *words, *QUICK])
    assert result.exit_code == 2
    assert "variant 2 would be magnetmen.pdf, which is variant 1" in result.stderr


def test_processes_that_cannot_start_are_reported(monkeypatch):
    def full():
        raise OSError("no usable temporary directory")

    monkeypatch.setattr("generator.core.workers.prepare", full)
    result = run("batch", "--count", "60", "--pdfs", "each", "--jobs", "2")
    assert result.exit_code == 1
    assert result.stderr == "no usable temporary directory\n"


def test_quiet_leaves_paths_only():
    result = run(*BOARDS, "--count", "2", "--quiet")
    assert result.stderr == ""
    assert len(result.stdout.splitlines()) == 3
    assert "2 printed, 0 failed" in run(*BOARDS, "--count", "2").stderr


def test_failures_are_listed_at_the_end(monkeypatch):
    from generator.core.errors import RollError

    def fail(variant):
        raise RollError("no luck")

    monkeypatch.setattr(batch_run, "roll_variant", fail)
    result = run(*BOARDS, "--seed", "x", "--count", "13")
    assert result.exit_code == 1
    lines = result.stderr.splitlines()
    assert lines[-12].startswith("variant 1 magnetmen.small.base.2.x-1.")
    assert lines[-12].endswith(" failed: no luck")
    assert lines[-2:] == ["3 more failed, see the manifest", "0 printed, 13 failed"]


@pytest.mark.parametrize("name", ["a\nb.pdf", "a\udcff.pdf"])
def test_odd_names_of_files_are_refused(name, tmp_path):
    result = run("batch", "--output", name)
    assert result.exit_code == 2, result.stderr
    assert "is no file in the folder" in result.stderr
    assert not list(tmp_path.iterdir())


def test_what_an_option_needs_is_named(monkeypatch):
    monkeypatch.setattr("generator.cli.options.find_spec", lambda name: None)
    result = run("batch", "--scheduler", "x")
    assert result.exit_code == 1
    assert "--scheduler needs distributed: pip install 'board-generator[cluster]'" in result.stderr


@pytest.mark.parametrize("more", [["--no-playtest"], []])
def test_a_batch_that_is_under_way_is_left_alone(more, tmp_path):
    words = [*BOARDS, "--seed", "x", *QUICK, "--output", "party.pdf", *more]
    with exclusive_lock(tmp_path / "party.jsonl"):
        before = contents(tmp_path)
        result = CliRunner().invoke(app, words)
        assert result.exit_code == 1
        assert result.stderr.startswith("party.jsonl: another run is at work on this")
        assert contents(tmp_path) == before
    assert CliRunner().invoke(app, words).exit_code == 0


def test_another_batch_is_not_written_over(tmp_path):
    output_lines(*BOARDS, "--seed", "x", "--count", "3", "--output", "out")
    output_lines(*BOARDS, "--seed", "x", "--count", "4", "--output", "out")  # the same and one more
    before = contents(tmp_path / "out")
    result = run(*BOARDS, "--seed", "x", "--count", "2", "--output", "out")
    assert result.exit_code == 1
    assert "lists another batch" in result.stderr
    assert "such as magnetmen.small.base.2.x-3." in result.stderr
    assert contents(tmp_path / "out") == before


def test_a_batch_of_sets_that_changed_is_to_be_reprinted(tmp_path):
    (tmp_path / "mine").mkdir()
    garden = tmp_path / "mine" / "garden.yaml"
    text = (ROOT / "sets" / "magnetmen" / "base.yaml").read_text("utf-8")
    garden.write_text(text, "utf-8")
    words = [*BOARDS, "--set", "garden", "--sets-dir", "mine", "--seed", "x", "--output", "o"]
    manifest = output_lines(*words, "--count", "2", "--pdfs", "each")[0]
    garden.write_text(text.replace("points: 4", "points: 5"), "utf-8")
    for more in (["--resume"], []):
        result = run(*words, "--count", "3", "--pdfs", "each", *more)
        assert result.exit_code == 1
        assert "or one of sets that have changed since" in result.stderr
        assert f"`reprint {manifest}` prints again what has changed" in result.stderr
    output_lines("reprint", manifest, "--sets-dir", "mine", "--jobs", "1")
    result = run(*words, "--count", "3", "--pdfs", "each", "--resume")
    assert "2 of 3 were there already" in result.stderr, "what was printed anew counts"


def test_a_table_of_a_batch_whose_manifest_is_gone_is_written_over(tmp_path):
    output_lines(*BOARDS, "--seed", "x", "--output", "other.pdf")
    (tmp_path / "other.jsonl").unlink()
    output_lines(*BOARDS, "--seed", "y", "--output", "other.pdf")
