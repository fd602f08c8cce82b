"""Boards that were playtested before: what was found out need not be played again.

Input: a definition, size, players, a seed, the user's folders. Output: a board with its
certificate. What was found is kept in the user's cache folder, for the rules engine and the goals
as they are.
"""

import hashlib
import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from generator.games.magnetmen.definition import MagnetmenDefinition
from generator.games.magnetmen.play.certificate import (
    Certificate,
    Tell,
    best,
    certificate,
    playable,
)
from generator.games.magnetmen.play.goals import Goals, load_goals
from generator.games.magnetmen.roll import Board, game_id, roll
from generator.press.files import write_atomically
from generator.resources import cache_dir

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
    Raises BadDefinitions for the goals, CannotRoll.
    """
    goals = load_goals(folders)
    first = roll(definition, size, players, seed)
    if not playable(first):
        return first
    if not chosen:
        seed = _best_seed(definition, size, players, seed, goals, tell)
    board = roll(definition, size, players, seed)

    def found_out() -> dict[str, Any]:
        start = 0.0 if chosen else SEARCH_SHARE
        rest = 1 - start
        return certificate(board, goals, lambda share: tell(start + share * rest), games).data()

    key = f"certificate {games} {board.game_id} {goals.model_dump_json()}"
    found = replace(board, certificate=_kept(key, Certificate.of, found_out))
    tell(1.0)
    return found


def _best_seed(
    definition: MagnetmenDefinition, size: str, players: int, seed: str, goals: Goals, tell: Tell
) -> str:
    def found_out() -> str:
        board = best(
            definition, size, players, seed, goals, lambda share: tell(share * SEARCH_SHARE)
        )
        return board.game_id.seed

    key = f"best {game_id(definition, size, players, seed)} {goals.model_dump_json()}"
    return _kept(key, str, found_out)


def _kept(key: str, read: Callable[[Any], Any], found_out: Callable[[], Any]) -> Any:
    """What is known by a key, or else is found out and kept. A file that cannot be read, or
    written, is as good as none."""
    digest = hashlib.sha256(key.encode()).hexdigest()
    file = cache_dir() / "play" / _engine() / f"{digest[:24]}.json"
    with suppress(OSError, ValueError, KeyError, TypeError):
        kept = json.loads(file.read_bytes())
        if kept["key"] == key:
            return read(kept["value"])
    value = found_out()
    with suppress(OSError):
        write_atomically(file, json.dumps({"key": key, "value": value}).encode())
    return read(value)


@cache
def _engine() -> str:
    """What results depend on besides boards and goals: the program that finds them."""
    folder = Path(__file__).parent
    sources = sorted((*folder.glob("*.py"), *folder.parent.glob("powers/*.py")))
    digest = hashlib.sha256(b"".join(source.read_bytes() for source in sources))
    return digest.hexdigest()[:16]
