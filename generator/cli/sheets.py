"""Commands that print for all games alike: rules, all, pieces, table, calibrate, inspect."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from generator import games
from generator.cli import options
from generator.cli.options import LOOK_OPTIONS, PLACES, SETTINGS, Number, Option, command
from generator.core.request import Request
from generator.core.settings import Settings

RULES_SETS = options.SETS.copy(about="A set. [default: classic; of Magnetmen every shipped one]")
RULES_GAME = options.argument(
    "game",
    "[GAME]",
    f"{options.GAME_NAMES}; all, for a booklet of all.",
    default=options.DEFAULT_GAME,
)
BOOKLET = Option(
    "--booklet",
    "",
    "On pages of half a sheet, to print on both sides, fold and staple.",
    group=options.LOOK,
)


@command(
    RULES_GAME,
    RULES_SETS,
    options.SIZE.copy(about="Of Metals, basic or factions."),
    options.SEED.copy(about="Same seed, same examples.", default="example"),
    BOOKLET,
    *LOOK_OPTIONS,
    *PLACES,
)
def rules(
    game: str,
    sets: Sequence[str],
    size: str | None,
    seed: str,
    booklet: bool,
    output: Path,
    settings: Settings,
    sets_dirs: tuple[Path, ...],
) -> None:
    """Print the illustrated rules of a game.

    The seed picks the example positions.
    """
    seed = options.canonical(seed)
    if booklet:
        if size:
            options.wrong_usage("--size cannot be combined with --booklet, which has all rules")
        _print_booklet(game, sets, seed, settings, output, sets_dirs)
        return
    if game == "all":
        options.wrong_usage("the rules of all games are a booklet: rules all --booklet")
    options.one_of("GAME", game, games.names())
    contract = games.game(game)
    sheet = contract.rules_sheet
    if sheet in contract.definition_sheets:
        if size:
            options.wrong_usage(f"--size: the rules of {game} are the same for every size")
        options.print_definition(contract, sheet, sets, settings, output, sets_dirs, seed)
        return
    request = Request(
        game,
        tuple(sets or contract.default_sets),
        size or contract.default_size,
        contract.default_players,
        (seed,),
        sheet,
        sets_dirs=sets_dirs,
    )
    options.print_rolled(request, settings, output)


def _print_booklet(
    game: str,
    sets: Sequence[str],
    seed: str,
    settings: Settings,
    output: Path,
    sets_dirs: tuple[Path, ...],
) -> None:
    """Print the rules of a game, or of all, as a booklet, and report."""
    from generator.pdf.document import write
    from generator.printing import sheets

    options.one_of("GAME", game, (*games.names(), sheets.ALL_GAMES))
    if sets and game == sheets.ALL_GAMES:
        options.wrong_usage("--set names sets of one game: expected a game in place of all")
    requests = sheets.usual_requests(seed, sets_dirs, game)
    if sets:
        requests = [replace(requests[0], sets=tuple(sets))]
    made = sheets.booklet_document(requests, settings, options.checked_output(output))
    options.show_report(write([made]))


@command(
    options.SEED,
    *LOOK_OPTIONS,
    SETTINGS["backs"],
    SETTINGS["flip"],
    options.PLAYTEST,
    options.PRINTER,
    options.FOLDER,
    options.SETS_DIR,
    name="all",
)
def everything(
    seed: str | None, playtest: bool, output: Path, settings: Settings, sets_dirs: tuple[Path, ...]
) -> None:
    """Print every sheet of every game, one seed for all."""
    from generator.core.files import Output
    from generator.core.seeds import made_up_seed
    from generator.printing import sheets

    folder = Output.at(options.checked_folder(output, "all is many files"))
    all_seed = options.canonical(seed) if seed is not None else made_up_seed()
    with options.playtesting(playtest) as progress:
        for report in sheets.print_everything(
            all_seed, settings, folder, sets_dirs, playtest, progress, vetted=seed is None
        ):
            options.show_report(report)


@command(
    options.argument("game", "GAME", f"{options.GAME_NAMES}."),
    options.SETS.copy(about="The set. [default: classic]"),
    options.SEED,
    options.SHEET.copy(about="Of one sheet only. [default: all pieces]"),
    Option("--dpi", "N", "Pixels to the inch.", 300, Number(72, 1200)),
    Option("--bleed", "MM", "What is shown beyond the cut.", 3.175, Number(0, 10, float)),
    Option(
        "--size card_size",
        "NAME",
        "Fit cards to a size of print services: poker, bridge, tarot or mini.",
        "",
    ),
    *LOOK_OPTIONS,
    options.ID,
    options.FOLDER.copy(about="Where to. [default: output/pieces. and the game ID]", default=None),
    options.SETS_DIR,
)
def pieces(
    game: str,
    sheet: str,
    dpi: int,
    bleed: float,
    card_size: str,
    output: Path | None,
    settings: Settings,
    **values: Any,
) -> None:
    """Save a picture of each piece to cut out, front and back.

    For print services and other programs. A table, pieces.csv, has counts and sizes.
    """
    from generator.layout.pieces import CARD_SIZES
    from generator.printing.pictures import ImageOptions, write_pieces

    options.one_of("GAME", game, games.names())
    contract = games.game(game)
    if sheet:
        options.one_of("--sheet", sheet, contract.rolled_sheets)
    if card_size:
        options.one_of("--size", card_size.lower(), CARD_SIZES)
    values["sets_dirs"] = options.folders(values["sets_dir"])
    request = options.request(contract, sheet, values)
    folder = output and options.checked_folder(output, "there are many files")
    looks = ImageOptions(dpi, bleed, card_size.lower())
    options.show_report(write_pieces(request, settings, looks, folder, options.is_typed("seed")))


@command(
    options.argument("game", "GAME", f"{options.GAME_NAMES}."),
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
    """Save a game for Tabletop Simulator: boards, decks, tiles, dice.

    A saved object, and the pictures that it shows.
    """
    from generator.printing.tabletop import SCHEMES, write_table

    options.one_of("GAME", game, games.names())
    if url and not url.startswith(SCHEMES):
        options.wrong_usage(f"--url {url!r}: expected an address that begins with {SCHEMES[1]}")
    values["sets_dirs"] = options.folders(values["sets_dir"])
    request = options.request(games.game(game), "", values)
    folder = output and options.checked_folder(output, "there are many files")
    with options.playtesting(request.playtest) as progress:
        report = write_table(
            request,
            settings,
            folder,
            url,
            dpi,
            progress,
            options.is_typed("seed"),
            vetted=options.takes_vetted(request),
        )
    options.show_report(report)


@command(
    Option(
        "--scale ruler", "MM", "How long the 100 mm ruler comes out.", kind=Number(0, None, float)
    ),
    Option("--back-offset", "RIGHT,DOWN", "Where the hole is on the back, in mm."),
    Option("--margins", "L,T,R,B", "The lowest number seen at each edge."),
    SETTINGS["paper"],
    SETTINGS["language"],
    options.OUTPUT,
    Option(
        "--printer profile",
        "FILE",
        "The profile to write.",
        "printer.yaml",
        Path,
        group=options.WHERE,
    ),
)
def calibrate(profile: Path, output: Path, settings: Settings, **values: Any) -> None:
    """Print a sheet that shows a printer's faults; save a profile.

    Without options the sheet is printed. With what you read off it, the profile is saved.
    """
    from generator.printing import printer as profiles

    readings = {name: value for name, value in values.items() if value is not None}
    if not readings:
        place = options.checked_output(output)
        options.show_report(profiles.print_calibration(settings, place))
        return
    try:
        measured = profiles.from_options(readings)
    except ValueError as error:
        options.wrong_usage(str(error))
    click.echo(profiles.save(profile, measured))


@command(click.Argument(["file"], type=Path, metavar="FILE.pdf", help="A PDF made here."))
def inspect(file: Path) -> None:
    """Show what a PDF holds, and the command that prints it again."""
    from generator.pdf.document import description

    try:
        click.echo(description(file))
    except OSError as error:
        options.failed(f"{file}: cannot be read: {error.strerror or error}")
