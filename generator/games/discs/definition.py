"""The models of a set of the disc race, and its file, checked against the art and the fonts."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, Field, ValidationError, model_validator
from pydantic_core import InitErrorDetails, PydanticCustomError

from generator.core.diagnostics import Diagnostic
from generator.core.errors import DefinitionError
from generator.core.game_id import digest
from generator.games.discs.arrangement import MIN_MARK_MM, smallest_diameter
from generator.games.discs.balance import different_discs
from generator.languages import localized
from generator.schema import set_checks
from generator.schema.fields import Definition, Key, LocalizedMarkup, PaletteColour
from generator.schema.set_checks import SetText, Translations
from generator.schema.set_files import Catalogue, SetDefinition, SetFile, art_dirs

CATALOGUE = Catalogue("discs", ("classic", "pocket"))

FACES = 6  # of a die
MAX_KINDS = FACES - 1  # of shapes or colours, as at least one face is white
_KIND_COUNT = Field(min_length=2, json_schema_extra={"maxProperties": MAX_KINDS})


_Kinds = TypeVar("_Kinds", bound=dict[str, Any])  # Any: shapes or colours


def _fit_a_die(kinds: _Kinds) -> _Kinds:
    if len(kinds) > MAX_KINDS:
        raise ValueError(
            f"expected at most {MAX_KINDS}, found {len(kinds)}: a die has {FACES} faces, "
            "one of them white"
        )
    return kinds


class Shape(Definition):
    """A shape on the discs and on the shape die. Its key is the name of its art."""

    name: LocalizedMarkup
    """What it is called, as printed."""

    def printed_name(self, code: str) -> str:
        return localized(self.name, code)


class Colour(Shape):
    """A colour. Its key is the name of the art of its mark."""

    colour: PaletteColour
    """The colour it is printed in."""


class Card(Definition):
    """The size of a reference card in mm: a poker card."""

    width: Annotated[float, Field(ge=57, le=90)] = 63
    """In mm."""

    height: Annotated[float, Field(ge=80, le=130)] = 88
    """In mm."""


class DiscSet(SetDefinition):
    """A set: shapes, colours, how many discs, how large."""

    game: Literal["discs"]

    discs: Annotated[int, Field(ge=2)]
    """How many different discs; the shapes, colours and symbols say how many there can be."""

    symbols: Annotated[int, Field(ge=1)]
    """How many there are on each disc, each of another shape and another colour."""

    shapes: Annotated[dict[Key, Shape], _KIND_COUNT, AfterValidator(_fit_a_die)]
    """The shapes, each below the name of its drawing; the shape die has a face for each."""

    colours: Annotated[dict[Key, Colour], _KIND_COUNT, AfterValidator(_fit_a_die)]
    """The colours, each below the name of its mark; the colour die has a face for each."""

    diameter: Annotated[float, Field(ge=15, le=100)] = 40
    """Of a disc, in mm; common magnets and punches have 25 or 40."""

    die: Annotated[float, Field(ge=18, le=40)] = 25
    """The edge of a die to fold, in mm."""

    card: Card = Card()
    """The size of a reference card."""

    @model_validator(mode="after")
    def _is_possible(self) -> "DiscSet":
        mistakes = [
            InitErrorDetails(
                type=PydanticCustomError("impossible", words), loc=(key,), input=getattr(self, key)
            )
            for key, words in (*self._too_many(), *self._too_small())
        ]
        if mistakes:
            raise ValidationError.from_exception_data("DiscSet", mistakes)
        return self

    def _too_many(self) -> Iterator[tuple[str, str]]:
        """The key and the message if there are too few different discs. balance.py can balance any
        number up to that."""
        shapes, colours = len(self.shapes), len(self.colours)
        available = different_discs(shapes, colours, self.symbols)
        if not available:
            yield (
                "symbols",
                f"expected at most {min(shapes, colours)}, found {self.symbols}: each symbol of a "
                f"disc has its own shape and colour, with {shapes} shapes and {colours} colours",
            )
        elif self.discs > available:
            yield (
                "discs",
                f"expected at most {available}, found {self.discs}: with {self.symbols} of "
                f"{shapes} shapes and of {colours} colours there are no more different discs",
            )

    def _too_small(self) -> Iterator[tuple[str, str]]:
        """The key and the message if the marks of the colours would be too small to recognize."""
        smallest = smallest_diameter(min(self.symbols, MAX_KINDS))
        if self.diameter < smallest:
            yield (
                "diameter",
                f"expected at least {smallest}, found {self.diameter:g}: with so many symbols the "
                f"marks of the colours would be under {MIN_MARK_MM:g} mm",
            )


@dataclass(frozen=True)
class DiscsDefinition:
    """One set. `art_dirs` are the folders with its own art, searched before the shipped art;
    `files` holds the file it was read from."""

    disc_set: DiscSet
    art_dirs: tuple[Path, ...] = ()
    files: tuple[SetFile[DiscSet], ...] = field(default=(), compare=False, repr=False)

    @property
    def sets(self) -> tuple[DiscSet]:
        """The only set, for code that goes through the sets of any game."""
        return (self.disc_set,)

    @cached_property
    def digests(self) -> tuple[str, ...]:
        return (digest(self.disc_set),)


_ART_FOLDERS = {"shapes": "discs", "colours": "discs/marks"}
"""The folder of the pictures, below assets/, for each section of a set."""

_WHITE_FACES = {"wild", "wild_shapes"}
"""Art of the dice's white faces. It lies in the folder of the shapes."""

