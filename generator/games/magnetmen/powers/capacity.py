"""capacity: one square can be taken several times before it is destroyed (Police)."""

from generator.games.magnetmen.powers.base import Count, Primitive
from generator.games.magnetmen.powers.wording import counted


class Capacity(Primitive):
    """A square of this type can be taken so many times, and is destroyed by the last one.

    It counts as crossed out from the first taking on (reading 8).
    """

    name = "capacity"
    once = True

    times: Count
    """How often a square can be taken."""

    @property
    def terms(self):
        return ("destroyed_square",)

    def lower(self, effect):
        effect.capacity = effect.capacity or self.times

    def clause(self, piece, language):
        params = counted(self.times, piece, language)
        if self.is_open():
            params["count"] = max(3, params["count"])  # "1 or 2 times", never "twice"
        return self.say("", language, name=piece.named(language), **params)
