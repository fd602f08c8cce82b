"""Dice: a few throws on a sheet, for players without dice. The smallest complete game."""

from generator.games import Command

COMMANDS = (
    Command(
        "dice",
        "Print throws of dice.",
        ("set", "seed", "count", "sheet", "paper", "ink", "language", "id"),
    ),
)
