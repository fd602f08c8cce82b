"""The command line: commands with their options; cli/options.py reads them, build.py prints.

Exit codes: 0 done, 1 something in the files or the request does not work, 2 wrong usage.
Standard output ends with the game ID and, on the last line, the path of the PDF; messages
about mistakes go to standard error. Imports stay inside the commands, so that each pays only
for what it uses.
"""

import os
import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from generator.cli import batch, diff, options, playtest, proof, schema, stats, validate, watch
from generator.cli.options import (
    Flip,
    Ink,
    LanguageCode,
    Output,
    PaperName,
    Playtest,
    Printer,
    Rules,
    SetsDir,
)
from generator.core.terminal import Unheard, safe_stream

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="Prints boards of small paper games from YAML sets, as PDF.",
)

Sets = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME", help="A set to use; repeat for more. [default: base]"),
]
SetsToShow = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME", help="A set to show. [default: every shipped one]"),
]
RulesSet = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="NAME", help="A set. [default: classic; of Magnetmen every shipped one]"
    ),
]
Size = Annotated[str, typer.Option(metavar="NAME", help="small, regular, big or huge.")]
Players = Annotated[int, typer.Option(metavar="N", min=1, help="2, 3 or 4.")]
Seed = Annotated[
    str | None, typer.Option(metavar="TEXT", help="Same seed, same board. [default: made up]")
]
ExampleSeed = Annotated[str, typer.Option(metavar="TEXT", help="Same seed, same examples.")]
Count = Annotated[
    int, typer.Option(metavar="N", min=1, max=100_000, help="How many boards, in one PDF.")
]
Id = Annotated[
    str | None, typer.Option("--id", metavar="GAME-ID", help="Print this very game again.")
]
Sheet = Annotated[
    str, typer.Option(metavar="NAME", help="One sheet only. [default: each, and one file of all]")
]
GameSet = Annotated[
    list[str] | None, typer.Option("--set", metavar="NAME", help="The set. [default: classic]")
]


def _version(wanted: bool) -> None:
    if wanted:
        from generator import __version__

        typer.echo(f"board-generator {__version__}")
        raise typer.Exit


@app.callback()
def version_option(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Tell the version.")
    ] = False,
) -> None:
    """Prints boards of small paper games from YAML sets, as PDF."""


@app.command()
def boards(
    context: typer.Context,
    sets: Sets = None, size: Size = "regular", players: Players = 4, seed: Seed = None,
    count: Count = 1, paper: PaperName = "a4", ink: Ink = "full", language: LanguageCode = "en",
    rules: Rules = True, playtest: Playtest = True, game_id: Id = None,
    printer: Printer = None, output: Output = Path("output"), sets_dir: SetsDir = None,
) -> None:  # fmt: skip
    """Print Magnetmen boards: grid, inventories, how to play, legend."""
    asked = (sets, size, players, seed, count, game_id, playtest)
    looks = options.settings(paper, ink, language, rules=rules, printer=printer)
    _print_rolled(context, "magnetmen", ("boards",), asked, looks, output, sets_dir)


@app.command()
def inventories(
    context: typer.Context,
    sets: Sets = None, size: Size = "regular", players: Players = 4, seed: Seed = None,
    count: Count = 1, paper: PaperName = "a4", ink: Ink = "full", language: LanguageCode = "en",
    playtest: Playtest = True, game_id: Id = None,
    printer: Printer = None, output: Output = Path("output"), sets_dir: SetsDir = None,
) -> None:  # fmt: skip
    """Print larger inventories for a board, with a table to add up the scores."""
    asked = (sets, size, players, seed, count, game_id, playtest)
    looks = options.settings(paper, ink, language, printer=printer)
    _print_rolled(context, "magnetmen", ("inventories",), asked, looks, output, sets_dir)


