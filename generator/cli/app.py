"""The command line: commands with their options; options.py reads them, printing/ prints.

Exit codes: 0 done, 1 something in the files or the request does not work, 2 wrong usage.
Standard output ends with the game ID and, on the last line, the path of the PDF; messages
about mistakes go to standard error. Imports stay inside the commands, so that each pays only
for what it uses.
"""

import os
import sys
from dataclasses import replace
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn, TextIO, cast

import typer

from generator import games
from generator.cli import batch, designers, exports, options, studies, web
from generator.cli.game_commands import add_commands
from generator.cli.options import (
    Backs,
    CommandGroup,
    Flip,
    Ink,
    LanguageCode,
    Output,
    PaperName,
    Playtest,
    Printer,
    Seed,
    SetsDir,
)
from generator.core.terminal import ErrorIgnoringStream, safe_stream

if TYPE_CHECKING:
    from generator.core.settings import Settings

app = typer.Typer(
    cls=CommandGroup,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="Prints boards of small paper games from YAML sets, as PDF.",
)

RulesSet = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="NAME", help="A set. [default: classic; of Magnetmen every shipped one]"
    ),
]
RulesGame = Annotated[
    str, typer.Argument(metavar="GAME", help=f"{options.GAME_NAMES}; all, for a booklet of all.")
]
RulesSize = Annotated[
    str | None, typer.Option("--size", metavar="NAME", help="Of Metals, basic or factions.")
]
Booklet = Annotated[
    bool,
    typer.Option(
        "--booklet",
        help="On pages of half a sheet, to print on both sides, fold and staple.",
    ),
]
ExampleSeed = Annotated[str, typer.Option(metavar="TEXT", help="Same seed, same examples.")]


def _version(requested: bool) -> None:
    if requested:
        from generator import __version__

        typer.echo(f"board-generator {__version__}")
        raise typer.Exit


