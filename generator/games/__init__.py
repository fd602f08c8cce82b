"""The games there are. A new game is a folder beside this file and one line here."""

from functools import cache

from generator.games.base import Game

NAMES = ("magnetmen",)


@cache
def game(name: str) -> Game:
    """A game by its name; imported only when it is asked for. Raises KeyError."""
    if name == "magnetmen":
        from generator.games.magnetmen.game import GAME

        return GAME
    raise KeyError(name)
