"""Magnetmen sets and the boards file: their models, how they are loaded and checked together."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial
from itertools import product
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import pydantic
from pydantic import AfterValidator, Field, PrivateAttr, field_validator, model_validator
from pydantic_core import PydanticCustomError

from generator.core.diagnostics import Diagnostic, suggestion
from generator.core.errors import DefinitionError
from generator.core.game_id import digest
from generator.core.resources import sets_dir
from generator.core.yaml_source import Loc, Source
from generator.games.magnetmen.powers import Power
from generator.games.magnetmen.primitives import SameAs
from generator.languages import Language, load_language, localized
from generator.schema import set_checks
from generator.schema.fields import IN_ORDER, Definition, Key, LocalizedMarkup
from generator.schema.set_checks import SetText
from generator.schema.set_files import Catalogue, SetDefinition, SetFile, art_dirs, load_all, refuse

CATALOGUE = Catalogue(
    "magnetmen", ("base", "advanced", "expert"), common="boards", others=("play",)
)

_PORTRAITS, _SYMBOLS = "magnetmen", "magnetmen/symbols"  # folders of the art of types
_DRAW_IT = "; add it, or use that of another type with 'art: NAME'"

_Side = Annotated[int, Field(ge=2, le=30)]
_Squares = Annotated[int, Field(ge=1, le=900)]
_Types = Annotated[int, Field(ge=1, le=24)]

Room = tuple[int, int]
"""The least and the most squares that a type may have."""

File = SetFile["MagnetmenSet"]


TypesOnBoard = Annotated[tuple[_Types, _Types], Field(strict=False), IN_ORDER]
"""How many types a board has: the fewest and the most, each number between equally likely."""


class PieceType(Definition):
    """One character: its name, how often it appears on a board, and what it can do."""

    name: LocalizedMarkup
    """Its name, as printed."""

    plural: Annotated[LocalizedMarkup | None, Field(validate_default=True)] = None
    """Its plural; if left out, the regular one, which in German and Dutch few names have."""

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
    def _regular_plurals(cls, plural: dict[str, str] | None, info: pydantic.ValidationInfo) -> Any:
        return _plurals(info.data.get("name", {})) | (plural or {})

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
        """On a board that it is on. No more than the limit, unless its min is."""
        low, high = max(1, self.min or 0), squares if self.max is None else min(self.max, squares)
        return low, high if limit is None else max(low, min(high, limit))

    @property
    def likely(self) -> tuple[Power, ...]:
        return tuple(power for power in self.powers if power.weight)

    @property
    def common(self) -> Power:
        """The most common variant of its power; the first of several that are equally common."""
        return max(self.powers, key=lambda power: power.weight)

    @property
    def percent(self) -> list[float]:
        total = sum(power.weight for power in self.powers)
        return [round(100 * power.weight / total, 1) for power in self.powers]

    def name_for(self, language: Language, count: int | None = 1) -> str:
        """Its name in the form that goes with a count; None is the plural, which is printed in the
        language that the name is printed in."""
        plurals, is_one = self.plural or {}, count is not None and language.is_singular(count)
        names = self.name if is_one else {code: plurals[code] for code in self.name}
        return localized(names, language.code)


def _plurals(name: Mapping[str, str]) -> dict[str, str]:
    """Regular plurals; where a language has no rule for a name, the name and an s."""
    by_rule = {code: load_language(code).regular_plural(text) for code, text in name.items()}
    return {code: plural or f"{name[code]}s" for code, plural in by_rule.items()}


def _with_keys(types: dict[str, PieceType]) -> dict[str, PieceType]:
    """A type without art gets the drawing that has its key."""
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
        return max(1, math.floor(self.largest_share * squares + 1e-9))


class Possible(NamedTuple):
    """A type that can be on a board. `name` is "set/key", which random streams are named after."""

    set_name: str
    piece: PieceType
    name: str


@dataclass(frozen=True, eq=False)
class MagnetmenDefinition:
    """Sets, in canonical order, and the boards. `files`: of the boards, of each set."""

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
        return tuple(
            Possible(game_set.key, piece, f"{game_set.key}/{piece.key}")
            for game_set in self.sets
            for piece in game_set.pieces
        )

    @property
    def pieces(self) -> tuple[PieceType, ...]:
        return tuple(each.piece for each in self.possible)

    @property
    def rules(self) -> Literal["basic", "advanced"]:
        return "advanced" if "advanced" in [each.rules for each in self.sets] else "basic"

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
    """The numbers of types that can fill a board, in ascending order. Each set contributes at least
    one type, and all that are always there. Cached: every roll needs it."""
    fewest, most, always = definition.types_on_board()
    totals = {(0, 0): 0}  # (number of types, sum of their minima): greatest sum of maxima
    for game_set in definition.sets:
        without, having = totals, dict[tuple[int, int], int]()
        for piece in game_set.pieces:
            (low, high), is_always = piece.room(squares), piece.key in always
            more = {} if is_always else dict(having)
            for (number, least), greatest in (*without.items(), *having.items()):
                if number < most and least + low <= squares:
                    key = number + 1, least + low
                    more[key] = max(more.get(key, 0), min(squares, greatest + high))
            without, having = {} if is_always else without, more
        totals = having
    fewest = min(fewest, len(definition.pieces))
    filled = {number for (number, _), high in totals.items() if high >= squares}
    return tuple(sorted(number for number in filled if number >= fewest))


def load_definition(set_names: Sequence[str], folders: Sequence[Path] = ()) -> MagnetmenDefinition:
    """Raises DefinitionError with all mistakes."""
    names = CATALOGUE.canonical(set_names)
    read_boards = partial(CATALOGUE.read_other, Boards, "boards", folders)
    read_sets = (partial(CATALOGUE.read_set, MagnetmenSet, name, folders) for name in names)
    jobs: list[Callable[[], SetFile[Any]]] = [read_boards, *read_sets]  # Any: different models
    boards, *files = load_all(jobs)
    sets = tuple(file.content for file in files)
    definition = MagnetmenDefinition(sets, boards.content, art_dirs(files), (boards, *files))
    refuse(files, _problems(definition, files))
    return definition


def _problems(definition: MagnetmenDefinition, files: Sequence[File]) -> Iterator[Diagnostic]:
    folders, sizes = definition.art_dirs, definition.boards.sizes
    types = [(file, piece) for file in files for piece in file.content.pieces]
    for file in files:
        yield from set_checks.unprintable(file, printed_texts(file.content))
    keys: dict[str, File] = {}
    names: dict[tuple[str, str], tuple[File, str]] = {}
    art: list[str] = []
    for file, piece in types:  # the legend would be ambiguous
        if (other := keys.setdefault(piece.key, file)) is not file:
            message = f"{_place(other, piece.key)} has a type of this name too, give one of them"
            yield file.source.problem(("types", piece.key), f"{message} another", key=True)
        for code, name in piece.name.items():
            other, key = names.setdefault((code, name.casefold()), (file, piece.key))
            if key != piece.key:
                message = f"{_place(other, key)} has this name too, give one of them another"
                yield file.source.problem(("types", piece.key, "name", code), message)
        drawings = [f"{_PORTRAITS}/{piece.art}", f"{_SYMBOLS}/{piece.art}"]
        art += drawings
        if missing := [name for name in drawings if not set_checks.find_art_file(name, folders)]:
            has_art = "art" in file.source.data["types"][piece.key]
            at: Loc = ("types", piece.key, "art") if has_art else ("types", piece.key)
            choices = set_checks.drawing_names(_PORTRAITS, folders) if has_art else ()
            yield set_checks.missing_art(file, at, missing, choices, _DRAW_IT, not has_art, folders)
    yield from set_checks.art_problems(art, folders)
    for file in files:
        listed = file.content.alone.always if file.content.alone else ()
        for number, key in enumerate(listed):
            if key not in file.content.types:
                message = f"this set has no type {key!r}{suggestion(key, file.content.types)}"
                yield file.source.problem(("alone", "always", number), message)
            elif key in listed[:number]:
                message = f"{key!r} is given twice, keep one"
                yield file.source.problem(("alone", "always", number), message)
    largest = max(sizes, key=lambda size: sizes[size].squares)
    squares = sizes[largest].squares
    too_large = [(file, piece) for file, piece in types if (piece.min or 0) > squares]
    for file, piece in too_large:
        message = f"expected at most {squares}, the squares of the largest board, {largest}"
        yield file.source.problem(("types", piece.key, "min"), message)
    powers = [power for _, piece in types for power in piece.likely]
    if not any(power.text or {*map(type, power.score)} - {SameAs} for power in powers):
        message = "no type has points of its own, so every game is a tie; give one a score other "
        yield files[-1].source.problem(("types",), f"{message}than same_as", key=True)
    fewest, most, always = definition.types_on_board()
    if len(always) > fewest:
        source, place, _ = _numbers(definition)
        message = f"expected at least {len(always)}, so many types are always on the board"
        yield source.problem((*place, 0), f"{message}, found {fewest}")
    if len(types) < most:
        yield _too_few_types(files, len(types), most)
    elif len(always) <= fewest and not too_large and (problem := no_board(definition)):
        yield problem


def _place(file: File, key: str) -> str:
    return f"{file.source.file}:{file.source.mark(('types', key), key=True)[0]}"


def printed_texts(content: MagnetmenSet | Boards) -> Iterator[SetText]:
    """Every text of a file. Plurals that are all regular are not written there."""
    if isinstance(content, Boards):
        for key, size in content.sizes.items():
            yield SetText(("sizes", key, "title"), size.title, ("title",))
        return
    yield SetText(("title",), content.title, ("title",))
    for key, piece in content.types.items():
        yield SetText(("types", key, "name"), piece.name, ("title",))
        if piece.plural and piece.plural != _plurals(piece.name):
            yield SetText(("types", key, "plural"), piece.plural, ("text",))
        for number, power in enumerate(piece.powers):
            if power.text:
                yield SetText(("types", key, "powers", number, "text"), power.text, ("text",))


def _numbers(definition: MagnetmenDefinition) -> tuple[Source, Loc, bool]:
    """Where the user can change the numbers of types on a board, and whether it is a key: in a set
    played alone, or in the boards file; if only that is shipped, at the types of a set."""
    boards, *files = definition.files
    if len(files) == 1 and files[0].content.alone is not None:
        return files[0].source, ("alone", "types"), False
    own = [file for file in files if not file.path.is_relative_to(sets_dir())]
    if own and boards.path.is_relative_to(sets_dir()):
        return own[-1].source, ("types",), True
    return boards.source, ("types",), False


def _too_few_types(files: Sequence[File], known: int, most: int) -> Diagnostic:
    first = files[0]
    if len(files) > 1:
        names = " and ".join(file.content.key for file in files)
        message = f"a board has up to {most} types, {names} have only {known}; add types"
        return files[-1].source.problem(("types",), message, key=True)
    if first.content.alone:
        message = f"expected at most {known}, all types of this set, found {most}; add types"
        return first.source.problem(("alone", "types", 1), message)
    message = f"a board has up to {most} types, this set only {known}; add types, choose another "
    message += f"set with it, or say how many with 'alone: {{types: [1, {known}]}}'"
    return first.source.problem(("types",), message, key=True)


def no_board(definition: MagnetmenDefinition, size: str = "") -> Diagnostic | None:
    """Why no choice of types fills a board of a size ("": any board), if none does."""
    sizes = definition.boards.sizes
    if any(fillable(definition, sizes[each].squares) for each in ([size] if size else sizes)):
        return None
    fewest, most, always = definition.types_on_board()
    least = sorted((piece.key not in always, piece.min or 1) for piece in definition.pieces)
    needed = sum(low for _, low in least[:fewest])
    squares_of = {each: sizes[each].squares for each in sizes}
    if not (named := size):
        which = max if needed > max(squares_of.values()) else min
        named = which(sizes, key=squares_of.__getitem__)
    squares = squares_of[named]
    rooms = [(piece.key not in always, -piece.room(squares)[1]) for piece in definition.pieces]
    filled = -sum(high for _, high in sorted(rooms)[:most])
    has = f"the {named} board has {squares}"
    why = f"no choice of {fewest} to {most} types fills {squares} squares within each min and max; "
    advice = "lower a min, or raise a max"
    if needed > squares:
        why = f"any {fewest} types need {needed} squares, {has}; "
        advice = "lower a min, or have fewer types on a board"
    elif filled < squares:
        why = f"any {most} types fill at most {filled} squares, {has}; "
        advice = "raise a max, or have more types on a board"
    source, loc, key = _numbers(definition)
    what = f"no {size} board" if size else "no board"
    return source.problem(loc, f"{what} can be printed: {why}{advice}", key, "no-roll")


def combinations(definition: MagnetmenDefinition) -> Iterator[tuple[str, int]]:
    return product(definition.boards.sizes, definition.boards.players)


def check(definition: MagnetmenDefinition, size: str) -> None:
    if diagnostic := no_board(definition, size):
        raise DefinitionError([diagnostic])
