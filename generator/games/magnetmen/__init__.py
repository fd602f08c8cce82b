"""Magnetmen: boards, inventories, legend tables, rules."""

from generator.games.base import TILING, Command, Game, Option, Sheet

_SETS = Option("set", "A set to use; repeat for more. [default: base]")
_SIZE = Option("size", "small, regular, big or huge.", "regular")
_PLAYERS = Option("players", "2, 3 or 4.", 4)
_ROLL = (_SETS, _SIZE, _PLAYERS, "seed", "count")
_SHEET = Option("sheet", "One sheet only. [default: all]", "")
_BOARDS = "Print Magnetmen boards: grid, inventories, rules, legend."
_INVENTORIES = "Print larger inventories, with a table for the scores."
_ALL = "Print all that a board needs, as one PDF: board, inventories, legend, rules."
_LEGENDS = "Print all Magnetmen types, for players and for designers."
_SHOWN_SETS = Option("set", "A set to show. [default: every shipped one]")

GAME = Game(
    name="magnetmen",
    default_sets=("base",),
    single_set=False,
    sheets=(
        Sheet("boards", "sheets.board_sheet:pages", options=("rules", *TILING)),
        Sheet("inventories", "sheets.inventories:pages"),
        Sheet("legends", "sheets.legend:pages", "sets"),
        Sheet("rules", "sheets.rules_sheet:pages", "sets"),
    ),
    commands=(
        Command("boards", _BOARDS, "boards", _ROLL),
        Command("inventories", _INVENTORIES, "inventories", _ROLL),
        Command("magnetmen", _ALL, first=(*_ROLL, _SHEET)),
        Command("legends", _LEGENDS, "legends", (_SHOWN_SETS,)),
    ),
    play_options=("playtest", "search"),
    combinations_at="definition:combinations",
    check_at="definition:check",
    warnings_at="roll:warnings",
    companions_at="sheets.rules_sheet:companions",
    proof_pages_at="sheets.board_sheet:proof_pages",
    programs_at="playtest:PROGRAMS",
    statistics_at="authoring:STATISTICS",
)
