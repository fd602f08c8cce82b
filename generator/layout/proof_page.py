"""The page of a proof: a head, two or three columns, and bars beside small texts.

A column is as wide as the sidebar of a board, so that its content is printed at its own size. To
its left is a strip for bars.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from generator.core.paper import Box, Paper
from generator.core.settings import Settings
from generator.languages import load_language, localized
from generator.layout import flow, table, theme
from generator.layout.flow import EMPTY, Block
from generator.layout.page import Group, Item, Page, Rect, Text, flatten
from generator.layout.text import Style, fitted_line, wrap

EDGE = 7.0  # mm, as on a board
COLUMN_SHARE = 0.3  # of the width: that of a board's sidebar
STRIP = 7.4  # mm, to the left of a column
HEAD = 15.0  # mm
SMALL_POINTS = 9.0  # smaller texts are marked by a bar
SMALL_ON_PURPOSE = frozenset({"head", "legend head", "footer", "caption"})  # names of groups
STRONG = "navy"
MARK = "coral"
HEAD_STYLE = Style(18, "title", "title", colour=STRONG)
NOTE_STYLE = Style(9.0, colour="slate")
SECTION_STYLE = Style(10.0, "bold", colour=STRONG)
_MIN_GUTTER_SHARE = 0.03  # of the width, to the left of a column; it holds the strip
_BAR = 1.0  # mm
_BAR_GAP = 1.4  # mm, between a bar and its column
_SHARED_BAR_GAP = 2.5  # mm, between texts that share a bar


class Section(NamedTuple):
    """Rows under a head, which is repeated in each column that they fill."""

    head: Block
    rows: tuple[Block, ...]


def area(paper: Paper) -> Box:
    """The area from the first column to the last."""
    first, *_, last = columns(paper)
    return first._replace(w=last.right - first.x)


def columns(paper: Paper, share: float = COLUMN_SHARE) -> tuple[Box, ...]:
    """As many columns as there is room for, each as high as the page and of that share of its
    width."""
    whole = paper.landscape.within(EDGE)
    count = int(1 / (share + _MIN_GUTTER_SHARE))
    pitch, width = whole.w / count, whole.w * share
    return tuple(
        Box(whole.x + (number + 1) * pitch - width, whole.y, width, whole.h)
        for number in range(count)
    )


def title(game: str, set_titles: Iterable[Mapping[str, str]], settings: Settings) -> str:
    """The title of a proof: the game and the titles of its sets, which are given by language."""
    say = load_language(settings.language_code).say
    names = " + ".join(localized(title, settings.language_code) for title in set_titles)
    return say("proof.set", name=f"{say(f'game.{game}')} · {names}")


def head(paper: Paper, title: str, note: str) -> Group:
    """The title of a page, and a note about its content. Raises TextOverflowError."""
    box = area(paper)._replace(h=HEAD)
    title_line = fitted_line(title, box.w, HEAD_STYLE)
    note_line = fitted_line(note, box.w, NOTE_STYLE)
    items = (*title_line.items(0, 0), *note_line.items(0, title_line.height + 1.4))
    return Group("head", box, items)


def heading(text: str, width: float, lower: Block = EMPTY) -> Block:
    """The head of a section, with another row below it."""
    block = wrap(text, width, SECTION_STYLE)
    y = block.height + 1.8
    items: list[Item] = [*block.items(0, 0)]
    if lower.content:
        items.append(lower.at(0, y, "legend head"))
    height = y + lower.height + (1.6 if lower.content else 0)
    return Block(tuple(items), width, height, "section")


def section_pages(
    paper: Paper,
    title: str,
    note: str,
    sections: Sequence[Section],
    name: str,
    share: float = COLUMN_SHARE,
) -> list[Page]:
    """Sections in columns of that share of the width, each section from the top of a column. Raises
    TextOverflowError."""
    boxes = [box._replace(y=box.y + HEAD, h=box.h - HEAD) for box in columns(paper, share)]
    page_head = head(paper, title, note)
    contents = list(_column_contents(sections, boxes[0].h))
    pages = []
    for start in range(0, len(contents), len(boxes)):
        items: list[Item] = [page_head]
        for box, (section_head, rows) in zip(boxes, contents[start:], strict=False):
            items.append(section_head.at(box.x, box.y, "section"))
            y = box.y + section_head.height
            items += table.stack_with_rules(rows, box.x, y, box.w, "steel", theme.LINES["thin"])
        pages.append(with_bars(Page(paper.landscape, tuple(items), name), share))
    return pages


def _column_contents(
    sections: Sequence[Section], height: float
) -> Iterator[tuple[Block, Sequence[Block]]]:
    """For each column the head and the rows that it holds."""
    for section in sections:
        for rows in flow.paginate(section.rows, height - section.head.height):
            yield section.head, rows


def with_bars(page: Page, share: float = COLUMN_SHARE) -> Page:
    """The page with a bar to the left of its columns beside texts smaller than SMALL_POINTS."""
    boxes = columns(page.paper, share)
    bars = chain.from_iterable(_bars(page, box) for box in boxes)
    return page._replace(items=(*page.items, *bars))


def _bars(page: Page, column: Box) -> Iterator[Rect]:
    x = column.x - _BAR_GAP - _BAR
    spans: list[list[float]] = []  # tops and bottoms
    for box in sorted(_small_texts(page, column), key=lambda box: box.y):
        if spans and box.y - spans[-1][1] < _SHARED_BAR_GAP:
            spans[-1][1] = max(spans[-1][1], box.bottom)
        else:
            spans.append([box.y, box.bottom])
    for top, bottom in spans:
        yield Rect(Box(x, top, _BAR, bottom - top), MARK, radius=_BAR / 2)


def _small_texts(page: Page, column: Box) -> Iterator[Box]:
    """The boxes of the small texts in a column."""
    for entry in flatten(page):
        if isinstance(entry.item, Text) and column.x <= entry.box.x <= column.right:
            on_purpose = any(group.name in SMALL_ON_PURPOSE for group in entry.groups)
            if entry.item.size < SMALL_POINTS and not on_purpose:
                yield entry.box
