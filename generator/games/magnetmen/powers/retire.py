"""retire: taking one ends the player's turns (King)."""

from generator.games.magnetmen.powers.base import NamedType, Primitive
from generator.games.magnetmen.powers.effects import Effect
from generator.languages import Language


class Retire(Primitive):
    """The player who takes a square of this type takes no turn after this one."""

    name = "retire"
    once = True

    def add_effect(self, effect: Effect) -> None:
        effect.retires = True

    def clause(self, piece: NamedType, language: Language) -> str:
        return self.say("", language)
