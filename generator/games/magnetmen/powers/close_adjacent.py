"""close_adjacent: squares beside a taken one can't be taken any more (Singer, King)."""

from typing import Literal

from generator.games.magnetmen.powers import effects
from generator.games.magnetmen.powers.base import NamedType, Primitive
from generator.games.magnetmen.powers.effects import Effect
from generator.languages import Language


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
    def terms(self) -> tuple[str, ...]:
        return ("adjacent",)

    def add_effect(self, effect: Effect) -> None:
        effect.closes.append(effects.EVERYONE if self.to == "everyone" else effects.TAKER)

    def clause(self, piece: NamedType, language: Language) -> str:
        return self.say(self.to, language)
