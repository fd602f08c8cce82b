"""The magnetic disc race: discs with symbols, two dice, and who is the quickest."""

from generator.games.base import BOX, CUTTING, Command, Game, Sheet

GAME = Game(
    name="discs",
    default_sets=("classic",),
    players=(6,),  # fewer use the same discs
    sheets=(
        Sheet("cards", "sheets.rules_sheet:card_pages", options=CUTTING),
        Sheet("reference", "sheets.rules_sheet:page"),
        Sheet("discs", "sheets.discs_sheet:pages", options=CUTTING),
        Sheet("dice", "sheets.dice_sheet:pages", "run", ("marks", "gap", "cut")),
        Sheet("box", "sheets.rules_sheet:box_design", options=BOX, is_alone=True),
    ),
    commands=(Command("discs", "Print the disc race: reference cards, discs, dice."),),
    rules_sheet="reference",
)
