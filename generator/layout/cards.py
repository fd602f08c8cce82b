"""Reference cards, and the same content as one page.

Input: panels (a title, then paragraphs and figures), what they look like. Output: pages. On cards
every panel is one side; on the page they stand in columns. Both set all panels in one size, the
largest that fits.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from generator.core.errors import TextOverflowError
from generator.core.paper import Box
from generator.core.settings import Settings
from generator.layout import cut, foot, theme
from generator.layout.page import Group, Item, Line, Page, Rect
from generator.layout.text import Style, fitted_line, line, wrap

CARD_SIZES = (10.0, 9.5, 9.0, 8.5, 8.0)
PAGE_SIZES = tuple(half / 2 for half in range(36, 15, -1))  # 18 to 8 pt
SAFE = 3.0  # inside the cut
HEAD = 8.5  # height of a card's title band
BAND_GAP = 2.0
FOOT = 4.0
PAGE_EDGE = 10.0
PAGE_HEAD = 18.0
PAGE_FOOT = 6.0  # with a gap that sets the slug apart from the column above it
COLUMN_GAP = 8.0
COLUMNS = 2
LOPSIDED = 0.8  # a column is rather empty when its share of the other's height is less
LARGER = 6  # sizes to try beyond that of whole panels, when a panel may be broken
TITLE_SIZE = 14.0


class Figure(NamedTuple):
    """A picture in a panel: compose(width) gives its items, from (0, 0), and its height."""

    compose: Callable[[float], tuple[tuple[Item, ...], float]]


class Bullet(NamedTuple):
    """A paragraph that hangs behind a dot."""

    text: str


Element = str | Bullet | Figure


class Panel(NamedTuple):
    """One side of a card: a title and what stands under it, from top to bottom."""

    title: str
    elements: tuple[Element, ...]


class CardOverflowError(TextOverflowError):
    """Cards of the size that a set gives them do not hold the rules."""


class Look(NamedTuple):
    """What all cards of a game share: its name, the hue of the bands, what the slug says, the
    card's finished size in mm, how many sets of cards are wanted at most (0: all that fit)."""

    game: str
    hue: str
    slug: str
    w: float = 63.0
    h: float = 88.0
    copies: int = 0


