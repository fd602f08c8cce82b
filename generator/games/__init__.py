"""The games. A new game is a folder beside this file, see base.py."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from generator.games.base import Game


@cache
def names() -> tuple[str, ...]:
    """The names of all games: those of the folders here."""
    return tuple(sorted(module.name for module in iter_modules(__path__) if module.ispkg))


@cache
def game(name: str) -> "Game":
    """A game by its name. Raises KeyError."""
    if name not in names():
        raise KeyError(name)
    return cast("Game", import_module(f"{__name__}.{name}").GAME)
