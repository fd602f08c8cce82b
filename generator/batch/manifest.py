"""The manifest of a batch: NAME.jsonl, a JSON object a line, and NAME.csv, for a spreadsheet.

Rows are added to the first as they come; of several with one number the last counts. At the end of
the batch it is put in order, and the second is made.
"""

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationError

from generator import __version__, games
from generator.batch.plan import Plan, Variant, check_name
from generator.batch.variant_pdf import Failed, Result
from generator.core.diagnostics import Diagnostic, display_path, quoted
from generator.core.errors import (
    BatchConflictError,
    DefinitionError,
    FileNameError,
    GameIdError,
    OptionError,
)
from generator.core.files import write_atomically
from generator.core.game_id import parse
from generator.core.settings import Settings, Value
from generator.schema.fields import Definition


class Place(Definition):
    """Where a variant is: the file, its first page there (from 1), how many it has."""

    file: str
    page: int
    pages: int


class Row(Definition):
    """One variant. rolled and findings are lines of text; ink_share is the mean share of full
    coverage; own is the variant's own PDF, joint that of all; printer is what a printer's profile
    changed ("": there was none). playtest says that the best of its seed was printed, rank which
    place it has among all that were tried (0: none), figures what playing it showed."""

    number: int
    id: str
    status: Literal["done", "failed"]
    error: str = ""
    sheet: str
    settings: dict[str, Value]
    printer: str
    file: str
    own: Place | None = None
    joint: Place | None = None
    ink_share: float | None = None
    findings: tuple[str, ...] = ()
    rolled: tuple[str, ...] = ()
    playtest: bool = False
    rank: int = 0
    figures: dict[str, float | str] = Field(default_factory=dict)
    version: str = Field(default=__version__)


def new_row(variant: Variant, result: Result | None = None, **more: Any) -> Row:
    """The row of a variant that was printed, or failed (Any: fields of other types)."""
    known: dict[str, Any] = {"status": "done"}
    if isinstance(result, Failed):
        known = {"status": "failed", "error": result.error, "findings": result.findings}
    elif result:
        known |= {"figures": dict(result.figures), "ink_share": result.ink}
        known |= {"findings": result.warnings, "rolled": result.lines}
    return Row(
        number=variant.number,
        id=str(variant.game_id),
        sheet=variant.sheet,
        settings=variant.settings.values(),
        printer=_printer(variant.settings),
        file=variant.file,
        playtest=variant.request.playtest,
        rank=variant.rank,
        **known,
        **more,
    )


def _printer(settings: Settings) -> str:
    if not settings.fitted:
        return ""
    margins, backs = (
        ", ".join(f"{length:.3f}" for length in lengths)
        for lengths in (settings.printed_paper.margins, settings.back_offset)
    )
    return f"scale {settings.printed_paper.scale:.5f}; margins {margins}; backs {backs}"


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
            known = Row.model_validate_json(line)
            wrong = list(_impossible(known))
        except ValidationError as error:
            if place == len(lines) and not line.endswith("\n"):
                break  # the program was stopped while it wrote this line
            first = error.errors()[0]
            words = f"no row of a manifest ({first['msg']})"
            wrong = [(".".join(map(str, first["loc"])), words)]
        if wrong:
            file = display_path(path)
            raise DefinitionError([Diagnostic(file, place, 1, *problem) for problem in wrong])
        rows[known.number] = known
    return [rows[number] for number in sorted(rows)]


def _impossible(known: Row) -> Iterator[tuple[str, str]]:
    """The keys of a row in which somebody wrote what no batch does, and what is wrong."""
    try:
        for name in (known.file, *(at.file for at in (known.own, known.joint) if at)):
            check_name(name)
    except FileNameError as error:
        yield "file", str(error)
    try:
        Settings().with_options(known.settings)
    except OptionError as error:
        yield "settings", str(error)
    try:
        name = parse(known.id).game
        game = games.game(name)
    except GameIdError as error:
        yield "id", str(error)
    except KeyError:
        yield "id", f"there is no game {quoted(name)}"
    else:
        if known.sheet not in ("", *game.named_sheets):
            yield "sheet", f"{game.name} has no sheet {quoted(known.sheet)}"
        if known.playtest and not game.playtest:
            yield "playtest", f"no program can play {game.name}"


