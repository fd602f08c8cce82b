"""The magnetic disc race: discs with symbols, two dice, and who is the quickest."""

from generator.games import CUTTING, Command

COMMANDS = (
    Command(
        "discs",
        "Print the disc race: reference cards, discs, dice.",
        ("set", "seed", "count", "sheet", "paper", "ink", "language", *CUTTING, "id"),
    ),
)
