"""Definitions for the variants of a batch, of which a process sees many.

Input: a request. Output: the game's own definition, read once for each fingerprint, because sets
may change while a batch runs.
"""

from functools import lru_cache
from pathlib import Path
from typing import Any

from generator import games
from generator.core.request import Request


def load_definition(request: Request, fingerprint: str = "") -> Any:
    """What a request is rolled from (Any: its type is the game's own). The fingerprint is that of
    its game ID, if it has one. Raises DefinitionError."""
    if request.game_id:
        fingerprint = request.game_id.fingerprint
    return _load(request.game, request.sets, request.sets_dirs, fingerprint)


def forget_definitions() -> None:
    """Has all definitions read again."""
    _load.cache_clear()


@lru_cache(maxsize=32)
def _load(game: str, sets: tuple[str, ...], sets_dirs: tuple[Path, ...], fingerprint: str) -> Any:
    return games.game(game).load(sets, sets_dirs)
