"""What the commands share: options, reports, explained mistakes."""

import signal
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, cast

import typer
from typer.core import TyperGroup

from generator import games

if TYPE_CHECKING:
    from generator.core.progress import Progress
    from generator.core.request import Request, SearchName
    from generator.core.settings import Settings
    from generator.games.base import Game
    from generator.pdf.document import Report as PrintReport
    from generator.printing.printer import Printer as Profile


NO_PRINTER = "none"
_MAX_SKIPPED = 10  # games that are reported one by one

# Not from generator.languages, which reads YAML: help comes at once.
_LANGUAGES = sorted(
    file.parent.name for file in Path(__file__).parents[1].glob("languages/*/common.yaml")
)
GAME_NAMES = f"{', '.join(games.names()[:-1])} or {games.names()[-1]}"
DEFAULT_GAME = "magnetmen"

# Options of several commands. Those that print sheets of a game are listed in game_commands.py.
Set = Annotated[
    list[str] | None, typer.Option("--set", metavar="NAME", help="The set. [default: classic]")
]
SetsToUse = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME", help="A set to use; repeat for more."),
]
Size = Annotated[
    str | None, typer.Option(metavar="NAME", help="A size; basic or factions for Metals.")
]
Players = Annotated[int | None, typer.Option(metavar="N", min=1, help="How many players.")]
Seed = Annotated[
    str | None, typer.Option(metavar="TEXT", help="Same seed, same sheet. [default: made up]")
]
Count = Annotated[
    int,
    typer.Option(
        metavar="N", min=1, max=100_000, help="How many, each from a seed of its own, in one PDF."
    ),
]
Id = Annotated[
    str | None, typer.Option("--id", metavar="GAME-ID", help="Print the game with this ID again.")
]
Sheet = Annotated[
    str, typer.Option(metavar="NAME", help="One sheet only. [default: each, and one file of all]")
]
GameName = Annotated[str, typer.Argument(metavar="GAME", help=f"{GAME_NAMES}.")]
PaperName = Annotated[
    str, typer.Option("--paper", metavar="NAME", help="a4, letter, a3, a2, a4-letter-safe.")
]
Ink = Annotated[str, typer.Option(metavar="MODE", help="full, low (line art on white) or grey.")]
LanguageCode = Annotated[
    str, typer.Option("--language", metavar="CODE", help=f"{', '.join(_LANGUAGES)}.")
]
Rules = Annotated[
    bool, typer.Option("--rules/--no-rules", help="With or without the sidebar of rules.")
]
Playtest = Annotated[
    bool,
    typer.Option(
        "--playtest/--no-playtest", help="Print the board or map of a seed that plays best."
    ),
]
Search = Annotated[
    str,
    typer.Option(
        "--search", metavar="NAME",
        help="How long to look for it: quick (2 s), usual (3 s) or thorough (20 s).",
    ),
]  # fmt: skip
Backs = Annotated[
    str,
    typer.Option(metavar="WHERE", help="Backs of pieces: duplex, gutterfold (fold, glue) or none."),
]
Flip = Annotated[
    str, typer.Option(metavar="EDGE", help="The edge your printer turns paper about: long, short.")
]
Marks = Annotated[
    str,
    typer.Option(
        metavar="KIND",
        help="What shows the cuts of pieces: usual (crop marks, or lines where no colour bleeds), "
        "silhouette or silhouette-4 (3 or 4 registration marks), frame (for other machines), "
        "corners, lines, none.",
    ),
]
Gap = Annotated[
    float, typer.Option(metavar="MM", help="The least distance between pieces to cut out.")
]
Thickness = Annotated[float, typer.Option(metavar="MM", help="Of a piece, for --sheet box.")]
Cut = Annotated[
    list[str] | None,
    typer.Option(metavar="FORMAT", help="Write cut files too: svg or dxf; repeat for both."),
]
Tile = Annotated[
    str,
    typer.Option(
        metavar="PAPER",
        help="Print the board or map in parts on a4 or letter, to glue together. Other sheets stay "
        "whole. [default: in one part]",
    ),
]
Overlap = Annotated[
    float, typer.Option(metavar="MM", help="How far the parts of --tile overlap, 3 to 100.")
]
Scale = Annotated[
    float, typer.Option(metavar="FACTOR", help="With --tile, draw so many times larger, 1 to 10.")
]
Printer = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="A printer's profile, or none. [default: printer.yaml]"),
]
Output = Annotated[
    Path, typer.Option(metavar="FILE-or-FOLDER", help="A .pdf file, or the folder for it.")
]
SetsDir = Annotated[
    Path | None, typer.Option(metavar="FOLDER", help="Your own sets; they win over shipped ones.")
]


def settings(printer: str | None = NO_PRINTER, **values: str | float | bool) -> "Settings":
    """How the sheets shall look: options of core/settings.py by their names. printer is a profile's
    file, or None for the usual one."""
    from generator.core.settings import Settings
    from generator.languages import load_language

    with explained():
        plain = Settings().with_options(values, "--")
        load_language(plain.language_code)  # so that a broken file of wording is reported at once
    if not plain.tile and plain.untiled != plain:
        wrong_usage("--overlap and --scale need --tile, which names the paper to print on")
    return fitted(plain, profile(printer))


