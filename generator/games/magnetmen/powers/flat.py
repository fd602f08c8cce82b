"""flat: a fixed number of points (Guitarist +1, King +12)."""

from generator.games.magnetmen.powers.base import Points, Primitive
from generator.games.magnetmen.powers.wording import points
from generator.games.magnetmen.simulation import power_records


class Flat(Primitive):
    """Each icon is worth a fixed number of points."""

    name = "flat"

    points: Points
    """What each icon is worth; a minus takes points away."""

    def lower(self, effect):
        effect.scores.append(power_records.Score(power_records.ALWAYS, self.points))

    def clause(self, piece, language):
        return self.say("", language, points=points(self.points, language))
