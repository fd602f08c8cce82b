"""Golden listings of a page of every sheet: what a change moves is seen in the diff.

UPDATE_GOLDEN=1 make test writes them anew.
"""

import os

import pytest
from support import GOLDEN, definition, listing, rolled, settings

from generator.games.magnetmen.game import GAME

PAGES = {
    "boards": lambda compose: compose(rolled("golden", ("base",), "small", 3), settings()),
    "inventories": lambda compose: compose(rolled("golden", ("base",), "small", 2), settings()),
    "legends": lambda compose: compose(definition("advanced"), settings(code="fr")),
    "rules": lambda compose: compose(definition("base"), settings(), seed="golden"),
}
SHEETS = {**GAME.rolled_sheets, **GAME.definition_sheets}


def test_every_sheet_has_a_golden_listing():
    assert PAGES.keys() == SHEETS.keys()
    assert {path.stem for path in (GOLDEN / "sheets").glob("*.txt")} == SHEETS.keys()


@pytest.mark.parametrize("name", PAGES)
def test_pages_are_as_they_were(name):
    text = "\n".join(listing(page) for page in PAGES[name](SHEETS[name]))
    text = text.replace("\u00a0", "~")
    golden = GOLDEN / "sheets" / f"{name}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")
