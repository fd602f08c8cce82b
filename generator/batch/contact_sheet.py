"""A contact sheet: every variant small, with its number and ID, several to a page."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from generator.batch.plan import CONTACT, Group, Plan, Variant
from generator.batch.variant_pdf import roll_variant
from generator.core.paper import Box
from generator.core.progress import Progress
from generator.languages import load_language
from generator.layout import theme
from generator.layout.page import Group as Block
from generator.layout.page import Item, Page, PageView, Rect
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


def document(group: Group, plan: Plan, progress: Progress) -> Document:
    """The contact sheet of a group, all of whose variants can be printed. Raises as layout and
    drawing do."""
    job = group.variants[0].job
    say = load_language(job.settings.language_code).say
    title = say("batch.contact.title", count=len(group.variants))
    record = {"command": [*plan.words, "--contact"], "games": []}
    about = About(title, "", job.settings.language_code, record)
    shown, path = pages(group.variants, title, progress), Path(f"{group.stem}{CONTACT}")
    # The pages that thumbnails show were checked when they were printed.
    return make_document(shown, about, job.settings, path, job.definition.art_dirs, check=False)


def pages(variants: Sequence[Variant], title: str, progress: Progress) -> list[Page]:
    paper = variants[0].settings.printed_paper.portrait
    area, columns, width = paper.within(EDGE), 0, 0.0
    head = Block("head", Box(area.x, area.y, area.w, HEAD), line(title, TITLE).items(0, 0))
    result, items, y, row_bottom = list[Page](), list[Item]([head]), area.y + HEAD, 0.0
    for number, variant in enumerate(variants):
        job = variant._replace(settings=replace(variant.settings, tile=None)).job
        page = sheets.pages(job, [roll_variant(variant)], job.sheets[:1])[0]
        if not columns:  # thumbnails of either kind are about as large
            columns = 4 if page.paper == page.paper.portrait else 3
            width = (area.w - (columns - 1) * GAP) / columns
        cell, height = _cell(variant, page, width)
        column = number % columns
        if column == 0 and number:
            y = row_bottom + ROW_GAP
            if y + height > area.bottom:
                result.append(Page(paper, tuple(items), "contact"))
                items, y = [head], area.y + HEAD
        row_bottom = max(row_bottom, y + height) if column else y + height
        box = Box(area.x + column * (width + GAP), y, width, height)
        items.append(Block("variant", box, cell))
        progress.step()
    return [*result, Page(paper, tuple(items), "contact")]


def _cell(variant: Variant, page: Page, width: float) -> tuple[tuple[Item, ...], float]:
    """The first page of a variant, as wide as that, its label underneath; and how high they are."""
    paper = page.paper
    box = Box(0, 0, width, paper.height * width / paper.width)
    view = PageView(page, Box(0, 0, paper.width, paper.height), box)
    label = wrap_id(f"{variant.number} · {variant.game_id}", width, LABEL)
    y = box.h + LABEL_GAP
    frame = Rect(box, None, "steel", theme.LINES["hair"])
    return (view, frame, *label.items(0, y)), y + len(label.lines) * LABEL.em * LABEL.leading
