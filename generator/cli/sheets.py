"""Printing sheets: what the commands of the games do, and the commands rules and all."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from generator import games
from generator.cli import options
from generator.cli.options import LOOK_OPTIONS, PLACES, SETTINGS, Option, command, wrong_usage
from generator.core.files import CUT_FORMATS, Output
from generator.core.progress import SILENT, Progress, open_display
from generator.core.request import Request
from generator.core.seeds import canonical_seed, made_up_seed
from generator.core.settings import Settings
from generator.pdf.document import Report, write
from generator.printing import sheets
from generator.printing.rolling import check_use

_MAX_SKIPPED = 10  # games that are reported one by one


def print_request(
    request: Request, settings: Settings, output: Path, cut_formats: Sequence[str] = ()
) -> None:
    """Print sheets of a game, and report."""
    cut_formats = tuple(dict.fromkeys(name.lower() for name in cut_formats))
    for name in cut_formats:
        options.one_of("--cut", name, CUT_FORMATS)
    place = options.checked_output(output, cut_formats)
    check_use(games.game(request.game), request.sheet, settings)
    with playtesting(request.playtest) as progress:
        is_chosen = options.is_typed("seed")
        vetted = request.playtest and not is_chosen and request.search == "usual"
        report = sheets.print_sheets(request, settings, place, progress, is_chosen, vetted=vetted)
    show_report(report)


@contextmanager
def playtesting(active: bool) -> Iterator[Progress]:
    if not active:
        yield SILENT
        return
    with options.stoppable("--no-playtest prints at once"), open_display(False) as progress:
        yield progress


def show_report(report: Report) -> None:
    """Warnings and what was skipped to standard error; the game IDs, then the paths, to standard
    output. Exit code 1 if something was skipped."""
    for warning in report.warnings:
        click.echo(warning, err=True)
    for reason in report.skipped[:_MAX_SKIPPED]:
        click.echo(f"skipped: {reason}", err=True)
    if report.skipped:
        click.echo(f"{len(report.game_ids):,} printed, {len(report.skipped):,} skipped", err=True)
    for line in (*report.game_ids, *report.paths):
        click.echo(line)
    if report.skipped:
        raise click.exceptions.Exit(1)


@command(
    click.Argument(
        ["game"],
        metavar="[GAME]",
        help=f"{options.GAME_NAMES}; all, for a booklet of all.",
        default=options.DEFAULT_GAME,
    ),
    options.SETS.copy(about="A set. [default: classic; of Magnetmen every shipped one]"),
    options.SIZE.copy(about="Of Metals, basic or factions."),
    options.SEED.copy(about="Same seed, same examples.", default="example"),
    Option("--booklet", "", "On half pages, to fold and staple.", group=options.LOOK),
    *LOOK_OPTIONS,
    *PLACES,
)
def rules(game: str, booklet: bool, output: Path, settings: Settings, **values: Any) -> None:
    """The seed picks the example positions."""
    values |= {"seed": canonical_seed(values["seed"])}
    if booklet:
        sets = values["sets"]
        if values["size"]:
            wrong_usage("--size cannot be combined with --booklet, which has all rules")
        options.one_of("GAME", game, (*games.names(), sheets.ALL_GAMES))
        if sets and game == sheets.ALL_GAMES:
            wrong_usage("--set names sets of one game: expected a game in place of all")
        requests = sheets.usual_requests(values["seed"], values["sets_dirs"], game)
        if sets:
            requests = [replace(requests[0], sets=tuple(sets))]
        place = options.checked_output(output)
        show_report(write([sheets.booklet_document(requests, settings, place)]))
        return
    if game == sheets.ALL_GAMES:
        wrong_usage("the rules of all games are a booklet: rules all --booklet")
    options.one_of("GAME", game, games.names())
    contract = games.game(game)
    sheet = contract.rules_sheet
    if sheet in contract.definition_sheets and values["size"]:
        wrong_usage(f"--size: the rules of {game} are the same for every size")
    print_request(options.request(contract, sheet, values), settings, output)


@command(
    options.SEED,
    *LOOK_OPTIONS,
    SETTINGS["backs"],
    SETTINGS["flip"],
    options.PLAYTEST,
    options.PRINTER,
    options.FOLDER,
    options.SETS_DIR,
)
def everything(
    seed: str | None, playtest: bool, output: Path, settings: Settings, sets_dirs: tuple[Path, ...]
) -> None:
    folder = Output.at(options.checked_folder(output, "all is many files"))
    all_seed = canonical_seed(seed) if seed is not None else made_up_seed()
    vetted = playtest and seed is None
    with playtesting(playtest) as progress:
        for game in map(games.game, games.names()):
            bundle = [""] if game.is_bundle else game.rolled_sheets
            for sheet in (*bundle, *game.definition_sheets):
                usual = sheets.usual_request(game, sheet, all_seed, sets_dirs)
                request = replace(usual, playtest=playtest)
                show_report(sheets.print_sheets(request, settings, folder, progress, vetted=vetted))
