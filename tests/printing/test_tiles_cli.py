"""Tiles, booklets and boxes as people type them: what is printed so, what prints it again."""

from pathlib import Path

import pikepdf
import pytest
from commands import run

pytestmark = pytest.mark.usefixtures("in_an_empty_folder")
SLOW = pytest.mark.slow
MM = 25.4 / 72


def page_sizes(path: Path) -> list[tuple[int, int]]:
    """Width and height of each page in mm, rounded."""
    with pikepdf.open(path) as document:
        boxes = [page.mediabox for page in document.pages]
    return [(round(float(box[2]) * MM), round(float(box[3]) * MM)) for box in boxes]


def blanks(path: Path) -> list[bool]:
    """Whether each page is blank."""
    with pikepdf.open(path) as document:
        return [b"Do" not in page.Contents.read_bytes() for page in document.pages]


@pytest.mark.parametrize(
    ("words", "pages"),
    [
        ("boards --seed x --size small --paper a3 --tile a4", None),
        ("metals --sheet map --scale 1.5 --tile letter --overlap 12.5 --language nl", None),
        ("quads --sheet board --scale 1.5 --tile a4 --ink low", None),
        pytest.param("rules magnetmen --booklet --set base --paper letter", 4, marks=SLOW),
        pytest.param("rules metals --booklet --language fr --ink low", 4, marks=SLOW),
        ("rules quads --booklet --set lots --seed oak", 2),
        ("discs --sheet box --seed oak --thickness 0.5 --marks frame --paper letter", 1),
        pytest.param("rules all --booklet --language de", 10, marks=SLOW),
    ],
)
def test_the_command_in_a_pdf_prints_it_again(words, pages):
    result = run(*words.split())
    assert result.exit_code == 0, result.stderr
    path = Path(result.stdout.splitlines()[-1])
    assert path.name.startswith(("booklet.", "box.discs.")) if pages else ".tiles-" in path.name
    sizes = page_sizes(path)
    assert pages in (None, len(sizes))
    assert all(width > height for width, height in sizes) or "--booklet" not in words
    before = path.read_bytes()
    command = run("inspect", str(path)).stdout.splitlines()[-1].split()
    path.unlink()
    assert run(*command[1:]).exit_code == 0
    assert path.read_bytes() == before


def test_of_a_bundle_the_map_is_tiled_and_all_else_fits_the_printer():
    assert run("metals", "--paper", "a3", "--tile", "a4").exit_code == 0
    files = {path.name.split(".")[0]: path for path in Path("output").iterdir()}
    assert sorted(files) == ["cards", "map", "metals", "rules", "tokens"]
    for name, path in files.items():
        assert {tuple(sorted(size)) for size in page_sizes(path)} == {(210, 297)}
        assert (".a3.tiles-a4" in path.name) is (name in ("map", "metals"))
    assert blanks(files["map"]) == [False] * 4
    of_all = blanks(files["metals"])
    assert of_all[:8] == [False, True] * 4, "nothing lies on the back of a tile"
    assert not any(of_all[8:12])
    whole = run("metals", "--sheet", "map", "--paper", "a3").stdout.splitlines()[-1]
    sizes = [path.stat().st_size for path in (Path(whole), files["map"])]
    assert sizes[0] < sizes[1] < 1.2 * sizes[0], "a sheet is drawn once, whatever tiles show it"


def test_what_cannot_be_printed_is_refused_before_games_are_played(monkeypatch):
    def play(*arguments):
        raise AssertionError("games were played")

    monkeypatch.setattr("generator.play.series.Match.play", play)
    result = run("boards", "--tile", "a4", "--seed", "x")
    assert result.exit_code == 1
    assert result.stderr.startswith("--tile a4: the sheet is no larger than that")
