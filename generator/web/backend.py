"""What the page asks of the generator, in a browser's worker and on the server of the studio.

Input: queries as JSON data, the folders with the designer's own sets. Output: the PDF of a sheet
with what the page says of it. Nothing is written to a disk.

A query has
  game, sheet       sheet "" is all sheets of the game as one PDF; BOOKLETS are rules to fold
  sets, size, players
  id                a game ID, in place of sets, size, players and seed
  seed              text as typed; "" for a vetted game where there is one, else a made-up seed
  paper, ink, language, rules
  making            options of making.py by their names, as text; left out if all are the usual ones
"""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from generator import games
from generator.core.game_id import parse
from generator.core.output import Output
from generator.core.paper import PAPERS
from generator.core.request import Request
from generator.core.seeds import FIXED, canonical_seed, made_up_seed
from generator.core.settings import Settings, check_choice
from generator.games.base import AnyGame
from generator.languages import languages
from generator.layout.theme import INK_MODES
from generator.pdf.document import Document
from generator.printing import rolling, sheets
from generator.printing.command_line import (
    definition_command,
    effective_settings,
    sheet_command,
)
from generator.web.making import with_choices

EXAMPLE_SEED = "example"  # of the positions on rules sheets, as on the command line
BOOKLET, BOOKLET_OF_ALL = BOOKLETS = ("booklet", "booklet-of-all")  # of the game, of all games


class SheetPdf(NamedTuple):
    """A PDF, and what the page says of it: `id` ("" for a sheet that needs no roll), `fileName`,
    `command`, `warnings`, `isRandom`, and whether it was `playtested` (None where programs do not
    choose among sheets). Any: JSON."""

    facts: dict[str, Any]
    content: bytes


def print_sheet(
    query: Mapping[str, Any], sets_dirs: Sequence[Path] = (), plays: bool = False
) -> SheetPdf:
    """The sheet of a query. With `plays`, boards that are not vetted are playtested.

    Raises GeneratorError for whatever is wrong with the query or the sets.
    """
    name = query["game"]
    check_choice("game", name, games.names())
    game, sheet, settings = games.game(name), query["sheet"], settings_of(query)
    check_choice("sheet", sheet, ("", *game.sheet_names, *game.extra_sheets, *BOOKLETS))
    if sheet in BOOKLETS:
        return _booklet(game, query, settings, tuple(sets_dirs))
    if sheet in game.definition_sheets:
        return _definition_sheet(game, query, settings, tuple(sets_dirs))
    request, rolled = roll(game, query, tuple(sets_dirs), plays)
    settings = effective_settings(game, sheet, settings)
    document = sheets.rolled_document(request, rolled, settings)
    warnings = rolling.warnings(game, request, [rolled], bool(query["seed"]))
    words = sheet_command(game, request, settings, (rolled.game_id,))
    is_random = rolled.game_id.seed != FIXED
    is_tried = getattr(rolled, "playtest_result", None) is not None
    playtested = is_tried if game.playtest and is_random else None
    facts = {"playtested": playtested, "isRandom": is_random}
    return _sheet_pdf(document, words, warnings, str(rolled.game_id), facts)


def settings_of(query: Mapping[str, Any]) -> Settings:
    """How the sheet of a query looks. Raises OptionError."""
    check_choice("paper", query["paper"], tuple(PAPERS))
    check_choice("ink", query["ink"], INK_MODES)
    check_choice("language", query["language"], languages())
    paper, rules = PAPERS[query["paper"]], bool(query["rules"])
    return with_choices(
        Settings(paper, query["ink"], query["language"], rules), query.get("making", {})
    )


def roll(
    game: AnyGame, query: Mapping[str, Any], sets_dirs: tuple[Path, ...], plays: bool
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


def _request(game: AnyGame, query: Mapping[str, Any]) -> Request:
    if query["id"]:
        game_id = parse(query["id"])
        check_choice("game of the ID", game_id.game, (game.name,))
        return Request.of_game_id(game_id, query["sheet"])
    seed = canonical_seed(query["seed"]) if query["seed"] else made_up_seed()
    return Request(
        game.name, tuple(query["sets"]), query["size"], query["players"], (seed,), query["sheet"]
    )


def _definition_sheet(
    game: AnyGame, query: Mapping[str, Any], settings: Settings, sets_dirs: tuple[Path, ...]
) -> SheetPdf:
    sheet, sets = query["sheet"], _sets(query)
    plain = plain_settings(settings)
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
    game: AnyGame, query: Mapping[str, Any], settings: Settings, sets_dirs: tuple[Path, ...]
) -> SheetPdf:
    """The rules of the game, or of all games, as a booklet."""
    plain = plain_settings(settings)
    requests = sheets.usual_requests(EXAMPLE_SEED, sets_dirs)
    if query["sheet"] == BOOKLET:
        usual = sheets.usual_request(game.name, EXAMPLE_SEED, sets_dirs)
        requests = [replace(usual, sets=game.catalogue.canonical(_sets(query)))]
    document = sheets.booklet_document(requests, plain, Output(Path()))
    words = sheets.booklet_command(requests, plain)
    return _sheet_pdf(document, words, (), "", {"playtested": None, "isRandom": False})


def _sets(query: Mapping[str, Any]) -> tuple[str, ...]:
    return parse(query["id"]).sets if query["id"] else tuple(query["sets"])


def plain_settings(settings: Settings) -> Settings:
    """The paper, ink and language of some settings."""
    return Settings(settings.paper, settings.ink, settings.language_code)


def _sheet_pdf(
    document: Document,
    words: Sequence[str],
    warnings: Sequence[str],
    game_id: str,
    facts: Mapping[str, Any],
) -> SheetPdf:
    return SheetPdf(
        {
            "id": game_id, "fileName": document.path.name,
            "command": command_text(words),
            "warnings": list(dict.fromkeys((*warnings, *document.warnings))), **facts,
        },
        document.content,
    )  # fmt: skip


def command_text(words: Sequence[str]) -> str:
    """A command as it is typed."""
    return shlex.join(("board-generator", *words))