@contextmanager
def journal(path: Path, rows: Iterable[Row] = ()) -> Iterator[Callable[[Row], None]]:
    """A function that adds rows to those of a manifest while a batch runs. Raises OSError."""
    known = {row.number: row for row in rows}

    def ordered() -> list[Row]:
        return [known[number] for number in sorted(known)]

    write_atomically(path, b"".join(map(_line, ordered())))
    with path.open("ab") as file:

        def add(row: Row) -> None:
            known[row.number] = row
            try:
                file.write(_line(row))
                file.flush()
            except OSError as error:
                raise OSError(f"{path}: cannot be written: {error.strerror or error}") from error

        yield add
    write_atomically(path, b"".join(map(_line, ordered())))
    write_atomically(table_path(path), _csv(ordered()))


def _line(known: Row) -> bytes:
    return json.dumps(known.model_dump(mode="json"), ensure_ascii=False).encode() + b"\n"


def _csv(rows: list[Row]) -> bytes:
    """A line a row, with the mark at the beginning by which spreadsheets know UTF-8."""
    flat = [_flat(row) for row in rows]
    text = io.StringIO()
    keys = list(dict.fromkeys(key for row in flat for key in row))
    writer = csv.DictWriter(text, keys, lineterminator="\n", restval="")
    if keys:
        writer.writeheader()
    writer.writerows(flat)
    return text.getvalue().encode("utf-8-sig")


def _flat(known: Row) -> dict[str, Any]:
    """One level of keys: own_file, own_page and so on; lists as text."""
    flat: dict[str, Any] = {}
    for key, value in known.model_dump(mode="json").items():
        if key in ("own", "joint"):
            place = value or dict.fromkeys(Place.model_fields, "")
            flat |= {f"{key}_{name}": place[name] for name in Place.model_fields}
        elif key == "settings":
            flat |= value
        elif key == "figures":
            flat |= {f"play_{name}": figure for name, figure in value.items()}
        else:
            flat[key] = "; ".join(value) if isinstance(value, list) else value
    return flat


def table_path(manifest: Path) -> Path:
    return manifest.with_suffix(".csv")


def check_is_same_batch(plan: Plan) -> list[Row]:
    """The rows that an earlier run of the same plan left. Raises BatchConflictError where the
    manifest, or the table beside it, is something else, which would be lost; DefinitionError,
    OSError for a manifest that cannot be read."""
    manifest, table = plan.manifest, table_path(plan.manifest)
    if not manifest.is_file():
        if table.is_file() and table.read_bytes()[:13] not in (b"\xef\xbb\xbfnumber,id,", b""):
            raise BatchConflictError(
                f"{table} is not of a batch, and would be lost: choose another --output"
            )
        return []
    rows, planned = read(manifest), {(each.sheet, str(each.game_id)) for each in plan.variants}
    if others := [row.id for row in rows if (row.sheet, row.id) not in planned]:
        raise BatchConflictError(
            f"{manifest} lists another batch, or one of sets that have changed since, such as "
            f"{others[0]}, which would be lost: choose another --output, or remove it; "
            f"`reprint {manifest}` prints again what has changed"
        )
    return rows


def kept_rows(plan: Plan) -> list[Row]:
    """The rows of variants that an earlier run of the same plan printed, and whose files are there.
    Raises as check_is_same_batch."""
    output, earlier = plan.output, {row.number: row for row in check_is_same_batch(plan)}

    def is_there(place: Place | None) -> bool:
        return bool(place and (plan.folder / place.file).is_file())

    kept = {}
    for variant in plan.variants:
        row = earlier.get(variant.number)
        same = new_row(variant).model_dump(exclude_defaults=True)
        if (
            row
            and row.version == __version__
            and all(getattr(row, key) == value for key, value in same.items())
            and (is_there(row.own) or not output.has_own_pdfs)
            and (row.ink_share is not None or not output.ink_share)
        ):
            kept[variant.number] = row
    for group in plan.groups:  # a document counts if it has the very variants that it should have
        numbers = {variant.number for variant in group.variants}
        joint = {n for n, row in earlier.items() if row.joint and row.joint.file == group.file}
        if joint == numbers <= kept.keys() and is_there(kept[min(numbers)].joint):
            continue
        for number in numbers & kept.keys():
            if output.has_own_pdfs:
                kept[number] = kept[number].model_copy(update={"joint": None})
            else:
                del kept[number]
    return list(kept.values())
