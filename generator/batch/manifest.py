"""The manifest of a batch: NAME.jsonl, to which a JSON object is added as each variant is printed
(of several with one number the last counts), and at the end NAME.csv, for a spreadsheet."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

from generator import games
from generator.batch.plan import Plan, Row, Variant, first_game_id
from generator.core.diagnostics import Diagnostic, described, display_path
from generator.core.errors import EXPECTED_ERRORS, DefinitionError, OverwriteError
from generator.core.files import Output, write_atomically
from generator.core.game_id import GameId, parse
from generator.core.request import Request
from generator.core.settings import Settings, check_choice
from generator.core.yaml_source import Source
from generator.printing.rolling import changes
from generator.schema.set_files import check


def read(path: Path) -> list[Row]:
    """The rows of a manifest, by number. The last line may be cut off. Raises DefinitionError,
    OSError."""
    # An editor may have put a mark of UTF-8 in front.
    lines = path.read_text(encoding="utf-8-sig", errors="replace").splitlines(keepends=True)
    rows, file = dict[int, Row](), display_path(path)
    for place, line in enumerate(lines, 1):
        try:
            data = {**json.loads(line)}
        except (TypeError, ValueError, RecursionError) as error:
            if place == len(lines) and not line.endswith("\n"):
                break  # the program was stopped while it wrote this line
            start = getattr(error, "pos", 0)
            words = f"expected a JSON object, found {described(line[start:].strip())}"
            raise DefinitionError([Diagnostic(file, place, start + 1, "", words)]) from None
        row = check(Row, Source(file, data, (), {(): (place, 1)}, {}))
        rows[row.number] = row
    return [rows[number] for number in sorted(rows)]


@contextmanager
def journal(path: Path, rows: Iterable[Row] = ()) -> Iterator[Callable[[Row], None]]:
    """A function that adds rows to those of a manifest while a batch runs. Raises OSError."""
    known = {row.number: row for row in rows}

    def in_order() -> list[Row]:
        return [known[number] for number in sorted(known)]

    write_atomically(path, b"".join(map(_line, in_order())))
    with path.open("ab", buffering=0) as file:

        def add(row: Row) -> None:
            known[row.number] = row
            file.write(_line(row))

        yield add
    write_atomically(path, b"".join(map(_line, in_order())))
    write_atomically(path.with_suffix(".csv"), table(map(_flat, in_order())))


def _line(row: Row) -> bytes:
    return row.model_dump_json().encode() + b"\n"


def table(rows: Iterable[dict[str, Any]]) -> bytes:
    """A table as CSV, with the mark at the beginning by which spreadsheets know UTF-8."""
    rows, text = list(rows), io.StringIO()
    keys = dict.fromkeys(key for row in rows for key in row)
    writer = csv.DictWriter(text, list(keys), lineterminator="\n", restval="")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode("utf-8-sig")


def _flat(row: Row) -> dict[str, Any]:
    """One level of keys; lists as text."""
    flat = row.model_dump()
    flat |= {key: "; ".join(flat[key]) for key in ("findings", "rolled")}
    flat |= flat.pop("settings")
    return flat | {f"play_{name}": value for name, value in flat.pop("figures").items()}


def earlier_rows(plan: Plan) -> list[Row]:
    """The rows that an earlier run of the same plan left. Raises OverwriteError where the
    manifest, or the table beside it, is something else, which would be lost; DefinitionError,
    OSError for a manifest that cannot be read."""
    manifest, csv_table = plan.manifest, plan.manifest.with_suffix(".csv")
    lost = "would be lost: choose another --output"
    if not manifest.is_file():
        if csv_table.is_file():
            raise OverwriteError(f"{csv_table} is not of a batch with a manifest, and {lost}")
        return []
    rows, planned = read(manifest), {(each.row.sheet, each.row.id) for each in plan.variants}
    if others := [row.id for row in rows if (row.sheet, row.id) not in planned]:
        raise OverwriteError(
            f"{manifest} lists another batch, or one of sets that have changed since, such as "
            f"{others[0]}, which {lost}, or remove it; "
            f"`reprint {manifest}` prints again what has changed"
        )
    return rows


_planned = attrgetter("id", "sheet", "settings", "printer", "file", "playtest", "version", "status")
_NOT_JOINT = {"joint_file": "", "joint_page": 0, "joint_pages": 0}


def kept_rows(plan: Plan, earlier: Iterable[Row]) -> list[Row]:
    """Those rows of an earlier run whose variants were printed as they are planned, and whose files
    are there."""
    by_number, kept = {row.number: row for row in earlier}, list[Row]()
    has_own, folder = plan.output.has_own_pdfs, plan.output.folder
    for stem, variants in plan.documents.items():
        file, numbers = f"{stem}.pdf", {row.number for row, *_ in variants}
        found = ((by_number.get(row.number), row) for row, *_ in variants)
        same = [row for row, expected in found if row and _planned(row) == _planned(expected)]
        # A document counts if it has the very variants that it should have.
        joint = {number for number, row in by_number.items() if row.joint_file == file}
        is_whole = {row.number for row in same} == numbers == joint and (folder / file).is_file()
        for row in same:
            if not has_own and is_whole:
                kept.append(row)
            elif has_own and row.own_pages and (folder / row.file).is_file():
                kept.append(row if is_whole else row.model_copy(update=_NOT_JOINT))
    return sorted(kept, key=lambda row: row.number)


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
    """Every row against the present sets, and the files in the folder. Raises DefinitionError."""
    present: dict[GameId, GameId] = {}  # the first IDs as they are now, by those without a seed
    result = []
    for row in rows:
        try:
            settings, then = settings_of(row), parse(row.id)
            check_choice("game", then.game, games.names())
            game, key = games.game(then.game), replace(then, seed="", fingerprint="")
            check_choice("sheet", row.sheet, ("", *game.named_sheets))
            if key not in present:
                request = Request.of_game_id(then, row.sheet, sets_dirs=sets_dirs)
                present[key] = first_game_id(request)
        except DefinitionError:
            raise  # once, not for each variant
        except EXPECTED_ERRORS as error:
            result.append(RowStatus(row, None, str(error)))
            continue
        game_id = replace(present[key], seed=then.seed)
        request = Request.of_game_id(game_id, row.sheet, row.playtest, sets_dirs)
        file = row.file.replace(row.id, str(game_id))
        variant = Variant.of(row.number, request, settings, file)
        files = ([row.file] if row.own_pages else []) + ([row.joint_file] if row.joint_file else [])
        lost = (f"{name} is missing" for name in files if not (folder / name).is_file())
        failed = f"it failed: {row.error}" if row.status == "failed" else ""
        reason = changes(game, then, game_id) or failed or next(lost, "")
        result.append(RowStatus(row, variant, reason))
    return result


def reprint_plan(manifest: Path, selected: Iterable[RowStatus], output: Output) -> Plan:
    """A plan that prints these again. A document of many gets a name of its own: the old one has
    the others. Raises DefinitionError."""
    number = 1
    while list(manifest.parent.glob(f"{manifest.stem}.reprint-{number}.*")):
        number += 1
    variants = [status.variant for status in selected if status.variant]
    ids = [word for variant in variants for word in ("--id", variant.row.id)]
    words = ("reprint", manifest.name, *ids)
    return Plan(f"{manifest.stem}.reprint-{number}", output, words, manifest, tuple(variants))
