"""From sets to a finished PDF: load, roll, lay out, draw, finish.

Input: a Request (what to roll), Settings (how it looks), where to put it. Output: a file on
disk and a Report. Everything that can fail fails before an old file is touched.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from generator import games
from generator.core.diagnostics import Diagnostic
from generator.core.errors import (
    ArtError,
    DefinitionError,
    GameIdError,
    MissingGlyphError,
    PageCheckError,
    PieceTooLargeError,
    RollError,
    TextOverflowError,
    WordingError,
)
from generator.core.files import writable, write_atomically
from generator.core.game_id import GameId
from generator.core.progress import SILENT, Progress
from generator.core.resources import find_art
from generator.core.settings import Settings
from generator.games.base import Game
from generator.languages import load_language
from generator.layout.page import Page
from generator.pdf import text_boxes
from generator.pdf.drawing import pdf
from generator.pdf.file_checks import check_file, reject_errors
from generator.pdf.layout_checks import LayoutChecker
from generator.pdf.metadata import About
from generator.printing.rolling import Request, remarks, rolls

_AT_A_TIME = 64  # pages
# What can go wrong with files and requests; anything else is a fault of the program.
EXPECTED_ERRORS = (
    DefinitionError, GameIdError, WordingError, RollError, TextOverflowError, PieceTooLargeError,
    MissingGlyphError,
    ArtError, PageCheckError, OSError,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Report:
    """What was made: the IDs of the games on it, in page order, and the files; of several games,
    why some are not on it."""

    game_ids: tuple[GameId, ...]
    paths: tuple[Path, ...]
    warnings: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """A PDF that is ready to be written."""

    path: Path
    content: bytes
    warnings: tuple[str, ...]


def rolled_sheets(
    game: Game,
    sheets: Sequence[str],
    request: Request,
    settings: Settings,
    sets_dirs: Sequence[Path],
    output: Path,
    progress: Progress = SILENT,
) -> Report:
    """Load, roll, lay out, draw and finish rolled sheets of a game.

    One sheet is one PDF. Several are a PDF each and one with all of them, unless the output names
    a file: then only that one. Of several games those are skipped whose texts do not fit a sheet.
    Raises DefinitionError, GameIdError, OptionError, the game's RollError, TextOverflowError,
    PieceTooLargeError, ArtError, OSError.
    """  # fmt: skip
    if request.playtest and game.playtest:
        writable(output.parent if output.suffix.lower() == ".pdf" else output)
    rolled = rolls(game, request, sets_dirs, progress)
    skipped: Skipped | None = {} if request.count > 1 else None
    documents = _documents(game, sheets, request, rolled, settings, output, skipped)
    if skipped:  # the IDs of the others are in the names and records: these are drawn again
        rolled = [value for value in rolled if value.game_id not in skipped]
        documents = _documents(game, sheets, request, rolled, settings, output, None)
    ids = tuple(value.game_id for value in rolled)
    report = written(documents, ids, remarks(game, request, rolled))
    return replace(report, skipped=tuple(_why_skipped(*each) for each in (skipped or {}).items()))


def _why_skipped(game_id: GameId, error: Exception) -> str:
    return str(error) if str(game_id) in str(error) else f"{game_id}: {error}"


def _documents(
    game: Game,
    sheets: Sequence[str],
    request: Request,
    rolled: Sequence[Any],
    settings: Settings,
    output: Path,
    skipped: "Skipped | None",
) -> list[Document]:
    """The PDFs of some rolls; those that do not fit go to `skipped`, if it is given."""
    jobs: dict[str, Iterable[Page]] = {
        sheet: composed(game, sheet, rolled, settings, skipped) for sheet in sheets
    }
    if len(sheets) > 1:
        lists = {sheet: list(pages) for sheet, pages in jobs.items()}
        jobs = {} if output.suffix.lower() == ".pdf" else {**lists}
        jobs[""] = start_on_recto(list(lists.values()))
    ids = tuple(value.game_id for value in rolled)
    documents = []
    for sheet, of_sheet in jobs.items():
        words = command(game, sheet, request, settings, ids)
        path = output_path(output, file_stem(sheet, ids, settings))
        documents.append(rolled_document(game, sheet, of_sheet, rolled, words, settings, path))
    return documents


def start_on_recto(sheets: Sequence[Iterable[Page]]) -> list[Page]:
    """Sheets one after the other, each beginning on a new leaf: printed on both sides, backs lie
    behind their own fronts."""
    result: list[Page] = []
    for pages in sheets:
        if len(result) % 2:
            result.append(Page(result[-1].paper, (), "blank"))
        result += pages
    return result


Skipped = dict[GameId, Exception]


def composed(
    game: Game,
    sheet: str,
    rolled: Sequence[Any],
    settings: Settings,
    skipped: Skipped | None = None,
) -> Iterator[Page]:
    """A sheet's pages for every roll; for the first only where they are the same for all. What does
    not fit is raised, or goes to `skipped` as long as something else fits."""
    values = rolled[:1] if sheet in game.once else rolled
    for value in values:
        try:
            yield from game.rolled_sheets[sheet](value, settings)
        except TextOverflowError as error:
            located = _located(error, game, value.definition, value, settings)
            if skipped is None or sheet in game.once:
                raise located from None
            skipped[value.game_id] = located
    if skipped and len(skipped) == len(values):
        raise next(iter(skipped.values()))


def _located(
    error: TextOverflowError, game: Game, definition: Any, rolled: Any, settings: Settings
) -> Exception:
    """The error with the place in a set that it comes from; as it is where none is known."""
    from generator.authoring.text_places import located  # here: only mistakes need it

    return (
        located(error, game.name, definition, rolled, load_language(settings.language_code))
        or error
    )


def rolled_document(
    game: Game,
    sheet: str,
    pages: Iterable[Page],
    rolled: Sequence[Any],
    words: Sequence[str],
    settings: Settings,
    path: Path,
    check: bool = True,
) -> Document:
    """The PDF of one sheet, or of all (sheet ""), to be written to that path; the words print it
    again. Pages may be laid out while they are drawn. Raises ArtError, or as the layout."""
    ids = tuple(value.game_id for value in rolled)
    record = {
        "command": list(words),
        "games": [game.summary(value, load_language(settings.language_code)) for value in rolled],
    }
    more = f" and {len(ids) - 1} more" if len(ids) > 1 else ""
    title = f"{(sheet or game.name).capitalize()} {ids[0]}{more}"
    art_dirs = rolled[0].definition.art_dirs
    subject = f"{ids[0]}{more}, "
    return document(pages, title, settings, art_dirs, path, record, subject, check)


def definition_sheets(
    game: Game,
    sheet: str,
    sets: Sequence[str],
    settings: Settings,
    sets_dirs: Sequence[Path],
    output: Path,
    **options: str,
) -> Report:
    """Load, lay out, draw and finish one of a game's sheets that need a definition only.

    Options, such as the seed of the rules' examples, go to the sheet. Raises DefinitionError,
    TextOverflowError, ArtError, OSError.
    """  # fmt: skip
    definition = game.load(sets, sets_dirs)
    try:
        pages = game.definition_sheets[sheet](definition, settings, **options)
    except TextOverflowError as error:
        raise _located(error, game, definition, None, settings) from None
    parts = (sheet, game.name, _set_names(definition), *options.values())
    path = output_path(output, ".".join(parts) + non_default_suffix(settings))
    document = definition_document(game, sheet, pages, definition, settings, path, options)
    odd = () if sheet == game.rules_sheet else tuple(game.odd_definition(definition))
    return written([document], warnings=odd)


def definition_document(
    game: Game,
    sheet: str,
    pages: Iterable[Page],
    definition: Any,
    settings: Settings,
    path: Path,
    options: Mapping[str, str],
) -> Document:
    """The PDF of a sheet that needs a definition only, to be written to that path. Raises as
    rolled_document."""
    title = f"{sheet.capitalize()} {game.name} {_set_names(definition)}"
    words = [sheet, *(word for chosen in definition.sets for word in ("--set", chosen.key))]
    words += [word for name, value in options.items() for word in (f"--{name}", value)]
    record = {"command": [*words, *_looks(settings)], "games": []}
    return document(pages, title, settings, definition.art_dirs, path, record)


def _set_names(definition: Any) -> str:
    return "+".join(chosen.key for chosen in definition.sets)


def everything(
    seed: str,
    settings: Settings,
    sets_dirs: Sequence[Path],
    output: Path,
    playtest: bool = False,
    progress: Progress = SILENT,
) -> Iterator[Report]:
    """Every sheet of every game under one seed, each with the standard sets. Raises as the
    functions above."""
    for name in games.NAMES:
        game = games.game(name)
        request = Request(game.standard, game.size, game.players, seed, playtest=playtest)
        if game.bundled:
            every = tuple(game.rolled_sheets)
            yield rolled_sheets(game, every, request, settings, sets_dirs, output)
            continue
        for sheet in game.rolled_sheets:
            yield rolled_sheets(game, (sheet,), request, settings, sets_dirs, output, progress)
        for sheet in game.definition_sheets:
            options = {"seed": seed} if sheet == game.rules_sheet else {}
            shipped = game.catalogue.shipped
            yield definition_sheets(game, sheet, shipped, settings, sets_dirs, output, **options)


def file_stem(sheet: str, ids: Sequence[GameId], settings: Settings) -> str:
    """A file's usual name without its ending: the ID; sheets other than the board put theirs in
    front, runs their length behind it, unusual looks what they are."""
    front = "" if sheet in ("", "boards") else f"{sheet}."
    run = f".x{len(ids)}" if len(ids) > 1 else ""
    return f"{front}{ids[0]}{run}{non_default_suffix(settings)}"


def calibration(settings: Settings, output: Path) -> Report:
    """The sheet that a printer's profile is read from. Raises OSError."""
    from generator.printing.calibration import pages

    title = load_language(settings.language_code).say("calibration.title")
    path = output_path(output, "calibration" + non_default_suffix(settings))
    words = ["calibrate", "--paper", settings.paper.name, "--language", settings.language_code]
    record = {"command": words, "games": []}
    # Its ladders reach into the margins on purpose, so its layout is not checked.
    return written([document(pages(settings), title, settings, (), path, record, check=False)])


