"""A batch, from its plan to PDFs, contact sheets and a manifest.

A variant that fails is a row of the manifest, and the others go on. A file is written whole or not
at all, and its row after it; so whatever stops a batch, the manifest lists files that are whole.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from generator.batch import contact_sheet
from generator.batch.manifest import Place, Row, journal, table_path
from generator.batch.plan import Group, Plan, Variant
from generator.batch.variant_pdf import done_row, failed_row, print_variants, roll_variant
from generator.core.files import exclusive_lock, write_atomically
from generator.core.progress import SILENT, Progress
from generator.core.workers import StartWorkers
from generator.layout.page import Page
from generator.pdf.document import Document
from generator.pdf.layout_checks import LayoutChecker, reject_errors
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
    cannot be written, SchedulerError, WorkersError."""
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
    result.paths += [manifest, table_path(manifest), *extra]
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
                if row.own or row.status == "failed":
                    add(row)  # else when it is in a file
            progress.step(len(chunk))


def _print_combined(
    group: Group, plan: Plan, result: Result, add: Callable[[Row], None], progress: Progress
) -> None:
    """The document of a group, unless it is there."""
    left = _printable(group, result)
    before = {number: result.rows.get(number) for number in (v.number for v in left.variants)}
    if all(row and row.joint for row in before.values()):
        return
    progress.phase("one PDF", len(left.variants))
    made, rows = combine(left, plan, progress)
    if made:
        _write(made, plan, result)
    for number, row in rows.items():
        if (earlier := before[number]) and row.status == "done":
            row = earlier.model_copy(update={"joint": row.joint})
        elif earlier:
            row = row.model_copy(update={"own": earlier.own})
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
    """The document of a group (None if nothing of it can be printed), and the rows of its variants
    by number. A variant that fails is left out, and the rest drawn again."""
    rows, left = dict[int, Row](), dict[Variant, Any]()
    for variant in group.variants:
        try:
            left[variant] = roll_variant(variant)
        except Exception as error:
            rows[variant.number] = failed_row(variant, error)
    while left:
        values = [*left.values()]
        pages = _pages(group.file, left, rows, progress)
        try:
            job, path = next(iter(left)).job, Path(group.file)  # all are of its game and settings
            # The layout of each variant is checked with its pages.
            made = sheets.document(job, values, pages, path, plan.words, check=False)
        except Exception as error:  # art that cannot be drawn: no telling whose
            return None, rows | {each.number: failed_row(each, error) for each in left}
        if len(left) == len(values):
            return made, {each.number: rows[each.number] for each in group.variants}
        progress = SILENT
    return None, rows


def _pages(
    file: str, left: dict[Variant, Any], rows: dict[int, Row], progress: Progress
) -> Iterator[Page]:
    """The pages of the variants that are left, and their rows; sheets that serve several are there
    once. What fails is left no longer. Any: rolled values of any game."""
    shared, checker, count = set[str](), LayoutChecker(), 0
    last: Page | None = None
    for variant, value in list(left.items()):
        progress.step()
        try:
            job = variant.job
            own = sheets.pages(job, [value], [name for name in job.sheets if name not in shared])
            faults = [
                replace(fault, page=number)
                for number, page in enumerate(own, 1)
                for fault in checker.check(page)
            ]
            row = done_row(variant, value, reject_errors(faults))
        except Exception as error:
            rows[variant.number] = failed_row(variant, error)
            del left[variant]
            continue
        shared.update(variant.game.shared_sheets)
        if last and count % 2 and not job.sheet and job.effective_settings.is_duplex:
            count += 1  # backs are on the back of the paper
            yield Page(last.paper, (), "blank")
        joint = Place(file=file, page=count + 1, pages=len(own))
        rows[variant.number] = row.model_copy(update={"joint": joint})
        count += len(own)
        yield from own
        last = own[-1] if own else last
