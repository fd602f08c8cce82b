"""What a Magnetmen set is: its types with their odds and powers; and the boards there are.

Input: names of sets, folders to look in. Output: a frozen MagnetmenDefinition, or
BadDefinitions with every mistake in the files at its place.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, PrivateAttr, model_validator
from pydantic_core import PydanticCustomError

from generator.definitions.fields import Definition, Key
from generator.definitions.load import check, load_all
from generator.definitions.markup import Printed
from generator.definitions.problems import BadDefinitions, Problem, suggestion
from generator.definitions.source import Source, read_source
from generator.game_id import digest
from generator.games.magnetmen import crosschecks
from generator.games.magnetmen.powers import Power
from generator.languages import Language, localized
from generator.resources import sets_dir

GAME = "magnetmen"
BOARDS = "boards"  # the file that is no set
SHIPPED = ("base", "advanced", "expert")

MAX_TYPES = 24
MAX_SIDE = 30

_NAME = r"[a-z][a-z0-9_]{0,39}"

_Side = Annotated[int, Field(ge=2, le=MAX_SIDE)]
_Squares = Annotated[int, Field(ge=1, le=MAX_SIDE**2)]


def _in_order(ends: tuple[int, int]) -> tuple[int, int]:
    if ends[0] > ends[1]:
        raise ValueError(f"expected the fewest, then the most, found {ends[0]}, {ends[1]}")
    return ends


TypesOnBoard = Annotated[
    tuple[Annotated[int, Field(ge=1, le=MAX_TYPES)], Annotated[int, Field(ge=1, le=MAX_TYPES)]],
    Field(strict=False),
    AfterValidator(_in_order),
]
"""How many types a board has: the fewest and the most, each number between equally likely."""


class PieceType(Definition):
    """One character: what it is called, how often it stands on a board, what it can do.

    A board that has the type has it on at least `min` and at most `max` squares; `frequency`
    is its share of the squares relative to the other types.
    """

    name: Printed
    plural: Printed | None = None
    frequency: Annotated[float, Field(ge=0.001, le=1000, allow_inf_nan=False)] = 1
    min: _Squares | None = None
    max: _Squares | None = None
    art: Key = ""
    powers: Annotated[tuple[Power, ...], Field(strict=False, min_length=1, max_length=50)]

    _key: str = PrivateAttr("")

    @model_validator(mode="after")
    def _min_below_max(self) -> "PieceType":
        if self.min is not None and self.max is not None and self.min > self.max:
            words = f"expected at most the max, {self.max}, found {self.min}"
            raise PydanticCustomError("min_above_max", words, {"loc": ("min",)})
        return self

    @model_validator(mode="after")
    def _some_power_likely(self) -> "PieceType":
        if not any(power.weight for power in self.powers):
            words = "all powers are switched off, give one a weight above 0"
            raise PydanticCustomError("no_power", words, {"loc": ("powers",)})
        return self

    @property
    def key(self) -> str:
        """Its name in the set file."""
        return self._key

    @property
    def common(self) -> Power:
        """The most common variant of its power; the first of several."""
        return max(self.powers, key=lambda power: power.weight)

    def printed_name(self, code: str) -> str:
        """Its name in a language."""
        return localized(self.name, code)

    def printed_plural(self, code: str) -> str:
        """The name of several; without one given, the name and an s."""
        name = self.printed_name(code)
        if self.plural is None or (code in self.name and code not in self.plural):
            return f"{name}s"
        return localized(self.plural, code)

    def named(self, language: Language, count: int | None = 1) -> str:
        """Its name as it goes with a count; None is the plural whatever the number."""
        one = count is not None and language.is_singular(count)
        return self.printed_name(language.code) if one else self.printed_plural(language.code)


def _with_keys(types: dict[str, PieceType]) -> dict[str, PieceType]:
    """The types, each knowing its key, and named after it where no art is given."""
    keyed = {}
    for key, piece in types.items():
        keyed[key] = piece.model_copy(update={"art": piece.art or key})
        keyed[key]._key = key
    return keyed


class Alone(Definition):
    """What holds on a board that only this set is on."""

    types: TypesOnBoard
    always: Annotated[tuple[Key, ...], Field(strict=False)] = ()


class MagnetmenSet(Definition):
    """One set file."""

    game: Literal["magnetmen"]
    title: Printed
    rules: Literal["basic", "advanced"] = "advanced"
    alone: Alone | None = None
    types: Annotated[
        dict[Key, PieceType], Field(min_length=1, max_length=200), AfterValidator(_with_keys)
    ]

    _key: str = PrivateAttr("")

    @property
    def key(self) -> str:
        """Its name: that of its file."""
        return self._key

    @property
    def pieces(self) -> tuple[PieceType, ...]:
        """Its types, in the order of the file."""
        return tuple(self.types.values())


class BoardSize(Definition):
    """One size of board, and how many slots each player's inventory has with it."""

    title: Printed
    columns: _Side
    rows: _Side
    slots: Annotated[int, Field(ge=1, le=60)]

    @property
    def squares(self) -> int:
        return self.columns * self.rows


