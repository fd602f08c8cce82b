"""What of a batch is stale, and how to print it anew.

Input: the rows of a manifest, the present sets. Output: for each row why it is stale, if it is:
sets that changed since, files that are gone or altered, a variant that failed. What is printed anew
has the same seed, and the ID it has now.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from generator import games
from generator.batch.manifest import Row, digest
from generator.batch.plan import Job, Plan, Variant, identified
from generator.batch.variant_pdf import rolled, told
from generator.core.errors import OptionError
from generator.core.game_id import GameId, parse
from generator.core.settings import Settings
from generator.printing import build, rolling


class Compared(NamedTuple):
    """A row, the variant that takes its place (None if there can be none now), and why the row is
    stale ("" if it is not)."""

    row: Row
    variant: Variant | None
    why: str

    def __str__(self) -> str:
        return f"{self.row.number} {self.row.id}: {self.why or 'as printed'}"


def compared(
    rows: Iterable[Row], folder: Path, sets_dirs: Sequence[Path], look_of: Callable[[Row], Settings]
) -> list[Compared]:
    """Every row against the present sets, and the files in the folder."""
    present = _Present(sets_dirs)
    digests: dict[str, str | None] = {}
    result = []
    for row in rows:
        look = look_of(row)
        try:
            now = present.identified(row, look)
        except (*build.EXPECTED_ERRORS, OptionError) as error:
            result.append(Compared(row, None, str(error)))
            continue
        file = row.file.replace(row.id, str(now))
        variant = Variant(row.number, now, row.sheet, look, file, row.playtest, row.rank)
        why = _changed(row, variant, sets_dirs) or _failure(row) or _lost(row, folder, digests)
        result.append(Compared(row, variant, why))
    return result


class _Present:
    """The IDs that variants have with the sets as they are now."""

    def __init__(self, sets_dirs: Sequence[Path]):
        self._sets_dirs = sets_dirs
        self._known: dict[GameId, GameId] = {}

    def identified(self, row: Row, look: Settings) -> GameId:
        """Raises what reading sets and rolling raise."""
        then = parse(row.id)
        key = replace(then, seed="", fingerprint="")
        if key not in self._known:
            seeds = (then.seed,)
            job = Job(then.game, row.sheet, then.sets, then.size, then.players, seeds, (look,))
            self._known[key] = identified(job, self._sets_dirs)
        return replace(self._known[key], seed=then.seed)


def _changed(row: Row, variant: Variant, sets_dirs: Sequence[Path]) -> str:
    """Which sets changed since, and how much of what is rolled."""
    then = parse(row.id)
    reason = rolling.changes(games.game(then.game), then, variant.game_id)
    return reason and f"{reason}; {_difference(row, variant, sets_dirs)}"


def _difference(row: Row, variant: Variant, sets_dirs: Sequence[Path]) -> str:
    try:
        value = rolled(variant, sets_dirs)
    except build.EXPECTED_ERRORS as error:
        return str(error)
    now = told(value, variant.look)
    new = [line for line in now if line not in row.rolled]
    if not new and len(now) == len(row.rolled):
        return "what it rolls stays the same"
    return f"what it rolls differs in {len(new)} of {len(now)} lines"


def _failure(row: Row) -> str:
    return f"it failed: {row.error}" if row.status == "failed" else ""


def _lost(row: Row, folder: Path, digests: dict[str, str | None]) -> str:
    """Which files are not there as they were written."""
    for place in filter(None, (row.own, row.joint)):
        if place.file not in digests:
            digests[place.file] = digest(folder / place.file)
        if digests[place.file] is None:
            return f"{place.file} is missing"
        if digests[place.file] != place.sha256:
            return f"{place.file} has been changed"
    return ""


def plan(manifest: Path, chosen: Sequence[Compared], sets_dirs: tuple[Path, ...]) -> Plan:
    """A plan that prints these anew. A document of many gets a name of its own: the old one has
    the others."""
    stem, folder = manifest.stem, manifest.parent
    number = 1
    while list(folder.glob(f"{stem}.reprint-{number}.*")):
        number += 1
    variants = tuple(each.variant for each in chosen if each.variant)
    ids = [word for variant in variants for word in ("--id", str(variant.game_id))]
    words = ("reprint", manifest.name, *ids)
    return Plan(f"{stem}.reprint-{number}", folder, variants, sets_dirs, words)
