"""Metals behind the contract of games/base.py: how it is read, rolled, summed up, and the sheets
it has. A new sheet is a file in sheets/ and a line here."""

from generator.core.errors import OptionError
from generator.core.settings import Settings
from generator.games.base import Game
from generator.games.metals.definition import CATALOGUE, MetalsDefinition
from generator.games.metals.drawn_map import drawing
from generator.games.metals.load import load_definition
from generator.games.metals.roll import MetalsGame, roll
from generator.languages import Language
from generator.layout.page import Page

FORMS = ("basic", "factions")


def _check_options(definition: MetalsDefinition, size: str, players: int) -> None:
    if size not in FORMS:
        raise OptionError(f"form {size!r}: expected {' or '.join(FORMS)}")
    if players != 2:
        raise OptionError(f"{players} players: expected 2")


def _summary(game: MetalsGame, language: Language) -> dict:
    return {"id": str(game.game_id), "told": drawing(game.map)}


# Each sheet is imported when it is asked for: one board is quick from cold.


def _map(game: MetalsGame, settings: Settings) -> list[Page]:
    from generator.games.metals.sheets import map_sheet as sheet

    return [sheet.page(game, settings)]


def _tokens(game: MetalsGame, settings: Settings) -> list[Page]:
    from generator.games.metals.sheets import tokens

    return tokens.pages(game, settings)


def _cards(game: MetalsGame, settings: Settings) -> list[Page]:
    from generator.games.metals.sheets import cards

    return cards.pages(game, settings)


def _rules(game: MetalsGame, settings: Settings) -> list[Page]:
    from generator.games.metals.sheets import rules_sheet

    return rules_sheet.pages(game, settings)


GAME = Game(
    name="metals",
    load=load_definition,
    check_options=_check_options,
    roll=roll,
    summary=_summary,
    rolled_sheets={"map": _map, "tokens": _tokens, "cards": _cards, "rules": _rules},
    definition_sheets={},
    options=lambda size, players: ["--factions"] if size == "factions" else [],
    catalogue=CATALOGUE,
    standard=("classic",),
    forms=lambda _: [(form, 2) for form in FORMS],
    one_set=True,
    once=frozenset({"tokens", "cards", "rules"}),
    bundled=True,
    size="basic",
    players=2,
)
