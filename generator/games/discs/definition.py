"""The models of a set of the disc race: shapes, colours, the number and the size of the discs.

Input: YAML data. Output: frozen models; a DiscsDefinition holds one set. load.py reads the files.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, Field, ValidationError, model_validator
from pydantic_core import InitErrorDetails, PydanticCustomError

from generator.core.game_id import digest
from generator.games.discs.arrangement import MIN_MARK_MM, smallest_diameter
from generator.games.discs.balance import different_discs
from generator.languages import localized
from generator.schema.fields import Definition, Key, PaletteColour
from generator.schema.markup import LocalizedMarkup
from generator.schema.set_files import Catalogue, SetDefinition, SetFile

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
        """Its name in a language."""
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
        """The digests that the game ID contains."""
        return (digest(self.disc_set),)
