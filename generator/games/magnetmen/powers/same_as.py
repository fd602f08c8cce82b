"""same_as: as many points as another type the owner has (Baby, Elderly Man)."""

from typing import Literal

from generator.games.magnetmen.powers.base import NamedType, Primitive
from generator.games.magnetmen.powers.effects import Effect
from generator.languages import Language


class SameAs(Primitive):
    """Each icon is worth the total of the owner's lowest or highest scoring other type.

    Types that have a same_as themselves are left out of the comparison; an owner of no other
    type gets 0 (reading 4).
    """

    name = "same_as"

    type: Literal["lowest", "highest"]
    """Which of the owner's other types sets the value: the one with the lowest or the highest
    total."""

    @property
    def terms(self) -> tuple[str, ...]:
        return ("same_as",)

    def add_effect(self, effect: Effect) -> None:
        if self.type == "lowest":
            effect.lowest += 1
        else:
            effect.highest += 1

    def clause(self, piece: NamedType, language: Language) -> str:
        return self.say(self.type, language)
