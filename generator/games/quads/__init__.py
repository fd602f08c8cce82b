"""Quads: reference cards, a reference page, the board and the pieces to cut out."""

from generator.games.base import BOX, CUTTING, TILING, Command, Game, Sheet

GAME = Game(
    name="quads",
    default_sets=("classic",),
    players=(2,),
    sheets=(
        Sheet("cards", "sheets.rules_sheet:card_pages", options=CUTTING),
        Sheet("reference", "sheets.rules_sheet:page"),
        Sheet("board", "sheets.board_sheet:page", options=TILING),
        Sheet("pieces", "sheets.pieces_sheet:pages", options=CUTTING),
        Sheet("box", "sheets.rules_sheet:box_design", options=BOX, is_alone=True),
    ),
    commands=(Command("quads", "Print Quads: reference cards, board, pieces."),),
    rules_sheet="reference",
    programs_at="playtest:PROGRAMS",
)
