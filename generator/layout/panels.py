"""Panels, a title with paragraphs, bullets and figures under it; in two columns on one page, or on
the small pages of a booklet. Reference cards (cards.py) have one on each side."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations, pairwise, product
from typing import NamedTuple

from generator.core.errors import TextOverflowError
from generator.core.paper import Box
from generator.core.settings import Settings
from generator.languages import load_language
from generator.layout import flow, theme
from generator.layout.booklet import CONTINUED_SIZE, Chapter, Picture
from generator.layout.flow import Block
from generator.layout.page import Group, Item, Line, Page
from generator.layout.text import SMALL_PRINT, Style, fitted_line, line, title_style, wrap

ELEMENT_GAP_EM = 0.55
BULLET_INDENT_EM = 0.9
BULLET_EDGE_EM = 0.1


class Paragraph(NamedTuple):
    """A paragraph of markup."""

    markup: str

    def block(self, width: float, style: Style) -> Block:
        """The paragraph wrapped to a width. Raises TextOverflowError for too long a word."""
        return flow.paragraphs([self.markup], width, style, 0)


class Bullet(NamedTuple):
    """A paragraph of markup that is indented behind a dot."""

    markup: str

    def block(self, width: float, style: Style) -> Block:
        """The paragraph wrapped to a width. Raises TextOverflowError for too long a word."""
        indent = style.em * BULLET_INDENT_EM
        dot, text = line("•", style), wrap(self.markup, width - indent, style)
        items = (*dot.items(style.em * BULLET_EDGE_EM, 0), *text.items(indent, 0))
        return Block(items, width, text.height, "bullet")


class Figure(NamedTuple):
    """A picture; compose returns it as a block for a width in mm."""

    compose: Callable[[float], Block]

    def block(self, width: float, style: Style) -> Block:
        return self.compose(width)._replace(width=width, name="figure")


Element = Paragraph | Bullet | Figure


class Panel(NamedTuple):
    """A title and the elements under it, from top to bottom."""

    title: str
    elements: tuple[Element, ...]

    def content(self, width: float, style: Style) -> Block:
        """The elements one below the other, without the title. Raises TextOverflowError."""
        blocks = [element.block(width, style) for element in self.elements]
        gap = style.em * ELEMENT_GAP_EM
        return Block(
            flow.stack_items(blocks, gap), width, flow.stacked_height(blocks, gap), self.title
        )


def panel(
    title: str,
    entries: Iterable[str],
    say: Callable[[str], str],
    figures: Mapping[str, Callable[[float], Block]],
) -> Panel:
    """A panel of sentences by their keys, "• " before those of a list, and of figures by their
    names, "figure " before those; figures that are not there are left out."""
    elements: list[Element] = []
    for entry in entries:
        kind, _, name = entry.rpartition(" ")
        if kind != "figure":
            elements.append((Bullet if kind else Paragraph)(say(name)))
        elif name in figures:
            elements.append(Figure(figures[name]))
    return Panel(title, tuple(elements))


class CardDesign(NamedTuple):
    """What all reference cards of a game share.

    hue is that of the title bands, slug the text at the foot of the sheet; the finished size of a
    card is in mm; copies is the number of sets of cards to print, 0 for all that fit on a sheet.
    """

    game_name: str
    hue: str
    slug: str
    card_width: float = 63.0
    card_height: float = 88.0
    copies: int = 0


TEXT_SIZES = tuple(half / 2 for half in range(36, 17, -1))  # points, 18 to 9
LEADING = 1.22
TITLE_SCALE = 1.35  # the size of a panel's title, as a multiple of the text's
PAGE_EDGE, SMALL_PAGE_EDGE = 10.0, 8.0
HEAD_HEIGHT = 18.0
FOOT_HEIGHT = 6.0  # with the gap between the columns and the slug
COLUMN_GAP = 8.0
COLUMNS = 2
PANEL_GAP_EM = 1.4
MAX_GAP_SCALE = 3  # how much wider gaps may get, so that the columns fill the page
LOPSIDED = 0.8  # a column is rather empty below this share of the other's height
MAX_LARGER_SIZES = 6  # TEXT_SIZES to try above that of whole panels, when a panel may be broken
LIMIT_STEP = 2.0  # mm, between the heights that are tried for a column

Columns = Sequence[Sequence[Block]]


def reference_page(
    panels: Sequence[Panel], design: CardDesign, subtitle: str, settings: Settings
) -> Page:
    """The panels on one page. Where whole panels would leave one column rather empty, a panel is
    broken between paragraphs and continues at the top of the other.

    Raises TextOverflowError when they do not fit at the smallest size.
    """
    paper = settings.paper.portrait.for_text
    area = paper.within(SMALL_PAGE_EDGE if paper.is_small else PAGE_EDGE)
    room = Box(area.x, area.y + HEAD_HEIGHT, area.w, area.h - HEAD_HEIGHT - FOOT_HEIGHT)
    width = (area.w - (COLUMNS - 1) * COLUMN_GAP) / COLUMNS

    def layout_whole(size: float) -> tuple[PanelStyle, Columns]:
        panel_style = PanelStyle(panels, width, size, design.hue)
        return panel_style, _columns(panel_style.blocks, room.h, panel_style.gap)

    def layout_broken(size: float) -> tuple[PanelStyle, Columns]:
        panel_style = PanelStyle(panels, width, size, design.hue)
        return panel_style, _broken_columns(panel_style, room.h)

    try:
        panel_style, columns = flow.largest_that_fits(TEXT_SIZES, layout_whole)
    except TextOverflowError as error:
        try:
            panel_style, columns = flow.largest_that_fits(TEXT_SIZES, layout_broken)
        except TextOverflowError:
            message = f"too much text for one page of {paper.name}: {subtitle}"
            raise TextOverflowError(message, error.text) from error
    if _is_lopsided(columns, panel_style.gap):
        last = TEXT_SIZES.index(panel_style.size)
        with suppress(TextOverflowError):
            larger = TEXT_SIZES[max(0, last - MAX_LARGER_SIZES) : last + 1]
            panel_style, columns = flow.largest_that_fits(larger, layout_broken)
    items = (*head(area, design, subtitle), *_items(columns, room, width, panel_style.gap))
    return Page(paper, (*items, *_foot(area, design.slug)), "reference")


class PanelStyle(NamedTuple):
    """Panels set in a column width in mm and a text size in points."""

    panels: Sequence[Panel]
    width: float
    size: float
    hue: str

    @property
    def style(self) -> Style:
        return Style(self.size, leading=LEADING)

    @property
    def gap(self) -> float:
        """The gap between panels, in mm."""
        return self.style.em * PANEL_GAP_EM

    @property
    def blocks(self) -> list[Block]:
        return [self.block(panel) for panel in self.panels]

    def block(self, panel: Panel) -> Block:
        """A panel with its title above."""
        strong = theme.hue_colour(self.hue, "strong")
        style = title_style(self.size * TITLE_SCALE, strong)
        title = fitted_line(panel.title, self.width, style)
        rule = title.height + 0.6
        content, top = panel.content(self.width, self.style), rule + 1.6
        items = (
            *title.items(0, 0),
            Line(0, rule, self.width, rule, strong, theme.LINES["frame"]),
            content.at(0, top, "content"),
        )
        return Block(items, self.width, top + content.height, panel.title)


def _is_lopsided(columns: Columns, gap: float) -> bool:
    heights = [flow.stacked_height(column, gap) for column in columns]
    return len(heights) == COLUMNS and min(heights) < LOPSIDED * max(heights)


def _broken_columns(panel_style: PanelStyle, room: float) -> Columns:
    """Two columns, one panel broken between paragraphs so that they are as even as possible.

    Figures and bullets stay with the paragraph before them. Raises TextOverflowError.
    """
    blocks, gap = panel_style.blocks, panel_style.gap
    choices: list[tuple[float, Columns]] = []
    for number, panel in enumerate(panel_style.panels):
        for start, end in _halves(panel):
            columns = (
                [*blocks[:number], panel_style.block(start)],
                [panel_style.block(end), *blocks[number + 1 :]],
            )
            height = max(flow.stacked_height(column, gap) for column in columns)
            if height <= room:
                choices.append((height, columns))
    if not choices:
        raise TextOverflowError(f"no two columns of {room:.0f} mm hold the panels")
    return min(choices, key=lambda choice: choice[0])[1]


def _halves(panel: Panel) -> Iterator[tuple[Panel, Panel]]:
    """The ways to break a panel in two: before each paragraph but the first element."""
    for index, element in enumerate(panel.elements):
        if index and isinstance(element, Paragraph):
            yield (
                Panel(panel.title, panel.elements[:index]),
                Panel(f"{panel.title} …", panel.elements[index:]),
            )


def _columns(blocks: Sequence[Block], room: float, gap: float) -> Columns:
    """The blocks in order in columns of about one height. Raises TextOverflowError."""
    for limit in _limits(blocks, room, gap):
        columns: list[list[Block]] = [[]]
        used_height = 0.0
        for block in blocks:
            if columns[-1] and used_height + gap + block.height > limit:
                columns.append([])
                used_height = 0.0
            used_height += block.height + (gap if columns[-1] else 0)
            columns[-1].append(block)
        if len(columns) <= COLUMNS:
            return columns
    raise TextOverflowError(f"{COLUMNS} columns of {room:.0f} mm do not hold the panels")


def _limits(blocks: Sequence[Block], room: float, gap: float) -> Iterator[float]:
    """Heights to try for a column, the even share first."""
    tallest = max(block.height for block in blocks)
    even = (math.fsum(block.height for block in blocks) + gap * (len(blocks) - COLUMNS)) / COLUMNS
    limit = max(tallest, even)
    while limit < room:
        yield limit
        limit += LIMIT_STEP
    if tallest <= room:
        yield room


def _items(columns: Columns, room: Box, width: float, gap: float) -> Iterator[Item]:
    """The columns side by side, with gaps that let the fullest of them fill the room."""
    gaps = max(len(column) - 1 for column in columns)
    if gaps:
        fullest = max(math.fsum(block.height for block in column) for column in columns)
        gap = min(MAX_GAP_SCALE * gap, (room.h - fullest) / gaps)
    for number, column in enumerate(columns):
        yield from flow.stack_items(column, gap, room.x + number * (width + COLUMN_GAP), room.y)


def head(area: Box, design: CardDesign, subtitle: str) -> tuple[Item, ...]:
    """The name of the game on the left, the subtitle on the same baseline on the right."""
    strong = theme.hue_colour(design.hue, "strong")
    title = line(design.game_name, title_style(theme.SIZES["title"], strong))
    words = fitted_line(subtitle, area.w - title.width - 5, Style(11, colour="slate"))
    items = (*title.items(0, 0), *words.items(area.w - words.width, title.ascent - words.ascent))
    return (Group("head", Box(area.x, area.y, area.w, HEAD_HEIGHT - 4), items),)


def _foot(area: Box, text: str) -> tuple[Item, ...]:
    block = fitted_line(text, area.w, SMALL_PRINT)
    return block.items(area.right - block.width, area.bottom - block.height)


MIN_SIZE, MAX_SIZE = 9.0, 12.0  # points, of the texts
NUMBER_GAP = 2.0  # mm at least, between the columns and the room for the number of the page
CONTINUED_HEAD_HEIGHT = 11.0  # mm, on all pages but the first


def chapter(
    panels: Sequence[Panel],
    design: CardDesign,
    subtitle: str,
    pictures: Sequence[Picture],
    settings: Settings,
) -> Chapter:
    """The panels as a chapter of a booklet, on the fewest pages, and of these the ones with the
    largest text. Raises TextOverflowError."""
    paper = settings.paper.portrait.for_text
    area = paper.within(SMALL_PAGE_EDGE if paper.is_small else PAGE_EDGE)
    width = (area.w - (COLUMNS - 1) * COLUMN_GAP) / COLUMNS
    sizes = [size for size in TEXT_SIZES if MIN_SIZE <= size <= MAX_SIZE]

    def layout(candidate: tuple[int, float]) -> Chapter:
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
        return Chapter(design.game_name, design.hue, tuple(pictures), tuple(result))

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
        (math.fsum(height**2 for height in each), way)
        for way, each in heights
        if all(height <= room for height, room in zip(each, rooms, strict=False))
    ]
    if not fitting:
        raise TextOverflowError(f"{len(rooms)} columns do not hold the panels")
    return min(fitting, key=lambda choice: choice[0])[1]


def _head(area: Box, design: CardDesign, subtitle: str, settings: Settings, number: int) -> Block:
    """The head of the first page; a small title on the others."""
    if number == 0:
        return Block(head(area._replace(x=0, y=0), design, subtitle), area.w, HEAD_HEIGHT)
    title = load_language(settings.language_code).say("booklet.heading", game=design.game_name)
    strong = theme.hue_colour(design.hue, "strong")
    words = fitted_line(title, area.w, title_style(CONTINUED_SIZE, strong))
    return Block(words.items(0, 0), area.w, CONTINUED_HEAD_HEIGHT)
