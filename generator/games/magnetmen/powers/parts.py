"""The list of all kinds of power, by the part of a power that they belong to.

CONTRIBUTING.md says how to add one.
"""

from generator.games.magnetmen.powers.base import Primitive
from generator.games.magnetmen.powers.capacity import Capacity
from generator.games.magnetmen.powers.close_adjacent import CloseAdjacent
from generator.games.magnetmen.powers.condition import If
from generator.games.magnetmen.powers.destroy import Destroy
from generator.games.magnetmen.powers.flat import Flat
from generator.games.magnetmen.powers.for_each import ForEach
from generator.games.magnetmen.powers.gain import Gain
from generator.games.magnetmen.powers.ignore import Ignore
from generator.games.magnetmen.powers.immune import Immune
from generator.games.magnetmen.powers.limit import Limit
from generator.games.magnetmen.powers.needs_adjacent import NeedsAdjacent
from generator.games.magnetmen.powers.neighbour_can_take import NeighbourCanTake
from generator.games.magnetmen.powers.retire import Retire
from generator.games.magnetmen.powers.same_as import SameAs
from generator.games.magnetmen.powers.take_again import TakeAgain

PARTS: dict[str, tuple[type[Primitive], ...]] = {
    # what each icon is worth at the end
    "score": (Flat, ForEach, SameAs, If),
    # when a square may be taken, or destroyed
    "gate": (NeedsAdjacent, NeighbourCanTake, Limit, Capacity, Immune),
    # how Repel treats it
    "repel": (Ignore,),
    # what happens when it is taken
    "on_take": (CloseAdjacent, Destroy, TakeAgain, Gain, Retire),
}
