"""Metals behind the contract of games/base.py. A new sheet is a file in sheets/ and a line here."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.core.errors import OptionError
from generator.core.settings import Settings
from generator.games.base import Game, RolledSheet
from generator.games.metals.definition import CATALOGUE, FORMS, MetalsDefinition
from generator.games.metals.drawn_map import drawing
from generator.games.metals.load import load_definition
from generator.games.metals.roll import MetalsGame, roll
from generator.layout.page import Page

if TYPE_CHECKING:
    from generator.analysis.results import Statistics


class Metals(Game[MetalsDefinition, MetalsGame]):
    """The game and its sheets."""

    name = "metals"
    catalogue = CATALOGUE
    default_sets = ("classic",)
    single_set = True
    default_size = "basic"
    default_players = 2
    is_bundle = True
    shared_sheets = frozenset({"tokens", "cards", "rules"})

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

    @property
    def rolled_sheets(self) -> Mapping[str, RolledSheet[MetalsGame]]:
        return {"map": _map, "tokens": _tokens, "cards": _cards, "rules": _rules}

    def size_words(self, size: str, players: int) -> list[str]:
        return ["--factions"] if size == "factions" else []

    def combinations(self, definition: MetalsDefinition) -> Iterable[tuple[str, int]]:
        return [(form, 2) for form in FORMS]

    def statistics(self) -> "Statistics":
        from generator.games.metals.statistics import STATISTICS

        return STATISTICS


# Each sheet is imported when it is asked for: one board is quick from cold.


def _map(game: MetalsGame, settings: Settings) -> list[Page]:
    from generator.games.metals.sheets import map_sheet

    return [map_sheet.page(game, settings)]


def _tokens(game: MetalsGame, settings: Settings) -> list[Page]:
    from generator.games.metals.sheets import tokens

    return tokens.pages(game, settings)


def _cards(game: MetalsGame, settings: Settings) -> list[Page]:
    from generator.games.metals.sheets import cards

    return cards.pages(game, settings)


def _rules(game: MetalsGame, settings: Settings) -> list[Page]:
    from generator.games.metals.sheets import rules_sheet

    return rules_sheet.pages(game, settings)


GAME = Metals()