def sheets(panels: Sequence[Panel], look: Look, settings: Settings) -> list[Page]:
    """Cards, front and back, in as many sets as are wanted and fit on a sheet; pages of fronts and
    backs alternate. Raises CardOverflowError for a panel that does not fit its side at the least
    size.
    """
    form = cut.Format(look.w, look.h, bleed=0, joined=True)  # white to the edge
    style = _style_that_fits(panels, look)
    sides = [
        cut.face(
            f"card {number}",
            form,
            partial(_side, panel, f"{number}/{len(panels)}", style, look, settings.tinted),
        )
        for number, panel in enumerate(panels, 1)
    ]
    if len(sides) % 2:
        sides.append(cut.face("card back", form, partial(_plain_back, look, settings.tinted)))
    fronts, backs = sides[::2], sides[1::2]
    making = foot.making(foot.card_notes(settings, "cards"), settings)
    capacity = len(cut.places(settings.paper, form, 100, making).boxes)
    copies = max(1, min(capacity // len(fronts), look.copies or capacity))
    pages = []
    starts = range(0, len(fronts), capacity)
    for number, start in enumerate(starts, 1):
        chosen = slice(start, start + capacity)
        slug = cut.numbered(look.slug, number, len(starts))
        where = cut.places(settings.paper, form, copies * len(fronts[chosen]), making)
        faces, duplex = fronts[chosen] * copies, number == 1
        pages += [
            cut.front(where, faces, slug, settings, "cards", duplex=duplex, making=making),
            cut.back(where, backs[chosen] * copies, slug, settings, "cards back"),
        ]
    return pages


def _style_that_fits(panels: Sequence[Panel], look: Look) -> Style:
    width, room = look.w - 2 * SAFE, look.h - 2 * SAFE - HEAD - BAND_GAP - FOOT
    for size in CARD_SIZES:
        style = Style(size, leading=1.18, fitted=size < CARD_SIZES[0])
        try:
            if all(_stacked(panel, width, style)[1] <= room for panel in panels):
                return style
        except TextOverflowError:
            continue  # a long word; a smaller size may hold it
    names = ", ".join(panel.title for panel in panels if _stacked(panel, width, style)[1] > room)
    raise CardOverflowError(f"too much text for a card of {look.w:g} x {look.h:g} mm: {names}")


def _side(
    panel: Panel, number: str, style: Style, look: Look, tinted: bool, trim: Box
) -> Iterator[Item]:
    """A side of a card: the title band, the content, a foot line. Nothing reaches the edge, so
    that cards can share cut lines and backs may print askew."""
    inner = trim.inset(SAFE)
    band = Box(inner.x, inner.y, inner.w, HEAD)
    yield from _banner(band, panel.title, TITLE_SIZE, look.hue, tinted)
    items, height = _stacked(panel, trim.w - 2 * SAFE, style)
    top = inner.y + HEAD + BAND_GAP
    yield Group(panel.title, Box(inner.x, top, inner.w, height), items)
    foot = line(f"{look.game} · {number}", Style(theme.FLOOR, colour="slate"))
    yield from foot.items(trim.centre[0] - foot.width / 2, inner.bottom - foot.height)


def _plain_back(look: Look, tinted: bool, trim: Box) -> Iterator[Item]:
    """For an odd number of sides: a coloured panel with the name of the game."""
    yield from _banner(trim.inset(SAFE), look.game, 26.0, look.hue, tinted)


def _banner(box: Box, text: str, size: float, hue: str, tinted: bool) -> Iterator[Item]:
    """A title in white on colour; in low ink, in ink on a white field with an outline."""
    strong = theme.hue_colour(hue, "strong")
    yield Rect(box, strong if tinted else None, strong, theme.LINES["frame"], 2.0)
    style = Style(size, "title", "title", colour="white" if tinted else "ink")
    title = fitted_line(text, box.w - 2 * SAFE, style)
    x, y = box.centre
    yield from title.items(x - title.width / 2, y - title.height / 2 + 0.4)


def _stacked(panel: Panel, width: float, style: Style) -> tuple[tuple[Item, ...], float]:
    """A panel's elements one under the other, and their height."""
    items: list[Item] = []
    gap = style.em * 0.55
    y = 0.0
    for element in panel.elements:
        y += gap if y else 0.0
        made, height = _element(element, width, style)
        items.append(Group("element", Box(0, y, width, height), made))
        y += height
    return tuple(items), y


def _element(element: Element, width: float, style: Style) -> tuple[tuple[Item, ...], float]:
    if isinstance(element, Figure):
        return element.compose(width)
    if isinstance(element, Bullet):
        indent = style.em * 0.9
        dot, block = line("•", style), wrap(element.text, width - indent, style)
        return (*dot.items(style.em * 0.1, 0), *block.items(indent, 0)), block.height
    block = wrap(element, width, style)
    return block.items(0, 0), block.height


def page(panels: Sequence[Panel], look: Look, subtitle: str, settings: Settings) -> Page:
    """The panels on one portrait page, in two columns. Where whole panels would leave one of them
    rather empty, a panel is broken between paragraphs and goes on at the top of the other.

    Raises TextOverflowError when they do not fit at the smallest size.
    """
    paper = settings.paper.portrait.for_text
    area = paper.within(PAGE_EDGE)
    width = (area.w - (COLUMNS - 1) * COLUMN_GAP) / COLUMNS
    room = area.h - PAGE_HEAD - PAGE_FOOT
    for at, size in enumerate(PAGE_SIZES):
        blocks = [_headed(panel, width, _style(size), look.hue) for panel in panels]
        gap = _gap(size)
        dealt = _columns(blocks, room, gap)
        if dealt is not None:
            for larger in PAGE_SIZES[max(0, at - LARGER) : at + 1] if _lopsided(dealt, gap) else ():
                if split := _split(panels, width, room, larger, look.hue):
                    dealt, gap = split, _gap(larger)
                    break
            gap = _spread(dealt, room, gap)
            items = (*_head(area, look, subtitle), *_dealt_items(dealt, area, width, gap))
            return Page(paper, (*items, *_foot(area, look.slug)), "reference")
    raise TextOverflowError(f"too much text for one page of {paper.name}: {subtitle}")


def _style(size: float) -> Style:
    return Style(size, leading=1.22)


def _gap(size: float) -> float:
    """Between panels on the page."""
    return _style(size).em * 1.4


def _tall(column: Sequence[Group], gap: float) -> float:
    return sum(block.box.h for block in column) + gap * (len(column) - 1)


def _lopsided(dealt: Sequence[Sequence[Group]], gap: float) -> bool:
    heights = [_tall(column, gap) for column in dealt]
    return len(heights) == COLUMNS and min(heights) < LOPSIDED * max(heights)


def _split(
    panels: Sequence[Panel], width: float, room: float, size: float, hue: str
) -> list[list[Group]] | None:
    """Two columns, one panel broken between paragraphs so that they are as even as can be; None
    where they do not fit. What follows a paragraph, figures and bullets, stays with it."""
    style, gap = _style(size), _gap(size)
    blocks = [_headed(panel, width, style, hue) for panel in panels]
    best = None
    for number, panel in enumerate(panels):
        for one, other in _parts(panel):
            upper, lower = (_headed(part, width, style, hue) for part in (one, other))
            dealt = [[*blocks[:number], upper], [lower, *blocks[number + 1 :]]]
            tallest = max(_tall(column, gap) for column in dealt)
            if tallest <= room and (best is None or tallest < best[0]):
                best = tallest, dealt
    return best[1] if best else None


def _parts(panel: Panel) -> Iterator[tuple[Panel, Panel]]:
    """The ways to break a panel in two: only before a paragraph."""
    for at, element in enumerate(panel.elements):
        if at and isinstance(element, str):
            yield (
                Panel(panel.title, panel.elements[:at]),
                Panel(f"{panel.title} …", panel.elements[at:]),
            )


def _headed(panel: Panel, width: float, style: Style, hue: str) -> Group:
    """A panel with its title above."""
    strong = theme.hue_colour(hue, "strong")
    title = fitted_line(
        panel.title, width, Style(style.size * 1.35, "title", "title", colour=strong)
    )
    rule = title.height + 0.6
    items, height = _stacked(panel, width, style)
    top = rule + 1.6
    return Group(
        panel.title,
        Box(0, 0, width, top + height),
        (
            *title.items(0, 0),
            Line(0, rule, width, rule, strong, theme.LINES["frame"]),
            Group("content", Box(0, top, width, height), items),
        ),
    )


def _columns(blocks: Sequence[Group], room: float, gap: float) -> list[list[Group]] | None:
    """The blocks dealt in order into columns of about one height; None where they do not fit."""
    for limit in _limits(blocks, room, gap):
        columns: list[list[Group]] = [[]]
        used = 0.0
        for block in blocks:
            if columns[-1] and used + gap + block.box.h > limit:
                columns.append([])
                used = 0.0
            used += block.box.h + (gap if columns[-1] else 0)
            columns[-1].append(block)
        if len(columns) <= COLUMNS:
            return columns
    return None


def _limits(blocks: Sequence[Group], room: float, gap: float) -> Iterator[float]:
    """Heights to try for a column, the even share first."""
    tallest = max(block.box.h for block in blocks)
    even = (sum(block.box.h for block in blocks) + gap * (len(blocks) - COLUMNS)) / COLUMNS
    limit = max(tallest, even)
    while limit < room:
        yield limit
        limit += 2.0
    if tallest <= room:
        yield room


def _spread(dealt: Sequence[Sequence[Group]], room: float, gap: float) -> float:
    """A gap that lets the fullest column fill the page, up to three times as large."""
    gaps = max(len(column) - 1 for column in dealt)
    fullest = max(sum(block.box.h for block in column) for column in dealt)
    return min(3 * gap, (room - fullest) / gaps) if gaps else gap


def _dealt_items(
    dealt: Sequence[Sequence[Group]], area: Box, width: float, gap: float
) -> Iterator[Item]:
    for number, column in enumerate(dealt):
        y = area.y + PAGE_HEAD
        for block in column:
            yield block._replace(box=block.box.moved(area.x + number * (width + COLUMN_GAP), y))
            y += block.box.h + gap


def _head(area: Box, look: Look, subtitle: str) -> tuple[Item, ...]:
    strong = theme.hue_colour(look.hue, "strong")
    title = line(look.game, Style(theme.SIZES["title"], "title", "title", colour=strong))
    words = fitted_line(subtitle, area.w - title.width - 5, Style(11, colour="slate"))
    baseline = title.style.em * 0.76
    items = (
        *title.items(0, 0),
        *words.items(area.w - words.width, baseline - words.style.em * 0.76),
    )
    return (Group("head", Box(area.x, area.y, area.w, PAGE_HEAD - 4), items),)


def _foot(area: Box, text: str) -> tuple[Item, ...]:
    block = fitted_line(text, area.w, Style(theme.FLOOR, colour="slate"))
    return block.items(area.right - block.width, area.bottom - block.height)
