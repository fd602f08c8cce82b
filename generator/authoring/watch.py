"""The loop of `watch`: files are saved, keys are pressed, sheets are made anew.

Input: the wanted sheets, the keys. Output: files, as watch_sheets.py writes them, and lines of what
was done; mistakes and warnings go to standard error. Whatever is wrong with a file, the loop goes
on and the last good sheets stay.
"""

import time
from collections.abc import Collection, Iterable
from pathlib import Path
from threading import Event

import typer
from watchfiles import Change, watch

from generator.authoring.watch_keys import Keys
from generator.authoring.watch_sheets import Sheets
from generator.core.diagnostics import shown
from generator.core.errors import EXPECTED_ERRORS, OptionError, SeedError
from generator.core.files import resolve
from generator.core.resources import ART_SUFFIXES, assets_dir, file_signature, sets_dir
from generator.core.seeds import canonical_seed, made_up_seed

KEYS = "n or space: new seed, s: type a seed, r: all again, q: quit"

# Milliseconds. Together with the building these must stay below half a second.
_STEP = 20  # between two looks at what has changed
_MOST = 200  # that changes are collected while more come in
_TICK = 100  # between two looks at the keys

# A file whose state stays the same for so many seconds is taken to be written to its end; that is
# waited for so many times.
_QUIET = 0.03
_PATIENCE = 10


def run(sheets: Sheets, keys: Keys, stop: Event) -> None:
    """Goes on until q is pressed or somebody says stop. Raises DefinitionError for a set there is
    no file of, OptionError where the options do not fit the sets, and KeyboardInterrupt."""
    for name in sheets.request.sets:
        sheets.game.catalogue.find(name, sheets.request.sets_dirs)
    concern, desk = Concern(sheets), _Desk(sheets, keys)
    found = watch(
        *concern.folders, watch_filter=concern, debounce=_MOST, step=_STEP, rust_timeout=_TICK,
        yield_on_timeout=True, stop_event=stop,
    )  # fmt: skip
    next(found, None)  # from here on no change is missed
    typer.echo(f"watching {', '.join(map(shown, concern.folders))}")
    if keys.there:
        typer.echo(KEYS)
    desk.begin()
    for changes in found:
        if changes:
            desk.saved(sorted({Path(path) for _, path in changes}))
        pressed = keys.pressed()
        if "q" in pressed:
            return
        desk.pressed(pressed[-1:])


class Concern:
    """Which changes can matter to the wanted sheets: those of the sets that are used, wherever they
    are looked for, of all art, and of folders, for one that is moved here says nothing of the
    files in it. `folders` are those to watch."""

    def __init__(self, sheets: Sheets):
        game, own = sheets.game, sheets.request.sets_dirs
        self.folders = _outermost([*own, sets_dir() / game.name, assets_dir()])
        self._names = {*sheets.request.sets, game.catalogue.common}
        self._places = {place.resolve() for place in game.catalogue.places(own)}
        self._art = {place / "assets" for place in self._places} | {assets_dir().resolve()}
        self._output = resolve(sheets.output.folder)

    def __call__(self, change: Change, name: str) -> bool:
        path = Path(name)
        path = path.parent.resolve() / path.name
        if path == self._output or self._written(path):
            return False
        if path.suffix == ".yaml":
            return path.stem in self._names and path.parent in self._places
        if path.suffix in ART_SUFFIXES:
            return any(path.is_relative_to(folder) for folder in self._art)
        gone = change == Change.deleted and not path.suffix
        return gone or (change == Change.added and path.is_dir())

    def _written(self, path: Path) -> bool:
        """By `watch` itself, perhaps: the folder for the sheets may be that of the sets."""
        return path.parent == self._output and path.suffix in ART_SUFFIXES


def _outermost(folders: Iterable[Path]) -> tuple[Path, ...]:
    """Without those inside another, which are watched with it."""
    found = dict.fromkeys(folder.resolve() for folder in folders)
    return tuple(each for each in found if found.keys().isdisjoint(each.parents))


class _Desk:
    """The sheets, and the seed they have now."""

    def __init__(self, sheets: Sheets, keys: Keys):
        self._sheets, self._keys = sheets, keys
        self._seed = sheets.request.seed
        self._wrong = ""  # why the last attempt failed, if it did

    def begin(self) -> None:
        """The first attempt. Raises OptionError, which no saving will mend."""
        self._try(f"seed {self._seed}", is_first=True)
        for sheet in self._sheets.names:
            typer.echo(shown(self._sheets.path(sheet)))

    def saved(self, paths: Collection[Path]) -> None:
        """Something has been saved, moved or deleted."""
        _settle(paths)
        files = [path for path in paths if path.suffix]
        self._try(", ".join(map(shown, files or paths)), silent=not files)

    def pressed(self, key: str) -> None:
        """A key of KEYS; any other does nothing."""
        if key == "r":
            self._try("again", every=True)
        elif key in ("n", " "):
            self._take(made_up_seed())
        elif key == "s" and (typed := self._keys.line("seed: ").strip()):
            try:
                self._take(canonical_seed(typed))
            except SeedError as error:
                typer.echo(str(error), err=True)

    def _take(self, seed: str) -> None:
        self._seed = seed
        self._try(f"seed {seed}")

    def _try(
        self, why: str, every: bool = False, silent: bool = False, is_first: bool = False
    ) -> None:
        """Makes what is affected, and tells in one line what came of it; where it is silent, only
        if that is news."""
        start, started = f"{time.strftime('%H:%M:%S')} {why}: ", time.perf_counter()
        try:
            made = self._sheets.update(self._seed, every)
        except EXPECTED_ERRORS as error:
            if is_first and isinstance(error, OptionError):
                raise
            before, self._wrong = self._wrong, str(error)
            if not silent or before != self._wrong:
                typer.echo(f"{start}nothing made, the sheets stay as they were")
                typer.echo(self._wrong, err=True)
            return
        self._wrong = ""
        if made.sheets:
            took = time.perf_counter() - started
            typer.echo(f"{start}{', '.join(made.sheets)} made in {took:.2f} s")
        elif not silent:
            typer.echo(f"{start}no sheet changes")
        for warning in made.warnings:
            typer.echo(warning, err=True)


def _settle(paths: Collection[Path]) -> None:
    """Waits while files are written: editors empty a file first, and write it in pieces."""
    before = None
    for _ in range(_PATIENCE):
        now = [_state(path) for path in paths]
        if now == before and not any(state and state[1] == 0 for state in now):
            return
        before = now
        time.sleep(_QUIET)


def _state(path: Path) -> tuple[int, ...] | None:
    try:
        return file_signature(path)
    except OSError:
        return None
