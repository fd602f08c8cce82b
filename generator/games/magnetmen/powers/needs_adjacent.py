"""needs_adjacent: only to be taken beside a crossed-out square, or beside none (Mail Carrier)."""

from typing import Literal

from generator.games.magnetmen.powers.base import NamedType, Primitive
from generator.games.magnetmen.powers.effects import Effect
from generator.languages import Language


class NeedsAdjacent(Primitive):
    """A square may be taken only if some, or none, of the adjacent ones is crossed out.

    Adjacent is orthogonal (reading 5).
    """

    name = "needs_adjacent"

    crossed_out: Literal["some", "none"]
    """What it takes.

    - some: at least one of the adjacent squares is crossed out.
    - none: not one of them is.
    """

    def allows(self, crossed_out: int) -> bool:
        """Whether the square may be taken with this number of adjacent squares crossed out."""
        return (crossed_out > 0) == (self.crossed_out == "some")

    @property
    def terms(self) -> tuple[str, ...]:
        return ("adjacent",)

    def add_effect(self, effect: Effect) -> None:
        effect.needs_crossed_out.append(self.crossed_out == "some")

    def clause(self, piece: NamedType, language: Language) -> str:
        return self.say(self.crossed_out, language)
