"""Golden listings of a page of every sheet of every game: what a change moves is seen in the
diff.

UPDATE_GOLDEN=1 make test writes them anew.
"""

import os

import pytest
from support import GOLDEN, listing, settings

from generator import games
from generator.core.settings import Settings
from generator.games.base import AnyGame
from generator.layout.page import Group, Page

# What each game is shown with: sets, size, players; and the settings of some sheets.
ROLLS = {
    "magnetmen": (("base",), "small", 3),
    "metals": (("wilds",), "factions", 2),
    "quads": (("classic",), "regular", 2),
    "discs": (("classic",), "regular", 6),
}
SETTINGS = {
    "magnetmen/inventories": {"code": "de"},
    "magnetmen/legends": {"code": "fr"},
    "metals/map": {"code": "nl"},
    "metals/tokens": {"code": "fr", "paper": "letter"},
    "quads/cards": {"code": "fr"},
    "quads/pieces": {"code": "nl", "ink": "low"},
    "quads/reference": {"code": "de", "paper": "letter"},
    "discs/cards": {"code": "nl", "paper": "letter"},
    "discs/reference": {"code": "fr"},
    "discs/dice": {"code": "de"},
}
SHEETS = [f"{name}/{sheet}" for name in games.names() for sheet in games.game(name).sheet_names]


def test_every_sheet_has_a_golden_listing():
    files = {
        f"{name}/{path.stem}" for name in games.names() for path in (GOLDEN / name).glob("*.txt")
    }
    assert files == set(SHEETS)
    assert ROLLS.keys() == set(games.names())


@pytest.mark.parametrize("name", SHEETS)
def test_pages_are_as_they_were(name):
    game, sheet = games.game(name.split("/")[0]), name.split("/")[1]
    pages = _pages(game, sheet, settings(**SETTINGS.get(name, {})))
    text = "\n".join(listing(_each_once(page)) for page in pages).replace("\u00a0", "~")
    golden = GOLDEN / f"{name}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


def _pages(game: AnyGame, sheet: str, settings: Settings) -> list[Page]:
    sets, size, players = ROLLS[game.name]
    definition = game.load(sets, ())
    if sheet in game.rolled_sheets:
        rolled = game.roll(definition, size, players, "golden")
        return game.rolled_sheets[sheet](rolled, settings)[:2]
    example_seed = "golden" if sheet == game.rules_sheet else ""
    return game.definition_sheets[sheet](definition, settings, example_seed)[:2]


def _each_once(page: Page) -> Page:
    """The page with one of each face, however many copies it has."""
    groups_seen: set[int] = set()
    items = []
    for item in page.items:
        if isinstance(item, Group) and item.shared:
            if id(item.items) in groups_seen:
                continue
            groups_seen.add(id(item.items))
        items.append(item)
    return page._replace(items=tuple(items))
