"""The commands for designers of sets: validate, diff, proof, schema, watch."""

import json
import signal
from collections.abc import Sequence
from pathlib import Path
from threading import Event
from typing import Any

import click

from generator import games
from generator.cli import options, sheets
from generator.cli.options import LOOK_OPTIONS, SETS_DIR, SETTINGS, Option, command
from generator.core.diagnostics import Diagnostic
from generator.core.settings import Settings


@command(
    click.Argument(
        ["paths"],
        type=Path,
        nargs=-1,
        metavar="[FILE-or-FOLDER]...",
        help="[default: own sets; without any, the shipped ones]",
    ),
    Option("--json as_json", "", "Print JSON, for editors."),
    SETS_DIR,
)
def validate(paths: tuple[Path, ...], as_json: bool, sets_dirs: tuple[Path, ...]) -> None:
    """The exit code is 1 if there are mistakes."""
    from generator.authoring import validate as validation
    from generator.core import progress

    diagnostics: list[Diagnostic] = []
    try:
        with progress.open_display(quiet=False) as bar:
            for diagnostic in validation.validate(paths, sets_dirs, bar):
                diagnostics.append(diagnostic)
                if not as_json:
                    click.echo(diagnostic)
    except FileNotFoundError as error:
        options.wrong_usage(str(error))
    if as_json:
        records = [diagnostic.data() for diagnostic in diagnostics]
        click.echo(json.dumps(records, indent=2, ensure_ascii=False))
    errors = sum(diagnostic.severity == "error" for diagnostic in diagnostics)
    counts = {"error": errors, "warning": len(diagnostics) - errors}
    words = (f"{number} {name}{'s' * (number != 1)}" for name, number in counts.items())
    click.echo(", ".join(words), err=True)
    if errors:
        raise click.exceptions.Exit(1)


@command(
    click.Argument(["old"], type=Path, help="A set, or a folder with sets."),
    click.Argument(["new"], type=Path, help="Another version of it."),
    SETS_DIR,
)
def diff(old: Path, new: Path, sets_dirs: tuple[Path, ...]) -> None:
    from generator.authoring.diff import compare

    click.echo(compare(old, new, sets_dirs))


@command(
    click.Argument(
        ["sets"], nargs=-1, required=True, metavar="SET...", help="A set, or several on one board."
    ),
    Option("--game", "GAME", f"{options.GAME_NAMES}.", options.DEFAULT_GAME),
    SETTINGS["paper"],
    SETTINGS["language"],
    options.OUTPUT,
    SETS_DIR,
)
def proof(
    sets: tuple[str, ...], game: str, output: Path, settings: Settings, sets_dirs: tuple[Path, ...]
) -> None:
    from generator.authoring import proof as documents

    options.one_of("--game", game, games.names())
    where = sets_dirs, options.checked_output(output)
    sheets.show_report(documents.set_proof(games.game(game), sets, settings, *where))


@command(
    options.FOLDER.copy(default="schemas", about="The folder to write to."),
    Option("--docs", "FILE", "Write the reference of all keys, too.", kind=Path),
)
def schema(output: Path, docs: Path | None) -> None:
    from generator.authoring.validate import FILE_KINDS
    from generator.core.files import write_atomically
    from generator.schema.reference import page

    if output.is_file():
        options.wrong_usage(f"--output {str(output)!r}: this is a file, expected a folder")
    texts = {output / kind.schema_file: kind.schema_text() for kind in FILE_KINDS}
    if docs is not None:
        texts[docs] = page(FILE_KINDS)
    for path, text in texts.items():
        click.echo(write_atomically(path, text.encode()))
    folder = output.resolve().name
    click.echo(f"In a folder beside {output}, begin each file with the line of its kind:", err=True)
    for kind in FILE_KINDS:
        click.echo(f"# yaml-language-server: $schema=../{folder}/{kind.schema_file}", err=True)


@command(
    options.GAME,
    options.SETS,
    options.SIZE,
    options.PLAYER_COUNT,
    options.SEED,
    Option("--sheet", "NAME", "A sheet to print; repeat for more.", multiple=True),
    *LOOK_OPTIONS,
    SETTINGS["rules"],
    SETTINGS["flip"],
    options.PRINTER,
    options.FOLDER.copy(default="output/watch"),
    SETS_DIR,
)
def watch(game: str, sheet: Sequence[str], output: Path, settings: Settings, **values: Any) -> None:
    options.require("watchfiles", "watch", "watch")
    from generator.authoring.watch import run
    from generator.printing.rolling import check_use

    options.one_of("GAME", game, games.names())
    contract = games.game(game)
    printed = contract.rolled_sheets if contract.is_bundle else contract.rolled_sheets[:1]
    names = tuple(dict.fromkeys(sheet or printed))
    for name in names:
        options.one_of("--sheet", name, contract.sheet_names)
    check_use(contract, names[0] if len(names) == 1 else "", settings)
    folder = options.checked_folder(output, "watch writes many files")
    request = options.request(contract, "", values)
    stop = Event()  # an exception is lost where Python happens to clean up behind a library

    def interrupted(*_: object) -> None:
        stop.set()
        raise KeyboardInterrupt

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, interrupted)
    try:
        run(request, names, settings, folder, stop)
    except KeyboardInterrupt:
        click.echo()  # behind the ^C
