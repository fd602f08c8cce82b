"""A set of dice: the number of faces of a die, and the number of throws."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from generator.schema.set_files import Catalogue, SetDefinition, SetFile, art_dirs

CATALOGUE = Catalogue("dice", ("classic",))


class DiceSet(SetDefinition):
    """A set: one kind of die."""

    game: Literal["dice"]

    faces: Annotated[int, Field(ge=4, le=20)]
    """How many faces a die has."""

    throws: Annotated[int, Field(ge=1, le=30)]
    """How often it is thrown."""


@dataclass(frozen=True)
class DiceDefinition:
    """The set, and the file that it was read from."""

    sets: tuple[DiceSet]
    art_dirs: tuple[Path, ...] = ()
    files: tuple[SetFile[Any], ...] = field(default=(), compare=False)


def load_definition(set_names: Sequence[str], sets_dirs: Sequence[Path]) -> DiceDefinition:
    """The set of this name. Raises DefinitionError."""
    file = CATALOGUE.read_set(DiceSet, CATALOGUE.only(set_names), sets_dirs)
    return DiceDefinition((file.content,), art_dirs([file]), (file,))
