"""The base set with changes that a designer may make."""

from collections.abc import Mapping
from dataclasses import replace

from support import definition

from generator.games.magnetmen.definition import MagnetmenDefinition, PieceType

BASE = definition("base").sets[0].types


def base_with(
    types: Mapping[str, PieceType] = BASE, key="base", boards: Mapping = {}, **changes
) -> MagnetmenDefinition:
    """The base set with other types by key, under another key; `boards` and the set with
    changes."""
    base, keyed = definition("base"), {}
    for name, piece in types.items():
        keyed[name] = piece.model_copy()
        keyed[name]._key = name
    game_set = base.sets[0].model_copy(update={"types": keyed, **changes})
    game_set._key = key
    return replace(base, sets=(game_set,), boards=base.boards.model_copy(update=dict(boards)))
