"""Boards that were playtested before: what was found out need not be played again.

Input: a definition, size, players, a seed, the user's folders. Output: a board with its
certificate. What was found is kept in the user's cache folder, for the rules engine and the goals
as they are.
"""

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from generator.core import cache as cached_files
from generator.core.resources import cache_dir
from generator.games.magnetmen.definition import MagnetmenDefinition
from generator.games.magnetmen.roll import Board, game_id, roll
from generator.games.magnetmen.simulation.goals import Goals, load_goals
from generator.games.magnetmen.simulation.playtest_result import (
    PlaytestResult,
    Tell,
    best,
    certificate,
    playable,
)

T = TypeVar("T")

SEARCH_SHARE = 0.7  # of the work is looking for a board, about


def playtested(
    definition: MagnetmenDefinition,
    size: str,
    players: int,
    seed: str,
    folders: Sequence[Path] = (),
    chosen: bool = False,
    tell: Tell = lambda share: None,
    games: str = "fresh",
) -> Board:
    """The best board of a seed, with its certificate from games of that name; the seed's very board
    if it is `chosen`.

    A board with a power in free text gets no certificate, because nobody but people can play it.
    Raises DefinitionError for the goals, RollError.
    """
    goals = load_goals(folders)
    first = roll(definition, size, players, seed)
    if not playable(first):
        return first
    if not chosen:
        seed = _best_seed(definition, size, players, seed, goals, tell)
    board = roll(definition, size, players, seed)

    def compute() -> dict[str, Any]:
        start = 0.0 if chosen else SEARCH_SHARE
        rest = 1 - start
        return certificate(board, goals, lambda share: tell(start + share * rest), games).data()

    key = f"certificate {games} {board.game_id} {goals.model_dump_json()}"
    found = replace(board, certificate=_cached(key, PlaytestResult.of, compute))
    tell(1.0)
    return found


def _best_seed(
    definition: MagnetmenDefinition, size: str, players: int, seed: str, goals: Goals, tell: Tell
) -> str:
    def compute() -> str:
        board = best(
            definition, size, players, seed, goals, lambda share: tell(share * SEARCH_SHARE)
        )
        return board.game_id.seed

    key = f"best {game_id(definition, size, players, seed)} {goals.model_dump_json()}"
    return _cached(key, str, compute)


def _cached(key: str, read: Callable[[Any], T], compute: Callable[[], Any]) -> T:
    """What is cached under a key, or else is computed, and cached."""
    digest = hashlib.sha256(key.encode()).hexdigest()
    file = cache_dir() / "play" / _engine() / f"{digest[:24]}.json"
    if (content := cached_files.read(file)) is not None:
        entry = json.loads(content)
        if entry["key"] == key:
            return read(entry["value"])
    value = compute()
    cached_files.write(file, json.dumps({"key": key, "value": value}).encode())
    return read(value)


@cache
def _engine() -> str:
    """What results depend on besides boards and goals: the program that finds them."""
    folder = Path(__file__).parent
    sources = sorted((*folder.glob("*.py"), *folder.parent.glob("powers/*.py")))
    digest = hashlib.sha256(b"".join(source.read_bytes() for source in sources))
    return digest.hexdigest()[:16]
