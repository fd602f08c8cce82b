"""The pages of the sheets, and what is on them."""

from functools import cache

from support import settings

from generator.games.quads import GAME
from generator.games.quads.definition import QuadsDefinition, load_definition
from generator.games.quads.pieces import PIECES, Mark
from generator.games.quads.roll import Quads, roll
from generator.layout.page import Group, Page, Text, flatten

SHEETS = GAME.rolled_sheets
SOLID = Mark.SOLID.art
KEYS = tuple(piece.key for piece in PIECES)


@cache
def classic() -> Quads:
    return roll(load_definition(["classic"]), "regular", 2, "fixed")


def quads_with(**values) -> Quads:
    """The shipped set with other values."""
    quads_set = classic().quads_set.model_copy(update=values)
    return roll(QuadsDefinition((quads_set,)), "regular", 2, "fixed")


def pages(sheet, quads=None, **look) -> list[Page]:
    if quads:
        return GAME.pages(sheet, quads, settings(**look))
    return classic_pages(sheet, settings(**look))


@cache
def rolled(name, seed="sunday") -> Quads:
    return roll(load_definition([name]), "regular", 2, seed)


@cache
def classic_pages(sheet, settings) -> list[Page]:
    return GAME.pages(sheet, classic(), settings)


def of_player(player, quads=None, **look) -> list[Page]:
    """Front and back of a player's pieces, on A4 and Letter."""
    sheets = pages("pieces", quads, **look)
    return sheets[:2] if player == "light" else sheets[2:]


def groups(page: Page, *names: str) -> list[Group]:
    return [item for item in page.items if isinstance(item, Group) and item.name in names]


def words(page: Page) -> str:
    return " ".join(entry.item.text for entry in flatten(page) if isinstance(entry.item, Text))
