"""The games. A new game is a folder beside this file, see base.py.

Its package holds COMMANDS, a tuple of Commands: `board-generator --help` imports nothing else.
"""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, NamedTuple, cast

if TYPE_CHECKING:
    from generator.games.base import AnyGame  # not at run time: it needs pydantic, help does not


CUTTING = ("backs", "flip", "marks", "gap", "cut", "thickness")
"""The options of a command that prints pieces to cut out."""

TILING = ("tile", "overlap", "scale")
"""The options of a command that prints a board or a map."""


class Option(NamedTuple):
    """An option of cli/game_commands.py by its name, where help or default are the game's own."""

    name: str
    help: str
    default: str | int | None = None


class FormFlag(NamedTuple):
    """A flag that chooses between two sizes, such as --factions/--no-factions."""

    name: str
    help: str
    off: str
    on: str


class Command(NamedTuple):
    """A command that prints a sheet of a game, or all of them (sheet ""). `options` are those that
    it has beside --printer, --output and --sets-dir, in the order of its help."""

    name: str
    help: str
    options: tuple[str | Option, ...]
    sheet: str = ""
    form: FormFlag | None = None


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
