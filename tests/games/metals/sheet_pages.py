"""A game and the items of its pages, for tests of map, tokens and cards."""

from generator.games.metals.definition import load_definition
from generator.games.metals.roll import roll
from generator.layout.page import Page, flatten

FOOT = ("slug", "instructions")  # groups that are no pieces


def game(name="classic", form="basic", seed="sheets"):
    return roll(load_definition([name]), form, 2, seed)


def leaves(page: Page):
    return [
        (
            type(entry.item).__name__,
            getattr(entry.item, "name", getattr(entry.item, "text", "")),
            entry.box,
            entry.turn,
        )
        for entry in flatten(page)
    ]
