"""A batch, from its plan to files and a manifest.

Input: a plan, what is wanted, workers. Output: PDFs, contact sheets, the manifest. A variant that
fails is a row of the manifest, and the others go on. A file is written wholly or not at all, its
row after it; so whatever stops a batch, the manifest lists files that are whole.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from generator.batch import contact_sheet
from generator.batch.combined_pdf import Group, groups, joined
from generator.batch.manifest import Journal, Pdfs, Place, Row, row
from generator.batch.plan import Plan, Variant
from generator.batch.variant_pdf import Failed, Made, Task, made
from generator.core.errors import FileNameError
from generator.core.files import exclusive_lock, unfinished, write_atomically
from generator.core.progress import Progress
from generator.core.workers import WorkerFailure, Workers

CHUNK = 8  # variants in a task: enough that sending them takes no time, few enough to share out


class Wanted(NamedTuple):
    """What a batch makes besides rolling: which PDFs, how much ink they take, contact sheets."""

    pdfs: Pdfs
    ink: bool = False
    contact: bool = False

    @property
    def parallel(self) -> bool:
        """Whether there is work for several workers."""
        return self.pdfs != "one" or self.ink


@dataclass(slots=True)
class Result:
    """The rows of the plan's variants by number, the files that are for people, warnings."""

    rows: dict[int, Row] = field(default_factory=dict)
    paths: list[Path] = field(default_factory=list)
    warnings: dict[str, None] = field(default_factory=dict)  # in the order they came

    @property
    def failed(self) -> list[Row]:
        return [each for each in self.rows.values() if each.status == "failed"]


def run(
    plan: Plan,
    wanted: Wanted,
    manifest: Path,
    kept: Sequence[Row],
    workers: Callable[[], AbstractContextManager[Workers]],
    progress: Progress,
    others: Sequence[Row] = (),
) -> Result:
    """Make what the kept rows do not have. The others stay in the manifest until there are new
    ones with their numbers.

    Raises FileNameError, OSError for what cannot be written, SchedulerError. The manifest is in
    order whatever is raised, KeyboardInterrupt too.
    """
    chosen = groups(plan)
    if wanted.pdfs != "one":
        check_names(plan, chosen)
    with exclusive_lock(manifest):
        _sweep(plan, chosen, manifest)
        beside = [write_atomically(path, content) for path, content in plan.beside]
        with Journal(manifest, [*others, *kept]) as journal:
            batch = _Batch(plan, wanted, journal, kept, progress)
            if wanted.parallel:
                batch.each(chosen, workers)
            if wanted.pdfs != "each":
                batch.together(chosen)
            if wanted.contact:
                batch.contacts(chosen)
        _sweep(plan, chosen, manifest)  # a worker may have died on the way
    batch.result.paths += [journal.path, journal.table, *beside]
    return batch.result


def check_names(plan: Plan, chosen: Sequence[Group]) -> None:
    """Every variant's own file needs a name of its own. Some systems take names for the same that
    differ in their case. Raises FileNameError."""
    taken = {name.casefold(): "a file of the whole batch" for name in _common(chosen)}
    for variant in plan.variants:
        name = variant.file.casefold()
        if name in taken:
            raise FileNameError(
                f"variant {variant.number} would be {variant.file}, which is {taken[name]}; "
                "--pattern can hold {number}, {paper}, {ink}, {language}"
            )
        taken[name] = f"variant {variant.number}"


def _common(chosen: Sequence[Group]) -> Iterator[str]:
    """The PDFs that may be made of all variants."""
    for group in chosen:
        yield from (group.file, f"{group.stem}.contact.pdf")


def _sweep(plan: Plan, chosen: Sequence[Group], manifest: Path) -> None:
    """Removes what a process left half written that was killed: core/files.py had no time to."""
    names = [variant.file for variant in plan.variants]
    names += [*_common(chosen), manifest.name, f"{manifest.stem}.csv"]
    paths = [plan.folder / name for name in names]
    parts = {(path.parent, unfinished(path.name)) for path in paths}
    for folder in {path.parent for path in paths}:
        for part in folder.glob(".*.part"):
            start, _, _ = part.name.removesuffix(".part").rpartition(".")
            if (folder, start) in parts:
                part.unlink(missing_ok=True)