_FONTS = ("text", "bold")


def art_name(section: str, key: str) -> str:
    """The name of the art of a shape, or of a colour's mark."""
    return f"{_ART_FOLDERS[section]}/{key}"


def problems(file: SetFile[DiscSet], art_folders: Sequence[Path]) -> list[Diagnostic]:
    """Every problem of a set whose values are valid. `art_folders` hold the set's own art."""
    result = [
        *_colours_used_twice(file),
        *set_checks.missing_glyphs(file, printed_texts(file.content)),
    ]
    for section in _ART_FOLDERS:
        names = _names(file.content, section)
        result += set_checks.duplicate_names(file, section, names)
        result += _missing_art(file, section, art_folders)
        own_art = (art_name(section, key) for key in names if key not in _WHITE_FACES)
        result += set_checks.art_problems(own_art, art_folders, bitmaps=False)
    return result


def _names(disc_set: DiscSet, section: str) -> Mapping[str, Translations]:
    return {key: kind.name for key, kind in getattr(disc_set, section).items()}


def _colours_used_twice(file: SetFile[DiscSet]) -> Iterator[Diagnostic]:
    first_keys: dict[str, str] = {}
    for key, kind in file.content.colours.items():
        first_key = first_keys.setdefault(kind.colour, key)
        if kind.colour == "white":
            message = "this is the colour of the dice's white faces, choose another"
            yield file.source.problem(("colours", key, "colour"), message)
        if first_key != key:
            message = f"{first_key} has this colour too, give one of them another"
            yield file.source.problem(("colours", key, "colour"), message)


def printed_texts(disc_set: DiscSet) -> Iterator[SetText]:
    """Every printed text of a set, as the file has it."""
    yield SetText(("title",), disc_set.title, _FONTS)
    for section in _ART_FOLDERS:
        for key, name in _names(disc_set, section).items():
            yield SetText((section, key, "name"), name, _FONTS)


def _missing_art(
    file: SetFile[DiscSet], section: str, art_folders: Sequence[Path]
) -> Iterator[Diagnostic]:
    for key in getattr(file.content, section):
        loc, name = (section, key), art_name(section, key)
        if key in _WHITE_FACES:
            message = "this is the white face of the dice, choose another name"
            yield file.source.problem(loc, message, key=True)
        elif not set_checks.find_art_file(name, art_folders):
            drawings = set_checks.drawing_names(_ART_FOLDERS[section], art_folders, (".svg",))
            choices = drawings - _WHITE_FACES
            yield set_checks.missing_art(
                file, loc, [name], choices, "; add it beside the set", folders=art_folders
            )


def load_definition(set_names: Sequence[str], folders: Sequence[Path] = ()) -> DiscsDefinition:
    """Return the set of this name. Raises DefinitionError, also for several names."""
    file = CATALOGUE.read_set(DiscSet, CATALOGUE.only(set_names), folders)
    definition = DiscsDefinition(file.content, art_dirs([file]), (file,))
    if found := problems(file, definition.art_dirs):
        raise DefinitionError(found)
    return definition
