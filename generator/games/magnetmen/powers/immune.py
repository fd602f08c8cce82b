"""immune: can't be destroyed (Judge)."""

from generator.games.magnetmen.powers.base import Primitive


class Immune(Primitive):
    """Nobody can destroy a square or an icon of this type."""

    name = "immune"
    once = True

    def lower(self, effect):
        effect.immune = True

    def clause(self, piece, language):
        return self.say("", language)
