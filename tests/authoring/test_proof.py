"""Contact sheets: every piece in three sizes and three ink modes. Proofs of sets: all that could go
wrong is on them."""

import re
import shutil
from itertools import pairwise

import pytest
from authoring.sets import edited, write
from click.testing import CliRunner
from short_run import first
from support import DATA, assert_sound, definition, settings

from generator import games
from generator.authoring import proof
from generator.authoring.proof import set_pages
from generator.cli.app import app
from generator.core.resources import assets_dir
from generator.games.magnetmen.definition import load_definition
from generator.games.magnetmen.sheets import board_sheet
from generator.languages import languages
from generator.layout.page import Art, flatten


def test_every_shipped_piece_is_on_them_nine_times():
    pages = proof.overview_pages((), settings())
    counts: dict[str, list[tuple[float, str]]] = {}
    for page in pages:
        assert_sound(page)
        for entry in flatten(page):
            if isinstance(entry.item, Art):
                counts.setdefault(entry.item.name, []).append((entry.box.w, entry.item.ink))
    files = {
        path.relative_to(assets_dir()).with_suffix("").as_posix()
        for path in assets_dir().rglob("*.svg")
    }
    assert counts.keys() == files
    for where in counts.values():
        assert len(set(where)) == 9
        assert {size for size, _ in where} == set(proof.OVERVIEW_SIDES)


def test_own_art_comes_with_the_rest(tmp_path):
    for place in ("assets/magnetmen", "magnetmen/assets/magnetmen"):
        (tmp_path / place).mkdir(parents=True)
    folders = [tmp_path / "assets", tmp_path / "magnetmen" / "assets"]
    assert list(proof.own_art_folders([tmp_path])) == folders
    (tmp_path / "assets" / "magnetmen" / "aardvark.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"/>'
    )
    pages = proof.overview_pages(folders, settings(paper="letter", code="fr"))
    items = [entry.item for page in pages for entry in flatten(page)]
    assert "magnetmen/aardvark" in {item.name for item in items if isinstance(item, Art)}


@pytest.fixture(scope="module")
def example(tmp_path_factory):
    """The example set, changed so that more is on a board than fits."""
    folder = tmp_path_factory.mktemp("proof") / "sets"
    shutil.copytree(DATA / "sets", folder)
    file = folder / "magnetmen" / "example.yaml"
    text = file.read_text("utf-8")
    assert "types: [4, 5]" in text
    file.write_text(text.replace("types: [4, 5]", "types: [4, 8]"), "utf-8")
    return load_definition(["example"], [folder])


@pytest.mark.parametrize(
    ("game", "sets", "paper", "code"),
    first(
        1,
        [
            ("discs", ("pocket",), "a4-letter-safe", "en"),
            ("magnetmen", ("base",), "a4", "en"),
            ("magnetmen", ("advanced", "expert"), "letter", "fr"),
            ("metals", ("classic",), "a4", "nl"),
            ("quads", ("classic",), "letter", "de"),
        ],
    ),
)
def test_proofs_of_shipped_sets_are_sound_and_find_nothing(game, sets, paper, code):
    proof_game = games.game(game)
    pages, problems = set_pages(
        proof_game, proof_game.load(sets, ()), settings(paper=paper, code=code)
    )
    assert not problems
    for page in pages:
        assert_sound(page)


def test_what_fits_no_board_is_reported(example):
    _, problems = board_sheet.proof_pages(example, settings())
    assert {problem[:3] for problem in problems} == {f"{code}:" for code in languages()}
    for problem in problems:
        assert "lighthouse_keeper" in problem and "on a board (" in problem


@pytest.mark.slow
def test_rules_without_an_example_are_reported_and_the_rest_is_there(example, monkeypatch):
    monkeypatch.setattr("generator.games.magnetmen.examples.BOARDS", 0)
    monkeypatch.setattr("generator.games.magnetmen.examples.PLAIN_BOARDS", 0)
    pages, problems = set_pages(games.game("magnetmen"), example, settings())
    assert pages
    assert [problem for problem in problems if "rules" in problem] == [
        "rules: sets example: no example for 'repel' was found with the seed 'proof'"
    ]


@pytest.mark.slow
def test_pictures_are_shown_from_the_least_to_the_largest_size():
    magnetmen = games.game("magnetmen")
    looks = settings()
    pages, _ = set_pages(magnetmen, definition("base"), looks)
    sides: dict[str, list[float]] = {}
    for page in pages:
        for entry in flatten(page):
            if page.name == "proof pictures" and isinstance(entry.item, Art):
                sides.setdefault(entry.item.name, []).append(entry.box.w)
    assert len(sides) == 2 * len(definition("base").pieces)
    for name, sides_of_picture in sides.items():
        least, most = (3, 11) if "symbols" in name else (7.1, 24.6)
        assert min(sides_of_picture) == pytest.approx(least, abs=0.7)
        assert max(sides_of_picture) == pytest.approx(most, abs=0.7)
        assert all(small < 0.9 * large for large, small in list(pairwise(sides_of_picture))[:-1])


@pytest.mark.usefixtures("four_languages")
def test_a_text_that_fits_no_board_is_reported(tmp_path):
    text = 'text: {en: "' + "word " * 1500 + '"}'
    write(tmp_path, own=edited(("score:\n          - same_as: {type: lowest}", text)))
    result = CliRunner().invoke(
        app, ["proof", "own", "--sets-dir", str(tmp_path), "--output", str(tmp_path / "x.pdf")]
    )
    assert result.exit_code == 0
    assert re.search(
        r"does not fit: en: too high: a legend of .*toad.* on a board \(", result.stderr
    )
