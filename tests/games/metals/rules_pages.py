"""Parts of the rules sheet for tests: a game, the texts of its pages, the items of a figure."""

import re
from collections import Counter
from dataclasses import replace

from games.metals.pictures import shipped_definition

from generator.core.paper import PAPERS, Box
from generator.games.metals.roll import MetalsGame, roll
from generator.games.metals.sheets import rule_figures
from generator.games.metals.sheets.rule_figures import MapFigure
from generator.layout.flow import Block
from generator.layout.page import Group, Line, Oval, Page, Text, flatten

DAMAGE = "metals/tokens/damage"


CELL = 10.0


def game(name="classic", form="basic", seed="x", **figures) -> MetalsGame:
    """A game with changes to its figures."""
    definition = shipped_definition(name)
    variant = definition.figures.model_copy(update=figures)
    return roll(replace(definition, figures=variant), form, 2, seed)


def words(pages: list[Page]) -> str:
    """All text, with single spaces between the runs."""
    leaves = (entry.item for page in pages for entry in flatten(page))
    text = " ".join(leaf.text for leaf in leaves if isinstance(leaf, Text))
    return re.sub(r"\s+", " ", text).replace(" .", ".")


def plain(markup: str) -> str:
    """A wording as words() finds it."""
    bare = re.sub(r"\*\*|\[points\]", " ", markup)
    return re.sub(r"\s+", " ", bare).replace(" .", ".").replace(" :", ":").strip()


def items_of(part: Block | Group) -> list:
    """All leaf items of a part, in drawing order."""
    group = part if isinstance(part, Group) else part.at(0, 0)
    return [entry.item for entry in flatten(Page(PAPERS["a4"], (group,)))]


def figure(example) -> MapFigure:
    emblems = {key: one.art for key, one in shipped_definition().figures.factions.items()}
    return MapFigure(example, emblems, CELL, True)


def badges(part: Block) -> list[Box]:
    """Where the round marks lie in a part."""
    every = flatten(Page(PAPERS["a4"], (part.at(0, 0),)))
    return [
        entry.box
        for entry in every
        if isinstance(entry.item, Oval) and entry.item.stroke == "forest"
    ]


def strikes(items) -> list[tuple[float, float]]:
    """The tips of solid arrowheads, which are fans of lines."""
    lines = [item for item in items if isinstance(item, Line) and item.stroke in ("blue", "red")]
    tips = Counter((line.x1, line.y1) for line in lines)
    return [tip for tip, count in tips.items() if count == len(rule_figures.ATTACK_HEAD_STROKES)]


def index(items, name: str) -> int:
    """Where the first art of that name is in drawing order."""
    return next(i for i, item in enumerate(items) if getattr(item, "name", "") == name)


def common(one: Box, other: Box) -> float:
    """The area that two boxes share."""
    width = min(one.right, other.right) - max(one.x, other.x)
    height = min(one.bottom, other.bottom) - max(one.y, other.y)
    return max(0.0, width) * max(0.0, height)


def gains(items) -> Counter:
    return Counter(item.text for item in items if getattr(item, "text", "").startswith("+"))
