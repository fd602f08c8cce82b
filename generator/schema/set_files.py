"""Where the set files of a game are, how one is read, and how mistakes of several are told at once.

Each file is FOLDER/game/NAME.yaml or FOLDER/NAME.yaml, searched in the user's folders in their
order, then among the shipped files.

How a validator of a model reports a mistake:
- raise ValueError: its text is the message, at the place that pydantic was checking;
- raise PydanticCustomError(kind, message, context), where the context may have `loc`, a tuple that
  leads from there to the place to report (ending in "[key]" to report the key itself), and `found`
  and `allowed`, a name and the names that are allowed, from which a similar one is suggested;
- raise ValidationError.from_exception_data with several of these, to report all at once.
"""

import os
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Generic, Literal, Protocol, TypeVar

from pydantic import BaseModel, Field, PrivateAttr, ValidationError

from generator.core.diagnostics import Diagnostic, suggestion
from generator.core.errors import DefinitionError
from generator.core.game_id import digest
from generator.core.resources import sets_dir
from generator.core.yaml_source import Source, read_source
from generator.layout.theme import HUES, LOOKS, STRENGTHS, hue_colour
from generator.schema.fields import Definition, Key, LocalizedMarkup

ModelT = TypeVar("ModelT", bound=BaseModel)
ResultT = TypeVar("ResultT")


def check(model: type[ModelT], source: Source) -> ModelT:
    """The source's data as an instance of the model. Raises DefinitionError."""
    content, _, mistakes, _ = checked(model, source)
    if mistakes or content is None:
        raise DefinitionError(mistakes)
    return content


def checked(
    model: type[ModelT], source: Source
) -> tuple[ModelT | None, Source, Sequence[Diagnostic], frozenset[str]]:
    """The source's data as an instance of the model; their source; all mistakes; the keys that were
    mended, see check.py. With mistakes, the instance is one to check further, or None."""
    try:
        return model.model_validate(source.data), source, source.problems, frozenset()
    except ValidationError as error:
        from generator.schema.check import mended  # here, because it is rarely needed

        return mended(model, source, error)


def load_all(loaders: Iterable[Callable[[], ResultT]]) -> list[ResultT]:
    """The results of all loaders, such as `partial(CATALOGUE.read_set, model, name)`. Raises one
    DefinitionError with all mistakes if one of them raises one."""
    results: list[ResultT] = []
    problems: list[Diagnostic] = []
    for load in loaders:
        try:
            results.append(load())
        except DefinitionError as error:
            problems += error.problems
    if problems:
        files = [result for result in results if isinstance(result, SetFile)]
        raise DefinitionError([*problems, *(each for file in files for each in file.mistakes)])
    return results


def refuse(files: Iterable["SetFile[Any]"], problems: Iterable[Diagnostic]) -> None:
    """Raise DefinitionError if the files have mistakes, or problems together. A problem where a
    mistake was mended, or for which all values count, may follow from that."""
    mistakes = {problem for file in files for problem in file.mistakes}
    mended = {(file.source.file, key) for file in files for key in file.mended}

    def is_in(key: str, mapping: str) -> bool:
        return f"{key}.".startswith((f"{mapping}.", f"{mapping}["))

    def follows(problem: Diagnostic) -> bool:
        keys = [key for file, key in mended if file == problem.file]
        return problem.code == "no-roll" or any(
            is_in(problem.key, key) or is_in(key, problem.key) for key in keys
        )

    mistakes |= {problem for problem in problems if not (mistakes and follows(problem))}
    if mistakes:
        raise DefinitionError(mistakes)


SetT = TypeVar("SetT", bound="SetDefinition")

NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
"""The names that a set, and so its file, may have."""

ART = "assets"  # the folder beside a set with its own art


def name_rule(text: str) -> str:
    """What the name of a set must be like, with a name that is nearly the text."""
    name = re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")[:40]
    example = name if NAME.fullmatch(name) else "my_set"
    return f"must be of a-z, 0-9 and _, a letter first, such as {example}"


class SetAt(str):
    """The name of a set whose file is known, whatever that is called, and is not looked for."""

    path: Path

    def __new__(cls, path: Path) -> "SetAt":
        name = super().__new__(cls, path.stem if NAME.fullmatch(path.stem) else "unnamed")
        name.path = path
        return name


