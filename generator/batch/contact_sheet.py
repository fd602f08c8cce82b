"""A contact sheet: every variant small, with its number and ID, several to a page."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

from generator.batch.plan import Group, Plan, Variant, load_definition
from generator.batch.variant_pdf import roll_variant
from generator.core.paper import Box, Paper
from generator.core.progress import Progress
from generator.core.settings import Settings
from generator.languages import load_language
from generator.layout import theme
from generator.layout.page import Group as Block
from generator.layout.page import Item, Page, PageView, Rect
from generator.layout.text import Style, line, wrap_id
from generator.pdf.document import Contents, Document
from generator.pdf.document import document as make_document
from generator.printing import sheets

COLUMNS = {"landscape": 3, "portrait": 4}  # thumbnails of either kind are about as large
EDGE = 10.0
GAP = 6.0  # between columns
ROW_GAP = 3.5
HEAD = 10.0
LABEL_GAP = 1.5
TITLE = Style(theme.SIZES["heading"], "title", "title", colour="navy")
LABEL = Style(theme.FLOOR)


class Cell(NamedTuple):
    """A thumbnail with its label, from (0, 0)."""

    items: tuple[Item, ...]
    height: float


def document(group: Group, plan: Plan, progress: Progress) -> Document:
    """The contact sheet of a group, all of whose variants can be printed. Raises as layout and
    drawing do."""
    settings = group.variants[0].settings
    title = load_language(settings.language_code).say(
        "batch.contact.title", count=len(group.variants)
    )
    art_dirs = load_definition(group.variants[0].request).art_dirs
    path = Path(group.contact_sheet)
    record = {"command": [*plan.words, "--contact"], "games": []}
    contents = Contents(title, record, art_dirs=art_dirs)
    shown = pages(group.variants, settings, title, progress)
    # The pages that thumbnails show were checked when they were printed.
    return make_document(shown, contents, settings, path, check=False)


def pages(
    variants: Iterable[Variant], settings: Settings, title: str, progress: Progress
) -> Iterator[Page]:
    """The sheets of one variant or more, each laid out when it is asked for."""
    paper = settings.printed_paper.portrait

    def first_page(variant: Variant) -> Page:
        job = variant._replace(settings=replace(variant.settings, tile=None)).job
        return sheets.pages(job, [roll_variant(variant)], job.sheets[:1])[0]

    firsts = ((variant, first_page(variant)) for variant in variants)
    first = next(firsts)
    columns = COLUMNS["portrait" if first[1].paper == first[1].paper.portrait else "landscape"]
    width = (paper.within(EDGE).w - (columns - 1) * GAP) / columns
    cells = (_cell(variant, page, width, progress) for variant, page in chain([first], firsts))
    rows = iter(lambda: list(islice(cells, columns)), [])
    for on_page in _dealt(rows, paper.within(EDGE).h - HEAD):
        yield _page(paper, title, on_page, width)


def _dealt(rows: Iterable[list[Cell]], room: float) -> Iterator[list[list[Cell]]]:
    """The rows of each page, which holds so many mm of them."""
    on_page: list[list[Cell]] = []
    left = room
    for row in rows:
        height = max(cell.height for cell in row)
        if on_page and height > left:
            yield on_page
            on_page, left = [], room
        on_page.append(row)
        left -= height + ROW_GAP
    yield on_page


def _page(paper: Paper, title: str, rows: Sequence[Sequence[Cell]], width: float) -> Page:
    area = paper.within(EDGE)
    head = line(title, TITLE)
    items: list[Item] = [Block("head", Box(area.x, area.y, area.w, HEAD), head.items(0, 0))]
    y = area.y + HEAD
    for row in rows:
        for number, cell in enumerate(row):
            box = Box(area.x + number * (width + GAP), y, width, cell.height)
            items.append(Block("variant", box, cell.items))
        y += max(cell.height for cell in row) + ROW_GAP
    return Page(paper, tuple(items), "contact")


def _cell(variant: Variant, page: Page, width: float, progress: Progress) -> Cell:
    """The first page of a variant, as wide as that, its label underneath."""
    paper = page.paper
    box = Box(0, 0, width, paper.height * width / paper.width)
    items: list[Item] = [PageView(page, Box(0, 0, paper.width, paper.height), box)]
    items.append(Rect(box, None, "steel", theme.LINES["hair"]))
    y = box.h + LABEL_GAP
    label = wrap_id(f"{variant.number} · {variant.game_id}", width, LABEL)
    items += label.items(0, y)
    progress.step()
    return Cell(tuple(items), y + len(label.lines) * LABEL.em * LABEL.leading)
