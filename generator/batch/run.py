"""A batch, from its plan to PDFs, contact sheets and a manifest. A file is written whole or not at
all, and its row after it: whatever stops a batch, the manifest lists files that are whole."""

import os
import threading
import traceback
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from generator.batch.manifest import journal, table
from generator.batch.plan import Plan, Row, Variant
from generator.core.errors import EXPECTED_ERRORS, PageCheckError
from generator.core.files import exclusive_lock, write_atomically
from generator.core.paper import Box
from generator.core.progress import Progress
from generator.core.workers import StartWorkers
from generator.languages import load_language
from generator.layout import theme
from generator.layout.checks import LayoutChecker
from generator.layout.flow import Block, column, paginate, row, stack_items
from generator.layout.page import Group, Page, PageView, Rect
from generator.layout.text import Style, line, wrap_id
from generator.pdf.document import Document
from generator.pdf.document import document as make_document
from generator.pdf.file import About
from generator.printing import sheets

_DRAWING = threading.Lock()  # a cluster's worker may have several threads, which share fonts
EDGE = 10.0  # of contact sheets, in mm
GAP = 6.0  # between columns
ROW_GAP = 3.5
HEAD = 10.0
LABEL_GAP = 1.5
TITLE = Style(theme.SIZES["heading"], "title", "title", colour="navy")
LABEL = Style(theme.FLOOR)


class Run:
    """What is printed of a plan so far: the rows of its variants by number, the files that are for
    people, warnings in the order they came."""

    def __init__(self, plan: Plan, kept: Iterable[Row], progress: Progress):
        self.plan, self.progress = plan, progress
        self.rows = {row.number: row for row in kept}
        self.paths, self.warnings = list[Path](), dict[str, None]()

    @property
    def failed(self) -> list[Row]:
        return [row for row in self.rows.values() if row.status == "failed"]

    def printable(self, variants: Iterable[Variant]) -> list[Variant]:
        """Those that are not known to fail."""
        failed = {row.number for row in self.failed}
        return [each for each in variants if each.row.number not in failed]

    def write(self, made: Document) -> None:
        self.paths.append(write_atomically(self.plan.output.folder / made.path, made.content))
        self.warnings |= dict.fromkeys(made.warnings)

    def print_each(self, add: Callable[[Row], None], workers: StartWorkers) -> None:
        """The own PDF of each variant that has none."""
        left = [each for each in self.plan.variants if each.row.number not in self.rows]
        if not left:
            return
        self.progress.phase("variants", len(left))
        folder = self.plan.output.folder
        with workers() as pool:
            work = partial(print_variant, None if pool.is_remote else folder)
            for _, (row, content) in pool.results(work, left):
                if content:
                    write_atomically(folder / row.file, content)
                elif row.own_pages:
                    with (folder / row.file).open("ab") as file:
                        os.fsync(file.fileno())  # here, while workers go on drawing
                if row.status == "done":
                    self.warnings |= dict.fromkeys(row.findings)
                self.rows[row.number] = row
                add(row)
                self.progress.step()

    def combine(self, path: Path, variants: Sequence[Variant]) -> Document | None:
        """The document of variants without those that fail (None if all do), and the rows of all.
        Sheets that serve several variants are there once."""
        values, pages, shared, checker = list[Any](), list[Page](), set[str](), LayoutChecker()
        job = variants[0].job  # all are of its game, sheet and settings
        for variant in variants:
            self.progress.step()
            number = variant.row.number
            try:
                value = variant.roll()
                names = [name for name in job.sheets if name not in shared]
                own = sheets.pages(variant.job, [value], names)
                faults = [
                    replace(fault, page=place)
                    for place, page in enumerate(own, 1)
                    for fault in checker.check(page)
                ]
                if faults:
                    raise PageCheckError(faults)
                row = self.rows.get(number) or done_row(variant, value)
            except Exception as error:
                self.rows[number] = failed_row(variant, error)
                continue
            if len(pages) % 2 and not job.sheet and job.effective_settings.is_duplex:
                pages.append(Page(pages[-1].paper, (), "blank"))  # backs are behind their fronts
            place = {"joint_file": str(path), "joint_page": len(pages) + 1, "joint_pages": len(own)}
            self.rows[number] = row.model_copy(update=place)
            values.append(value)
            pages += own
            shared.update(job.game.shared_sheets)
        if not values:
            return None
        try:
            return sheets.document(job, values, pages, path, self.plan.words, check=False)
        except Exception as error:  # art that cannot be drawn: no telling whose
            self.rows |= {each.row.number: failed_row(each, error) for each in variants}
            return None


