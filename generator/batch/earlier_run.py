"""What an earlier run left: the rows that a resumed batch keeps, and what of a batch is stale.

Nothing is trusted without a look: a file must be there, with the very bytes that were written.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from generator import games
from generator.batch import manifest as manifests
from generator.batch.manifest import Row, WrittenFiles
from generator.batch.plan import Group, Plan, Variant, first_game_id
from generator.batch.variant_pdf import job_of, recorded_lines, roll_variant
from generator.core.errors import EXPECTED_ERRORS, BatchConflictError
from generator.core.files import Output
from generator.core.game_id import GameId, parse
from generator.core.request import Request
from generator.core.settings import Settings
from generator.printing.rolling import changes


def intact_rows(plan: Plan, resume: bool) -> list[Row]:
    """The rows of variants that an earlier run of the same plan printed, as far as their files are
    intact; none unless the run is resumed. Raises BatchConflictError where the manifest, or the
    table beside it, is another batch's; DefinitionError, OSError for one that cannot be read."""
    rows = manifests.read(plan.manifest) if plan.manifest.is_file() else []
    _check_is_same_batch(plan, rows)
    if not resume:
        return []
    earlier, files = {row.number: row for row in rows}, WrittenFiles(plan.folder)
    intact: dict[int, Row] = {}
    for variant in plan.variants:
        row = earlier.get(variant.number)
        if row and row.serves(variant, plan.output):
            places = {"own": files.intact(row.own), "joint": files.intact(row.joint)}
            intact[variant.number] = row.model_copy(update=places)
    for group in plan.groups:
        _check_combined(group, intact, earlier)
    needed = "own" if plan.output.has_own_pdfs else "joint"
    return [row for row in intact.values() if getattr(row, needed)]


def _check_is_same_batch(plan: Plan, rows: Sequence[Row]) -> None:
    """A batch must not be written over another one that happens to have its name, nor its table
    over a file of the user's. Raises BatchConflictError."""
    manifest = plan.manifest
    planned = {(variant.sheet, str(variant.game_id)) for variant in plan.variants}
    others = [row for row in rows if (row.sheet, row.id) not in planned]
    if reasons := _changed_sets(plan, others):
        raise BatchConflictError(
            f"{manifest} lists games that are others now: {reasons}; "
            f"`reprint {manifest}` prints them again, another --output begins a new batch"
        )
    if others:
        raise BatchConflictError(
            f"{manifest} lists another batch, such as {others[0].id}, which would be lost: "
            "choose another --output, or remove it"
        )
    table = manifests.table_path(manifest)
    if not manifest.is_file() and table.is_file() and not manifests.is_table(table):
        raise BatchConflictError(
            f"{table} is not of a batch, and would be lost: choose another --output"
        )


def _changed_sets(plan: Plan, others: Sequence[Row]) -> str:
    """Which sets changed since these rows were printed; "" if some are of no variant at all."""

    def before_play(game_id: GameId) -> GameId:
        return replace(game_id, seed=game_id.seed.partition("+")[0], fingerprint="")

    present = {before_play(variant.game_id): variant.game_id for variant in plan.variants}
    reasons: dict[str, None] = {}
    for then in (parse(row.id) for row in others):
        now = present.get(before_play(then), then)
        reasons[changes(games.game(then.game), then, now)] = None
    return "" if "" in reasons else "; ".join(reasons)


def _check_combined(group: Group, intact: dict[int, Row], earlier: Mapping[int, Row]) -> None:
    """A document of many counts if it has the very variants that it should have."""
    inside = {
        number for number, row in earlier.items() if row.joint and row.joint.file == group.file
    }
    numbers = {variant.number for variant in group.variants}
    if inside == numbers and all(n in intact and intact[n].joint for n in numbers):
        return
    for number in numbers & intact.keys():
        intact[number] = intact[number].model_copy(update={"joint": None})


class RowStatus(NamedTuple):
    """A row, the variant that takes its place (None if there can be none now), and why the row is
    stale ("" if it is not)."""

    row: Row
    variant: Variant | None
    reason: str

    def __str__(self) -> str:
        return f"{self.row.number} {self.row.id}: {self.reason or 'as printed'}"


def check_rows(
    rows: Iterable[Row],
    folder: Path,
    sets_dirs: tuple[Path, ...],
    settings_of: Callable[[Row], Settings],
) -> list[RowStatus]:
    """Every row against the present sets, and the files in the folder."""
    present: dict[GameId, GameId] = {}  # the first IDs as they are now, by those without a seed
    files = WrittenFiles(folder)
    result = []
    for row in rows:
        settings, then = settings_of(row), parse(row.id)
        key = replace(then, seed="", fingerprint="")
        try:
            if key not in present:
                present[key] = first_game_id(
                    Request.of_game_id(then, row.sheet, sets_dirs=sets_dirs)
                )
        except EXPECTED_ERRORS as error:
            result.append(RowStatus(row, None, str(error)))
            continue
        game_id = replace(present[key], seed=then.seed)
        request = Request.of_game_id(game_id, row.sheet, row.playtest, sets_dirs)
        file = row.file.replace(row.id, str(game_id))
        variant = Variant(row.number, request, settings, file, row.rank)
        failed = f"it failed: {row.error}" if row.status == "failed" else ""
        reason = _sets_reason(row, variant) or failed or _lost_file(row, files)
        result.append(RowStatus(row, variant, reason))
    return result


def _sets_reason(row: Row, variant: Variant) -> str:
    """Which sets changed since, and how much of what is rolled."""
    game = games.game(variant.request.game)
    reason = changes(game, parse(row.id), variant.game_id)
    if not reason:
        return ""
    try:
        value = roll_variant(job_of(variant))
    except EXPECTED_ERRORS as error:
        return f"{reason}; {error}"
    lines = recorded_lines(game, value, variant.settings)
    new = [line for line in lines if line not in row.rolled]
    if not new and len(lines) == len(row.rolled):
        return f"{reason}; what it rolls stays the same"
    return f"{reason}; what it rolls differs in {len(new)} of {len(lines)} lines"


def _lost_file(row: Row, files: WrittenFiles) -> str:
    for place in filter(None, (row.own, row.joint)):
        if files.digest(place.file) is None:
            return f"{place.file} is missing"
        if not files.intact(place):
            return f"{place.file} has been changed"
    return ""


def reprint_plan(manifest: Path, selected: Sequence[RowStatus], output: Output) -> Plan:
    """A plan that prints these again. A document of many gets a name of its own: the old one has
    the others. Raises DefinitionError, FileNameError."""
    stem, folder = manifest.stem, manifest.parent
    number = 1
    while list(folder.glob(f"{stem}.reprint-{number}.*")):
        number += 1
    variants = tuple(status.variant for status in selected if status.variant)
    ids = [word for variant in variants for word in ("--id", str(variant.game_id))]
    words = ("reprint", manifest.name, *ids)
    return Plan(f"{stem}.reprint-{number}", output, words).with_variants(variants)
