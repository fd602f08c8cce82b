"""Quads behind play/: what programs are told of the game."""

from generator.games.quads.definition import CATALOGUE
from generator.games.quads.engine import KERNEL, match_of
from generator.games.quads.roll import roll
from generator.play.search import Programs
from generator.play.series import PLAYERS

PROGRAMS = Programs(
    game="quads",
    catalogue=CATALOGUE,
    kernel=lambda: KERNEL,
    match=lambda quads: match_of(quads.setup),
    players=PLAYERS,
    roll=roll,
    has_points=False,
)
