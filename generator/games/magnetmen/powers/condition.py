"""if: points when a condition holds at the end, other points when not (Ballerina, Judge)."""

from typing import Literal

from pydantic import ConfigDict, Field, model_validator

from generator.games.magnetmen.powers.base import Count, Points, Primitive
from generator.games.magnetmen.powers.wording import counted, points
from generator.games.magnetmen.simulation import power_records
from generator.schema.fields import exactly_one

CONDITIONS = ("have", "exactly", "at_least")


class If(Primitive):
    """Each icon is worth `points` if its owner has the most or the least icons of the type of
    all players, or exactly or at least some number of them; otherwise it is worth `else`.

    Ties count for most and least, and having none counts as zero (reading 1).
    """

    model_config = ConfigDict(json_schema_extra=exactly_one(CONDITIONS))

    name = "if"

    have: Literal["most", "least"] | None = None
    """Holds for an owner who has the most or the least of all players; ties count.

    - most: nobody has more.
    - least: nobody has fewer; none at all counts, too.
    """

    exactly: Count | None = None
    """Holds for an owner of exactly so many."""

    at_least: Count | None = None
    """Holds for an owner of at least so many."""

    points: Points
    """What each icon is worth if the condition holds."""

    otherwise: Points = Field(0, alias="else")
    """What each icon is worth if not."""

    @model_validator(mode="after")
    def _one_condition(self) -> "If":
        if sum(getattr(self, name) is not None for name in CONDITIONS) != 1:
            raise ValueError("expected one condition: have: most, have: least, exactly or at_least")
        return self

    def lower(self, effect):
        if self.have:
            what, number = (power_records.MOST if self.have == "most" else power_records.LEAST), 0
        elif self.exactly is not None:
            what, number = power_records.EXACTLY, self.exactly
        else:
            what, number = power_records.AT_LEAST, self.at_least
        effect.scores.append(power_records.Score(what, self.points, self.otherwise, number))

    def clause(self, piece, language):
        params = {
            "points": points(self.points, language),
            "otherwise": points(self.otherwise, language),
        }
        if self.have:
            return self.say(self.have, language, names=piece.named(language, None), **params)
        key = "exactly" if self.exactly is not None else "at_least"
        number = getattr(self, key)
        return self.say(key, language, **counted(number, piece, language), **params)
