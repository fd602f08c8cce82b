"""The rules sheet: portrait pages, illustrated with positions that the rules have evaluated.

Figures show what rules.py says of the positions of examples.py; numbers come from the definition. A
booklet of the basic game ends with the factions, as a variant.
"""

import math
from collections.abc import Iterator, Sequence
from itertools import product
from math import inf

from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.metals import examples
from generator.games.metals.examples import BLUE, RED, Example
from generator.games.metals.factions import Faction
from generator.games.metals.roll import MetalsGame
from generator.games.metals.sheets import sections
from generator.games.metals.sheets.sections import STRONG, RulesLayout, prose
from generator.games.metals.sheets.spaces import HUE
from generator.languages import load_language, localized
from generator.layout import flow, theme
from generator.layout.booklet import CONTINUED_SIZE, Chapter, Picture, art_pictures
from generator.layout.box import BoxDesign
from generator.layout.flow import Block, column, label, left_and_right, row
from generator.layout.page import Art, Item, Line, Page
from generator.layout.text import Style, wrap

# The fewest pages come first, and for each number of pages the largest scale.
SCALES = tuple(percent / 100 for percent in range(160, 78, -3))
PAGE_COUNTS = (2, 3)
MAX_BOOKLET_PAGES = 12
MIN_SECTION_GAP = 4.2
MAX_SECTION_GAP = 11.0
HEAD_GAP = 5.0
FOOT_GAP = 4.0
FOOT_STYLE = Style(theme.FLOOR, colour="slate")


def pages(game: MetalsGame, settings: Settings) -> list[Page]:
    """The pages, at the largest scale that fits.

    Raises TextOverflowError for a word wider than its column, and for a section higher than a page.
    """

    def layout(candidate: tuple[float, float]) -> tuple[RulesLayout, list[list[Block]]]:
        count, scale = candidate
        rules = RulesLayout(game, settings, scale)
        return rules, _paginate(rules, count, game.factions)

    def largest(count: float) -> tuple[RulesLayout, list[list[Block]]]:
        scales = SCALES[-1:] if count == inf else SCALES
        return flow.largest_that_fits(product([count], scales), layout, halve=True)

    rules, blocks = flow.largest_that_fits((*PAGE_COUNTS, inf), largest)
    return [_page(rules, page, number, len(blocks)) for number, page in enumerate(blocks, 1)]


def chapter(game: MetalsGame, settings: Settings) -> Chapter:
    """The rules as a chapter of a booklet. Raises TextOverflowError."""

    def layout(candidate: tuple[int, float]) -> tuple[RulesLayout, list[list[Block]]]:
        count, scale = candidate
        rules = RulesLayout(game, settings, scale)
        return rules, _paginate(rules, count, True)

    candidates = product(range(2, MAX_BOOKLET_PAGES + 1), SCALES)
    rules, blocks = flow.largest_that_fits(candidates, layout)
    *_, before, last = blocks
    room = _room(rules, 2)
    while len(before) > 1:
        used = math.fsum(block.height + MIN_SECTION_GAP for block in last)
        if used - MIN_SECTION_GAP > room / 2 or used + before[-1].height > room:
            break
        last.insert(0, before.pop())  # else the last page would be more than half empty
    sheet = (_page(rules, page, number) for number, page in enumerate(blocks, 1))
    name = load_language(settings.language_code).say("metals.name")
    return Chapter(name, HUE, _emblems(game), tuple(sheet))


def _emblems(game: MetalsGame) -> tuple[Picture, ...]:
    """The pictures of the booklet's cover and of the box."""
    factions = game.definition.figures.factions.values()
    return art_pictures(faction.art for faction in factions)


def box_design(game: MetalsGame, settings: Settings) -> BoxDesign:
    say = load_language(settings.language_code).say
    return BoxDesign(
        title=say("metals.name"),
        hue=HUE,
        about=say("metals.rules.about"),
        blurb=say("metals.rules.idea.aim", target=game.target),
        nouns={"tokens": "metals.box.tokens", "cards": "sheet.box.cards"},
        pictures=_emblems(game),
        game_id=str(game.game_id),
    )


def _sections(layout: RulesLayout, factions: bool) -> Iterator[Block]:
    """The sections, each composed when the iterator reaches it."""
    compositions = [
        sections.idea,
        sections.turn,
        sections.action,
        sections.assault,
        sections.damage,
        sections.occupation,
        sections.ending,
        *([introduction, table] if factions else []),
    ]
    return (compose(layout)._replace(name="section") for compose in compositions)


def _paginate(layout: RulesLayout, count: float, factions: bool) -> list[list[Block]]:
    """The sections, with or without those about factions, on at most that many pages. Raises
    TextOverflowError."""
    room, first_room = _room(layout, 2), _room(layout, 1)
    return flow.paginate(
        _sections(layout, factions),
        room,
        first_room=first_room,
        gap=MIN_SECTION_GAP,
        max_pages=count,
    )


def _room(layout: RulesLayout, number: int) -> float:
    """The height for sections on a page, in mm."""
    return layout.area.h - _head(layout, number).height - HEAD_GAP - FOOT_GAP - FOOT_STYLE.em


