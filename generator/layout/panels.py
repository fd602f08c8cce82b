"""Panels, a title with paragraphs, bullets and figures: on a page, in a booklet, on cards."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import combinations, pairwise
from operator import itemgetter
from typing import NamedTuple

from generator.core.errors import TextOverflowError
from generator.core.paper import Box, Paper
from generator.core.settings import Settings
from generator.languages import load_language
from generator.layout import cut, flow, foot, theme
from generator.layout.booklet import CONTINUED_SIZE, SCREEN, Chapter, Picture
from generator.layout.flow import Block
from generator.layout.page import CUT_CLEARANCE, Group, Item, Line, Page, Rect
from generator.layout.pieces import PieceFormat, piece_grid
from generator.layout.text import SMALL_PRINT, Style, fitted_line, line, title_style, wrap

ELEMENT_GAP_EM = 0.55
BULLET_INDENT_EM = 0.9
BULLET_EDGE_EM = 0.1


class Paragraph(NamedTuple):
    markup: str

    def block(self, width: float, style: Style) -> Block:
        return flow.paragraphs([self.markup], width, style, 0)


class Bullet(NamedTuple):
    """A paragraph of markup that is indented behind a dot."""

    markup: str

    def block(self, width: float, style: Style) -> Block:
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
        height = flow.stacked_height(blocks, gap)
        return Block(flow.stack_items(blocks, gap), width, height, self.title)


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
    """What all reference cards share: hue is that of title bands, slug the text at the foot of the
    sheet; sizes in mm; copies of sets, 0 for all on a sheet; back composes a back of no panel."""

    game_name: str
    hue: str
    slug: str
    card_width: float = 63.0
    card_height: float = 88.0
    copies: int = 0
    back: Callable[[Box], Iterable[Item]] | None = None


TEXT_SIZES = tuple(half / 2 for half in range(36, 17, -1))  # points, 18 to 9
LEADING = 1.22
TITLE_SCALE = 1.35  # the size of a panel's title, as a multiple of the text's
PAGE_EDGE, SMALL_PAGE_EDGE = 10.0, 8.0
HEAD_HEIGHT, TITLE_SHARE = 18.0, 0.8  # the share is that of the width at most
FOOT_HEIGHT = 6.0  # with the gap between the columns and the slug
COLUMN_GAP = 8.0
COLUMNS = 2
PANEL_GAP_EM = 1.4
MAX_GAP_SCALE = 3  # how much wider gaps may get, so that the columns fill the page
LOPSIDED = 0.8  # a column is rather empty below this share of the other's height
MAX_LARGER_SIZES = 6  # TEXT_SIZES to try above that of whole panels, when a panel may be broken

Columns = Sequence[Sequence[Block]]


class PanelStyle(NamedTuple):
    """Panels set in a column width in mm and a text size in points."""

    panels: Sequence[Panel]
    width: float
    size: float
    hue: str

    @property
    def gap(self) -> float:
        """The gap between panels, in mm."""
        return Style(self.size).em * PANEL_GAP_EM

    @property
    def blocks(self) -> list[Block]:
        return [self.block(panel) for panel in self.panels]

    def block(self, panel: Panel) -> Block:
        """A panel with its title above."""
        strong = theme.hue_colour(self.hue, "strong")
        style = title_style(self.size * TITLE_SCALE, strong)
        corner = Box(self.width - style.em, 0, style.em, style.em)
        end = theme.LOOKS[self.hue].drawing("ornament", corner, strong)
        title = fitted_line(panel.title, self.width - 1.2 * style.em * len(end), style)
        rule = title.height + 0.6
        top = rule + 1.6
        content = panel.content(self.width, Style(self.size, leading=LEADING))
        items = (
            *title.items(0, 0),
            *end,
            Line(0, rule, self.width, rule, strong, theme.LINES["frame"]),
            content.at(0, top, "content"),
        )
        return Block(items, self.width, top + content.height, panel.title)


def reference_page(
    panels: Sequence[Panel], design: CardDesign, subtitle: str, settings: Settings
) -> Page:
    """The panels on one page; one is broken between paragraphs where a column would be rather
    empty, or whole panels do not fit. Raises TextOverflowError."""
    paper, area, _, width = _paper(settings)
    room = Box(area.x, area.y + HEAD_HEIGHT, area.w, area.h - HEAD_HEIGHT - FOOT_HEIGHT)

    def layout(is_broken: bool, size: float) -> tuple[PanelStyle, Columns]:
        style = PanelStyle(panels, width, size, design.hue)
        if is_broken:
            return style, _broken_columns(style, room.h)
        return style, even_columns(style.blocks, [room.h] * COLUMNS, style.gap)

    try:
        style, columns = flow.largest_that_fits(layout, (False, True), TEXT_SIZES)
    except TextOverflowError as error:
        message = f"too much text for one page of {paper.name}: {subtitle}"
        raise TextOverflowError(message, error.text) from error
    heights = [flow.stacked_height(column, style.gap) for column in columns]
    if len(heights) == COLUMNS and min(heights) < LOPSIDED * max(heights):
        last = TEXT_SIZES.index(style.size)
        larger = TEXT_SIZES[max(0, last - MAX_LARGER_SIZES) : last + 1]
        with suppress(TextOverflowError):
            style, columns = flow.largest_that_fits(layout, (True,), larger)
    gap = style.gap
    if gaps := max(len(column) - 1 for column in columns):  # such that the fullest fills the room
        fullest = max(math.fsum(block.height for block in column) for column in columns)
        gap = min(MAX_GAP_SCALE * gap, (room.h - fullest) / gaps)
    items = list(head(area, design, subtitle))
    for number, column in enumerate(columns):
        items += flow.stack_items(column, gap, room.x + number * (width + COLUMN_GAP), room.y)
    slug = fitted_line(design.slug, area.w, SMALL_PRINT)
    items += slug.items(area.right - slug.width, area.bottom - slug.height)
    return Page(paper, tuple(items), "reference")


def _paper(settings: Settings) -> tuple[Paper, Box, int, float]:
    """The paper, its area, the number and width of its columns: one on a long page for a screen."""
    paper, columns = settings.paper.portrait.for_text, COLUMNS
    if paper.name == SCREEN:
        paper, columns = paper._replace(height=2 * paper.width), 1
    area = paper.within(SMALL_PAGE_EDGE if paper.is_small else PAGE_EDGE)
    return paper, area, columns, (area.w - (columns - 1) * COLUMN_GAP) / columns


def _broken_columns(style: PanelStyle, room: float) -> Columns:
    """Two even columns, a panel broken before a paragraph. Raises TextOverflowError."""
    blocks, choices = style.blocks, list[tuple[float, Columns]]()
    for number, (title, elements) in enumerate(style.panels):
        for index, element in enumerate(elements):
            if index and isinstance(element, Paragraph):
                start = style.block(Panel(title, elements[:index]))
                end = style.block(Panel(f"{title} …", elements[index:]))
                columns = [*blocks[:number], start], [end, *blocks[number + 1 :]]
                height = max(flow.stacked_height(column, style.gap) for column in columns)
                if height <= room:
                    choices.append((height, columns))
    if not choices:
        raise TextOverflowError(f"no two columns of {room:.0f} mm hold the panels")
    return min(choices, key=itemgetter(0))[1]


def head(area: Box, design: CardDesign, subtitle: str) -> tuple[Item, ...]:
    """The name of the game on the left, the subtitle, or what is before its first dot if it is too
    long, on the same baseline on the right."""
    style = title_style(theme.SIZES["title"], theme.hue_colour(design.hue, "strong"))
    logo = theme.LOOKS[design.hue].logo(design.hue, Box(0, 0, HEAD_HEIGHT - 4, HEAD_HEIGHT - 4))
    left = HEAD_HEIGHT * len(logo)
    title = fitted_line(design.game_name, TITLE_SHARE * area.w - left, style)
    width, short = area.w - left - title.width - 5, subtitle.split(" · ")[0]
    words = fitted_line(subtitle, width, Style(11, colour="slate"), short)
    x, y = area.w - words.width, title.ascent - words.ascent
    items = (*logo, *title.items(left, 0), *words.items(x, y))
    return (Group("head", Box(area.x, area.y, area.w, HEAD_HEIGHT - 4), items),)


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
    """A chapter on the fewest pages, with the largest text on these. Raises TextOverflowError."""
    paper, area, across, width = _paper(settings)
    first = Block(head(area._replace(x=0, y=0), design, subtitle), area.w, HEAD_HEIGHT)
    words = load_language(settings.language_code).say("booklet.heading", game=design.game_name)
    strong = theme.hue_colour(design.hue, "strong")
    title = fitted_line(words, area.w, title_style(CONTINUED_SIZE, strong))
    continued = Block(title.items(0, 0), area.w, CONTINUED_HEAD_HEIGHT)

    def layout(count: int, size: float) -> Chapter:
        style = PanelStyle(panels, width, size, design.hue)
        heads = [first, *[continued] * (count - 1)]
        rooms = [area.h - title.height - NUMBER_GAP for title in heads for _ in range(across)]
        columns = even_columns(style.blocks, rooms, style.gap)
        result = []
        for number, title in enumerate(heads):
            items = list(title.items(area.x, area.y))
            for place, blocks in enumerate(columns[number * across :][:across]):
                x = area.x + place * (width + COLUMN_GAP)
                items += flow.stack_items(blocks, style.gap, x, area.y + title.height)
            result.append(Page(paper, tuple(items), f"rules {number + 1}"))
        return Chapter(design.game_name, design.hue, tuple(pictures), tuple(result))

    sizes = [size for size in TEXT_SIZES if MIN_SIZE <= size <= MAX_SIZE]
    return flow.largest_that_fits(layout, range(1, len(panels) + 1), sizes)


def even_columns(blocks: Sequence[Block], rooms: Sequence[float], gap: float) -> Columns:
    """The blocks in order in columns with so much room, about even. Raises TextOverflowError."""
    count = min(len(blocks), len(rooms))
    fitting = []
    for breaks in combinations(range(1, len(blocks)), count - 1):
        columns = [blocks[start:end] for start, end in pairwise((0, *breaks, len(blocks)))]
        heights = [flow.stacked_height(column, gap) for column in columns]
        if all(height <= room for height, room in zip(heights, rooms, strict=False)):
            fitting.append((math.fsum(height**2 for height in heights), columns))
    if not fitting:
        raise TextOverflowError(f"{len(rooms)} columns do not hold the panels")
    return min(fitting, key=itemgetter(0))[1]


# Reference cards, with one panel on each side ----------------------------------------------------

CARD_TEXT_SIZES = (10.0, 9.5, 9.0)  # points
CARD_LEADING = 1.18
CARD_TITLE_SIZE, NAME_SIZE = 14.0, 26.0  # points: of a panel's title, of the name on a plain back
NOTE_SIZE = 9.0  # points
CORNER_RADIUS = 3.0
PADDING = 3.0  # between the cut and what is printed
BAND_HEIGHT = 8.5  # of the title band
BAND_GAP = 2.0
CARD_FOOT_HEIGHT = 4.0


class CardOverflowError(TextOverflowError):
    """Cards of the size that a set gives them do not hold the rules."""

    key = ("card",)


def card_sheets(panels: Sequence[Panel], design: CardDesign, settings: Settings) -> list[Page]:
    """Cards, front and back, in as many sets as the design wants, or as a sheet holds; without
    backs, a card for each panel. Raises CardOverflowError, PieceTooLargeError, CutError."""
    return cut.with_fewest_sheets(partial(_card_sheets, panels, design), settings)


def _card_sheets(panels: Sequence[Panel], design: CardDesign, settings: Settings) -> list[Page]:
    size, gap, radius = (design.card_width, design.card_height), settings.gap, CORNER_RADIUS
    card = PieceFormat(*size, bleed=0, shared_cuts=True, gap=gap, radius=radius)
    sides = []
    for number, content in enumerate(_contents(panels, design), 1):
        note = foot.numbered_slug(design.game_name, number, len(panels))
        compose = partial(_side, content, note, design.hue, settings.tinted)
        sides.append(cut.face(f"card {number}", card, compose))
    fronts, backs = sides, list[Group]()
    if settings.backs != "none":
        if len(sides) % 2:
            band = partial(_band, design.game_name, NAME_SIZE, design.hue, settings.tinted)
            back = design.back or band
            sides.append(cut.face("card back", card, lambda box: back(box.inset(PADDING))))
        fronts, backs = sides[::2], sides[1::2]
    instructions = foot.instructions(foot.card_notes(settings, "cards"), settings, design.hue)
    capacity = len(piece_grid(settings, card, 100, instructions).boxes)
    sets_on_sheet = capacity // len(fronts)
    capacity = sets_on_sheet * len(fronts) or capacity
    copies = design.copies or max(1, sets_on_sheet)
    faces, names = (fronts * copies, backs * copies), ("cards", "cards back")
    return cut.sheets(card, *faces, design.slug, settings, names, instructions, capacity)


def _contents(panels: Sequence[Panel], design: CardDesign) -> list[Block]:
    """The contents of all panels, named by their titles, in the largest size that fits."""
    width = design.card_width - 2 * PADDING
    room = design.card_height - 2 * PADDING - BAND_HEIGHT - BAND_GAP - CARD_FOOT_HEIGHT

    def layout(size: float) -> list[Block]:
        style = Style(size, leading=CARD_LEADING)
        contents = [panel.content(width, style) for panel in panels]
        if titles := ", ".join(block.name for block in contents if block.height > room):
            card = f"{design.card_width:g} x {design.card_height:g} mm"
            raise CardOverflowError(f"too much text for a card of {card}: {titles}")
        return contents

    return flow.largest_that_fits(layout, CARD_TEXT_SIZES)


def _side(content: Block, note: str, hue: str, tinted: bool, card: Box) -> Iterator[Item]:
    """A title, the content, a note as near the edge as can be: backs may be a little off."""
    inner = card.inset(PADDING)
    band = Box(inner.x, inner.y, inner.w, BAND_HEIGHT)
    yield from _band(content.name, CARD_TITLE_SIZE, hue, tinted, band)
    yield content.at(inner.x, inner.y + BAND_HEIGHT + BAND_GAP)
    words, bottom = line(note, Style(NOTE_SIZE, colour="slate")), card.bottom - CUT_CLEARANCE
    yield from words.items(card.centre[0] - words.width / 2, bottom - words.height)


def _band(text: str, size: float, hue: str, tinted: bool, box: Box) -> Iterator[Item]:
    """A title, white on colour; in low ink, dark on white with an outline."""
    strong = theme.hue_colour(hue, "strong")
    look = theme.LOOKS[hue]
    yield Rect(box, (look.ground or strong) if tinted else None, strong, theme.LINES["frame"], 2.0)
    style = title_style(size, strong, colour := "white" if tinted and not look.ground else "ink")
    side = BAND_HEIGHT - PADDING
    corner = Box(box.right - side - PADDING / 2, box.y + PADDING / 2, side, side)
    yield from (end := look.drawing("ornament", corner, colour))
    right = box.right - PADDING - len(end) * side
    title = fitted_line(text, right - box.x - PADDING, style)
    x, y = box.centre
    left = min(x - title.width / 2, right - title.width)  # moved where the ornament is in the way
    yield from title.items(left, y - title.height / 2 + 0.4)
