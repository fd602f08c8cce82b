"""The options --tile, --overlap and --scale: what is printed on tiles, and what stays whole."""

from pathlib import Path

import pikepdf
import pytest
from click.testing import CliRunner
from support import at_once

from generator.cli.app import app

A4 = (210, 297)
MM = 25.4 / 72


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return lambda *words: CliRunner().invoke(app, at_once(*words), prog_name="board-generator")


def page_sizes(path: Path) -> list[tuple[int, ...]]:
    """Width and height of each page in mm, rounded, the shorter one first."""
    with pikepdf.open(path) as document:
        boxes = [page.mediabox for page in document.pages]
    return [tuple(sorted((round(float(box[2]) * MM), round(float(box[3]) * MM)))) for box in boxes]


def is_blank(page: pikepdf.Page) -> bool:
    return b"Do" not in page.Contents.read_bytes()


@pytest.mark.parametrize(
    "words",
    [
        "boards --seed x --size small --paper a3 --tile a4",
        "metals --sheet map --scale 1.5 --tile letter --overlap 12.5 --language nl",
        "quads --sheet board --scale 1.5 --tile a4 --ink low",
        "boards --seed x --set expert --no-playtest --no-rules --paper a3 --tile letter",
    ],
)
def test_the_command_in_a_pdf_prints_the_same_tiles(run, words):
    result = run(*words.split())
    assert result.exit_code == 0, result.stderr
    path = Path(result.stdout.splitlines()[-1])
    assert ".tiles-" in path.name
    before = path.read_bytes()
    command = run("inspect", str(path)).stdout.splitlines()[-1].split()
    path.unlink()
    assert run(*command[1:]).exit_code == 0
    assert path.read_bytes() == before


def test_a_sheet_is_drawn_once_however_many_tiles_show_it(run):
    """The views of a page share one form, so four tiles are hardly larger than the whole sheet."""
    sizes = []
    for more in ([], ["--tile", "a4"]):
        path = run("metals", "--sheet", "map", "--paper", "a3", *more).stdout.splitlines()[-1]
        sizes.append(Path(path).stat().st_size)
    assert sizes[0] < sizes[1] < 1.2 * sizes[0]


def test_of_a_bundle_the_map_is_tiled_and_all_else_fits_the_printer(run):
    assert run("metals", "--paper", "a3", "--tile", "a4").exit_code == 0
    files = {path.name.split(".")[0]: path for path in Path("output").iterdir()}
    assert sorted(files) == ["cards", "map", "metals", "rules", "tokens"]
    for name, path in files.items():
        assert set(page_sizes(path)) == {A4}
        assert (".a3.tiles-a4" in path.name) is (name in ("map", "metals"))
    with pikepdf.open(files["map"]) as document:
        assert [is_blank(page) for page in document.pages] == [False] * 4
    with pikepdf.open(files["metals"]) as document:  # nothing lies on the back of a tile
        blanks = [is_blank(page) for page in document.pages]
    assert blanks[:8] == [False, True] * 4
    assert not any(blanks[8:12])


@pytest.mark.slow
def test_all_of_a_board_has_a_tiled_board_and_a_whole_legend(run):
    words = ["magnetmen", "--seed", "x", "--no-playtest", "--scale", "2", "--tile", "letter"]
    result = run(*words)
    assert result.exit_code == 0, result.stderr
    (path,) = Path("output").iterdir()
    assert set(page_sizes(path)) == {(216, 279)}


@pytest.mark.slow
def test_a_batch_prints_tiles_and_prints_them_again(run):
    words = ["boards", "--seed", "x-2", "--size", "small", "--players", "2", "--scale", "1.5"]
    assert run(*words, "--tile", "a4", "--output", "one.pdf").exit_code == 0
    words = ["batch", "--seed", "x", "--count", "2", "--size", "small", "--players", "2"]
    words += ["--scale", "1.5", "--tile", "a4", "--pdfs", "each", "--jobs", "1", "--contact"]
    result = run(*words, "--no-playtest", "--output", "o")
    assert result.exit_code == 0, result.stderr
    (second,) = Path("o").glob("*.x-2.*.pdf")
    before = second.read_bytes()
    assert before == Path("one.pdf").read_bytes()
    second.unlink()
    (manifest,) = Path("o").glob("*.jsonl")
    assert run("reprint", str(manifest), "--jobs", "1").exit_code == 0
    assert second.read_bytes() == before


def test_a_batch_of_all_sheets_leaves_the_backs_of_tiles_blank(run):
    words = ["batch", "quads", "--set", "lots", "--seed", "x", "--scale", "1.5", "--tile", "a4"]
    result = run(*words, "--jobs", "1", "--output", "o")
    assert result.exit_code == 0, result.stderr
    (path,) = Path("o").glob("*.pdf")
    with pikepdf.open(path) as document:
        pages = [is_blank(page) for page in document.pages]
    assert pages == [False] * 2 + [False, True] * 7 + [False] * 4


def test_what_cannot_be_printed_is_refused_before_games_are_played(run, monkeypatch):
    def play(*arguments):
        raise AssertionError("games were played")

    monkeypatch.setattr("generator.play.series.Match._chunks", play)
    result = run("boards", "--tile", "a4", "--seed", "x")
    assert result.exit_code == 1
    assert result.stderr.startswith("--tile a4: the sheet is no larger than that")
