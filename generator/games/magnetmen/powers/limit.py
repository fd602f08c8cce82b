"""limit: how many squares of the type each player may take (King)."""

from generator.games.magnetmen.powers.base import Count, NamedType, Primitive, fixed
from generator.games.magnetmen.powers.effects import Effect
from generator.games.magnetmen.powers.wording import counted
from generator.languages import Language


class Limit(Primitive):
    """Each player may take at most so many squares of this type."""

    name = "limit"
    once = True

    per_player: Count
    """How many squares each player may take."""

    def allows(self, taken: int) -> bool:
        """Whether a player who has taken `taken` squares of the type may take another."""
        return taken < fixed(self.per_player)

    def add_effect(self, effect: Effect) -> None:
        effect.limit = fixed(self.per_player)

    def clause(self, piece: NamedType, language: Language) -> str:
        return self.say("", language, **counted(self.per_player, piece, language))
