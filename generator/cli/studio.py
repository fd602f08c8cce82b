"""The command `studio`."""

from pathlib import Path
from typing import Annotated

import typer

from generator.cli import options

_PACKAGES = ("starlette", "uvicorn", "watchfiles")

Folder = Annotated[
    Path, typer.Option("--sets-dir", metavar="FOLDER", help="Your own sets; made when you save.")
]
Port = Annotated[int, typer.Option(metavar="N", min=1024, max=65535, help="Where it listens.")]
Open = Annotated[bool, typer.Option("--open", help="Open the page in your browser.")]


def studio(sets_dir: Folder = Path("mine"), port: Port = 8765, open_page: Open = False) -> None:
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
