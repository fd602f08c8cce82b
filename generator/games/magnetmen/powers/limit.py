"""limit: how many squares of the type each player may take (King)."""

from generator.games.magnetmen.powers.base import Count, Primitive
from generator.games.magnetmen.powers.wording import counted


class Limit(Primitive):
    """Each player may take at most so many squares of this type."""

    name = "limit"
    once = True

    per_player: Count
    """How many squares each player may take."""

    def allows(self, taken: int) -> bool:
        """Whether a player who took so many squares of the type may take another."""
        return taken < self.per_player

    def lower(self, effect):
        effect.limit = min(effect.limit or self.per_player, self.per_player)

    def clause(self, piece, language):
        return self.say("", language, **counted(self.per_player, piece, language))
