"""Playtest the boards of seeds, and cache the results.

Input: a definition, size, players, a seed, the user's folders. Output: a board with its
PlaytestResult. Results are cached by the program's source, the board and the goals.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from generator.analysis import intervals
from generator.games.magnetmen.definition import MagnetmenDefinition
from generator.games.magnetmen.playtest_result import PlaytestResult
from generator.games.magnetmen.roll import Board, game_id, roll
from generator.games.magnetmen.simulation.board_search import (
    ReportShare,
    find_best_board,
    is_playable,
    playtest_board,
)
from generator.games.magnetmen.simulation.goals import Goals, load_goals
from generator.games.magnetmen.simulation.vetted_boards import vetted_result
from generator.simulation import random_numbers
from generator.simulation.result_cache import cached, source_digest

SEARCH_SHARE = 0.7  # of the work is the search, about


def playtest_seed(
    definition: MagnetmenDefinition,
    size: str,
    players: int,
    seed: str,
    folders: Sequence[Path] = (),
    is_final: bool = False,
    tell: ReportShare = lambda share: None,
    games: str = "fresh",
    prepare: Callable[[], None] = lambda: None,
) -> Board:
    """Return the best board of a seed, or with `is_final` the very board that the seed names, with
    its result from games under the name `games`. `prepare` is called before any game is played.

    A vetted board has the result in its table. A board that programs cannot play gets none. Raises
    DefinitionError for the goals, RollError.
    """
    goals = load_goals(folders)
    first = roll(definition, size, players, seed)
    if not is_playable(first):
        return first
    if not is_final:
        seed = _best_seed(definition, size, players, seed, goals, tell, prepare)
    board = roll(definition, size, players, seed)

    def compute() -> dict[str, Any]:  # Any: JSON
        prepare()
        start = 0.0 if is_final else SEARCH_SHARE
        rest = 1 - start
        return playtest_board(board, goals, lambda share: tell(start + share * rest), games).data()

    result = vetted_result(board.game_id, goals) if games == "fresh" else None
    if result is None:
        key = f"certificate {games} {board.game_id} {goals.model_dump_json()}"
        result = cached(_source_digest(), key, PlaytestResult.of, compute)
    tell(1.0)
    return replace(board, playtest_result=result)


def _best_seed(
    definition: MagnetmenDefinition,
    size: str,
    players: int,
    seed: str,
    goals: Goals,
    tell: ReportShare,
    prepare: Callable[[], None],
) -> str:
    def compute() -> str:
        prepare()
        board = find_best_board(
            definition, size, players, seed, goals, lambda share: tell(share * SEARCH_SHARE)
        )
        return board.game_id.seed

    key = f"best {game_id(definition, size, players, seed)} {goals.model_dump_json()}"
    return cached(_source_digest(), key, str, compute)


@cache
def _source_digest() -> str:
    """A digest of the program's source, on which results depend."""
    folder = Path(__file__).parent
    sources = sorted((*folder.glob("*.py"), *folder.parent.glob("powers/*.py")))
    return source_digest((*sources, Path(intervals.__file__), Path(random_numbers.__file__)))
