"""The parts of a game that only the commands for designers need, each imported on request.

A game's folder has a module for each: `authoring` with SUPPORT, `file_kinds` with FILE_KINDS, and
`playtest.command` with STUDY where programs can play the game.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import Any, cast

from generator.core.errors import OptionError
from generator.games.authoring_support import AnySupport
from generator.games.playtest_study import PlaytestStudy
from generator.schema.file_kind import FileKind


def authoring_support(game: str) -> AnySupport:
    """What the commands for designers ask a game."""
    return cast(AnySupport, import_module(f"generator.games.{game}.authoring").SUPPORT)


def file_kinds(game: str) -> tuple[FileKind, ...]:
    """The kinds of files that designers write for a game."""
    module = import_module(f"generator.games.{game}.file_kinds")
    return cast(tuple[FileKind, ...], module.FILE_KINDS)


def playtest_study(game: str) -> PlaytestStudy[Any, Any]:
    """What `playtest` asks a game. Any: studies and findings are the game's own.

    Raises OptionError where no program can play the game.
    """
    if find_spec(f"generator.games.{game}.playtest") is None:
        raise OptionError(f"--game: no program can play {game}")
    module = import_module(f"generator.games.{game}.playtest.command")
    return cast("PlaytestStudy[Any, Any]", module.STUDY)
