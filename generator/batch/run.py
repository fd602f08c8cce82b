"""A batch, from its plan to files and a manifest.

Input: a plan, workers. Output: PDFs, contact sheets, the manifest. A variant that fails is a row of
the manifest, and the others go on. A file is written whole or not at all, and its row after it; so
whatever stops a batch, the manifest lists files that are whole.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path

from generator.batch import contact_sheet
from generator.batch.combined_pdf import combine
from generator.batch.manifest import Journal, Place, Row, row, table_path
from generator.batch.plan import Group, Plan, Variant
from generator.batch.variant_pdf import Chunk, Failed, Printed, print_chunk
from generator.core.files import exclusive_lock, without_unfinished, write_atomically
from generator.core.progress import Progress
from generator.core.workers import WorkerFailure, Workers

CHUNK_SIZE = 8  # variants: enough that sending them takes no time, few enough to share out

StartWorkers = Callable[[], AbstractContextManager[Workers]]


@dataclass(slots=True)
class Result:
    """The rows of the plan's variants by number, the files that are for people, warnings."""

    rows: dict[int, Row] = field(default_factory=dict)
    paths: list[Path] = field(default_factory=list)
    warnings: dict[str, None] = field(default_factory=dict)  # in the order they came

    @property
    def failed(self) -> list[Row]:
        """The rows of variants that could not be printed."""
        return [row for row in self.rows.values() if row.status == "failed"]


def run(
    plan: Plan,
    intact: Sequence[Row],
    workers: StartWorkers,
    progress: Progress,
    manifest: Path | None = None,
    others: Sequence[Row] = (),
) -> Result:
    """Print what the intact rows do not have. The manifest is the plan's unless another is named;
    the other rows stay in it until there are new ones with their numbers.

    Raises OSError for what cannot be written, SchedulerError. The manifest is in
    order whatever is raised, KeyboardInterrupt too.
    """
    manifest, output = manifest or plan.manifest, plan.output
    files = [plan.folder / name for name in plan.pdf_names] + [manifest, table_path(manifest)]
    with exclusive_lock(manifest), without_unfinished(files):
        extra = [write_atomically(path, content) for path, content in plan.extra_files]
        with Journal(manifest, [*others, *intact]) as journal:
            batch = _Batch(plan, journal, intact, progress)
            if output.is_parallel:
                batch.print_each(workers)
            if output.pdfs != "each":
                batch.print_combined()
            if output.contact_sheet:
                batch.print_contact_sheets()
    batch.result.paths += [journal.path, journal.table, *extra]
    return batch.result


class _Batch:
    """A batch that is being printed."""

    def __init__(self, plan: Plan, journal: Journal, intact: Iterable[Row], progress: Progress):
        self._plan, self._output, self._journal = plan, plan.output, journal
        self._progress = progress
        self.result = Result({row.number: row for row in intact})
        self._rows = self.result.rows

    def print_each(self, workers: StartWorkers) -> None:
        """Every variant's own PDF, or only how much ink it takes."""
        left = [
            variant for group in self._plan.groups for variant in group.variants
            if variant.number not in self._rows
        ]  # fmt: skip
        if not left:
            return
        self._progress.phase("variants", len(left))
        with workers() as pool:
            for chunk, results in pool.results(print_chunk, self._chunks(left), _split):
                if isinstance(results, WorkerFailure):
                    reason = results.why
                    results = [Failed(variant.number, reason) for variant in chunk.variants]
                for variant, result in zip(chunk.variants, results, strict=True):
                    self._add_own(variant, result)
                self._progress.step(len(results))

    def _chunks(self, variants: Sequence[Variant]) -> Iterator[Chunk]:
        for start in range(0, len(variants), CHUNK_SIZE):
            some = tuple(variants[start : start + CHUNK_SIZE])
            yield Chunk(some, self._output.has_own_pdfs, self._output.ink_share)

    def _add_own(self, variant: Variant, result: Printed | Failed) -> None:
        new = row(variant, self._output.pdfs, result)
        if isinstance(result, Printed):
            self._warn(result.warnings)
            if not self._output.has_own_pdfs:
                self._rows[variant.number] = new  # for the manifest when it is in a file
                return
            write_atomically(self._plan.folder / variant.file, result.content)
            place = Place(file=variant.file, page=1, pages=result.pages, sha256=result.sha256)
            new = new.model_copy(update={"own": place})
        self._add(new)

    def _add(self, new: Row) -> None:
        self._journal.add(new)
        self._rows[new.number] = new

    def print_combined(self) -> None:
        """The documents of many variants that are not there yet."""
        for group in self._plan.groups:
            left = Group(group.stem, tuple(self._printable(group)))
            if not left.variants or all(map(self._is_combined, left.variants)):
                continue
            self._progress.phase("one PDF", len(left.variants))
            combined = combine(left, self._plan, self._progress)
            if combined.document:
                path = self._plan.folder / combined.document.path
                self.result.paths.append(write_atomically(path, combined.document.content))
                self._warn(combined.document.warnings)
            for variant in left.variants:
                number = variant.number
                self._add_combined(variant, combined.results[number], combined.places.get(number))

    def _is_combined(self, variant: Variant) -> bool:
        known = self._rows.get(variant.number)
        return bool(known and known.joint)

    def _printable(self, group: Group) -> Iterator[Variant]:
        """The variants of a group, without those that are known to fail."""
        for variant in group.variants:
            known = self._rows.get(variant.number)
            if not known or known.status == "done":
                yield variant

    def _add_combined(
        self, variant: Variant, result: Printed | Failed, place: Place | None
    ) -> None:
        new = self._rows.get(variant.number) or row(variant, self._output.pdfs, result)
        if isinstance(result, Failed):
            new = row(variant, self._output.pdfs, result).model_copy(update={"own": new.own})
        self._add(new.model_copy(update={"joint": place}))

    def print_contact_sheets(self) -> None:
        """A contact sheet of each group, of the variants that can be printed."""
        for group in self._plan.groups:
            left = Group(group.stem, tuple(self._printable(group)))
            if left.variants:
                self._progress.phase("contact sheet", len(left.variants))
                document = contact_sheet.document(left, self._plan, self._progress)
                path = self._plan.folder / document.path
                self.result.paths.append(write_atomically(path, document.content))
                self._warn(document.warnings)

    def _warn(self, warnings: Iterable[str]) -> None:
        self.result.warnings |= dict.fromkeys(warnings)


def _split(chunk: Chunk) -> Iterator[Chunk]:
    """A chunk as chunks of one variant."""
    for variant in chunk.variants:
        yield chunk._replace(variants=(variant,))
