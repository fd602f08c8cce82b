"""Sets without the powers that change which squares Repel closes. Figures of its rule use them.

Input: a definition. Output: a definition with only the types that have another power, and with
fewer types on a board if there are not enough of them.
"""

from dataclasses import replace

from generator.games.magnetmen.definition import Alone, MagnetmenDefinition, MagnetmenSet, PieceType
from generator.games.magnetmen.powers import Power
from generator.games.magnetmen.powers.capacity import Capacity
from generator.games.magnetmen.powers.close_adjacent import CloseAdjacent
from generator.games.magnetmen.powers.immune import Immune


def leaves_repel_alone(power: Power) -> bool:
    """Whether a power does not change which squares may be taken before its icon is taken."""
    gates = [gate for gate in power.gate if not isinstance(gate, Immune | Capacity)]
    return power.simulated and not (gates or power.repel or power.find(CloseAdjacent))


def can_be_ignored(power: Power) -> bool:
    """Whether a player who takes the icon may continue as if it had no power: nothing happens, or
    only something optional, and the square is crossed out like any other."""
    return not power.find(Capacity) and all(
        getattr(primitive, "optional", False) for primitive in power.on_take
    )


def basic_definition(definition: MagnetmenDefinition) -> MagnetmenDefinition | None:
    """The sets with only the types and powers that leave Repel alone; None if there are none."""
    basic_sets = tuple(game_set for game_set in map(_basic_set, definition.sets) if game_set.types)
    if not basic_sets:
        return None
    number = sum(len(game_set.types) for game_set in basic_sets)
    fewest, most, always = definition.types_on_board()
    types = min(fewest, number), min(most, number)
    boards = definition.boards.model_copy(update={"types": types})
    if len(basic_sets) == 1:
        always_there = tuple(sorted(always & basic_sets[0].types.keys()))
        basic_sets = (
            basic_sets[0].model_copy(update={"alone": Alone(types=types, always=always_there)}),
        )
    return replace(definition, sets=basic_sets, boards=boards)


def _basic_set(game_set: MagnetmenSet) -> MagnetmenSet:
    types = {
        key: basic_type
        for key, piece in game_set.types.items()
        if (basic_type := _basic_type(piece))
    }
    return game_set.model_copy(update={"types": types})


def _basic_type(piece: PieceType) -> PieceType | None:
    """The type with only its powers that leave Repel alone, if possible only those that can be
    ignored; None if it has no such power."""
    powers = [power for power in piece.powers if power.weight and leaves_repel_alone(power)]
    powers = list(filter(can_be_ignored, powers)) or powers
    return piece.model_copy(update={"powers": tuple(powers)}) if powers else None
