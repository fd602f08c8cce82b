"""Metals behind the contract of games/base.py. A new sheet is a file in sheets/ and a line here."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, ClassVar

from generator.core.errors import OptionError
from generator.games.base import Game
from generator.games.metals.definition import CATALOGUE, FORMS, MetalsDefinition, load_definition
from generator.games.metals.map import drawing
from generator.games.metals.roll import MetalsGame, roll


class Metals(Game[MetalsDefinition, MetalsGame]):
    """The game and its sheets."""

    name = "metals"
    catalogue = CATALOGUE
    default_sets = ("classic",)
    single_set = True
    default_size = "basic"
    default_players = 2
    is_bundle = True
    sheets: ClassVar = {
        "map": "sheets.map_sheet:page",
        "tokens": "sheets.tokens:pages",
        "cards": "sheets.cards:pages",
        "rules": "sheets.rules_sheet:pages",
    }
    box = "sheets.rules_sheet:box_design"
    chapter = "sheets.rules_sheet:chapter"
    shared_sheets = frozenset({"tokens", "cards", "rules"})
    board_sheet = "map"
    piece_sheets = ("tokens", "cards")
    rules_tell_of_backs = True
    has_programs = True

    def load(self, sets: Sequence[str], sets_dirs: Sequence[Path] = ()) -> MetalsDefinition:
        return load_definition(sets, sets_dirs)

    def check_options(self, definition: MetalsDefinition, size: str, players: int) -> None:
        if size not in FORMS:
            raise OptionError(f"form {size!r}: expected {' or '.join(FORMS)}")
        if players != 2:
            raise OptionError(f"{players} players: expected 2")

    def roll(self, definition: MetalsDefinition, size: str, players: int, seed: str) -> MetalsGame:
        return roll(definition, size, players, seed)

    def record(self, rolled: MetalsGame, language_code: str) -> dict[str, Any]:
        return {"id": str(rolled.game_id), "told": drawing(rolled.map)}

    def size_words(self, size: str, players: int) -> list[str]:
        return ["--factions"] if size == "factions" else []

    def combinations(self, definition: MetalsDefinition) -> Iterable[tuple[str, int]]:
        return [(form, 2) for form in FORMS]


GAME = Metals()
