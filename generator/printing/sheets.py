"""From jobs to finished PDFs: roll, lay out, draw, finish; sheets and booklets of rules.
Everything that can fail fails before an old file is touched."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from zlib import crc32

from generator import games
from generator.core import errors
from generator.core.errors import PieceTooLargeError, TextOverflowError
from generator.core.files import Output, writable
from generator.core.game_id import GameId
from generator.core.progress import SILENT, Progress
from generator.core.request import Request, SeedRange
from generator.core.settings import USUAL, Settings
from generator.games.base import Game
from generator.languages import load_language
from generator.layout.booklet import SCREEN, half_paper, impose, reading_order
from generator.layout.page import Page
from generator.layout.tiles import tiled
from generator.pdf.document import Document, Report, write
from generator.pdf.document import document as drawn_document
from generator.pdf.document import record as read_record
from generator.pdf.file import About
from generator.printing import rolling
from generator.printing.cut_files import cut_files
from generator.printing.rolling import Job, effective_settings

Skipped = dict[GameId, Exception]
"""The games of a run whose texts do not fit a sheet, with the reason."""


def print_sheets(
    request: Request,
    settings: Settings,
    output: Output,
    progress: Progress = SILENT,
    seed_is_chosen: bool = False,
    vetted: bool = False,
) -> Report:
    """Print a sheet of a game, or all of them that show a roll as one PDF; those of a bundle also
    as a PDF each, unless the output names a file. With `vetted`, vetted values that are not in the
    folder yet are printed in place of as many seeds. A run of several games skips those whose texts
    do not fit a sheet. Raises DefinitionError, GameIdError, OptionError, RollError,
    TextOverflowError, PieceTooLargeError, ArtError, OSError."""
    job = Job.of(request, settings)
    if not job.needs_roll:
        return write(documents(job, (), output))
    if request.playtest and job.game.playtest:
        writable(output.folder)
        if settings.tile or settings.marks != "usual" or request.sheet in job.game.extra_sheets:
            check_settings(job)
    if vetted:
        job = rolling.picked(job, list(_printed(output.folder)), progress)
    rolled = rolling.rolls(job, progress)
    skipped: Skipped | None = {} if request.count > 1 else None
    made = documents(job, rolled, output, skipped)
    if skipped:  # the IDs of the others are in the names and records: these are drawn again
        rolled = [value for value in rolled if value.game_id not in skipped]
        made = documents(job, rolled, output)
    ids = tuple(value.game_id for value in rolled)
    report = write(made, ids, rolling.warnings(job, rolled, seed_is_chosen))
    reasons = (
        str(error) if str(game_id) in str(error) else f"{game_id}: {error}"
        for game_id, error in (skipped or {}).items()
    )
    return replace(report, skipped=tuple(reasons))


def _printed(folder: Path) -> Iterator[str]:
    """The names of the PDFs in a folder, and the game IDs in those that are not named after one."""
    for path in folder.glob("*.pdf"):
        yield path.name
        if not re.search(r"\.\d+(-[a-z0-9]{4})+\.(?!x\d)", path.name) and path.is_file():
            with suppress(errors.ForeignPdfError, OSError, TypeError, KeyError):
                yield from (game["id"] for game in read_record(path)[1]["games"])


def check_settings(job: Job) -> None:
    """Raises OptionError for settings without an effect; TileError or CutError, before games are
    played, if they leave no way to print the first roll."""
    request = job.request
    rolling.check_use(job.game, request.sheet, job.settings)
    one = replace(request, seeds=request.seeds[:1], game_ids=request.game_ids[:1], playtest=False)
    first = job._replace(request=one)
    try:
        pages(first, rolling.rolls(first))
    except errors.GeneratorError as error:  # another board of the seed may have no other fault
        if isinstance(error, errors.TileError | errors.CutError):
            raise


def documents(
    job: Job, rolled: Sequence[Any], output: Output, skipped: Skipped | None = None
) -> list[Document]:
    """The PDFs of some rolls, and their cut files; those that do not fit go to `skipped`, if it is
    given. Raises as print_sheets."""
    made: Mapping[str, Iterable[Page]]
    made = {name: sheet_pages(job.of_sheet(name), rolled, skipped) for name in job.sheets}
    if len(made) > 1:
        lists = {name: list(of_sheet) for name, of_sheet in made.items()}
        own = lists if job.game.is_bundle and not output.file_name else {}
        made = {**own, "": _joined(job, lists, rolled)}
    result, ids = [], [value.game_id for value in rolled]
    cut_pages: list[tuple[Path, list[Page]]] = []
    for name, of_sheet in made.items():
        own_job = job.of_sheet(name) if name else job
        path = output.path(stem(own_job, ids))
        if output.cut_formats and (name or len(made) == 1):  # else of all, which have their own
            of_sheet = list(of_sheet)
            cut_pages.append((path, of_sheet))
        result.append(document(own_job, rolled, of_sheet, path))
    return [*result, *(cut_files(cut_pages, output.cut_formats) if cut_pages else ())]


def document(
    job: Job,
    rolled: Sequence[Any] = (),
    laid_out: Iterable[Page] | None = None,
    path: Path | None = None,
    words: Sequence[str] = (),
    check: bool = True,
) -> Document:
    """The PDF of the sheet of a job, or of all its sheets, for some rolls; of a sheet that needs no
    roll for none. Given may be its pages, a path other than its usual name, and the words of
    another command that prints it again. Raises as print_sheets."""
    game, sheet, settings = job.game, job.sheet, job.settings
    ids = [value.game_id for value in rolled]
    words = words or sheet_command(job, ids)
    records = [game.record(value, settings.language_code) for value in rolled]
    for record, value in zip(records, rolled, strict=True):
        if result := getattr(value, "playtest_result", None):
            from generator.play.result import describe

            record["played"] = {"told": list(describe(result)), "data": result.data()}
    more = f" and {len(rolled) - 1} more" if len(rolled) > 1 else ""
    what = f"{ids[0]}{more}" if ids else f"{game.name} {job.set_names}"
    about = About(
        title=f"{(sheet or game.name).capitalize()} {what}",
        subject=f"{what}, " if rolled else "",
        language=settings.language_code,
        record={"command": list(words), "games": records},
    )
    laid_out = pages(job, rolled) if laid_out is None else laid_out
    path = path or Path(f"{stem(job, ids)}.pdf")
    made = drawn_document(laid_out, about, settings, path, job.definition.art_dirs, check)
    needs_warnings = not job.needs_roll and sheet != game.rules_sheet
    of_game = game.call(game.warnings_at, job.definition) if needs_warnings else ()
    return replace(made, warnings=(*of_game, *made.warnings), command=tuple(words))


def pages(job: Job, rolled: Sequence[Any] = (), names: Iterable[str] | None = None) -> list[Page]:
    """The pages of the sheet of a job, or of all, and those that players need with them; or of the
    sheets that are named. Raises TileError, CutError, TextOverflowError, PieceTooLargeError."""
    sheets = job.sheets if names is None else names
    lists = {name: list(sheet_pages(job.of_sheet(name), rolled)) for name in sheets}
    return _joined(job, lists, rolled if names is None else ())


def _joined(job: Job, lists: Mapping[str, list[Page]], rolled: Sequence[Any]) -> list[Page]:
    """Sheets one after the other, then the companions of the rolls, each beginning on a new leaf,
    so that backs lie behind their own fronts; without backs, they follow without blank pages."""
    if len(job.sheets) == 1:
        return [page for of_sheet in lists.values() for page in of_sheet]
    leaves: list[Sequence[Page]] = []
    for name, of_sheet in lists.items():  # nothing is printed on the back of a tile
        is_tiled = job.of_sheet(name).settings.tile
        leaves += [[page] for page in of_sheet] if is_tiled else [of_sheet]
    if rolled:
        companions = job.game.call(job.game.companions_at, rolled, job.settings.untiled)
        leaves += [job.game.themed(job.definition, pages) for pages in companions]
    result: list[Page] = []
    for leaf in leaves:
        if job.effective_settings.is_duplex and len(result) % 2:
            result.append(Page(result[-1].paper, (), "blank"))
        result += leaf
    return result


def sheet_pages(
    job: Job, rolled: Sequence[Any] = (), skipped: Skipped | None = None
) -> Iterator[Page]:
    """The pages of one sheet for each roll; for the first only where they are the same for all; of
    a sheet that needs no roll for the definition. What does not fit is raised, or goes to `skipped`
    as long as something else fits."""
    game, sheet = job.game, job.sheet
    is_shared = sheet in game.shared_sheets or not job.needs_roll
    values = (rolled[:1] if is_shared else rolled) if job.needs_roll else [job.definition]
    for value in values:
        name = str(value.game_id) if job.needs_roll else f"{game.name}.{job.set_names}"
        layout = partial(game.pages, sheet, value, seed=job.example_seed)
        try:
            yield from tiled(layout, job.settings, name)
        except (TextOverflowError, PieceTooLargeError) as error:
            located = _located(error, job, value if job.needs_roll else None)
            if skipped is None or is_shared:
                raise located from None
            skipped[value.game_id] = located
    if skipped and len(skipped) == len(values):
        raise next(iter(skipped.values()))


def _located(error: TextOverflowError | PieceTooLargeError, job: Job, rolled: Any) -> Exception:
    """The error with the place in a set that it comes from, if one is known; or, if the sheet fits
    without the printer's profile, with what to do."""
    if job.settings.fitted:
        value = job.definition if rolled is None else rolled
        plain = USUAL.with_options(job.settings.values())
        with suppress(TextOverflowError, PieceTooLargeError):
            job.game.pages(job.sheet, value, plain, job.example_seed)
            advice = "choose larger paper, or leave the profile out with --printer none"
            return type(error)(f"{error}; the printer's profile leaves too little room: {advice}")
    from generator.games.authoring_support import authoring_support  # only mistakes need it
    from generator.schema.set_checks import overflow_at_source

    language = load_language(job.settings.language_code)
    texts = authoring_support(job.game.name).printed_texts(job.definition, rolled, language)
    return overflow_at_source(error, job.definition, texts, language) or error


