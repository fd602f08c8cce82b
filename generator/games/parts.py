"""The parts of a game that only some commands need, each imported from its folder on request.

A game has a module for each: `authoring` with SUPPORT, `file_kinds` with FILE_KINDS, and, if its
rolls are worth counting, `statistics` with STATISTICS.
"""

from importlib import import_module
from importlib.util import find_spec

from generator.analysis.results import Statistics
from generator.core.errors import OptionError
from generator.games.authoring_support import AnySupport
from generator.schema.file_kind import FileKind


def authoring_support(game: str) -> AnySupport:
    """What the commands for designers ask a game."""
    support: AnySupport = import_module(f"generator.games.{game}.authoring").SUPPORT
    return support


def file_kinds(game: str) -> tuple[FileKind, ...]:
    """The kinds of files that designers write for a game."""
    kinds: tuple[FileKind, ...] = import_module(f"generator.games.{game}.file_kinds").FILE_KINDS
    return kinds


def statistics(game: str) -> Statistics:
    """The statistics of a game. Raises OptionError for a game in which nothing is random."""
    name = f"generator.games.{game}.statistics"
    if find_spec(name) is None:
        raise OptionError(f"nothing is random in {game}, so there is nothing to count")
    result: Statistics = import_module(name).STATISTICS
    return result
