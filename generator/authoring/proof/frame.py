"""The page of a proof: a head, two or three columns, and bars beside texts that are small.

Input: paper, rows in sections. Output: landscape pages. A column is as wide as the sidebar of a
board, so that what stands there is printed at its own size; to its left is a strip for bars.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from generator.core.paper import Box, Paper
from generator.core.settings import Settings
from generator.languages import load_language, localized
from generator.layout import flow, table, theme
from generator.layout.flow import EMPTY, Block
from generator.layout.page import Group, Item, Page, Rect, Text, placed
from generator.layout.text import Style, fitted_line, wrap
from generator.schema.set_files import SetDefinition

EDGE = 7.0  # as of a board
SHARE = 0.3  # a column's, of the width: that of a board's sidebar
STRIP = 7.4  # to the left of a column
_GUTTER = 0.03  # of the width, at least, to the left of a column; it holds the strip
HEAD = 15.0
SMALL = 9.0  # points: smaller texts are marked
FIXED = frozenset({"head", "legend head", "footer", "caption"})  # groups small on purpose
STRONG = "navy"
MARK = "coral"
HEAD_STYLE = Style(18, "title", "title", colour=STRONG)
NOTE_STYLE = Style(9.0, colour="slate")
SECTION_STYLE = Style(10.0, "bold", colour=STRONG)
_BAR = 1.0
_BAR_GAP = 1.4  # between a bar and its column
_JOINED = 2.5  # mm between texts that share a bar


class Section(NamedTuple):
    """Rows under a head, which is repeated in each column that they take."""

    head: Block
    rows: tuple[Block, ...]


def area(paper: Paper) -> Box:
    """From the first column to the last."""
    first, *_, last = columns(paper)
    return first._replace(w=last.right - first.x)


def columns(paper: Paper, share: float = SHARE) -> tuple[Box, ...]:
    """The columns, as high as the page, each that share of its width; as many as there is room
    for."""
    whole = paper.landscape.within(EDGE)
    count = int(1 / (share + _GUTTER))
    pitch, width = whole.w / count, whole.w * share
    return tuple(
        Box(whole.x + (number + 1) * pitch - width, whole.y, width, whole.h)
        for number in range(count)
    )


def title(game: str, sets: Iterable[SetDefinition], settings: Settings) -> str:
    """What is proved: the game and its sets."""
    say = load_language(settings.language_code).say
    named = " + ".join(localized(each.title, settings.language_code) for each in sets)
    return say("proof.set", name=f"{say(f'game.{game}')} · {named}")


def head(paper: Paper, title: str, note: str) -> Group:
    """The title of a page, and what is on it. Raises TextOverflowError."""
    box = area(paper)._replace(h=HEAD)
    name = fitted_line(title, box.w, HEAD_STYLE)
    below = fitted_line(note, box.w, NOTE_STYLE)
    return Group("head", box, (*name.items(0, 0), *below.items(0, name.height + 1.4)))


def heading(text: str, width: float, more: Block = EMPTY) -> Block:
    """The head of a section, with another row below it."""
    block = wrap(text, width, SECTION_STYLE)
    y = block.height + 1.8
    items: list[Item] = [*block.items(0, 0)]
    if more.content:
        items.append(more.at(0, y, "legend head"))
    height = y + more.height + (1.6 if more.content else 0)
    return Block(tuple(items), width, height, "section")


def flowing(
    paper: Paper,
    title: str,
    note: str,
    sections: Sequence[Section],
    name: str,
    share: float = SHARE,
) -> list[Page]:
    """Sections in columns of that share of the width, each beginning in a column of its own. Raises
    TextOverflowError."""
    boxes = [box._replace(y=box.y + HEAD, h=box.h - HEAD) for box in columns(paper, share)]
    top = head(paper, title, note)
    dealt = list(_columns(sections, boxes[0].h))
    result = []
    for taken in (dealt[start : start + len(boxes)] for start in range(0, len(dealt), len(boxes))):
        items: list[Item] = [top]
        for box, (above, rows) in zip(boxes, taken, strict=False):
            items.append(above.at(box.x, box.y, "section"))
            y = box.y + above.height
            items += table.ruled(rows, box.x, y, box.w, "steel", theme.LINES["thin"])
        result.append(marked(Page(paper.landscape, tuple(items), name), share))
    return result


def _columns(sections: Sequence[Section], height: float) -> Iterator[tuple[Block, list[Block]]]:
    for section in sections:
        for rows in flow.paginate(section.rows, height - section.head.height):
            yield section.head, rows


def marked(page: Page, share: float = SHARE) -> Page:
    """The page with a bar to the left of the columns wherever texts are smaller than 9 pt."""
    boxes = columns(page.paper, share)
    bars = chain.from_iterable(_bars(page, box) for box in boxes)
    return page._replace(items=(*page.items, *bars))


def _bars(page: Page, column: Box) -> Iterator[Rect]:
    x = column.x - _BAR_GAP - _BAR
    spans: list[list[float]] = []
    for box in sorted(_small(page, column), key=lambda box: box.y):
        if spans and box.y - spans[-1][1] < _JOINED:
            spans[-1][1] = max(spans[-1][1], box.bottom)
        else:
            spans.append([box.y, box.bottom])
    for top, bottom in spans:
        yield Rect(Box(x, top, _BAR, bottom - top), MARK, radius=_BAR / 2)


def _small(page: Page, column: Box) -> Iterator[Box]:
    for each in placed(page):
        if isinstance(each.item, Text) and column.x <= each.box.x <= column.right:
            fixed = any(group.name in FIXED for group in each.groups)
            if each.item.size < SMALL and not fixed:
                yield each.box
