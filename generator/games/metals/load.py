"""Load a Metals set: read its file and the figures, and check them against the art and the fonts.

Input: the name of a set, folders to look in. Output: a frozen MetalsDefinition, or DefinitionError
with every mistake at its place in the files.
"""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from generator.core.errors import DefinitionError
from generator.games.metals import crosschecks
from generator.games.metals.definition import CATALOGUE, Figures, MetalsDefinition, MetalsSet
from generator.schema.load import load_all
from generator.schema.set_files import SetFile, art_dirs


def load_definition(set_names: Sequence[str], folders: Sequence[Path] = ()) -> MetalsDefinition:
    """Return the set of this name and the figures. Raises DefinitionError with the mistakes of
    both files, also for several names."""
    jobs: list[Callable[[], SetFile[Any]]] = [  # Any: the files have different models
        partial(CATALOGUE.read_common, Figures, folders),
        partial(CATALOGUE.read_set, MetalsSet, CATALOGUE.only(set_names), folders),
    ]
    figures, metals_set = load_all(jobs)
    files = (figures, metals_set)
    definition = MetalsDefinition((metals_set.content,), figures.content, art_dirs(files), files)
    if problems := crosschecks.problems(figures, metals_set, definition.art_dirs):
        raise DefinitionError(problems)
    return definition