def fitted(plain: "Settings", profile: "Profile | None") -> "Settings":
    """The settings for a printer that has a profile."""
    if profile is None:
        return plain
    offset, paper = profile.unscaled_back_offset, profile.adapt(plain.printed_paper)
    if plain.tile:
        return replace(plain, tile=paper, back_offset=offset, fitted=True)
    return replace(plain, paper=paper, back_offset=offset, fitted=True)


def profile(printer: str | None, quiet: bool = False) -> "Profile | None":
    """The profile in a file, or in the usual one if there is one."""
    usual = Path("printer.yaml")  # in the folder where the program is run
    if printer == NO_PRINTER or (printer is None and not usual.is_file()):
        return None
    from generator.printing.printer import read

    file = usual if printer is None else Path(printer)
    if not file.is_file():
        wrong_usage(f"--printer {printer!r}: no such file")
    with explained():
        result = read(file)
    if not quiet:
        typer.echo(f"fitted to {file} (--printer none leaves it out)", err=True)
    return result


def print_rolled(
    request: "Request",
    settings: "Settings",
    output: Path,
    seed_is_chosen: bool = False,
    cut_formats: Sequence[str] = (),
) -> None:
    """Print sheets of a rolled game, and report."""
    from generator.core.files import CUT_FORMATS, Output
    from generator.printing import sheets

    cut_formats = tuple(dict.fromkeys(name.lower() for name in cut_formats))
    for name in cut_formats:
        one_of("--cut", name, CUT_FORMATS)
    place = Output.at(checked_output(output), cut_formats)
    with explained(), playtesting(request.playtest) as progress:
        report = sheets.print_rolled(
            request, settings, place, progress, seed_is_chosen,
            vetted=not seed_is_chosen and request.search == "usual",
        )  # fmt: skip
    show_report(report)


def print_definition(
    game: "Game",
    sheet: str,
    sets: list[str] | None,
    settings: "Settings",
    output: Path,
    sets_dir: Path | None,
    example_seed: str = "",
) -> None:
    """Print a sheet that needs no roll, and report."""
    from generator.core.files import Output
    from generator.core.request import Request
    from generator.printing import sheets

    with explained():
        names = tuple(sets or game.catalogue.shipped)
        request = Request(game.name, names, "", 0, (), sheet, sets_dirs=folders(sets_dir))
        report = sheets.print_definition(
            request, settings, Output.at(checked_output(output)), example_seed
        )
    show_report(report)


def canonical(seed: str) -> str:
    """The seed as it is printed."""
    from generator.core.errors import SeedError
    from generator.core.seeds import canonical_seed

    try:
        return canonical_seed(seed)
    except SeedError as error:
        wrong_usage(str(error))


def one_of(option: str, value: str, allowed: Collection[str]) -> None:
    """Wrong usage unless the value is one of those allowed."""
    from generator.core.settings import check_choice

    with explained():
        check_choice(option, value, allowed)


def folders(sets_dir: Path | None) -> tuple[Path, ...]:
    """The folders with the user's own sets."""
    if sets_dir is None:
        return ()
    if not sets_dir.is_dir():
        wrong_usage(f"--sets-dir {str(sets_dir)!r}: no such folder")
    return (sets_dir,)


def checked_output(output: Path) -> Path:
    """A PDF's name or a folder; anything else is a slip, not a wish for an odd folder."""
    try:
        output = output.expanduser()
    except RuntimeError:
        wrong_usage(f"--output {str(output)!r}: there is no such home folder")
    if output.suffix and output.suffix.lower() != ".pdf" and not output.is_dir():
        wrong_usage(f"--output {str(output)!r}: expected the name of a .pdf file, or a folder")
    return output


def show_report(report: "PrintReport") -> None:
    """Warnings and what was skipped to standard error; the game IDs, then the paths, to standard
    output. Exit code 1 if something was skipped."""
    for warning in report.warnings:
        typer.echo(warning, err=True)
    for reason in report.skipped[:_MAX_SKIPPED]:
        typer.echo(f"skipped: {reason}", err=True)
    if report.skipped:
        typer.echo(f"{len(report.game_ids):,} printed, {len(report.skipped):,} skipped", err=True)
    for line in (*report.game_ids, *report.paths):
        typer.echo(line)
    if report.skipped:
        raise typer.Exit(1)


@contextmanager
def explained() -> Iterator[None]:
    """Turns the errors a run may meet into one message and exit code 1 (or 2 for an option)."""
    try:
        yield
    except typer.Exit:
        raise
    except Exception as error:
        from generator.core.errors import EXPECTED_ERRORS, FileNameError, OptionError

        if isinstance(error, OptionError | FileNameError):
            wrong_usage(str(error))
        if isinstance(error, EXPECTED_ERRORS):
            failed(str(error))
        raise


