"""The disc race behind the contract of games/base.py. A new sheet is a file in sheets/ and a line
here."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.core.errors import OptionError
from generator.core.settings import Settings
from generator.games.base import Game, RolledSheet
from generator.games.discs.definition import CATALOGUE, DiscsDefinition, load_definition
from generator.games.discs.roll import PLAYERS, SIZE, DiscGame, roll
from generator.games.discs.rules import Symbol
from generator.layout.page import Page

if TYPE_CHECKING:
    from generator.layout.booklet import Chapter
    from generator.layout.box import BoxDesign


class Discs(Game[DiscsDefinition, DiscGame]):
    """The game and its sheets."""

    name = "discs"
    catalogue = CATALOGUE
    default_sets = ("classic",)
    single_set = True
    default_size = SIZE
    default_players = PLAYERS
    is_bundle = True
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

    def box_design(self, rolled: DiscGame, settings: Settings) -> "BoxDesign":
        from generator.games.discs.sheets import reference

        return reference.box_design(rolled, settings)

    def record(self, rolled: DiscGame, language_code: str) -> dict[str, Any]:
        lines = [
            ", ".join(_symbol_name(symbol, rolled, language_code) for symbol in disc.symbols)
            for disc in rolled.discs
        ]
        return {"id": str(rolled.game_id), "told": lines}

    def booklet_chapter(
        self, definition: DiscsDefinition, settings: Settings, example_seed: str
    ) -> "Chapter":
        from generator.games.discs.sheets import reference

        return reference.chapter(self.roll(definition, SIZE, PLAYERS, example_seed), settings)

    @property
    def rolled_sheets(self) -> Mapping[str, RolledSheet[DiscGame]]:
        return {"cards": _cards, "reference": _reference, "discs": _discs, "dice": _dice}


def _symbol_name(symbol: Symbol, game: DiscGame, code: str) -> str:
    shape, colour = game.disc_set.shapes[symbol.shape], game.disc_set.colours[symbol.colour]
    return f"{shape.printed_name(code)} ({colour.printed_name(code)})"


# Each sheet is imported when it is asked for.


def _cards(game: DiscGame, settings: Settings) -> list[Page]:
    from generator.games.discs.sheets import reference

    return reference.card_pages(game, settings)


def _reference(game: DiscGame, settings: Settings) -> list[Page]:
    from generator.games.discs.sheets import reference

    return [reference.page(game, settings)]


def _discs(game: DiscGame, settings: Settings) -> list[Page]:
    from generator.games.discs.sheets import discs_sheet

    return discs_sheet.pages(game, settings)


def _dice(game: DiscGame, settings: Settings) -> list[Page]:
    from generator.games.discs.sheets import dice_sheet

    return dice_sheet.pages(game, settings)


GAME = Discs()
