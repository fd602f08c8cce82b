"""What of a batch is stale, and how to print it again.

Input: the rows of a manifest, the present sets. Output: for each row why it is stale, if it is:
sets that changed since, files that are gone or altered, a variant that failed. What is printed
again has the same seed, and the ID it has now.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from generator import games
from generator.batch.manifest import Row, WrittenFiles
from generator.batch.plan import Plan, Variant, first_game_id
from generator.batch.variant_pdf import recorded_lines, roll_variant
from generator.core.errors import EXPECTED_ERRORS
from generator.core.game_id import GameId, parse
from generator.core.output import Output
from generator.core.request import Request
from generator.core.settings import Settings
from generator.printing import rolling


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
    present = _PresentIds(sets_dirs)
    files = WrittenFiles(folder)
    result = []
    for row in rows:
        settings = settings_of(row)
        try:
            game_id = present.id_of(row)
        except EXPECTED_ERRORS as error:
            result.append(RowStatus(row, None, str(error)))
            continue
        request = Request.of_game_id(game_id, row.sheet, row.playtest, sets_dirs)
        file = row.file.replace(row.id, str(game_id))
        variant = Variant(row.number, request, settings, file, row.rank)
        reason = _changed_sets(row, variant) or _failure(row) or _lost_file(row, files)
        result.append(RowStatus(row, variant, reason))
    return result


class _PresentIds:
    """The IDs that variants have with the sets as they are now."""

    def __init__(self, sets_dirs: tuple[Path, ...]):
        self._sets_dirs = sets_dirs
        self._known: dict[GameId, GameId] = {}

    def id_of(self, row: Row) -> GameId:
        """Raises what reading sets and rolling raise."""
        then = parse(row.id)
        key = replace(then, seed="", fingerprint="")
        if key not in self._known:
            request = Request.of_game_id(then, row.sheet, sets_dirs=self._sets_dirs)
            self._known[key] = first_game_id(request)
        return replace(self._known[key], seed=then.seed)


def _changed_sets(row: Row, variant: Variant) -> str:
    """Which sets changed since, and how much of what is rolled."""
    then = parse(row.id)
    reason = rolling.changes(games.game(then.game), then, variant.game_id)
    return reason and f"{reason}; {_difference(row, variant)}"


def _difference(row: Row, variant: Variant) -> str:
    try:
        value = roll_variant(variant)
    except EXPECTED_ERRORS as error:
        return str(error)
    lines = recorded_lines(games.game(variant.request.game), value, variant.settings)
    new = [line for line in lines if line not in row.rolled]
    if not new and len(lines) == len(row.rolled):
        return "what it rolls stays the same"
    return f"what it rolls differs in {len(new)} of {len(lines)} lines"


def _failure(row: Row) -> str:
    return f"it failed: {row.error}" if row.status == "failed" else ""


def _lost_file(row: Row, files: WrittenFiles) -> str:
    """Which files are not there as they were written."""
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
