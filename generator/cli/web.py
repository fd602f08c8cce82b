"""The commands site and studio."""

from pathlib import Path
from typing import Annotated

import typer

from generator.cli import options
from generator.cli.batch import Quiet

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


_PACKAGES = ("starlette", "uvicorn", "watchfiles")

StudioFolder = Annotated[
    Path, typer.Option("--sets-dir", metavar="FOLDER", help="Your own sets; made when you save.")
]
Port = Annotated[int, typer.Option(metavar="N", min=1024, max=65535, help="Where it listens.")]
Open = Annotated[bool, typer.Option("--open", help="Open the page in your browser.")]


def studio(
    sets_dir: StudioFolder = Path("mine"), port: Port = 8765, open_page: Open = False
) -> None:
    """Edit sets in your browser, and see their sheets change."""
    for package in _PACKAGES:
        options.require(package, "studio", "studio")
    from generator.web.studio import server

    if sets_dir.exists() and not sets_dir.is_dir():
        options.wrong_usage(f"--sets-dir {str(sets_dir)!r}: expected a folder")
    bundle = bundle_dir()
    if not (bundle / "index.html").is_file():
        options.failed("the page has not been built: make studio builds it, which needs npm")
    try:
        listener = server.open_socket(port)
    except OSError as error:
        options.failed(f"port {port} cannot be used ({error.strerror}), choose another with --port")
    typer.echo(f"http://{server.HOST}:{port}/ edits the sets in {sets_dir}; Ctrl-C ends it")
    with options.explained():
        try:
            server.run(listener, sets_dir, bundle, open_page)
        except KeyboardInterrupt:
            typer.echo()  # behind the ^C


def bundle_dir() -> Path:
    """The folder of the page's files, built by `make studio` and carried in the wheel."""
    return Path(__file__).parents[1] / "web" / "bundle"
