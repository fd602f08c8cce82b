"""Magnetmen: boards, inventories, legend tables, rules."""

from generator.games import TILING, Command, Option

_ROLL = (
    Option("set", "A set to use; repeat for more. [default: base]"),
    Option("size", "small, regular, big or huge.", "regular"),
    Option("players", "2, 3 or 4.", 4),
    "seed", "count", "paper", "ink", "language",
)  # fmt: skip

COMMANDS = (
    Command(
        "boards",
        "Print Magnetmen boards: grid, inventories, rules, legend.",
        (*_ROLL, "rules", *TILING, "playtest", "search", "id"),
        "boards",
    ),
    Command(
        "inventories",
        "Print larger inventories, with a table for the scores.",
        (*_ROLL, "playtest", "search", "id"),
        "inventories",
    ),
    Command(
        "magnetmen",
        "Print all that a board needs, as one PDF: board, inventories, legend, rules.",
        (
            *_ROLL,
            Option("sheet", "One sheet only. [default: all]", ""),
            "rules",
            *TILING,
            "playtest",
            "search",
            "id",
        ),
    ),
    Command(
        "legends",
        "Print all Magnetmen types, for players and for designers.",
        (Option("set", "A set to show. [default: every shipped one]"), "paper", "ink", "language"),
        "legends",
    ),
)
