"""A batch, from its plan to PDFs, contact sheets and a manifest.

A variant that fails is a row of the manifest, and the others go on. A file is written whole or not
at all, and its row after it; so whatever stops a batch, the manifest lists files that are whole.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from generator import games
from generator.batch import contact_sheet
from generator.batch.manifest import Journal, Place, Row, row, table_path
from generator.batch.plan import Group, Plan, Variant
from generator.batch.variant_pdf import (
    Chunk,
    Failed,
    Printed,
    failure,
    figures,
    lay_out,
    print_chunk,
    recorded_lines,
    roll_variant,
)
from generator.core.errors import PageCheckError
from generator.core.files import exclusive_lock, without_unfinished, write_atomically
from generator.core.game_id import GameId
from generator.core.progress import Progress, Silent
from generator.core.workers import WorkerFailure, Workers
from generator.layout.checks import LayoutChecker
from generator.layout.page import Page
from generator.pdf.document import Document, document
from generator.printing.command_line import effective_settings
from generator.printing.sheets import rolled_contents


class RolledVariant(NamedTuple):
    """A variant with its rolled value (Any: its type is the game's own)."""

    variant: Variant
    value: Any


@dataclass(slots=True)
class Combined:
    """The document of a group (None if nothing of it can be printed); by number what became of each
    of its variants, and the places of those that are in it."""

    document: Document | None = None
    results: dict[int, Printed | Failed] = field(default_factory=dict)
    places: dict[int, Place] = field(default_factory=dict)


def combine(group: Group, plan: Plan, progress: Progress) -> Combined:
    """The document of a group. A variant that fails is left out, and the rest drawn again."""
    combined, left = Combined(), []
    first = group.variants[0]  # all are of its game, sheet and settings
    game = games.game(first.request.game)
    for variant in group.variants:
        try:
            left.append(RolledVariant(variant, roll_variant(variant)))
        except Exception as error:
            combined.results[variant.number] = failure(variant, error)
    while left:
        pages = _Pages(left, combined, progress)
        try:
            values = [roll.value for roll in left]
            contents = rolled_contents(game, first.sheet, values, plan.words, first.settings)
            # _Pages checks the layout of each variant.
            finished = document(pages, contents, first.settings, Path(group.file), check=False)
        except Exception as error:  # art that cannot be drawn: no telling whose
            for variant, _ in left:
                if variant.number not in pages.failed:
                    combined.results[variant.number] = failure(variant, error)
            return combined
        if not pages.failed:
            combined.document = finished
            combined.places = pages.places(group.file, finished.content)
            return combined
        left = [roll for roll in left if roll.variant.number not in pages.failed]
        progress = Silent()
    return combined


class _Pages:
    """The pages of some rolls, one after the other, and what is to be kept of them."""

    def __init__(self, rolled: Iterable[RolledVariant], combined: Combined, progress: Progress):
        self._rolled, self._combined, self._progress = rolled, combined, progress
        self._shared: set[tuple[str, GameId]] = set()  # sheets that serve several variants
        self._spans: dict[int, tuple[int, int]] = {}  # first page, number of pages
        self._checker = LayoutChecker()
        self._page_count = 0
        self.failed: set[int] = set()

    def __iter__(self) -> Iterator[Page]:
        last_page: Page | None = None
        for variant, value in self._rolled:
            self._progress.step()
            try:
                pages = self._lay_out(variant, value)
            except Exception as error:
                self._combined.results[variant.number] = failure(variant, error)
                self.failed.add(variant.number)
                continue
            if last_page and self._page_count % 2 and not variant.sheet:
                game = games.game(variant.request.game)
                if effective_settings(game, "", variant.settings).is_duplex:
                    self._page_count += 1  # backs are on the back of the paper
                    yield Page(last_page.paper, (), "blank")
            self._spans[variant.number] = self._page_count + 1, len(pages)
            self._page_count += len(pages)
            yield from pages
            last_page = pages[-1] if pages else last_page

    def _lay_out(self, variant: Variant, value: Any) -> list[Page]:
        game, everyones = games.game(variant.request.game), replace(variant.game_id, seed="")
        shared = {name: (name, everyones) for name in variant.sheets if name in game.shared_sheets}
        sheets = [name for name in variant.sheets if shared.get(name) not in self._shared]
        pages = lay_out(variant, value, sheets)
        faults = [
            replace(fault, page=number)
            for number, page in enumerate(pages, 1)
            for fault in self._checker.check(page)
        ]
        if faults:
            raise PageCheckError(faults)
        lines = recorded_lines(game, value, variant.settings)
        played = figures(variant, value)
        number = variant.number
        self._combined.results[number] = Printed(
            number, b"", "", len(pages), lines, (), None, played
        )
        self._shared.update(shared.values())
        return pages

    def places(self, file: str, content: bytes) -> dict[int, Place]:
        """Where each variant is in the finished document."""
        sha256 = hashlib.sha256(content).hexdigest()
        return {
            number: Place(file=file, page=page, pages=pages, sha256=sha256)
            for number, (page, pages) in self._spans.items()
        }


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
    def __init__(self, plan: Plan, journal: Journal, intact: Iterable[Row], progress: Progress):
        self._plan, self._output, self._journal = plan, plan.output, journal
        self._progress = progress
        self.result = Result({row.number: row for row in intact})
        self._rows = self.result.rows

    def print_each(self, workers: StartWorkers) -> None:
        """Every variant's own PDF, or only how much ink it takes."""
        variants = [variant for group in self._plan.groups for variant in group.variants]
        left = [variant for variant in variants if variant.number not in self._rows]
        if not left:
            return
        self._progress.phase("variants", len(left))
        looks = self._output.has_own_pdfs, self._output.ink_share
        chunks = (
            Chunk(tuple(left[start : start + CHUNK_SIZE]), *looks)
            for start in range(0, len(left), CHUNK_SIZE)
        )

        def singles(chunk: Chunk) -> Iterator[Chunk]:
            return (chunk._replace(variants=(variant,)) for variant in chunk.variants)

        with workers() as pool:
            for chunk, results in pool.results(print_chunk, chunks, singles):
                if isinstance(results, WorkerFailure):
                    reason = results.why
                    results = [Failed(variant.number, reason) for variant in chunk.variants]
                for variant, result in zip(chunk.variants, results, strict=True):
                    self._add_own(variant, result)
                self._progress.step(len(results))

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
            rows = [self._rows.get(variant.number) for variant in left.variants]
            if all(row and row.joint for row in rows):
                continue
            self._progress.phase("one PDF", len(left.variants))
            combined = combine(left, self._plan, self._progress)
            if combined.document:
                self._write(combined.document)
            for variant in left.variants:
                number = variant.number
                self._add_combined(variant, combined.results[number], combined.places.get(number))

    def _write(self, made: Document) -> None:
        path = self._plan.folder / made.path
        self.result.paths.append(write_atomically(path, made.content))
        self._warn(made.warnings)

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
                self._write(contact_sheet.document(left, self._plan, self._progress))

    def _warn(self, warnings: Iterable[str]) -> None:
        self.result.warnings |= dict.fromkeys(warnings)
