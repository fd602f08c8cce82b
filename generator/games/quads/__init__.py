"""Quads: reference cards, a reference page, the board and the pieces to cut out."""

from generator.games import CUTTING, TILING, Command

COMMANDS = (
    Command(
        "quads",
        "Print Quads: reference cards, board, pieces.",
        ("set", "seed", "count", "sheet", "paper", "ink", "language", *CUTTING, *TILING, "id"),
    ),
)
