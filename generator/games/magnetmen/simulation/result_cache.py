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
from generator.core.request import SearchName
from generator.games import vetted
from generator.games.magnetmen import playtest_result
from generator.games.magnetmen.definition import MagnetmenDefinition
from generator.games.magnetmen.playtest_result import PlaytestResult
from generator.games.magnetmen.roll import Board, roll
from generator.games.magnetmen.simulation.board_search import (
    Choice,
    ReportShare,
    find_best_board,
    is_playable,
    playtest_board,
)
from generator.games.magnetmen.simulation.goals import Goals, load_goals
from generator.games.magnetmen.simulation.vetted_boards import basis
from generator.simulation import random_numbers
from generator.simulation.result_cache import cached, load, source_digest, store

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
    search: SearchName = "usual",
    may_stop: bool = False,
) -> Board:
    """Return the best board of a seed, or with `is_final` the very board that the seed names, with
    its result from games under the name `games`. `prepare` is called before any game is played.
    With `may_stop`, Ctrl-C ends the search with the best board so far.

    A vetted board has the result in its table. A board that programs cannot play gets none. Raises
    DefinitionError for the goals, RollError.
    """
    goals = load_goals(folders)
    first = roll(definition, size, players, seed)
    if not is_playable(first):
        return first
    choice = Choice(first)
    if not is_final:
        key = f"best {search} {first.game_id} {goals.model_dump_json()}"
        choice = _choice(first, key, lambda: _search(first, goals, tell, prepare, search, may_stop))
    start = 0.0 if is_final else SEARCH_SHARE
    result = _result(
        choice.board, goals, lambda share: tell(start + share * (1 - start)), games, prepare
    )
    tell(1.0)
    return replace(choice.board, playtest_result=result._replace(search_stopped=choice.stopped))


def _result(
    board: Board, goals: Goals, tell: ReportShare, games: str, prepare: Callable[[], None]
) -> PlaytestResult:
    """The result of a board: that of its table if it is vetted, else cached or played."""
    if games == "fresh" and (data := vetted.result_of(board.game_id, basis(board.game_id, goals))):
        return PlaytestResult.of(data)

    def compute() -> dict[str, Any]:  # Any: JSON
        prepare()
        return playtest_board(board, goals, tell, games).data()

    key = f"certificate {games} {board.game_id} {goals.model_dump_json()}"
    return cached(_source_digest(), key, PlaytestResult.of, compute)


def _search(
    first: Board,
    goals: Goals,
    tell: ReportShare,
    prepare: Callable[[], None],
    search: SearchName,
    may_stop: bool,
) -> Choice:
    prepare()
    name = first.game_id
    return find_best_board(
        first.definition, name.size, name.players, name.seed, goals, goals.search.named(search),
        lambda share: tell(share * SEARCH_SHARE), may_stop,
    )  # fmt: skip


def _choice(first: Board, key: str, search: Callable[[], Choice]) -> Choice:
    """The board of a seed that a search chooses, cached unless it was stopped."""
    if (seed := load(_source_digest(), key)) is not None:
        name = first.game_id
        return Choice(roll(first.definition, name.size, name.players, seed))
    choice = search()
    if not choice.stopped:
        store(_source_digest(), key, choice.board.game_id.seed)
    return choice


@cache
def _source_digest() -> str:
    """A digest of the program's source, on which results depend."""
    folder = Path(__file__).parent
    sources = sorted((*folder.glob("*.py"), *folder.parent.glob("powers/*.py")))
    modules = (intervals, random_numbers, playtest_result)
    return source_digest((*sources, *(Path(str(module.__file__)) for module in modules)))
