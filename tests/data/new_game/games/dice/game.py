"""Dice behind the contract of games/base.py. A new sheet is a file in sheets/ and a line here."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from generator.core.errors import OptionError
from generator.core.settings import Settings
from generator.games.base import Game, RolledSheet
from generator.games.dice.definition import CATALOGUE, DiceDefinition, load_definition
from generator.games.dice.roll import SIZE, Throws, roll
from generator.layout.page import Page


class Dice(Game[DiceDefinition, Throws]):
    """The game and its sheet."""

    name = "dice"
    catalogue = CATALOGUE
    default_sets = ("classic",)
    single_set = True
    default_size = SIZE
    default_players = 2
    is_bundle = True
    rules_sheet = "throws"

    def load(self, sets: Sequence[str], sets_dirs: Sequence[Path] = ()) -> DiceDefinition:
        return load_definition(sets, sets_dirs)

    def check_options(self, definition: DiceDefinition, size: str, players: int) -> None:
        if size != SIZE:
            raise OptionError(f"--size {size!r}: expected {SIZE}")

    def roll(self, definition: DiceDefinition, size: str, players: int, seed: str) -> Throws:
        return roll(definition, size, players, seed)

    def record(self, rolled: Throws, language_code: str) -> dict[str, Any]:
        return {"id": str(rolled.game_id), "told": [str(number) for number in rolled.numbers]}

    @property
    def rolled_sheets(self) -> Mapping[str, RolledSheet[Throws]]:
        return {"throws": _throws}


# Each sheet is imported when it is asked for.


def _throws(rolled: Throws, settings: Settings) -> list[Page]:
    from generator.games.dice.sheets import throws_sheet

    return [throws_sheet.page(rolled, settings)]


GAME = Dice()
