"""From sets to a finished PDF: load, roll, lay out, draw, finish; sheets and booklets of rules.

Everything that can fail fails before an old file is touched.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from generator import games
from generator.core.errors import (
    CutError,
    GeneratorError,
    PieceTooLargeError,
    TextOverflowError,
    TileError,
)
from generator.core.files import Output, writable
from generator.core.game_id import GameId
from generator.core.progress import SILENT, Progress
from generator.core.request import Request
from generator.core.settings import Settings
from generator.games.base import Game
from generator.languages import load_language
from generator.layout.booklet import booklet, half_paper
from generator.layout.page import Page
from generator.layout.tiles import tiled
from generator.pdf.document import Contents, Document, Report, document, write
from generator.printing import rolling
from generator.printing.command_line import (
    definition_command,
    effective_settings,
    set_words,
    sheet_command,
)
from generator.printing.cut_files import cut_files

Skipped = dict[GameId, Exception]
"""The games of a run whose texts do not fit a sheet, with the reason."""


def print_rolled(
    request: Request,
    settings: Settings,
    output: Output,
    progress: Progress = SILENT,
    seed_is_chosen: bool = False,
    vetted: bool = False,
) -> Report:
    """Print a rolled sheet of a game, or all of them.

    All sheets of a game are one PDF. A bundle's sheets are also a PDF each, unless the output names
    a file. With `vetted`, a vetted value is printed in place of the seed's. A run of several
    games skips those whose texts do not fit a sheet. Raises DefinitionError, GameIdError,
    OptionError, RollError, TextOverflowError, PieceTooLargeError, ArtError, OSError.
    """
    game = games.game(request.game)
    if request.playtest and game.playtest:
        rolling.check_sets(game, request)
        writable(output.folder)
        if settings.tile or settings.marks != "usual" or request.sheet in game.extra_sheets:
            check_settings(request, settings)
    rolled = rolling.rolls(game, request, progress, vetted)
    skipped: Skipped | None = {} if request.count > 1 else None
    documents = _documents(game, request, rolled, settings, output, skipped)
    if skipped:  # the IDs of the others are in the names and records: these are drawn again
        rolled = [value for value in rolled if value.game_id not in skipped]
        documents = _documents(game, request, rolled, settings, output, None)
    ids = tuple(value.game_id for value in rolled)
    report = write(documents, ids, rolling.warnings(game, request, rolled, seed_is_chosen))
    reasons = (
        str(error) if str(game_id) in str(error) else f"{game_id}: {error}"
        for game_id, error in (skipped or {}).items()
    )
    return replace(report, skipped=tuple(reasons))


def check_settings(request: Request, settings: Settings) -> None:
    """Raises TileError or CutError, before games are played, if the first roll cannot be printed in
    some settings."""
    game = games.game(request.game)
    first = replace(request.with_seeds(request.seeds[:1]), playtest=False)
    try:
        rolled = rolling.rolls(game, first)
        for sheet in [first.sheet] if first.sheet else game.rolled_sheets:
            own_settings = sheet_settings(game, first.sheet, sheet, settings)
            list(sheet_pages(game, sheet, rolled, own_settings))
    except (TileError, CutError):
        raise
    except GeneratorError:  # another roll, or another board of the seed, may have no such fault
        return


def rolled_document(request: Request, rolled: Any, settings: Settings) -> Document:
    """The PDF of a sheet of one roll, or of all its sheets (sheet ""), with its usual name. Raises
    TextOverflowError, PieceTooLargeError, ArtError."""
    game = games.game(request.game)
    stem = file_stem(game, request.sheet, (rolled.game_id,), settings)
    output = Output(Path(), f"{stem}.pdf")
    (result,) = _documents(game, request, [rolled], settings, output, None)
    return result


def rolled_cut_files(
    request: Request, rolled: Any, settings: Settings, formats: Sequence[str]
) -> list[Document]:
    """The cut files of a sheet of one roll, or of each of its sheets (sheet ""), with the names
    that they have beside the PDFs. Raises TextOverflowError, PieceTooLargeError, CutError."""
    game = games.game(request.game)
    pages = []
    for sheet in [request.sheet] if request.sheet else game.rolled_sheets:
        own_settings = sheet_settings(game, request.sheet, sheet, settings)
        stem = file_stem(game, sheet, (rolled.game_id,), own_settings)
        pages.append((Path(f"{stem}.pdf"), list(sheet_pages(game, sheet, [rolled], own_settings))))
    return cut_files(pages, formats)


def _documents(
    game: Game,
    request: Request,
    rolled: Sequence[Any],
    settings: Settings,
    output: Output,
    skipped: Skipped | None,
) -> list[Document]:
    """The PDFs of some rolls; those that do not fit go to `skipped`, if it is given."""
    names = [request.sheet] if request.sheet else list(game.rolled_sheets)
    settings_of = {sheet: sheet_settings(game, request.sheet, sheet, settings) for sheet in names}
    pages: dict[str, Iterable[Page]] = {
        sheet: sheet_pages(game, sheet, rolled, settings_of[sheet], skipped) for sheet in names
    }
    if len(names) > 1:
        lists = {sheet: list(of_sheet) for sheet, of_sheet in pages.items()}
        leaves = [leaf for sheet in names for leaf in one_sided(lists[sheet], settings_of[sheet])]
        pages = {**lists} if game.is_bundle and not output.file_name else {}
        others = game.call(game.companions_at, rolled, settings.untiled)
        pages[""] = start_on_recto([*leaves, *others], effective_settings(game, "", settings))
    ids = tuple(value.game_id for value in rolled)
    documents = []
    cut_pages: list[tuple[Path, list[Page]]] = []
    for sheet, of_sheet in pages.items():
        own_settings = settings_of.get(sheet, settings)
        words = sheet_command(game, replace(request, sheet=sheet), own_settings, ids)
        contents = rolled_contents(game, sheet, rolled, words, own_settings)
        path = output.path(file_stem(game, sheet, ids, own_settings))
        if output.cut_formats and (sheet or len(pages) == 1):  # else of all, which have their own
            of_sheet = list(of_sheet)
            cut_pages.append((path, of_sheet))
        documents.append(document(of_sheet, contents, own_settings, path))
    return [*documents, *(cut_files(cut_pages, output.cut_formats) if cut_pages else ())]


def sheet_settings(game: Game, requested_sheet: str, sheet: str, settings: Settings) -> Settings:
    """The settings of one of the sheets that are printed together. Of all sheets ("") only the
    board is printed on tiles; the others are whole, on the paper of the tiles, because that is what
    the printer takes. Raises TileError for a game that has no board."""
    if not settings.tile or sheet == (requested_sheet or game.board_sheet):
        return settings
    if not game.board_sheet:
        raise TileError(f"--tile {settings.tile.name}: no sheet of {game.name} is a board or a map")
    return settings.untiled


def one_sided(pages: list[Page], settings: Settings) -> list[list[Page]]:
    """The pages of a sheet by leaf: nothing is printed on the back of a tile."""
    return [[page] for page in pages] if settings.tile else [pages]


def start_on_recto(sheets: Sequence[Iterable[Page]], settings: Settings) -> list[Page]:
    """Sheets one after the other, each beginning on a new leaf: printed on both sides, backs lie
    behind their own fronts. Sheets without such backs follow without blank pages."""
    result: list[Page] = []
    for pages in sheets:
        if settings.is_duplex and len(result) % 2:
            result.append(Page(result[-1].paper, (), "blank"))
        result += pages
    return result


def sheet_pages(
    game: Game,
    sheet: str,
    rolled: Sequence[Any],
    settings: Settings,
    skipped: Skipped | None = None,
) -> Iterator[Page]:
    """A sheet's pages for each roll; for the first only where they are the same for all. What does
    not fit is raised, or goes to `skipped` as long as something else fits."""
    values = rolled[:1] if sheet in game.shared_sheets else rolled
    for value in values:
        try:
            layout = partial(game.pages, sheet, value)
            yield from tiled(layout, settings, str(value.game_id))
        except (TextOverflowError, PieceTooLargeError) as error:
            located = _located(error, game, value.definition, value, settings)
            if skipped is None or sheet in game.shared_sheets:
                raise located from None
            skipped[value.game_id] = located
    if skipped and len(skipped) == len(values):
        raise next(iter(skipped.values()))


def _located(
    error: TextOverflowError | PieceTooLargeError,
    game: Game,
    definition: Any,
    rolled: Any,
    settings: Settings,
) -> Exception:
    """The error with the place in a set that it comes from; as it is where none is known."""
    # Imported here: only mistakes need it.
    from generator.games.authoring_support import authoring_support
    from generator.schema.set_checks import overflow_at_source

    language = load_language(settings.language_code)
    texts = authoring_support(game.name).printed_texts(definition, rolled, language)
    return overflow_at_source(error, definition, texts, language) or error


def _recorded(game: Game, value: Any, language_code: str) -> dict[str, Any]:
    """What the PDF records of a value: what was rolled, and what playing it showed."""
    record = game.record(value, language_code)
    if result := getattr(value, "playtest_result", None):
        from generator.play.result import describe

        record["played"] = {"told": list(describe(result)), "data": result.data()}
    return record


def rolled_contents(
    game: Game, sheet: str, rolled: Sequence[Any], words: Sequence[str], settings: Settings
) -> Contents:
    """What the PDF of one sheet, or of all (sheet ""), says of itself; the words print it again."""
    ids = tuple(value.game_id for value in rolled)
    records = [_recorded(game, value, settings.language_code) for value in rolled]
    more = f" and {len(ids) - 1} more" if len(ids) > 1 else ""
    return Contents(
        title=f"{(sheet or game.name).capitalize()} {ids[0]}{more}",
        record={"command": list(words), "games": records},
        subject=f"{ids[0]}{more}, ",
        art_dirs=rolled[0].definition.art_dirs,
    )


def print_definition(
    request: Request, settings: Settings, output: Output, example_seed: str = ""
) -> Report:
    """Print a sheet that needs no roll. Raises as definition_document, and OSError."""
    return write([definition_document(request, settings, output, example_seed)])


def definition_document(
    request: Request, settings: Settings, output: Output, example_seed: str = ""
) -> Document:
    """The PDF of a sheet that needs no roll; example_seed picks the positions on a rules sheet.
    Raises DefinitionError, TextOverflowError, ArtError."""
    game, sheet = games.game(request.game), request.sheet
    definition = game.load(request.sets, request.sets_dirs)
    keys = [game_set.key for game_set in definition.sets]
    names = "+".join(keys)

    def layout(settings: Settings) -> list[Page]:
        return game.pages(sheet, definition, settings, example_seed)

    try:
        pages = list(tiled(layout, settings, f"{game.name}.{names}"))
    except (TextOverflowError, PieceTooLargeError) as error:
        raise _located(error, game, definition, None, settings) from None
    stem = ".".join(filter(None, (sheet, game.name, names, example_seed)))
    words = definition_command(sheet, keys, settings, example_seed)
    title = f"{sheet.capitalize()} {game.name} {names}"
    contents = Contents(title, {"command": words, "games": []}, art_dirs=definition.art_dirs)
    of_game = game.call(game.warnings_at, definition)
    warnings = () if sheet == game.rules_sheet else tuple(of_game)
    result = document(pages, contents, settings, output.path(stem + settings.file_suffix()))
    return replace(result, warnings=(*warnings, *result.warnings))


def print_everything(
    seed: str,
    settings: Settings,
    output: Output,
    sets_dirs: tuple[Path, ...] = (),
    playtest: bool = False,
    progress: Progress = SILENT,
    vetted: bool = False,
) -> Iterator[Report]:
    """Print every sheet of every game under one seed, each with the default sets. Raises as the
    functions above."""
    for name in games.names():
        game = games.game(name)
        size, players = game.default_size, game.default_players
        request = Request(name, game.default_sets, size, players, (seed,), sets_dirs=sets_dirs)
        for sheet in [""] if game.is_bundle else game.rolled_sheets:
            of_sheet = replace(request, sheet=sheet, playtest=playtest)
            yield print_rolled(of_sheet, settings, output, progress, vetted=vetted)
        for sheet in game.definition_sheets:
            of_all_sets = replace(request, sets=game.catalogue.shipped, sheet=sheet)
            example_seed = seed if sheet == game.rules_sheet else ""
            yield print_definition(of_all_sets, settings, output, example_seed)


def file_stem(game: Game, sheet: str, ids: Sequence[GameId], settings: Settings) -> str:
    """A file's usual name without its ending: the ID; in front of it a sheet other than the board,
    behind it the length of a run and the settings with an effect that are not the default. All
    sheets of a board begin with "all", so that they are not taken for the board."""
    name = sheet if sheet or game.is_bundle else "all"
    front = "" if name in ("", "boards") else f"{name}."
    run = f".x{len(ids)}" if len(ids) > 1 else ""
    return f"{front}{ids[0]}{run}{effective_settings(game, sheet, settings).file_suffix()}"


ALL_GAMES = "all"


def usual_requests(seed: str, sets_dirs: tuple[Path, ...], game: str = ALL_GAMES) -> list[Request]:
    """The rules of a game, or of all, with the sets that a rules sheet has if none are named."""
    result = []
    for name in games.names() if game == ALL_GAMES else [game]:
        contract = games.game(name)
        every = contract.rules_sheet in contract.definition_sheets
        sets = contract.catalogue.shipped if every else contract.default_sets
        size, players = contract.default_size, contract.default_players
        values = tuple(sets), size, players, (seed,), contract.rules_sheet
        result.append(Request(name, *values, sets_dirs=sets_dirs))
    return result


def print_booklet(requests: Sequence[Request], settings: Settings, output: Output) -> Report:
    """Print a booklet. Raises as booklet_document, and OSError."""
    return write([booklet_document(requests, settings, output)])


def booklet_document(requests: Sequence[Request], settings: Settings, output: Output) -> Document:
    """The PDF of a booklet: of one request, or of the usual ones of all games. Raises
    DefinitionError, OptionError, RollError, TextOverflowError, ArtError."""
    plain = replace(settings.untiled, backs="duplex", flip="long", marks="usual")
    settings = replace(plain, gap=0.0, rules=True)
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
    title, stem = say("booklet.all"), f"booklet.{ALL_GAMES}.{seed}"
    if len(requests) == 1:
        title = f"{chapters[0].name}: {say('booklet.rules')}"
        stem = f"booklet.{requests[0].game}.{'+'.join(requests[0].sets)}.{seed}"
    words = booklet_command(requests, settings)
    contents = Contents(title, {"command": words, "games": []}, art_dirs=tuple(art_dirs))
    path = output.path(stem + settings.file_suffix())
    return document(booklet(chapters, settings), contents, settings, path)


def booklet_command(requests: Sequence[Request], settings: Settings) -> list[str]:
    """The command of a booklet, after `board-generator`."""
    first, *others = requests
    names = [ALL_GAMES] if others else [first.game]
    sets = [] if others else set_words(first.sets)
    looks = settings.untiled.words()
    return ["rules", *names, "--booklet", *sets, "--seed", first.seed, *looks]