@app.callback()
def version_option(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Prints boards of small paper games from YAML sets, as PDF."""


add_commands(app)


@app.command()
def rules(
    game: RulesGame = options.DEFAULT_GAME,
    sets: RulesSet = None, size: RulesSize = None, seed: ExampleSeed = "example",
    booklet: Booklet = False,
    paper: PaperName = "a4", ink: Ink = "full", language: LanguageCode = "en",
    printer: Printer = None, output: Output = Path("output"), sets_dir: SetsDir = None,
) -> None:  # fmt: skip
    """Print the illustrated rules of a game.

    The seed picks the example positions.
    """
    from generator.core.request import Request

    settings = options.settings(paper=paper, ink=ink, language=language, printer=printer)
    seed = options.canonical(seed)
    if booklet:
        if size:
            options.wrong_usage("--size cannot be combined with --booklet, which has all rules")
        _print_booklet(game, sets, seed, settings, output, options.folders(sets_dir))
        return
    if game == "all":
        options.wrong_usage("the rules of all games are a booklet: rules all --booklet")
    options.one_of("GAME", game, games.names())
    contract = games.game(game)
    sheet = contract.rules_sheet
    if sheet in contract.definition_sheets:
        if size:
            options.wrong_usage(f"--size: the rules of {game} are the same for every size")
        options.print_definition(contract, sheet, sets, settings, output, sets_dir, seed)
        return
    request = Request(
        game, tuple(sets or contract.default_sets), size or contract.default_size,
        contract.default_players, (seed,), sheet, sets_dirs=options.folders(sets_dir),
    )  # fmt: skip
    options.print_rolled(request, settings, output)


def _print_booklet(
    game: str,
    sets: list[str] | None,
    seed: str,
    settings: "Settings",
    output: Path,
    sets_dirs: tuple[Path, ...],
) -> None:
    """Print the rules of a game, or of all, as a booklet, and report."""
    from generator.core.files import Output as OutputPlace
    from generator.printing import sheets

    options.one_of("GAME", game, (*games.names(), sheets.ALL_GAMES))
    if sets and game == sheets.ALL_GAMES:
        options.wrong_usage("--set names sets of one game: expected a game in place of all")
    with options.explained():
        requests = sheets.usual_requests(seed, sets_dirs, game)
        if sets:
            requests = [replace(requests[0], sets=tuple(sets))]
        place = OutputPlace.at(options.checked_output(output))
        options.show_report(sheets.print_booklet(requests, settings, place))


@app.command(name="all")
def everything(
    seed: Seed = None, paper: PaperName = "a4", ink: Ink = "full", language: LanguageCode = "en",
    backs: Backs = "duplex", flip: Flip = "long", playtest: Playtest = True,
    printer: Printer = None, output: Output = Path("output"), sets_dir: SetsDir = None,
) -> None:  # fmt: skip
    """Print every sheet of every game, one seed for all."""
    from generator.core.files import Output as OutputPlace
    from generator.core.seeds import made_up_seed
    from generator.printing import sheets

    settings = options.settings(
        paper=paper, ink=ink, language=language, backs=backs, flip=flip, printer=printer
    )
    if output.suffix.lower() == ".pdf":
        options.wrong_usage(f"--output {str(output)!r}: expected a folder, all is many files")
    all_seed = options.canonical(seed) if seed is not None else made_up_seed()
    sets_dirs, target = options.folders(sets_dir), OutputPlace.at(options.checked_output(output))
    with options.explained(), options.playtesting(playtest) as progress:
        for report in sheets.print_everything(
            all_seed, settings, target, sets_dirs, playtest, progress, vetted=seed is None
        ):
            options.show_report(report)


app.command()(batch.batch)
app.command()(batch.reprint)
app.command()(exports.pieces)
app.command()(exports.table)
app.command()(studies.stats)
app.command()(studies.playtest)
app.command()(web.studio)
app.command()(studies.vetted)
app.command()(designers.schema)
app.command()(web.site)
app.command(context_settings={"allow_extra_args": True})(designers.watch)
app.command()(designers.proof)
app.command()(designers.validate)
app.command()(designers.diff)


@app.command()
def calibrate(
    scale: Annotated[
        float | None, typer.Option(metavar="MM", help="How long the 100 mm ruler comes out.")
    ] = None,
    back_offset: Annotated[
        str | None, typer.Option(metavar="RIGHT,DOWN", help="Where the hole is on the back, in mm.")
    ] = None,
    margins: Annotated[
        str | None, typer.Option(metavar="L,T,R,B", help="The lowest number seen at each edge.")
    ] = None,
    paper: PaperName = "a4", language: LanguageCode = "en", output: Output = Path("output"),
    printer: Annotated[
        Path, typer.Option(metavar="FILE", help="The profile to write.")
    ] = Path("printer.yaml"),
) -> None:  # fmt: skip
    """Print a sheet that shows a printer's faults; save a profile.

    Without options the sheet is printed. With what you read off it, the profile is saved.
    """
    from generator.core.files import Output as OutputPlace
    from generator.printing import printer as profiles

    values = {"ruler": scale, "back_offset": back_offset, "margins": margins}
    readings = {name: value for name, value in values.items() if value is not None}
    if readings:
        try:
            profile = profiles.from_options(readings)
        except ValueError as error:
            options.wrong_usage(str(error))
        with options.explained():
            typer.echo(profiles.save(printer, profile))
        return
    settings = options.settings(paper=paper, language=language)
    with options.explained():
        place = OutputPlace.at(options.checked_output(output))
        options.show_report(profiles.print_calibration(settings, place))


@app.command()
def inspect(
    file: Annotated[Path, typer.Argument(metavar="FILE.pdf", help="A PDF made here.")],
) -> None:
    """Show what a PDF holds, and the command that prints it again."""
    from generator.core.errors import ForeignPdfError
    from generator.pdf.inspect import description

    try:
        typer.echo(description(file))
    except ForeignPdfError as error:
        options.failed(str(error))
    except OSError as error:
        options.failed(f"{file}: cannot be read: {error.strerror or error}")


def main() -> NoReturn:
    """Run the command line and leave the process."""
    # Who starts the program may have closed them (`2>&-`); that must not end a run either.
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    # Names and texts may hold what a terminal cannot show; that must not end a run.
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    sys.stdout = safe_stream(sys.stdout)
    sys.stderr = safe_stream(cast(TextIO, ErrorIgnoringStream(sys.stderr)))
    code: object = 0
    try:
        app(prog_name="board-generator")
    except SystemExit as leaving:
        code = leaving.code
    except OSError as error:  # those of files are explained before; this is standard output's
        sys.stderr.write(f"{_untold(error)}\n")
        code = 1
    except Exception as error:
        from generator.core.errors import WordingError

        if not isinstance(error, WordingError):
            raise
        sys.stderr.write(f"{error}\n")
        code = 1
    if workers := sys.modules.get("generator.core.workers"):
        workers.remove_socket_folder()
    # Taking the interpreter down in order would be a seventh of the time again.
    try:
        sys.stdout.flush()
    except OSError:  # a full disk, or nobody reads on
        os._exit(1)
    os._exit(code if isinstance(code, int) else 0 if code is None else 1)


def _untold(error: OSError) -> str:
    """Why a run ended of which nothing else could be told."""
    try:
        Path.cwd()
    except OSError:
        return "the folder you are in is gone: go to another one, or enter this one again"
    return f"nothing can be told: {error.strerror or error}"
