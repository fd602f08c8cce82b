"""Metals: collectible figurines fight for the spaces of a map. One set is one map."""

from generator.games.base import BOX, CUTTING, TILING, Command, Game, Option, Sheet

GAME = Game(
    name="metals",
    default_sets=("classic",),
    sizes=("basic", "factions"),
    players=(2,),
    sheets=(
        Sheet("map", "sheets.map_sheet:page", options=TILING),
        Sheet("tokens", "sheets.tokens:pages", "run", CUTTING),
        Sheet("cards", "sheets.cards:pages", "run", CUTTING),
        Sheet("rules", "sheets.rules_sheet:pages", "run", ("backs",)),  # they tell of backs
        Sheet("box", "sheets.rules_sheet:box_design", options=BOX, is_alone=True),
    ),
    commands=(
        Command(
            "metals",
            "Print Metals: map, tokens, cards, rules.",
            form=Option("factions", "Play with factions, to 20 points."),
        ),
    ),
    play_options=("playtest",),
    programs_at="playtest:PROGRAMS",
)
