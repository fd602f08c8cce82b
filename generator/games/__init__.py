"""The games there are. A new game is a folder beside this file and its name here."""

from functools import cache
from importlib import import_module

from generator.games.base import Game

NAMES = ("magnetmen", "metals", "quads", "discs")


@cache
def game(name: str) -> Game:
    """A game by its name; imported only when it is asked for. Raises KeyError."""
    if name not in NAMES:
        raise KeyError(name)
    return import_module(f"generator.games.{name}.game").GAME
