"""Vetted boards: those that a thorough search found, with their playtest results.

Input: cases (a size, sets, a number of players). Output: which boards are wanted, what results
depend on, and the best boards of seeds. games/vetted.py has the form of the files.
"""

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from generator.core.game_id import GameId
from generator.games.magnetmen.definition import CATALOGUE, MagnetmenDefinition
from generator.games.magnetmen.playtest_result import PlaytestResult
from generator.games.magnetmen.roll import Board, candidate, game_id
from generator.games.magnetmen.simulation.goals import Goals, load_goals
from generator.games.vetted import Basis, Case

RESULTS_VERSION = 1  # raised whenever playing the same board gives another result


class Check(NamedTuple):
    """How boards are checked: how far a seat may be from its fair share of wins, whoever of the
    panel plays, and after how many games of each member that is judged."""

    seat_limit: float
    stages: tuple[int, ...]


CHECK = Check(0.08, (25, 50, 100, 200))
REGULAR_BASE_CHECK = Check(0.06, (25, 50, 100, 200, 400))
"""For regular boards of the base set, which are printed most."""
_JUDGING = {"minutes", "hints", "panel", "fresh", "goals"}
"""What of the goals has an effect on the result of a board. How it was found has none."""
_BOARDS_PER_ROLL = 2  # at most: they have the same types and powers


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

    def basis(
        self,
        definition: MagnetmenDefinition,
        size: str,
        players: int,
        sets_dirs: Sequence[Path] = (),
    ) -> Basis:
        return basis(game_id(definition, size, players, ""), load_goals(sets_dirs))

    def with_result(self, rolled: Board, result: dict[str, Any]) -> Board:
        return replace(rolled, playtest_result=PlaytestResult.of(result))

    def search(
        self, definition: MagnetmenDefinition, size: str, players: int, seed: str
    ) -> Sequence[str]:
        # Only a search needs the engine, which takes time to load.
        from generator.games.magnetmen.simulation.board_search import (
            find_best_board,
            passes_vetting,
        )

        goals = load_goals()
        # Its last round would leave three boards, but more than these may pass.
        all_rounds = goals.search.thorough
        search = all_rounds.model_copy(update={"rounds": all_rounds.rounds[:-1]})
        choice = find_best_board(definition, size, players, seed, goals, search)
        boards = (choice.board, *choice.runners_up)
        check = _check(choice.board.game_id)
        seeds: list[str] = []
        boards_of_roll: Counter[str] = Counter()
        for board in boards:
            seed = board.game_id.seed
            roll = candidate(seed).rolled_seed
            if boards_of_roll[roll] < _BOARDS_PER_ROLL and passes_vetting(board, goals, *check):
                boards_of_roll[roll] += 1
                seeds.append(seed)
        return seeds

    def result_data(self, rolled: Board) -> dict[str, Any]:
        assert rolled.playtest_result is not None
        return rolled.playtest_result.data()


def _check(name: GameId) -> Check:
    return REGULAR_BASE_CHECK if (name.sets, name.size) == (("base",), "regular") else CHECK


def basis(name: GameId, goals: Goals) -> Basis:
    """What the result of a board depends on besides its seed; and how boards are checked, because
    all boards of a table have passed the same check."""
    judging = f"{RESULTS_VERSION} {_check(name)} {goals.model_dump_json(include=_JUDGING)}"
    return Basis(name.fingerprint, hashlib.sha256(judging.encode()).hexdigest()[:16])