class Boards(Definition):
    """The file boards.yaml: sizes, numbers of players, how many types a board has unless the
    only set on it says otherwise."""

    game: Literal["magnetmen"]
    sizes: Annotated[dict[Key, BoardSize], Field(min_length=1, max_length=20)]
    types: TypesOnBoard
    players: Annotated[
        tuple[Annotated[int, Field(ge=2, le=4)], ...], Field(strict=False, min_length=1)
    ]


@dataclass(frozen=True)
class MagnetmenDefinition:
    """The sets that were chosen, in canonical order, and the boards.

    `art_dirs` are the folders with the sets' own art, looked in before the shipped one.
    """

    sets: tuple[MagnetmenSet, ...]
    boards: Boards
    art_dirs: tuple[Path, ...] = ()

    @cached_property
    def digests(self) -> tuple[str, ...]:
        """What a game ID says of the boards and of each set, in that order."""
        return tuple(digest(part) for part in (self.boards, *self.sets))

    @property
    def pieces(self) -> tuple[PieceType, ...]:
        """All types that can be on a board, set by set."""
        return tuple(piece for chosen in self.sets for piece in chosen.pieces)

    @property
    def rules(self) -> Literal["basic", "advanced"]:
        """Advanced as soon as one of the sets is."""
        advanced = any(chosen.rules == "advanced" for chosen in self.sets)
        return "advanced" if advanced else "basic"

    def types_on_board(self) -> tuple[int, int, frozenset[str]]:
        """The fewest and the most types a board has, and the keys of those always on it."""
        alone = self.sets[0].alone if len(self.sets) == 1 else None
        if alone is None:
            return *self.boards.types, frozenset()
        return *alone.types, frozenset(alone.always)


@dataclass(frozen=True, slots=True)
class SetFile:
    """A set with the file it was read from, so that checks can point into it."""

    path: Path
    source: Source
    chosen: MagnetmenSet


def load_definition(set_names: Sequence[str], folders: Sequence[Path] = ()) -> MagnetmenDefinition:
    """The sets of these names and the boards. Raises BadDefinitions with all mistakes.

    Each file is FOLDER/magnetmen/NAME.yaml or FOLDER/NAME.yaml, looked for in the user's
    folders in their order, then among the shipped ones.
    """
    names = canonical(set_names)
    jobs = [partial(_read_set, name, folders) for name in names]
    (source, boards), *files = load_all([partial(_read_boards, folders), *jobs])
    sets = tuple(file.chosen for file in files)
    definition = MagnetmenDefinition(sets, boards, _art_dirs(files))
    if problems := crosschecks.problems(definition, files, source):
        raise BadDefinitions(problems)
    return definition


def canonical(set_names: Iterable[str]) -> tuple[str, ...]:
    """Each name once: the shipped sets in their order, then others by the alphabet, so that
    the order of --set changes nothing. Raises ValueError when there is none."""
    names = set(set_names)
    if not names:
        raise ValueError("expected at least one set")
    shipped = [name for name in SHIPPED if name in names]
    return (*shipped, *sorted(names.difference(SHIPPED)))


def available_sets(folders: Sequence[Path] = ()) -> tuple[str, ...]:
    """The names of all sets there are files for, in canonical order."""
    found = {path.stem for place in _places(folders) for path in place.glob("*.yaml")}
    return canonical(found - {BOARDS}) if found - {BOARDS} else ()


def _places(folders: Sequence[Path]) -> tuple[Path, ...]:
    """The folders that set files may lie in, in the order they are looked in."""
    inside = [place for folder in folders for place in (folder / GAME, folder)]
    return (*inside, sets_dir() / GAME)


def _find(name: str, folders: Sequence[Path]) -> Path:
    """The file of a set, or of the boards. Raises BadDefinitions when there is none."""
    for place in _places(folders):
        if (path := place / f"{name}.yaml").is_file():
            return path
    where = "" if folders else " (sets of your own need --sets-dir)"
    near_ones = suggestion(name, available_sets(folders))
    raise _unknown(name, f"there is no set of this name{near_ones}{where}")


def _unknown(name: str, message: str) -> BadDefinitions:
    """What is wrong with a name itself, which stands in no file."""
    return BadDefinitions([Problem(f"set {name!r}", 0, 0, "", message)])


def _read_set(name: str, folders: Sequence[Path]) -> SetFile:
    if name.endswith((".yaml", ".yml")):
        raise _unknown(name, "expected the name alone, leave out the ending")
    if not re.fullmatch(_NAME, name):  # game IDs print it
        raise _unknown(name, "the name of a set must be of a-z, 0-9 and _, a letter first")
    if name == BOARDS:
        raise _unknown(name, "this file has the board sizes, it is no set")
    source = read_source(path := _find(name, folders))
    chosen = check(MagnetmenSet, source)
    chosen._key = name
    return SetFile(path, source, chosen)


def _read_boards(folders: Sequence[Path]) -> tuple[Source, Boards]:
    source = read_source(_find(BOARDS, folders))
    return source, check(Boards, source)


def _art_dirs(files: Iterable[SetFile]) -> tuple[Path, ...]:
    beside = dict.fromkeys(file.path.parent / "assets" for file in files)
    return tuple(folder for folder in beside if folder.is_dir())
