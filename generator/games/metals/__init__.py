"""Metals: collectible figurines fight for the spaces of a map. One set is one map."""

from generator.games import CUTTING, TILING, Command, FormFlag

COMMANDS = (
    Command(
        "metals",
        "Print Metals: map, tokens, cards, rules.",
        (
            "set",
            "seed",
            "count",
            "sheet",
            "paper",
            "ink",
            "language",
            *CUTTING,
            *TILING,
            "playtest",
            "id",
        ),
        form=FormFlag("factions", "Play with factions, to 20 points.", "basic", "factions"),
    ),
)
