"""What the commands have in common: options read, results told, mistakes explained.

Input: options as typed. Output: the values build.py wants, or one message on standard error and
exit code 2 for wrong usage, 1 for what does not work.
"""

import signal
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

if TYPE_CHECKING:
    from generator.core.progress import Progress
    from generator.core.settings import Settings
    from generator.games.base import Game
    from generator.printing import build
    from generator.printing.printer_profile import Printer as Profile
    from generator.printing.rolling import Request

NO_PRINTER = "none"
_MOST_SKIPPED = 10  # that are told one by one

# Not asked of generator.languages, which reads YAML: help comes at once.
_LANGUAGES = sorted(
    file.parent.name for file in Path(__file__).parents[1].glob("languages/*/common.yaml")
)

# Options that most commands have.
PaperName = Annotated[
    str, typer.Option("--paper", metavar="NAME", help="a4, letter, a3, a4-letter-safe.")
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
    typer.Option("--playtest/--no-playtest", help="Print the board of a seed that plays best."),
]
Flip = Annotated[
    str, typer.Option(metavar="EDGE", help="The edge your printer turns paper about: long, short.")
]
Printer = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="A printer's profile, or none. [default: printer.yaml]"),
]
Output = Annotated[
    Path, typer.Option(metavar="FILE-or-FOLDER", help="A .pdf file, or the folder for it.")
]
Csv = Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="All figures as CSV.")]
Report = Annotated[
    Path | None,
    typer.Option("--output", metavar="FILE-or-FOLDER", help="A PDF with charts, or its folder."),
]
AsJson = Annotated[bool, typer.Option("--json", help="All figures as JSON instead of tables.")]
SetsDir = Annotated[
    Path | None, typer.Option(metavar="FOLDER", help="Your own sets; they win over shipped ones.")
]


def settings(
    paper: str,
    ink: str,
    language: str,
    *,
    rules: bool = True,
    flip: str = "long",
    printer: str | None = NO_PRINTER,
) -> "Settings":
    """How the sheets shall look; printer is a profile's file, or None for the usual one."""
    from generator.core.paper import PAPERS
    from generator.core.settings import FLIPS, Settings
    from generator.languages import languages, load_language
    from generator.layout.theme import INK_MODES

    paper, ink, language, flip = paper.lower(), ink.lower(), language.lower(), flip.lower()
    one_of("--paper", paper, PAPERS)
    one_of("--ink", ink, INK_MODES)
    one_of("--language", language, languages())
    one_of("--flip", flip, FLIPS)
    with explained():
        load_language(language)  # so that a broken file of wording is reported at once
        plain = Settings(PAPERS[paper], ink, language, rules, flip)
    return fitted(plain, profile(printer))


def fitted(plain: "Settings", profile: "Profile | None") -> "Settings":
    """The settings for a printer that has a profile."""
    if profile is None:
        return plain
    paper = profile.adapt(plain.paper)
    return replace(plain, paper=paper, back_offset=profile.unscaled_back_offset, fitted=True)


def profile(printer: str | None, quiet: bool = False) -> "Profile | None":
    """The profile in a file, or in the usual one if there is one."""
    usual = Path("printer.yaml")  # in the folder where the program is run
    if printer == NO_PRINTER or (printer is None and not usual.is_file()):
        return None
    from generator.printing.printer_profile import read

    file = usual if printer is None else Path(printer)
    if not file.is_file():
        wrong_usage(f"--printer {printer!r}: no such file")
    with explained():
        found = read(file)
    if not quiet:
        typer.echo(f"fitted to {file} (--printer none leaves it out)", err=True)
    return found


def request(
    context: typer.Context,
    game: "Game",
    sets: list[str] | None,
    size: str,
    players: int,
    seed: str | None,
    count: int,
    game_id: str | None,
    playtest: bool = False,
) -> "Request":
    """What to roll; an ID stands for all of it."""
    from generator.core.errors import GameIdError
    from generator.core.game_id import parse
    from generator.core.seeds import made_up_seed
    from generator.printing.rolling import Request, requested

    if game_id is None:
        chosen = canonical(seed) if seed is not None else made_up_seed()
        names = tuple(sets or game.standard)
        named = _typed(context, "seed")
        return Request(names, size.lower(), players, chosen, count, None, named, playtest)
    _alone(context)
    try:
        parsed = parse(game_id)
    except GameIdError as error:
        wrong_usage(str(error))
    if parsed.game != game.name:
        wrong_usage(f"--id {game_id!r} is of the game {parsed.game!r}, expected {game.name}")
    return requested(parsed, playtest)


def _alone(context: typer.Context) -> None:
    """An ID says which sets, size, players and seed: naming one of them besides is a slip."""
    for name in ("sets", "size", "players", "factions", "seed", "count"):
        if _typed(context, name):
            option = "--set" if name == "sets" else f"--{name}"
            wrong_usage(f"{option} cannot be combined with --id, which already says it")


def _typed(context: typer.Context, name: str) -> bool:
    """Whether an option was typed; not so its default."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


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
    if value not in allowed:
        wrong_usage(f"{option} {value!r}: expected {', '.join(allowed)}")


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


def tell(report: "build.Report") -> None:
    """Warnings and what was skipped to standard error; the game IDs, then the paths, to standard
    output. Exit code 1 if something was skipped."""
    for warning in report.warnings:
        typer.echo(warning, err=True)
    for words in report.skipped[:_MOST_SKIPPED]:
        typer.echo(f"skipped: {words}", err=True)
    if report.skipped:
        typer.echo(f"{len(report.game_ids):,} printed, {len(report.skipped):,} skipped", err=True)
    for told in (*report.game_ids, *report.paths):
        typer.echo(told)
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
        from generator.core.errors import OptionError
        from generator.printing.build import EXPECTED_ERRORS

        if isinstance(error, OptionError):
            wrong_usage(str(error))
        if isinstance(error, EXPECTED_ERRORS):
            failed(str(error))
        raise


@contextmanager
def playtesting(wanted: bool) -> Iterator["Progress"]:
    """The progress of a playtest; Ctrl-C ends it with one line."""
    from generator.core.progress import SILENT, shown

    if not wanted:
        yield SILENT
        return
    ready_engine()
    try:
        with shown(quiet=False) as progress:
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


def ready_engine(quiet: bool = False, slow: str = "") -> None:
    """What to know before boards are played, if there is anything; and the engine compiled, once,
    before several processes would. `slow` is told, where given, if it cannot be."""
    from generator.games.magnetmen.simulation import compile_ahead

    told = compile_ahead.notice()
    if told and not quiet:
        typer.echo(slow if slow and told == compile_ahead.SLOW else told, err=True)
    if told == compile_ahead.ONCE:
        compile_ahead.prepare()


def failed(message: str) -> NoReturn:
    """Something in the files or the request does not work."""
    typer.echo(message, err=True)
    raise typer.Exit(1)


def wrong_usage(message: str) -> NoReturn:
    """The command was not typed as it can be."""
    typer.echo(f"Error: {message}", err=True)
    raise typer.Exit(2)
