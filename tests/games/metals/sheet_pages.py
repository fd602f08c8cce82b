"""A game, and what is on its pages, for tests of sheets."""

import re
from collections.abc import Iterable
from dataclasses import replace

from games.metals.pictures import shipped_definition
from support import texts

from generator.core.paper import PAPERS
from generator.games.metals.roll import MetalsGame, roll
from generator.layout.flow import Block
from generator.layout.page import FlatItem, Group, Page, flatten


def game(name="classic", form="basic", seed="sheets", **figures) -> MetalsGame:
    """A game with changes to its figures."""
    definition = shipped_definition(name)
    variant = definition.figures.model_copy(update=figures)
    return roll(replace(definition, figures=variant), form, 2, seed)


def leaves(part: Page | Block | Group) -> list[FlatItem]:
    """All items of a page or a part, in drawing order."""
    group = part if isinstance(part, Page | Group) else part.at(0, 0)
    return list(flatten(group if isinstance(group, Page) else Page(PAPERS["a4"], (group,))))


def arts(leaves: Iterable[FlatItem], folder: str) -> list[FlatItem]:
    """The art of a folder, or of a name."""
    return [leaf for leaf in leaves if folder in getattr(leaf.item, "name", "")]


def words(pages: Iterable[Page]) -> str:
    """All text, with single spaces between the runs."""
    text = " ".join(text for page in pages for text in texts(page))
    return re.sub(r"\s+", " ", text).replace(" .", ".")
