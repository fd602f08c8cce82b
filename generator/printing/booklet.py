"""The rules of one game or of all as a booklet, from sets to a finished PDF.

Input: Requests, one for each game, Settings, an Output. Output: a PDF of landscape sheets, and a
Report. The seed of the first request picks the examples.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from generator import games
from generator.core.output import Output
from generator.core.request import Request
from generator.core.settings import Settings
from generator.languages import load_language
from generator.layout.booklet import booklet, half_paper
from generator.pdf.document import Contents, Document, Report, document, write
from generator.printing import rolling
from generator.printing.command_line import set_words

ALL_GAMES = "all"


def usual_request(game: str, seed: str, sets_dirs: tuple[Path, ...] = ()) -> Request:
    """The rules of a game with the sets that its rules sheet has if none are named."""
    contract = games.game(game)
    sheet = contract.rules_sheet
    every = sheet in contract.definition_sheets
    sets = contract.catalogue.shipped if every else contract.default_sets
    size, players = contract.default_size, contract.default_players
    return Request(game, tuple(sets), size, players, (seed,), sheet, sets_dirs=sets_dirs)


def usual_requests(seed: str, sets_dirs: tuple[Path, ...] = ()) -> list[Request]:
    """The rules of all games."""
    return [usual_request(name, seed, sets_dirs) for name in games.names()]


def print_booklet(requests: Sequence[Request], settings: Settings, output: Output) -> Report:
    """Print a booklet. Raises as booklet_document, and OSError."""
    return write([booklet_document(requests, settings, output)])


def booklet_document(requests: Sequence[Request], settings: Settings, output: Output) -> Document:
    """The PDF of a booklet: of one request, or of the usual ones of all games. Raises
    DefinitionError, OptionError, RollError, TextOverflowError, ArtError."""
    settings = replace(
        settings.untiled, backs="duplex", flip="long", marks="usual", gap=0.0, rules=True
    )
    small = replace(settings, paper=half_paper(settings))
    seed = requests[0].seed
    chapters, art_dirs = [], dict[Path, None]()
    for request in requests:
        game = games.game(request.game)
        rolling.check_sets(game, request)
        definition = game.load(request.sets, request.sets_dirs)
        chapters.append(game.booklet_chapter(definition, small, seed))
        art_dirs.update(dict.fromkeys(definition.art_dirs))
    say = load_language(settings.language_code).say
    name, sets = _name_and_sets(requests)
    is_single = len(requests) == 1
    title = f"{chapters[0].name}: {say('booklet.rules')}" if is_single else say("booklet.all")
    words = booklet_command(requests, settings)
    contents = Contents(title, {"command": words, "games": []}, art_dirs=tuple(art_dirs))
    stem = ".".join(filter(None, ("booklet", name, "+".join(sets), seed)))
    path = output.path(stem + settings.file_suffix())
    return document(booklet(chapters, settings), contents, settings, path)


def booklet_command(requests: Sequence[Request], settings: Settings) -> list[str]:
    """The command of a booklet, after `board-generator`."""
    name, sets = _name_and_sets(requests)
    seed = ["--seed", requests[0].seed]
    return ["rules", name, "--booklet", *set_words(sets), *seed, *settings.untiled.look_words()]


def _name_and_sets(requests: Sequence[Request]) -> tuple[str, tuple[str, ...]]:
    """What the command calls the games of a booklet, and the sets that it names."""
    return (requests[0].game, requests[0].sets) if len(requests) == 1 else (ALL_GAMES, ())
