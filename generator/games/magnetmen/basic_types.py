"""Sets without the powers that change what Repel closes: what the figures of its rule are made of.

Input: a definition. Output: a definition with those of its types that have another power as well,
and fewer types on a board where there are not enough of them.
"""

from dataclasses import replace

from generator.games.magnetmen.definition import Alone, MagnetmenDefinition, MagnetmenSet, PieceType
from generator.games.magnetmen.powers import Power
from generator.games.magnetmen.powers.capacity import Capacity
from generator.games.magnetmen.powers.close_adjacent import CloseAdjacent
from generator.games.magnetmen.powers.immune import Immune


def leaves_repel_alone(power: Power) -> bool:
    """Whether a power has no say in which squares may be taken, unless its own icon was."""
    gates = [gate for gate in power.gate if not isinstance(gate, Immune | Capacity)]
    return power.simulated and not (gates or power.repel or power.find(CloseAdjacent))


def asks_nothing(power: Power) -> bool:
    """Whether who takes such an icon may go on as if it had no power: nothing happens, or only what
    the player may leave, and its square is crossed out like any other."""
    return not power.find(Capacity) and all(
        getattr(one, "optional", False) for one in power.on_take
    )


def plain(definition: MagnetmenDefinition) -> MagnetmenDefinition | None:
    """The types that leave Repel alone, with the powers that do; None if there are none."""
    kept = tuple(each for each in map(_plain_set, definition.sets) if each.types)
    if not kept:
        return None
    number = sum(len(each.types) for each in kept)
    fewest, most, always = definition.types_on_board()
    types = min(fewest, number), min(most, number)
    boards = definition.boards.model_copy(update={"types": types})
    if len(kept) == 1:
        still = tuple(sorted(always & kept[0].types.keys()))
        kept = (kept[0].model_copy(update={"alone": Alone(types=types, always=still)}),)
    return replace(definition, sets=kept, boards=boards)


def _plain_set(chosen: MagnetmenSet) -> MagnetmenSet:
    types = {key: found for key, piece in chosen.types.items() if (found := _plain_type(piece))}
    return chosen.model_copy(update={"types": types})


def _plain_type(piece: PieceType) -> PieceType | None:
    """Rather with the powers that ask nothing of who takes it."""
    powers = [power for power in piece.powers if power.weight and leaves_repel_alone(power)]
    powers = list(filter(asks_nothing, powers)) or powers
    return piece.model_copy(update={"powers": tuple(powers)}) if powers else None
