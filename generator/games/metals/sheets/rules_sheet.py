"""The rules sheet: portrait pages, illustrated with positions that the rules have judged.

Input: a rolled game, settings. Output: pages, the same for every map and both forms of the game:
two, or more where there are many factions. What a figure shows is the verdict of rules_sheet.py on
a position of examples.py; numbers come from the figures of the definition.
"""

from bisect import bisect_left
from collections.abc import Sequence
from functools import partial

from generator.core.errors import TextOverflowError
from generator.core.settings import Settings
from generator.games.metals.examples import BLUE, RED
from generator.games.metals.roll import MetalsGame
from generator.games.metals.sheets import overview, sections
from generator.games.metals.sheets.blocks import Part, column, label, row, spread
from generator.games.metals.sheets.rules_page import STRONG, Leaf
from generator.languages import load_language
from generator.layout import theme
from generator.layout.page import Item, Page
from generator.layout.text import Style

# The largest at which all fits the fewest pages is taken.
SCALES = tuple(number / 100 for number in range(160, 84, -3))
PAGES = (2, 3)
SECTION_GAP = 4.2  # between sections at least, in mm
WIDEST_GAP = 11.0
HEAD_GAP = 5.0
FOOT_GAP = 4.0
FOOT = Style(theme.FLOOR, colour="slate")


def pages(game: MetalsGame, settings: Settings) -> list[Page]:
    """The pages, set as large as fits. Raises TextOverflowError for a word wider than its column,
    and for more factions than fit a page."""
    leaf, parts = _as_large_as_fits(game, settings)
    return [_page(leaf, each, number, len(parts)) for number, each in enumerate(parts, 1)]


def _as_large_as_fits(game: MetalsGame, settings: Settings) -> tuple[Leaf, list[list[Part]]]:
    """The sections of each page."""

    def dealt(scale: float) -> tuple[Leaf, list[list[Part]]]:
        leaf = Leaf(game, settings, scale)
        return leaf, _dealt(leaf, _all(leaf))

    def fits(scale: float, count: int) -> bool:
        try:
            return len(dealt(scale)[1]) <= count
        except TextOverflowError:
            return False

    for count in PAGES:
        at = bisect_left(SCALES, True, key=partial(fits, count=count))
        if at < len(SCALES):
            return dealt(SCALES[at])
    return dealt(SCALES[-1])


def _all(leaf: Leaf) -> list[Part]:
    return [
        sections.idea(leaf),
        sections.turn(leaf),
        sections.action(leaf),
        sections.assault(leaf),
        sections.damage(leaf),
        sections.occupation(leaf),
        sections.ending(leaf),
        overview.introduction(leaf),
        overview.table(leaf),
    ]


# Pages


def _dealt(leaf: Leaf, parts: Sequence[Part]) -> list[list[Part]]:
    """The sections in order on as many pages as they need."""
    result: list[list[Part]] = [[]]
    room = _room(leaf, 1)
    for part in parts:
        if result[-1] and part.height > room:
            result.append([])
            room = _room(leaf, len(result))
        if part.height > room:
            raise TextOverflowError(
                f"a section is {part.height:.0f} mm high, a page holds {room:.0f}"
            )
        result[-1].append(part)
        room -= part.height + SECTION_GAP
    return result


def _room(leaf: Leaf, number: int) -> float:
    return leaf.area.h - _head(leaf, number).height - HEAD_GAP - FOOT_GAP - FOOT.em


def _page(leaf: Leaf, parts: Sequence[Part], number: int, count: int) -> Page:
    """The sections under each other, the free height shared out between them."""
    area, head = leaf.area, _head(leaf, number)
    free = _room(leaf, number) - sum(part.height for part in parts)
    gap = min(WIDEST_GAP, free / max(1, len(parts) - 1))
    items: list[Item] = [head.at("head", area.x, area.y)]
    y = area.y + head.height + HEAD_GAP
    for index, part in enumerate(parts, 1):
        items.append(part.at(f"section {index}", area.x, y))
        y += part.height + gap
    foot = label(leaf.say("foot", page=number, pages=count), FOOT)
    items.append(foot.at("foot", area.x, area.bottom - foot.height))
    return Page(leaf.paper, tuple(items), f"rules {number}")


def _head(leaf: Leaf, number: int) -> Part:
    """The title, large on the first page; two Metals at its right."""
    first = number == 1
    name = load_language(leaf.settings.language_code).say("game.metals")
    style = Style(28 if first else 18, "title", "title", colour=STRONG)
    title = label(f"{name} · {leaf.say('title')}", style)
    about = Style(11, colour="slate")
    words = column([title, label(leaf.say("about"), about)], 1.5) if first else title
    side = words.height
    pair = row([leaf.token(BLUE, "east", side), leaf.token(RED, "west", side)], side * 0.2)
    return spread(words, pair, leaf.width)
