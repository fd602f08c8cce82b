"""What a game tells the command line before it is imported: its commands, their help and options.

A game's package holds COMMANDS, a tuple of Commands. `board-generator --help` imports nothing else.
"""

from typing import NamedTuple

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
