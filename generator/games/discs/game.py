"""The disc race behind the contract of games/base.py: how it is read, rolled, summed up, and the
sheets it has. A new sheet is a file in sheets/ and a line here."""

from generator.core.errors import OptionError
from generator.core.settings import Settings
from generator.games.base import Game
from generator.games.discs.definition import CATALOGUE, DiscsDefinition
from generator.games.discs.load import load_definition
from generator.games.discs.roll import PLAYERS, SIZE, DiscGame, roll
from generator.games.discs.rules import Symbol
from generator.languages import Language
from generator.layout.page import Page


def _check_options(definition: DiscsDefinition, size: str, players: int) -> None:
    if size != SIZE:
        raise OptionError(f"--size {size!r}: expected {SIZE}, the disc race has no other")
    if players != PLAYERS:
        raise OptionError(f"--players {players}: expected {PLAYERS}, fewer need no other discs")


def _summary(game: DiscGame, language: Language) -> dict:
    return {
        "id": str(game.game_id),
        "told": [
            ", ".join(_told(symbol, game, language.code) for symbol in disc.symbols)
            for disc in game.discs
        ],
    }


def _told(symbol: Symbol, game: DiscGame, code: str) -> str:
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


GAME = Game(
    name="discs",
    load=load_definition,
    check_options=_check_options,
    roll=roll,
    summary=_summary,
    rolled_sheets={"cards": _cards, "reference": _reference, "discs": _discs, "dice": _dice},
    definition_sheets={},
    options=lambda size, players: [],
    catalogue=CATALOGUE,
    standard=("classic",),
    one_set=True,
    once=frozenset({"dice"}),
    bundled=True,
    rules_sheet="reference",
    size=SIZE,
    players=PLAYERS,
)
