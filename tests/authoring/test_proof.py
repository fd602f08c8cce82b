"""Proofs of sets: all that could go wrong is on them, and they are sound."""

import re
from itertools import pairwise

import pytest
from authoring.sets import edited, write
from click.testing import CliRunner
from short_run import first
from support import assert_sound, definition, settings

from generator import games
from generator.authoring.proof import set_pages
from generator.cli.app import app
from generator.layout.page import Art, flatten


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
