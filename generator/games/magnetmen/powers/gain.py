"""gain: icons that players add without taking a square (Actress)."""

from generator.games.magnetmen.powers import effects
from generator.games.magnetmen.powers.base import WHO, Count, NamedType, Primitive, Who, fixed
from generator.games.magnetmen.powers.effects import Effect
from generator.games.magnetmen.powers.wording import amount, how_many
from generator.languages import Language


class Gain(Primitive):
    """When a square is taken, `who` adds `count` icons of any type to their inventory."""

    name = "gain"

    count: Count = 1
    """How many icons are added."""

    who: Who = "you"
    """Who adds them.

    - you: the player who took the square.
    - leaders: whoever has the most points after the taking.
    - last: whoever has the least points after the taking.
    """

    def add_effect(self, effect: Effect) -> None:
        effect.steps.append(effects.Step(effects.GAIN, fixed(self.count), who=WHO[self.who]))

    def clause(self, piece: NamedType, language: Language) -> str:
        number = amount(self.count, language)
        return self.say(self.who, language, count=how_many(self.count), number=number)
