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
from generator.games.base import Game
from generator.pdf.document import Document
from generator.printing import rolling, sheets
from generator.printing.command_line import definition_command, effective_settings, sheet_command

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
    if sheet in BOOKLETS:
        return _booklet(game, query, settings, tuple(sets_dirs))
    if sheet in game.definition_sheets:
        return _definition_sheet(game, query, settings, tuple(sets_dirs))
    request, rolled = _roll(game, query, tuple(sets_dirs), plays)
    settings = effective_settings(game, sheet, settings)
    document = sheets.rolled_document(request, rolled, settings)
    warnings = rolling.warnings(game, request, [rolled], bool(query["seed"]))
    words = sheet_command(game, request, settings, (rolled.game_id,))
    is_random = rolled.game_id.seed != FIXED
    is_tried = getattr(rolled, "playtest_result", None) is not None
    playtested = is_tried if game.playtest and is_random else None
    facts = {"playtested": playtested, "isRandom": is_random}
    return _sheet_pdf(document, words, warnings, str(rolled.game_id), facts)


def _settings_of(query: Mapping[str, Any]) -> Settings:
    """How the sheet of a query looks. Raises OptionError."""
    values = {name: query[name] for name in (*LOOKS, "rules")}
    settings = Settings().with_options(values | query.get("making", {}))
    return settings if settings.tile else settings.untiled


def _roll(
    game: Game, query: Mapping[str, Any], sets_dirs: tuple[Path, ...], plays: bool
) -> tuple[Request, Any]:
    """The request of a query, and what it rolls. Any: of the game's type. Raises as print_sheet."""
    request = replace(_request(game, query), sets_dirs=sets_dirs)
    if (query["id"] or not query["seed"]) and game.playtest:
        rolled = rolling.vetted_roll(game, replace(request, playtest=True))
        if rolled is not None:
            return replace(request, playtest=True), rolled
    request = replace(request, playtest=plays and game.playtest is not None)
    (rolled,) = rolling.rolls(game, request)
    return request, rolled


def _request(game: Game, query: Mapping[str, Any]) -> Request:
    if query["id"]:
        game_id = parse(query["id"])
        check_choice("game of the ID", game_id.game, (game.name,))
        return Request.of_game_id(game_id, query["sheet"])
    seed = canonical_seed(query["seed"]) if query["seed"] else made_up_seed()
    return Request(
        game.name, tuple(query["sets"]), query["size"], query["players"], (seed,), query["sheet"]
    )


def _definition_sheet(
    game: Game, query: Mapping[str, Any], settings: Settings, sets_dirs: tuple[Path, ...]
) -> Printed:
    sheet, sets = query["sheet"], _sets(query)
    plain = _plain_settings(settings)
    if sheet != game.rules_sheet:
        plain = replace(plain, tile=settings.tile, overlap=settings.overlap, scale=settings.scale)
    settings = plain
    request = Request(game.name, sets, "", 0, (), sheet, sets_dirs=sets_dirs)
    seed = EXAMPLE_SEED if sheet == game.rules_sheet else ""
    document = sheets.definition_document(request, settings, Output(Path()), seed)
    words = definition_command(sheet, game.catalogue.canonical(sets), settings, seed)
    if sheet == game.rules_sheet:
        words.insert(1, game.name)
    return _sheet_pdf(document, words, (), "", {"playtested": None, "isRandom": False})


def _booklet(
    game: Game, query: Mapping[str, Any], settings: Settings, sets_dirs: tuple[Path, ...]
) -> Printed:
    """The rules of the game, or of all games, as a booklet."""
    plain = _plain_settings(settings)
    requests = sheets.usual_requests(EXAMPLE_SEED, sets_dirs)
    if query["sheet"] == BOOKLET:
        requests = sheets.usual_requests(EXAMPLE_SEED, sets_dirs, game.name)
        requests = [replace(requests[0], sets=game.catalogue.canonical(_sets(query)))]
    document = sheets.booklet_document(requests, plain, Output(Path()))
    words = sheets.booklet_command(requests, plain)
    return _sheet_pdf(document, words, (), "", {"playtested": None, "isRandom": False})


def _sets(query: Mapping[str, Any]) -> tuple[str, ...]:
    return parse(query["id"]).sets if query["id"] else tuple(query["sets"])


def _plain_settings(settings: Settings) -> Settings:
    """The paper, ink and language of some settings."""
    return Settings(settings.paper, settings.ink, settings.language_code)


def _sheet_pdf(
    document: Document,
    words: Sequence[str],
    warnings: Sequence[str],
    game_id: str,
    facts: Mapping[str, Any],
) -> Printed:
    return Printed(
        {
            "id": game_id,
            "fileName": document.path.name,
            "command": shlex.join(("board-generator", *words)),
            "warnings": list(dict.fromkeys((*warnings, *document.warnings))),
            **facts,
        },
        document.content,
    )


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
    request, rolled = _roll(game, query, tuple(sets_dirs), plays)
    printed = _PRINTERS[query["files"]](request, rolled, settings, query.get("url", ""))
    facts = {
        "fileName": f"{printed.stem}.zip",
        "command": shlex.join(("board-generator", *printed.words)),
    }
    return Printed(facts, zip_file(printed.files))


def _cut_files(request: Request, rolled: Any, settings: Settings, _: str) -> _Zipped:
    game = games.game(request.game)
    settings = effective_settings(game, request.sheet, settings)
    documents = sheets.rolled_cut_files(request, rolled, settings, CUT_FORMATS)
    words = sheet_command(game, request, settings, (rolled.game_id,))
    words += [word for name in CUT_FORMATS for word in ("--cut", name)]
    stem = f"cut.{sheets.file_stem(game, request.sheet, (rolled.game_id,), settings)}"
    return _Zipped({each.path.name: each.content for each in documents}, stem, words)


def _pieces(request: Request, rolled: Any, settings: Settings, _: str) -> _Zipped:
    # Imported here: PDFium is loaded only for pictures.
    from generator.printing.piece_images import ImageOptions, piece_files

    looks = _plain_settings(settings)
    words = ["pieces", request.game, "--id", str(rolled.game_id)]
    words += ["--sheet", request.sheet] if request.sheet else []
    stem = sheets.file_stem(games.game(request.game), request.sheet, (rolled.game_id,), looks)
    files = piece_files(request, rolled, looks, ImageOptions())
    return _Zipped(files, f"pieces.{stem}", [*words, *looks.words()])


def _table(request: Request, rolled: Any, settings: Settings, url: str) -> _Zipped:
    from generator.printing.tabletop import SCHEMES, table_files

    if not url.startswith(SCHEMES):
        raise OptionError(f"url {url!r}: expected an address that begins with {SCHEMES[1]}")
    looks = replace(_plain_settings(settings), rules=settings.rules)
    words = ["table", request.game, "--id", str(rolled.game_id), "--url", url, *looks.words()]
    words += ["--no-playtest"] if games.game(request.game).playtest and not request.playtest else []
    stem = f"table.{rolled.game_id}{looks.file_suffix()}"
    return _Zipped(table_files(request, rolled, looks, url), stem, words)


_PRINTERS: dict[str, Callable[[Request, Any, Settings, str], _Zipped]] = {
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
