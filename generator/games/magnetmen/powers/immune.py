"""immune: can't be destroyed (Judge)."""

from generator.games.magnetmen.powers.base import NamedType, Primitive
from generator.games.magnetmen.powers.effects import Effect
from generator.languages import Language


class Immune(Primitive):
    """Nobody can destroy a square or an icon of this type."""

    name = "immune"
    once = True

    def add_effect(self, effect: Effect) -> None:
        effect.immune = True

    def clause(self, piece: NamedType, language: Language) -> str:
        return self.say("", language)
