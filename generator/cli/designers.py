"""The commands for designers of sets: validate, diff, proof, schema, watch."""

import signal
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Annotated

import typer

from generator.cli import options
from generator.cli.options import (
    Flip,
    Ink,
    LanguageCode,
    Output,
    PaperName,
    Players,
    Printer,
    Rules,
    SetsDir,
    SetsToUse,
    Size,
)
from generator.core.diagnostics import Diagnostic

if TYPE_CHECKING:
    from generator.core.request import Request
    from generator.core.settings import Settings
    from generator.games.base import Game


Paths = Annotated[
    list[Path] | None,
    typer.Argument(metavar="[FILE-or-FOLDER]...", help="[default: the shipped and own sets]"),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for editors.")]


def validate(paths: Paths = None, as_json: AsJson = False, sets_dir: SetsDir = None) -> None:
    """List every mistake in sets, and what is odd.

    The exit code is 1 if there are mistakes.
    """
    from generator.authoring import validate as validation
    from generator.authoring.text_fit import Printability
    from generator.core import progress

    diagnostics: list[Diagnostic] = []
    printable: list[Printability] = []
    folders = options.folders(sets_dir)
    try:
        with progress.open_display(quiet=False) as bar:
            for diagnostic in validation.validate(paths or (), folders, printable, bar):
                diagnostics.append(diagnostic)
                if not as_json:
                    typer.echo(diagnostic)
    except FileNotFoundError as error:
        options.wrong_usage(str(error))
    if as_json:
        typer.echo(validation.as_json(diagnostics))
    for printability in printable:
        typer.echo(printability, err=True)
    errors = sum(diagnostic.severity == "error" for diagnostic in diagnostics)
    warnings = len(diagnostics) - errors
    typer.echo(f"{_count(errors, 'error')}, {_count(warnings, 'warning')}", err=True)
    if errors:
        raise typer.Exit(1)


def _count(number: int, name: str) -> str:
    return f"{number} {name}{'s' * (number != 1)}"


Old = Annotated[Path, typer.Argument(metavar="OLD", help="A set, or a folder with sets.")]
New = Annotated[Path, typer.Argument(metavar="NEW", help="Another version of it.")]


def diff(old: Old, new: New, sets_dir: SetsDir = None) -> None:
    """Compare two versions of a set, or of all sets in two folders."""
    from generator.authoring.diff import compare
    from generator.core.errors import RevisionError

    with options.explained():
        try:
            typer.echo(compare(old, new, options.folders(sets_dir)))
        except RevisionError as error:
            options.failed(str(error))


ART = "art"

What = Annotated[
    list[str],
    typer.Argument(metavar="WHAT...", help="A set, or several on one board; or art: all art."),
]
OfGame = Annotated[str, typer.Option("--game", metavar="GAME", help=f"{options.GAME_NAMES}.")]


def proof(
    what: What, game: OfGame = options.DEFAULT_GAME, paper: PaperName = "a4",
    language: LanguageCode = "en", output: Output = Path("output"), sets_dir: SetsDir = None,
) -> None:  # fmt: skip
    """Print what could go wrong on paper, in a set or in all art."""
    from generator import games
    from generator.authoring import proof as documents
    from generator.core.files import Output as OutputPlace

    options.one_of("--game", game, games.names())
    looks = options.settings(paper=paper, language=language)
    where = options.folders(sets_dir), OutputPlace.at(options.checked_output(output))
    with options.explained():
        if what == [ART]:
            report = documents.art_proof(looks, *where)
        else:
            report = documents.set_proof(games.game(game), what, looks, *where)
    options.show_report(report)


SchemaFolder = Annotated[
    Path, typer.Option("--output", metavar="FOLDER", help="The folder to write to.")
]
Docs = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Write the reference of all keys, too.")
]


