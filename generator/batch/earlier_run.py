"""What an earlier run of a batch left behind: a manifest, and files.

Input: a plan, the rows of the manifest. Output: the rows of variants that need not be printed
again. Nothing is trusted without a look: a file must be there, with the very bytes that were
written. A batch is not written over another one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from generator import games
from generator.batch import manifest as manifests
from generator.batch.manifest import Row, WrittenFiles
from generator.batch.plan import Group, Plan
from generator.core.errors import BatchConflictError
from generator.core.game_id import GameId, parse
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
