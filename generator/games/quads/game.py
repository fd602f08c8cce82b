"""Quads behind the contract of games/base.py: how it is read, rolled, summed up, and the sheets
it has. A new sheet is a file in sheets/ and a line here."""

from generator.core.errors import OptionError
from generator.core.settings import Settings
from generator.games.base import Game
from generator.games.quads.definition import CATALOGUE, QuadsDefinition
from generator.games.quads.load import load_definition
from generator.games.quads.pieces import PLAYERS
from generator.games.quads.roll import SIZE, Quads, roll, starting_pieces
from generator.games.quads.wording import owner_name
from generator.languages import Language
from generator.layout.page import Page


def _check_options(definition: QuadsDefinition, size: str, players: int) -> None:
    if size != SIZE:
        raise OptionError(f"--size {size!r}: expected {SIZE}, Quads has no other")
    if players != len(PLAYERS):
        raise OptionError(f"--players {players}: expected {len(PLAYERS)}")


def _summary(quads: Quads, language: Language) -> dict:
    told = []
    for player in PLAYERS:
        pieces = ("".join(piece.sides) for piece in starting_pieces(player))
        told.append(f"{owner_name(quads, player, language)}: {'  '.join(pieces)}")
    return {"id": str(quads.game_id), "told": told}


# Each sheet is imported when it is asked for.


def _cards(quads: Quads, settings: Settings) -> list[Page]:
    from generator.games.quads.sheets import reference

    return reference.cards(quads, settings)


def _reference(quads: Quads, settings: Settings) -> list[Page]:
    from generator.games.quads.sheets import reference

    return [reference.page(quads, settings)]


def _board(quads: Quads, settings: Settings) -> list[Page]:
    from generator.games.quads.sheets import board_sheet

    return [board_sheet.page(quads, settings)]


def _pieces(quads: Quads, settings: Settings) -> list[Page]:
    from generator.games.quads.sheets import pieces_sheet

    return pieces_sheet.pages(quads, settings)


_SHEETS = {
    "cards": _cards,
    "reference": _reference,
    "board": _board,
    "pieces": _pieces,
}

GAME = Game(
    name="quads",
    load=load_definition,
    check_options=_check_options,
    roll=roll,
    summary=_summary,
    rolled_sheets=_SHEETS,
    definition_sheets={},
    options=lambda size, players: [],
    catalogue=CATALOGUE,
    standard=("classic",),
    one_set=True,
    once=frozenset(_SHEETS),
    bundled=True,
    rules_sheet="reference",
    size=SIZE,
    players=len(PLAYERS),
)
