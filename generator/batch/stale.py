"""What of a batch is stale: games whose sets have changed, files that are gone, failures."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from generator.batch.manifest import Row
from generator.batch.plan import Plan, Variant, first_game_id
from generator.core.errors import EXPECTED_ERRORS
from generator.core.files import Output
from generator.core.game_id import GameId, parse
from generator.core.request import Request
from generator.core.settings import Settings
from generator.printing.rolling import changes


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
    result = []
    for row in rows:
        settings, then = settings_of(row), parse(row.id)
        key = replace(then, seed="", fingerprint="")
        try:
            if key not in present:
                request = Request.of_game_id(then, row.sheet, sets_dirs=sets_dirs)
                present[key] = first_game_id(request)
        except EXPECTED_ERRORS as error:
            result.append(RowStatus(row, None, str(error)))
            continue
        game_id = replace(present[key], seed=then.seed)
        request = Request.of_game_id(game_id, row.sheet, row.playtest, sets_dirs)
        file = row.file.replace(row.id, str(game_id))
        variant = Variant(row.number, request, settings, file, row.rank)
        places = (place.file for place in (row.own, row.joint) if place)
        lost = (f"{name} is missing" for name in places if not (folder / name).is_file())
        failed = f"it failed: {row.error}" if row.status == "failed" else ""
        reason = changes(variant.game, then, game_id) or failed or next(lost, "")
        result.append(RowStatus(row, variant, reason))
    return result


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
