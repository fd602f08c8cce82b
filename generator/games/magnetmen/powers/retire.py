"""retire: taking one ends the player's turns (King)."""

from generator.games.magnetmen.powers.base import Primitive


class Retire(Primitive):
    """The player who takes a square of this type takes no turn after this one."""

    name = "retire"
    once = True

    def lower(self, effect):
        effect.retires = True

    def clause(self, piece, language):
        return self.say("", language)
