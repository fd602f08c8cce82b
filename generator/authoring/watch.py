"""The loop of `watch`: whatever is wrong with a file, it continues, and the last good sheets
stay."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from threading import Event

import click
from watchfiles import Change, watch

from generator import games
from generator.core.diagnostics import display_path
from generator.core.errors import EXPECTED_ERRORS, OptionError
from generator.core.files import resolve, write_atomically
from generator.core.request import Request
from generator.core.resources import ART_SUFFIXES, assets_dir, sets_dir
from generator.core.settings import Settings
from generator.pdf.document import Document
from generator.printing import rolling, sheets
from generator.printing.rolling import Job

# Changes are collected until none comes for so long: some editors write a file in pieces.
_QUIET_MS = 50


def run(
    request: Request, names: Sequence[str], settings: Settings, folder: Path, stop: Event
) -> None:
    """Print sheets to a folder until `stop` is set: at first, and after each change. Raises
    DefinitionError for a set without a file, OptionError for options that do not fit the sets, and
    KeyboardInterrupt."""
    for name in request.sets:
        games.game(request.game).catalogue.find(name, request.sets_dirs)
    watched = Relevant(request, folder)
    batches = watch(
        *watched.folders,
        watch_filter=watched,
        debounce=200,
        step=_QUIET_MS,
        rust_timeout=100,
        yield_on_timeout=True,
        stop_event=stop,
    )
    next(batches, None)  # from here on no change is missed
    click.echo(f"watching {', '.join(map(display_path, watched.folders))}")
    reason, is_first = f"seed {request.seed}", True
    while True:
        prefix, start = f"{time.strftime('%H:%M:%S')} {reason}: ", time.perf_counter()
        try:
            documents = list(_documents(request, names, settings, folder))
        except EXPECTED_ERRORS as error:
            if is_first and isinstance(error, OptionError):
                raise  # saving a file cannot mend it
            click.echo(f"{prefix}nothing printed, the sheets stay as they were")
            click.echo(str(error), err=True)
        else:
            changed = [
                pdf
                for pdf in documents
                if not pdf.path.is_file() or pdf.path.read_bytes() != pdf.content
            ]
            for pdf in changed:
                write_atomically(pdf.path, pdf.content, lasting=False)
            seconds = time.perf_counter() - start
            written = ", ".join(display_path(pdf.path) for pdf in changed)
            done = f"{written} printed in {seconds:.2f} s" if changed else "no sheet changes"
            click.echo(f"{prefix}{done}")
            for warning in dict.fromkeys(text for pdf in changed for text in pdf.warnings):
                click.echo(warning, err=True)
        is_first = False
        changes = next((batch for batch in batches if batch), None)
        if changes is None:
            return
        paths = sorted(Path(name) for _, name in changes)
        reason = ", ".join(map(display_path, [path for path in paths if path.suffix] or paths))


def _documents(
    request: Request, names: Sequence[str], settings: Settings, folder: Path
) -> Iterator[Document]:
    """The PDF of each sheet. Raises EXPECTED_ERRORS."""
    job = Job.of(request, settings)
    rolled = rolling.rolls(job)
    for name in names:
        own = job._replace(request=replace(request, sheet=name))
        made = sheets.document(own, rolled if own.needs_roll else ())
        yield replace(made, path=folder / f"{job.game.name}.{name}.pdf")


class Relevant:
    """Which changes can matter to the sheets of a request: those of sets, of art, and of folders,
    because moving a folder here reports none of the files in it. `folders` are those to watch."""

    def __init__(self, request: Request, output: Path):
        shipped = sets_dir() / request.game, assets_dir()
        roots = dict.fromkeys(root.resolve() for root in (*request.sets_dirs, *shipped))
        self.folders = tuple(root for root in roots if roots.keys().isdisjoint(root.parents))
        self._output = resolve(output)

    def __call__(self, change: Change, name: str) -> bool:
        path = Path(name)
        if path.suffix:
            return path.suffix in (".yaml", *ART_SUFFIXES) and not path.name.startswith(".")
        is_of_folder = change == Change.deleted or (change == Change.added and path.is_dir())
        return is_of_folder and path.parent.resolve() / path.name != self._output
