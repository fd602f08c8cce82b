"""The page of a proof: a head, and columns as wide as the sidebar of a board, so that its content
is printed at its own size."""

from collections.abc import Iterable, Mapping, Sequence

from generator.core.paper import Box, Paper
from generator.core.settings import Settings
from generator.languages import load_language, localized
from generator.layout import flow, table, theme
from generator.layout.flow import Block
from generator.layout.page import Group, Item, Page
from generator.layout.text import Style, fitted_line

EDGE = 7.0  # mm, as on a board
COLUMN_SHARE = 0.3  # of the width: that of a board's sidebar
HEAD = 15.0  # mm
STRONG = "navy"
HEAD_STYLE = Style(18, "title", "title", colour=STRONG)
NOTE_STYLE = Style(9.0, colour="slate")
_MIN_GUTTER_SHARE = 0.03  # of the width, to the left of a column


def area(paper: Paper) -> Box:
    """The area from the first column to the last."""
    first, *_, last = columns(paper)
    return first._replace(w=last.right - first.x)


def columns(paper: Paper) -> tuple[Box, ...]:
    """As many columns as there is room for, each as high as the page."""
    whole = paper.landscape.within(EDGE)
    count = int(1 / (COLUMN_SHARE + _MIN_GUTTER_SHARE))
    pitch, width = whole.w / count, whole.w * COLUMN_SHARE
    return tuple(
        Box(whole.x + (number + 1) * pitch - width, whole.y, width, whole.h)
        for number in range(count)
    )


def title(game: str, set_titles: Iterable[Mapping[str, str]], settings: Settings) -> str:
    """The title of a proof: the game and the titles of its sets, which are given by language."""
    say = load_language(settings.language_code).say
    names = " + ".join(localized(title, settings.language_code) for title in set_titles)
    return say("proof.set", name=f"{say(f'{game}.name')} · {names}")


def head(paper: Paper, title: str, note: str) -> Group:
    """The title of a page, and a note about its content. Raises TextOverflowError."""
    box = area(paper)._replace(h=HEAD)
    title_line = fitted_line(title, box.w, HEAD_STYLE)
    note_line = fitted_line(note, box.w, NOTE_STYLE)
    items = (*title_line.items(0, 0), *note_line.items(0, title_line.height + 1.4))
    return Group("head", box, items)


def row_pages(paper: Paper, title: str, note: str, rows: Sequence[Block], name: str) -> list[Page]:
    """Rows in columns. Raises TextOverflowError."""
    boxes = [box._replace(y=box.y + HEAD, h=box.h - HEAD) for box in columns(paper)]
    page_head = head(paper, title, note)
    contents = list(flow.paginate(rows, boxes[0].h))
    pages = []
    for start in range(0, len(contents), len(boxes)):
        items: list[Item] = [page_head]
        for box, part in zip(boxes, contents[start:], strict=False):
            items += table.stack_with_rules(part, box.x, box.y, box.w, "steel", theme.LINES["thin"])
        pages.append(Page(paper.landscape, tuple(items), name))
    return pages
