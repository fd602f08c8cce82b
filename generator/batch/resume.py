"""What of an interrupted batch can be kept.

Input: a plan, the rows of the manifest that an earlier run left. Output: the rows of variants that
need not be printed again. Nothing is trusted that cannot be seen: a file must be there, with the
very bytes that were written.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path

from generator.batch.combined_pdf import Group, groups
from generator.batch.manifest import Place, Row, digest, row
from generator.batch.plan import Plan, Variant
from generator.batch.variant_pdf import Failed
from generator.core.output import Output


def intact_rows(plan: Plan, rows: Iterable[Row]) -> list[Row]:
    """The rows of an earlier run that are of the same variants of the same plan, as far as their
    files are intact."""
    before = {each.number: each for each in rows}
    checked = _Checked(plan.folder)
    intact: dict[int, Row] = {}
    for variant in plan.variants:
        each = before.get(variant.number)
        if each and _serves(each, variant, plan.output):
            places = {"own": checked.place(each.own), "joint": checked.place(each.joint)}
            intact[variant.number] = each.model_copy(update=places)
    for group in groups(plan):
        _check_joint(group, intact, before)
    needed = "own" if plan.output.has_own_pdfs else "joint"
    return [each for each in intact.values() if getattr(each, needed)]


def _serves(each: Row, variant: Variant, output: Output) -> bool:
    """Whether the row is of this variant, and holds all that the output needs."""
    expected = row(variant, output.pdfs, Failed(variant.number, ""))
    measured = each.ink_share is not None or not output.ink_share
    return each.status == "done" and measured and each.is_same_variant(expected)


def _check_joint(group: Group, intact: dict[int, Row], before: Mapping[int, Row]) -> None:
    """A document of many is intact if it has the very variants that it should have."""
    inside = {
        number for number, each in before.items() if each.joint and each.joint.file == group.file
    }
    numbers = {each.number for each in group.variants}
    if inside == numbers and all(n in intact and intact[n].joint for n in numbers):
        return
    for number in numbers & intact.keys():
        intact[number] = intact[number].model_copy(update={"joint": None})


class _Checked:
    """Places whose files are still what was written. Each file is read once."""

    def __init__(self, folder: Path):
        self._folder, self._digests = folder, dict[str, str | None]()

    def place(self, place: Place | None) -> Place | None:
        if place is None:
            return None
        if place.file not in self._digests:
            self._digests[place.file] = digest(self._folder / place.file)
        return place if self._digests[place.file] == place.sha256 else None