def non_default_suffix(settings: Settings) -> str:
    """What of the looks is not the default, so that files of two looks have two names."""
    looks = (settings.paper.name, settings.ink, settings.language_code)
    named = [look for look, usual in zip(looks, ("a4", "full", "en"), strict=True) if look != usual]
    if not settings.rules:
        named.append("norules")
    if settings.flip != "long":
        named.append(settings.flip)
    if settings.fitted:
        named.append("printer")
    return "".join(f".{look}" for look in named)


def document(
    pages: Iterable[Page],
    title: str,
    settings: Settings,
    art_dirs: tuple[Path, ...],
    path: Path,
    record: dict,
    subject: str = "",
    check: bool = True,
) -> Document:
    """A PDF of any pages, to be written to that path. Pages may be laid out while they are drawn.
    They are checked on their way, and the file in the end, unless the caller does that. Raises
    PageCheckError, ArtError, or as the layout."""
    subject += f"{settings.paper.name}, {settings.ink} ink, {settings.language_code}"
    record = dict(record)
    if settings.fitted:
        record["printer"] = _printer(settings)
    about = About(title, subject, settings.language_code, record)
    if art_dirs:
        pages = list(pages)  # to be looked at twice
    watched = _Watched(pages, record, check)
    content = pdf(watched, about, settings.ink, partial(find_art, folders=art_dirs))
    if check:
        watched.findings += check_file(content, watched.blank)
    told = reject_errors(watched.findings)
    return Document(path, content, (*told, *_warnings(pages, art_dirs)))


