"""The command `site`."""

from pathlib import Path
from typing import Annotated

import typer

from generator.cli import options
from generator.cli.batch_session import Quiet

Folder = Annotated[Path, typer.Option("--output", metavar="FOLDER", help="Where to put the site.")]


def site(output: Folder = Path("output/site"), quiet: Quiet = False) -> None:
    """Write the page that draws sheets in a browser, as static files.

    Any web host serves them.
    """
    from generator.core import progress
    from generator.web import site as web_site

    with options.explained(), options.stoppable("run the same command to continue"):
        web_site.check(output)
        with progress.open_display(quiet) as display:
            result = web_site.build(output, display)
    typer.echo(f"{_megabytes(result.bytes_of_all)} in all", err=True)
    typer.echo(f"{_megabytes(result.bytes_to_start)} to draw a first sheet", err=True)
    typer.echo(result.folder)


def _megabytes(count: int) -> str:
    return f"{count / 1e6:.1f} MB"
