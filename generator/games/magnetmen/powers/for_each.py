"""for_each: points for each of something that is counted at the end (Athlete, Painter)."""

from typing import Literal

from generator.games.magnetmen.powers import effects
from generator.games.magnetmen.powers.base import NamedType, Points, Primitive, fixed
from generator.games.magnetmen.powers.effects import Effect
from generator.games.magnetmen.powers.wording import points_text
from generator.languages import Language

What = Literal[
    "own",
    "open_square",
    "crossed_out_square",
    "crossed_out_line",
    "intact_line",
    "adjacent_crossed_out",
]

_SCORES: dict[What, int] = {
    "own": effects.OWN,
    "open_square": effects.OPEN_SQUARE,
    "crossed_out_square": effects.CROSSED_SQUARE,
    "crossed_out_line": effects.CROSSED_LINE,
    "intact_line": effects.INTACT_LINE,
    "adjacent_crossed_out": effects.ADJACENT,
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
    def terms(self) -> tuple[str, ...]:
        return ("adjacent",) if self.what == "adjacent_crossed_out" else ()

    def add_effect(self, effect: Effect) -> None:
        effect.scores.append(effects.Score(_SCORES[self.what], fixed(self.points)))

    def clause(self, piece: NamedType, language: Language) -> str:
        return self.say(
            self.what,
            language,
            points=points_text(self.points, language),
            name=piece.name_for(language),
        )