def stem(job: Job, ids: Sequence[GameId]) -> str:
    """A file's usual name without its ending: the first ID, or the sets; in front of it a sheet
    other than the board ("all" for all sheets of a board), behind it the length of a run,
    with a checksum of IDs that were chosen, and the settings with an effect that are not the
    default."""
    sheet = job.sheet or ("" if job.game.is_bundle else "all")
    if ids:
        run = f"x{len(ids)}" if len(ids) > 1 else ""
        if run and job.request.game_ids:  # any IDs, of which the first does not tell the others
            run += f"-{crc32(' '.join(map(str, ids)).encode()):08x}"
        parts = ["" if sheet == "boards" else sheet, str(ids[0]), run]
    else:
        parts = [sheet, job.game.name, job.set_names, job.example_seed]
    return ".".join(filter(None, parts)) + job.effective_settings.file_suffix()


# Jobs as words of the command line: what prints the same bytes again. Own sets also need their
# --sets-dir, which is left out because it lies elsewhere on another machine.


def sheet_command(job: Job, ids: Sequence[GameId] = ()) -> list[str]:
    """The command of a sheet, after `board-generator`; with the IDs of the rolls that it shows."""
    game, request, sheet = job.game, job.request, job.sheet
    looks = job.effective_settings.words()
    if not job.needs_roll:
        of_rules = [game.name] if sheet == game.rules_sheet else []
        seed = ["--seed", job.example_seed] if job.example_seed else []
        sets = set_words(each.key for each in job.definition.sets)
        return [sheet, *of_rules, *sets, *seed, *looks]
    name = game.name if game.is_bundle or sheet in game.extra_sheets or not sheet else sheet
    words = [name]
    has_ids = len(ids) == 1 or bool(request.game_ids)
    if has_ids:
        words += [word for game_id in ids for word in ("--id", str(game_id))]
    else:
        words += set_words(request.sets)
        (command,) = (command for command in game.commands if command.name == name)
        options = {getattr(option, "name", option) for option in command.first}
        if command.form:
            words += [f"--{command.form.name}"] if request.size == command.form.name else []
        else:
            words += ["--size", request.size] if "size" in options else []
            words += ["--players", str(request.players)] if "players" in options else []
        words += _seed_words(request.seeds)
    if sheet in game.extra_sheets or (game.is_bundle and sheet):
        words += ["--sheet", sheet]
    return [*words, *looks, *_play_words(game, request, is_searched=not has_ids)]


