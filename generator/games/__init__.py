"""The games. A new game is a folder beside this file, see base.py."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, cast

from generator.games.command import Command

if TYPE_CHECKING:
    from generator.games.base import AnyGame  # not at run time: it needs pydantic, help does not


@cache
def names() -> tuple[str, ...]:
    """The names of all games: those of the folders here."""
    return tuple(sorted(module.name for module in iter_modules(__path__) if module.ispkg))


@cache
def game(name: str) -> "AnyGame":
    """A game by its name, imported when it is first asked for. Raises KeyError."""
    if name not in names():
        raise KeyError(name)
    return cast("AnyGame", import_module(f"{__name__}.{name}.game").GAME)


def commands(name: str) -> tuple[Command, ...]:
    """The commands of a game; the game itself is not imported."""
    return cast(tuple[Command, ...], import_module(f"{__name__}.{name}").COMMANDS)
