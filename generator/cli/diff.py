"""The command `diff`; app.py puts it beside the others."""

from pathlib import Path
from typing import Annotated

import typer

from generator.cli import options
from generator.cli.options import SetsDir

Old = Annotated[Path, typer.Argument(metavar="OLD", help="A set, or a folder with sets.")]
New = Annotated[Path, typer.Argument(metavar="NEW", help="Another version of it.")]


def diff(old: Old, new: New, sets_dir: SetsDir = None) -> None:
    """Compare two versions of a set, or of all sets in two folders."""
    from generator.authoring.diff import compare
    from generator.core.errors import RevisionError

    with options.explained():
        try:
            typer.echo(compare(old, new, options.folders(sets_dir)))
        except RevisionError as error:
            options.failed(str(error))
