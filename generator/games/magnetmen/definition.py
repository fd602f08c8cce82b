"""The models of a Magnetmen set and of the boards file; a MagnetmenDefinition holds both."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import (
    AfterValidator,
    Field,
    PrivateAttr,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic_core import PydanticCustomError

from generator.core.game_id import digest
from generator.games.magnetmen.filling import Room, numbers_of_types
from generator.games.magnetmen.powers import Power
from generator.languages import Language, localized
from generator.schema.fields import Definition, Key, LocalizedMarkup
from generator.schema.set_files import Catalogue, SetDefinition, SetFile

CATALOGUE = Catalogue(
    "magnetmen",
    ("base", "advanced", "expert"),
    common="boards",
    common_holds="the board sizes",
    others=(("play", "what a good board is"),),
)

_Side = Annotated[int, Field(ge=2, le=30)]
_Squares = Annotated[int, Field(ge=1, le=900)]
_Types = Annotated[int, Field(ge=1, le=24)]


def _in_order(ends: tuple[int, int]) -> tuple[int, int]:
    if ends[0] > ends[1]:
        raise ValueError(f"expected the fewest, then the most, found {ends[0]}, {ends[1]}")
    return ends


TypesOnBoard = Annotated[tuple[_Types, _Types], Field(strict=False), AfterValidator(_in_order)]
"""How many types a board has: the fewest and the most, each number between equally likely."""


class PieceType(Definition):
    """One character: its name, how often it appears on a board, and what it can do."""

    name: LocalizedMarkup
    """Its name, as printed."""

    plural: Annotated[LocalizedMarkup | None, Field(validate_default=True)] = None
    """Its plural; if left out, the name and an s."""

    frequency: Annotated[float, Field(ge=0.001, le=1000, allow_inf_nan=False)] = 1
    """Its share of the squares, relative to the other types on the board."""

    min: _Squares | None = None
    """The fewest squares it has on a board that it is on."""

    max: _Squares | None = None
    """The most squares it has on a board."""

    art: Annotated[Key, Field(examples=["painter"])] = ""
    """Its drawing, shipped or in your own `assets/magnetmen`; if left out, the one with its key."""

    powers: Annotated[tuple[Power, ...], Field(strict=False, min_length=1, max_length=50)]
    """What it can do; one of these is rolled for each board."""

    _key: str = PrivateAttr("")

    @field_validator("plural")
    @classmethod
    def _in_every_language(
        cls, plural: dict[str, str] | None, info: ValidationInfo
    ) -> dict[str, str]:
        """A language of the name without a plural gets the name and an s."""
        name = info.data.get("name", {})
        return {code: f"{text}s" for code, text in name.items()} | (plural or {})

    @model_validator(mode="after")
    def _can_be_rolled(self) -> "PieceType":
        if self.min is not None and self.max is not None and self.min > self.max:
            words = f"expected at most the max, {self.max}, found {self.min}"
            raise PydanticCustomError("min_above_max", words, {"loc": ("min",)})
        if not self.likely:
            words = "all powers are switched off, give one a weight above 0"
            raise PydanticCustomError("no_power", words, {"loc": ("powers",)})
        return self

    @property
    def key(self) -> str:
        return self._key

    def __hash__(self) -> int:
        return id(self)  # its texts have none, and caches look for the same type

    def room(self, squares: int, limit: int | None = None) -> Room:
        """The fewest and the most squares it may have on a board that it is on. No more than the
        limit, unless its min is."""
        low, high = max(1, self.min or 0), squares if self.max is None else min(self.max, squares)
        return low, high if limit is None else max(low, min(high, limit))

    @property
    def likely(self) -> tuple[Power, ...]:
        """The variants of its power that can be rolled."""
        return tuple(power for power in self.powers if power.weight)

    @property
    def common(self) -> Power:
        """The most common variant of its power; the first of several that are equally common."""
        return max(self.powers, key=lambda power: power.weight)

    def printed_name(self, code: str) -> str:
        return localized(self.name, code)

    def name_for(self, language: Language, count: int | None = 1) -> str:
        """Its name in the form that goes with a count; None is the plural. A plural is printed in
        the language that the name is printed in."""
        if count is not None and language.is_singular(count):
            return self.printed_name(language.code)
        plurals = self.plural or {}
        return localized({code: plurals[code] for code in self.name}, language.code)


def _with_keys(types: dict[str, PieceType]) -> dict[str, PieceType]:
    """The types with their keys set. A type without art gets the drawing that has its key."""
    keyed = {}
    for key, piece in types.items():
        keyed[key] = piece.model_copy(update={"art": piece.art or key})
        keyed[key]._key = key
    return keyed


class Alone(Definition):
    """How a board is made when this is its only set."""

    types: TypesOnBoard
    """How many types a board has: the fewest, then the most."""

    always: Annotated[tuple[Key, ...], Field(strict=False, examples=[["explorer"]])] = ()
    """Types of this set that are on every board."""


class MagnetmenSet(SetDefinition):
    """A set: types with their odds and powers."""

    game: Literal["magnetmen"]

    rules: Literal["basic", "advanced"] = "advanced"
    """The rules that the set needs; the sidebar of a board prints those that any of its sets needs.

    - basic: taking only.
    - advanced: destroying too, and four of a kind ends the turns of a player.
    """

    alone: Alone | None = None
    """How a board is made when this is its only set."""

    estimated_odds: bool = False
    """Whether the weights of powers are an estimate; the designers' legend marks such odds."""

    types: Annotated[
        dict[Key, PieceType], Field(min_length=1, max_length=200), AfterValidator(_with_keys)
    ]
    """The types, each below a key of its own: a-z, 0-9 and _, a letter first."""

    @property
    def pieces(self) -> tuple[PieceType, ...]:
        return tuple(self.types.values())