class _Watched:
    """Pages on their way to being drawn: checked, and their frames put into the record. They are
    not kept: there may be ten thousand. Some are taken at a time, because a processor that does the
    same again is quicker by a tenth."""

    def __init__(self, pages: Iterable[Page], record: dict, check: bool):
        self.pages, self.record, self.check = pages, record, check
        self.findings: list[Diagnostic] = []
        self.blank: list[Page] = []  # the pages without their items

    def __iter__(self) -> Iterator[Page]:
        checker, collector, pages = LayoutChecker(), text_boxes.FrameCollector(), iter(self.pages)
        while some := list(islice(pages, _AT_A_TIME)):
            if self.check:
                self.findings += [found for page in some for found in checker.check(page)]
                self.blank += [page._replace(items=()) for page in some]
            for page in some:
                collector.add(page)
            yield from some
        self.record[text_boxes.KEY] = collector.data()


def _printer(settings: Settings) -> list[str]:
    """What a printer's profile changed, for people."""
    paper = settings.paper
    offset = [move * paper.scale for move in settings.back_offset]
    margins = ", ".join(f"{margin * paper.scale:g}" for margin in paper.margins)
    return [
        f"drawn {paper.scale:.4f} times as large",
        f"margins {margins} mm (left, top, right, bottom)",
        f"backs moved {offset[0]:g} mm to the right, {offset[1]:g} mm down",
    ]


def written(
    documents: Sequence[Document],
    game_ids: tuple[GameId, ...] = (),
    warnings: tuple[str, ...] = (),
) -> Report:
    """All documents on disk; none of them is touched before all of them are drawn."""
    paths = tuple(write_atomically(each.path, each.content) for each in documents)
    told = dict.fromkeys((*warnings, *(word for each in documents for word in each.warnings)))
    return Report(game_ids, paths, tuple(told))


def _warnings(pages: Iterable[Page], art_dirs: tuple[Path, ...]) -> list[str]:
    if not art_dirs:
        return []
    from generator.pdf.bitmap import (
        low_resolution_warnings,  # here: it needs Pillow, and few have own art
    )

    return low_resolution_warnings(pages, art_dirs)


def command(
    game: Game, sheet: str, request: Request, settings: Settings, ids: Sequence[GameId]
) -> list[str]:
    """The words that print the same bytes again, after `board-generator`; with own sets it also
    takes their folder, which is not kept because it lies elsewhere on another machine."""
    words = [game.name] if game.bundled else [sheet]
    if len(ids) == 1:
        words += ["--id", str(ids[0])]
    else:
        words += [word for name in request.sets for word in ("--set", name)]
        words += game.options(request.size, request.players)
        words += ["--seed", request.seed, "--count", str(request.count)]
    if game.bundled and sheet:
        words += ["--sheet", sheet]
    words += _looks(settings)
    if settings.flip != "long":
        words += ["--flip", settings.flip]
    words += [] if settings.rules else ["--no-rules"]
    return words if request.playtest or not game.playtest else [*words, "--no-playtest"]


def _looks(settings: Settings) -> list[str]:
    look = {
        "paper": settings.paper.name,
        "ink": settings.ink,
        "language": settings.language_code,
    }
    return [word for name, value in look.items() for word in (f"--{name}", value)]


def output_path(output: Path, name: str) -> Path:
    """Where a result goes: the output itself if it names a PDF, else a file in that folder."""
    return output if output.suffix.lower() == ".pdf" else output / f"{name}.pdf"