class _Batch:
    """A batch that is being made."""

    def __init__(
        self,
        plan: Plan,
        wanted: Wanted,
        journal: Journal,
        kept: Iterable[Row],
        progress: Progress,
    ):
        self._plan, self._wanted, self._journal = plan, wanted, journal
        self._progress = progress
        self.result = Result({each.number: each for each in kept})
        self._rows = self.result.rows

    def each(self, chosen: Sequence[Group], workers: Callable) -> None:
        """Every variant's own PDF, or only how much ink it takes."""
        keep = self._wanted.pdfs != "one"
        left = [
            variant for group in chosen for variant in group.variants
            if variant.number not in self._rows
        ]  # fmt: skip
        if not left:
            return
        self._progress.phase("variants", len(left))
        with workers() as pool:
            for task, results in pool.results(made, self._tasks(left, keep), _split):
                if isinstance(results, WorkerFailure):
                    results = [Failed(each.number, results.why) for each in task.variants]
                for variant, result in zip(task.variants, results, strict=True):
                    self._own(variant, result, keep)
                self._progress.step(len(results))

    def _tasks(self, left: Sequence[Variant], keep: bool) -> Iterator[Task]:
        for start in range(0, len(left), CHUNK):
            variants = tuple(left[start : start + CHUNK])
            yield Task(variants, self._plan.sets_dirs, keep, self._wanted.ink)

    def _own(self, variant: Variant, result: Made | Failed, keep: bool) -> None:
        each = row(variant, self._wanted.pdfs, result)
        if isinstance(result, Made):
            self._warn(result.warnings)
            if not keep:
                self._rows[variant.number] = each  # for the manifest when it is in a file
                return
            write_atomically(self._plan.folder / variant.file, result.content)
            place = Place(file=variant.file, page=1, pages=result.pages, sha256=result.sha256)
            each = each.model_copy(update={"own": place})
        self._add(each)

    def _add(self, each: Row) -> None:
        self._journal.add(each)
        self._rows[each.number] = each

    def together(self, chosen: Sequence[Group]) -> None:
        """The documents of many variants that are not there yet."""
        for group in chosen:
            left = Group(group.stem, tuple(self._fit(group)))
            if not left.variants or all(self._placed(each) for each in left.variants):
                continue
            self._progress.phase("one PDF", len(left.variants))
            joint = joined(left, self._plan, self._progress)
            if joint.document:
                path = self._plan.folder / joint.document.path
                self.result.paths.append(write_atomically(path, joint.document.content))
                self._warn(joint.document.warnings)
            for variant in left.variants:
                self._join(variant, joint.results[variant.number], joint.places)

    def _placed(self, variant: Variant) -> bool:
        each = self._rows.get(variant.number)
        return bool(each and each.joint)

    def _fit(self, group: Group) -> Iterator[Variant]:
        """The variants of a group of which it is not known that they cannot be printed."""
        for variant in group.variants:
            each = self._rows.get(variant.number)
            if not each or each.status == "done":
                yield variant

    def _join(self, variant: Variant, result: Made | Failed, places: dict[int, Place]) -> None:
        each = self._rows.get(variant.number) or row(variant, self._wanted.pdfs, result)
        if isinstance(result, Failed):
            each = row(variant, self._wanted.pdfs, result).model_copy(update={"own": each.own})
        self._add(each.model_copy(update={"joint": places.get(variant.number)}))

    def contacts(self, chosen: Sequence[Group]) -> None:
        """A contact sheet of each group, of the variants that can be printed."""
        for group in chosen:
            left = Group(group.stem, tuple(self._fit(group)))
            if left.variants:
                self._progress.phase("contact sheet", len(left.variants))
                document = contact_sheet.document(left, self._plan, self._progress)
                path = self._plan.folder / document.path
                self.result.paths.append(write_atomically(path, document.content))
                self._warn(document.warnings)

    def _warn(self, warnings: Iterable[str]) -> None:
        self.result.warnings |= dict.fromkeys(warnings)


def _split(task: Task) -> Iterator[Task]:
    """A task as tasks of one variant."""
    for variant in task.variants:
        yield task._replace(variants=(variant,))
