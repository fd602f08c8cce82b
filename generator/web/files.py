"""What the page saves beside PDFs, as a ZIP: cut files, pictures, games for tables.

Input: queries of backend.py that also have
  files             one of KINDS; all but cut files need PDFium
  url               where the pictures of a virtual table will be
Output: the ZIP with what the
page says of it. Nothing is written to a disk.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from generator import games
from generator.core.errors import OptionError
from generator.core.output import CUT_FORMATS
from generator.core.request import Request
from generator.core.settings import Settings, check_choice
from generator.printing import sheets
from generator.printing.command_line import effective_settings, sheet_command
from generator.web import backend
from generator.web.zip_file import zip_file


class Files(NamedTuple):
    """A ZIP, and what the page says of it: `fileName`, and the `command` that writes the same
    files. Any: JSON."""

    facts: dict[str, Any]
    content: bytes


class _Printed(NamedTuple):
    """Files by their names, the stem of the ZIP, the words of the command."""

    files: dict[str, bytes]
    stem: str
    words: list[str]


def print_files(
    query: Mapping[str, Any], sets_dirs: Sequence[Path] = (), plays: bool = False
) -> Files:
    """The files of a query. Raises GeneratorError for whatever is wrong with the query or the sets,
    CutError if nothing is cut out of the sheet."""
    check_choice("game", query["game"], games.names())
    game, settings = games.game(query["game"]), backend.settings_of(query)
    check_choice("sheet", query["sheet"], ("", *game.named_sheets))
    check_choice("files", query["files"], KINDS)
    request, rolled = backend.roll(game, query, tuple(sets_dirs), plays)
    printed = _PRINTERS[query["files"]](request, rolled, settings, query.get("url", ""))
    facts = {"fileName": f"{printed.stem}.zip", "command": backend.command_text(printed.words)}
    return Files(facts, zip_file(printed.files))


def _cut_files(request: Request, rolled: Any, settings: Settings, _: str) -> _Printed:
    game = games.game(request.game)
    settings = effective_settings(game, request.sheet, settings)
    documents = sheets.rolled_cut_files(request, rolled, settings, CUT_FORMATS)
    words = sheet_command(game, request, settings, (rolled.game_id,))
    words += [word for name in CUT_FORMATS for word in ("--cut", name)]
    stem = f"cut.{sheets.file_stem(game, request.sheet, (rolled.game_id,), settings)}"
    return _Printed({each.path.name: each.content for each in documents}, stem, words)


def _pieces(request: Request, rolled: Any, settings: Settings, _: str) -> _Printed:
    # Imported here: PDFium is loaded only for pictures.
    from generator.printing.piece_images import ImageOptions, piece_files

    looks = backend.plain_settings(settings)
    words = ["pieces", request.game, "--id", str(rolled.game_id)]
    words += ["--sheet", request.sheet] if request.sheet else []
    stem = sheets.file_stem(games.game(request.game), request.sheet, (rolled.game_id,), looks)
    files = piece_files(request, rolled, looks, ImageOptions())
    return _Printed(files, f"pieces.{stem}", [*words, *looks.look_words()])


def _table(request: Request, rolled: Any, settings: Settings, url: str) -> _Printed:
    from generator.printing.tabletop import SCHEMES, table_files

    if not url.startswith(SCHEMES):
        raise OptionError(f"url {url!r}: expected an address that begins with {SCHEMES[1]}")
    looks = replace(backend.plain_settings(settings), rules=settings.rules)
    words = ["table", request.game, "--id", str(rolled.game_id), "--url", url, *looks.words()]
    words += ["--no-playtest"] if games.game(request.game).playtest and not request.playtest else []
    stem = f"table.{rolled.game_id}{looks.file_suffix()}"
    return _Printed(table_files(request, rolled, looks, url), stem, words)


_PRINTERS: dict[str, Callable[[Request, Any, Settings, str], _Printed]] = {
    "cut": _cut_files, "pieces": _pieces, "table": _table,
}  # fmt: skip
KINDS = tuple(_PRINTERS)
