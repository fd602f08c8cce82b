"""The command `validate`; app.py puts it beside the others.

Input: files and folders. Output: problems on standard output, as they are found or as JSON; on
standard error progress, what of each own set can be printed, and how many problems there are. Exit
code 1 if one is an error.
"""

from pathlib import Path
from typing import Annotated

import typer

from generator.cli import options
from generator.cli.options import SetsDir

Paths = Annotated[
    list[Path] | None,
    typer.Argument(metavar="[FILE-or-FOLDER]...", help="[default: the shipped and own sets]"),
]
AsJson = Annotated[bool, typer.Option("--json", help="Tell it as JSON, for editors.")]


def validate(paths: Paths = None, as_json: AsJson = False, sets_dir: SetsDir = None) -> None:
    """List every mistake in sets, and what is odd.

    The exit code is 1 if there are mistakes.
    """
    from generator.authoring import validate as validation
    from generator.core import progress

    found, verdicts = [], []
    folders = options.folders(sets_dir)
    try:
        with progress.shown(quiet=False) as told:
            for problem in validation.validate(paths or (), folders, verdicts, told):
                found.append(problem)
                if not as_json:
                    typer.echo(problem)
    except FileNotFoundError as error:
        options.wrong_usage(str(error))
    if as_json:
        typer.echo(validation.as_json(found))
    for verdict in verdicts:
        typer.echo(verdict, err=True)
    errors = sum(problem.severity == "error" for problem in found)
    typer.echo(f"{_count(errors, 'error')}, {_count(len(found) - errors, 'warning')}", err=True)
    if errors:
        raise typer.Exit(1)


def _count(number: int, name: str) -> str:
    return f"{number} {name}{'s' * (number != 1)}"