@app.command()
def legends(
    sets: SetsToShow = None, paper: PaperName = "a4", ink: Ink = "full",
    language: LanguageCode = "en",
    printer: Printer = None, output: Output = Path("output"), sets_dir: SetsDir = None,
) -> None:  # fmt: skip
    """Print all Magnetmen types of each set: for players in brief, for designers with all odds."""
    looks = options.settings(paper, ink, language, printer=printer)
    _print_definition("magnetmen", "legends", sets, looks, output, sets_dir)


@app.command()
def metals(
    context: typer.Context,
    sets: GameSet = None,
    factions: Annotated[
        bool, typer.Option("--factions/--no-factions", help="Play with factions, to 20 points.")
    ] = False,
    seed: Seed = None, count: Count = 1, sheet: Sheet = "", paper: PaperName = "a4",
    ink: Ink = "full", language: LanguageCode = "en", flip: Flip = "long", game_id: Id = None,
    printer: Printer = None, output: Output = Path("output"), sets_dir: SetsDir = None,
) -> None:  # fmt: skip
    """Print Metals: map, tokens, cards, rules."""
    asked = (sets, "factions" if factions else "basic", 2, seed, count, game_id)
    looks = options.settings(paper, ink, language, flip=flip, printer=printer)
    _print_bundle(context, "metals", sheet, asked, looks, output, sets_dir)


@app.command()
def quads(
    context: typer.Context,
    sets: GameSet = None, sheet: Sheet = "", paper: PaperName = "a4", ink: Ink = "full",
    language: LanguageCode = "en", flip: Flip = "long", game_id: Id = None,
    printer: Printer = None, output: Output = Path("output"), sets_dir: SetsDir = None,
) -> None:  # fmt: skip
    """Print Quads: reference cards, board, pieces. Nothing in it is random."""
    asked = (sets, "regular", 2, None, 1, game_id)
    looks = options.settings(paper, ink, language, flip=flip, printer=printer)
    _print_bundle(context, "quads", sheet, asked, looks, output, sets_dir)


@app.command()
def discs(
    context: typer.Context,
    sets: GameSet = None, seed: Seed = None, count: Count = 1, sheet: Sheet = "",
    paper: PaperName = "a4", ink: Ink = "full", language: LanguageCode = "en",
    flip: Flip = "long", game_id: Id = None,
    printer: Printer = None, output: Output = Path("output"), sets_dir: SetsDir = None,
) -> None:  # fmt: skip
    """Print the disc race: reference cards, discs, dice."""
    asked = (sets, "regular", 6, seed, count, game_id)
    looks = options.settings(paper, ink, language, flip=flip, printer=printer)
    _print_bundle(context, "discs", sheet, asked, looks, output, sets_dir)


@app.command()
def rules(
    context: typer.Context,
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="magnetmen, metals, quads or discs.")
    ] = "magnetmen",
    sets: RulesSet = None, seed: ExampleSeed = "example", paper: PaperName = "a4",
    ink: Ink = "full", language: LanguageCode = "en",
    printer: Printer = None, output: Output = Path("output"), sets_dir: SetsDir = None,
) -> None:  # fmt: skip
    """Print the illustrated rules of a game; the seed picks the example positions."""
    from generator import games

    options.one_of("GAME", game, games.NAMES)
    looks = options.settings(paper, ink, language, printer=printer)
    chosen = games.game(game)
    if chosen.bundled:
        asked = (sets, chosen.size, chosen.players, seed, 1, None)
        _print_bundle(context, game, chosen.rules_sheet, asked, looks, output, sets_dir)
    else:
        seed = options.canonical(seed)
        _print_definition(game, "rules", sets, looks, output, sets_dir, seed=seed)


