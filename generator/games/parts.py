"""The parts of a game that only the commands for designers need, each imported on request.

A game's folder has a module `authoring` with SUPPORT and FILE_KINDS.
"""

from functools import partial
from importlib import import_module
from typing import cast

from generator import games
from generator.analysis.stats import Sampler, Statistics
from generator.core.errors import OptionError
from generator.core.request import Request
from generator.games.authoring_support import AnySupport
from generator.play import kernel
from generator.schema.reference import FileKind


def authoring_support(game: str) -> AnySupport:
    return cast(AnySupport, import_module(f"generator.games.{game}.authoring").SUPPORT)


def file_kinds(game: str) -> tuple[FileKind, ...]:
    """The kinds of files that designers write for a game."""
    module = import_module(f"generator.games.{game}.authoring")
    return cast(tuple[FileKind, ...], module.FILE_KINDS)


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
        if programs := games.game(name).programs:
            if message := kernel.notice(programs.kernel):
                print(message, flush=True)
            kernel.prepare(programs.kernel)
