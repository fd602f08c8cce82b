"""The manifest of a batch: NAME.jsonl, a JSON object a line, and NAME.csv, for a spreadsheet.

While a batch runs, rows are added to the first as they come; at its end, or when it is interrupted,
both are written in the order of the plan. A file that was cut off in a row can still be read.
"""

import csv
import hashlib
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationError

from generator import __version__, games
from generator.batch.plan import Variant, check_name
from generator.batch.variant_pdf import Failed, Printed
from generator.core.diagnostics import Diagnostic, display_path, quoted
from generator.core.errors import DefinitionError, FileNameError, GameIdError, OptionError
from generator.core.files import Output, Pdfs, write_atomically
from generator.core.game_id import parse
from generator.core.settings import Settings
from generator.schema.fields import Definition


class Place(Definition):
    """Where a variant is: the file, its first page there (from 1), how many it has."""

    file: str
    page: int
    pages: int
    sha256: str


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
    settings: dict[str, str | float | bool]
    printer: str
    pdfs: Pdfs
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

    def serves(self, variant: Variant, output: Output) -> bool:
        """Whether this version printed the variant, with all that the output needs."""
        measured = self.ink_share is not None or not output.ink_share
        identity = _identity(variant, output.pdfs) | {"status": "done", "version": __version__}
        return measured and all(getattr(self, key) == value for key, value in identity.items())


def _identity(variant: Variant, pdfs: Pdfs) -> dict[str, Any]:
    """What the row of a variant says whatever becomes of it."""
    settings = variant.settings
    of_variant = {name: getattr(variant, name) for name in ("number", "sheet", "file", "rank")}
    return {
        **of_variant,
        "id": str(variant.game_id),
        "settings": settings.values(),
        "printer": _printer(settings),
        "pdfs": pdfs,
        "playtest": variant.request.playtest,
    }


def row(variant: Variant, pdfs: Pdfs, result: Printed | Failed) -> Row:
    identity = _identity(variant, pdfs)
    if isinstance(result, Failed):
        return Row(**identity, status="failed", error=result.error, findings=result.findings)
    figures = dict(result.figures)
    known: dict[str, Any] = {
        "ink_share": result.ink,
        "findings": result.warnings,
        "rolled": result.lines,
    }
    return Row(**identity, status="done", figures=figures, **known)


def _printer(settings: Settings) -> str:
    if not settings.fitted:
        return ""
    margins, backs = (
        ", ".join(f"{length:.3f}" for length in lengths)
        for lengths in (settings.printed_paper.margins, settings.back_offset)
    )
    return f"scale {settings.printed_paper.scale:.5f}; margins {margins}; backs {backs}"


def read(path: Path) -> list[Row]:
    """The rows of a manifest, by number; of several with one number the last counts. The last line
    may be cut off. Raises DefinitionError, OSError."""
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


class Journal:
    """The rows of a running batch: a context, which puts them in order at its end."""

    def __init__(self, path: Path, rows: Iterable[Row] = ()):
        self.path = path
        self.rows = {known.number: known for known in rows}
        self._write_ordered()
        self._file = path.open("ab")

    def add(self, new: Row) -> None:
        """A row that is new, or says more than the one before. Raises OSError."""
        self.rows[new.number] = new  # first: Ctrl-C while it is being written must not lose it
        try:
            self._file.write(_line(new))
            self._file.flush()
        except OSError as error:
            raise OSError(f"{self.path}: cannot be written: {error.strerror or error}") from error

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, kind: type | None, *_: object) -> None:
        with suppress(OSError):  # nothing is left in it that was not written
            self._file.close()
        if kind is None:
            self._write_ordered()
            return
        with suppress(OSError):  # what stopped the batch is to be told; the rows are there
            self._write_ordered()

    @property
    def table(self) -> Path:
        return table_path(self.path)

    def _write_ordered(self) -> None:
        ordered = [self.rows[number] for number in sorted(self.rows)]
        write_atomically(self.path, b"".join(map(_line, ordered)))
        write_atomically(self.table, _csv(ordered))


def _line(known: Row) -> bytes:
    return json.dumps(known.model_dump(mode="json"), ensure_ascii=False).encode() + b"\n"


def _csv(rows: Sequence[Row]) -> bytes:
    """A line a row, with the mark at the beginning by which spreadsheets know UTF-8."""
    keys = dict.fromkeys(key for known in rows for key in _flat(known))
    content = io.BytesIO()  # a quarter of what StringIO would take
    text = io.TextIOWrapper(content, encoding="utf-8-sig", newline="")
    writer = csv.DictWriter(text, list(keys), lineterminator="\n", restval="")
    if keys:
        writer.writeheader()
    writer.writerows(map(_flat, rows))
    text.flush()
    return content.getvalue()


def table_path(manifest: Path) -> Path:
    return manifest.with_suffix(".csv")


def is_table(path: Path) -> bool:
    """Whether a file begins as a CSV that was written here, or is empty. Raises OSError."""
    with path.open("rb") as file:
        return b"\xef\xbb\xbfnumber,id,".startswith(file.read(13))


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


class WrittenFiles:
    """The files of a batch as they are now. Each is read once."""

    def __init__(self, folder: Path):
        self._folder = folder
        self._digests: dict[str, str | None] = {}

    def digest(self, file: str) -> str | None:
        """The SHA-256 of a file; None if there is none that can be read."""
        if file not in self._digests:
            self._digests[file] = None
            with suppress(OSError), (self._folder / file).open("rb") as content:
                self._digests[file] = hashlib.file_digest(content, "sha256").hexdigest()
        return self._digests[file]

    def intact(self, place: Place | None) -> Place | None:
        """The place, if its file is what was written."""
        return place if place and self.digest(place.file) == place.sha256 else None
