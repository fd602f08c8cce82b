"""Proofs of sets: all that could go wrong is on them, and they are sound."""

from itertools import pairwise

import pytest
from authoring.sets import edited, loaded
from short_run import first
from support import assert_sound, settings

from generator import games
from generator.authoring.proof import set_pages
from generator.games.magnetmen.sheets import board_sheet
from generator.languages import languages
from generator.layout.page import Art, flatten

PROOFS = [
    ("discs", ("pocket",), "a4-letter-safe", "en"),
    ("magnetmen", ("base",), "a4", "en"),
    ("magnetmen", ("advanced", "expert"), "letter", "fr"),
    ("metals", ("classic",), "a4", "nl"),
    ("quads", ("classic",), "letter", "de"),
]


@pytest.mark.parametrize(("game", "sets", "paper", "code"), first(1, PROOFS))
def test_proofs_of_shipped_sets_are_sound_and_find_nothing(game, sets, paper, code):
    """Pictures are shown from the largest to the least size at which they are printed."""
    definition = games.game(game).load(sets, ())
    pages, problems = set_pages(games.game(game), definition, settings(paper=paper, code=code))
    assert not problems
    sides: dict[str, list[float]] = {}
    for page in pages:
        assert_sound(page)
        for entry in flatten(page):
            if page.name == "proof pictures" and isinstance(entry.item, Art):
                sides.setdefault(f"{entry.item.name} {entry.item.colour}", []).append(entry.box.w)
    assert sides
    for of_picture in sides.values():
        assert all(small < 0.9 * large for large, small in list(pairwise(of_picture))[:-1])
    if sets == ("base",):
        assert len(sides) == 2 * len(definition.pieces)
        for name, of_picture in sides.items():
            most, least = (11, 3) if "symbols" in name else (24.6, 7.1)
            assert of_picture[0] == pytest.approx(most, abs=0.7)
            assert of_picture[-1] == pytest.approx(least, abs=0.7)


def test_boards_on_which_a_legend_does_not_fit_are_reported(tmp_path):
    words = 'text: {en: "' + "word " * 1500 + '"}'
    text = edited(("score:\n          - same_as: {type: lowest}", words))
    _, problems = board_sheet.proof_pages(loaded(tmp_path, text), settings())
    assert {problem[:3] for problem in problems} == {f"{code}:" for code in languages()}
    assert all("toad" in problem and "on a board (" in problem for problem in problems)
