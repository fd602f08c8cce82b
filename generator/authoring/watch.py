"""The loop of `watch`: sheets are printed again whenever a file that they may show is saved.

Whatever is wrong with a file, the loop continues and the last good sheets stay.
"""

import time
from collections.abc import Collection, Iterator, Sequence
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
from generator.core.resources import ART_SUFFIXES, assets_dir, file_signature, sets_dir
from generator.core.settings import Settings
from generator.pdf.document import Document
from generator.printing import rolling, sheets
from generator.printing.rolling import Job

# Together with the printing these must stay below half a second.
_POLL_MS = 20  # between two looks at what has changed
_MAX_COLLECT_MS = 200  # changes are collected for so long while more come in

# A file whose signature stays the same for this time is taken to be completely written.
_QUIET_SECONDS = 0.03
_MAX_QUIET_CHECKS = 10


def run(
    request: Request, names: Sequence[str], settings: Settings, folder: Path, stop: Event
) -> None:
    """Print sheets to a folder until `stop` is set: at first, and after each change. Raises
    DefinitionError for a set without a file, OptionError for options that do not fit the sets, and
    KeyboardInterrupt."""
    for name in request.sets:
        games.game(request.game).catalogue.find(name, request.sets_dirs)
    relevant = ChangeFilter(request, folder)
    batches = watch(
        *relevant.folders, watch_filter=relevant, debounce=_MAX_COLLECT_MS, step=_POLL_MS,
        rust_timeout=100, yield_on_timeout=True, stop_event=stop,
    )  # fmt: skip
    next(batches, None)  # from here on no change is missed
    click.echo(f"watching {', '.join(map(display_path, relevant.folders))}")
    last_error = ""
    reason, paths, is_first = f"seed {request.seed}", set[Path](), True
    while True:
        prefix, start = f"{time.strftime('%H:%M:%S')} {reason}: ", time.perf_counter()
        files_changed = is_first or any(path.suffix for path in paths)
        try:
            documents = list(_documents(request, names, settings, folder))
        except EXPECTED_ERRORS as error:
            if is_first and isinstance(error, OptionError):
                raise  # saving a file cannot mend it
            if files_changed or str(error) != last_error:
                click.echo(f"{prefix}nothing printed, the sheets stay as they were")
                click.echo(str(error), err=True)
            last_error = str(error)
        else:
            last_error = ""
            changed = [
                pdf
                for pdf in documents
                if not pdf.path.is_file() or pdf.path.read_bytes() != pdf.content
            ]
            for pdf in changed:
                write_atomically(pdf.path, pdf.content, lasting=False)
            if changed:
                seconds = time.perf_counter() - start
                written = ", ".join(display_path(pdf.path) for pdf in changed)
                click.echo(f"{prefix}{written} printed in {seconds:.2f} s")
            elif files_changed:
                click.echo(f"{prefix}no sheet changes")
            for warning in dict.fromkeys(text for pdf in changed for text in pdf.warnings):
                click.echo(warning, err=True)
        is_first = False
        changes = next((batch for batch in batches if batch), None)
        if changes is None:
            return
        paths = {Path(name) for _, name in changes}
        wait_until_written(paths)
        files = [path for path in paths if path.suffix]
        reason = ", ".join(map(display_path, sorted(files or paths)))


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


class ChangeFilter:
    """Which changes can matter to the sheets of a request.

    These are changes of the sets in use, wherever they are looked for, of all art, and of folders,
    because moving a folder here reports none of the files in it. `folders` are those to watch.
    """

    def __init__(self, request: Request, output: Path):
        game, own = games.game(request.game), request.sets_dirs
        roots = dict.fromkeys(
            root.resolve() for root in (*own, sets_dir() / game.name, assets_dir())
        )
        self.folders = tuple(root for root in roots if roots.keys().isdisjoint(root.parents))
        self._names = {*request.sets, game.catalogue.common}
        self._set_folders = {folder.resolve() for folder in game.catalogue.places(own)}
        self._art_folders = {folder / "assets" for folder in self._set_folders}
        self._art_folders.add(assets_dir().resolve())
        self._output = resolve(output)

    def __call__(self, change: Change, name: str) -> bool:
        path = Path(name)
        path = path.parent.resolve() / path.name
        if path == self._output:
            return False
        if path.suffix == ".yaml":
            return path.stem in self._names and path.parent in self._set_folders
        if path.suffix in ART_SUFFIXES:
            return any(path.is_relative_to(folder) for folder in self._art_folders)
        deleted = change == Change.deleted and not path.suffix
        return deleted or (change == Change.added and path.is_dir())


def wait_until_written(paths: Collection[Path]) -> None:
    """Wait while files are being written: editors empty a file first and write it in pieces."""
    previous = None
    for _ in range(_MAX_QUIET_CHECKS):
        signatures = [_signature(path) for path in paths]
        is_any_empty = any(signature and signature[1] == 0 for signature in signatures)
        if signatures == previous and not is_any_empty:
            return
        previous = signatures
        time.sleep(_QUIET_SECONDS)


def _signature(path: Path) -> tuple[int, ...] | None:
    try:
        return file_signature(path)
    except OSError:
        return None
