"""What the page asks of the generator, in a browser's worker and on the server of the studio.

Nothing is written to a disk. A query is JSON data:
  game, sheet       sheet "" is all sheets of the game as one PDF; BOOKLETS are rules to fold
  sets, size, players
  id                a game ID, in place of sets, size, players and seed
  seed              text as typed; "" for a vetted game where there is one, else a made-up seed
  paper, ink, language, rules
  making            OPTIONS by their names, as text; left out if all are the usual ones
  files             one of KINDS, for a ZIP; all but cut files need PDFium
  url               where the pictures of a virtual table will be
"""

import io
import json
import shlex
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from generator import games
from generator.core.errors import EXPECTED_ERRORS, OptionError
from generator.core.files import CUT_FORMATS, Output
from generator.core.game_id import parse
from generator.core.request import Request
from generator.core.seeds import FIXED, canonical_seed, made_up_seed
from generator.core.settings import LOOKS, Settings, check_choice
from generator.printing import rolling, sheets
from generator.printing.rolling import Job
from generator.printing.sheets import sheet_command

_DATE = (1980, 1, 1, 0, 0, 0)  # the earliest that the format knows
_MODE = 0o644 << 16  # readable where the archive is unpacked


def zip_file(files: Mapping[str, bytes]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as target:
        for name, file in files.items():
            entry = zipfile.ZipInfo(name, _DATE)
            entry.external_attr = _MODE
            target.writestr(entry, file, zipfile.ZIP_DEFLATED)
    return content.getvalue()


OPTIONS = ("backs", "marks", "gap", "thickness", "tile", "overlap", "scale")


def usable_options(game_name: str) -> dict[str, list[str]]:
    """The options that each sheet of a game can use; "" is all of them, in one PDF."""
    game = games.game(game_name)
    return {
        sheet: [name for name in OPTIONS if name in game.options(sheet)]
        for sheet in ("", *game.sheet_names, *game.extra_sheets)
    }


def files_of_sheets(game_name: str) -> dict[str, list[str]]:
    """What is saved beside the PDF of each sheet of a game, as KINDS names it."""
    game = games.game(game_name)
    result: dict[str, list[str]] = {}
    for sheet, options in usable_options(game_name).items():
        if sheet in game.extra_sheets:
            result[sheet] = ["cut"]
        elif sheet not in game.definition_sheets:
            result[sheet] = [*(["cut", "pieces"] if "marks" in options else []), "table"]
    return result


EXAMPLE_SEED = "example"  # of the positions on rules sheets, as on the command line
BOOKLET, _ = BOOKLETS = ("booklet", "booklet-of-all")  # of the game, of all games


class Printed(NamedTuple):
    """A PDF or a ZIP, and what the page says of it: `fileName`, and the `command` that prints the
    same bytes; of a PDF also `id` ("" for a sheet that needs no roll), `warnings`, `isRandom`, and
    whether it was `playtested` (None where programs do not choose among sheets). Any: JSON."""

    facts: dict[str, Any]
    content: bytes


def print_sheet(
    query: Mapping[str, Any], sets_dirs: Sequence[Path] = (), plays: bool = False
) -> Printed:
    """The sheet of a query. With `plays`, boards that are not vetted are playtested.

    Raises GeneratorError for whatever is wrong with the query or the sets.
    """
    name = query["game"]
    check_choice("game", name, games.names())
    game, sheet, settings = games.game(name), query["sheet"], _settings_of(query)
    check_choice("sheet", sheet, ("", *game.sheet_names, *game.extra_sheets, *BOOKLETS))
    folders = tuple(sets_dirs)
    facts: dict[str, Any] = {"id": "", "playtested": None, "isRandom": False}
    found: Sequence[str] = ()
    if sheet in BOOKLETS:
        requests = sheets.usual_requests(EXAMPLE_SEED, folders)
        if sheet == BOOKLET:
            requests = sheets.usual_requests(EXAMPLE_SEED, folders, name)
            requests = [replace(requests[0], sets=game.catalogue.canonical(_sets(query)))]
        made = sheets.booklet_document(requests, settings, Output(Path()))
    elif sheet in game.definition_sheets:
        values = _sets(query), "", 0, (EXAMPLE_SEED,), sheet
        job = Job.of(Request(name, *values, sets_dirs=folders), settings)
        made = sheets.document(job._replace(settings=job.effective_settings))
    else:
        job, rolled = _roll(query, settings, folders, plays)
        made = sheets.document(job._replace(settings=job.effective_settings), [rolled])
        found = rolling.warnings(job, [rolled], bool(query["seed"]))
        is_random = rolled.game_id.seed != FIXED
        is_tried = getattr(rolled, "playtest_result", None) is not None
        playtested = is_tried if game.playtest and is_random else None
        facts = {"id": str(rolled.game_id), "playtested": playtested, "isRandom": is_random}
    facts |= {
        "fileName": made.path.name,
        "command": shlex.join(("board-generator", *made.command)),
        "warnings": list(dict.fromkeys((*found, *made.warnings))),
    }
    return Printed(facts, made.content)


def _settings_of(query: Mapping[str, Any]) -> Settings:
    """How the sheet of a query looks. Raises OptionError."""
    values = {name: query[name] for name in (*LOOKS, "rules")}
    settings = Settings().with_options(values | query.get("making", {}))
    return settings if settings.tile else settings.untiled


def _roll(
    query: Mapping[str, Any], settings: Settings, sets_dirs: tuple[Path, ...], plays: bool
) -> tuple[Job, Any]:
    """The job of a query, and what it rolls. Any: of the game's type. Raises as print_sheet."""
    request = replace(_request(query), sets_dirs=sets_dirs, playtest=True)
    job = Job.of(request, settings)
    if (query["id"] or not query["seed"]) and job.game.playtest:
        rolled = rolling.vetted_roll(job)
        if rolled is not None:
            return job, rolled
    request = replace(request, playtest=plays and job.game.playtest is not None)
    job = job._replace(request=request)
    (rolled,) = rolling.rolls(job)
    return job, rolled


def _request(query: Mapping[str, Any]) -> Request:
    name = query["game"]
    if query["id"]:
        game_id = parse(query["id"])
        check_choice("game of the ID", game_id.game, (name,))
        return Request.of_game_id(game_id, query["sheet"])
    seed = canonical_seed(query["seed"]) if query["seed"] else made_up_seed()
    return Request(
        name, tuple(query["sets"]), query["size"], query["players"], (seed,), query["sheet"]
    )


def _sets(query: Mapping[str, Any]) -> tuple[str, ...]:
    return parse(query["id"]).sets if query["id"] else tuple(query["sets"])


def _plain_settings(settings: Settings) -> Settings:
    """The paper, ink and language of some settings."""
    return Settings(settings.paper, settings.ink, settings.language_code)


class _Zipped(NamedTuple):
    """Files by their names, the stem of the ZIP, the words of the command."""

    files: dict[str, bytes]
    stem: str
    words: list[str]


def print_files(
    query: Mapping[str, Any], sets_dirs: Sequence[Path] = (), plays: bool = False
) -> Printed:
    """The files of a query. Raises GeneratorError for whatever is wrong with the query or the sets,
    CutError if nothing is cut out of the sheet."""
    check_choice("game", query["game"], games.names())
    game, settings = games.game(query["game"]), _settings_of(query)
    check_choice("sheet", query["sheet"], ("", *game.named_sheets))
    check_choice("files", query["files"], KINDS)
    job, rolled = _roll(query, settings, tuple(sets_dirs), plays)
    printed = _PRINTERS[query["files"]](job, rolled, query.get("url", ""))
    facts = {
        "fileName": f"{printed.stem}.zip",
        "command": shlex.join(("board-generator", *printed.words)),
    }
    return Printed(facts, zip_file(printed.files))


def _cut_files(job: Job, rolled: Any, _: str) -> _Zipped:
    ids = [rolled.game_id]
    job = job._replace(settings=job.effective_settings)
    documents = sheets.cut_file_documents(job, rolled, CUT_FORMATS)
    words = sheet_command(job, ids)
    words += [word for name in CUT_FORMATS for word in ("--cut", name)]
    stem = f"cut.{sheets.file_stem(job.game, job.sheet, ids, job.settings)}"
    return _Zipped({each.path.name: each.content for each in documents}, stem, words)


def _pieces(job: Job, rolled: Any, _: str) -> _Zipped:
    # Imported here: PDFium is loaded only for pictures.
    from generator.printing.pictures import ImageOptions, piece_files

    looks = job.settings.untiled.only(())
    words = ["pieces", job.game.name, "--id", str(rolled.game_id)]
    words += ["--sheet", job.sheet] if job.sheet else []
    stem = sheets.file_stem(job.game, job.sheet, [rolled.game_id], looks)
    files = piece_files(job._replace(settings=looks), rolled, ImageOptions())
    return _Zipped(files, f"pieces.{stem}", [*words, *looks.words()])


def _table(job: Job, rolled: Any, url: str) -> _Zipped:
    from generator.printing.tabletop import SCHEMES, table_files

    if not url.startswith(SCHEMES):
        raise OptionError(f"url {url!r}: expected an address that begins with {SCHEMES[1]}")
    looks = job.settings.untiled.only(("rules",))
    words = ["table", job.game.name, "--id", str(rolled.game_id), "--url", url, *looks.words()]
    words += ["--no-playtest"] if job.game.playtest and not job.request.playtest else []
    stem = f"table.{rolled.game_id}{looks.file_suffix()}"
    return _Zipped(table_files(job._replace(settings=looks), rolled, url), stem, words)


_PRINTERS: dict[str, Callable[[Job, Any, str], _Zipped]] = {
    "cut": _cut_files,
    "pieces": _pieces,
    "table": _table,
}
KINDS = tuple(_PRINTERS)


def answer(call: str, query: str) -> tuple[str, bytes]:
    """What frontend/src/worker.ts gets for a query as JSON text: what is said of the result as JSON
    text, or an `error` that the user can mend, with its class as `kind`; and the PDF or the ZIP."""
    try:
        facts, content = {"sheet": print_sheet, "files": print_files}[call](json.loads(query))
    except EXPECTED_ERRORS as error:
        return json.dumps({"error": str(error), "kind": type(error).__name__}), b""
    return json.dumps(facts), content
