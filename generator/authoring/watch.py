"""The loop of `watch`: files are saved, keys are pressed, sheets are written again.

Input: the watched sheets, the keys. Output: files, as watch_sheets.py writes them, and a line about
each update; mistakes and warnings go to standard error. Whatever is wrong with a file, the loop
continues and the last good sheets stay.
"""

import time
from collections.abc import Collection, Iterable
from pathlib import Path
from threading import Event

import typer
from watchfiles import Change, watch

from generator.authoring.watch_keys import Keys
from generator.authoring.watch_sheets import WatchedSheets
from generator.core.diagnostics import display_path
from generator.core.errors import EXPECTED_ERRORS, OptionError, SeedError
from generator.core.files import resolve
from generator.core.resources import ART_SUFFIXES, assets_dir, file_signature, sets_dir
from generator.core.seeds import canonical_seed, made_up_seed

KEY_HELP = "n or space: new seed, s: type a seed, r: all again, q: quit"

# Together with the building these must stay below half a second.
_POLL_MS = 20  # between two looks at what has changed
_MAX_COLLECT_MS = 200  # changes are collected for so long while more come in
_KEY_POLL_MS = 100  # between two looks at the keys

# A file whose signature stays the same for this time is taken to be completely written.
_QUIET_SECONDS = 0.03
_MAX_QUIET_CHECKS = 10


def run(sheets: WatchedSheets, keys: Keys, stop: Event) -> None:
    """Update the sheets until q is pressed or `stop` is set. Raises DefinitionError for a set
    without a file, OptionError for options that do not fit the sets, and KeyboardInterrupt."""
    for name in sheets.request.sets:
        sheets.game.catalogue.find(name, sheets.request.sets_dirs)
    relevant, session = ChangeFilter(sheets), _Session(sheets, keys)
    batches = watch(
        *relevant.folders, watch_filter=relevant, debounce=_MAX_COLLECT_MS, step=_POLL_MS,
        rust_timeout=_KEY_POLL_MS, yield_on_timeout=True, stop_event=stop,
    )  # fmt: skip
    next(batches, None)  # from here on no change is missed
    typer.echo(f"watching {', '.join(map(display_path, relevant.folders))}")
    if keys.available:
        typer.echo(KEY_HELP)
    session.begin()
    for changes in batches:
        if changes:
            session.handle_changes(sorted({Path(path) for _, path in changes}))
        pressed = keys.pressed()
        if "q" in pressed:
            return
        session.handle_key(pressed[-1:])


class ChangeFilter:
    """Which changes can matter to the watched sheets.

    These are changes of the sets in use, wherever they are looked for, of all art, and of folders,
    because moving a folder here reports none of the files in it. `folders` are those to watch.
    """

    def __init__(self, sheets: WatchedSheets):
        game, own = sheets.game, sheets.request.sets_dirs
        self.folders = _outermost([*own, sets_dir() / game.name, assets_dir()])
        self._names = {*sheets.request.sets, game.catalogue.common}
        self._set_folders = {folder.resolve() for folder in game.catalogue.places(own)}
        self._art_folders = {folder / "assets" for folder in self._set_folders}
        self._art_folders.add(assets_dir().resolve())
        self._output = resolve(sheets.output.folder)

    def __call__(self, change: Change, name: str) -> bool:
        path = Path(name)
        path = path.parent.resolve() / path.name
        if path == self._output or self._may_be_output(path):
            return False
        if path.suffix == ".yaml":
            return path.stem in self._names and path.parent in self._set_folders
        if path.suffix in ART_SUFFIXES:
            return any(path.is_relative_to(folder) for folder in self._art_folders)
        deleted = change == Change.deleted and not path.suffix
        return deleted or (change == Change.added and path.is_dir())

    def _may_be_output(self, path: Path) -> bool:
        """Whether `watch` may have written it: the sheets may go to the folder of the sets."""
        return path.parent == self._output and path.suffix in ART_SUFFIXES


def _outermost(folders: Iterable[Path]) -> tuple[Path, ...]:
    """The folders without those inside another, which are watched with it."""
    resolved = dict.fromkeys(folder.resolve() for folder in folders)
    return tuple(folder for folder in resolved if resolved.keys().isdisjoint(folder.parents))


class _Session:
    """The sheets, and the seed that they have now."""

    def __init__(self, sheets: WatchedSheets, keys: Keys):
        self._sheets, self._keys = sheets, keys
        self._seed = sheets.request.seed
        self._last_error = ""  # of the last update, if it failed

    def begin(self) -> None:
        """Make the first update. Raises OptionError, which saving a file cannot mend."""
        self._update(f"seed {self._seed}", is_first=True)
        for sheet in self._sheets.names:
            typer.echo(display_path(self._sheets.path(sheet)))

    def handle_changes(self, paths: Collection[Path]) -> None:
        """Update after files were saved, moved or deleted."""
        wait_until_written(paths)
        files = [path for path in paths if path.suffix]
        self._update(", ".join(map(display_path, files or paths)), quiet=not files)

    def handle_key(self, key: str) -> None:
        """Do what KEY_HELP says; any other key does nothing."""
        if key == "r":
            self._update("again", rewrite_all=True)
        elif key in ("n", " "):
            self._use_seed(made_up_seed())
        elif key == "s" and (text := self._keys.read_line("seed: ").strip()):
            try:
                self._use_seed(canonical_seed(text))
            except SeedError as error:
                typer.echo(str(error), err=True)

    def _use_seed(self, seed: str) -> None:
        self._seed = seed
        self._update(f"seed {seed}")

    def _update(
        self, reason: str, rewrite_all: bool = False, quiet: bool = False, is_first: bool = False
    ) -> None:
        """Update the sheets and print a line about it; if quiet, only if anything is new."""
        prefix, start = f"{time.strftime('%H:%M:%S')} {reason}: ", time.perf_counter()
        try:
            update = self._sheets.update(self._seed, rewrite_all)
        except EXPECTED_ERRORS as error:
            if is_first and isinstance(error, OptionError):
                raise
            last_error, self._last_error = self._last_error, str(error)
            if not quiet or last_error != self._last_error:
                typer.echo(f"{prefix}nothing made, the sheets stay as they were")
                typer.echo(self._last_error, err=True)
            return
        self._last_error = ""
        if update.sheets:
            seconds = time.perf_counter() - start
            typer.echo(f"{prefix}{', '.join(update.sheets)} made in {seconds:.2f} s")
        elif not quiet:
            typer.echo(f"{prefix}no sheet changes")
        for warning in update.warnings:
            typer.echo(warning, err=True)


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
