"""take_again: taking one lets the player take more in the same turn (Firefighter, Pilot)."""

from typing import Literal

from generator.games.magnetmen.powers import effects
from generator.games.magnetmen.powers.base import Count, NamedType, Primitive, fixed
from generator.games.magnetmen.powers.effects import Effect
from generator.games.magnetmen.powers.wording import amount, how_many
from generator.languages import Language

_IGNORING = {
    "nothing": effects.BOUND,
    "repel": effects.NO_REPEL,
    "all_rules": effects.NO_RULES,
}


class TakeAgain(Primitive):
    """The player who took the square takes `count` more this turn (with `optional` up to so
    many), from anywhere or from the same row or column, not bound by Repel or by any rule of
    taking when `ignoring` says so, and never another of this type when `not_this_type`.

    Firefighter A takes three squares with itself, so its count is 2 (reading 6).
    """

    name = "take_again"

    count: Count = 1
    """How many more squares are taken."""

    optional: bool = False
    """Whether it can be fewer, or none."""

    where: Literal["anywhere", "same_line"] = "anywhere"
    """Where they are taken.

    - anywhere: on the whole board.
    - same_line: in the row or the column of the first square.
    """

    ignoring: Literal["nothing", "repel", "all_rules"] = "nothing"
    """What does not bind the player.

    - nothing: all rules hold.
    - repel: Repel does not count.
    - all_rules: any open square can be taken.
    """

    not_this_type: bool = False
    """Whether another square of this type is out of the question."""

    def add_effect(self, effect: Effect) -> None:
        effect.steps.append(
            effects.Step(
                effects.TAKE_AGAIN,
                fixed(self.count),
                self.optional,
                line=self.where == "same_line",
                ignoring=_IGNORING[self.ignoring],
                no_same=self.not_this_type,
            )
        )

    def clause(self, piece: NamedType, language: Language) -> str:
        count = how_many(self.count)
        but = ""
        if self.not_this_type:
            place = "last" if self.ignoring == "nothing" else "inside"
            names = piece.name_for(language, None)
            but = self.say(f"not_this_type.{place}", language, names=names)
        return self.say(
            "up_to" if self.optional else "all",
            language,
            count=count,
            number=amount(self.count, language),
            free=self.say("free", language, count=count) if self.ignoring == "all_rules" else "",
            where=self.say(f"where.{self.where}", language),
            but=but,
            ignoring=self.say(f"ignoring.{self.ignoring}", language),
        )
