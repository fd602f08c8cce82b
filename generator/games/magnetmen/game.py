"""Magnetmen behind the contract of games/base.py: how it is read, rolled, summed up, and the
sheets it has. A new sheet is a file in sheets/ and a line here."""

import math
import re
import sys
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

from generator.core.errors import DefinitionError, OptionError
from generator.core.settings import Settings
from generator.games.base import Game, Playtest
from generator.games.magnetmen import crosschecks
from generator.games.magnetmen.definition import CATALOGUE, MagnetmenDefinition
from generator.games.magnetmen.load import load_definition
from generator.games.magnetmen.roll import Board, RolledType, roll
from generator.languages import Language
from generator.layout.page import Page


def _check_options(definition: MagnetmenDefinition, size: str, players: int) -> None:
    boards = definition.boards
    if size not in boards.sizes:
        raise OptionError(f"--size {size!r}: expected {', '.join(boards.sizes)}")
    if players not in boards.players:
        raise OptionError(f"--players {players}: expected {', '.join(map(str, boards.players))}")
    if problem := crosschecks.no_board(definition, size):
        raise DefinitionError([problem])


_BOLD = re.compile(r"\*\*(.+?)\*\*")


def _summary(board: Board, language: Language) -> dict:
    return {
        **_played(board),
        "id": str(board.game_id),
        "told": [_line(kind, language) for kind in board.types],
    }


def _line(kind: RolledType, language: Language) -> str:
    """A type on a board. Of ten thousand boards all lines are a few hundred."""
    power = _plain(kind.sentence(language))
    return sys.intern(f"{kind.count:2} × {kind.set_name}/{kind.piece.key}: {power}")


def _played(board: Board) -> dict:
    """What playing it showed: for people, and as data."""
    if board.playtest_result is None:
        return {}
    from generator.games.magnetmen.simulation.description import describe_result

    lines = describe_result(board.playtest_result)
    return {"played": {"told": lines, "data": board.playtest_result.data()}}


def _plain(markup: str) -> str:
    """A power's text without markup."""
    plain = _BOLD.sub(r"\1", markup)
    return plain.replace("\u00a0[points]", "").replace("[points]", "points")


def _play(*given: Any, **more: Any) -> Board:
    from generator.games.magnetmen.simulation.result_cache import playtest_seed

    return playtest_seed(*given, **more)


def _advice(board: Board, chosen: bool) -> list[str]:
    from generator.games.magnetmen.simulation.description import advice

    return advice(board, chosen)


def _goal_penalty(board: Board) -> float:
    return board.playtest_result.goal_penalty if board.playtest_result else math.inf


def _figures(board: Board) -> dict[str, float | str]:
    return board.playtest_result.columns() if board.playtest_result else {}


def _odd(board: Board) -> Iterator[str]:
    return _shared_drawings((f"{kind.set_name}/{kind.piece.key}", kind.art) for kind in board.types)


def _odd_definition(definition: MagnetmenDefinition) -> Iterator[str]:
    return _shared_drawings((each.name, each.piece.art) for each in definition.possible)


def _shared_drawings(types: Iterable[tuple[str, str]]) -> Iterator[str]:
    """A warning for each type, by its name, whose drawing another one before it has."""
    first: dict[str, str] = {}
    for name, art in types:
        other = first.setdefault(art, name)
        if other != name:
            yield (f"warning: {other} and {name} have one drawing, players cannot tell them apart")


# Each sheet is imported when it is asked for: one board is quick from cold.


def _boards(board: Board, settings: Settings) -> list[Page]:
    from generator.games.magnetmen.sheets import board_sheet as sheet

    return sheet.pages(board, settings)


def _inventories(board: Board, settings: Settings) -> list[Page]:
    from generator.games.magnetmen.sheets import inventories

    return inventories.pages(board, settings)


def _legends(definition: MagnetmenDefinition, settings: Settings) -> list[Page]:
    from generator.games.magnetmen.sheets import legend_tables

    return legend_tables.pages(definition, settings)


def _rules(definition: MagnetmenDefinition, settings: Settings, seed: str) -> list[Page]:
    from generator.games.magnetmen.sheets import rules_sheet

    return rules_sheet.pages(definition, settings, seed)


def _proof(definition: MagnetmenDefinition, settings: Settings) -> tuple[list[Page], list[str]]:
    from generator.games.magnetmen.sheets import proof_pages

    return proof_pages.pages(definition, settings)


GAME = Game(
    name="magnetmen",
    load=load_definition,
    check_options=_check_options,
    roll=roll,
    summary=_summary,
    rolled_sheets={"boards": _boards, "inventories": _inventories},
    definition_sheets={"legends": _legends, "rules": _rules},
    options=lambda size, players: ["--size", size, "--players", str(players)],
    catalogue=CATALOGUE,
    standard=("base",),
    playtest=Playtest(_play, _advice, _goal_penalty, _figures),
    forms=lambda definition: product(definition.boards.sizes, definition.boards.players),
    odd=_odd,
    odd_definition=_odd_definition,
    proof=_proof,
)
