"""The commands site and studio."""

import os
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
            in_all, to_start = web_site.build(output, display)
    click.echo(f"{in_all / 1e6:.1f} MB in all", err=True)
    click.echo(f"{to_start / 1e6:.1f} MB to draw a first sheet", err=True)
    click.echo(output)


_PACKAGES = ("starlette", "uvicorn", "watchfiles")


@command(
    Option("--sets-dir", "FOLDER", "Your own sets; made when you save.", "mine", Path, group=WHERE),
    Option("--port", "N", "Where it listens.", 8765, Number(1024, 65535)),
    Option("--open open_page", "", "Open the page in your browser."),
)
def studio(sets_dir: Path, port: int, open_page: bool) -> None:
    for package in _PACKAGES:
        options.require(package, "studio", "studio")
    from generator.web.site import BUNDLE
    from generator.web.studio import server

    if sets_dir.exists() and not sets_dir.is_dir():
        options.wrong_usage(f"--sets-dir {str(sets_dir)!r}: expected a folder")
    if not (BUNDLE / "index.html").is_file():
        options.failed("the page has not been built: make studio builds it, which needs npm")
    try:
        listener = server.open_socket(port)
    except OSError as error:
        reason = os.strerror(error.errno or 0)
        options.failed(f"port {port} cannot be used ({reason}), choose another with --port")
    try:
        server.run(listener, sets_dir, BUNDLE, open_page)
    except KeyboardInterrupt:
        click.echo()  # behind the ^C
