"""What Magnetmen does in its own way behind the contract of games/base.py."""

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import product
from typing import Any

from generator.core.errors import DefinitionError
from generator.core.settings import Settings
from generator.games.magnetmen.definition import MagnetmenDefinition
from generator.games.magnetmen.load import no_board
from generator.games.magnetmen.roll import Board, RolledType, only_of
from generator.languages import Language, load_language
from generator.layout.page import Page


def combinations(definition: MagnetmenDefinition) -> Iterator[tuple[str, int]]:
    return product(definition.boards.sizes, definition.boards.players)


def check(definition: MagnetmenDefinition, size: str) -> None:
    """Raises DefinitionError if no board of that size can be rolled."""
    if diagnostic := no_board(definition, size):
        raise DefinitionError([diagnostic])


def record(board: Board, language_code: str) -> dict[str, Any]:
    language = load_language(language_code)
    return {"id": str(board.game_id), "told": [_line(kind, language) for kind in board.types]}


def _line(kind: RolledType, language: Language) -> str:
    """A type on a board. Ten thousand boards share a few hundred such lines."""
    power = re.sub(r"\*\*(.+?)\*\*", r"\1", kind.sentence(language))
    power = power.replace("\u00a0[points]", "").replace("[points]", "points")
    return sys.intern(f"{kind.count:2} × {kind.name}: {power}")


def companions(boards: Sequence[Board], settings: Settings) -> list[list[Page]]:
    """Legends of the boards, unless their sheets have them on pages of their own; the rules."""
    from generator.games.magnetmen.examples import NoExample
    from generator.games.magnetmen.sheets import board_sheet, rules_sheet

    legends = (
        [board_sheet.legend_page(board, settings) for board in boards] if settings.rules else []
    )
    seed = boards[0].game_id.seed.partition("+")[0]
    if len(boards) == 1:
        with suppress(NoExample):  # few types may not be enough for examples
            return [legends, rules_sheet.pages(only_of(boards[0]), settings, seed)]
    return [legends, rules_sheet.pages(boards[0].definition, settings, seed)]


def warnings(value: Board | MagnetmenDefinition) -> Iterator[str]:
    """A warning for each type whose drawing an earlier one has."""
    if isinstance(value, Board):
        types = [(kind.name, kind.art) for kind in value.types]
    else:
        types = [(kind.name, kind.piece.art) for kind in value.possible]
    first: dict[str, str] = {}
    for name, art in types:
        other = first.setdefault(art, name)
        if other != name:
            yield f"warning: {other} and {name} have one drawing, players cannot tell them apart"