def schema(output: SchemaFolder = Path("schemas"), docs: Docs = None) -> None:
    """Write JSON Schemas, so that editors help to write sets."""
    from generator.authoring.reference import FILE_KINDS, page
    from generator.core.files import write_atomically

    if output.is_file():
        options.wrong_usage(f"--output {str(output)!r}: this is a file, expected a folder")
    with options.explained():
        texts = {output / kind.schema_file: kind.schema_text() for kind in FILE_KINDS}
        if docs is not None:
            texts[docs] = page()
        for path, text in texts.items():
            typer.echo(write_atomically(path, text.encode()))
    folder = output.resolve().name
    typer.echo(f"In a folder beside {output}, begin each file with the line of its kind:", err=True)
    for kind in FILE_KINDS:
        typer.echo(f"# yaml-language-server: $schema=../{folder}/{kind.schema_file}", err=True)


Seed = Annotated[str | None, typer.Option(metavar="TEXT", help="The seed. [default: made up]")]
SheetNames = Annotated[
    list[str] | None,
    typer.Option("--sheet", metavar="NAME", help="A sheet to print; repeat for more."),
]
WatchFolder = Annotated[Path, typer.Option(metavar="FOLDER", help="Where the sheets go.")]


def watch(
    context: typer.Context,
    game: options.GameName = options.DEFAULT_GAME, sets: SetsToUse = None, size: Size = None,
    players: Players = None,
    seed: Seed = None, sheet: SheetNames = None, paper: PaperName = "a4", ink: Ink = "full",
    language: LanguageCode = "en", rules: Rules = True, flip: Flip = "long",
    printer: Printer = None, output: WatchFolder = Path("output/watch"), sets_dir: SetsDir = None,
) -> None:  # fmt: skip
    """Print sheets again whenever a set or a picture is saved."""
    if find_spec("watchfiles") is None:
        options.failed("watch needs a package: pip install 'board-generator[watch]'")
    from generator import games

    _no_sheets((game, *context.args), games.names())
    options.one_of("GAME", game, games.names())
    settings = options.settings(
        paper=paper, ink=ink, language=language, rules=rules, flip=flip, printer=printer
    )
    contract = games.game(game)
    names = tuple(dict.fromkeys(sheet or _default_sheets(contract)))
    for name in names:
        options.one_of("--sheet", name, contract.sheet_names)
    if output.suffix.lower() == ".pdf":
        options.wrong_usage(f"--output {str(output)!r}: expected a folder, watch writes many files")
    values = {"sets": sets, "size": size, "players": players, "seed": seed, "sets_dir": sets_dir}
    request = options.request(context, contract, "", values)
    _watch(request, names, settings, options.checked_output(output))


def _no_sheets(words: Sequence[str], names: Sequence[str]) -> None:
    """Wrong usage where sheets stand without `--sheet`, or a word follows the game."""
    from generator.games import game

    of_game = words[0] if words[0] in names else options.DEFAULT_GAME
    known = game(of_game).sheet_names
    if sheets := [word for word in words if word in known]:
        words_with_option = " ".join(f"--sheet {name}" for name in sheets)
        options.wrong_usage(f"sheets are named with --sheet: watch {of_game} {words_with_option}")
    if len(words) > 1:
        options.wrong_usage(f"{words[1]!r}: expected options only behind the game")


def _default_sheets(game: "Game") -> list[str]:
    """The sheets that the game's own command prints."""
    return list(game.rolled_sheets) if game.is_bundle else list(game.rolled_sheets)[:1]


def _watch(request: "Request", names: tuple[str, ...], settings: "Settings", folder: Path) -> None:
    from generator.authoring.watch import run

    stop = _interruptible()
    with options.explained():
        try:
            run(request, names, settings, folder, stop)
        except KeyboardInterrupt:
            typer.echo()  # behind the ^C


def _interruptible() -> Event:
    """Is set when somebody interrupts: the exception alone is lost where Python happens to clean up
    behind a library. A command to end is an interrupt, too."""
    stop = Event()

    def interrupted(*_: object) -> None:
        stop.set()
        raise KeyboardInterrupt

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, interrupted)
    return stop
