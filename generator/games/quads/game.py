"""Quads behind the contract of games/base.py. A new sheet is a file in sheets/ and a line here."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from generator.core.errors import OptionError
from generator.games.base import Game
from generator.games.quads.definition import CATALOGUE, QuadsDefinition, load_definition
from generator.games.quads.pieces import NEUTRALS, PLAYERS
from generator.games.quads.roll import SIZE, Quads, roll
from generator.games.quads.rules import square_name
from generator.languages import load_language, localized


class QuadsGame(Game[QuadsDefinition, Quads]):
    """The game and its sheets."""

    name = "quads"
    catalogue = CATALOGUE
    default_sets = ("classic",)
    single_set = True
    default_size = SIZE
    default_players = len(PLAYERS)
    is_bundle = True
    sheets: ClassVar = {
        "cards": "sheets.rules_sheet:card_pages",
        "reference": "sheets.rules_sheet:page",
        "board": "sheets.board_sheet:page",
        "pieces": "sheets.pieces_sheet:pages",
    }
    box = "sheets.rules_sheet:box_design"
    chapter = "sheets.rules_sheet:chapter"
    board_sheet = "board"
    piece_sheets = ("pieces", "cards")
    rules_sheet = "reference"
    study_module = "generator.games.quads.authoring"

    def load(self, sets: Sequence[str], sets_dirs: Sequence[Path] = ()) -> QuadsDefinition:
        return load_definition(sets, sets_dirs)

    def check_options(self, definition: QuadsDefinition, size: str, players: int) -> None:
        if size != SIZE:
            raise OptionError(f"--size {size!r}: expected {SIZE}, Quads has no other")
        if players != len(PLAYERS):
            raise OptionError(f"--players {players}: expected {len(PLAYERS)}")

    def roll(self, definition: QuadsDefinition, size: str, players: int, seed: str) -> Quads:
        return roll(definition, size, players, seed)

    def record(self, rolled: Quads, language_code: str) -> dict[str, Any]:
        language = load_language(language_code)
        lines = []
        for player in PLAYERS:
            pieces = ("".join(piece.sides) for piece in rolled.starting_pieces(player))
            name = localized(rolled.quads_set.owner(player).name, language_code)
            lines.append(f"{name}: {'  '.join(pieces)}")
        for square, piece in zip(rolled.setup.marked, NEUTRALS, strict=False):
            row, column = divmod(square, rolled.setup.side)
            words = {"signs": "".join(piece.sides), "row": row + 1, "column": column + 1}
            name = square_name(square, rolled.setup.side)
            lines.append(language.say("quads.marked", square=name, **words))
        return {"id": str(rolled.game_id), "told": lines}


GAME = QuadsGame()
