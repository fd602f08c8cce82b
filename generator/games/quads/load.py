"""Load a Quads set: read its file and check it against the art and the fonts.

Input: the name of a set, folders to look in. Output: a frozen QuadsDefinition, or DefinitionError
with every mistake at its place in the file.
"""

from collections.abc import Sequence
from pathlib import Path

from generator.core.errors import DefinitionError
from generator.games.quads import crosschecks
from generator.games.quads.definition import CATALOGUE, QuadsDefinition, QuadsSet
from generator.schema.set_files import art_dirs


def load_definition(set_names: Sequence[str], folders: Sequence[Path] = ()) -> QuadsDefinition:
    """Return the set of this name. Raises DefinitionError, also for several names."""
    file = CATALOGUE.read_set(QuadsSet, CATALOGUE.only(set_names), folders)
    definition = QuadsDefinition((file.content,), art_dirs([file]), (file,))
    if problems := crosschecks.problems(file, definition.art_dirs):
        raise DefinitionError(problems)
    return definition
