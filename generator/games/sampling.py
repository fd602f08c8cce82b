"""The samples that statistics are made of: a game's definition, loaded to be rolled many times."""

from functools import partial

from generator import games
from generator.analysis.stats import Sampler, Statistics
from generator.core.errors import OptionError
from generator.core.request import Request


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
