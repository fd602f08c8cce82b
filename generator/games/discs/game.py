"""The disc race behind the contract of games/base.py. A new sheet is a file in sheets/ and a line
here."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from generator.core.errors import OptionError
from generator.games.base import Game
from generator.games.discs.definition import CATALOGUE, DiscsDefinition, load_definition
from generator.games.discs.roll import PLAYERS, SIZE, DiscGame, Symbol, roll


class Discs(Game[DiscsDefinition, DiscGame]):
    """The game and its sheets."""

    name = "discs"
    catalogue = CATALOGUE
    default_sets = ("classic",)
    single_set = True
    default_size = SIZE
    default_players = PLAYERS
    is_bundle = True
    sheets: ClassVar = {
        "cards": "sheets.rules_sheet:card_pages",
        "reference": "sheets.rules_sheet:page",
        "discs": "sheets.discs_sheet:pages",
        "dice": "sheets.dice_sheet:pages",
    }
    box = "sheets.rules_sheet:box_design"
    chapter = "sheets.rules_sheet:chapter"
    shared_sheets = frozenset({"dice"})
    piece_sheets = ("discs", "dice", "cards")
    rules_sheet = "reference"

    def load(self, sets: Sequence[str], sets_dirs: Sequence[Path] = ()) -> DiscsDefinition:
        return load_definition(sets, sets_dirs)

    def check_options(self, definition: DiscsDefinition, size: str, players: int) -> None:
        if size != SIZE:
            raise OptionError(f"--size {size!r}: expected {SIZE}, the disc race has no other")
        if players != PLAYERS:
            raise OptionError(f"--players {players}: expected {PLAYERS}, fewer need no other discs")

    def roll(self, definition: DiscsDefinition, size: str, players: int, seed: str) -> DiscGame:
        return roll(definition, size, players, seed)

    def record(self, rolled: DiscGame, language_code: str) -> dict[str, Any]:
        lines = [
            ", ".join(_symbol_name(symbol, rolled, language_code) for symbol in disc.symbols)
            for disc in rolled.discs
        ]
        return {"id": str(rolled.game_id), "told": lines}


def _symbol_name(symbol: Symbol, game: DiscGame, code: str) -> str:
    shape, colour = game.disc_set.shapes[symbol.shape], game.disc_set.colours[symbol.colour]
    return f"{shape.printed_name(code)} ({colour.printed_name(code)})"


GAME = Discs()
