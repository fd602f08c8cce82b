"""Panels on the small pages of a booklet, in two columns.

Gaps are alike on all pages; what is left over stays at the foot.
"""

from collections.abc import Sequence
from itertools import combinations, pairwise, product

from generator.core.errors import TextOverflowError
from generator.core.paper import Box
from generator.core.settings import Settings
from generator.languages import load_language
from generator.layout import flow, theme
from generator.layout.booklet import CONTINUED_SIZE
from generator.layout.flow import Block
from generator.layout.page import Page
from generator.layout.panels import CardDesign, Panel
from generator.layout.reference_page import (
    COLUMN_GAP,
    COLUMNS,
    HEAD_HEIGHT,
    PAGE_EDGE,
    SMALL_PAGE_EDGE,
    TEXT_SIZES,
    Columns,
    PanelStyle,
    head,
)
from generator.layout.text import Style, fitted_line

MIN_SIZE, MAX_SIZE = 9.0, 12.0  # points, of the texts
NUMBER_GAP = 2.0  # mm at least, between the columns and the room for the number of the page
CONTINUED_HEAD_HEIGHT = 11.0  # mm, on all pages but the first


def pages(
    panels: Sequence[Panel], design: CardDesign, subtitle: str, settings: Settings
) -> list[Page]:
    """The fewest pages, and of these the ones with the largest text. Raises TextOverflowError."""
    paper = settings.paper.portrait.for_text
    area = paper.within(SMALL_PAGE_EDGE if paper.is_small else PAGE_EDGE)
    width = (area.w - (COLUMNS - 1) * COLUMN_GAP) / COLUMNS
    sizes = [size for size in TEXT_SIZES if MIN_SIZE <= size <= MAX_SIZE]

    def layout(candidate: tuple[int, float]) -> list[Page]:
        count, size = candidate
        style = PanelStyle(panels, width, size, design.hue)
        heads = [_head(area, design, subtitle, settings, number) for number in range(count)]
        rooms = [area.h - title.height - NUMBER_GAP for title in heads for _ in range(COLUMNS)]
        columns = even_columns(style.blocks, rooms, style.gap)
        result = []
        for number, title in enumerate(heads):
            items = list(title.items(area.x, area.y))
            for place, blocks in enumerate(columns[number * COLUMNS : (number + 1) * COLUMNS]):
                x = area.x + place * (width + COLUMN_GAP)
                items += flow.stack_items(blocks, style.gap, x, area.y + title.height)
            result.append(Page(paper, tuple(items), f"rules {number + 1}"))
        return result

    return flow.largest_that_fits(product(range(1, len(panels) + 1), sizes), layout)


def even_columns(blocks: Sequence[Block], rooms: Sequence[float], gap: float) -> Columns:
    """The blocks in order in columns with so much room each, about as high as each other. Raises
    TextOverflowError."""
    count = min(len(blocks), len(rooms))
    ways = (
        [blocks[start:end] for start, end in pairwise((0, *breaks, len(blocks)))]
        for breaks in combinations(range(1, len(blocks)), count - 1)
    )
    heights = ((way, [flow.stacked_height(column, gap) for column in way]) for way in ways)
    fitting = [
        (sum(height**2 for height in each), way)
        for way, each in heights
        if all(height <= room for height, room in zip(each, rooms, strict=False))
    ]
    if not fitting:
        raise TextOverflowError(f"{len(rooms)} columns of a booklet do not hold the panels")
    return min(fitting, key=lambda choice: choice[0])[1]


def _head(area: Box, design: CardDesign, subtitle: str, settings: Settings, number: int) -> Block:
    """The head of the first page; a small title on the others."""
    if number == 0:
        return Block(head(area._replace(x=0, y=0), design, subtitle), area.w, HEAD_HEIGHT)
    title = load_language(settings.language_code).say("booklet.heading", game=design.game_name)
    strong = theme.hue_colour(design.hue, "strong")
    words = fitted_line(title, area.w, Style(CONTINUED_SIZE, "title", "title", colour=strong))
    return Block(words.items(0, 0), area.w, CONTINUED_HEAD_HEIGHT)
