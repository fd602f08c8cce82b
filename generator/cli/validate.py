"""The command `validate`; app.py puts it beside the others.

Input: files and folders. Output: diagnostics on standard output, line by line or as JSON; on
standard error progress, what of each own set can be printed, and how many diagnostics there are.
Exit code 1 if one is an error.
"""

from pathlib import Path
from typing import Annotated

import typer

from generator.cli import options
from generator.cli.options import SetsDir
from generator.core.diagnostics import Diagnostic

Paths = Annotated[
    list[Path] | None,
    typer.Argument(metavar="[FILE-or-FOLDER]...", help="[default: the shipped and own sets]"),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for editors.")]


def validate(paths: Paths = None, as_json: AsJson = False, sets_dir: SetsDir = None) -> None:
    """List every mistake in sets, and what is odd.

    The exit code is 1 if there are mistakes.
    """
    from generator.authoring import validate as validation
    from generator.authoring.text_fit import Printability
    from generator.core import progress

    diagnostics: list[Diagnostic] = []
    printable: list[Printability] = []
    folders = options.folders(sets_dir)
    try:
        with progress.open_display(quiet=False) as bar:
            for diagnostic in validation.validate(paths or (), folders, printable, bar):
                diagnostics.append(diagnostic)
                if not as_json:
                    typer.echo(diagnostic)
    except FileNotFoundError as error:
        options.wrong_usage(str(error))
    if as_json:
        typer.echo(validation.as_json(diagnostics))
    for printability in printable:
        typer.echo(printability, err=True)
    errors = sum(diagnostic.severity == "error" for diagnostic in diagnostics)
    warnings = len(diagnostics) - errors
    typer.echo(f"{_count(errors, 'error')}, {_count(warnings, 'warning')}", err=True)
    if errors:
        raise typer.Exit(1)


def _count(number: int, name: str) -> str:
    return f"{number} {name}{'s' * (number != 1)}"
