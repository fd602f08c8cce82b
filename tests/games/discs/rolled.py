"""Rolled games of the disc race, of shipped and invented sets, and what is on their sheets."""

from functools import cache

from generator.games.discs.definition import DiscsDefinition, DiscSet, load_definition
from generator.games.discs.roll import DiscGame, Symbol, roll
from generator.layout.page import Art, Group, Page, Text, flatten

SHAPES = ("arrow", "star", "puzzle", "flower", "foot")
COLOURS = ("red", "green", "yellow", "blue", "purple")


@cache
def classic(seed="test", name="classic") -> DiscGame:
    return roll(load_definition([name]), "regular", 6, seed)


def classic_with(**values) -> DiscGame:
    """Of the classic set with other values."""
    disc_set = classic().disc_set.model_copy(update=values)
    return roll(DiscsDefinition((disc_set,)), "regular", 6, "test")


def invented(shapes=SHAPES, colours=COLOURS, seed="test", **numbers) -> DiscGame:
    """Of a set with other numbers."""
    disc_set = DiscSet(
        game="discs",
        title={"en": "Invented"},
        shapes={key: {"name": {"en": key}} for key in shapes},
        colours={key: {"name": {"en": key}, "colour": key} for key in colours},
        **{"discs": 12, "symbols": 3, **numbers},
    )
    disc_set._key = "invented"
    return roll(DiscsDefinition((disc_set,)), "regular", 6, seed)


def faces(page: Page, name="disc") -> list[Group]:
    return [item for item in page.items if isinstance(item, Group) and item.name == name]


def arts(items) -> list[Art]:
    return [item for item in items if isinstance(item, Art)]


def symbols(items) -> list[Symbol]:
    """The art of a drawn disc: each shape, followed by its mark."""
    names = [art.name.split("/") for art in arts(items)]
    return [Symbol(shape[1], mark[2]) for shape, mark in zip(names[::2], names[1::2], strict=True)]


def texts(pages) -> str:
    """The texts of pages, with one space between words."""
    items = [entry.item for page in pages for entry in flatten(page)]
    return plain(" ".join(item.text for item in items if isinstance(item, Text)))


def plain(text: str) -> str:
    return " ".join(text.replace("**", "").replace("\u00a0", " ").split())
