"""Vetted boards: those that a thorough search found, with their playtest results.

Input: a definition, a size, a number of players. Output: one of the vetted boards, or the result of
one. The program plays no game for either. games/vetted.py has the form of the files.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from generator.core.game_id import GameId
from generator.core.seeds import Stream
from generator.games import vetted
from generator.games.magnetmen.definition import MagnetmenDefinition
from generator.games.magnetmen.playtest_result import PlaytestResult
from generator.games.magnetmen.roll import Board, game_id, roll
from generator.games.magnetmen.simulation.goals import Goals, load_goals
from generator.games.vetted import Basis, Case, Vetted

_JUDGING = {"minutes", "hints", "panel", "fresh", "goals"}
"""What of the goals has an effect on the result of a board. How it was found has none."""


def pick(
    definition: MagnetmenDefinition, size: str, players: int, seed: str, folders: Sequence[Path]
) -> Board | None:
    """A vetted board with its result, picked by the seed; None if there is none. Raises
    DefinitionError for the goals."""
    name = game_id(definition, size, players, seed)
    if boards := vetted.read(case_of(name), basis(name, load_goals(folders))):
        board = Stream(seed, "vetted").choice(boards)
        return with_result(roll(definition, size, players, board.seed), board)
    return None


def with_result(board: Board, entry: Vetted) -> Board:
    """A board with the result of its entry."""
    return replace(board, playtest_result=PlaytestResult.of(entry.result))


def vetted_result(name: GameId, goals: Goals) -> PlaytestResult | None:
    """The result of a board that may be vetted."""
    for board in vetted.read(case_of(name), basis(name, goals)):
        if board.seed == name.seed:
            return PlaytestResult.of(board.result)
    return None


def case_of(name: GameId) -> Case:
    """The case that a game ID is of."""
    return Case(name.game, name.size, name.sets, name.players)


def basis(name: GameId, goals: Goals) -> Basis:
    """What the result of a board depends on besides its seed."""
    judging = goals.model_dump_json(include=_JUDGING)
    return Basis(name.fingerprint, hashlib.sha256(judging.encode()).hexdigest()[:16])