if TYPE_CHECKING:
    Hue = str
else:
    Hue = Literal[tuple(HUES)]


class Theme(Definition):
    """What sheets of a set look like; what is left out is that of the game."""

    hues: Annotated[tuple[Hue, ...], Field(strict=False, max_length=len(HUES))] = ()
    """The hues of titles, frames and tints: a Magnetmen board gets one of these at random, other
    sheets the first."""

    logo: Annotated[Key, Field(examples=["anchor"])] = ""
    """The square drawing in place of the game's logo, in your `assets/GAME/look`."""

    ornament: Annotated[Key, Field(examples=["wave"])] = ""
    """The square drawing beside headings and on bands, in your `assets/GAME/look`."""

    @property
    def drawings(self) -> dict[str, str]:
        """Those of its own, by the names of what they replace."""
        own = {"logo": self.logo, "ornament": self.ornament}
        return {name: drawing for name, drawing in own.items() if drawing}

    def names(self, game: str) -> dict[str, str]:
        """What it puts in the place of which colours and drawings of the game's look."""
        result: dict[str, str] = {}
        for hue, look in LOOKS.items():
            if f"{game}/" in look.art:
                for name, art in self.drawings.items():
                    result[f"{look.art}{name}"] = f"{game}/look/{art}"
                for own, strength in product(self.hues[:1], STRENGTHS):
                    result[hue_colour(hue, strength)] = hue_colour(own, strength)
                for own, strength in ((look.cover, "square"), (look.ground, "tray")):
                    if self.hues and own:
                        result[own] = hue_colour(self.hues[0], strength)
        return result


class SetDefinition(Definition):
    """Base of the sets of every game. Each game allows only its own name as `game`."""

    game: str
    """The game this file is for."""

    title: LocalizedMarkup
    """The name of the set, as printed."""

    theme: Theme | None = None
    """A look of its own; of several sets the last one's counts."""

    _key: str = PrivateAttr("")

    @property
    def key(self) -> str:
        """The name of its file."""
        return self._key


@dataclass(frozen=True, slots=True)
class SetFile(Generic[ModelT]):
    """A definition with its file. With `mistakes`, the keys of `mended` were mended in it: games
    check it further, to list all at once, and `refuse` keeps anybody from using it."""

    path: Path
    source: Source
    content: ModelT
    mistakes: Sequence[Diagnostic] = ()
    mended: frozenset[str] = frozenset()


class GameDefinition(Protocol):
    """The sets that are played with, read and checked."""

    @property
    def sets(self) -> Sequence[SetDefinition]:
        """In canonical order."""

    @property
    def art_dirs(self) -> tuple[Path, ...]:
        """The folders with the sets' own art, searched before the shipped art."""

    @property
    def files(self) -> Sequence[SetFile[Any]]:
        """Those that it was read from."""


