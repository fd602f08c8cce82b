"""The models of a set of the disc race, and its file, checked against the art and the fonts."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from generator.core.diagnostics import Diagnostic
from generator.games.discs.arrangement import MIN_MARK_MM, smallest_diameter
from generator.games.discs.balance import different_discs
from generator.schema import set_checks
from generator.schema.fields import Card, Definition, Key, LocalizedMarkup, PaletteColour
from generator.schema.set_checks import SetText
from generator.schema.set_files import Catalogue, SetDefinition, SetFile, SingleSet

CATALOGUE = Catalogue("discs", ("classic", "pocket"))

FACES = 6  # of a die
MAX_KINDS = FACES - 1  # of shapes or colours, as at least one face is white


class Shape(Definition):
    """A shape on the discs and on the shape die. Its key is the name of its art."""

    name: LocalizedMarkup
    """What it is called, as printed."""


class Colour(Shape):
    """A colour. Its key is the name of the art of its mark."""

    colour: PaletteColour
    """The colour it is printed in."""


class DiscSet(SetDefinition):
    """A set: shapes, colours, how many discs, how large."""

    game: Literal["discs"]

    discs: Annotated[int, Field(ge=2)]
    """How many different discs; the shapes, colours and symbols say how many there can be."""

    symbols: Annotated[int, Field(ge=1)]
    """How many there are on each disc, each of another shape and another colour."""

    shapes: Annotated[dict[Key, Shape], Field(min_length=2, max_length=MAX_KINDS)]
    """The shapes, each below the name of its drawing; the shape die has a face for each, and one or
    more white ones."""

    colours: Annotated[dict[Key, Colour], Field(min_length=2, max_length=MAX_KINDS)]
    """The colours, each below the name of its mark; the colour die has faces likewise."""

    diameter: Annotated[float, Field(ge=15, le=100)] = 40
    """Of a disc, in mm; common magnets and punches have 25 or 40."""

    die: Annotated[float, Field(ge=18, le=40)] = 25
    """The edge of a die to fold, in mm."""

    card: Card = Card(width=63, height=88)
    """The size of a reference card."""

    @model_validator(mode="after")
    def _is_possible(self) -> "DiscSet":
        """There must be enough different discs, of which balance.py can balance any number, and
        marks of the colours that are large enough to recognize."""
        shapes, colours = len(self.shapes), len(self.colours)
        available = different_discs(shapes, colours, self.symbols)
        smallest = smallest_diameter(min(self.symbols, MAX_KINDS))
        if not available:
            key = "symbols"
            words = f"expected at most {min(shapes, colours)}, found {self.symbols}: each symbol of"
            words += f" a disc has its own shape and colour, with {shapes} shapes and {colours}"
            words += " colours"
        elif self.discs > available:
            key = "discs"
            words = f"expected at most {available}, found {self.discs}: with {self.symbols} of "
            words += f"{shapes} shapes and of {colours} colours there are no more different discs"
        elif self.diameter < smallest:
            key = "diameter"
            words = f"expected at least {smallest}, found {self.diameter:g}: with so many symbols "
            words += f"the marks of the colours would be under {MIN_MARK_MM:g} mm"
        else:
            return self
        raise PydanticCustomError("impossible", words, {"loc": (key,)})


DiscsDefinition = SingleSet[DiscSet]

_ART_FOLDERS = {"shapes": "discs", "colours": "discs/marks"}  # by section of a set
_WHITE_FACES = {"wild", "wild_shapes"}  # art of the dice, in the folder of the shapes
_FONTS = ("text", "bold")


def art_name(section: str, key: str) -> str:
    """The name of the art of a shape, or of a colour's mark."""
    return f"{_ART_FOLDERS[section]}/{key}"


def printed_texts(disc_set: DiscSet) -> Iterator[SetText]:
    """Every printed text of a set, as the file has it."""
    yield SetText(("title",), disc_set.title, _FONTS)
    for section in _ART_FOLDERS:
        for key, kind in getattr(disc_set, section).items():
            yield SetText((section, key, "name"), kind.name, _FONTS)


def _problems(file: SetFile[DiscSet], art_folders: Sequence[Path]) -> Iterator[Diagnostic]:
    """Every problem of a set whose values are valid. `art_folders` hold the set's own art."""
    yield from set_checks.unprintable(file, printed_texts(file.content))
    for section, art_folder in _ART_FOLDERS.items():
        kinds = getattr(file.content, section)
        yield from set_checks.alike(file, section, kinds)
        drawings = set_checks.drawing_names(art_folder, art_folders, (".svg",)) - _WHITE_FACES
        for key in kinds:
            place, name = (section, key), art_name(section, key)
            if key in _WHITE_FACES:
                message = "this is the white face of the dice, choose another name"
                yield file.source.problem(place, message, key=True)
            elif not set_checks.find_art_file(name, art_folders):
                yield set_checks.missing_art(
                    file, place, [name], drawings, "; add it beside the set", folders=art_folders
                )
        own_art = (art_name(section, key) for key in kinds if key not in _WHITE_FACES)
        yield from set_checks.art_problems(own_art, art_folders, bitmaps=False)


def load_definition(set_names: Sequence[str], folders: Sequence[Path] = ()) -> DiscsDefinition:
    """The set of this name. Raises DefinitionError, also for several names."""
    return CATALOGUE.load_single(DiscSet, set_names, folders, _problems)
