"""for_each: points for each of something that is counted at the end (Athlete, Painter)."""

from typing import Literal

from generator.games.magnetmen.powers.base import Points, Primitive
from generator.games.magnetmen.powers.wording import points
from generator.games.magnetmen.simulation import power_records

What = Literal[
    "own",
    "open_square",
    "crossed_out_square",
    "crossed_out_line",
    "intact_line",
    "adjacent_crossed_out",
]

_COUNTED: dict[What, int] = {
    "own": power_records.OWN,
    "open_square": power_records.OPEN_SQUARE,
    "crossed_out_square": power_records.CROSSED_SQUARE,
    "crossed_out_line": power_records.CROSSED_LINE,
    "intact_line": power_records.INTACT_LINE,
    "adjacent_crossed_out": power_records.ADJACENT,
}


class ForEach(Primitive):
    """Each icon is worth some points for each of `what` at the end of the game."""

    name = "for_each"

    what: What
    """What is counted.

    - own: icons of this type the owner has (four of them are worth 4 each, reading 4).
    - open_square: squares of this type neither crossed out nor destroyed.
    - crossed_out_square: squares of this type crossed out.
    - crossed_out_line: rows and columns with no unused square left; destroyed ones count as filled
      (reading 8).
    - intact_line: rows and columns without a destroyed square.
    - adjacent_crossed_out: crossed-out squares beside the one the icon came from.
    """

    points: Points = 1
    """What each icon is worth for each of them."""

    @property
    def terms(self):
        return ("adjacent",) if self.what == "adjacent_crossed_out" else ()

    def lower(self, effect):
        effect.scores.append(power_records.Score(_COUNTED[self.what], self.points))

    def clause(self, piece, language):
        return self.say(
            self.what,
            language,
            points=points(self.points, language),
            name=piece.named(language),
        )
