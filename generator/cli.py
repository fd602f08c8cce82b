"""The command line: reads options, calls build.py, prints what was made.

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
Size = Annotated[str, typer.Option(metavar="NAME", help="small, regular, big or huge.")]
Players = Annotated[int, typer.Option(metavar="N", min=1, help="2, 3 or 4.")]
Seed = Annotated[
    str | None, typer.Option(metavar="TEXT", help="Same seed, same board. [default: made up]")
]
ExampleSeed = Annotated[str, typer.Option(metavar="TEXT", help="Same seed, same examples.")]
Count = Annotated[
    int, typer.Option(metavar="N", min=1, max=100_000, help="How many boards, in one PDF.")
]
PaperName = Annotated[str, typer.Option("--paper", metavar="NAME", help="a4, letter or a3.")]
Ink = Annotated[str, typer.Option(metavar="MODE", help="full, low (line art on white) or grey.")]
LanguageCode = Annotated[str, typer.Option("--language", metavar="CODE", help="en or fr.")]
Rules = Annotated[
    bool, typer.Option("--rules/--no-rules", help="With or without the sidebar of rules.")
]
Id = Annotated[
    str | None, typer.Option("--id", metavar="GAME-ID", help="Print this very game again.")
]
Output = Annotated[
    Path, typer.Option(metavar="FILE-or-FOLDER", help="A .pdf file, or the folder for it.")
]
SetsDir = Annotated[
    Path | None, typer.Option(metavar="FOLDER", help="Your own sets; they win over shipped ones.")
]


def _version(wanted: bool) -> None:
    if wanted:
        from generator import __version__

        typer.echo(f"board-generator {__version__}")
        raise typer.Exit


@app.callback()
def options(
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
    rules: Rules = True, game_id: Id = None, output: Output = Path("output"),
    sets_dir: SetsDir = None,
) -> None:  # fmt: skip
    """Print Magnetmen boards: grid, inventories, how to play, legend."""
    request = _request(context, sets, size, players, seed, count, game_id)
    settings = _settings(paper, ink, language, rules)
    _print_rolled("boards", request, settings, output, sets_dir)


@app.command()
def inventories(
    context: typer.Context,
    sets: Sets = None, size: Size = "regular", players: Players = 4, seed: Seed = None,
    count: Count = 1, paper: PaperName = "a4", ink: Ink = "full", language: LanguageCode = "en",
    game_id: Id = None, output: Output = Path("output"), sets_dir: SetsDir = None,
) -> None:  # fmt: skip
    """Print larger inventories for a board, with a table to add up the scores."""
    request = _request(context, sets, size, players, seed, count, game_id)
    _print_rolled("inventories", request, _settings(paper, ink, language), output, sets_dir)


@app.command()
def legends(
    sets: SetsToShow = None, paper: PaperName = "a4", ink: Ink = "full",
    language: LanguageCode = "en", output: Output = Path("output"), sets_dir: SetsDir = None,
) -> None:  # fmt: skip
    """Print all types of each set: for players in brief, for designers with all odds."""
    _print_definition(
        "magnetmen", "legends", sets, _settings(paper, ink, language), output, sets_dir
    )


@app.command()
def rules(
    game: Annotated[str, typer.Argument(metavar="GAME", help="magnetmen.")] = "magnetmen",
    sets: SetsToShow = None, seed: ExampleSeed = "example", paper: PaperName = "a4",
    ink: Ink = "full", language: LanguageCode = "en", output: Output = Path("output"),
    sets_dir: SetsDir = None,
) -> None:  # fmt: skip
    """Print the illustrated rules of a game; the seed picks the example positions."""
    from generator import games

    if game not in games.NAMES:
        _wrong_usage(f"game {game!r}: expected {' or '.join(games.NAMES)}")
    settings = _settings(paper, ink, language)
    _print_definition(game, "rules", sets, settings, output, sets_dir, seed=_seed(seed))


@app.command()
def proof(
    what: Annotated[str, typer.Argument(metavar="WHAT", help="art: every piece of art.")],
    paper: PaperName = "a4", language: LanguageCode = "en", output: Output = Path("output"),
    sets_dir: SetsDir = None,
) -> None:  # fmt: skip
    """Print contact sheets: every piece at three sizes in the three ink modes."""
    from generator import build

    _one_of("WHAT", what, ("art",))
    settings = _settings(paper, "full", language)
    with _explained():
        report = build.art_proof(settings, _folders(sets_dir), _checked_output(output))
    _tell(report)


@app.command()
def inspect(
    file: Annotated[Path, typer.Argument(metavar="FILE.pdf", help="A PDF made here.")],
) -> None:
    """Tell what a PDF holds: game IDs, what was rolled, the command that prints it again."""
    from generator.press.inspect import NotOurs, description

    try:
        typer.echo(description(file))
    except NotOurs as error:
        _failed(str(error))
    except OSError as error:
        _failed(f"{file}: cannot be read: {error.strerror or error}")


def main() -> NoReturn:
    """Run the command line and leave the process."""
    # Names and texts may hold what a terminal cannot show; that must not end a run.
    sys.stdout.reconfigure(errors="backslashreplace")
    code: object = 0
    try:
        app(prog_name="board-generator")
    except SystemExit as leaving:
        code = leaving.code
    except OSError as error:  # those of files are explained before; this is standard output's
        sys.stderr.write(f"nothing can be told: {error.strerror or error}\n")
        code = 1
    # Taking the interpreter down in order would be a seventh of the time again.
    try:
        sys.stdout.flush()
    except OSError:  # a full disk, or nobody reads on
        os._exit(1)
    os._exit(code if isinstance(code, int) else 0 if code is None else 1)


def _print_rolled(sheet, request, settings, output, sets_dir) -> None:
    from generator import build
    from generator.games import game

    with _explained():
        report = build.rolled_sheets(
            game("magnetmen"), sheet, request, settings, _folders(sets_dir), _checked_output(output)
        )
    _tell(report)


def _print_definition(game_name, sheet, sets, settings, output, sets_dir, **options) -> None:
    from generator import build
    from generator.games import game

    with _explained():
        chosen = game(game_name)
        report = build.definition_sheets(
            chosen, sheet, sets or chosen.library.shipped, settings, _folders(sets_dir),
            _checked_output(output), **options,
        )  # fmt: skip
    _tell(report)


def _tell(report) -> None:
    """Warnings to standard error; the game IDs, then the path, to standard output."""
    for warning in report.warnings:
        typer.echo(warning, err=True)
    for game_id in report.game_ids:
        typer.echo(game_id)
    typer.echo(report.path)


def _request(context, sets, size, players, seed, count, game_id):
    from generator.build import Request, requested
    from generator.game_id import BadGameId, parse
    from generator.seeds import made_up_seed

    if game_id is None:
        seed = _seed(seed) if seed is not None else made_up_seed()
        return Request(tuple(sets or ("base",)), size.lower(), players, seed, count)
    _alone(context)
    try:
        parsed = parse(game_id)
    except BadGameId as error:
        _wrong_usage(str(error))
    if parsed.game != "magnetmen":
        _wrong_usage(f"--id {game_id!r} is of the game {parsed.game!r}, expected magnetmen")
    return requested(parsed)


def _alone(context: typer.Context) -> None:
    """An ID says which sets, size, players and seed: naming one of them besides is a slip."""
    for name in ("sets", "size", "players", "seed", "count"):
        source = context.get_parameter_source(name)
        if source is not None and source.name == "COMMANDLINE":
            option = "--set" if name == "sets" else f"--{name}"
            _wrong_usage(f"{option} cannot be combined with --id, which already says it")


def _seed(text: str) -> str:
    from generator.seeds import BadSeed, canonical_seed

    try:
        return canonical_seed(text)
    except BadSeed as error:
        _wrong_usage(str(error))


def _settings(paper: str, ink: str, language: str, rules: bool = True):
    from generator.games.base import Settings
    from generator.languages import language as wording
    from generator.languages import languages
    from generator.layout.page import PAPERS
    from generator.theme import INK_MODES

    paper, ink, language = paper.lower(), ink.lower(), language.lower()
    _one_of("--paper", paper, PAPERS)
    _one_of("--ink", ink, INK_MODES)
    _one_of("--language", language, languages())
    return Settings(PAPERS[paper], ink, wording(language), rules)


def _one_of(option: str, value: str, allowed) -> None:
    if value not in allowed:
        _wrong_usage(f"{option} {value!r}: expected {', '.join(allowed)}")


def _folders(sets_dir: Path | None) -> tuple[Path, ...]:
    if sets_dir is None:
        return ()
    if not sets_dir.is_dir():
        _wrong_usage(f"--sets-dir {str(sets_dir)!r}: no such folder")
    return (sets_dir,)


class _explained:
    """Turns the errors a run may meet into one message and exit code 1 (or 2 for an option)."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind, error, trace) -> None:
        if error is None:
            return
        from generator.build import EXPECTED_ERRORS
        from generator.games.base import BadOption

        if isinstance(error, BadOption):
            _wrong_usage(str(error))
        if isinstance(error, EXPECTED_ERRORS):
            _failed(str(error))


def _checked_output(output: Path) -> Path:
    """A PDF's name or a folder; anything else is a slip, not a wish for an odd folder."""
    output = output.expanduser()
    if output.suffix and output.suffix.lower() != ".pdf" and not output.is_dir():
        _wrong_usage(f"--output {str(output)!r}: expected the name of a .pdf file, or a folder")
    return output


def _failed(message: str) -> NoReturn:
    typer.echo(message, err=True)
    raise typer.Exit(1)


def _wrong_usage(message: str) -> NoReturn:
    typer.echo(f"Error: {message}", err=True)
    raise typer.Exit(2)
