"""Vetted boards: those that a thorough search found, with their playtest results.

Input: a definition, a size, a number of players. Output: one of the vetted boards, or the result of
one. The program plays no game for either. games/vetted.py has the form of the files.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

from generator.core.game_id import GameId
from generator.core.seeds import Stream
from generator.games import vetted
from generator.games.magnetmen.definition import CATALOGUE, MagnetmenDefinition
from generator.games.magnetmen.playtest_result import PlaytestResult
from generator.games.magnetmen.roll import Board, game_id, roll
from generator.games.magnetmen.simulation.goals import Goals, load_goals
from generator.games.vetted import Basis, Case

RESULTS_VERSION = 1  # raised whenever playing the same board gives another result
_JUDGING = {"minutes", "hints", "panel", "fresh", "goals"}
"""What of the goals has an effect on the result of a board. How it was found has none."""


class BoardVetting:
    """Vetted boards behind the contract of games/base.py."""

    def plan(self) -> Mapping[Case, int]:
        """More of the base set, in all sizes, than of the other choices of sets, in two sizes."""
        players = (2, 3, 4)
        choices = [sets for n in (1, 2, 3) for sets in combinations(CATALOGUE.shipped, n)]
        base: tuple[str, ...] = ("base",)
        cases = [(base, size, 32) for size in ("small", "regular", "big", "huge")]
        cases += [(sets, size, 8) for sets in choices[1:] for size in ("regular", "big")]
        return {
            Case("magnetmen", size, sets, n): count for sets, size, count in cases for n in players
        }

    def basis(self, definition: MagnetmenDefinition, size: str, players: int) -> Basis:
        return basis(game_id(definition, size, players, ""), load_goals())

    def pick(
        self,
        definition: MagnetmenDefinition,
        size: str,
        players: int,
        seed: str,
        sets_dirs: Sequence[Path],
    ) -> Board | None:
        name = game_id(definition, size, players, seed)
        if boards := vetted.games_of(case_of(name), basis(name, load_goals(sets_dirs))):
            vetted_board = Stream(seed, "vetted").choice(boards)
            board = roll(definition, size, players, vetted_board.seed)
            return replace(board, playtest_result=PlaytestResult.of(vetted_board.result))
        return None

    def search(
        self, definition: MagnetmenDefinition, size: str, players: int, seed: str
    ) -> Sequence[str]:
        # Only a search needs the engine, which takes time to load.
        from generator.games.magnetmen.simulation.board_search import find_best_board

        choice = find_best_board(definition, size, players, seed, load_goals(), "thorough")
        return [board.game_id.seed for board in (choice.board, *choice.runners_up)]

    def meets_goals(self, rolled: Board) -> bool:
        return rolled.playtest_result is not None and not rolled.playtest_result.missed_goals

    def result_data(self, rolled: Board) -> dict[str, Any]:
        assert rolled.playtest_result is not None
        return rolled.playtest_result.data()


def vetted_result(name: GameId, goals: Goals) -> PlaytestResult | None:
    """The result of a board that may be vetted."""
    for board in vetted.games_of(case_of(name), basis(name, goals)):
        if board.seed == name.seed:
            return PlaytestResult.of(board.result)
    return None


def case_of(name: GameId) -> Case:
    """The case that a game ID is of."""
    return Case(name.game, name.size, name.sets, name.players)


def basis(name: GameId, goals: Goals) -> Basis:
    """What the result of a board depends on besides its seed."""
    judging = f"{RESULTS_VERSION} {goals.model_dump_json(include=_JUDGING)}"
    return Basis(name.fingerprint, hashlib.sha256(judging.encode()).hexdigest()[:16])