def _page(layout: RulesLayout, blocks: Sequence[Block], number: int, count: int = 0) -> Page:
    """The sections one below the other, the leftover height shared out between them; at the foot
    the number of the page, if there is a count."""
    area, head = layout.area, _head(layout, number)
    heights = [block.height for block in blocks]
    gap = flow.spread_gap(heights, _room(layout, number), MAX_SECTION_GAP)
    items: tuple[Item, ...] = (
        head.at(area.x, area.y, "head"),
        *flow.stack_items(blocks, gap, area.x, area.y + head.height + HEAD_GAP),
    )
    if count:
        foot = label(layout.say("foot", page=number, pages=count), FOOT_STYLE)
        items = (*items, foot.at(area.x, area.bottom - foot.height, "foot"))
    return Page(layout.paper, items, f"rules {number}")


def _head(layout: RulesLayout, number: int) -> Block:
    """The title, larger on the first page, and two Metals to its right."""
    first = number == 1
    name = load_language(layout.settings.language_code).say("metals.name")
    size = 28 if first else CONTINUED_SIZE if layout.is_narrow else 18
    style = Style(size, "title", "title", colour=STRONG)
    words = label(f"{name} · {layout.say('title')}", style)
    if first:
        about = label(layout.say("about"), Style(11, colour="slate"))
        words = column([words, about], 1.5)
    side = words.height
    metals = [layout.token(BLUE, "east", side), layout.token(RED, "west", side)]
    return left_and_right(words, row(metals, side * 0.2), layout.width)


EMBLEM_SIDE = 0.95  # of an emblem in the table, as a share of a space's in other figures
DUEL_SCALE = 0.95  # the side of a space in the table, as a share of that
ROW_PADDING = 1.0


def introduction(layout: RulesLayout) -> Block:
    """What changes with factions; beside it the sides of a Metal, if a faction depends on them."""
    target = layout.figures.target.factions
    what = layout.say("factions.what")
    texts = [
        what if layout.game.factions else f"**{layout.say('factions.later')}** {what}",
        layout.say("factions.count"),
        layout.say("factions.target", target=target),
    ]
    heading, turn = layout.heading("factions.head"), layout.say("factions.turn")
    example = examples.from_all_sides(layout.figures)
    if example is None:
        return layout.section(heading, layout.prose([*texts, turn], layout.width))
    sides = _sides(layout, example)
    attacker = example.position.metals[example.assaults[0].attacker]
    assert attacker.faction is not None  # examples have a faction for every Metal
    name = _name(layout, layout.figures.factions[attacker.faction])
    texts.append(f"{layout.say('factions.sides', faction=name)} {turn}")
    width = layout.width - sides.width - layout.gap
    return left_and_right(layout.section(heading, layout.prose(texts, width)), sides, layout.width)


def _sides(layout: RulesLayout, example: Example) -> Block:
    """Attacks from each side, with its name and what they gain."""
    labels = {}
    for assault in example.assaults:
        side = layout.say(f"factions.{assault.side}")
        gains = assault.gain and layout.say("factions.gains", side=side, gain=assault.gain)
        labels[assault.attacker] = gains or side
    return layout.figure(example).labelled_assaults(labels, layout.small._replace(colour="ink"))


def _name(layout: RulesLayout, faction: Faction) -> str:
    return localized(faction.name, layout.settings.language_code)


def table(layout: RulesLayout) -> Block:
    """All factions in columns: emblem, name, what gains points, an attack that does."""
    rows = [_row(layout, faction) for faction in layout.figures.factions.values()]
    height = max(block.height for block in rows) + 2 * ROW_PADDING
    half = len(rows) if layout.is_narrow else (len(rows) + 1) // 2
    items: list[Item] = []
    for number, block in enumerate(rows):
        column_number, row_number = divmod(number, half)
        x, y = column_number * (layout.column_width + layout.gap), row_number * height
        tray = theme.hue_colour(HUE, "tray")
        items.append(Line(x, y, x + layout.column_width, y, tray, theme.LINES["thin"]))
        items.append(block.at(x, y + (height - block.height) / 2, "faction"))
    return Block(tuple(items), layout.width, half * height)


def _row(layout: RulesLayout, faction: Faction) -> Block:
    side = EMBLEM_SIDE * layout.cell
    emblem = Block((Art(faction.art, Box(0, 0, side, side)),), side, side)
    duel = layout.figure(examples.duel(layout.figures, faction.key), DUEL_SCALE).assaults()
    width = layout.column_width - emblem.width - duel.width - 2 * 2.5
    language = load_language(layout.settings.language_code)
    title = Style(1.1 * layout.text.size, "title", "title", colour=STRONG)
    name = wrap(_name(layout, faction), width, title)
    clause = faction.when.clause(language)
    gain = layout.say("factions.gain", gain=faction.gain, clause=clause)
    words = column(
        [
            Block(name.items(0, 0), width, name.height),
            prose([gain], width, layout.text._replace(size=layout.small.size, leading=1.15)),
        ],
        0.9,
    )
    return row([emblem, words, duel], 2.5, align="middle")
