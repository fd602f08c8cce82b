"""Quads behind play/: what programs are told of the game."""

from generator.games.quads.definition import CATALOGUE
from generator.games.quads.engine import ENGINE, game_start, game_tables
from generator.games.quads.pieces import Setup
from generator.games.quads.roll import roll
from generator.play.search import Programs
from generator.play.series import PLAYERS, Match


def match_of(setup: Setup) -> Match:
    """The Match of a setup, for series of games between programs."""
    tables = game_tables(setup)
    return Match(ENGINE, tables, game_start(setup, tables))


PROGRAMS = Programs(
    catalogue=CATALOGUE,
    engine=lambda: ENGINE,
    match=lambda quads: match_of(quads.setup),
    players=PLAYERS,
    roll=roll,
    has_points=False,
)
