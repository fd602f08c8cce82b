"""Whether anything is random in the sets of a game, and what to tell those who want many seeds.

Input: a game, its definition or the names of its sets. Output: a bool, words for messages.
"""

from collections.abc import Sequence
from typing import Any

from generator.core.seeds import FIXED
from generator.games.base import AnyGame


def is_random(game: AnyGame, definition: Any) -> bool:
    """Whether seeds make a difference. Any: each game has its own. Raises RollError."""
    size, players = next(iter(game.combinations(definition)))
    return bool(game.roll(definition, size, players, "any").game_id.seed != FIXED)


def nothing_random(sets: Sequence[str]) -> str:
    """What a message says of sets in which nothing is random."""
    return f"nothing is random in the set {'+'.join(sets)}"


def random_sets_hint(game: AnyGame) -> str:
    """The end of such a message: ", try the set wilds or gorge", with the shipped sets in which
    something is random. "" if there are none."""
    names = [name for name in game.catalogue.shipped if is_random(game, game.load((name,), ()))]
    return f", try the set {' or '.join(names)}" if names else ""