def batch_command(request: Request, settings: Settings) -> tuple[str, ...]:
    """The command of a batch of one job."""
    game = games.game(request.game)
    words = ["batch", game.name, *set_words(request.sets)]
    words += ["--size", request.size, "--players", str(request.players)]
    words += _seed_words(request.seeds, request.keep)
    words += ["--sheet", request.sheet] if request.sheet else []
    looks = effective_settings(game, request.sheet, settings).words()
    return (*words, *looks, *_play_words(game, request))


def set_words(sets: Iterable[str]) -> list[str]:
    """The options that choose sets."""
    return [word for name in sets for word in ("--set", name)]


def _seed_words(seeds: Sequence[str], keep: int | None = None) -> list[str]:
    """The options that choose seeds, several of them numbered from 1; and how many to keep."""
    if not isinstance(seeds, SeedRange):
        return ["--seed", *seeds]
    count = str(len(seeds))
    number = ["--count", count] if keep is None else ["--keep", str(keep), "--of", count]
    return ["--seed", seeds.master, *number]


def _play_words(game: Game, request: Request, is_searched: bool = True) -> list[str]:
    if request.search != "usual" and is_searched:
        return ["--search", request.search]
    return ["--no-playtest"] if game.playtest and not request.playtest else []


def cut_file_documents(job: Job, rolled: Any, formats: Sequence[str]) -> list[Document]:
    """The cut files of one roll, named as beside the PDFs. Raises as pages."""
    jobs = [job.of_sheet(name) for name in job.sheets]
    paths = [Path(f"{stem(each, [rolled.game_id])}.pdf") for each in jobs]
    lists = [list(sheet_pages(each, [rolled])) for each in jobs]
    return cut_files(zip(paths, lists, strict=True), formats)