def run(
    plan: Plan,
    kept: Sequence[Row],
    workers: StartWorkers,
    progress: Progress,
    others: Sequence[Row] = (),
) -> Run:
    """Print what the kept rows do not have. The other rows stay in the manifest until there are new
    ones with their numbers. Raises OSError for what cannot be written, WorkersError."""
    output, result = plan.output, Run(plan, kept, progress)
    with exclusive_lock(plan.manifest), journal(plan.manifest, [*others, *kept]) as add:
        tables = [
            write_atomically(output.folder / name, table(rows))
            for name, rows in plan.tables.items()
        ]
        if output.has_own_pdfs:
            result.print_each(add, workers)
        for stem, variants in plan.documents.items():
            left = result.printable(variants)
            known = [result.rows.get(each.row.number) for each in left]
            if output.pdfs != "each" and not all(row and row.joint_file for row in known):
                progress.phase("one PDF", len(left))
                if made := result.combine(Path(f"{stem}.pdf"), left):
                    result.write(made)
                for variant in left:
                    add(result.rows[variant.row.number])
                left = result.printable(left)
            if output.contact_sheet and left:
                progress.phase("contact sheet", len(left))
                result.write(contact_sheet(stem, left, plan.words, progress))
    result.paths += [plan.manifest, plan.manifest.with_suffix(".csv"), *tables]
    return result


def print_variant(folder: Path | None, variant: Variant) -> tuple[Row, bytes]:
    """A variant's own PDF, byte by byte what its own command would print, such as `boards --id`. It
    is written to the folder; a worker elsewhere, which has none, returns what it holds. Raises
    OSError."""
    try:
        with _DRAWING:
            value = variant.roll()
            pages = sheets.pages(variant.job, [value])
            pdf = sheets.document(variant.job, [value], pages, Path(variant.row.file))
        row = done_row(variant, value, own_pages=len(pages), findings=pdf.warnings)
    except Exception as error:
        return failed_row(variant, error), b""
    if folder is None:
        return row, pdf.content
    write_atomically(folder / row.file, pdf.content, lasting=False)
    return row, b""


def done_row(variant: Variant, value: Any, **more: Any) -> Row:
    """The row of a variant that was printed (Any: a rolled value of any game)."""
    summary = variant.job.game.record(value, variant.settings.language_code)["told"]
    result = getattr(value, "playtest_result", None) if variant.request.playtest else None
    more |= {"rolled": tuple(summary), "figures": dict(result.columns()) if result else {}}
    return Row(**dict(variant.row) | more)


def failed_row(variant: Variant, error: Exception) -> Row:
    """The error in words; one that nobody expected is a fault of the program and says so."""
    findings = error.findings if isinstance(error, PageCheckError) else ()
    words = "; ".join(str(error).splitlines())
    if not isinstance(error, EXPECTED_ERRORS):
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}:{place.lineno}"
        words = f"a fault of the program: {type(error).__name__} at {where}: {words}"
    more = {"status": "failed", "error": words, "findings": findings}
    return Row(**dict(variant.row) | more)


def contact_sheet(
    stem: str, variants: Sequence[Variant], words: Sequence[str], progress: Progress
) -> Document:
    """Variants that share a document, all of which can be printed, small, with number and ID. The
    words are those of their batch. Raises as layout and drawing do."""
    job = variants[0].job
    code, record = job.settings.language_code, {"command": [*words, "--contact"], "games": []}
    title = load_language(code).say("batch.contact.title", count=len(variants))
    about = About(title, "", code, record)
    sheet, path = job.settings.printed_paper.portrait, Path(f"{stem}.contact.pdf")
    area, cells, columns = sheet.within(EDGE), list[Block](), 0
    for variant in variants:
        whole = variant._replace(settings=variant.settings.untiled).job
        page = sheets.pages(whole, [variant.roll()], whole.sheets[:1])[0]
        paper = page.paper
        columns = 4 if paper == paper.portrait else 3  # thumbnails of either are about as large
        width = (area.w - (columns - 1) * GAP) / columns
        box = Box(0, 0, width, paper.height * width / paper.width)
        view = PageView(page, Box(0, 0, paper.width, paper.height), box)
        picture = Block((view, Rect(box, None, "steel", theme.LINES["hair"])), width, box.h)
        label = wrap_id(f"{variant.row.number} · {variant.row.id}", width, LABEL)
        cells.append(column([picture, label], LABEL_GAP)._replace(name="variant"))
        progress.step()
    starts = range(0, len(cells), columns)
    rows = [row(cells[start : start + columns], GAP) for start in starts]
    head = Group("head", area._replace(h=HEAD), line(title, TITLE).items(0, 0))
    shown = (
        Page(sheet, (head, *stack_items(part, ROW_GAP, area.x, area.y + HEAD)), "contact")
        for part in paginate(rows, area.h - HEAD, gap=ROW_GAP)
    )
    # The pages that thumbnails show were checked when they were printed.
    return make_document(shown, about, job.settings, path, job.definition.art_dirs, check=False)
