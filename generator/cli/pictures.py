"""Commands about pieces, tables, printers and PDFs: pieces, table, calibrate, inspect."""

from pathlib import Path
from typing import Any

import click

from generator import games
from generator.cli import options, sheets
from generator.cli.options import LOOK_OPTIONS, SETTINGS, Number, Option, command
from generator.core.settings import Settings
from generator.layout.pieces import CARD_SIZES
from generator.pdf.document import description
from generator.printing import printer as profiles
from generator.printing.pictures import IMAGES, piece_files, write_files
from generator.printing.rolling import Job, check_use
from generator.printing.tabletop import SCHEMES, table_files


@command(
    click.Argument(["game"], metavar="GAME", help=f"{options.GAME_NAMES}."),
    options.SETS.copy(about="The set. [default: classic]"),
    options.SEED,
    options.SHEET.copy(about="Of one sheet only. [default: all pieces]"),
    Option("--dpi", "N", "Pixels to the inch.", 300, Number(72, 1200)),
    Option("--bleed", "MM", "What is shown beyond the cut.", 3.175, Number(0, 10, float)),
    Option("--size card_size", "NAME", "Fit cards to poker, bridge, tarot or mini size.", ""),
    *LOOK_OPTIONS,
    options.ID,
    options.FOLDER.copy(about="Where to. [default: output/pieces. and the game ID]", default=None),
    options.SETS_DIR,
)
def pieces(
    game: str, sheet: str, card_size: str, output: Path | None, settings: Settings, **values: Any
) -> None:
    """For print services and other programs. A table, pieces.csv, has counts and sizes."""
    options.one_of("GAME", game, games.names())
    contract = games.game(game)
    if sheet:
        options.one_of("--sheet", sheet, contract.rolled_sheets)
    if card_size:
        options.one_of("--size", card_size.lower(), CARD_SIZES)
    request = options.request(contract, sheet, values)
    folder = output and options.checked_folder(output, "there are many files")

    def files_of(job: Job, rolled: Any, _: Path) -> dict[str, bytes]:
        return piece_files(job, rolled, values["dpi"], values["bleed"], card_size.lower())

    is_chosen = options.is_typed("seed")
    sheets.show_report(write_files("pieces", files_of, request, settings, folder, is_chosen))


@command(
    click.Argument(["game"], metavar="GAME", help=f"{options.GAME_NAMES}."),
    options.SETS,
    options.SIZE,
    options.PLAYER_COUNT,
    options.SEED,
    Option("--url", "URL", "Where you will put the pictures. [default: this machine's folder]", ""),
    Option("--dpi", "N", "Pixels to the inch; fewer load faster.", 300, Number(72, 600)),
    *LOOK_OPTIONS,
    SETTINGS["rules"],
    options.PLAYTEST,
    options.SEARCH,
    options.ID,
    options.FOLDER.copy(about="Where to. [default: output/table. and the game ID]", default=None),
    options.SETS_DIR,
)
def table(
    game: str, url: str, dpi: int, output: Path | None, settings: Settings, **values: Any
) -> None:
    """A saved object, and the pictures that it shows."""
    options.one_of("GAME", game, games.names())
    if url and not url.startswith(SCHEMES):
        options.wrong_usage(f"--url {url!r}: expected an address that begins with {SCHEMES[1]}")
    check_use(games.game(game), "", settings)
    request = options.request(games.game(game), "", values)
    folder = output and options.checked_folder(output, "there are many files")

    def files_of(job: Job, rolled: Any, folder: Path) -> dict[str, bytes]:
        return table_files(job, rolled, url or (folder / IMAGES).resolve().as_uri(), dpi)

    with sheets.playtesting(request.playtest) as progress:
        is_chosen = options.is_typed("seed")
        vetted = request.playtest and not is_chosen and request.search == "usual"
        how = folder, is_chosen, progress, vetted
        report = write_files("table", files_of, request, settings, *how)
    sheets.show_report(report)


@command(
    Option("--scale ruler", "MM", "How long 100 mm come out.", kind=Number(0, None, float)),
    Option("--back-offset", "RIGHT,DOWN", "Where the hole is on the back, in mm."),
    Option("--margins", "L,T,R,B", "The lowest number seen at each edge."),
    SETTINGS["paper"],
    SETTINGS["language"],
    options.OUTPUT,
    options.Place("--printer profile", "FILE", "The profile to write.", "printer.yaml", Path),
)
def calibrate(profile: Path, output: Path, settings: Settings, **values: Any) -> None:
    """Without options the sheet is printed. What you read off it is saved in the profile."""
    readings = {name: value for name, value in values.items() if value is not None}
    if str(profile) == "none":
        options.wrong_usage("--printer none: expected a file name; none stands for no profile")
    if not readings:
        sheets.show_report(profiles.print_calibration(settings, options.checked_output(output)))
        return
    if options.is_typed("output"):
        options.wrong_usage("--output is for the sheet; --printer says where the profile goes")
    known = profiles.read(profile) if profile.is_file() else profiles.Printer()
    try:
        measured = profiles.from_options(readings, known)
    except ValueError as error:
        options.wrong_usage(str(error))
    click.echo(profiles.save(profile, measured))


@command(click.Argument(["file"], type=options.FILE, metavar="FILE.pdf", help="A PDF made here."))
def inspect(file: Path) -> None:
    try:
        click.echo(description(file))
    except OSError as error:
        options.failed(f"{file}: cannot be read: {error.strerror or error}")