def usual_request(game: Game, sheet: str, seed: str, sets_dirs: tuple[Path, ...]) -> Request:
    """The request of a sheet with all that it has if nothing is named."""
    every = sheet in game.definition_sheets
    sets = tuple(game.catalogue.shipped) if every else game.default_sets
    values = sets, game.default_size, game.default_players, (seed,), sheet
    return Request(game.name, *values, sets_dirs=sets_dirs)


ALL_GAMES = "all"


def usual_requests(seed: str, sets_dirs: tuple[Path, ...], name: str = ALL_GAMES) -> list[Request]:
    """The requests of the rules of a game, or of all."""
    found = map(games.game, games.names() if name == ALL_GAMES else [name])
    return [usual_request(game, game.rules_sheet, seed, sets_dirs) for game in found]


def booklet_document(
    requests: Sequence[Request], settings: Settings, output: Output, is_folded: bool = True
) -> Document:
    """The PDF of a booklet: of one request, or of the usual ones of all games; or, to be read on a
    screen, of the pages with rules alone. Raises DefinitionError, OptionError, RollError,
    TextOverflowError, ArtError."""
    settings = settings.untiled.only(())
    small = replace(settings, paper=half_paper(settings, "" if is_folded else SCREEN))
    seed, name = requests[0].seed, requests[0].game if len(requests) == 1 else ALL_GAMES
    jobs = [Job.of(request, small) for request in requests]
    chapters = [job.game.booklet_chapter(job.definition, small, seed) for job in jobs]
    art_dirs = dict.fromkeys(folder for job in jobs for folder in job.definition.art_dirs)
    say = load_language(settings.language_code).say
    title, stem, sets = say("booklet.all"), f"booklet.{name}", list[str]()
    if name != ALL_GAMES:
        title = f"{chapters[0].name}: {say('booklet.rules')}"
        stem, sets = f"{stem}.{'+'.join(requests[0].sets)}", set_words(requests[0].sets)
    words = ["rules", name, "--booklet", *sets, "--seed", seed, *settings.words()]
    about = About(title, "", settings.language_code, {"command": words, "games": []})
    path = output.path(f"{stem}.{seed}{settings.file_suffix()}")
    inside = [page for chapter in chapters for page in chapter.pages]
    pages = reading_order(chapters, settings) if is_folded else inside
    for job in jobs:
        pages = job.game.themed(job.definition, pages)
    sides = impose(pages, settings) if is_folded else pages
    made = drawn_document(sides, about, settings, path, tuple(art_dirs))
    return replace(made, command=tuple(words))
