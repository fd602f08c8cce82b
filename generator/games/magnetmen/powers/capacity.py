"""capacity: one square can be taken several times before it is destroyed (Police)."""

from generator.games.magnetmen.powers.base import Count, NamedType, Primitive, fixed
from generator.games.magnetmen.powers.effects import Effect
from generator.games.magnetmen.powers.wording import counted, how_many
from generator.languages import Language


class Capacity(Primitive):
    """A square of this type can be taken so many times, and is destroyed by the last one.

    It counts as crossed out from the first taking on (reading 8).
    """

    name = "capacity"
    once = True

    times: Count
    """How often a square can be taken."""

    @property
    def terms(self) -> tuple[str, ...]:
        return ("destroyed_square",)

    def add_effect(self, effect: Effect) -> None:
        effect.capacity = fixed(self.times)

    def clause(self, piece: NamedType, language: Language) -> str:
        params = counted(self.times, piece, language)
        if self.is_open():  # "1 or 2 times", never "twice"
            params = {**params, "count": max(3, how_many(self.times))}
        return self.say("", language, name=piece.name_for(language), **params)
