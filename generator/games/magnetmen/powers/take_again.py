"""take_again: taking one lets the player take more in the same turn (Firefighter, Pilot)."""

from typing import Literal

from generator.games.magnetmen.play import records
from generator.games.magnetmen.powers.base import Count, Primitive
from generator.games.magnetmen.powers.wording import amount, how_many

_IGNORING = {
    "nothing": records.BOUND,
    "repel": records.NO_REPEL,
    "all_rules": records.NO_RULES,
}


class TakeAgain(Primitive):
    """The player who took the square takes `count` more this turn (with `optional` up to so
    many), from anywhere or from the same row or column, not bound by Repel or by any rule of
    taking when `ignoring` says so, and never another of this type when `not_this_type`.

    Firefighter A takes three squares with itself, so its count is 2 (reading 6).
    """

    name = "take_again"

    count: Count = 1
    optional: bool = False
    where: Literal["anywhere", "same_line"] = "anywhere"
    ignoring: Literal["nothing", "repel", "all_rules"] = "nothing"
    not_this_type: bool = False

    def lower(self, effect):
        effect.steps.append(
            records.Step(
                records.TAKE_AGAIN,
                self.count,
                self.optional,
                line=self.where == "same_line",
                ignoring=_IGNORING[self.ignoring],
                no_same=self.not_this_type,
            )
        )

    def clause(self, piece, language):
        count = how_many(self.count)
        names = piece.named(language, None)
        return self.say(
            "up_to" if self.optional else "all",
            language,
            count=count,
            number=amount(self.count, language),
            where=self.say(f"where.{self.where}", language),
            but=self.say("not_this_type", language, names=names) if self.not_this_type else "",
            ignoring=self.say(f"ignoring.{self.ignoring}", language),
        )
