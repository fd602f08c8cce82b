"""Quads behind the contract of games/base.py. A new sheet is a file in sheets/ and a line here."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.core.errors import OptionError
from generator.core.settings import Settings
from generator.games.base import Game, RolledSheet
from generator.games.quads.definition import CATALOGUE, QuadsDefinition, load_definition
from generator.games.quads.pieces import NEUTRALS, PLAYERS
from generator.games.quads.roll import SIZE, Quads, roll
from generator.games.quads.rules import square_name
from generator.games.quads.sheets.parts import owner_name
from generator.languages import load_language
from generator.layout.page import Page

if TYPE_CHECKING:
    from generator.layout.booklet import Chapter
    from generator.layout.box import BoxDesign


class QuadsGame(Game[QuadsDefinition, Quads]):
    """The game and its sheets."""

    name = "quads"
    catalogue = CATALOGUE
    default_sets = ("classic",)
    single_set = True
    default_size = SIZE
    default_players = len(PLAYERS)
    is_bundle = True
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

    def box_design(self, rolled: Quads, settings: Settings) -> "BoxDesign":
        from generator.games.quads.sheets import reference

        return reference.box_design(rolled, settings)

    def record(self, rolled: Quads, language_code: str) -> dict[str, Any]:
        language = load_language(language_code)
        lines = []
        for player in PLAYERS:
            pieces = ("".join(piece.sides) for piece in rolled.starting_pieces(player))
            lines.append(f"{owner_name(rolled, player, language)}: {'  '.join(pieces)}")
        for square, piece in zip(rolled.setup.marked, NEUTRALS, strict=False):
            row, column = divmod(square, rolled.setup.side)
            words = {"signs": "".join(piece.sides), "row": row + 1, "column": column + 1}
            name = square_name(square, rolled.setup.side)
            lines.append(language.say("quads.marked", square=name, **words))
        return {"id": str(rolled.game_id), "told": lines}

    def booklet_chapter(
        self, definition: QuadsDefinition, settings: Settings, example_seed: str
    ) -> "Chapter":
        from generator.games.quads.sheets import reference

        quads = self.roll(definition, SIZE, len(PLAYERS), example_seed)
        return reference.chapter(quads, settings)

    @property
    def rolled_sheets(self) -> Mapping[str, RolledSheet[Quads]]:
        return {"cards": _cards, "reference": _reference, "board": _board, "pieces": _pieces}


# Each sheet is imported when it is asked for.


def _cards(quads: Quads, settings: Settings) -> list[Page]:
    from generator.games.quads.sheets import reference

    return reference.card_pages(quads, settings)


def _reference(quads: Quads, settings: Settings) -> list[Page]:
    from generator.games.quads.sheets import reference

    return [reference.page(quads, settings)]


def _board(quads: Quads, settings: Settings) -> list[Page]:
    from generator.games.quads.sheets import board_sheet

    return [board_sheet.page(quads, settings)]


def _pieces(quads: Quads, settings: Settings) -> list[Page]:
    from generator.games.quads.sheets import pieces_sheet

    return pieces_sheet.pages(quads, settings)


GAME = QuadsGame()
