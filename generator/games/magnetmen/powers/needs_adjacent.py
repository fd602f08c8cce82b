"""needs_adjacent: only to be taken beside a crossed-out square, or beside none (Mail Carrier)."""

from typing import Literal

from generator.games.magnetmen.powers.base import Primitive


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
        """Whether so many crossed-out adjacent squares let the square be taken."""
        return (crossed_out > 0) == (self.crossed_out == "some")

    @property
    def terms(self):
        return ("adjacent",)

    def lower(self, effect):
        effect.needs_crossed_out.append(self.crossed_out == "some")

    def clause(self, piece, language):
        return self.say(self.crossed_out, language)
