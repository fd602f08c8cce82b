"""Golden listings of a page of every sheet: what a change moves is seen in the diff.

UPDATE_GOLDEN=1 make test writes them anew.
"""

import os

import pytest
from support import GOLDEN, listing, settings

from generator.games.discs.game import GAME

FOLDER = GOLDEN / "discs"
LOOKS = {"cards": "en", "reference": "fr", "discs": "en", "dice": "fr"}


def test_every_sheet_has_a_golden_listing():
    assert GAME.rolled_sheets.keys() == LOOKS.keys()
    assert {path.stem for path in FOLDER.glob("*.txt")} == LOOKS.keys()


@pytest.mark.parametrize("sheet", LOOKS)
def test_pages_are_as_they_were(rolled, sheet):
    page = GAME.rolled_sheets[sheet](rolled("golden"), settings(code=LOOKS[sheet]))[0]
    text = listing(page).replace("\u00a0", "~")
    golden = FOLDER / f"{sheet}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")
