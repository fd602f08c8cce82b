"""flat: a fixed number of points (Guitarist +1, King +12)."""

from generator.games.magnetmen.powers import effects
from generator.games.magnetmen.powers.base import NamedType, Points, Primitive, fixed
from generator.games.magnetmen.powers.effects import Effect
from generator.games.magnetmen.powers.wording import points_text
from generator.languages import Language


class Flat(Primitive):
    """Each icon is worth a fixed number of points."""

    name = "flat"

    points: Points
    """What each icon is worth; a minus takes points away."""

    def add_effect(self, effect: Effect) -> None:
        effect.scores.append(effects.Score(effects.ALWAYS, fixed(self.points)))

    def clause(self, piece: NamedType, language: Language) -> str:
        return self.say("", language, points=points_text(self.points, language))
