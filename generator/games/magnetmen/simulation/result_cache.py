"""Playtest the boards of seeds, and cache the results.

Input: a definition, size, players, a seed, the user's folders. Output: a board with its
PlaytestResult. Results lie in the user's cache folder, by the program's source, the board and the
goals.
"""

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from generator.analysis import intervals
from generator.core import cache as cached_files
from generator.core.request import SearchName
from generator.core.resources import cache_dir
from generator.games.magnetmen import playtest_result
from generator.games.magnetmen.definition import MagnetmenDefinition
from generator.games.magnetmen.playtest_result import PlaytestResult
from generator.games.magnetmen.roll import Board, game_id, roll
from generator.games.magnetmen.simulation.board_search import (
    Choice,
    ReportShare,
    find_best_board,
    is_playable,
    playtest_board,
)
from generator.games.magnetmen.simulation.goals import Goals, load_goals

T = TypeVar("T")

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
    search: SearchName = "usual",
    may_stop: bool = False,
) -> Board:
    """Return the best board of a seed, or with `is_final` the very board that the seed names, with
    its result from games under the name `games`.

    With `may_stop`, Ctrl-C ends the search with the best board so far. A board that programs cannot
    play gets no result. Raises DefinitionError for the goals, RollError.
    """
    goals = load_goals(folders)
    first = roll(definition, size, players, seed)
    if not is_playable(first):
        return first
    choice = Choice(first)
    if not is_final:
        choice = _best_board(definition, size, players, seed, goals, tell, search, may_stop)
    board = choice.board

    def compute() -> dict[str, Any]:  # Any: JSON
        start = 0.0 if is_final else SEARCH_SHARE
        rest = 1 - start
        return playtest_board(board, goals, lambda share: tell(start + share * rest), games).data()

    key = f"certificate {games} {board.game_id} {goals.model_dump_json()}"
    result = _cached(key, PlaytestResult.of, compute)
    tell(1.0)
    return replace(board, playtest_result=result._replace(search_stopped=choice.stopped))


def _best_board(
    definition: MagnetmenDefinition,
    size: str,
    players: int,
    seed: str,
    goals: Goals,
    tell: ReportShare,
    search: SearchName,
    may_stop: bool,
) -> Choice:
    key = f"best {search} {game_id(definition, size, players, seed)} {goals.model_dump_json()}"
    cached = _read(key)
    if cached is not None:
        return Choice(roll(definition, size, players, cached))
    choice = find_best_board(
        definition, size, players, seed, goals, lambda share: tell(share * SEARCH_SHARE),
        search, may_stop,
    )  # fmt: skip
    if not choice.stopped:
        _write(key, choice.board.game_id.seed)
    return choice


def _cached(key: str, read: Callable[[Any], T], compute: Callable[[], Any]) -> T:  # Any: JSON
    """The cached value of a key; if there is none, it is computed and cached."""
    value = _read(key)
    if value is None:
        value = compute()
        _write(key, value)
    return read(value)


def _read(key: str) -> Any:  # Any: JSON
    """The cached value of a key, or None."""
    if (content := cached_files.read(_file(key))) is not None:
        entry = json.loads(content)
        if entry["key"] == key:
            return entry["value"]
    return None


def _write(key: str, value: Any) -> None:  # Any: JSON
    cached_files.write(_file(key), json.dumps({"key": key, "value": value}).encode())


def _file(key: str) -> Path:
    digest = hashlib.sha256(key.encode()).hexdigest()
    return cache_dir() / "play" / _source_digest() / f"{digest[:24]}.json"


@cache
def _source_digest() -> str:
    """A digest of the program's source, on which results depend."""
    folder = Path(__file__).parent
    sources = sorted((*folder.glob("*.py"), *folder.parent.glob("powers/*.py")))
    sources += [Path(intervals.__file__), Path(playtest_result.__file__)]
    digest = hashlib.sha256(b"".join(source.read_bytes() for source in sources))
    return digest.hexdigest()[:16]
