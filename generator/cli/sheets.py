"""Printing sheets: what the commands of the games do, and the commands rules and all."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import click

from generator import games
from generator.cli import options
from generator.cli.options import LOOK_OPTIONS, PLACES, SETTINGS, Option, command, wrong_usage
from generator.core.errors import GameIdError
from generator.core.files import CUT_FORMATS, Output
from generator.core.game_id import parse
from generator.core.progress import SILENT, Progress, open_display
from generator.core.request import SEARCHES, Request, SearchName, SeedRange
from generator.core.seeds import made_up_seed
from generator.core.settings import Settings
from generator.games.base import Game
from generator.pdf.document import Report, write
from generator.printing import sheets

_MAX_SKIPPED = 10  # games that are reported one by one


def print_request(
    request: Request, settings: Settings, output: Path, cut_formats: Sequence[str] = ()
) -> None:
    """Print sheets of a game, and report."""
    cut_formats = tuple(dict.fromkeys(name.lower() for name in cut_formats))
    for name in cut_formats:
        options.one_of("--cut", name, CUT_FORMATS)
    place = options.checked_output(output, cut_formats)
    with playtesting(request.playtest) as progress:
        is_chosen, vetted = options.is_typed("seed"), takes_vetted(request)
        report = sheets.print_sheets(request, settings, place, progress, is_chosen, vetted=vetted)
    show_report(report)


def request(game: Game, sheet: str, values: Mapping[str, Any]) -> Request:
    """What to roll, from the values of a command's options (Any: of any type); an ID stands for all
    of it. Of a sheet that needs no roll, the seed picks the examples."""
    sets_dirs = values["sets_dirs"]
    if sheet in game.definition_sheets:
        sets, seed = tuple(values["sets"] or game.catalogue.shipped), values.get("seed") or ""
        seed = options.canonical(seed) if seed and sheet == game.rules_sheet else ""
        return Request(game.name, sets, "", 0, (seed,), sheet, sets_dirs=sets_dirs)
    playtest = bool(values.get("playtest")) and game.playtest is not None
    if values.get("game_id") is None:
        seed = values.get("seed")
        seed = made_up_seed() if seed is None else options.canonical(seed)
        count = values.get("count", 1)
        return Request(
            game.name,
            tuple(values["sets"] or game.default_sets),
            (values.get("size") or game.default_size).lower(),
            values.get("players") or game.default_players,
            (seed,) if count == 1 else SeedRange(seed, 1, count),
            sheet,
            playtest=playtest,
            sets_dirs=sets_dirs,
            search=search_name(values.get("search", "usual"), playtest),
        )
    # Naming something that an ID says already is a slip.
    for parameter in click.get_current_context().command.params:
        name = parameter.name or ""
        if name in ("sets", "size", "players", "form", "seed", "count") and options.is_typed(name):
            wrong_usage(f"{parameter.opts[0]} cannot be combined with --id, which already says it")
    if options.is_typed("search"):
        wrong_usage("--search cannot be combined with --id, whose board is not searched for")
    try:
        game_id = parse(values["game_id"])
    except GameIdError as error:
        wrong_usage(str(error))
    if game_id.game != game.name:
        found = f"--id {values['game_id']!r} is of the game {game_id.game!r}"
        wrong_usage(f"{found}, expected {game.name}")
    return Request.of_game_id(game_id, sheet, playtest, sets_dirs)


def search_name(text: str, playtest: bool) -> SearchName:
    """The search that --search names."""
    options.one_of("--search", text.lower(), SEARCHES)
    if options.is_typed("search") and not playtest:
        wrong_usage("--search needs the playtest, which chooses the board")
    return cast(SearchName, text.lower())


def takes_vetted(request: Request) -> bool:
    """Whether a vetted board may be printed: the user wants no other."""
    return request.playtest and not options.is_typed("seed") and request.search == "usual"


@contextmanager
def playtesting(active: bool) -> Iterator[Progress]:
    """The progress of a playtest; Ctrl-C ends it with one line."""
    if not active:
        yield SILENT
        return
    try:
        with open_display(quiet=False) as progress:
            yield progress
    except KeyboardInterrupt:
        options.failed("stopped; --no-playtest prints at once")


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
    options.argument(
        "game",
        "[GAME]",
        f"{options.GAME_NAMES}; all, for a booklet of all.",
        default=options.DEFAULT_GAME,
    ),
    options.SETS.copy(about="A set. [default: classic; of Magnetmen every shipped one]"),
    options.SIZE.copy(about="Of Metals, basic or factions."),
    options.SEED.copy(about="Same seed, same examples.", default="example"),
    Option(
        "--booklet",
        "",
        "On pages of half a sheet, to print on both sides, fold and staple.",
        group=options.LOOK,
    ),
    *LOOK_OPTIONS,
    *PLACES,
)
def rules(game: str, booklet: bool, output: Path, settings: Settings, **values: Any) -> None:
    """The seed picks the example positions."""
    values |= {"seed": options.canonical(values["seed"])}
    if booklet:
        if values["size"]:
            wrong_usage("--size cannot be combined with --booklet, which has all rules")
        _print_booklet(game, values, settings, output)
        return
    if game == sheets.ALL_GAMES:
        wrong_usage("the rules of all games are a booklet: rules all --booklet")
    options.one_of("GAME", game, games.names())
    contract = games.game(game)
    sheet = contract.rules_sheet
    if sheet in contract.definition_sheets and values["size"]:
        wrong_usage(f"--size: the rules of {game} are the same for every size")
    print_request(request(contract, sheet, values), settings, output)


def _print_booklet(game: str, values: Mapping[str, Any], settings: Settings, output: Path) -> None:
    """Print the rules of a game, or of all, as a booklet, and report."""
    sets = values["sets"]
    options.one_of("GAME", game, (*games.names(), sheets.ALL_GAMES))
    if sets and game == sheets.ALL_GAMES:
        wrong_usage("--set names sets of one game: expected a game in place of all")
    requests = sheets.usual_requests(values["seed"], values["sets_dirs"], game)
    if sets:
        requests = [replace(requests[0], sets=tuple(sets))]
    place = options.checked_output(output)
    show_report(write([sheets.booklet_document(requests, settings, place)]))


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
    all_seed = options.canonical(seed) if seed is not None else made_up_seed()
    vetted = playtest and seed is None
    with playtesting(playtest) as progress:
        for game in map(games.game, games.names()):
            bundle = [""] if game.is_bundle else game.rolled_sheets
            for sheet in (*bundle, *game.definition_sheets):
                usual = sheets.usual_request(game, sheet, all_seed, sets_dirs)
                request = replace(usual, playtest=playtest)
                show_report(sheets.print_sheets(request, settings, folder, progress, vetted=vetted))
