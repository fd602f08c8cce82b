"""Every sheet of every game: its pages are sound, and the first two are as their golden listing.

UPDATE_GOLDEN=1 make test writes the listings anew: the difference shows what a change moves.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial

import pytest
from short_run import cases
from support import (
    GOLDEN,
    assert_golden,
    assert_sound,
    listing,
    settings,
    sheet_pages,
    wordiest_language,
)

from generator import games
from generator.core.paper import PAPERS
from generator.core.settings import BACKS, INK_MODES, Settings
from generator.languages import languages
from generator.layout.booklet import half_paper
from generator.layout.page import Group, Page, Text, flatten
from generator.layout.tiles import tiled
from generator.printing.sheets import usual_requests

# What some games are shown with, others with their defaults: sets, size, players. The settings of
# some sheets.
ROLLS = {"magnetmen": (("base",), "small", 3), "metals": (("wilds",), "factions", 2)}
# The same, but with something for the seed to roll in every sheet that is not shared.
SEEDED_ROLLS = ROLLS | {"quads": (("small",), "regular", 2)}
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
SHEETS = [
    f"{name}/{sheet}"
    for name in games.names()
    for sheet in (*games.game(name).sheet_names, *games.game(name).extra_sheets)
]
FOLDED = [f"{name}.gutterfold" for name in ("discs/discs", "metals/tokens")]
TILED = ["metals/map.tiles"]
BOOKLETS = [f"{name}/booklet" for name in games.names()]
ROLLED_SHEETS = [
    f"{name}/{sheet}" for name in games.names() for sheet in games.game(name).rolled_sheets
]


@pytest.mark.parametrize("name", [*SHEETS, *FOLDED, *TILED, *BOOKLETS])
def test_pages_are_as_they_were(name):
    pages = _all_pages(name)[:2]
    text = "\n".join(listing(_each_once(page)) for page in pages).replace("\u00a0", "~")
    assert_golden(text, GOLDEN / f"{name}.txt")


def test_every_golden_listing_is_of_a_sheet():
    for name in games.names():
        for path in (GOLDEN / name).glob("*.txt"):
            known = f"{name}/{path.stem}" in (*SHEETS, *FOLDED, *TILED, *BOOKLETS)
            assert known, f"delete {path}: there is no such sheet"


HARDEST = [(name, "a4-letter-safe", wordiest_language()) for name in SHEETS]
CASES = cases(SHEETS, PAPERS, languages(), together=1, always=HARDEST)


@pytest.mark.parametrize(("name", "paper", "code"), CASES)
def test_pages_are_sound(name, paper, code):
    for page in _pages(name, settings(paper, code=code)):
        assert_sound(page)
        texts = [entry.item.text for entry in flatten(page) if isinstance(entry.item, Text)]
        broken = [text for text in texts if re.match(r"[.+][a-z0-9]+[.+-][a-z0-9]", text)]
        # The face of a box may be narrower than an ID.
        assert not broken or name.endswith("box"), "a game ID has a line break in it"


def of_sets(name: str, *hardest: str) -> list:
    """Every set of a game, in all settings."""
    axes = games.game(name).catalogue.shipped, PAPERS, languages(), INK_MODES, BACKS
    hardest = hardest[0], "a4-letter-safe", wordiest_language(), *hardest[1:]
    return cases([name], *axes, together=1, always=[(name, *hardest)])


@pytest.mark.parametrize(
    ("name", "key", "paper", "code", "ink", "backs"),
    [*of_sets("discs", "pocket", "full", "duplex"), *of_sets("quads", "small", "low", "duplex")],
)
def test_sheets_of_pieces_are_sound(name, key, paper, code, ink, backs):
    game, looks = games.game(name), replace(settings(paper, ink, code), backs=backs)
    choice = name, key, game.default_size, game.default_players
    for sheet in game.rolled_sheets:
        for page in sheet_pages(*choice, sheet, looks):
            assert_sound(page)


@pytest.mark.parametrize("name", ROLLED_SHEETS)
def test_a_sheet_that_no_seed_changes_is_shared(name):
    gold, lead = (
        "".join(map(listing, _pages(name, settings(), seed, SEEDED_ROLLS))).replace(seed, "SEED")
        for seed in ("gold", "lead")
    )
    game, _, sheet = name.partition("/")
    is_shared = sheet in games.game(game).shared_sheets
    assert gold != lead or is_shared, f"games/{game}/__init__.py: {sheet} is per run"


def _all_pages(name: str) -> list[Page]:
    """The pages of a sheet, or of another form of it."""
    sheet, _, form = name.partition(".")
    look = settings(**SETTINGS.get(name, {}))
    if name in BOOKLETS:
        return _chapter(name.split("/")[0], look)
    if form == "gutterfold":
        return _pages(sheet, replace(look, backs="gutterfold"))
    if form == "tiles":
        large = replace(look, tile=PAPERS["a4"], scale=1.5)
        return list(tiled(partial(_pages, sheet), large, "golden"))
    return _pages(name, look)


def _chapter(name: str, settings: Settings) -> list[Page]:
    """The rules of a game in a booklet."""
    game = games.game(name)
    definition = game.load(usual_requests("golden", (), name)[0].sets, ())
    small = replace(settings, paper=half_paper(settings))
    return list(game.booklet_chapter(definition, small, "golden").pages)


def _pages(
    name: str, settings: Settings, seed: str = "golden", rolls: Mapping[str, tuple] = ROLLS
) -> list[Page]:
    """The pages of a sheet such as "quads/board"."""
    game, sheet = games.game(name.split("/")[0]), name.split("/")[1]
    default = (game.default_sets, game.default_size, game.default_players)
    sets, size, players = rolls.get(game.name, default)
    definition = game.load(sets, ())
    if sheet in game.named_sheets:
        rolled = game.roll(definition, size, players, seed)
        return game.pages(sheet, rolled, settings)
    return game.pages(sheet, definition, settings, "golden")


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