@contextmanager
def playtesting(active: bool) -> Iterator["Progress"]:
    """The progress of a playtest; Ctrl-C ends it with one line."""
    from generator.core.progress import SILENT, open_display

    if not active:
        yield SILENT
        return
    try:
        with open_display(quiet=False) as progress:
            yield progress
    except KeyboardInterrupt:
        failed("stopped; --no-playtest prints at once")


@contextmanager
def stoppable(advice: str) -> Iterator[None]:
    """Ctrl-C and kill end in one line, which says how to go on."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    except KeyboardInterrupt:
        failed(f"stopped; {advice}")
    finally:
        signal.signal(signal.SIGTERM, before)


def prepare_playtest(game: str, quiet: bool = False, slow: str = "") -> None:
    """What the user should know before programs play a game, and what they need, prepared once
    before several processes would. `slow` replaces the notice where numba is missing."""
    programs = games.game(game).programs
    if programs is None:
        return
    from generator.play import kernel

    notice = slow if slow and find_spec("numba") is None else kernel.notice(programs.kernel())
    if notice and not quiet:
        typer.echo(notice, err=True)
    kernel.prepare(programs.kernel())


def require(package: str, option: str, extra: str) -> None:
    """Ends the run unless the package that an option needs is installed; extra brings it."""
    if find_spec(package) is None:
        failed(f"{option} needs {package}: pip install 'board-generator[{extra}]'")


def failed(message: str) -> NoReturn:
    """Something in the files or the request does not work."""
    typer.echo(message, err=True)
    raise typer.Exit(1)


def wrong_usage(message: str) -> NoReturn:
    """The command was not typed as it can be."""
    typer.echo(f"Error: {message}", err=True)
    raise typer.Exit(2)


def request(
    context: typer.Context, game: "Game", sheet: str, values: Mapping[str, Any]
) -> "Request":
    """What to roll, from the values of a command's options (Any: of any type); an ID stands for all
    of it."""
    from generator.core.errors import GameIdError
    from generator.core.game_id import parse
    from generator.core.request import Request, SeedRange
    from generator.core.seeds import made_up_seed

    sets_dirs = folders(values["sets_dir"])
    playtest = bool(values.get("playtest")) and game.playtest is not None
    if values.get("game_id") is None:
        seed = canonical(values["seed"]) if values.get("seed") is not None else made_up_seed()
        count = values.get("count", 1)
        return Request(
            game.name, tuple(values["sets"] or game.default_sets),
            (values.get("size") or game.default_size).lower(),
            values.get("players") or game.default_players,
            (seed,) if count == 1 else SeedRange(seed, 1, count),
            sheet, playtest=playtest, sets_dirs=sets_dirs,
            search=search_name(context, values.get("search", "usual"), playtest),
        )  # fmt: skip
    _check_id_is_alone(context)
    try:
        game_id = parse(values["game_id"])
    except GameIdError as error:
        wrong_usage(str(error))
    if game_id.game != game.name:
        wrong_usage(
            f"--id {values['game_id']!r} is of the game {game_id.game!r}, expected {game.name}"
        )
    return Request.of_game_id(game_id, sheet, playtest, sets_dirs)


def search_name(context: typer.Context, text: str, playtest: bool) -> "SearchName":
    """The search that --search names."""
    from generator.core.request import SEARCHES

    one_of("--search", text.lower(), SEARCHES)
    if is_typed(context, "search") and not playtest:
        wrong_usage("--search needs the playtest, which chooses the board")
    return cast("SearchName", text.lower())


def _check_id_is_alone(context: typer.Context) -> None:
    """An ID says which sets, size, players and seed: naming one of them besides is a slip."""
    for name in ("sets", "size", "players", "form", "seed", "count"):
        if is_typed(context, name):
            wrong_usage(
                f"{_flag(context, name)} cannot be combined with --id, which already says it"
            )
    if is_typed(context, "search"):
        wrong_usage("--search cannot be combined with --id, whose board is not searched for")


def _flag(context: typer.Context, name: str) -> str:
    """How an option is written."""
    parameters = (each for each in context.command.params if each.name == name)
    return next(parameters).opts[0]


def is_typed(context: typer.Context, name: str) -> bool:
    """Whether the user typed an option; not so its default."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


class CommandGroup(TyperGroup):
    """Commands whose errors about values have our words; typer's are those of pydantic."""

    def invoke(self, ctx: Any) -> Any:  # Any: typer brings its own click, which it hides
        try:
            return super().invoke(ctx)
        except typer.BadParameter as error:
            errors: list[Any] = getattr(error.__cause__, "errors", list)()
            if errors and (expected := _expected(errors[0]["type"], errors[0].get("ctx", {}))):
                error.message = f"expected {expected}, found {errors[0]['input'] or 'nothing'}"
            raise


def _expected(kind: str, context: Mapping[str, Any]) -> str:
    """What pydantic expected; "" if the error is of another kind."""
    match kind:
        case "int_parsing" | "int_from_float":
            return "a whole number"
        case "float_parsing":
            return "a number"
        case "greater_than_equal":
            return f"at least {context['ge']:,.10g}"
        case "less_than_equal":
            return f"at most {context['le']:,.10g}"
    return ""
