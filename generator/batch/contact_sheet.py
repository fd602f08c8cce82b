"""A contact sheet: every variant small, with its number and ID, several to a page."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from generator.batch.plan import CONTACT, Variant
from generator.core.paper import Box
from generator.core.progress import Progress
from generator.languages import load_language
from generator.layout import theme
from generator.layout.page import Group, Item, Page, PageView, Rect
from generator.layout.text import Style, line, wrap_id
from generator.pdf.document import Document
from generator.pdf.document import document as make_document
from generator.pdf.file import About
from generator.printing import sheets

EDGE = 10.0
GAP = 6.0  # between columns
ROW_GAP = 3.5
HEAD = 10.0
LABEL_GAP = 1.5
TITLE = Style(theme.SIZES["heading"], "title", "title", colour="navy")
LABEL = Style(theme.FLOOR)


def document(
    stem: str, variants: Sequence[Variant], words: Sequence[str], progress: Progress
) -> Document:
    """The contact sheet of variants that share a document, all of which can be printed, and the
    words of their batch. Raises as layout and drawing do."""
    job = variants[0].job
    title = load_language(job.settings.language_code).say(
        "batch.contact.title", count=len(variants)
    )
    record = {"command": [*words, "--contact"], "games": []}
    about = About(title, "", job.settings.language_code, record)
    shown, path = pages(variants, title, progress), Path(f"{stem}{CONTACT}")
    # The pages that thumbnails show were checked when they were printed.
    return make_document(shown, about, job.settings, path, job.definition.art_dirs, check=False)


def pages(variants: Sequence[Variant], title: str, progress: Progress) -> list[Page]:
    paper = variants[0].settings.printed_paper.portrait
    area = paper.within(EDGE)
    cells, columns, width = [], 0, 0.0
    for variant in variants:
        job = variant._replace(settings=replace(variant.settings, tile=None)).job
        page = sheets.pages(job, [variant.roll()], job.sheets[:1])[0]
        # Thumbnails of either kind are about as large.
        columns = 4 if page.paper == page.paper.portrait else 3
        width = (area.w - (columns - 1) * GAP) / columns
        cells.append(_cell(variant, page, width))
        progress.step()
    pitch = max(height for _, height in cells) + ROW_GAP
    rows = int((area.h - HEAD + ROW_GAP) / pitch)
    head = Group("head", area._replace(h=HEAD), line(title, TITLE).items(0, 0))
    result = []
    for start in range(0, len(cells), rows * columns):
        items: list[Item] = [head]
        for place, (cell, height) in enumerate(cells[start : start + rows * columns]):
            row, column = divmod(place, columns)
            x, y = area.x + column * (width + GAP), area.y + HEAD + row * pitch
            items.append(Group("variant", Box(x, y, width, height), cell))
        result.append(Page(paper, tuple(items), "contact"))
    return result


def _cell(variant: Variant, page: Page, width: float) -> tuple[tuple[Item, ...], float]:
    """The first page of a variant, as wide as that, its label underneath; and how high they are."""
    paper = page.paper
    box = Box(0, 0, width, paper.height * width / paper.width)
    view = PageView(page, Box(0, 0, paper.width, paper.height), box)
    label = wrap_id(f"{variant.row.number} · {variant.row.id}", width, LABEL)
    y = box.h + LABEL_GAP
    frame = Rect(box, None, "steel", theme.LINES["hair"])
    return (view, frame, *label.items(0, y)), y + len(label.lines) * LABEL.em * LABEL.leading
