"""neighbour_can_take: only to be taken if a neighbour could take it too (Life Guard)."""

from typing import Literal

from generator.games.magnetmen.powers.base import NamedType, Primitive
from generator.games.magnetmen.powers.effects import Effect
from generator.languages import Language


class NeighbourCanTake(Primitive):
    """A square may be taken only if the player on one side could take it.

    Asked of the neighbour as if the type had no such power; a player who is out cannot
    (reading 9).
    """

    name = "neighbour_can_take"

    side: Literal["left", "right"]
    """The neighbour who is asked: the next player (left) or the one before (right)."""

    @property
    def step(self) -> int:
        """From a player's seat to the neighbour's, seats counted clockwise as turns go."""
        return 1 if self.side == "left" else -1

    def add_effect(self, effect: Effect) -> None:
        effect.neighbours_asked.append(self.step)

    def clause(self, piece: NamedType, language: Language) -> str:
        return self.say(self.side, language)
