"""Dice: a few throws on a sheet, for who has no dice. The smallest game there can be."""

from generator.games.command import Command

COMMANDS = (
    Command(
        "dice",
        "Print throws of dice.",
        ("set", "seed", "count", "sheet", "paper", "ink", "language", "id"),
    ),
)
