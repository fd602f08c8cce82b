"""The pages of the sheets, and what is on them."""

from functools import cache

from support import settings

from generator.games.quads import GAME
from generator.games.quads.definition import QuadsDefinition, load_definition
from generator.games.quads.roll import Quads, roll
from generator.layout.page import Group, Page, Text, flatten


@cache
def rolled(name="classic", seed="sunday") -> Quads:
    return roll(load_definition([name]), "regular", 2, seed)


def quads_with(light="", dark="", **values) -> Quads:
    """The classic set with other names of the players, or with other values."""
    owners = rolled().quads_set.owners
    named = {
        player: getattr(owners, player).model_copy(update={"name": {"en": name}})
        for player, name in (("light", light), ("dark", dark))
        if name
    }
    values |= {"owners": owners.model_copy(update=named)}
    quads_set = rolled().quads_set.model_copy(update=values)
    return roll(QuadsDefinition((quads_set,)), "regular", 2, "fixed")


@cache
def _pages(sheet, name, looks) -> list[Page]:
    return GAME.pages(sheet, rolled(name), looks)


def pages(sheet, quads: Quads | str = "classic", **look) -> list[Page]:
    """Of a game, or of one of the shipped sets."""
    looks = settings(**look)
    return (
        _pages(sheet, quads, looks) if isinstance(quads, str) else GAME.pages(sheet, quads, looks)
    )


def groups(page: Page | Group, *names: str) -> list[Group]:
    """The outermost groups of these names on a page or in a group."""
    found, waiting = [], [*page.items]
    for item in waiting:
        if isinstance(item, Group) and item.name in names:
            found.append(item)
        elif isinstance(item, Group):
            waiting += item.items
    return found


def inside(group: Group) -> list:
    return [entry.item for entry in flatten(Page(None, (group,)))]


def words(*pages: Page) -> str:
    """The texts of pages, with one space between words."""
    items = [entry.item for page in pages for entry in flatten(page)]
    return " ".join(" ".join(item.text for item in items if isinstance(item, Text)).split())
