"""Where the set files of a game are, and how one is read.

Input: names of sets, the user's folders. Output: SetFiles read and checked, or DefinitionError.
Each file is FOLDER/game/NAME.yaml or FOLDER/NAME.yaml, looked for in the user's folders in
their order, then among the shipped ones.
"""

import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from pydantic import BaseModel, PrivateAttr

from generator.core.diagnostics import Diagnostic, suggestion
from generator.core.errors import DefinitionError
from generator.core.resources import sets_dir
from generator.core.yaml_source import Source, read_source
from generator.schema.fields import Definition
from generator.schema.load import check
from generator.schema.markup import Printed

Model = TypeVar("Model", bound=BaseModel)
Set = TypeVar("Set", bound="SetDefinition")

NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
"""What a set, and so its file, may be called."""


class SetDefinition(Definition):
    """Base of the sets of every game. Each allows only its own name as `game`."""

    game: str
    """The game this file is for."""

    title: Printed
    """The name of the set, as printed."""

    _key: str = PrivateAttr("")

    @property
    def key(self) -> str:
        """Its name: that of its file."""
        return self._key


@dataclass(frozen=True, slots=True)
class SetFile(Generic[Model]):
    """A definition with the file it was read from, so that checks can point into it."""

    path: Path
    source: Source
    chosen: Model


class GameDefinition(Protocol):
    """The sets that are played with, read and checked."""

    @property
    def sets(self) -> Sequence[SetDefinition]:
        """The sets, in canonical order."""

    @property
    def art_dirs(self) -> tuple[Path, ...]:
        """The folders with the sets' own art, searched before the shipped art."""

    @property
    def files(self) -> Sequence[SetFile[Any]]:
        """The files that the definition was read from. Any: each game has its own models."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The set files of a game.

    shipped are those that come with the program, in the order they are printed; common is the
    file that all sets need, common_holds what it has, in words; others are further files that are
    no sets, with what they have.
    """

    game: str
    shipped: tuple[str, ...]
    common: str = ""
    common_holds: str = ""
    others: tuple[tuple[str, str], ...] = ()

    @property
    def _no_sets(self) -> dict[str, str]:
        """What the files have that are no sets, by their names."""
        return {self.common: self.common_holds, **dict(self.others)}

    def canonical(self, names: Iterable[str]) -> tuple[str, ...]:
        """Each name once: the shipped sets in their order, then others by the alphabet, so that
        the order of --set changes nothing. Raises ValueError when there is none."""
        wanted = set(names)
        if not wanted:
            raise ValueError("expected at least one set")
        shipped = [name for name in self.shipped if name in wanted]
        return (*shipped, *sorted(wanted.difference(self.shipped)))

    def only(self, names: Iterable[str]) -> str:
        """The one name, for a game that is played with one set at a time. Raises DefinitionError
        when there are several, ValueError when there is none."""
        name, *others = self.canonical(names)
        if others:
            found = f"sets {', '.join((name, *others))}"
            words = "this game is played with one set at a time, choose one of them"
            raise DefinitionError([Diagnostic(found, 0, 0, "", words)])
        return name

    def available(self, folders: Sequence[Path] = ()) -> tuple[str, ...]:
        """The names of all sets there are files for, in canonical order."""
        files = (path for place in self.places(folders) for path in place.glob("*.yaml"))
        found = {path.stem for path in files if NAME.fullmatch(path.stem) and path.is_file()}
        found -= self._no_sets.keys()
        return self.canonical(found) if found else ()

    def read_set(self, model: type[Set], name: str, folders: Sequence[Path] = ()) -> SetFile[Set]:
        """A set by its name, which becomes its key. Raises DefinitionError for its mistakes or
        when there is none."""
        if name.endswith((".yaml", ".yml")):
            raise _unknown(name, "expected the name alone, leave out the ending")
        if not NAME.fullmatch(name):  # game IDs print it
            raise _unknown(name, "the name of a set must be of a-z, 0-9 and _, a letter first")
        if name in self._no_sets:
            raise _unknown(name, f"this file has {self._no_sets[name]}, it is no set")
        file = self._read(model, name, folders)
        file.chosen._key = name
        return file

    def read_common(self, model: type[Model], folders: Sequence[Path] = ()) -> SetFile[Model]:
        """The file that all sets need. Raises DefinitionError."""
        return self._read(model, self.common, folders)

    def read_other(
        self, model: type[Model], name: str, folders: Sequence[Path] = ()
    ) -> SetFile[Model]:
        """Another file that is no set. Raises DefinitionError."""
        return self._read(model, name, folders)

    def _read(self, model: type[Model], name: str, folders: Sequence[Path]) -> SetFile[Model]:
        source = read_source(path := self.find(name, folders))
        return SetFile(path, source, check(model, source))

    def places(self, folders: Sequence[Path]) -> tuple[Path, ...]:
        """The folders that set files may lie in, in the order they are looked in."""
        inside = [place for folder in folders for place in (folder / self.game, folder)]
        return (*inside, sets_dir() / self.game)

    def find(self, name: str, folders: Sequence[Path] = ()) -> Path:
        """The file of that name. Raises DefinitionError where there is none."""
        for place in self.places(folders):
            if os.path.lexists(path := place / f"{name}.yaml"):
                return path  # a folder, or a link to nothing: reading it says so
        where = "" if folders else " (sets of your own need --sets-dir)"
        near_ones = suggestion(name, self.available(folders))
        raise _unknown(name, f"there is no set of this name{near_ones}{where}")


def _unknown(name: str, message: str) -> DefinitionError:
    """What is wrong with a name itself, which stands in no file."""
    return DefinitionError([Diagnostic(f"set {name!r}", 0, 0, "", message)])


def art_dirs(files: Iterable[SetFile[Any]]) -> tuple[Path, ...]:
    """The folders with the sets' own art: `assets` beside a set."""
    beside = dict.fromkeys(file.path.parent / "assets" for file in files)
    return tuple(folder for folder in beside if folder.is_dir())
