"""The manifest of a batch: NAME.jsonl, to which a JSON object is added as each variant is printed
(of several with one number the last counts), and at the end NAME.csv, for a spreadsheet."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import AfterValidator, Field, ValidationError, model_validator
from pydantic_core import PydanticCustomError

from generator import __version__, games
from generator.batch.plan import Plan, Variant, check_name, first_game_id
from generator.core.diagnostics import Diagnostic, display_path, quoted
from generator.core.errors import EXPECTED_ERRORS, DefinitionError, OverwriteError
from generator.core.files import Output, write_atomically
from generator.core.game_id import GameId, parse
from generator.core.request import Request
from generator.core.settings import Settings, Value
from generator.printing.rolling import changes
from generator.schema.fields import Definition

_Name = Annotated[str, AfterValidator(check_name)]


class Row(Definition):
    """One variant. Its own PDF is `file` if it has own_pages; in that of all, joint_file, it begins
    on joint_page (from 1). rolled and findings are lines of text; ink_share is the mean share of
    full coverage; printer is what a printer's profile changed ("": there was none). playtest says
    that the best of its seed was printed, rank which place it has among all that were tried (0:
    none), figures what playing it showed."""

    number: int
    id: str
    status: Literal["done", "failed"]
    error: str = ""
    sheet: str
    settings: dict[str, Value]
    printer: str
    file: _Name
    own_pages: int = 0
    joint_file: _Name | Literal[""] = ""
    joint_page: int = 0
    joint_pages: int = 0
    ink_share: float | None = None
    findings: tuple[str, ...] = ()
    rolled: tuple[str, ...] = ()
    playtest: bool = False
    rank: int = 0
    figures: dict[str, float | str] = Field(default_factory=dict)
    version: str = Field(default=__version__)

    @model_validator(mode="after")
    def _is_of_a_game(self) -> "Row":
        name = parse(self.id).game  # GameIdError is a ValueError; so are the other errors
        if name not in games.names():
            raise PydanticCustomError("game", f"there is no game {quoted(name)}")
        game = games.game(name)
        if self.sheet not in ("", *game.named_sheets):
            raise PydanticCustomError("sheet", f"{name} has no sheet {quoted(self.sheet)}")
        if self.playtest and not game.playtest:
            raise PydanticCustomError("playtest", f"no program can play {name}")
        Settings().with_options(self.settings)
        return self


def new_row(variant: Variant, status: Literal["done", "failed"] = "done", **more: Any) -> Row:
    """The row of a variant (Any: fields of other types)."""
    number, request, settings, file, rank = variant
    printer = ""
    if settings.fitted:
        margins, backs = (
            ", ".join(f"{length:.3f}" for length in lengths)
            for lengths in (settings.printed_paper.margins, settings.back_offset)
        )
        scale = f"{settings.printed_paper.scale:.5f}"
        printer = f"scale {scale}; margins {margins}; backs {backs}"
    planned: dict[str, Any] = {"number": number, "id": str(variant.game_id), "file": file}
    planned |= {"sheet": request.sheet, "settings": settings.values(), "printer": printer}
    return Row(status=status, playtest=request.playtest, rank=rank, **planned, **more)


def read(path: Path) -> list[Row]:
    """The rows of a manifest, by number. The last line may be cut off. Raises DefinitionError,
    OSError."""
    try:  # an editor may have put a mark of UTF-8 in front
        text = path.read_text(encoding="utf-8-sig", errors="replace")
    except OSError as error:
        raise OSError(f"{path}: cannot be read: {error.strerror or error}") from error
    lines = text.splitlines(keepends=True)
    rows: dict[int, Row] = {}
    for place, line in enumerate(lines, 1):
        try:
            row = Row.model_validate_json(line)
        except ValidationError as error:
            if place == len(lines) and not line.endswith("\n"):
                break  # the program was stopped while it wrote this line
            first = error.errors()[0]
            key, why = ".".join(map(str, first["loc"])), first["msg"].removeprefix("Value error, ")
            where = display_path(path), place, 1, key
            problem = Diagnostic(*where, f"no row of a manifest ({why})")
            raise DefinitionError([problem]) from None
        rows[row.number] = row
    return [rows[number] for number in sorted(rows)]


@contextmanager
def journal(path: Path, rows: Iterable[Row] = ()) -> Iterator[Callable[[Row], None]]:
    """A function that adds rows to those of a manifest while a batch runs. Raises OSError."""
    known = {row.number: row for row in rows}

    def write() -> None:
        write_atomically(path, b"".join(_line(known[number]) for number in sorted(known)))

    write()
    with path.open("ab") as file:

        def add(row: Row) -> None:
            known[row.number] = row
            try:
                file.write(_line(row))
                file.flush()
            except OSError as error:
                raise OSError(f"{path}: cannot be written: {error.strerror or error}") from error

        yield add
    write()
    write_atomically(
        path.with_suffix(".csv"), table(_flat(known[number]) for number in sorted(known))
    )


def _line(row: Row) -> bytes:
    return json.dumps(row.model_dump(mode="json"), ensure_ascii=False).encode() + b"\n"


def table(rows: Iterable[dict[str, Any]]) -> bytes:
    """A table as CSV, with the mark at the beginning by which spreadsheets know UTF-8."""
    rows, text = list(rows), io.StringIO()
    keys = list(dict.fromkeys(key for row in rows for key in row))
    writer = csv.DictWriter(text, keys, lineterminator="\n", restval="")
    if keys:
        writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode("utf-8-sig")


def _flat(row: Row) -> dict[str, Any]:
    """One level of keys; lists as text."""
    flat: dict[str, Any] = {}
    for key, value in row.model_dump().items():
        if isinstance(value, dict):
            front = "play_" if key == "figures" else ""
            flat |= {f"{front}{name}": each for name, each in value.items()}
        else:
            flat[key] = "; ".join(value) if isinstance(value, tuple) else value
    return flat


def earlier_rows(plan: Plan) -> list[Row]:
    """The rows that an earlier run of the same plan left. Raises OverwriteError where the
    manifest, or the table beside it, is something else, which would be lost; DefinitionError,
    OSError for a manifest that cannot be read."""
    manifest, csv_table = plan.manifest, plan.manifest.with_suffix(".csv")
    lost = "would be lost: choose another --output"
    if not manifest.is_file():
        if csv_table.is_file() and csv_table.read_bytes()[:13] not in (_TABLE_BEGINS, b""):
            raise OverwriteError(f"{csv_table} is not of a batch, and {lost}")
        return []
    rows, planned = (
        read(manifest),
        {(each.request.sheet, str(each.game_id)) for each in plan.variants},
    )
    if others := [row.id for row in rows if (row.sheet, row.id) not in planned]:
        raise OverwriteError(
            f"{manifest} lists another batch, or one of sets that have changed since, such as "
            f"{others[0]}, which {lost}, or remove it; "
            f"`reprint {manifest}` prints again what has changed"
        )
    return rows


_TABLE_BEGINS = b"\xef\xbb\xbfnumber,id,"
_PLANNED = ("id", "sheet", "settings", "printer", "file", "playtest", "rank", "version", "status")
_NOT_JOINT = {"joint_file": "", "joint_page": 0, "joint_pages": 0}


def kept_rows(plan: Plan) -> list[Row]:
    """The rows of variants that an earlier run of the same plan printed, and whose files are there.
    Raises as earlier_rows."""
    output, earlier = plan.output, {row.number: row for row in earlier_rows(plan)}
    kept = {}
    for variant in plan.variants:
        row, planned = earlier.get(variant.number), new_row(variant)
        if not row or any(getattr(row, key) != getattr(planned, key) for key in _PLANNED):
            continue
        has_own_pdf = row.own_pages and (plan.folder / row.file).is_file()
        if (has_own_pdf or not output.has_own_pdfs) and (
            row.ink_share is not None or not output.ink_share
        ):
            kept[variant.number] = row
    for group in plan.groups:  # a document counts if it has the very variants that it should have
        numbers = {variant.number for variant in group.variants}
        joint = {number for number, row in earlier.items() if row.joint_file == group.file}
        if joint == numbers <= kept.keys() and (plan.folder / group.file).is_file():
            continue
        for number in numbers & kept.keys():
            row = kept.pop(number)
            if output.has_own_pdfs:
                kept[number] = row.model_copy(update=_NOT_JOINT)
    return [kept[number] for number in sorted(kept)]


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
        files = ([row.file] if row.own_pages else []) + ([row.joint_file] if row.joint_file else [])
        lost = (f"{name} is missing" for name in files if not (folder / name).is_file())
        failed = f"it failed: {row.error}" if row.status == "failed" else ""
        reason = changes(variant.game, then, game_id) or failed or next(lost, "")
        result.append(RowStatus(row, variant, reason))
    return result


def reprint_plan(manifest: Path, selected: Iterable[RowStatus], output: Output) -> Plan:
    """A plan that prints these again. A document of many gets a name of its own: the old one has
    the others. Raises DefinitionError, FileNameError."""
    number = 1
    while list(manifest.parent.glob(f"{manifest.stem}.reprint-{number}.*")):
        number += 1
    variants = [status.variant for status in selected if status.variant]
    ids = [word for variant in variants for word in ("--id", str(variant.game_id))]
    words = ("reprint", manifest.name, *ids)
    return Plan(f"{manifest.stem}.reprint-{number}", output, words).with_variants(variants)
