"""A batch, from its plan to PDFs, contact sheets and a manifest.

A file is written whole or not at all, and its row after it; so whatever stops a batch, the manifest
lists files that are whole.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from generator.batch import contact_sheet
from generator.batch.manifest import Row, journal
from generator.batch.plan import Group, Plan
from generator.batch.variant_pdf import done_row, failed_row, print_variants, roll_variant
from generator.core.errors import PageCheckError
from generator.core.files import exclusive_lock, write_atomically
from generator.core.progress import Progress
from generator.core.workers import StartWorkers
from generator.layout.checks import LayoutChecker
from generator.layout.page import Page
from generator.pdf.document import Document
from generator.printing import sheets

CHUNK_SIZE = 8  # variants: enough that sending them takes no time, few enough to share out


@dataclass(slots=True)
class Result:
    """The rows of the plan's variants by number, the files that are for people, warnings."""

    rows: dict[int, Row] = field(default_factory=dict)
    paths: list[Path] = field(default_factory=list)
    warnings: dict[str, None] = field(default_factory=dict)  # in the order they came

    @property
    def failed(self) -> list[Row]:
        return [row for row in self.rows.values() if row.status == "failed"]


def run(
    plan: Plan,
    kept: Sequence[Row],
    workers: StartWorkers,
    progress: Progress,
    manifest: Path | None = None,
    others: Sequence[Row] = (),
) -> Result:
    """Print what the kept rows do not have. The manifest is the plan's unless another is named; the
    other rows stay in it until there are new ones with their numbers. Raises OSError for what
    cannot be written, WorkersError."""
    manifest, output = manifest or plan.manifest, plan.output
    result = Result({row.number: row for row in kept})
    with exclusive_lock(manifest):
        extra = [write_atomically(path, content) for path, content in plan.extra_files]
        with journal(manifest, [*others, *kept]) as add:
            if output.is_parallel:
                _print_each(plan, result, add, workers, progress)
            for group in plan.groups:
                if output.pdfs != "each":
                    _print_combined(group, plan, result, add, progress)
                left = _printable(group, result)
                if output.contact_sheet and left.variants:
                    progress.phase("contact sheet", len(left.variants))
                    _write(contact_sheet.document(left, plan, progress), plan, result)
    result.paths += [manifest, manifest.with_suffix(".csv"), *extra]
    return result


def _print_each(
    plan: Plan,
    result: Result,
    add: Callable[[Row], None],
    workers: StartWorkers,
    progress: Progress,
) -> None:
    """Every variant's own PDF, or only how much ink it takes."""
    variants = [variant for group in plan.groups for variant in group.variants]
    left = [variant for variant in variants if variant.number not in result.rows]
    if not left:
        return
    progress.phase("variants", len(left))
    chunks = [tuple(left[at : at + CHUNK_SIZE]) for at in range(0, len(left), CHUNK_SIZE)]
    with workers() as pool:
        work = partial(print_variants, plan.output, pool.is_remote)
        for chunk, printed in pool.results(work, chunks):
            for row, content in printed:
                if content:
                    write_atomically(plan.folder / row.file, content)
                if row.status == "done":
                    result.warnings |= dict.fromkeys(row.findings)
                result.rows[row.number] = row
                if row.own_pages or row.status == "failed":
                    add(row)  # else when it is in a file
            progress.step(len(chunk))


def _print_combined(
    group: Group, plan: Plan, result: Result, add: Callable[[Row], None], progress: Progress
) -> None:
    """The document of a group, unless it is there."""
    left = _printable(group, result)
    before = {each.number: result.rows.get(each.number) for each in left.variants}
    if all(row and row.joint_file for row in before.values()):
        return
    progress.phase("one PDF", len(left.variants))
    made, rows = combine(left, plan, progress)
    if made:
        _write(made, plan, result)
    for number, row in rows.items():
        if earlier := before[number]:
            joint = row.model_dump(include={"joint_file", "joint_page", "joint_pages"})
            same = earlier if row.status == "done" else row
            row = same.model_copy(update={**joint, "own_pages": earlier.own_pages})
        result.rows[number] = row
        add(row)


def _printable(group: Group, result: Result) -> Group:
    """A group without the variants that are known to fail."""
    failed = {row.number for row in result.failed}
    return Group(group.stem, tuple(each for each in group.variants if each.number not in failed))


def _write(made: Document, plan: Plan, result: Result) -> None:
    result.paths.append(write_atomically(plan.folder / made.path, made.content))
    result.warnings |= dict.fromkeys(made.warnings)


def combine(group: Group, plan: Plan, progress: Progress) -> tuple[Document | None, dict[int, Row]]:
    """The document of a group without the variants that fail (None if all do), and the rows of its
    variants by number. Sheets that serve several variants are there once."""
    rows, values, pages = dict[int, Row](), list[Any](), list[Page]()
    shared, checker = set[str](), LayoutChecker()
    job = group.variants[0].job  # all are of its game, sheet and settings
    for variant in group.variants:
        progress.step()
        try:
            value = roll_variant(variant)
            names = [name for name in job.sheets if name not in shared]
            own = sheets.pages(variant.job, [value], names)
            faults = [
                replace(fault, page=number)
                for number, page in enumerate(own, 1)
                for fault in checker.check(page)
            ]
            if faults:
                raise PageCheckError(faults)
            row = done_row(variant, value)
        except Exception as error:
            rows[variant.number] = failed_row(variant, error)
            continue
        if len(pages) % 2 and not job.sheet and job.effective_settings.is_duplex:
            pages.append(Page(pages[-1].paper, (), "blank"))  # backs are on the back of the paper
        place = {"joint_file": group.file, "joint_page": len(pages) + 1, "joint_pages": len(own)}
        rows[variant.number] = row.model_copy(update=place)
        values.append(value)
        pages += own
        shared.update(job.game.shared_sheets)
    if not values:
        return None, rows
    try:
        path = Path(group.file)
        return sheets.document(job, values, pages, path, plan.words, check=False), rows
    except Exception as error:  # art that cannot be drawn: no telling whose
        return None, {each.number: failed_row(each, error) for each in group.variants}
