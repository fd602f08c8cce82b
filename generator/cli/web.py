"""The commands site and studio."""

from pathlib import Path

import click

from generator.cli import options
from generator.cli.options import WHERE, Number, Option, command


@command(options.FOLDER.copy(default="output/site", about="Where to put the site."), options.QUIET)
def site(output: Path, quiet: bool) -> None:
    """Any web host serves them."""
    from generator.core import progress
    from generator.web import site as web_site

    with options.stoppable("run the same command to continue"):
        web_site.check(output)
        with progress.open_display(quiet) as display:
            result = web_site.build(output, display)
    click.echo(f"{_megabytes(result.bytes_of_all)} in all", err=True)
    click.echo(f"{_megabytes(result.bytes_to_start)} to draw a first sheet", err=True)
    click.echo(result.folder)


def _megabytes(count: int) -> str:
    return f"{count / 1e6:.1f} MB"


_PACKAGES = ("starlette", "uvicorn", "watchfiles")


@command(
    Option("--sets-dir", "FOLDER", "Your own sets; made when you save.", "mine", Path, group=WHERE),
    Option("--port", "N", "Where it listens.", 8765, Number(1024, 65535)),
    Option("--open open_page", "", "Open the page in your browser."),
)
def studio(sets_dir: Path, port: int, open_page: bool) -> None:
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
    click.echo(f"http://{server.HOST}:{port}/ edits the sets in {sets_dir}; Ctrl-C ends it")
    try:
        server.run(listener, sets_dir, bundle, open_page)
    except KeyboardInterrupt:
        click.echo()  # behind the ^C


def bundle_dir() -> Path:
    """The folder of the page's files, built by `make studio` and carried in the wheel."""
    return Path(__file__).parents[1] / "web" / "bundle"