@dataclass(frozen=True)
class SingleSet(Generic[SetT]):
    """The definition of a game that is played with one set at a time, and that is all there is."""

    sets: tuple[SetT]
    art_dirs: tuple[Path, ...] = ()
    files: tuple[SetFile[SetT], ...] = field(default=(), compare=False, repr=False)

    @property
    def only(self) -> SetT:
        return self.sets[0]

    @cached_property
    def digests(self) -> tuple[str, ...]:
        return (digest(self.only),)


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The set files of a game: the shipped ones in the order in which they are printed, the name of
    the file that all sets need, and those of others that are no sets."""

    game: str
    shipped: tuple[str, ...]
    common: str = ""
    others: tuple[str, ...] = ()

    def canonical(self, names: Iterable[str]) -> tuple[str, ...]:
        """Each name once: the shipped sets in their order, then others in alphabetical order, so
        that the order of --set changes nothing. Raises ValueError if there is none."""
        unique = set(names)
        if not unique:
            raise ValueError("expected at least one set")
        shipped = [name for name in self.shipped if name in unique]
        return (*shipped, *sorted(unique.difference(self.shipped)))

    def only(self, names: Iterable[str]) -> str:
        """The only name, for a game that is played with one set at a time. Raises DefinitionError
        if there are several, ValueError if there is none."""
        name, *others = self.canonical(names)
        if others:
            subject = f"sets {', '.join((name, *others))}"
            message = "this game is played with one set at a time, choose one of them"
            raise DefinitionError([Diagnostic(subject, 0, 0, "", message)])
        return name

    def available(self, folders: Sequence[Path] = ()) -> tuple[str, ...]:
        """The names of all sets that have a file, in canonical order."""
        files = (path for place in self.places(folders) for path in place.glob("*.yaml"))
        names = {path.stem for path in files if NAME.fullmatch(path.stem) and path.is_file()}
        names -= {self.common, *self.others}
        return self.canonical(names) if names else ()

    def read_set(self, model: type[SetT], name: str, folders: Sequence[Path] = ()) -> SetFile[SetT]:
        """The set of a name, which becomes its key. Raises DefinitionError for its mistakes, or if
        there is none."""
        if name.endswith((".yaml", ".yml")):
            raise _name_error(name, "expected the name alone, leave out the ending")
        if not NAME.fullmatch(name):  # game IDs print it
            raise _name_error(name, f"the name of a set {name_rule(name)}")
        if name in (self.common, *self.others):
            raise _name_error(name, "this file is no set")
        file = self._read(model, name, folders)
        file.content._key = str(name)
        return file

    def load_single(
        self,
        model: type[SetT],
        names: Iterable[str],
        folders: Sequence[Path] = (),
        problems: Callable[[SetFile[SetT], Sequence[Path]], Iterable[Diagnostic]] = lambda *_: (),
    ) -> SingleSet[SetT]:
        """The set of this name, with its mistakes and `problems`, which gets its file and the
        folders of its own art. Raises DefinitionError, also for several names."""
        file = self.read_set(model, self.only(names), folders)
        folders = art_dirs([file])
        refuse([file], problems(file, folders))
        return SingleSet((file.content,), folders, (file,))

    def read_other(
        self, model: type[ModelT], name: str, folders: Sequence[Path] = ()
    ) -> SetFile[ModelT]:
        """The file that all sets need, or another that is no set. Raises DefinitionError."""
        file = self._read(model, name, folders)
        if file.mistakes:
            raise DefinitionError(file.mistakes)
        return file

    def _read(self, model: type[ModelT], name: str, folders: Sequence[Path]) -> SetFile[ModelT]:
        path = self.find(name, folders)
        source = read_source(path)
        game = str(source.data.get("game"))
        if game != self.game and NAME.fullmatch(game) and (sets_dir() / game).is_dir():
            message = f"expected a file of {self.game}, found one of {game}"
            raise DefinitionError([source.problem(("game",), message)])
        content, source, mistakes, mended = checked(model, source)
        if content is None:
            raise DefinitionError(mistakes)
        return SetFile(path, source, content, mistakes, mended)

    def places(self, folders: Sequence[Path]) -> tuple[Path, ...]:
        """The folders in which set files may lie, in the order in which they are searched."""
        inside = [place for folder in folders for place in (folder / self.game, folder)]
        return (*inside, sets_dir() / self.game)

    def find(self, name: str, folders: Sequence[Path] = ()) -> Path:
        """The file of a name; a file among the folders is the one that all sets need. Raises
        DefinitionError if there is none."""
        if isinstance(name, SetAt):
            return name.path
        if name == self.common and (file := next(filter(Path.is_file, folders), None)):
            return file
        for place in self.places(folders):
            if os.path.lexists(path := place / f"{name}.yaml"):
                return path  # reading reports a folder, or a broken link
        where = "" if folders else " (sets of your own need --sets-dir)"
        similar = suggestion(name, self.available(folders))
        raise _name_error(name, f"there is no set of this name{similar}{where}")


def _name_error(name: str, message: str) -> DefinitionError:
    """The error about a name itself, which stands in no file."""
    return DefinitionError([Diagnostic(f"set {name!r}", 0, 0, "", message)])


def theme_of(sets: Sequence[SetDefinition]) -> Theme | None:
    return next((each.theme for each in reversed(sets) if each.theme), None)


def art_dirs(files: Iterable[SetFile[Any]]) -> tuple[Path, ...]:
    """The folders with the sets' own art: `assets` beside a set."""
    candidates = dict.fromkeys(file.path.parent / ART for file in files)
    return tuple(folder for folder in candidates if folder.is_dir())