@app.command(name="all")
def everything(
    seed: Seed = None, paper: PaperName = "a4", ink: Ink = "full", language: LanguageCode = "en",
    flip: Flip = "long", playtest: Playtest = True,
    printer: Printer = None, output: Output = Path("output"), sets_dir: SetsDir = None,
) -> None:  # fmt: skip
    """Print every sheet of every game, one seed for all."""
    from generator.core.seeds import made_up_seed
    from generator.printing import build

    looks = options.settings(paper, ink, language, flip=flip, printer=printer)
    if output.suffix.lower() == ".pdf":
        options.wrong_usage(f"--output {str(output)!r}: expected a folder, all is many files")
    chosen = options.canonical(seed) if seed is not None else made_up_seed()
    where = options.folders(sets_dir), options.checked_output(output)
    with options.explained(), options.playtesting(playtest) as told:
        for report in build.everything(chosen, looks, *where, playtest, told):
            options.tell(report)


app.command()(batch.batch)
app.command()(batch.reprint)
app.command()(stats.stats)
app.command()(playtest.playtest)
app.command()(schema.schema)
app.command(context_settings={"allow_extra_args": True})(watch.watch)
app.command()(proof.proof)
app.command()(validate.validate)
app.command()(diff.diff)


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
    """Print a sheet that shows a printer's faults; with what you read off it, save a profile."""
    from generator.printing import build
    from generator.printing import printer_profile as profiles

    read = {"ruler": scale, "back_offset": back_offset, "margins": margins}
    read = {name: value for name, value in read.items() if value is not None}
    if read:
        try:
            profile = profiles.from_options(read)
        except ValueError as error:
            options.wrong_usage(str(error))
        with options.explained():
            typer.echo(profiles.save(printer, profile))
        return
    looks = options.settings(paper, "full", language)
    with options.explained():
        options.tell(build.calibration(looks, options.checked_output(output)))


@app.command()
def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="PDFs of any program.")],
    as_json: Annotated[bool, typer.Option("--json", help="Tell it as JSON.")] = False,
) -> None:
    """Examine PDFs for faults in print, as a stranger would; exit code 1 if there are any."""
    from generator.preflight import report
    from generator.preflight.examination import examine_files

    reports = examine_files(files)
    typer.echo(report.as_json(reports) if as_json else report.as_text(reports))
    if not all(file_report.ok for file_report in reports):
        raise typer.Exit(1)


@app.command()
def inspect(
    file: Annotated[Path, typer.Argument(metavar="FILE.pdf", help="A PDF made here.")],
) -> None:
    """Tell what a PDF holds: game IDs, what was rolled, the command that prints it again."""
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
    sys.stdout.reconfigure(errors="backslashreplace")
    sys.stdout = safe_stream(sys.stdout)
    sys.stderr = safe_stream(Unheard(sys.stderr))
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
        return "the folder you are in is gone: go to another one, or to this one anew"
    return f"nothing can be told: {error.strerror or error}"


def _print_bundle(context, game_name, sheet, asked, looks, output, sets_dir) -> None:
    """Every sheet of a game, or the one that is named."""
    from generator.games import game

    every = tuple(game(game_name).rolled_sheets)
    if sheet:
        options.one_of("--sheet", sheet, every)
    chosen = (sheet,) if sheet else every
    _print_rolled(context, game_name, chosen, asked, looks, output, sets_dir)


def _print_rolled(context, game_name, sheets, asked, looks, output, sets_dir) -> None:
    from generator.games import game
    from generator.printing import build

    chosen = game(game_name)
    request = options.request(context, chosen, *asked)
    playtest = request.playtest and chosen.playtest is not None
    with options.explained(), options.playtesting(playtest) as told:
        report = build.rolled_sheets(
            chosen, sheets, request, looks, options.folders(sets_dir),
            options.checked_output(output), told,
        )  # fmt: skip
    options.tell(report)


def _print_definition(game_name, sheet, sets, looks, output, sets_dir, **more) -> None:
    from generator.games import game
    from generator.printing import build

    with options.explained():
        chosen = game(game_name)
        report = build.definition_sheets(
            chosen, sheet, sets or chosen.catalogue.shipped, looks, options.folders(sets_dir),
            options.checked_output(output), **more,
        )  # fmt: skip
    options.tell(report)
