"""The samples that statistics are made of: a game's definition, loaded to be rolled many times."""

from functools import partial

from generator import games
from generator.analysis.sampling import Sampler, SampleRequest
from generator.games.parts import statistics


def open_sampler(request: SampleRequest) -> Sampler:
    """Load the sets of a request. Raises DefinitionError, OptionError."""
    statistics_of_game = statistics(request.game)
    game = games.game(request.game)
    definition = game.load(request.sets, request.sets_dirs)
    game.check_options(definition, request.size, request.players)
    roll = partial(game.roll, definition, request.size, request.players)
    return Sampler(definition, roll, statistics_of_game)
