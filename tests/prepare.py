"""Compiles the rules engines of all games, before processes of tests wait for each other."""

from functools import partial

from generator import games
from generator.play import kernel

for name in games.names():
    if programs := games.game(name).programs:
        kernel.prepare(programs.engine(), partial(print, flush=True))