class BoardSize(Definition):
    """One size of board."""

    title: LocalizedMarkup
    """The name of the size, as printed."""

    columns: _Side
    """The number of squares side by side."""

    rows: _Side
    """The number of squares one below the other."""

    slots: Annotated[int, Field(ge=1, le=60)]
    """How many icons a player can collect; a player whose slots are full takes no more turns."""

    @property
    def squares(self) -> int:
        return self.columns * self.rows


class Boards(Definition):
    """The boards, for all sets."""

    game: Literal["magnetmen"]
    """The game this file is for."""

    sizes: Annotated[dict[Key, BoardSize], Field(min_length=1, max_length=20)]
    """The sizes, each below the name that `--size` takes."""

    types: TypesOnBoard
    """How many types a board has: the fewest, then the most; a set on its own can say otherwise."""

    largest_share: Annotated[float, Field(ge=0.01, le=1, allow_inf_nan=False, examples=[0.4])] = 1
    """The largest share of the squares that one type may have: 0.4 is 40%.

    Types are chosen so that the others can fill the rest within their max. If a set has no such
    choice, the squares beyond the share are spread as evenly as possible. A type's own min stands.
    """

    players: Annotated[
        tuple[Annotated[int, Field(ge=2, le=4)], ...], Field(strict=False, min_length=1)
    ]
    """The numbers of players that there are boards for."""

    def most_of_a_type(self, squares: int) -> int:
        """The most squares that the largest share allows a type on a board of `squares` squares."""
        return max(1, math.floor(self.largest_share * squares + 1e-9))


class Possible(NamedTuple):
    """A type that can be on a board. `name` is "set/key", by which its random streams are named."""

    set_name: str
    piece: PieceType
    name: str


@dataclass(frozen=True, eq=False)
class MagnetmenDefinition:
    """The selected sets, in canonical order, and the boards. `files` are the files they were read
    from: that of the boards, then that of each set. For `art_dirs` see GameDefinition."""

    sets: tuple[MagnetmenSet, ...]
    boards: Boards
    art_dirs: tuple[Path, ...] = ()
    files: tuple[SetFile[Any], ...] = field(default=(), repr=False)

    @cached_property
    def digests(self) -> tuple[str, ...]:
        """The digests that the game ID contains: of the boards, then of each set."""
        return tuple(digest(part) for part in (self.boards, *self.sets))

    @cached_property
    def possible(self) -> tuple[Possible, ...]:
        """All types that can be on a board, with their sets."""
        return tuple(
            Possible(game_set.key, piece, f"{game_set.key}/{piece.key}")
            for game_set in self.sets
            for piece in game_set.pieces
        )

    @cached_property
    def optional(self) -> tuple[bool, ...]:
        """Whether a board may lack each of the possible types."""
        always = self.types_on_board()[2]
        return tuple(each.piece.key not in always for each in self.possible)

    @cached_property
    def open_powers(self) -> dict[str, tuple[bool, ...]]:
        """Whether each power of a possible type has a number that is rolled, by the type's name."""
        return {
            each.name: tuple(power.is_open() for power in each.piece.powers)
            for each in self.possible
        }

    @property
    def pieces(self) -> tuple[PieceType, ...]:
        return tuple(each.piece for each in self.possible)

    @property
    def rules(self) -> Literal["basic", "advanced"]:
        advanced = any(game_set.rules == "advanced" for game_set in self.sets)
        return "advanced" if advanced else "basic"

    def types_on_board(self) -> tuple[int, int, frozenset[str]]:
        """The fewest and the most types on a board, and the keys of those that are always on it."""
        alone = self.sets[0].alone if len(self.sets) == 1 else None
        if alone is None:
            return *self.boards.types, frozenset()
        return *alone.types, frozenset(alone.always)

    def narrowed(
        self, powers: Mapping[str, Sequence[Power]], **changes: object
    ) -> "MagnetmenDefinition":
        """The sets, with changes, with only those types and powers; powers: by Possible.name."""
        sets = []
        for game_set in self.sets:
            types = {
                piece.key: piece.model_copy(update={"powers": tuple(powers[name])})
                for piece in game_set.pieces
                if (name := f"{game_set.key}/{piece.key}") in powers
            }
            if types:
                sets.append(game_set.model_copy(update={"types": types, **changes}))
        return replace(self, sets=tuple(sets))


@lru_cache(maxsize=64)
def fillable(definition: MagnetmenDefinition, squares: int) -> tuple[int, ...]:
    """The numbers of types that can fill a board of that many squares, in ascending order. Cached,
    since every roll needs it."""
    fewest, most, always = definition.types_on_board()
    groups = [
        [(piece.room(squares), piece.key in always) for piece in game_set.pieces]
        for game_set in definition.sets
    ]
    fewest = min(fewest, len(definition.pieces))
    numbers = numbers_of_types(squares, most, groups)
    return tuple(sorted(number for number in numbers if number >= fewest))
