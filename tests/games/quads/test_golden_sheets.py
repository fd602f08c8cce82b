"""Golden listings of a page of every sheet: what a change moves is seen in the diff.

UPDATE_GOLDEN=1 make test writes them anew.
"""

import os

import pytest
from support import GOLDEN, listing, settings

from generator.games.quads.definition import load_definition
from generator.games.quads.game import GAME
from generator.layout.page import Page

FOLDER = GOLDEN / "quads"
LOOKS = {"cards": {"code": "fr"}, "dark": {"ink": "low"}}


def test_every_sheet_has_a_golden_listing():
    assert {path.stem for path in FOLDER.glob("*.txt")} == GAME.rolled_sheets.keys()


def _each_once(page: Page) -> Page:
    """The page with one of each card, however many copies it has."""
    cards = {item.name: item for item in page.items if getattr(item, "name", "")[:5] == "card "}
    others = (item for item in page.items if getattr(item, "name", "") not in cards)
    return page._replace(items=(*cards.values(), *others))


@pytest.mark.parametrize("name", GAME.rolled_sheets)
def test_pages_are_as_they_were(name):
    quads = GAME.roll(load_definition(["classic"]), "regular", 2, "fixed")
    first, *_ = GAME.rolled_sheets[name](quads, settings(**LOOKS.get(name, {})))
    text = listing(_each_once(first)).replace("\u00a0", "~")
    golden = FOLDER / f"{name}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")
