"""The parts of a game that only the commands for designers need, each imported on request.

A game's folder has a module `authoring` with SUPPORT and FILE_KINDS.
"""

from functools import partial
from importlib import import_module
from typing import Any, cast

from generator import games
from generator.analysis.stats import Sampler, Statistics
from generator.core.errors import OptionError
from generator.core.request import Request
from generator.games.authoring_support import AnySupport
from generator.games.study import PlaytestStudy
from generator.schema.reference import FileKind


def authoring_support(game: str) -> AnySupport:
    return cast(AnySupport, import_module(f"generator.games.{game}.authoring").SUPPORT)


def file_kinds(game: str) -> tuple[FileKind, ...]:
    """The kinds of files that designers write for a game."""
    module = import_module(f"generator.games.{game}.authoring")
    return cast(tuple[FileKind, ...], module.FILE_KINDS)


def playtest_study(game: str) -> PlaytestStudy[Any, Any]:
    """What `playtest` asks a game. Any: studies and findings are the game's own.

    Raises OptionError where no program can play the game.
    """
    if not (module := games.game(game).study_module):
        raise OptionError(f"--game: no program can play {game}")
    return cast("PlaytestStudy[Any, Any]", import_module(module).STUDY)


def statistics_of(game: str) -> Statistics:
    """The statistics of a game. Raises OptionError for a game that has none."""
    statistics = games.game(game).statistics()
    if statistics is None:
        others = ", ".join(name for name in games.names() if games.game(name).statistics())
        raise OptionError(f"there are no statistics of {game}, only of {others}")
    return statistics


def open_sampler(request: Request) -> Sampler:
    """Load the sets of a request. Raises DefinitionError, OptionError."""
    statistics = statistics_of(request.game)
    game = games.game(request.game)
    definition = game.load(request.sets, request.sets_dirs)
    game.check_options(definition, request.size, request.players)
    roll = partial(game.roll, definition, request.size, request.players)
    return Sampler(definition, roll, statistics)


def prepare_programs() -> None:
    """Compile the rules engines of all games, as `make test` does first."""
    for name in games.names():
        if playtest := games.game(name).playtest:
            if message := playtest.notice():
                print(message, flush=True)
            playtest.prepare()
        elif games.game(name).study_module:
            playtest_study(name).prepare()
