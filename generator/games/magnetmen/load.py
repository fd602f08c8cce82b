"""Load Magnetmen sets: read their files and the boards, and check them against each other.

Input: names of sets, folders to look in. Output: a frozen MagnetmenDefinition, or DefinitionError
with every mistake at its place in the files.
"""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from generator.core.errors import DefinitionError
from generator.games.magnetmen import crosschecks
from generator.games.magnetmen.definition import (
    CATALOGUE,
    Boards,
    MagnetmenDefinition,
    MagnetmenSet,
)
from generator.schema.load import load_all
from generator.schema.set_files import SetFile, art_dirs


def load_definition(set_names: Sequence[str], folders: Sequence[Path] = ()) -> MagnetmenDefinition:
    """Return the sets of these names and the boards. Raises DefinitionError with all mistakes."""
    names = CATALOGUE.canonical(set_names)
    # Any: the files have different models, which load_all does not tell apart
    jobs: list[Callable[[], SetFile[Any]]] = [partial(CATALOGUE.read_common, Boards, folders)]
    jobs += [partial(CATALOGUE.read_set, MagnetmenSet, name, folders) for name in names]
    boards, *files = load_all(jobs)
    sets = tuple(file.content for file in files)
    definition = MagnetmenDefinition(sets, boards.content, art_dirs(files), (boards, *files))
    if problems := crosschecks.problems(definition, files):
        raise DefinitionError(problems)
    return definition
