"""close_adjacent: squares beside a taken one can't be taken any more (Singer, King)."""

from typing import Literal

from generator.games.magnetmen.powers.base import Primitive
from generator.games.magnetmen.simulation import power_records


class CloseAdjacent(Primitive):
    """Squares adjacent to a crossed-out one of this type are closed, to everyone or only to
    the player who took it. Adjacent is orthogonal (reading 5)."""

    name = "close_adjacent"

    to: Literal["everyone", "you"]
    """Who can't take the adjacent squares any more.

    - everyone: no player can.
    - you: the player who took the square.
    """

    @property
    def terms(self):
        return ("adjacent",)

    def lower(self, effect):
        effect.closes.append(
            power_records.EVERYONE if self.to == "everyone" else power_records.TAKER
        )

    def clause(self, piece, language):
        return self.say(self.to, language)
